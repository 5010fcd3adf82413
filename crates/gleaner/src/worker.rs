//! This process as one of the workers that share a database.

use std::time::Duration;

use crate::settings::Worker;

/// Host name and process id: unique among the machines that share a database, and readable in it.
pub(crate) fn name() -> String {
    let host = rustix::system::uname()
        .nodename()
        .to_string_lossy()
        .into_owned();
    format!("{host}:{}", std::process::id())
}

/// How this process crawls, by the settings.
pub(crate) fn plan(settings: &Worker) -> crawl::Plan {
    crawl::Plan {
        hosts_at_once: settings.hosts_at_once,
        max_pages: (settings.max_pages_per_night > 0).then_some(settings.max_pages_per_night),
        patience: Duration::from_secs(settings.patience_seconds),
        article_prior: classify::prior,
        ..crawl::Plan::new(&name())
    }
}
