//! A hub that pushes feeds (W3C Recommendation `WebSub`, 2018): verifies whoever subscribes, and pushes what a test
//! gives it.

use std::{
    collections::HashMap,
    io,
    net::Ipv4Addr,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use axum::{Router, body::Bytes, http::StatusCode, routing::post};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};

/// Somebody's wish, as the hub got it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wish {
    /// `subscribe` or `unsubscribe`.
    pub mode: String,
    /// The feed.
    pub topic: String,
    /// Where to push.
    pub callback: String,
    /// What to sign with.
    pub secret: String,
    /// Whether the subscriber gave the challenge back when asked; `None`: the question is on its way.
    pub verified: Option<bool>,
}

/// A hub on a loopback port, served until dropped.
#[derive(Debug)]
pub struct Hub {
    port: u16,
    state: Arc<State>,
    server: JoinHandle<()>,
}

#[derive(Debug, Default)]
struct State {
    wishes: Mutex<Vec<Wish>>,
    lease_seconds: AtomicU64,
}

impl Hub {
    /// Binds a free port of 127.0.0.1 and serves in a task of the current tokio runtime; gives leases of ten days.
    ///
    /// # Errors
    /// When there is no port.
    pub async fn start() -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let port = listener.local_addr()?.port();
        let state = Arc::new(State::default());
        state.lease_seconds.store(864_000, Ordering::Relaxed);
        let kept = Arc::clone(&state);
        let router = Router::new().route(
            "/",
            post(move |body: Bytes| {
                let state = Arc::clone(&kept);
                async move { subscribe(&state, &body) }
            }),
        );
        let server = tokio::spawn(async move {
            // Accepting can only fail for good when the listener is gone, and then there is nobody to tell.
            let _ = axum::serve(listener, router).await;
        });
        Ok(Self {
            port,
            state,
            server,
        })
    }

    /// Where to subscribe: `http://hub.localhost:{port}/`.
    pub fn url(&self) -> String {
        format!("http://hub.localhost:{}/", self.port)
    }

    /// From now on leases are so long.
    pub fn set_lease(&self, seconds: u64) {
        self.state.lease_seconds.store(seconds, Ordering::Relaxed);
    }

    /// Every wish so far, in order.
    pub fn wishes(&self) -> Vec<Wish> {
        self.state.wishes().clone()
    }

    /// Posts `body` to a subscriber, with these headers; gives the status of the answer.
    ///
    /// # Errors
    /// When nobody answers there.
    pub async fn push(callback: &str, headers: &[(&str, &str)], body: &[u8]) -> io::Result<u16> {
        let mut lines: Vec<String> = headers
            .iter()
            .map(|(name, value)| format!("{name}: {value}\r\n"))
            .collect();
        lines.push(format!("content-length: {}\r\n", body.len()));
        let (status, _) = ask("POST", callback, &lines.concat(), body).await?;
        Ok(status)
    }
}

impl Drop for Hub {
    fn drop(&mut self) {
        self.server.abort();
    }
}

impl State {
    fn wishes(&self) -> std::sync::MutexGuard<'_, Vec<Wish>> {
        self.wishes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes a wish and asks the subscriber whether it was meant.
fn subscribe(state: &Arc<State>, form: &[u8]) -> StatusCode {
    let mut form = fields(&String::from_utf8_lossy(form));
    let mut field = |name: &str| form.remove(name).unwrap_or_default();
    let wish = Wish {
        mode: field("hub.mode"),
        topic: field("hub.topic"),
        callback: field("hub.callback"),
        secret: field("hub.secret"),
        verified: None,
    };
    if wish.callback.is_empty() || wish.topic.is_empty() {
        return StatusCode::BAD_REQUEST;
    }
    let place = {
        let mut wishes = state.wishes();
        wishes.push(wish.clone());
        wishes.len() - 1
    };
    let state = Arc::clone(state);
    tokio::spawn(async move {
        let challenge = format!("challenge-{place}-{}", wish.topic.len());
        let lease = state.lease_seconds.load(Ordering::Relaxed);
        let question = format!(
            "{}?hub.mode={}&hub.topic={}&hub.challenge={challenge}&hub.lease_seconds={lease}",
            wish.callback,
            wish.mode,
            encoded(&wish.topic)
        );
        let answer = ask("GET", &question, "", &[]).await;
        let verified =
            answer.is_ok_and(|(status, body)| status == 200 && body == challenge.as_bytes());
        state.wishes()[place].verified = Some(verified);
    });
    StatusCode::ACCEPTED
}

/// One request over a connection of its own; status and body of the answer.
async fn ask(method: &str, url: &str, headers: &str, body: &[u8]) -> io::Result<(u16, Vec<u8>)> {
    let bad = || io::Error::other(format!("not an address: {url}"));
    let rest = url.strip_prefix("http://").ok_or_else(bad)?;
    let (authority, path) = rest.split_once('/').ok_or_else(bad)?;
    let mut stream = TcpStream::connect(authority).await?;
    let head = format!(
        "{method} /{path} HTTP/1.1\r\nhost: {authority}\r\nconnection: close\r\n{headers}\r\n"
    );
    stream.write_all(head.as_bytes()).await?;
    // Whoever has heard enough may hang up before the end; the answer is what counts.
    let _ = stream.write_all(body).await;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    let end = answer
        .windows(4)
        .position(|four| four == b"\r\n\r\n")
        .ok_or_else(|| io::Error::other("no answer"))?;
    let status = String::from_utf8_lossy(&answer[..end]);
    let status = status
        .split_ascii_whitespace()
        .nth(1)
        .and_then(|code| code.parse().ok())
        .ok_or_else(|| io::Error::other("no status"))?;
    Ok((status, answer.split_off(end + 4)))
}

/// The fields of a form.
fn fields(form: &str) -> HashMap<String, String> {
    form.split('&')
        .filter_map(|pair| pair.split_once('='))
        .map(|(name, value)| (decoded(name), decoded(value)))
        .collect()
}

fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let escaped = after
            .get(..2)
            .filter(|_| first == b'%')
            .and_then(|hex| std::str::from_utf8(hex).ok())
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        bytes.push(escaped.unwrap_or(if first == b'+' { b' ' } else { first }));
        rest = if escaped.is_some() {
            &after[2..]
        } else {
            after
        };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn encoded(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                char::from(byte).to_string()
            }
            _ => format!("%{byte:02X}"),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_read_as_browsers_write_them() {
        let form =
            fields("hub.topic=https%3A%2F%2Fa.example%2Ffeed%3Fa%3D1&hub.mode=sub+scribe&x=%zz");
        assert_eq!(form["hub.topic"], "https://a.example/feed?a=1");
        assert_eq!(
            (form["hub.mode"].as_str(), form["x"].as_str()),
            ("sub scribe", "%zz")
        );
        assert_eq!(
            decoded(&encoded("https://a.example/ü?a=1&b")),
            "https://a.example/ü?a=1&b"
        );
    }
}
