//! `/metrics` for Prometheus (text format 0.0.4) and `/healthz` for process supervisors.

use std::collections::BTreeMap;
use std::fmt::{Display, Write as _};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use store::{
    Diagnosis, DiskUse, LastRun, Outcome, QueueSizes, SiteOverview, SiteState, SiteVisits, Store,
    StoreError,
};

use super::Reader;
use super::cached::Cached;

/// How long the metrics are cached; Prometheus requests them every 15 seconds or less often.
const LIFETIME: Duration = Duration::from_secs(10);
/// Tables with more rows than this are estimated, not counted.
const MAX_COUNTED_ROWS: i64 = 20_000;
/// Maximum number of sites with their own series: those with the most failures. The others are summed.
const MAX_SITES: usize = 200;
/// The label of the sum of the other sites. It is not the id of a site, because ids have no underscore.
const OTHERS: &str = "_others";
/// The families in their order: the name without `gleaner_`, and its meaning. The names of counters end in `_total`.
const FAMILIES: &str = "\
build_info The version of the server.
articles Articles, latest versions.
article_versions Versions of articles.
pages Pages stored.
pages_unread Pages waiting for extraction.
pages_rejected Pages that are not articles.
urls Known URLs.
urls_due URLs that are due.
hosts Known hosts.
hosts_due Hosts that are due.
hosts_crawled Hosts that are being crawled.
sizes_estimated 1 if some of these numbers are estimates of the database.
database_bytes The size of the database.
disk_free_bytes Free space on the disk of the embedded database.
sites Sites by state.
visits_total Visits by outcome.
site_failures_total Failed visits of a site, by reason.
site_last_success_timestamp_seconds Time of the last visit of a site that returned a page.
last_success_timestamp_seconds Time of the last visit of any site that returned a page.
runs_total Runs by final state.
runs_under_way Runs in progress.
run_duration_seconds Duration of the last run that has ended.
run_last_done_timestamp_seconds Time of the last run that succeeded.
run_last_failed_timestamp_seconds Time of the last run that failed.";
/// How long the database may take to answer a health check.
const HEALTH_TIMEOUT: Duration = Duration::from_secs(1);

/// The cache of the last response.
pub(super) fn cache() -> Cached<String> {
    Cached::new(LIFETIME)
}

pub(super) fn routes() -> Router<Reader> {
    Router::new()
        .route("/metrics", get(metrics))
        .route("/healthz", get(health))
}

async fn metrics(State(reader): State<Reader>) -> Response {
    match reader.metrics.get(exposition(&reader.store)).await {
        Ok(text) => {
            let kind = "text/plain; version=0.0.4; charset=utf-8";
            ([(header::CONTENT_TYPE, kind)], text.as_str().to_owned()).into_response()
        }
        Err(error) => {
            tracing::error!(%error, "the metrics could not be read");
            (
                StatusCode::SERVICE_UNAVAILABLE,
                "The database is not responding.\n",
            )
                .into_response()
        }
    }
}

async fn health(State(reader): State<Reader>) -> Response {
    let no_store = [(header::CACHE_CONTROL, "no-store")];
    let why = match tokio::time::timeout(HEALTH_TIMEOUT, reader.long.server()).await {
        Ok(Ok(_)) => return (no_store, "ok\n").into_response(),
        Ok(Err(error)) => {
            tracing::error!(%error, "the database is not responding");
            "the database is not responding"
        }
        Err(_) => "the database did not respond within a second",
    };
    (
        StatusCode::SERVICE_UNAVAILABLE,
        no_store,
        format!("{why}\n"),
    )
        .into_response()
}

async fn exposition(store: &Store) -> Result<String, StoreError> {
    let queue = store.queue_counting(MAX_COUNTED_ROWS).await?;
    let sites = store.site_overviews(&[], false).await?;
    let visits = store.site_visits(1).await?;
    let runs = store.last_runs().await?;
    let disk = store.disk_use().await?;
    Ok(describe(&queue, &sites, &visits, &runs, &disk))
}

/// All metrics as text.
fn describe(
    queue: &QueueSizes,
    sites: &[SiteOverview],
    visits: &BTreeMap<String, SiteVisits>,
    runs: &[LastRun],
    disk: &DiskUse,
) -> String {
    let mut out = Exposition::default();
    let version = ("version", env!("CARGO_PKG_VERSION"));
    out.sample("build_info", &[version], 1);
    for (name, value) in [
        ("articles", queue.articles),
        ("article_versions", queue.versions),
        ("pages", queue.pages),
        ("pages_unread", queue.pages_unread),
        ("pages_rejected", queue.rejected),
        ("urls", queue.urls),
        ("urls_due", queue.urls_due),
        ("hosts", queue.hosts),
        ("hosts_due", queue.hosts_due),
        ("hosts_crawled", queue.hosts_leased),
        ("sizes_estimated", i64::from(queue.about)),
    ] {
        out.sample(name, &[], value);
    }
    out.sample("database_bytes", &[], disk.database_bytes);
    if let Some(free) = disk.free_bytes {
        out.sample("disk_free_bytes", &[], free);
    }
    let mut states: BTreeMap<SiteState, i64> = BTreeMap::new();
    for site in sites {
        *states.entry(Diagnosis::of(site).state).or_default() += 1;
    }
    for (state, count) in states {
        out.sample("sites", &[("state", state.as_str())], count);
    }
    of_visits(&mut out, visits);
    for run in runs {
        of_run(&mut out, run);
    }
    out.text()
}

fn of_visits(out: &mut Exposition, visits: &BTreeMap<String, SiteVisits>) {
    let mut by_outcome: BTreeMap<&str, i64> = BTreeMap::new();
    for (outcome, count) in visits.values().flat_map(|site| &site.ever) {
        *by_outcome.entry(outcome).or_default() += count;
    }
    for (outcome, count) in by_outcome {
        out.sample("visits_total", &[("outcome", outcome)], count);
    }
    let failed = |site: &SiteVisits| -> i64 { failures(site).map(|(_, count)| count).sum() };
    let mut sites: Vec<(&String, &SiteVisits)> = visits.iter().collect();
    sites.sort_by_key(|(id, site)| (-failed(site), *id));
    let (named, others) = sites.split_at(sites.len().min(MAX_SITES));
    let mut of_site = |id: &str, reason: &str, count: i64| {
        let labels = [("site", id), ("reason", reason)];
        out.sample("site_failures_total", &labels, count);
    };
    for (id, site) in named {
        for (reason, count) in failures(site) {
            of_site(id, reason, count);
        }
    }
    let mut rest: BTreeMap<&str, i64> = BTreeMap::new();
    for (reason, count) in others.iter().flat_map(|(_, site)| failures(site)) {
        *rest.entry(reason).or_default() += count;
    }
    for (reason, count) in rest {
        of_site(OTHERS, reason, count);
    }
    for (id, site) in named {
        if let Some(at) = site.last_success {
            let name = "site_last_success_timestamp_seconds";
            out.sample(name, &[("site", id)], at.timestamp());
        }
    }
    if let Some(at) = visits.values().filter_map(|site| site.last_success).max() {
        out.sample("last_success_timestamp_seconds", &[], at.timestamp());
    }
}

fn failures(site: &SiteVisits) -> impl Iterator<Item = (&str, i64)> {
    let all = site
        .ever
        .iter()
        .map(|(reason, &count)| (reason.as_str(), count));
    all.filter(|(reason, _)| reason.parse().is_ok_and(Outcome::is_failure))
}

fn of_run(out: &mut Exposition, run: &LastRun) {
    let command = ("command", run.command.as_str());
    for (state, count) in [
        ("done", run.done),
        ("failed", run.failed),
        ("stopped", run.stopped),
        ("lost", run.lost),
    ] {
        out.sample("runs_total", &[command, ("state", state)], count);
    }
    out.sample("runs_under_way", &[command], run.running);
    if let Some(seconds) = run.seconds {
        let seconds = format!("{seconds:.3}");
        out.sample("run_duration_seconds", &[command], seconds);
    }
    for (name, at) in [
        ("run_last_done_timestamp_seconds", run.done_at),
        ("run_last_failed_timestamp_seconds", run.failed_at),
    ] {
        if let Some(at) = at {
            out.sample(name, &[command], at.timestamp());
        }
    }
}

/// The samples of each family.
#[derive(Debug, Default)]
struct Exposition(BTreeMap<&'static str, String>);

impl Exposition {
    /// Adds a sample to a family.
    fn sample(&mut self, name: &'static str, labels: &[(&str, &str)], value: impl Display) {
        // Writing to a string does not fail.
        let out = self.0.entry(name).or_default();
        let _ = write!(out, "gleaner_{name}");
        for (at, (label, text)) in labels.iter().enumerate() {
            let begin = if at == 0 { '{' } else { ',' };
            let text = text.replace('\\', "\\\\").replace('"', "\\\"");
            let _ = write!(out, "{begin}{label}=\"{}\"", text.replace('\n', "\\n"));
        }
        let end = if labels.is_empty() { "" } else { "}" };
        let _ = writeln!(out, "{end} {value}");
    }

    /// All families with their samples.
    fn text(&self) -> String {
        let mut out = String::new();
        for (name, help) in FAMILIES.lines().filter_map(|line| line.split_once(' ')) {
            let is_counter = name.ends_with("_total");
            let kind = if is_counter { "counter" } else { "gauge" };
            let samples = self.0.get(name).map_or("", String::as_str);
            let _ = writeln!(out, "# HELP gleaner_{name} {help}");
            let _ = write!(out, "# TYPE gleaner_{name} {kind}\n{samples}");
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use chrono::Utc;

    use super::*;

    #[test]
    fn labels_are_escaped() {
        let mut out = Exposition::default();
        out.sample("sites", &[("b", "x\"y\\z\n"), ("c", "")], 1);
        let text = out.text();
        let sample = " gauge\ngleaner_sites{b=\"x\\\"y\\\\z\\n\",c=\"\"} 1\n# HELP";
        assert!(text.contains(sample), "{text}");
    }

    #[test]
    fn the_sites_with_series_of_their_own_are_bounded() {
        let visits: BTreeMap<String, SiteVisits> = (0..1000)
            .map(|n| {
                let ever = BTreeMap::from([("timeout".to_owned(), n), ("fetched".to_owned(), 1)]);
                let site = SiteVisits {
                    ever,
                    last_success: Some(Utc::now()),
                    ..SiteVisits::default()
                };
                (format!("site-{n}"), site)
            })
            .collect();
        let mut out = Exposition::default();
        of_visits(&mut out, &visits);
        let text = out.text();
        let lines = text.lines().filter(|line| line.contains("site=")).count();
        assert_eq!(lines, 2 * MAX_SITES + 1);
        let sum: i64 = text
            .lines()
            .filter(|line| line.starts_with("gleaner_site_failures_total"))
            .map(|line| line.rsplit(' ').next().unwrap().parse::<i64>().unwrap())
            .sum();
        assert_eq!(sum, 999 * 1000 / 2, "nothing is left out");
        assert!(text.contains("gleaner_visits_total{outcome=\"fetched\"} 1000\n"));
    }
}
