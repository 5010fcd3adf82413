//! Counts of the requests to a bench site.

use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::json;

/// Maximum number of pages in the list of those requested more than once.
const MAX_REPEATED: usize = 50;

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

/// Counts of requests by kind.
#[derive(Debug)]
pub(crate) struct Counts {
    /// Requests for each page, starting with all pages of the first host.
    pages: Vec<u16>,
    pages_per_host: usize,
    archive: u64,
    robots: u64,
    forbidden: u64,
    other: u64,
    not_modified: u64,
    first: Option<SystemTime>,
    last: Option<SystemTime>,
}

impl Counts {
    pub(crate) fn new(hosts: usize, pages: usize) -> Self {
        Self {
            pages: vec![0; hosts * pages],
            pages_per_host: pages.max(1),
            archive: 0,
            robots: 0,
            forbidden: 0,
            other: 0,
            not_modified: 0,
            first: None,
            last: None,
        }
    }

    pub(crate) fn add(&mut self, kind: RequestKind, not_modified: bool) {
        match kind {
            RequestKind::Page { host, page } => {
                if let Some(count) = self.pages.get_mut(host * self.pages_per_host + page) {
                    *count = count.saturating_add(1);
                }
                let now = SystemTime::now();
                self.first.get_or_insert(now);
                self.last = Some(now);
            }
            RequestKind::Archive { .. } => self.archive += 1,
            RequestKind::Robots => self.robots += 1,
            RequestKind::Forbidden => self.forbidden += 1,
            RequestKind::Other => self.other += 1,
        }
        self.not_modified += u64::from(not_modified);
    }

    pub(crate) fn to_json(&self) -> String {
        let repeated = self
            .pages
            .iter()
            .enumerate()
            .filter(|(_, count)| **count > 1);
        let named: Vec<_> = repeated
            .clone()
            .take(MAX_REPEATED)
            .map(|(index, count)| {
                let (host, page) = (index / self.pages_per_host, index % self.pages_per_host);
                json!({ "host": host, "page": page, "requests": count })
            })
            .collect();
        // Seconds since 1970.
        let clock = |at: Option<SystemTime>| {
            let since = at.and_then(|at| at.duration_since(UNIX_EPOCH).ok());
            since.map(|since| since.as_secs_f64())
        };
        let report = json!({
            "page_requests": self.pages.iter().map(|count| u64::from(*count)).sum::<u64>(),
            "distinct_pages": self.pages.iter().filter(|count| **count > 0).count(),
            "repeated_pages": repeated.count(),
            "repeated": named,
            "archive": self.archive,
            "robots": self.robots,
            "forbidden": self.forbidden,
            "other": self.other,
            "not_modified": self.not_modified,
            "first_at": clock(self.first),
            "last_at": clock(self.last),
        });
        report.to_string()
    }
}
