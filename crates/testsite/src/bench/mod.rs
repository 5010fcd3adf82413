//! A server for bench hosts only, as cheap as possible, with counts instead of a log.

pub(crate) mod pages;

mod counts;

use std::{
    fmt::Write as _,
    future::Future,
    io,
    net::{Ipv4Addr, SocketAddr},
    sync::{Arc, Mutex, PoisonError},
};

use axum::{
    Router,
    body::Body,
    extract::Request,
    http::{HeaderValue, StatusCode, header},
    response::Response,
    serve::ListenerExt as _,
};
use tokio::net::TcpListener;

use self::counts::{Counts, RequestKind};
use crate::random::mix;

/// Path of the counts so far.
const LOG: &str = "/__log";
/// No page links to it, but every URL below it has a page: for crawlers that know old URLs.
const ARCHIVE: &str = "/archiv/";
/// Nothing ever changes here.
const LAST_MODIFIED: &str = "Fri, 04 Oct 2024 00:00:00 GMT";

/// The settings of a [`BenchSite`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BenchSettings {
    /// TCP port on 127.0.0.1; 0 picks a free one.
    pub port: u16,
    /// Number of hosts `bench-000.localhost`, `bench-001.localhost`…
    pub hosts: usize,
    /// Pages on each of them, including the home page.
    pub pages: usize,
    /// Seed of every text and link.
    pub seed: u64,
}

/// A loopback server of bench hosts, for measuring crawlers. It keeps counts but no log.
///
/// `127.0.0.1` and `localhost` are the first host too, for clients that cannot resolve `*.localhost`.
#[derive(Debug)]
pub struct BenchSite {
    settings: BenchSettings,
    listener: TcpListener,
    address: SocketAddr,
    counts: Arc<Mutex<Counts>>,
}

impl BenchSite {
    /// Binds the port. Nothing is answered before [`serve`](Self::serve).
    ///
    /// # Errors
    /// If the port is taken.
    pub async fn bind(settings: BenchSettings) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, settings.port)).await?;
        let counts = Counts::new(settings.hosts, settings.pages);
        Ok(Self {
            address: listener.local_addr()?,
            listener,
            counts: Arc::new(Mutex::new(counts)),
            settings,
        })
    }

    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The hosts as a seed file. A single host is named by its address, so that every client finds it.
    pub fn seeds_toml(&self) -> String {
        let mut out = format!("# Bench hosts on {}.\n", self.address);
        for host in 0..self.settings.hosts {
            let name = pages::host_name(host);
            let authority = match self.settings.hosts {
                1 => self.address.to_string(),
                _ => format!("{name}.localhost:{}", self.address.port()),
            };
            let _ = write!(
                out,
                "\n[[site]]\nid = \"{name}\"\nname = \"{name}\"\nhome = \"http://{authority}/\"\nfeeds = []\nnews_sitemaps = []\nsitemaps = []\n"
            );
        }
        out
    }

    /// Serves until `stop` completes. Returns the counts as JSON: requests for pages and for forbidden paths, pages requested at
    /// all and more than once, and the time of the last request for a page, in seconds since 1970.
    ///
    /// # Errors
    /// If the listener fails permanently.
    pub async fn serve(
        self,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> io::Result<String> {
        let counts = Arc::clone(&self.counts);
        let settings = Arc::new(self.settings);
        let router = Router::new().fallback(move |request: Request| {
            let response = answer(&settings, &counts, &request);
            async move { response }
        });
        let listener = self.listener.tap_io(|stream| {
            // A failure costs only a delay.
            let _ = stream.set_nodelay(true);
        });
        let serving = async { axum::serve(listener, router).await };
        tokio::select! {
            ended = serving => ended?,
            () = stop => {}
        }
        Ok(json(&self.counts))
    }
}

fn json(counts: &Mutex<Counts>) -> String {
    let counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
    counts.to_json()
}

fn answer(settings: &BenchSettings, counts: &Mutex<Counts>, request: &Request) -> Response {
    let text = |name| {
        let value: Option<&HeaderValue> = request.headers().get(name);
        value.and_then(|value| value.to_str().ok())
    };
    let authority = text(header::HOST).unwrap_or_default();
    let name = authority.split(':').next().unwrap_or_default();
    let path = request.uri().path();
    if path == LOG {
        return reply(StatusCode::OK, "application/json", json(counts));
    }
    let host = match name {
        "127.0.0.1" | "localhost" => Some(0),
        _ => name.strip_suffix(".localhost").and_then(pages::host_number),
    };
    let host = host.filter(|host| *host < settings.hosts);
    let page = pages::page_number(path, settings.pages);
    let kind = match (host, page) {
        (Some(host), Some(page)) => RequestKind::Page { host, page },
        (Some(host), None) if path.starts_with(ARCHIVE) => RequestKind::Archive {
            host,
            page: archived(path, settings.pages),
        },
        (Some(_), None) if path == "/robots.txt" => RequestKind::Robots,
        (Some(_), None) if path.starts_with("/never/") => RequestKind::Forbidden,
        _ => RequestKind::Other,
    };
    let mut response = match kind {
        RequestKind::Page { host, page } | RequestKind::Archive { host, page } => {
            let identity = ((host as u64) << 32) | page as u64;
            let tag = format!("\"{:x}\"", mix(settings.seed ^ identity, "tag"));
            let known = match (text(header::IF_NONE_MATCH), text(header::IF_MODIFIED_SINCE)) {
                (Some(tags), _) => tags.split(',').any(|known| known.trim() == tag),
                (None, since) => since == Some(LAST_MODIFIED),
            };
            let mut response = if known {
                let mut response = Response::new(Body::empty());
                *response.status_mut() = StatusCode::NOT_MODIFIED;
                response
            } else {
                let html = pages::html(settings.seed, host, page, settings.pages);
                reply(StatusCode::OK, "text/html; charset=utf-8", html)
            };
            let headers = response.headers_mut();
            if let Ok(tag) = HeaderValue::from_str(&tag) {
                headers.insert(header::ETAG, tag);
            }
            headers.insert(
                header::LAST_MODIFIED,
                HeaderValue::from_static(LAST_MODIFIED),
            );
            response
        }
        RequestKind::Robots => reply(StatusCode::OK, "text/plain", pages::ROBOTS.to_owned()),
        RequestKind::Forbidden => reply(
            StatusCode::OK,
            "text/plain",
            "You were asked not to.\n".to_owned(),
        ),
        RequestKind::Other => reply(
            StatusCode::NOT_FOUND,
            "text/plain",
            "Not found\n".to_owned(),
        ),
    };
    if request.method() == axum::http::Method::HEAD {
        *response.body_mut() = Body::empty();
    }
    let mut counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
    counts.add(kind);
    response
}

/// The page that a URL of the archive shows.
fn archived(path: &str, pages: usize) -> usize {
    usize::try_from(mix(0, path) % pages.max(1) as u64).unwrap_or(0)
}

fn reply(status: StatusCode, content_type: &'static str, body: String) -> Response {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    let value = HeaderValue::from_static(content_type);
    response.headers_mut().insert(header::CONTENT_TYPE, value);
    response
}
