//! One request: allowed to go there? then asked within bounds of time and size, and named by what came of it.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use chrono::Utc;
use reqwest::{RequestBuilder, Response, header};
use store::Outcome;
use tokio::time::timeout;
use url::Url;

pub(crate) use crate::answer::Fetch;
use crate::answer::{is_readable, size};
use crate::body::{Body, CODINGS, Fault};
use crate::challenge;
use crate::client;
use crate::cookies::Jar;
use crate::failure::failure;
use crate::proxy::Proxies;
use crate::resolver::AddressPolicy;
use crate::robots::BYTE_LIMIT;
use crate::room::{Room, SMALL};
use crate::settings::Settings;
use crate::sitemap;

/// The one HTTP client. Follows no redirect by itself, obeys the address policy.
#[derive(Debug, Clone)]
pub(crate) struct Fetcher {
    http: reqwest::Client,
    policy: AddressPolicy,
    proxies: Arc<Proxies>,
    bounds: Bounds,
    room: Room,
    /// The cookies of the host that is visited.
    jar: Option<Arc<Mutex<Jar>>>,
}

#[derive(Debug, Clone, Copy)]
struct Bounds {
    first_byte: Duration,
    idle: Duration,
    total: Duration,
    header_bytes: usize,
    body_bytes: usize,
}

/// What is asked for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Request<'a> {
    pub(crate) url: &'a Url,
    pub(crate) accept: Accept,
    pub(crate) etag: Option<&'a str>,
    pub(crate) last_modified: Option<&'a str>,
}

/// What is of use as an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Accept {
    /// Pages, or a feed where a page was expected. Other types are not read.
    Page,
    /// Feeds, whatever they call themselves: their types are seldom right.
    Feed,
    /// Sitemaps, likewise; they may be larger than a page, and stay gzipped until they are read.
    Sitemap,
    /// A robots.txt, of which the first bytes count (RFC 9309, section 2.5).
    Robots,
}

impl Accept {
    /// The values of `Accept` and `Accept-Encoding`.
    fn headers(self) -> (&'static str, &'static str) {
        match self {
            Self::Page => ("text/html,application/xhtml+xml;q=0.9,*/*;q=0.5", CODINGS),
            Self::Feed => (
                "application/rss+xml,application/atom+xml,application/feed+json,*/*;q=0.5",
                CODINGS,
            ),
            Self::Sitemap => ("application/xml,text/xml,*/*;q=0.5", "gzip"),
            Self::Robots => ("text/plain,*/*;q=0.5", CODINGS),
        }
    }
}

impl Fetcher {
    pub(crate) fn new(settings: &Settings) -> Result<Self, reqwest::Error> {
        Self::with(settings, |builder| builder)
    }

    fn with(
        settings: &Settings,
        adapt: impl FnOnce(reqwest::ClientBuilder) -> reqwest::ClientBuilder,
    ) -> Result<Self, reqwest::Error> {
        // What is wrong with the proxies has been told by `Settings::check`.
        let proxies = Proxies::new(settings, |name| std::env::var(name).ok()).unwrap_or_default();
        let proxies = Arc::new(proxies);
        let policy = AddressPolicy::new(settings, proxies.hosts());
        let http = adapt(client::builder(settings, &policy, &proxies)).build()?;
        Ok(Self {
            http,
            policy,
            proxies,
            bounds: Bounds {
                first_byte: settings.first_byte_timeout,
                idle: settings.idle_timeout,
                total: settings.timeout,
                header_bytes: settings.max_header_bytes,
                body_bytes: settings.max_body_bytes,
            },
            room: Room::new(settings.max_bytes_in_flight),
            jar: None,
        })
    }

    /// The same for one visit to one host, with a jar for its cookies.
    pub(crate) fn for_visit(&self) -> Self {
        Self {
            jar: Some(Arc::default()),
            ..self.clone()
        }
    }

    /// The client underneath, for the one library that insists on having one.
    pub(crate) fn client(&self) -> &reqwest::Client {
        &self.http
    }

    /// Where a request to this address will connect to. The name is looked up under the policy and keeps
    /// its addresses for some minutes. `None`: nowhere, or a proxy knows.
    pub(crate) async fn address(&self, url: &Url) -> Option<IpAddr> {
        if self.policy.check(url).is_err() || self.proxies.of(url).is_some() {
            return None;
        }
        match url.host()? {
            url::Host::Ipv4(address) => Some(IpAddr::V4(address)),
            url::Host::Ipv6(address) => Some(IpAddr::V6(address)),
            url::Host::Domain(name) => self.policy.addresses(name).await.ok()?.first().copied(),
        }
    }

    /// From now on the host of this visit gets its cookies back.
    pub(crate) fn send_cookies(&self) {
        self.with_jar(|jar| jar.open = true);
    }

    fn with_jar<T>(&self, use_it: impl FnOnce(&mut Jar) -> T) -> Option<T> {
        let jar = self.jar.as_ref()?;
        Some(use_it(
            &mut jar.lock().unwrap_or_else(PoisonError::into_inner),
        ))
    }

    /// One GET. Never fails: whatever happens is an outcome.
    pub(crate) async fn get(&self, request: Request<'_>) -> Fetch {
        let (accept, codings) = request.accept.headers();
        let mut builder = self
            .http
            .get(request.url.clone())
            .header(header::ACCEPT, accept)
            .header(header::ACCEPT_ENCODING, codings);
        if let Some(etag) = request.etag {
            builder = builder.header(header::IF_NONE_MATCH, etag);
        }
        if let Some(last_modified) = request.last_modified {
            builder = builder.header(header::IF_MODIFIED_SINCE, last_modified);
        }
        self.exchange(builder, request.url, request.accept).await
    }

    /// One POST of a form, under the same rules.
    pub(crate) async fn post_form(&self, url: &Url, form: &[(&str, &str)]) -> Fetch {
        let body = url::form_urlencoded::Serializer::new(String::new())
            .extend_pairs(form)
            .finish();
        let builder = self
            .http
            .post(url.clone())
            .header(header::ACCEPT_ENCODING, CODINGS)
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(body);
        self.exchange(builder, url, Accept::Robots).await
    }

    async fn exchange(&self, mut builder: RequestBuilder, url: &Url, accept: Accept) -> Fetch {
        let begun = Instant::now();
        if let Err(refused) = self.policy.check(url) {
            return Fetch::without_answer(refused.outcome(), refused.to_string());
        }
        let before = self.with_jar(|jar| (jar.header(url), jar.changes));
        let (cookie, cookies) = before.unwrap_or_default();
        if let Some(cookie) = cookie {
            builder = builder.header(header::COOKIE, cookie);
        }
        let mut fetch = match timeout(self.bounds.first_byte, builder.send()).await {
            Ok(Ok(response)) => self.read(response, url, accept).await,
            Ok(Err(error)) => {
                let (outcome, detail) = failure(&error);
                Fetch::without_answer(outcome, detail)
            }
            Err(_) => Fetch::without_answer(Outcome::Timeout, "no answer in time".to_owned()),
        };
        let after = self.with_jar(|jar| {
            jar.learn(url, &fetch.headers, Utc::now());
            jar.changes
        });
        fetch.cookies = (cookies, after.unwrap_or_default());
        fetch.took = begun.elapsed();
        fetch
    }

    async fn read(&self, mut response: Response, url: &Url, accept: Accept) -> Fetch {
        if let (Some(host), Some(peer)) = (url.host_str(), response.remote_addr()) {
            self.policy.answered(host, peer.ip());
        }
        let status = response.status();
        let headers = std::mem::take(response.headers_mut());
        let mut fetch = Fetch::begun(status, headers, url);
        if size(&fetch.headers) > self.bounds.header_bytes {
            let bound = self.bounds.header_bytes;
            fetch.headers.clear();
            return fetch.but(
                Outcome::TooLarge,
                format!("more than {bound} bytes of headers"),
            );
        }
        if let Some(whose) = challenge::by_headers(status, &fetch.headers) {
            return fetch.but(
                Outcome::Challenge,
                format!("{whose} wants proof of a person"),
            );
        }
        if fetch.outcome != Outcome::Fetched {
            return self.refusal(fetch, response).await;
        }
        if accept == Accept::Page && !is_readable(&fetch.headers) {
            let media = fetch.media_type().unwrap_or_default();
            return fetch.but(Outcome::Skipped, format!("content type {media}"));
        }
        let limit = match accept {
            Accept::Robots => BYTE_LIMIT + 1,
            Accept::Sitemap => self.bounds.body_bytes.max(sitemap::MAX_BYTES),
            Accept::Page | Accept::Feed => self.bounds.body_bytes,
        };
        self.body(fetch, response, accept, limit).await
    }

    /// The body of an answer that has one worth having.
    async fn body(
        &self,
        mut fetch: Fetch,
        mut response: Response,
        accept: Accept,
        limit: usize,
    ) -> Fetch {
        let announced = content_length(&fetch);
        let too_large = format!("more than {limit} bytes");
        if announced.is_some_and(|bytes| bytes > limit as u64) && accept != Accept::Robots {
            return fetch.but(Outcome::TooLarge, too_large);
        }
        let mut body = match accept {
            Accept::Sitemap if is_gzip(&fetch) => Body::as_it_comes(limit),
            _ => match Body::new(&fetch.headers, limit) {
                Ok(body) => body,
                Err(why) => return fetch.but(Outcome::Malformed, why),
            },
        };
        loop {
            if body.held() > SMALL && fetch.room.is_none() {
                let most = announced.map_or(limit, |bytes| usize::try_from(bytes).unwrap_or(limit));
                let room = self.room.take(most.clamp(SMALL, limit));
                match timeout(self.bounds.total, room).await {
                    Ok(room) => fetch.room = room,
                    Err(_) => return fetch.but(Outcome::Timeout, NO_ROOM.to_owned()),
                }
            }
            let pushed = match timeout(self.bounds.idle, response.chunk()).await {
                Ok(Ok(Some(piece))) => body.push(&piece),
                Ok(Ok(None)) => break,
                Ok(Err(error)) => {
                    let (outcome, detail) = failure(&error);
                    return fetch.but(outcome, detail);
                }
                Err(_) => {
                    return fetch.but(Outcome::Timeout, "the answer stopped coming".to_owned());
                }
            };
            match pushed {
                Ok(()) => {}
                Err(Fault::TooLarge) if accept == Accept::Robots => {
                    fetch.body = body.beginning();
                    return decoded(fetch);
                }
                Err(Fault::TooLarge) => return fetch.but(Outcome::TooLarge, too_large),
                Err(Fault::Damaged) => return fetch.but(Outcome::Malformed, DAMAGED.to_owned()),
            }
        }
        match body.finish() {
            Ok(bytes) if accept == Accept::Sitemap && is_gzip(&fetch) => {
                match unpacked(&fetch, &bytes) {
                    Some(small) => {
                        fetch.body = small;
                        decoded(fetch)
                    }
                    None => Fetch {
                        body: bytes,
                        ..fetch
                    },
                }
            }
            Ok(bytes) => {
                fetch.body = bytes;
                decoded(fetch)
            }
            Err(Fault::TooLarge) => fetch.but(Outcome::TooLarge, too_large),
            Err(Fault::Damaged) => fetch.but(Outcome::Malformed, DAMAGED.to_owned()),
        }
    }

    /// An answer without a page: it may be a bot wall, and its beginning tells.
    async fn refusal(&self, mut fetch: Fetch, mut response: Response) -> Fetch {
        let Some(status) = fetch.status.filter(|&status| challenge::may_be(status)) else {
            return fetch;
        };
        let Ok(mut body) = Body::new(&fetch.headers, challenge::LOOK) else {
            return fetch;
        };
        while let Ok(Ok(Some(piece))) = timeout(self.bounds.idle, response.chunk()).await {
            if body.push(&piece).is_err() {
                break;
            }
        }
        let beginning = body.beginning();
        if let Some(whose) = challenge::by_body(status, &fetch.headers, &beginning) {
            fetch = fetch.but(
                Outcome::Challenge,
                format!("{whose} wants proof of a person"),
            );
        }
        fetch
    }
}

/// A gzipped body, if that is small.
fn unpacked(fetch: &Fetch, bytes: &[u8]) -> Option<Vec<u8>> {
    let mut body = Body::new(&fetch.headers, SMALL).ok()?;
    body.push(bytes).ok()?;
    body.finish().ok()
}

const NO_ROOM: &str = "no room for a large body in time; `crawl.max_bytes_in_flight` is the bound";
const DAMAGED: &str = "the body broke off or is damaged";

/// The headers describe the body as it came; it has been decoded since.
fn decoded(mut fetch: Fetch) -> Fetch {
    if fetch.headers.remove(header::CONTENT_ENCODING).is_some() {
        fetch.headers.remove(header::CONTENT_LENGTH);
    }
    fetch
}

fn content_length(fetch: &Fetch) -> Option<u64> {
    fetch.header(header::CONTENT_LENGTH)?.trim().parse().ok()
}

fn is_gzip(fetch: &Fetch) -> bool {
    fetch
        .header(header::CONTENT_ENCODING)
        .is_some_and(|coding| matches!(coding.trim(), "gzip" | "x-gzip"))
}

#[cfg(test)]
#[path = "fetch_tests.rs"]
mod tests;
