//! What a crawl is to do, and within which bounds.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use crate::frontier::budgets::ArticlePrior;

/// What a crawl is to do.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The worker's name, as it stands in the host's row.
    pub worker: String,
    /// Hosts walked at a time.
    pub hosts_at_once: usize,
    /// Ids of the sites to crawl; empty means all.
    pub only: Vec<String>,
    /// Requests at most.
    pub max_pages: Option<u64>,
    /// Time at most.
    pub max_duration: Option<Duration>,
    /// How long to wait for a host that is not due yet, or held by another worker, when nothing
    /// else is left to do: covers a `Retry-After`, and the lease of a worker that died.
    pub patience: Duration,
    /// Grows with every visit recorded, for whoever shows progress: a walk may take a night.
    pub visits: Arc<AtomicU64>,
    /// How likely an address is an article's, from 0 to 1: it orders links of which nothing else is known.
    pub article_prior: ArticlePrior,
}

impl Plan {
    /// All sites, 32 hosts at a time, until nothing has been due for two minutes.
    pub fn new(worker: &str) -> Self {
        Self {
            worker: worker.to_owned(),
            hosts_at_once: 32,
            only: Vec::new(),
            max_pages: None,
            max_duration: None,
            patience: Duration::from_mins(2),
            visits: Arc::default(),
            article_prior: |_| 0.5,
        }
    }
}
