//! One address of a leased host: robots, pacing, request, reading, and one transaction.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use chrono::{DateTime, DurationRound, TimeDelta, Utc};
use reqwest::header::{self, HeaderMap};
use store::{Due, Outcome, UrlKind, Visit};

use crate::discover::Scope;
use crate::discover::read::{Read, read, validator};
use crate::discover::sitemap;
use crate::frontier::found::DiscoveredLinks;
use crate::frontier::schedule::failures;
use crate::http::fetch::{Accept, Fetch, Request};
use crate::url::canonical::CanonicalUrl;
use crate::worker::host::Host;
use crate::worker::limiter::NotSent;
use crate::worker::politeness::{MAX_RETRY_AFTER, back_off, retry_after, span};
use crate::worker::report::Ended;

/// Bodies above this are read on a thread of their own, in bytes.
pub(crate) const LARGE_BODY: usize = 256 << 10;

impl Host {
    /// Visits one address: asks for it if that is allowed, and records what came of it in one
    /// transaction. Returns when that is done, or when the walk is over.
    pub(crate) async fn visit_once(&self, due: &Due) {
        if !self.goes_on() {
            return;
        }
        let url = match CanonicalUrl::parse(&due.url) {
            Ok(url) => url,
            Err(error) => {
                let mut visit = self.blank(due, Outcome::Skipped);
                visit.detail = Some(error.to_string());
                return self
                    .record(due, None, DiscoveredLinks::default(), visit)
                    .await;
            }
        };
        let ruling = self.rules.check(url.as_url());
        if !ruling.allowed {
            let mut visit = self.blank(due, Outcome::Disallowed);
            visit.robots_rule = ruling.rule;
            return self
                .record(due, Some(&url), DiscoveredLinks::default(), visit)
                .await;
        }
        let Some(mut fetch) = self.request(due, &url).await else {
            return;
        };
        self.follow(due, &mut fetch);
        let _room = fetch.room.take(); // for as long as the body is held
        let mut visit = self.blank(due, fetch.outcome);
        visit.robots_rule = ruling.rule;
        visit.next_request_at = self.limiter.next();
        if matches!(fetch.outcome, Outcome::Busy | Outcome::Challenge) {
            visit.next_request_at = self.retreat(&fetch.headers, failures(due.history.as_ref()));
        }
        visit.http_status = fetch.status_code();
        visit.duration_ms = i32::try_from(fetch.took.as_millis()).unwrap_or(i32::MAX);
        visit.size_bytes = i64::try_from(fetch.body.len()).unwrap_or(i64::MAX);
        visit.etag = validator(&fetch.headers, header::ETAG);
        visit.last_modified = validator(&fetch.headers, header::LAST_MODIFIED);
        if fetch.outcome == Outcome::NotModified {
            visit.etag = visit.etag.or_else(|| due.etag.clone());
            visit.last_modified = visit.last_modified.or_else(|| due.last_modified.clone());
        }
        let (mut links, mut stored) = (Vec::new(), 0);
        let (mut elsewhere, mut min_wait) = (None, None);
        match self.read(due, &url, fetch).await {
            Ok(read) => {
                visit.outcome = read.outcome;
                visit.page = read.page;
                links = read.links;
                stored = read.stored;
                elsewhere = read.elsewhere;
                min_wait = self.hub_rest(due, &read.offer).await;
                let site = self.opt_outs.of(url.as_url(), &self.rules.opt_outs);
                visit.opt_out = read.opt_out.to_json(&site);
                visit.detail = read.detail;
            }
            Err(panic) => {
                visit.outcome = Outcome::Malformed;
                visit.detail = Some(format!("reading the body failed: {panic}"));
            }
        }
        let resolved = self.resolve_url_variants(due, &url, &visit, links, elsewhere.as_ref());
        match resolved.await {
            Ok(found) => {
                let count = found.count + stored;
                let found = DiscoveredLinks {
                    count,
                    min_wait,
                    ..found
                };
                self.record(due, Some(&url), found, visit).await;
            }
            Err(error) => self.fail(error),
        }
    }

    /// Asks for an address when its turn has come. `None`: the walk is over instead.
    async fn request(&self, due: &Due, url: &CanonicalUrl) -> Option<Fetch> {
        let within_visit = self.progress(|progress| {
            progress.requests += 1;
            progress.requests <= self.settings.max_pages_per_visit
        });
        if !within_visit || !self.allowance.take() {
            self.end(Ended::Budget);
            return None;
        }
        let accept = match due.kind {
            UrlKind::Home | UrlKind::Page => Accept::Page,
            UrlKind::Feed => Accept::Feed,
            UrlKind::Sitemap | UrlKind::NewsSitemap => Accept::Sitemap,
        };
        let request = Request {
            url: url.as_url(),
            accept,
            etag: due.etag.as_deref(),
            last_modified: due.last_modified.as_deref(),
        };
        match self.limiter.get(request).await {
            Ok(fetch) => return Some(fetch),
            Err(NotSent::Stopped) => self.end(Ended::Stopped),
            Err(NotSent::LeaseLost) => self.end(Ended::LeaseLost),
            Err(NotSent::Store(error)) => {
                self.progress(|progress| progress.failure.get_or_insert(error).to_string());
                self.end(Ended::Stopped);
            }
        }
        None
    }

    /// A host that says it is busy is left at once, until the time it names, by the database's clock: else for
    /// as long as this failure in a row of the address, or of the host, is worth.
    pub(crate) fn retreat(&self, headers: &HeaderMap, failures: u32) -> DateTime<Utc> {
        let now = self.guard.clock.now();
        let named = headers
            .get(header::RETRY_AFTER)
            .and_then(|value| retry_after(value.to_str().ok()?, now));
        let until = named.unwrap_or_else(|| {
            let of_host = u32::from(self.guard.lease.failures.unsigned_abs()) + 1;
            let first = self.settings.revisit.failure;
            now + span(back_off(first, failures.max(of_host), MAX_RETRY_AFTER))
        });
        self.limiter.not_before(until);
        let until = self.limiter.next();
        self.end(Ended::Busy(until));
        until
    }

    /// Reads an answer. A body on which our own code breaks is the error, in words, and not the end of the walk.
    async fn read(&self, due: &Due, url: &CanonicalUrl, fetch: Fetch) -> Result<Read, String> {
        let mut scope = Scope::new(&self.domain, &self.settings, Utc::now());
        scope.wanted = self.wanted(due);
        scope.seen = Some(Arc::clone(&self.seen));
        // A sitemap that is still gzipped may be small and yet long.
        if fetch.body.len() <= LARGE_BODY && !fetch.body.starts_with(&sitemap::GZIP) {
            let product = &self.settings.product;
            let read = || read(&scope, due, url.as_url(), fetch, product);
            return catch_unwind(AssertUnwindSafe(read)).map_err(|_| "it panicked".to_owned());
        }
        let (due, url, product) = (due.clone(), url.clone(), self.settings.product.clone());
        tokio::task::spawn_blocking(move || read(&scope, &due, url.as_url(), fetch, &product))
            .await
            .map_err(|panic| panic.to_string())
    }

    fn blank(&self, due: &Due, outcome: Outcome) -> Visit {
        let now = self.guard.clock.now();
        // As exact as the database keeps it.
        let fetched_at = now
            .duration_trunc(TimeDelta::microseconds(1))
            .unwrap_or(now);
        Visit {
            next_request_at: self.limiter.next(),
            ..Visit::new(due.url_id, &due.url, fetched_at, outcome)
        }
    }
}
