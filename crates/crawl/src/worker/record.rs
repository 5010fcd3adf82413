//! Records a visit in one transaction, then counts it.

use chrono::TimeDelta;
use sha2::{Digest, Sha256};
use store::{Due, NewUrl, Outcome, Record, Recorded, StoreError, UrlKind, Via, Visit};

use crate::discover::channels::{follow_up, without_home};
use crate::discover::well_known::is_temporary;
use crate::frontier::filter::DiscoveredLinks;
use crate::frontier::refused::Answer;
use crate::frontier::schedule::{VisitSummary, next_due};
use crate::http::date::http_date;
use crate::locked;
use crate::url::canonical::CanonicalUrl;
use crate::worker::host_cooldown::answered;
use crate::worker::host_crawl::HostCrawl;
use crate::worker::report::EndReason;

/// Size in bytes above which bodies are parsed and compressed on a separate thread.
pub(crate) const LARGE_BODY: usize = 256 << 10;
/// Failures in a row after which a host gets a cooldown.
const MAX_FAILURES: u32 = 5;

/// Records a visit and the links that it found. Returns once both are durable, or the crawl of the host is
/// over.
pub(crate) async fn record(
    host: &HostCrawl,
    due: &Due,
    url: Option<&CanonicalUrl>,
    mut found: DiscoveredLinks,
    mut visit: Visit,
) {
    let at = visit.fetched_at;
    let skips = |url| host.frontier.skips(due, url, at);
    visit.next_due = match url {
        Some(_) if visit.next_due.is_some() => visit.next_due,
        Some(url) if visit.outcome == Outcome::Skipped && skips(url) => {
            Some(host.now() + TimeDelta::days(1))
        }
        Some(url) => {
            let seen = summary(host, due, url.as_url(), &visit, &found);
            visit.is_fruitless = seen.is_fruitless();
            Some(next_due(seen, &host.settings.revisit))
        }
        None => None,
    };
    follow_up(due, &mut visit, &mut found);
    let (site, domain) = (&host.guard.lease.site, &host.frontier.domain);
    let (own, settings) = (&host.rules.own, &host.settings);
    if !own.is_outdated {
        let guesses = without_home(site, domain, &own.rules, settings, due, &visit);
        found.new.extend(guesses);
    }
    let page = visit.page.take();
    let bare = visit.clone();
    visit.page = page;
    let has_page = visit.page.is_some();
    visit.links = found.new;
    let extra = std::mem::take(&mut *locked(&host.extra_links));
    visit.links.extend(extra.iter().cloned());
    tracing::debug!(
        page.url = visit.url,
        outcome = ?visit.outcome,
        status = visit.http_status,
        duration_ms = visit.duration_ms,
        size_bytes = visit.size_bytes,
        detail = visit.detail,
        "visited"
    );
    let fresh = host.worker.fresh(host.guard.lease.host_id, &visit);
    match store(host, visit).await {
        Ok(recorded @ (Recorded::Stored | Recorded::StoredInPart)) => {
            if let Some(page) = fresh {
                host.worker.pass_on(page);
            }
            // What was left out may be named again.
            let stored = matches!(recorded, Recorded::Stored);
            found
                .seen_keys
                .into_iter()
                .filter(|_| stored)
                .for_each(|key| host.frontier.seen.insert(key));
            count(host, due, &bare, has_page, found.count);
        }
        Ok(Recorded::LeaseLost) => host.lose_lease(),
        Ok(Recorded::Refused(error)) => record_refused(host, due, bare, extra, &error).await,
        Err(error) => host.fail(error),
    }
}

/// Records a page that the database refuses as failed, like any other failure of a page, with the extra links unless the
/// database refuses these.
async fn record_refused(
    host: &HostCrawl,
    due: &Due,
    bare: Visit,
    extra: Vec<NewUrl>,
    error: &StoreError,
) {
    let mut visit = Visit {
        links: extra,
        outcome: Outcome::Malformed,
        target: None,
        etag: None,
        last_modified: None,
        robots_rule: None,
        opt_out: serde_json::json!({}),
        detail: Some(format!("it cannot be stored: {error}")),
        ..bare
    };
    let mut recorded = store(host, visit.clone()).await;
    if matches!(recorded, Ok(Recorded::Refused(_))) && !visit.links.is_empty() {
        visit.links.clear();
        recorded = store(host, visit.clone()).await;
    }
    match recorded {
        Ok(Recorded::Stored | Recorded::StoredInPart) => count(host, due, &visit, false, 0),
        Ok(Recorded::LeaseLost) => host.lose_lease(),
        Ok(Recorded::Refused(error)) | Err(error) => host.fail(error),
    }
}

async fn store(host: &HostCrawl, visit: Visit) -> Result<Recorded, StoreError> {
    let large = visit
        .page
        .as_ref()
        .is_some_and(|page| page.body.len() > LARGE_BODY);
    let record = if large {
        let lease = host.guard.lease.clone();
        tokio::task::spawn_blocking(move || Record::new(&lease, visit))
            .await
            .unwrap_or_else(|panic| Err(StoreError::Invalid(panic.to_string())))
    } else {
        Record::new(&host.guard.lease, visit)
    };
    host.group_commit.record(record?).await
}

/// The facts for scheduling the next visit.
fn summary<'a>(
    host: &HostCrawl,
    due: &'a Due,
    url: &'a url::Url,
    visit: &Visit,
    found: &'a DiscoveredLinks,
) -> VisitSummary<'a> {
    let last = due
        .history
        .as_ref()
        .and_then(|history| history.body_hash.as_deref());
    VisitSummary {
        kind: due.kind,
        via: due.via,
        url,
        outcome: visit.outcome,
        history: due.history.as_ref(),
        changed: visit
            .page
            .as_ref()
            .is_some_and(|page| last.is_none_or(|last| Sha256::digest(&page.body)[..] != *last)),
        news: found.any_new,
        variant: found.is_variant,
        modified: visit.last_modified.as_deref().and_then(http_date),
        http_status: visit.http_status,
        target: found.target.as_ref(),
        depth: due.depth,
        is_archive: found.is_archive,
        is_barren: found.is_barren,
        is_former: host.frontier.is_former(due),
        now: visit.fetched_at,
    }
}

/// Counts a visit that was recorded, with the number of links that it found.
fn count(host: &HostCrawl, due: &Due, visit: &Visit, has_page: bool, links: usize) {
    host.worker.visited();
    let (outcome, status) = (visit.outcome, visit.http_status);
    // A 403 for a guess is none of the host.
    let is_forbidden =
        outcome == Outcome::Refused && status == Some(403) && due.via != Via::WellKnown;
    let of_page = due.kind == UrlKind::Page;
    let failed = is_forbidden || outcome == Outcome::Challenge || is_temporary(outcome);
    let had_body = due.history.as_ref().is_some_and(|h| h.body_hash.is_some());
    let is_fetched = matches!(outcome, Outcome::Fetched | Outcome::NotModified);
    let is_wrong_guess = due.via == Via::WellKnown && !is_fetched && !had_body;
    let is_failing = host.progress(|progress| {
        // What a front page, feed or sitemap answers concerns that alone, as long as the host answers.
        let of_host = of_page || !answered(&progress.report);
        if failed {
            let outcome = outcome.as_str().replace('_', " ");
            progress.report.detail = Some(format!("most recent outcome: {outcome}"));
        }
        let report = &mut progress.report;
        *report.outcomes.entry(outcome).or_default() += 1;
        report.guesses += u64::from(is_wrong_guess);
        report.pages += u64::from(has_page);
        report.links += links as u64;
        report.bytes += u64::try_from(visit.size_bytes).unwrap_or_default();
        if failed && of_host {
            progress.failures_in_a_row += 1;
        } else if status.is_some() && !failed && of_host {
            progress.failures_in_a_row = 0;
        }
        let refused = matches!(outcome, Outcome::Busy | Outcome::Challenge) || status == Some(503);
        if of_page && !refused && status.is_some() {
            progress.refused_pages.clear();
        }
        if of_page && (failed || status.is_some()) {
            let answer = match (refused, failed) {
                (true, _) => Answer::Refused,
                (false, true) => Answer::Failed,
                (false, false) => Answer::Answered,
            };
            progress.refused_patterns.count(&due.url, answer);
        }
        // A host whose last crawl failed, and that has answered nothing since, is judged by one more request.
        let is_still_failing = host.guard.lease.failures > 0
            && failed
            && !refused
            && !is_forbidden
            && !answered(&progress.report);
        is_still_failing || progress.failures_in_a_row >= MAX_FAILURES
    });
    if is_failing {
        host.end(EndReason::Failing);
    }
}
