//! The crawl stage: from sites to stored pages.

use std::convert::Infallible;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use ::crawl::{CrawlReport, EndReason, HostReport, Plan, Settings};
use store::{Outcome, Store};
use tokio_util::sync::CancellationToken;

use crate::console::plural::count;
use crate::console::progress::Progress;
use crate::settings::Worker;

/// How often the progress bar moves.
const LOOK: Duration = Duration::from_millis(250);

/// The name of this machine.
pub(crate) fn host_name() -> String {
    let system = rustix::system::uname();
    system.nodename().to_string_lossy().into_owned()
}

/// Host name and process id: unique among the machines that share a database, and readable in it.
fn worker_name() -> String {
    format!("{}:{}", host_name(), std::process::id())
}

/// How this process crawls, by the settings.
pub(crate) fn plan(settings: &Worker) -> Plan {
    Plan {
        hosts_at_once: settings.hosts_at_once,
        max_pages: (settings.max_pages_per_night > 0).then_some(settings.max_pages_per_night),
        patience: Duration::from_secs(settings.patience_seconds),
        article_prior: classify::prior,
        ..Plan::new(&worker_name())
    }
}

/// Crawls what is due.
pub(crate) async fn crawl(
    store: &Store,
    settings: &Settings,
    plan: &Plan,
    stop: &CancellationToken,
) -> anyhow::Result<CrawlReport> {
    let progress = Progress::begin("crawl", "visits", None);
    let mut on_host = |host: &HostReport| {
        if let Some(why) = left_early(host.ended) {
            let detail = host.detail.as_deref().unwrap_or_default();
            let detail = if detail.is_empty() {
                String::new()
            } else {
                format!(" ({detail})")
            };
            tracing::warn!(
                host.name = host.authority,
                "{} was left early: {why}{detail}",
                host.authority
            );
        }
    };
    let crawl = ::crawl::crawl(store, settings, plan, stop, &mut on_host);
    let before = plan.visits.load(Relaxed);
    let seconds = settings.delay.as_secs_f32();
    let show = || {
        let visits = plan.visits.load(Relaxed) - before;
        progress.set(visits);
        progress.say(if visits == 0 && seconds >= 1.0 {
            format!("visits: robots.txt and opt-outs come first, a request every {seconds} s to each host")
        } else {
            "visits".to_owned()
        });
    };
    let report = tokio::select! {
        report = crawl => report?,
        never = every(LOOK, &show) => match never {},
    };
    show();
    let pace = progress.end();
    // What there was none of is left out, but for the two that are always of interest.
    let some = |outcome| Some(report.count(outcome)).filter(|&count| count > 0);
    tracing::info!(
        fetched = report.count(Outcome::Fetched),
        not_modified = report.count(Outcome::NotModified),
        redirected = some(Outcome::Redirected),
        disallowed = some(Outcome::Disallowed),
        too_large = some(Outcome::TooLarge),
        unreachable = some(Outcome::Unreachable),
        dns_failure = some(Outcome::DnsFailure),
        tls_failure = some(Outcome::TlsFailure),
        refused = some(Outcome::Refused),
        challenge = some(Outcome::Challenge),
        not_found = some(Outcome::NotFound),
        server_error = some(Outcome::ServerError),
        busy = some(Outcome::Busy),
        timeout = some(Outcome::Timeout),
        malformed = some(Outcome::Malformed),
        redirect_loop = some(Outcome::RedirectLoop),
        skipped = some(Outcome::Skipped),
        hosts_left_early = report.left.len(),
        size_bytes = report.bytes,
        stage.done = pace.done,
        stage.per_second = pace.per_second,
        duration_ms = pace.millis,
        "crawl finished"
    );
    Ok(report)
}

/// Calls a function repeatedly.
async fn every(pause: Duration, act: &impl Fn()) -> Infallible {
    loop {
        tokio::time::sleep(pause).await;
        act();
    }
}

/// The results of a crawl on one line.
pub(crate) fn describe(report: &CrawlReport) -> String {
    let mut said = format!(
        "{} fetched, {} not modified",
        count(report.count(Outcome::Fetched), "page"),
        report.count(Outcome::NotModified)
    );
    let others: Vec<String> = report
        .outcomes
        .iter()
        .filter(|&(outcome, _)| !matches!(outcome, Outcome::Fetched | Outcome::NotModified))
        .map(|(outcome, count)| format!("{count} {}", outcome.as_str().replace('_', " ")))
        .collect();
    if !others.is_empty() {
        said.push_str("; ");
        said.push_str(&others.join(", "));
    }
    said
}

/// Why the crawl of a host ended before its work was done, if a user should know.
fn left_early(ended: EndReason) -> Option<String> {
    Some(match ended {
        EndReason::Busy(until) | EndReason::TooEarly(until) => {
            format!(
                "the host asks to be left alone until {}",
                until.format("%H:%M:%S UTC")
            )
        }
        EndReason::QuotaExhausted(until) => format!(
            "the site's budget (crawl.max_pages_per_site) is used up until {}",
            until.format("%H:%M UTC")
        ),
        EndReason::Failing => "too many failures in a row; it is left alone for a while".to_owned(),
        EndReason::RobotsUnreachable => {
            "its robots.txt cannot be fetched, so nothing is allowed (RFC 9309, section 2.3.1.4)"
                .to_owned()
        }
        EndReason::AddressRefused => {
            "its address is private or its port none of the web; `crawl.private_hosts` allows a private host if it is yours"
                .to_owned()
        }
        EndReason::CrawlDelay => {
            "its Crawl-delay is above crawl.max_crawl_delay_seconds".to_owned()
        }
        EndReason::LeaseLost => "another worker has taken it over, or its site was paused or removed".to_owned(),
        EndReason::Broken => {
            "its crawl failed on its own, see the error; it is left alone for a while".to_owned()
        }
        _ => return None,
    })
}
