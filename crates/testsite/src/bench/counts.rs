//! Counts of the requests to a bench site.

use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::json;

/// The kind of a request.
#[derive(Debug, Clone, Copy)]
pub(crate) enum RequestKind {
    Page {
        host: usize,
        page: usize,
    },
    /// A page of the archive, which shows this one.
    Archive {
        host: usize,
        page: usize,
    },
    Robots,
    /// A path that robots.txt forbids.
    Forbidden,
    /// A path to which nothing links.
    Other,
}

/// Counts of the requests for pages and for forbidden paths.
#[derive(Debug)]
pub(crate) struct Counts {
    /// Requests for each page, starting with all pages of the first host.
    pages: Vec<u16>,
    pages_per_host: usize,
    forbidden: u64,
    /// When a page was requested last.
    last: Option<SystemTime>,
}

impl Counts {
    pub(crate) fn new(hosts: usize, pages: usize) -> Self {
        Self {
            pages: vec![0; hosts * pages],
            pages_per_host: pages.max(1),
            forbidden: 0,
            last: None,
        }
    }

    pub(crate) fn add(&mut self, kind: RequestKind) {
        match kind {
            RequestKind::Page { host, page } => {
                if let Some(count) = self.pages.get_mut(host * self.pages_per_host + page) {
                    *count = count.saturating_add(1);
                }
                self.last = Some(SystemTime::now());
            }
            RequestKind::Forbidden => self.forbidden += 1,
            RequestKind::Archive { .. } | RequestKind::Robots | RequestKind::Other => {}
        }
    }

    pub(crate) fn to_json(&self) -> String {
        let pages = self.pages.iter();
        let more_than = |least: u16| pages.clone().filter(|count| **count > least).count();
        let last = self.last.and_then(|at| at.duration_since(UNIX_EPOCH).ok());
        let report = json!({
            "page_requests": pages.clone().map(|count| u64::from(*count)).sum::<u64>(),
            "distinct_pages": more_than(0),
            "repeated_pages": more_than(1),
            "forbidden": self.forbidden,
            "last_at": last.map(|since| since.as_secs_f64()),
        });
        report.to_string()
    }
}
