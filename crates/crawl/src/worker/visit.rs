//! The visit of one URL of a leased host: robots rules, request, parse, and one transaction.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use chrono::{DurationRound, TimeDelta};
use reqwest::{StatusCode, header};
use store::{ChannelSite, Due, Outcome, StoreError, UrlKind, Visit};

use crate::discover::channels::{channel_in_place_of, missing_channels};
use crate::discover::links::at_open_scheme;
use crate::discover::parse::{ParsedResponse, parse, validator};
use crate::discover::scope::Scope;
use crate::frontier::filter::DiscoveredLinks;
use crate::frontier::schedule::failures;
use crate::http::body::GZIP;
use crate::http::response::Fetch;
use crate::politeness::span;
use crate::url::canonical::CanonicalUrl;
use crate::worker::answer::answer;
use crate::worker::host_crawl::{HostCrawl, Refusal};
use crate::worker::record::{LARGE_BODY, record};
use crate::worker::report::{CrawlEnded, EndReason};
use crate::worker::robots::SchemeRules;

/// How long a URL waits whose scheme allows nothing at present.
const CLOSED_SCHEME: TimeDelta = TimeDelta::days(1);
/// Maximum sitemaps of a host that are requested in one night, and how long a night is. Those of the seed do not count.
pub(crate) const MAX_SITEMAPS: u64 = 200;
pub(crate) const NIGHT: Duration = Duration::from_hours(12);

/// Visits one URL. If its redirects form a loop that a cookie may break, the start of the loop is visited
/// once more.
pub(crate) async fn visit(host: &HostCrawl, due: &Due) {
    visit_once(host, due).await;
    if let Some(due) = host.progress(|progress| progress.redirects.retry.take()) {
        host.requests.fetcher.send_cookies();
        visit_once(host, &due).await;
    }
}

/// Visits one URL: requests it if allowed, and records the result in one transaction. Returns once that is durable, or the crawl
/// of the host is over.
async fn visit_once(host: &HostCrawl, due: &Due) {
    if !host.should_continue() {
        return;
    }
    let permitted = match permit(host, due).await {
        Ok(Ok(permitted)) => permitted,
        Err(CrawlEnded) => return,
        Ok(Err(not_requested)) => {
            let (url, found, visit) = *not_requested;
            return record(host, due, url.as_ref(), found, visit).await;
        }
    };
    let url = &permitted.url;
    let rules = permitted.rules;
    let Some(mut fetch) = answer(host, due, url, &rules.rules).await else {
        return;
    };
    let _memory = fetch.memory.take(); // as long as the body is held
    let mut visit = new_visit(host, due, fetch.outcome);
    visit.robots_rule.clone_from(&permitted.robots_rule);
    visit.channel_sites.clone_from(&permitted.channel_sites);
    back_off(host, due, &mut fetch, &mut visit);
    add_head(due, &fetch, &mut visit);
    let parsed = parse_response(host, due, &permitted, fetch).await;
    let found = add_body(host, due, &permitted, parsed, &mut visit).await;
    if let Ok(found) = host.stored(found) {
        record(host, due, Some(url), found, visit).await;
    }
}

/// A URL that may be requested.
struct Permitted<'a> {
    url: CanonicalUrl,
    rules: &'a SchemeRules,
    robots_rule: Option<String>,
    channel_sites: Vec<ChannelSite>,
}

/// The visit of a URL that is not requested, the URL if it is valid, and what is requested in its place.
type NotRequested = Box<(Option<CanonicalUrl>, DiscoveredLinks, Visit)>;

fn not_requested(url: Option<CanonicalUrl>, visit: Visit) -> NotRequested {
    Box::new((url, DiscoveredLinks::default(), visit))
}

/// Whether a URL may be requested. Otherwise returns the visit that says why not.
async fn permit<'a>(
    host: &'a HostCrawl,
    due: &Due,
) -> Result<Result<Permitted<'a>, NotRequested>, CrawlEnded> {
    let skipped = |url, why: &str| {
        let mut visit = new_visit(host, due, Outcome::Skipped);
        visit.detail = Some(why.to_owned());
        Ok(Err(not_requested(url, visit)))
    };
    let url = match CanonicalUrl::parse(&due.url) {
        Ok(url) => url,
        Err(error) => return skipped(None, &error.to_string()),
    };
    let rules = match host.rules_of(url.as_url()).await? {
        Ok(rules) => rules,
        Err(why) => return at_closed_scheme(host, due, url, why).await.map(Err),
    };
    if !host.may_read_sitemap(due) {
        let mut visit = new_visit(host, due, Outcome::Skipped);
        visit.detail = Some(format!("{MAX_SITEMAPS} sitemaps of its host were read"));
        visit.next_due = Some(visit.fetched_at + NIGHT);
        return Ok(Err(not_requested(Some(url), visit)));
    }
    let decision = rules.rules.check(url.as_url());
    if !decision.allowed {
        let mut visit = new_visit(host, due, Outcome::Disallowed);
        visit.robots_rule = decision.rule;
        return Ok(Err(not_requested(Some(url), visit)));
    }
    if host.frontier.skips(due, &url, host.now()) {
        return skipped(Some(url), "similar pages had nothing new");
    }
    let Some(channel_sites) = host.stored(host.frontier.channel_sites(due).await)? else {
        return skipped(Some(url), "the site that names it is paused or removed");
    };
    Ok(Ok(Permitted {
        url,
        rules,
        robots_rule: decision.rule,
        channel_sites,
    }))
}

/// The visit of a URL whose scheme allows nothing at present. If only that scheme's robots.txt cannot be fetched, the URL leads to the
/// same one at the host's scheme, like a redirect.
async fn at_closed_scheme(
    host: &HostCrawl,
    due: &Due,
    url: CanonicalUrl,
    why: EndReason,
) -> Result<NotRequested, CrawlEnded> {
    let scheme = url.as_url().scheme();
    let mut visit = new_visit(host, due, Outcome::Disallowed);
    visit.next_due = Some(visit.fetched_at + CLOSED_SCHEME);
    let is_open = why == EndReason::RobotsUnreachable && !host.rules.own.is_outdated;
    let there = is_open.then(|| at_scheme(&url, host.rules.scheme));
    let Some(there) = there.flatten() else {
        visit.detail = Some(format!("its robots.txt at {scheme} cannot be obeyed now"));
        return Ok(not_requested(Some(url), visit));
    };
    visit.outcome = Outcome::Redirected;
    visit.target = Some(there.to_string());
    visit.detail = Some(format!(
        "to {there}, since robots.txt at {scheme} cannot be fetched"
    ));
    let links = vec![at_open_scheme(due, &there, visit.fetched_at)];
    let (frontier, there) = (&host.frontier, Some(there.as_url()));
    let found = frontier.resolve_url_variants(due, &url, &visit, links, there);
    let found = host.stored(found.await)?;
    Ok(Box::new((Some(url), found, visit)))
}

/// The same URL at another scheme.
fn at_scheme(url: &CanonicalUrl, scheme: &str) -> Option<CanonicalUrl> {
    let mut url = url.as_url().clone();
    url.set_scheme(scheme).ok()?;
    CanonicalUrl::new(&url).ok()
}

/// Counts a refusal: 429, 503 or a bot challenge. It may end the crawl of the host.
fn back_off(host: &HostCrawl, due: &Due, fetch: &mut Fetch, visit: &mut Visit) {
    if !matches!(fetch.outcome, Outcome::Busy | Outcome::Challenge) {
        return;
    }
    match host.refuse(due, fetch, failures(due.history.as_ref())) {
        Refusal::OfHost(until) => {
            visit.next_request_at = until;
            visit.next_due = Some(until);
        }
        // A page without `Retry-After` that is unavailable for now: an error of its own.
        Refusal::OfUrl(_)
            if due.kind == UrlKind::Page
                && fetch.status == Some(StatusCode::SERVICE_UNAVAILABLE)
                && !fetch.headers.contains_key(header::RETRY_AFTER) =>
        {
            fetch.outcome = Outcome::ServerError;
            visit.outcome = fetch.outcome;
        }
        Refusal::OfUrl(until) => visit.next_due = until,
    }
}

/// Adds the status, size, duration and validators of a response to its visit.
fn add_head(due: &Due, fetch: &Fetch, visit: &mut Visit) {
    visit.http_status = fetch.status_code();
    visit.duration_ms = i32::try_from(fetch.duration.as_millis()).unwrap_or(i32::MAX);
    visit.size_bytes = i64::try_from(fetch.body.len()).unwrap_or(i64::MAX);
    visit.etag = validator(&fetch.headers, header::ETAG);
    visit.last_modified = validator(&fetch.headers, header::LAST_MODIFIED);
    if fetch.outcome == Outcome::NotModified {
        visit.etag = visit.etag.take().or_else(|| due.etag.clone());
        let last_modified = visit.last_modified.take();
        visit.last_modified = last_modified.or_else(|| due.last_modified.clone());
    }
}

/// Adds what was parsed to the visit, and resolves its links. `parsed` is an error if the parser panicked.
async fn add_body(
    host: &HostCrawl,
    due: &Due,
    permitted: &Permitted<'_>,
    parsed: Result<ParsedResponse, String>,
    visit: &mut Visit,
) -> Result<DiscoveredLinks, StoreError> {
    let (url, frontier) = (&permitted.url, &host.frontier);
    let parsed = match parsed {
        Ok(parsed) => parsed,
        Err(panic) => {
            visit.outcome = Outcome::Malformed;
            visit.detail = Some(format!("reading the body failed: {panic}"));
            let found = frontier.resolve_url_variants(due, url, visit, Vec::new(), None);
            return found.await;
        }
    };
    if parsed.page.is_some() {
        frontier.record_text(due, url, &parsed.shingles, visit.fetched_at);
    }
    visit.outcome = parsed.outcome;
    if parsed.outcome == Outcome::Redirected {
        let target = parsed.other_url.as_ref();
        visit.target = target.and_then(|target| Some(CanonicalUrl::new(target).ok()?.to_string()));
    }
    visit.page = parsed.page;
    let opt_outs = permitted.rules.opt_outs.of(url.as_url(), &host.opt_outs);
    visit.opt_out = parsed.opt_out.to_json(&opt_outs);
    visit.detail = parsed.detail;
    let (links, other_url) = (parsed.links, parsed.other_url);
    let found = frontier.resolve_url_variants(due, url, visit, links, other_url.as_ref());
    let mut found = found.await?;
    visit.is_channel = parsed.channel.is_some() && due.kind != UrlKind::Page;
    let (store, lease) = (&host.guard.store, &host.guard.lease);
    let is_known = due
        .history
        .as_ref()
        .is_some_and(|history| history.body_hash.is_some());
    if visit.page.is_some() && !is_known && !found.is_variant {
        let until = visit.fetched_at + span(host.settings.revisit.gone);
        store.rest_alternate(&due.url, until).await?;
    }
    let guess = channel_in_place_of(store, lease, &host.settings, due, visit, found.count == 0);
    found.new.extend(guess.await?);
    if let Some(next) = parsed.next_page {
        frontier.follow_feed(next, &mut found).await?;
    }
    found.count += parsed.stored;
    found.is_archive = parsed.is_archive;
    found.is_barren = visit.is_channel && host.guard.store.is_barren(due.url_id).await?;
    found.target = other_url;
    Ok(found)
}

/// Parses a response. If our own code panics on its body, this is an error and does not end the crawl.
async fn parse_response(
    host: &HostCrawl,
    due: &Due,
    permitted: &Permitted<'_>,
    fetch: Fetch,
) -> Result<ParsedResponse, String> {
    let (url, rules) = (&permitted.url, &permitted.rules.rules);
    let mut scope = Scope::new(&host.frontier.domain, &host.settings, host.now());
    scope.channel_sites.clone_from(&permitted.channel_sites);
    let (site, domain) = (&host.guard.lease.site, &host.frontier.domain);
    scope.missing = missing_channels(site, domain, rules, &host.settings, due);
    scope.seen = Some(Arc::clone(&host.frontier.seen));
    scope.skipped = Arc::clone(&host.frontier.skipped);
    // A sitemap that is still gzipped may be small and yet contain a lot.
    if fetch.body.len() <= LARGE_BODY && !fetch.body.starts_with(&GZIP) {
        let product = &host.settings.product;
        let parse = || parse(&scope, due, url.as_url(), fetch, product);
        return catch_unwind(AssertUnwindSafe(parse)).map_err(|_| "the parser panicked".to_owned());
    }
    let (due, url, product) = (due.clone(), url.clone(), host.settings.product.clone());
    tokio::task::spawn_blocking(move || parse(&scope, &due, url.as_url(), fetch, &product))
        .await
        .map_err(|panic| panic.to_string())
}

/// A visit that has just ended with this outcome.
fn new_visit(host: &HostCrawl, due: &Due, outcome: Outcome) -> Visit {
    let now = host.now();
    // The precision of the database.
    let fetched_at = now
        .duration_trunc(TimeDelta::microseconds(1))
        .unwrap_or(now);
    Visit {
        next_request_at: host.requests.limiter.next(),
        ..Visit::new(due.url_id, &due.url, fetched_at, outcome)
    }
}
