//! How things stand.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::{Run, Store, StoreError};

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

/// Runs shown.
const RUNS: i64 = 10;

impl Store {
    /// How things stand.
    pub async fn status(&self) -> Result<Status, StoreError> {
        Ok(Status {
            runs: self.runs(RUNS).await?,
            queue: self.queue().await?,
            sites: self.site_health().await?,
        })
    }

    /// Work waiting, and what there is.
    pub async fn queue(&self) -> Result<Queue, StoreError> {
        self.retrying(|| async {
            let queue = sqlx::query_as!(
                Queue,
                r#"select
                    (select count(*) from hosts) as "hosts!",
                    (select count(*) from hosts where next_fetch_at <= now()
                        and (leased_until is null or leased_until <= now())) as "hosts_due!",
                    (select count(*) from hosts where leased_until > now()) as "hosts_leased!",
                    (select count(*) from seen) as "urls!",
                    (select count(*) from queue) + (select count(*) from visits where next_due <= now()) as "urls_due!",
                    (select count(*) from pages) as "pages!",
                    (select count(*) from unread) as "pages_unread!",
                    (select count(*) from articles where is_latest) as "articles!",
                    (select count(*) from articles) as "versions!",
                    (select count(*) from verdicts where article_id is null) as "rejected!""#
            );
            Ok(queue.fetch_one(&self.pool).await?)
        })
        .await
    }

    async fn site_health(&self) -> Result<Vec<SiteHealth>, StoreError> {
        self.retrying(|| async {
            let rows = sqlx::query_file!("queries/site_health.sql")
                .fetch_all(&self.pool)
                .await?;
            let sites = rows.into_iter().map(|row| {
                let mut outcomes: BTreeMap<String, i64> =
                    serde_json::from_value(row.outcomes).unwrap_or_default();
                SiteHealth {
                    id: row.id,
                    name: row.name,
                    seeded: row.seeded,
                    fetched: outcomes.remove("fetched").unwrap_or(0),
                    not_modified: outcomes.remove("not_modified").unwrap_or(0),
                    imported: outcomes.remove("imported").unwrap_or(0),
                    articles: row.articles,
                    rejected: serde_json::from_value(row.rejected).unwrap_or_default(),
                    failures: outcomes,
                    urls_due: row.urls_due,
                    last_fetch: row.last_fetch,
                    last_article: row.last_article,
                }
            });
            Ok(sites.collect())
        })
        .await
    }

    /// Rejected pages, newest first: URL, page type and reason.
    pub async fn rejected(&self, limit: i64) -> Result<Vec<RejectedPage>, StoreError> {
        self.retrying(|| async {
            let pages = sqlx::query_as!(
                RejectedPage,
                r#"select url as "url!", source_id as "source_id!", page_type as "page_type!", news_score as "news_score!",
                    label_source as "label_source!", reason as "reason!", date_crawled as "date_crawled!"
                from news.pages_rejected order by date_crawled desc, url limit $1"#,
                limit
            );
            Ok(pages.fetch_all(&self.pool).await?)
        })
        .await
    }
}
