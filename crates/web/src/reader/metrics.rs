//! `/metrics` for Prometheus (text format 0.0.4) and `/healthz` for process supervisors.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use chrono::{DateTime, Utc};
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
    out.family("gleaner_build_info", "gauge", "The version of the server.");
    out.sample(&[("version", env!("CARGO_PKG_VERSION"))], 1);
    for (name, help, value) in [
        ("articles", "Articles, latest versions.", queue.articles),
        ("article_versions", "Versions of articles.", queue.versions),
        ("pages", "Pages stored.", queue.pages),
        (
            "pages_unread",
            "Pages waiting for extraction.",
            queue.pages_unread,
        ),
        (
            "pages_rejected",
            "Pages that are not articles.",
            queue.rejected,
        ),
        ("urls", "Known URLs.", queue.urls),
        ("urls_due", "URLs that are due.", queue.urls_due),
        ("hosts", "Known hosts.", queue.hosts),
        ("hosts_due", "Hosts that are due.", queue.hosts_due),
        (
            "hosts_crawled",
            "Hosts that are being crawled.",
            queue.hosts_leased,
        ),
        (
            "sizes_estimated",
            "1 if some of these numbers are estimates of the database.",
            i64::from(queue.about),
        ),
    ] {
        out.family(&format!("gleaner_{name}"), "gauge", help);
        out.sample(&[], value);
    }
    out.family(
        "gleaner_database_bytes",
        "gauge",
        "The size of the database.",
    );
    out.sample(&[], disk.database_bytes);
    out.family(
        "gleaner_disk_free_bytes",
        "gauge",
        "Free space on the disk of the embedded database.",
    );
    if let Some(free) = disk.free_bytes {
        out.sample(&[], free);
    }
    out.family("gleaner_sites", "gauge", "Sites by state.");
    let mut states: BTreeMap<SiteState, i64> = BTreeMap::new();
    for site in sites {
        *states.entry(Diagnosis::of(site).state).or_default() += 1;
    }
    for (state, count) in states {
        out.sample(&[("state", state.as_str())], count);
    }
    of_visits(&mut out, visits);
    of_runs(&mut out, runs);
    out.0
}

fn of_visits(out: &mut Exposition, visits: &BTreeMap<String, SiteVisits>) {
    out.family("gleaner_visits_total", "counter", "Visits by outcome.");
    let mut by_outcome: BTreeMap<&str, i64> = BTreeMap::new();
    for (outcome, count) in visits.values().flat_map(|site| &site.ever) {
        *by_outcome.entry(outcome).or_default() += count;
    }
    for (outcome, count) in by_outcome {
        out.sample(&[("outcome", outcome)], count);
    }
    let failed = |site: &SiteVisits| -> i64 { failures(site).map(|(_, count)| count).sum() };
    let mut sites: Vec<(&String, &SiteVisits)> = visits.iter().collect();
    sites.sort_by_key(|(id, site)| (-failed(site), *id));
    let (named, others) = sites.split_at(sites.len().min(MAX_SITES));
    out.family(
        "gleaner_site_failures_total",
        "counter",
        "Failed visits of a site, by reason.",
    );
    for (id, site) in named {
        for (reason, count) in failures(site) {
            out.sample(&[("site", id), ("reason", reason)], count);
        }
    }
    let mut rest: BTreeMap<&str, i64> = BTreeMap::new();
    for (reason, count) in others.iter().flat_map(|(_, site)| failures(site)) {
        *rest.entry(reason).or_default() += count;
    }
    for (reason, count) in rest {
        out.sample(&[("site", OTHERS), ("reason", reason)], count);
    }
    out.family(
        "gleaner_site_last_success_timestamp_seconds",
        "gauge",
        "Time of the last visit of a site that returned a page.",
    );
    for (id, site) in named {
        if let Some(at) = site.last_success {
            out.sample(&[("site", id)], at.timestamp());
        }
    }
    if let Some(at) = visits.values().filter_map(|site| site.last_success).max() {
        out.family(
            "gleaner_last_success_timestamp_seconds",
            "gauge",
            "Time of the last visit of any site that returned a page.",
        );
        out.sample(&[], at.timestamp());
    }
}

fn failures(site: &SiteVisits) -> impl Iterator<Item = (&str, i64)> {
    let all = site
        .ever
        .iter()
        .map(|(reason, &count)| (reason.as_str(), count));
    all.filter(|(reason, _)| reason.parse().is_ok_and(Outcome::is_failure))
}

fn of_runs(out: &mut Exposition, runs: &[LastRun]) {
    out.family("gleaner_runs_total", "counter", "Runs by final state.");
    for run in runs {
        for (state, count) in [
            ("done", run.done),
            ("failed", run.failed),
            ("stopped", run.stopped),
            ("lost", run.lost),
        ] {
            out.sample(&[("command", &run.command), ("state", state)], count);
        }
    }
    out.family("gleaner_runs_under_way", "gauge", "Runs in progress.");
    for run in runs {
        out.sample(&[("command", &run.command)], run.running);
    }
    out.family(
        "gleaner_run_duration_seconds",
        "gauge",
        "Duration of the last run that has ended.",
    );
    for run in runs {
        if let Some(seconds) = run.seconds {
            out.sample(&[("command", &run.command)], format_args!("{seconds:.3}"));
        }
    }
    let at = |of: fn(&LastRun) -> Option<DateTime<Utc>>| {
        runs.iter().filter_map(move |run| Some((run, of(run)?)))
    };
    out.family(
        "gleaner_run_last_done_timestamp_seconds",
        "gauge",
        "Time of the last run that succeeded.",
    );
    for (run, at) in at(|run| run.done_at) {
        out.sample(&[("command", &run.command)], at.timestamp());
    }
    out.family(
        "gleaner_run_last_failed_timestamp_seconds",
        "gauge",
        "Time of the last run that failed.",
    );
    for (run, at) in at(|run| run.failed_at) {
        out.sample(&[("command", &run.command)], at.timestamp());
    }
}

/// The text so far, and the name of the current family.
#[derive(Debug, Default)]
struct Exposition(String, String);

impl Exposition {
    /// Starts a family of samples.
    fn family(&mut self, name: &str, kind: &str, help: &str) {
        // Writing to a string does not fail.
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
        name.clone_into(&mut self.1);
    }

    /// Adds a sample to the current family.
    fn sample(&mut self, labels: &[(&str, &str)], value: impl std::fmt::Display) {
        self.0.push_str(&self.1);
        for (at, (name, text)) in labels.iter().enumerate() {
            let begin = if at == 0 { '{' } else { ',' };
            let _ = write!(self.0, "{begin}{name}=\"");
            for char in text.chars() {
                match char {
                    '\\' => self.0.push_str("\\\\"),
                    '"' => self.0.push_str("\\\""),
                    '\n' => self.0.push_str("\\n"),
                    other => self.0.push(other),
                }
            }
            self.0.push('"');
        }
        if !labels.is_empty() {
            self.0.push('}');
        }
        let _ = writeln!(self.0, " {value}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_escaped() {
        let mut out = Exposition::default();
        out.family("a", "gauge", "Help.");
        out.sample(&[("b", "x\"y\\z\n")], 1);
        assert!(out.0.ends_with("a{b=\"x\\\"y\\\\z\\n\"} 1\n"), "{}", out.0);
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
        let lines = out.0.lines().filter(|line| line.contains("site=")).count();
        assert_eq!(lines, 2 * MAX_SITES + 1);
        let sum: i64 = out
            .0
            .lines()
            .filter(|line| line.starts_with("gleaner_site_failures_total"))
            .map(|line| line.rsplit(' ').next().unwrap().parse::<i64>().unwrap())
            .sum();
        assert_eq!(sum, 999 * 1000 / 2, "nothing is left out");
        assert!(
            out.0
                .contains("gleaner_visits_total{outcome=\"fetched\"} 1000\n")
        );
    }
}
