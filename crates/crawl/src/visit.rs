//! One address of a leased host: robots, pacing, request, reading, and one transaction.

use std::collections::HashSet;
use std::sync::PoisonError;

use chrono::{DateTime, DurationRound, TimeDelta, Utc};
use reqwest::header;
use sha2::{Digest, Sha256};
use store::{Due, NewUrl, Outcome, UrlKind, Visit};

use crate::canonical::CanonicalUrl;
use crate::discover::Scope;
use crate::fetch::{Accept, Fetch, Request};
use crate::host::Host;
use crate::politeness::{MAX_RETRY_AFTER, back_off, retry_after, span};
use crate::read::{Read, read, validator};
use crate::report::Ended;
use crate::schedule::{Seen, failures, next_due};

/// Failures in a row after which a host is left alone for a while.
const MAX_STRIKES: u32 = 5;
/// Bodies above this are read on a thread of their own, in bytes.
const LARGE_BODY: usize = 256 << 10;

impl Host {
    /// Visits one address: asks for it if that is allowed, and records what came of it in one
    /// transaction. Returns when that is done, or when the walk is over.
    pub(crate) async fn visit(&self, due: &Due) {
        if !self.goes_on() {
            return;
        }
        let url = match CanonicalUrl::parse(&due.url) {
            Ok(url) => url,
            Err(error) => {
                let mut visit = self.blank(due, Outcome::Skipped).await;
                visit.detail = Some(error.to_string());
                return self.record(due, None, visit).await;
            }
        };
        let ruling = self.rules.check(url.as_url());
        if !ruling.allowed {
            let mut visit = self.blank(due, Outcome::Disallowed).await;
            visit.robots_rule = ruling.rule;
            return self.record(due, Some(&url), visit).await;
        }
        if !self.turn().await {
            return;
        }
        let fetch = self.request(due, &url).await;
        let mut visit = self.blank(due, fetch.outcome).await;
        visit.robots_rule = ruling.rule;
        visit.next_request_at = self.pace.end().await;
        if matches!(fetch.outcome, Outcome::Busy | Outcome::Challenge) {
            visit.next_request_at = self.retreat(due, &fetch).await;
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
        match self.read(due, &url, fetch).await {
            Ok(read) => {
                visit.outcome = read.outcome;
                visit.page = read.page;
                visit.links = self.within_budgets(read.links);
                visit.opt_out = read.opt_out;
                visit.detail = read.detail;
            }
            Err(panic) => {
                visit.outcome = Outcome::Malformed;
                visit.detail = Some(format!("reading the body failed: {panic}"));
            }
        }
        self.record(due, Some(&url), visit).await;
    }

    /// Waits for the host's next turn. `false`: the walk is over instead.
    async fn turn(&self) -> bool {
        let within_visit = self.progress(|progress| {
            progress.requests += 1;
            progress.requests <= self.settings.max_pages_per_visit
        });
        if !within_visit || !self.allowance.take() {
            self.end(Ended::Budget);
            return false;
        }
        tokio::select! {
            biased;
            () = self.stop.cancelled() => {}
            () = self.pace.turn() => {}
        }
        // The wait may have been long: asked again right before the request.
        !self.stop.is_cancelled() && self.hold.is_ours() && self.progress(|p| p.ended.is_none())
    }

    async fn request(&self, due: &Due, url: &CanonicalUrl) -> Fetch {
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
        self.fetcher.get(request).await
    }

    /// A host that says it is busy is left at once, until the time it names.
    async fn retreat(&self, due: &Due, fetch: &Fetch) -> DateTime<Utc> {
        let now = Utc::now();
        let named = fetch
            .header(header::RETRY_AFTER)
            .and_then(|value| retry_after(value, now));
        let until = named.unwrap_or_else(|| {
            let (first, failures) = (
                self.settings.revisit.failure,
                failures(due.history.as_ref()),
            );
            now + span(back_off(first, failures, MAX_RETRY_AFTER))
        });
        self.pace.hold(until).await;
        let until = self.pace.next().await;
        self.end(Ended::Busy(until));
        until
    }

    async fn read(
        &self,
        due: &Due,
        url: &CanonicalUrl,
        fetch: Fetch,
    ) -> Result<Read, tokio::task::JoinError> {
        let scope = Scope::new(&self.domain, &self.settings, Utc::now());
        if fetch.body.len() <= LARGE_BODY {
            return Ok(read(
                &scope,
                due,
                url.as_url(),
                fetch,
                &self.settings.product,
            ));
        }
        let (due, url, product) = (due.clone(), url.clone(), self.settings.product.clone());
        tokio::task::spawn_blocking(move || read(&scope, &due, url.as_url(), fetch, &product)).await
    }

    /// Each address once, and no more of a pattern than its budget.
    fn within_budgets(&self, mut links: Vec<NewUrl>) -> Vec<NewUrl> {
        let mut seen = HashSet::new();
        links.retain(|link| seen.insert(link.url.clone()));
        self.progress(|progress| {
            links.retain(|link| {
                let url = url::Url::parse(&link.url);
                link.kind != UrlKind::Page
                    || url.is_ok_and(|url| progress.budgets.allow(&url, link.via))
            });
        });
        links
    }

    async fn blank(&self, due: &Due, outcome: Outcome) -> Visit {
        let now = Utc::now();
        Visit {
            url_id: due.url_id,
            url: due.url.clone(),
            // As exact as the database keeps it.
            fetched_at: now
                .duration_trunc(TimeDelta::microseconds(1))
                .unwrap_or(now),
            outcome,
            http_status: None,
            duration_ms: 0,
            size_bytes: 0,
            page: None,
            links: Vec::new(),
            etag: None,
            last_modified: None,
            next_due: None,
            next_request_at: self.pace.next().await,
            robots_rule: None,
            opt_out: serde_json::json!({}),
            detail: None,
        }
    }

    async fn record(&self, due: &Due, url: Option<&CanonicalUrl>, mut visit: Visit) {
        visit.next_due = match url {
            Some(_) if matches!(visit.outcome, Outcome::Busy | Outcome::Challenge) => Some(visit.next_request_at),
            Some(url) => Some(self.next_due(due, url.as_url(), &visit)),
            None => None,
        };
        let extra = std::mem::take(
            &mut *self
                .extra_links
                .lock()
                .unwrap_or_else(PoisonError::into_inner),
        );
        visit.links.extend(extra);
        tracing::debug!(
            page.url = visit.url,
            outcome = ?visit.outcome,
            status = visit.http_status,
            duration_ms = visit.duration_ms,
            size_bytes = visit.size_bytes,
            detail = visit.detail,
            "visited"
        );
        match self.hold.store.complete(&self.hold.lease, &visit).await {
            Ok(true) => self.count(&visit),
            Ok(false) => {
                self.hold.lose();
                self.end(Ended::LeaseLost);
            }
            Err(error) => {
                self.progress(|progress| progress.failure.get_or_insert(error).to_string());
                self.end(Ended::Stopped);
            }
        }
    }

    fn next_due(&self, due: &Due, url: &url::Url, visit: &Visit) -> DateTime<Utc> {
        let last = due
            .history
            .as_ref()
            .and_then(|history| history.body_hash.as_deref());
        let seen = Seen {
            kind: due.kind,
            url,
            outcome: visit.outcome,
            history: due.history.as_ref(),
            changed: visit.page.as_ref().is_some_and(|page| {
                last.is_none_or(|last| Sha256::digest(&page.body)[..] != *last)
            }),
            http_status: visit.http_status,
            depth: due.depth,
            links: visit.links.len(),
            now: visit.fetched_at,
        };
        next_due(seen, &self.settings.revisit)
    }

    fn count(&self, visit: &Visit) {
        self.allowance.visited();
        let failed = is_trouble(visit.outcome);
        let strikes = self.progress(|progress| {
            let report = &mut progress.report;
            *report.outcomes.entry(visit.outcome).or_default() += 1;
            report.pages += u64::from(visit.page.is_some());
            report.links += visit.links.len() as u64;
            report.bytes += u64::try_from(visit.size_bytes).unwrap_or_default();
            if failed {
                progress.strikes += 1;
            } else if visit.http_status.is_some() {
                progress.strikes = 0;
            }
            progress.strikes
        });
        if strikes >= MAX_STRIKES {
            self.end(Ended::Failing);
        }
    }
}

/// Whether the host is to blame rather than the address.
fn is_trouble(outcome: Outcome) -> bool {
    matches!(
        outcome,
        Outcome::Unreachable
            | Outcome::DnsFailure
            | Outcome::TlsFailure
            | Outcome::Challenge
            | Outcome::ServerError
            | Outcome::Busy
            | Outcome::Timeout
    )
}
