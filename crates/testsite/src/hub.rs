//! A `WebSub` hub (W3C Recommendation, 2018) that verifies subscribers and pushes what a test gives it.

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
use url::form_urlencoded;

/// A request to subscribe or to unsubscribe, as the hub received it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subscription {
    /// `subscribe` or `unsubscribe`.
    pub mode: String,
    /// The feed.
    pub topic: String,
    /// The URL to push to.
    pub callback: String,
    /// The secret to sign with.
    pub secret: String,
    /// Whether the subscriber returned the challenge; `None` before it answers.
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
    subscriptions: Mutex<Vec<Subscription>>,
    lease_seconds: AtomicU64,
}

impl Hub {
    /// Binds a free port of 127.0.0.1 and serves in a task of the current tokio runtime. Leases are ten days.
    ///
    /// # Errors
    /// If no port is free.
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
            // Accepting fails permanently only if the listener is gone.
            let _ = axum::serve(listener, router).await;
        });
        Ok(Self {
            port,
            state,
            server,
        })
    }

    /// The URL for subscriptions: `http://hub.localhost:{port}/`.
    pub fn url(&self) -> String {
        format!("http://hub.localhost:{}/", self.port)
    }

    /// Sets the length of leases from now on.
    pub fn set_lease(&self, seconds: u64) {
        self.state.lease_seconds.store(seconds, Ordering::Relaxed);
    }

    /// Every request to subscribe or to unsubscribe so far, in order.
    pub fn subscriptions(&self) -> Vec<Subscription> {
        self.state.subscriptions().clone()
    }

    /// Posts `body` to a subscriber with these headers. Returns the status of the response.
    ///
    /// # Errors
    /// If there is no response.
    pub async fn push(callback: &str, headers: &[(&str, &str)], body: &[u8]) -> io::Result<u16> {
        let mut lines: Vec<String> = headers
            .iter()
            .map(|(name, value)| format!("{name}: {value}\r\n"))
            .collect();
        lines.push(format!("content-length: {}\r\n", body.len()));
        let (status, _) = send("POST", callback, &lines.concat(), body).await?;
        Ok(status)
    }
}

impl Drop for Hub {
    fn drop(&mut self) {
        self.server.abort();
    }
}

impl State {
    fn subscriptions(&self) -> std::sync::MutexGuard<'_, Vec<Subscription>> {
        self.subscriptions
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// Accepts a request and verifies the intent of the subscriber.
fn subscribe(state: &Arc<State>, form: &[u8]) -> StatusCode {
    let form: HashMap<_, _> = form_urlencoded::parse(form).into_owned().collect();
    let field = |name: &str| form.get(name).cloned().unwrap_or_default();
    let subscription = Subscription {
        mode: field("hub.mode"),
        topic: field("hub.topic"),
        callback: field("hub.callback"),
        secret: field("hub.secret"),
        verified: None,
    };
    if subscription.callback.is_empty() || subscription.topic.is_empty() {
        return StatusCode::BAD_REQUEST;
    }
    let index = {
        let mut subscriptions = state.subscriptions();
        subscriptions.push(subscription.clone());
        subscriptions.len() - 1
    };
    let state = Arc::clone(state);
    tokio::spawn(async move {
        let challenge = format!("challenge-{index}-{}", subscription.topic.len());
        let lease = state.lease_seconds.load(Ordering::Relaxed);
        let question = format!(
            "{}?hub.mode={}&hub.topic={}&hub.challenge={challenge}&hub.lease_seconds={lease}",
            subscription.callback,
            subscription.mode,
            form_urlencoded::byte_serialize(subscription.topic.as_bytes()).collect::<String>()
        );
        let answer = send("GET", &question, "", &[]).await;
        let verified =
            answer.is_ok_and(|(status, body)| status == 200 && body == challenge.as_bytes());
        state.subscriptions()[index].verified = Some(verified);
    });
    StatusCode::ACCEPTED
}

/// Sends a request over its own connection. Returns status and body of the response.
async fn send(method: &str, url: &str, headers: &str, body: &[u8]) -> io::Result<(u16, Vec<u8>)> {
    let bad = || io::Error::other(format!("not a URL: {url}"));
    let rest = url.strip_prefix("http://").ok_or_else(bad)?;
    let (authority, path) = rest.split_once('/').ok_or_else(bad)?;
    let mut stream = TcpStream::connect(authority).await?;
    let head = format!(
        "{method} /{path} HTTP/1.1\r\nhost: {authority}\r\nconnection: close\r\n{headers}\r\n"
    );
    stream.write_all(head.as_bytes()).await?;
    // A subscriber may disconnect before the end; only the response counts.
    let _ = stream.write_all(body).await;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    let end = answer
        .windows(4)
        .position(|four| four == b"\r\n\r\n")
        .ok_or_else(|| io::Error::other("no response"))?;
    let status = String::from_utf8_lossy(&answer[..end]);
    let status = status
        .split_ascii_whitespace()
        .nth(1)
        .and_then(|code| code.parse().ok())
        .ok_or_else(|| io::Error::other("no status"))?;
    Ok((status, answer.split_off(end + 4)))
}
