//! The requests of a page, sent by our own client: at the pace of the host, within its robots.txt and under the address policy.
//! The browser gets the responses and never sees the network.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use reqwest::header;
use serde_json::{Value, json};
use store::Outcome;
use tokio::sync::Semaphore;
use url::Url;

use crate::http::request::{Accept, Request};
use crate::http::response::Fetch;
use crate::locked;
use crate::render::rules::{PageRequest, RequestDecision, decide};
use crate::robots::Rules;
use crate::url::canonical::CanonicalUrl;
use crate::worker::host_crawl::HostCrawl;
use crate::worker::report::CrawlEnded;
use crate::worker::robots::rules_of;

/// Maximum bytes that one page may load.
const MAX_BYTES: u64 = 16 << 20;
/// Maximum bytes of scripts and style sheets cached during the crawl of a host.
const MAX_KEPT: usize = 8 << 20;

/// Shared by the renderings of one host during its crawl: scripts and style sheets, and the robots.txt of other origins of its
/// domain.
#[derive(Debug, Default)]
pub(crate) struct RenderCache {
    assets: Mutex<HashMap<Url, Arc<Answer>>>,
    robots: tokio::sync::Mutex<HashMap<String, Arc<Rules>>>,
}

/// The browser's answer to a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Answer {
    Response {
        status: u16,
        headers: Vec<(&'static str, String)>,
        body: Vec<u8>,
    },
    /// None, as if it were blocked.
    Refused,
}

/// The requests of one page.
#[derive(Debug)]
pub(super) struct PageRequests<'a> {
    host: &'a HostCrawl,
    url: &'a Url,
    page: Answer,
    page_taken: AtomicBool,
    /// Limits concurrent requests as for the host, in the order of the page.
    permits: Semaphore,
    pub(super) made: AtomicUsize,
    pub(super) refused: AtomicUsize,
    pub(super) bytes: AtomicU64,
}

impl<'a> PageRequests<'a> {
    /// The requests of a page that has been fetched.
    pub(super) fn new(host: &'a HostCrawl, url: &'a Url, page: &Fetch) -> Self {
        let html = "text/html".to_owned();
        let media = page
            .header(header::CONTENT_TYPE)
            .map_or(html, str::to_owned);
        Self {
            host,
            url,
            page: Answer::Response {
                status: page.status.map_or(200, |status| status.as_u16()),
                headers: vec![("content-type", media)],
                body: page.body.clone(),
            },
            page_taken: AtomicBool::new(false),
            permits: Semaphore::new(host.settings.concurrency_per_host),
            made: AtomicUsize::new(0),
            refused: AtomicUsize::new(0),
            bytes: AtomicU64::new(0),
        }
    }

    /// Starts another attempt, which gets the page again. The counts continue.
    pub(super) fn begin(&mut self) {
        *self.page_taken.get_mut() = false;
    }

    pub(super) async fn answer(
        &self,
        url: &str,
        method: &str,
        kind: &str,
        from_page: bool,
    ) -> Result<Answer, CrawlEnded> {
        let Ok(url) = Url::parse(url) else {
            return Ok(self.refuse());
        };
        let request = PageRequest {
            url: &url,
            method,
            kind,
            from_page,
            is_measured: self.host.settings.render.boxes,
        };
        let first = !self.page_taken.load(Ordering::Relaxed);
        match decide(request, &self.host.frontier.domain, first) {
            RequestDecision::Page => {
                self.page_taken.store(true, Ordering::Relaxed);
                Ok(self.page.clone())
            }
            RequestDecision::Empty => Ok(Answer::Response {
                status: 200,
                headers: vec![("content-type", "text/css".to_owned())],
                body: Vec::new(),
            }),
            RequestDecision::Refused => Ok(self.refuse()),
            RequestDecision::Fetch(accept) => self.fetch(&url, accept).await,
        }
    }

    fn refuse(&self) -> Answer {
        self.refused.fetch_add(1, Ordering::Relaxed);
        Answer::Refused
    }

    async fn fetch(&self, url: &Url, accept: Accept) -> Result<Answer, CrawlEnded> {
        let mut url = url.clone();
        url.set_fragment(None);
        let Ok(_permit) = self.permits.acquire().await else {
            return Err(CrawlEnded);
        };
        let shared = &self.host.renderings;
        let is_asset = matches!(accept, Accept::Script | Accept::StyleSheet);
        if is_asset && let Some(known) = locked(&shared.assets).get(&url) {
            return Ok(Answer::clone(known));
        }
        let settings = &self.host.settings;
        if self.made.load(Ordering::Relaxed) >= settings.render.page_requests
            || self.bytes.load(Ordering::Relaxed) >= MAX_BYTES
            || !self.allowed(&url).await?
        {
            return Ok(self.refuse());
        }
        // A request like any other, so it counts towards the budgets.
        self.host.take_request(false)?;
        self.made.fetch_add(1, Ordering::Relaxed);
        let request = Request::new(&url, accept);
        let fetch = self.host.sent(self.host.requests.get(request).await)?;
        let read = u64::try_from(fetch.body.len()).unwrap_or(u64::MAX);
        self.bytes.fetch_add(read, Ordering::Relaxed);
        tracing::debug!(page.url = %self.url, request.url = %url, outcome = ?fetch.outcome, "requested for a rendering");
        if matches!(fetch.outcome, Outcome::Busy | Outcome::Challenge) {
            self.host.back_off_from_busy(&fetch.headers, 0);
            return Err(CrawlEnded);
        }
        let no_store = fetch
            .header(header::CACHE_CONTROL)
            .is_some_and(|text| text.contains("no-store"));
        let answer = self.response(fetch);
        if is_asset && !no_store {
            self.keep(&url, &answer);
        }
        Ok(answer)
    }

    /// The part of a response that the page gets. The page may read it whatever its origin, since no credentials are ever sent.
    fn response(&self, fetch: Fetch) -> Answer {
        let Some(status) = fetch.status else {
            return self.refuse();
        };
        let mut headers = vec![("access-control-allow-origin", "*".to_owned())];
        let mut pass = |name, value: Option<&str>| {
            headers.extend(value.map(|value| (name, value.to_owned())));
        };
        pass("content-type", fetch.header(header::CONTENT_TYPE));
        pass("location", fetch.location.as_ref().map(Url::as_str));
        Answer::Response {
            status: status.as_u16(),
            headers,
            body: fetch.body,
        }
    }

    fn keep(&self, url: &Url, answer: &Answer) {
        let Answer::Response {
            status: 200, body, ..
        } = answer
        else {
            return;
        };
        let mut assets = locked(&self.host.renderings.assets);
        let kept: usize = assets.values().map(|answer| answer.len()).sum();
        if kept + body.len() <= MAX_KEPT {
            assets.insert(url.clone(), Arc::new(answer.clone()));
        }
    }

    /// Whether the robots.txt of the URL's host allows a request. That of another host of the domain is requested first, at its
    /// pace, and cached during the crawl of this host.
    async fn allowed(&self, url: &Url) -> Result<bool, CrawlEnded> {
        let Ok(canonical) = CanonicalUrl::new(url) else {
            return Ok(false);
        };
        let lease = &self.host.guard.lease;
        let authority = canonical.authority();
        if authority == lease.authority {
            let rules = self.host.rules_of(url).await?;
            return Ok(rules.is_ok_and(|at| at.rules.check(url).allowed));
        }
        let mut known = self.host.renderings.robots.lock().await;
        let origin = format!("{}://{authority}", url.scheme());
        if let Some(rules) = known.get(&origin) {
            return Ok(rules.check(url).allowed);
        }
        let product = &self.host.settings.product;
        let rules = rules_of(&self.host.requests, url.scheme(), &authority, product).await;
        let rules = Arc::new(self.host.sent(rules)?);
        known.insert(origin, Arc::clone(&rules));
        Ok(rules.check(url).allowed)
    }
}

impl Answer {
    fn len(&self) -> usize {
        match self {
            Self::Response { body, .. } => body.len(),
            Self::Refused => 0,
        }
    }

    /// The DevTools command for this answer to a request of a kind. A refused document leaves the current one in place; an
    /// error would replace it.
    pub(super) fn command(&self, request_id: &Value, kind: &str) -> (&'static str, Value) {
        match self {
            Self::Refused => {
                let reason = if kind == "Document" {
                    "Aborted"
                } else {
                    "BlockedByClient"
                };
                (
                    "Fetch.failRequest",
                    json!({ "requestId": request_id, "errorReason": reason }),
                )
            }
            Self::Response {
                status,
                headers,
                body,
            } => {
                let headers = headers.iter();
                let headers = headers.map(|(name, value)| json!({ "name": name, "value": value }));
                let headers: Vec<Value> = headers.collect();
                (
                    "Fetch.fulfillRequest",
                    json!({
                        "requestId": request_id,
                        "responseCode": status,
                        "responseHeaders": headers,
                        "body": STANDARD.encode(body),
                    }),
                )
            }
        }
    }
}
