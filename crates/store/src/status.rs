//! How things stand.

use crate::{Run, Store, StoreError};
use chrono::{DateTime, Utc};
use serde::Serialize;
use std::collections::BTreeMap;

/// How things stand, in one value.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Status {
    /// The last runs, newest first.
    pub runs: Vec<Run>,
    /// Work waiting.
    pub queue: Queue,
    /// One row per site, by id.
    pub sites: Vec<SiteHealth>,
}

/// Work waiting, and what there is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Queue {
    /// Hosts known.
    pub hosts: i64,
    /// Hosts due now.
    pub hosts_due: i64,
    /// Hosts under a lease.
    pub hosts_leased: i64,
    /// URLs known.
    pub urls: i64,
    /// URLs due.
    pub urls_due: i64,
    /// Pages stored.
    pub pages: i64,
    /// Pages without a verdict.
    pub pages_unread: i64,
    /// Articles (latest versions).
    pub articles: i64,
    /// Article versions.
    pub versions: i64,
    /// Pages rejected.
    pub rejected: i64,
}

/// How one site does, over all time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SiteHealth {
    /// Site id.
    pub id: String,
    /// The outlet's name.
    pub name: String,
    /// Seeded; `false`: only known from imports.
    pub seeded: bool,
    /// Visits that brought a body.
    pub fetched: i64,
    /// Visits answered 304.
    pub not_modified: i64,
    /// Pages imported.
    pub imported: i64,
    /// Articles (latest versions).
    pub articles: i64,
    /// Rejected pages by page type.
    pub rejected: BTreeMap<String, i64>,
    /// Visits by any other outcome.
    pub failures: BTreeMap<String, i64>,
    /// URLs due.
    pub urls_due: i64,
    /// Last visit.
    pub last_fetch: Option<DateTime<Utc>>,
    /// Fetch time of the newest article.
    pub last_article: Option<DateTime<Utc>>,
}

impl Store {
    /// How things stand.
    pub async fn status(&self) -> Result<Status, StoreError> {
        todo!()
    }

    /// Rejected pages, newest first: URL, page type and reason.
    pub async fn rejected(&self, limit: i64) -> Result<Vec<RejectedPage>, StoreError> {
        let _ = limit;
        todo!()
    }
}

/// A page that is no article.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RejectedPage {
    /// URL after redirects.
    pub url: String,
    /// Site id.
    pub source_id: String,
    /// Page type.
    pub page_type: String,
    /// 0..=1.
    pub news_score: f32,
    /// What decided.
    pub label_source: String,
    /// One line for people.
    pub reason: String,
    /// When it was fetched.
    pub date_crawled: DateTime<Utc>,
}
