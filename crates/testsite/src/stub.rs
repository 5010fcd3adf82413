//! A stub site, whose responses are set by a test.

use std::{
    collections::HashMap,
    fmt::Write as _,
    io,
    net::Ipv4Addr,
    sync::{Arc, Mutex, PoisonError},
};

use axum::{
    Router,
    body::Body,
    extract::Request as HttpRequest,
    http::{HeaderValue, StatusCode, header},
    response::Response,
};
use tokio::{net::TcpListener, task::JoinHandle};

use crate::{
    random::{mix, words},
    server::log::{Log, Request},
};

/// The response of a path of a stub.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StubReply {
    /// A page with an `ETag`; 304 to a request with that tag.
    Page(String),
    /// Such a page, but with this status to any request with a tag.
    Unconditional(u16, String),
    /// A body of this media type, without an `ETag`.
    Body(&'static str, String),
    /// A redirect with this status to this URL.
    Redirect(u16, String),
    /// A status and nothing else.
    Status(u16),
    /// A status with this header.
    Header(u16, header::HeaderName, &'static str),
    /// A page for clients with a cookie; others are redirected to its own URL with one.
    Door(String),
}

type Replies = Arc<Mutex<HashMap<(String, String), StubReply>>>;

/// Hosts `NAME.localhost` on one loopback port, whose responses are set by a test; served until dropped.
/// Every other path answers 404.
#[derive(Debug)]
pub struct StubSite {
    port: u16,
    log: Arc<Log>,
    replies: Replies,
    server: JoinHandle<()>,
}

impl StubSite {
    /// Binds a free port of 127.0.0.1 and serves in a task of the current tokio runtime.
    ///
    /// # Errors
    /// If no port is free.
    pub async fn start() -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let port = listener.local_addr()?.port();
        let (log, replies) = (Arc::new(Log::default()), Replies::default());
        let (kept_log, kept_replies) = (Arc::clone(&log), Arc::clone(&replies));
        let router = Router::new().fallback(move |request: HttpRequest| {
            let (log, replies) = (Arc::clone(&kept_log), Arc::clone(&kept_replies));
            async move { answer(&log, &replies, &request) }
        });
        let server = tokio::spawn(async move {
            // Accepting fails permanently only if the listener is gone.
            let _ = axum::serve(listener, router).await;
        });
        Ok(Self {
            port,
            log,
            replies,
            server,
        })
    }

    /// The port it listens on.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// `http://{name}.localhost:{port}{path}`; `path` begins with a slash.
    pub fn url(&self, name: &str, path: &str) -> String {
        format!("http://{name}.localhost:{}{path}", self.port)
    }

    /// Sets the response of a path (with its query) of a host.
    pub fn set(&self, name: &str, path: &str, answer: StubReply) {
        let key = (format!("{name}.localhost"), path.to_owned());
        self.replies
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(key, answer);
    }

    /// An article with its own text, with `canonical` as its canonical URL, if any, and with links to `links`.
    pub fn article(title: &str, canonical: Option<&str>, links: &[&str]) -> StubReply {
        let canonical = canonical.map_or_else(String::new, |url| {
            format!("<link rel=\"canonical\" href=\"{url}\">")
        });
        let links = links.iter().fold(String::new(), |mut all, link| {
            // Writing to a string cannot fail.
            let _ = write!(all, "<li><a href=\"{link}\">{link}</a>");
            all
        });
        StubReply::Page(format!(
            "<!doctype html><html lang=\"en\"><head><title>{title}</title>{canonical}<meta property=\"og:type\" content=\"article\"></head>\
             <body><article><h1>{title}</h1><p>The council has met on Tuesday evening to talk about {title}, and to hear what the \
             residents of the old quarter think of it, who had come in great number and with strong opinions.</p><p>After two hours it \
             adjourned without a vote, as the chair had announced before; the matter of {title} will be taken up again next week, when \
             the report of the engineers is expected to be complete.</p><p>{}.</p></article><ul>{links}</ul></body></html>",
            words(title, 24)
        ))
    }

    /// The requested paths of a host in order, without those that were not set and answered 404.
    pub fn paths(&self, name: &str) -> Vec<String> {
        let host = format!("{name}.localhost");
        let replies = self.replies.lock().unwrap_or_else(PoisonError::into_inner);
        let is_set = |request: &Request| {
            request.status != 404 || replies.contains_key(&(host.clone(), request.path.clone()))
        };
        let log = self.log.all().into_iter();
        log.filter(|request| request.host == host && is_set(request))
            .map(|request| request.path)
            .collect()
    }

    /// Every request so far, in order of arrival.
    pub fn log(&self) -> Vec<Request> {
        self.log.all()
    }
}

impl Drop for StubSite {
    fn drop(&mut self) {
        self.server.abort();
    }
}

fn answer(log: &Log, replies: &Replies, request: &HttpRequest) -> Response {
    let mut logged = Request::arriving(request);
    let known = request.headers().get(header::IF_NONE_MATCH);
    let reply = replies
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .get(&(logged.host.clone(), logged.path.clone()))
        .cloned()
        .unwrap_or(StubReply::Status(404));
    let (mut status, mut named, mut body) = (200, Vec::new(), String::new());
    match reply {
        StubReply::Door(_) if !request.headers().contains_key(header::COOKIE) => {
            status = 302;
            named.push((header::LOCATION, logged.path.clone()));
            named.push((header::SET_COOKIE, "door=open; Path=/".to_owned()));
        }
        StubReply::Unconditional(code, _) if known.is_some() => status = code,
        StubReply::Page(html) | StubReply::Door(html) | StubReply::Unconditional(_, html) => {
            let tag = format!("\"{:x}\"", mix(7, &html));
            if known.is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
                status = 304;
            } else {
                body = html;
            }
            named.push((header::CONTENT_TYPE, "text/html; charset=utf-8".to_owned()));
            named.push((header::ETAG, tag));
        }
        StubReply::Body(media, text) => {
            named.push((header::CONTENT_TYPE, media.to_owned()));
            // pages of other hosts may read it
            named.push((header::ACCESS_CONTROL_ALLOW_ORIGIN, "*".to_owned()));
            body = text;
        }
        StubReply::Redirect(code, to) => {
            status = code;
            named.push((header::LOCATION, to));
        }
        StubReply::Status(code) => status = code,
        StubReply::Header(code, name, value) => {
            status = code;
            named.push((name, value.to_owned()));
        }
    }
    logged.status = status;
    log.add(logged);
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::OK);
    for (name, value) in named {
        if let Ok(value) = HeaderValue::from_str(&value) {
            response.headers_mut().insert(name, value);
        }
    }
    response
}
