//! The middleware in front of every page: host names, write access, time limits and security headers.

use std::collections::BTreeSet;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::uri::Authority;
use axum::http::{Method, StatusCode, Version};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use tokio::sync::Semaphore;

use super::Reader;
use super::sources::UPLOAD;
use super::visit::cookie;

/// Maximum time from the request to the first byte of the response.
const MAX_DURATION: Duration = Duration::from_secs(10);
/// Maximum size of a form in bytes.
const MAX_BODY: usize = 64 << 10;
/// The same for a file of sites.
const MAX_UPLOAD: usize = 1 << 20;
/// Maximum number of searches at a time, each of which is up to two statements that may take all of a core.
const MAX_SEARCHES: usize = 4;
/// Maximum number of requests at a time that read a stored page, or all versions of an article. Each may take a second and two hundred
/// megabytes.
const MAX_READINGS: usize = 2;
/// Maximum number of requests for `/token` at a time, where tokens are entered.
const MAX_LOGINS: usize = 4;
/// Maximum number of other requests at a time; further ones wait.
const MAX_OTHERS: usize = 32;
/// The cookie that holds the token.
pub(super) const COOKIE: &str = "gleaner_token";
/// The headers of every response. There are no inline scripts or styles.
const HEADERS: [(HeaderName, &str); 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    // Outlets do not learn who reads them.
    (header::REFERRER_POLICY, "same-origin"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; \
    base-uri 'none'; frame-ancestors 'none'; img-src 'self'";

/// Who may read, and who may write.
#[derive(Debug, Clone, Default)]
pub struct Access {
    /// Accepted host names, without ports, besides `localhost` and IP addresses.
    hosts: Vec<String>,
    /// The token that writing requires.
    token: Option<String>,
    /// Whether other machines can reach the reader, directly or by a host name.
    is_public: bool,
}

/// Whether the client may write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Writing {
    Allowed,
    /// Only with the token, which this browser does not have.
    WithToken,
    Never,
}

impl Access {
    /// Access to a reader that listens on `address`. It answers to `localhost`, IP addresses and the given host names only, because
    /// pages of other sites could reach it by their own names (DNS rebinding).
    pub fn new(address: SocketAddr, hosts: &[String], token: Option<String>) -> Self {
        Self {
            hosts: hosts.iter().map(|host| host.to_ascii_lowercase()).collect(),
            token: token.filter(|token| !token.is_empty()),
            // A host name is for other machines, whose requests a reverse proxy passes on from this one.
            is_public: !address.ip().is_loopback() || !hosts.is_empty(),
        }
    }

    /// Whether `given` is the token.
    pub(super) fn accepts(&self, given: &str) -> bool {
        let token = self.token.as_deref();
        token.is_some_and(|token| constant_time_eq(given, token))
    }

    /// Whether the client may write, for pages with forms.
    pub(super) fn writing(&self, headers: &HeaderMap) -> Writing {
        match &self.token {
            None if self.is_public => Writing::Never,
            Some(token) if !has_token(headers, token) => Writing::WithToken,
            _ => Writing::Allowed,
        }
    }

    /// Whether writing is off because there is no token, although other machines can reach the reader.
    pub(super) fn is_read_only(&self) -> bool {
        self.token.is_none() && self.is_public
    }

    /// Whether there is a token.
    pub(super) fn has_token(&self) -> bool {
        self.token.is_some()
    }

    fn accepts_host(&self, host: &str) -> bool {
        let Ok(authority) = host.parse::<Authority>() else {
            return false;
        };
        let name = authority
            .host()
            .trim_start_matches('[')
            .trim_end_matches(']');
        let name = name.to_ascii_lowercase();
        name == "localhost"
            || name.ends_with(".localhost")
            || name.parse::<IpAddr>().is_ok()
            || self.hosts.contains(&name)
    }

    /// Why a request may not write; `None` if it may.
    fn write_refusal(&self, headers: &HeaderMap) -> Option<&'static str> {
        if is_foreign(headers) {
            return Some(
                "This request comes from a page of another site. Write from the reader's own pages.",
            );
        }
        match self.writing(headers) {
            Writing::Never => Some(
                "Other machines can reach this reader and it has no token, so writing is off. Start it with --token.",
            ),
            Writing::WithToken => Some(
                "Writing needs the token that this reader was started with. Enter it on the page /token.",
            ),
            Writing::Allowed => None,
        }
    }
}

/// Whether the browser's own connection is encrypted, by the first proxy: those after it may append what they see.
pub(super) fn is_encrypted(headers: &HeaderMap) -> bool {
    let schemes = headers.get("x-forwarded-proto");
    let schemes = schemes.and_then(|schemes| schemes.to_str().ok());
    let first = schemes.and_then(|schemes| schemes.split(',').next());
    first.is_some_and(|scheme| scheme.trim().eq_ignore_ascii_case("https"))
}

/// Whether the browser says that the request comes from another site.
fn is_foreign(headers: &HeaderMap) -> bool {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(site) = text(HeaderName::from_static("sec-fetch-site")) {
        return !matches!(site, "same-origin" | "none");
    }
    match headers.get(header::ORIGIN).map(HeaderValue::to_str) {
        None => false, // no browser
        Some(Err(_)) => true,
        Some(Ok(origin)) => {
            let host = origin.split_once("://").map(|(_, host)| host);
            host.is_none() || host != text(header::HOST)
        }
    }
}

/// Whether a request has the token, as a bearer token or as a cookie.
fn has_token(headers: &HeaderMap, token: &str) -> bool {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let bearer = text(header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
    let given = bearer.or_else(|| cookie(headers, COOKIE));
    given.is_some_and(|given| constant_time_eq(given, token))
}

/// Compares two texts in a time that does not reveal where they differ.
fn constant_time_eq(a: &str, b: &str) -> bool {
    let mac = |text: &str| {
        let key: &[u8] = b"gleaner";
        Hmac::<Sha256>::new_from_slice(key).map(|mut mac| {
            mac.update(text.as_bytes());
            mac
        })
    };
    match (mac(a), mac(b)) {
        (Ok(a), Ok(b)) => a.verify(&b.finalize().into_bytes()).is_ok(),
        _ => false,
    }
}

/// The content security policy of a page with pictures of these origins, from [`crawl::public_origin`].
pub(super) fn policy_with_images(origins: BTreeSet<String>) -> String {
    let mut policy = POLICY.to_owned();
    for origin in origins {
        policy.push(' ');
        policy.push_str(&origin);
    }
    policy
}

/// Rejects requests that are not allowed, limits the time of the others, and sets the headers of the response.
pub(super) async fn guard(State(reader): State<Reader>, request: Request, next: Next) -> Response {
    let mut response = match rejection(&reader, &request) {
        Some(rejection) => rejection,
        None => with_timeout(&reader, request, next).await,
    };
    let is_busy = response.status() == StatusCode::SERVICE_UNAVAILABLE;
    let headers = response.headers_mut();
    if is_busy && !headers.contains_key(header::RETRY_AFTER) {
        headers.insert(header::RETRY_AFTER, HeaderValue::from_static("10"));
    }
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if !headers.contains_key(header::CONTENT_SECURITY_POLICY) {
        let policy = HeaderValue::from_static(POLICY);
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    }
    response
}

fn rejection(reader: &Reader, request: &Request) -> Option<Response> {
    let mut hosts = request.headers().get_all(header::HOST).iter();
    match (hosts.next(), hosts.next()) {
        (Some(host), None)
            if reader
                .access
                .accepts_host(host.to_str().unwrap_or_default()) => {}
        (Some(_), None) => {
            let message = "This reader is not served under this host name. Start it with --host NAME to allow a name.\n";
            return Some((StatusCode::MISDIRECTED_REQUEST, message).into_response());
        }
        // a supervisor; every browser names the host
        (None, _) if request.version() == Version::HTTP_10 => {}
        _ => {
            let message = "A request needs one Host header (RFC 9112).\n";
            return Some((StatusCode::BAD_REQUEST, message).into_response());
        }
    }
    let reads = [Method::GET, Method::HEAD, Method::OPTIONS].contains(request.method());
    // The page on which the token is entered does not require it.
    if reads || (request.uri().path() == "/token" && !is_foreign(request.headers())) {
        return None;
    }
    let message = reader.access.write_refusal(request.headers())?;
    Some((StatusCode::FORBIDDEN, format!("{message}\n")).into_response())
}

/// The places for requests of a kind, so that one kind delays no other; `None` if a request needs no place.
#[derive(Debug)]
pub(super) struct Places {
    searches: Arc<Semaphore>,
    readings: Arc<Semaphore>,
    logins: Arc<Semaphore>,
    others: Arc<Semaphore>,
}

impl Default for Places {
    fn default() -> Self {
        let places = |number| Arc::new(Semaphore::new(number));
        Self {
            searches: places(MAX_SEARCHES),
            readings: places(MAX_READINGS),
            logins: places(MAX_LOGINS),
            others: places(MAX_OTHERS),
        }
    }
}

impl Places {
    fn of(&self, request: &Request) -> Option<&Arc<Semaphore>> {
        let route = request.extensions().get::<MatchedPath>();
        Some(match route.map_or("", MatchedPath::as_str) {
            // A busy reader must still answer its supervisor.
            "/healthz" => return None,
            "/search"
            | "/api/v1/search"
            | "/trends"
            | "/api/v1/search/series"
            | "/api/v1/search/words"
            | "/api/v1/articles"
            | "/feeds/{file}"
            | "/feeds/source/{file}"
            | "/watches"
            // A refused change shows all watches.
            | "/watches/{id}"
            | "/api/v1/watches" => &self.searches,
            "/article/{id}/explain"
            | "/article/{id}/picture.svg"
            | "/article/{id}/rule"
            | "/label/pages"
            | "/label/blocks"
            | "/api/v1/articles/{id}" => &self.readings,
            // Strangers who try tokens delay only each other.
            "/token" => &self.logins,
            _ => &self.others,
        })
    }
}

/// Answers a request within [`MAX_DURATION`]. If that is over, or if the client leaves, the work keeps its place until it ends, because
/// neither a statement nor the reading of a page can be interrupted.
async fn with_timeout(reader: &Reader, request: Request, next: Next) -> Response {
    let places = reader.places.of(&request).cloned();
    let max = match request.extensions().get::<MatchedPath>() {
        Some(route) if route.as_str() == UPLOAD && request.method() == Method::POST => MAX_UPLOAD,
        _ => MAX_BODY,
    };
    let answer = async {
        // A slow sender takes no place.
        let (head, body) = request.into_parts();
        let Ok(body) = to_bytes(body, max).await else {
            return StatusCode::PAYLOAD_TOO_LARGE.into_response();
        };
        let request = Request::from_parts(head, Body::from(body));
        let place = match places {
            // The semaphores are never closed.
            Some(places) => places.acquire_owned().await.ok(),
            None => None,
        };
        let work = tokio::spawn(async move {
            let _place = place;
            next.run(request).await
        });
        work.await
            .unwrap_or_else(|_| StatusCode::INTERNAL_SERVER_ERROR.into_response())
    };
    tokio::time::timeout(MAX_DURATION, answer)
        .await
        .unwrap_or_else(|_| {
            let message = "This page took too long. Try again later, or ask for less.\n";
            (StatusCode::SERVICE_UNAVAILABLE, message).into_response()
        })
}

#[cfg(test)]
mod tests;
