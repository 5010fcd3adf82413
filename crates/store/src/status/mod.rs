//! The status of the crawl.

pub(crate) mod activity;
pub(crate) mod coverage;
mod daily;
pub(crate) mod days;
pub(crate) mod diagnosis;
pub(crate) mod disk;
pub(crate) mod health;
pub(crate) mod indexes;
pub(crate) mod runs;
pub(crate) mod site_state;
pub(crate) mod sites;

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::Serialize;
use store_macros::{boxed, retried};

use crate::{ClockSkew, DiskUse, Run, Store, StoreError, text::Position};

/// The status, as shown by `gleaner status`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Status {
    /// The last runs, newest first.
    pub runs: Vec<Run>,
    /// Queued work, and sizes.
    pub queue: QueueSizes,
    /// One row per site, by id.
    pub sites: Vec<SiteHealth>,
    /// Hosts that wait for times set while the clock was ahead.
    pub ahead: Option<ClockSkew>,
    /// The size and growth of the database, and the free disk space.
    pub disk: DiskUse,
}

/// Amount of queued work, and table sizes. For large tables, these are the database's estimates.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct QueueSizes {
    /// Known hosts.
    pub hosts: i64,
    /// Hosts due now.
    pub hosts_due: i64,
    /// Hosts under a lease.
    pub hosts_leased: i64,
    /// Known URLs.
    pub urls: i64,
    /// Due URLs of active sites.
    pub urls_due: i64,
    /// Stored pages.
    pub pages: i64,
    /// Pages that wait for extraction.
    pub pages_unread: i64,
    /// Articles (latest versions).
    pub articles: i64,
    /// Article versions.
    pub versions: i64,
    /// Rejected pages that are stored.
    pub rejected: i64,
    /// Whether some of the numbers are estimates.
    pub about: bool,
}

/// The all-time counts of one site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SiteHealth {
    /// Site id.
    pub id: String,
    /// The outlet's name.
    pub name: String,
    /// Whether it was seeded; if not, it is known only from imports.
    pub seeded: bool,
    /// Visits that returned a body.
    pub fetched: i64,
    /// Visits answered 304.
    pub not_modified: i64,
    /// Imported pages.
    pub imported: i64,
    /// Articles (latest versions); if there are very many, pages that were extracted as articles.
    pub articles: i64,
    /// Rejected pages by page type, including those deleted since.
    pub rejected: BTreeMap<String, i64>,
    /// Visits with any other outcome but a redirect, by outcome; without those of guessed feeds and sitemaps.
    pub failures: BTreeMap<String, i64>,
    /// Due URLs. If very many are known, at most 1,000 unvisited and 1,000 visited ones are counted for each host.
    pub urls_due: i64,
    /// Whether more URLs are due than were counted.
    pub more_urls_due: bool,
    /// Hosts in a cooldown after failures.
    pub hosts_in_cooldown: i64,
    /// When the first cooldown ends.
    pub cooldown_until: Option<DateTime<Utc>>,
    /// Feeds, sitemaps and front pages that keep failing and are requested less and less often.
    pub dead_channels: i64,
    /// Time of the last visit.
    pub last_fetch: Option<DateTime<Utc>>,
    /// Time of the last visit that returned a body, or found it unchanged.
    pub last_success: Option<DateTime<Utc>>,
    /// When the newest article was first fetched.
    pub last_article: Option<DateTime<Utc>>,
}

/// A rejected page.
#[derive(Debug, Clone, PartialEq, Serialize, utoipa::ToSchema)]
pub struct RejectedPage {
    /// URL after redirects.
    pub url: String,
    /// Site id.
    pub source_id: String,
    /// Page type: `section`, `legal`, `consent_wall`, …
    pub page_type: String,
    /// How much the page resembles news, 0 to 1.
    pub news_score: f32,
    /// The model or rule that decided.
    pub label_source: String,
    /// The reason, in one line.
    pub reason: String,
    /// When it was fetched.
    pub date_crawled: DateTime<Utc>,
}

/// A position in the order of rejected pages: when the page was fetched, and its URL.
pub type RejectedCursor = Position<(DateTime<Utc>, String)>;

impl RejectedCursor {
    /// The position of a page.
    pub fn of(page: &RejectedPage) -> Self {
        Self((page.date_crawled, page.url.clone()))
    }
}

/// The database server of a store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Server {
    /// Name and version, such as `PostgreSQL 17.2`.
    pub version: String,
    /// Its clock.
    pub now: DateTime<Utc>,
}

/// Number of runs shown.
const RUNS: i64 = 10;
/// Number of rows from which a table is estimated instead of counted.
const MAX_COUNTED_ROWS: i64 = 1_000_000;

impl Store {
    /// The status.
    #[boxed]
    pub async fn status(&self) -> Result<Status, StoreError> {
        let queue = self.queue().await?;
        Ok(Status {
            runs: self.runs_before(i64::MAX, RUNS).await?,
            sites: self.site_health(!queue.about).await?,
            queue,
            ahead: self.clock_skew().await?,
            disk: self.disk_use().await?,
        })
    }

    /// Queued work, and sizes.
    #[boxed]
    pub async fn queue(&self) -> Result<QueueSizes, StoreError> {
        self.queue_counting(MAX_COUNTED_ROWS).await
    }

    /// Like [`Store::queue`], with estimates if a table has more than `max` rows.
    #[boxed]
    pub async fn queue_counting(&self, max: i64) -> Result<QueueSizes, StoreError> {
        let urls = self.rows(&["seen"]).await?;
        let pages = self.rows(&["pages", "verdicts", "articles"]).await?;
        if urls.max(pages) > max {
            self.estimated_queue().await
        } else {
            self.counted_queue().await
        }
    }

    /// Number of rows of the largest of these tables or indexes including partitions, by the database's last estimate.
    #[retried]
    async fn rows(&self, tables: &[&str]) -> Result<i64, StoreError> {
        let names: Vec<String> = tables.iter().map(|&name| name.to_owned()).collect();
        let rows = sqlx::query_scalar!(
            r#"select coalesce(max(rows), 0)::bigint as "rows!" from (
                select sum(greatest(c.reltuples, 0)) as rows
                from unnest($1::text[]) as name
                left join lateral pg_partition_tree(name::regclass) as part on true -- no rows if it is not partitioned
                join pg_class c on c.oid = coalesce(part.relid, name::regclass)
                where coalesce(part.isleaf, true) group by name
            ) by_table"#,
            &names
        );
        Ok(rows.fetch_one(&self.pool).await?)
    }

    #[retried]
    async fn counted_queue(&self) -> Result<QueueSizes, StoreError> {
        let queue = sqlx::query_as!(
            QueueSizes,
            r#"select
                (select count(*) from hosts) as "hosts!",
                (select count(*) from hosts join sites using (site_id) where next_fetch_at <= now() and state = 'active'
                    and (leased_until is null or leased_until <= now())) as "hosts_due!",
                (select count(*) from hosts where leased_until > now() and leased_until <= now() + lease_length) as "hosts_leased!",
                (select count(*) from seen) as "urls!",
                (select count(*) from queue join hosts using (host_id) join sites using (site_id) where state = 'active')
                    + (select count(*) from visits join hosts using (host_id) join sites using (site_id)
                        where next_due <= now() and state = 'active') as "urls_due!",
                (select count(*) from pages) as "pages!",
                (select count(*) from extract_queue) as "pages_unread!",
                (select count(*) from articles a join article_heads using (article_id) where a.is_latest and moved_to is null) as "articles!",
                (select count(*) from articles) as "versions!",
                (select count(*) from verdicts where article_id is null) as "rejected!",
                false as "about!""#
        );
        Ok(queue.fetch_one(&self.pool).await?)
    }

    #[boxed]
    async fn estimated_queue(&self) -> Result<QueueSizes, StoreError> {
        let now = self.activity().await?;
        Ok(QueueSizes {
            hosts: self.rows(&["hosts"]).await?,
            hosts_due: now.hosts_due,
            hosts_leased: now.hosts_leased,
            urls: self.rows(&["seen"]).await?,
            urls_due: self.rows(&["queue"]).await?,
            pages: self.rows(&["pages"]).await?,
            pages_unread: self.rows(&["extract_queue"]).await?,
            articles: self.rows(&["article_heads"]).await?,
            versions: self.rows(&["articles"]).await?,
            rejected: self.rows(&["verdicts_rejected"]).await?,
            about: true,
        })
    }

    #[retried]
    async fn site_health(&self, exact: bool) -> Result<Vec<SiteHealth>, StoreError> {
        let rows = sqlx::query_file!("queries/site_health.sql", exact)
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
                more_urls_due: row.more_urls_due,
                hosts_in_cooldown: row.hosts_resting,
                cooldown_until: row.rest_until,
                dead_channels: row.dead_channels,
                last_fetch: row.last_fetch,
                last_success: row.last_success,
                last_article: row.last_article,
            }
        });
        Ok(sites.collect())
    }

    /// Rejected pages after a cursor, newest first: URL, page type and reason.
    #[retried]
    pub async fn rejected(
        &self,
        after: Option<&RejectedCursor>,
        limit: i64,
    ) -> Result<Vec<RejectedPage>, StoreError> {
        let pages = sqlx::query_as!(
            RejectedPage,
            r#"select url as "url!", source_id as "source_id!", page_type as "page_type!", news_score as "news_score!",
                label_source as "label_source!", reason as "reason!", date_crawled as "date_crawled!"
            from news.pages_rejected
            where date_crawled <= coalesce($2, 'infinity'::timestamptz) and ($2 is null or date_crawled < $2 or url > $3)
            order by date_crawled desc, url limit $1"#,
            limit,
            after.map(|after| after.0.0),
            after.map(|after| after.0.1.as_str())
        );
        Ok(pages.fetch_all(&self.pool).await?)
    }

    /// The version and the clock of the server.
    #[retried]
    pub async fn server(&self) -> Result<Server, StoreError> {
        let server = sqlx::query_as!(
            Server,
            r#"select 'PostgreSQL ' || current_setting('server_version') as "version!", clock_timestamp() as "now!""#
        );
        Ok(server.fetch_one(&self.pool).await?)
    }
}
