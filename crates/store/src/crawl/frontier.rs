//! The frontier: what is known, what is due.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use store_macros::retried;

use crate::{Lease, Store, StoreError, crawl::admission::wake, text::names};

/// What a URL is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UrlKind {
    /// Front page of a site.
    Home,
    /// RSS, Atom or JSON feed.
    Feed,
    /// Sitemap or sitemap index.
    Sitemap,
    /// Sitemap with the Google-News extension.
    NewsSitemap,
    /// Anything else.
    Page,
}

/// How a URL was found first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Via {
    /// By the seed file.
    Seed,
    /// By a link on the front page.
    FrontPage,
    /// By a link on a section page.
    Section,
    /// By a feed.
    Feed,
    /// By a sitemap.
    Sitemap,
    /// By a news sitemap.
    NewsSitemap,
    /// By a link elsewhere.
    Link,
    /// By a redirect.
    Redirect,
    /// By a push of the hub that a feed names.
    Websub,
    /// By asking for a path where sites usually have such a thing.
    WellKnown,
    /// By an import.
    Import,
}

/// A URL that was come across.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewUrl {
    /// Canonical spelling.
    pub url: String,
    /// `host[:port]`.
    pub authority: String,
    /// What it is for.
    pub kind: UrlKind,
    /// How it was found.
    pub via: Via,
    /// Smaller comes first.
    pub priority: i16,
    /// Links away from the home page.
    pub depth: i16,
    /// Title in the feed or news sitemap.
    pub title: Option<String>,
    /// Date in the feed or news sitemap.
    pub published: Option<DateTime<Utc>>,
}

/// A URL that may be fetched now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Due {
    /// Its id.
    pub url_id: i64,
    /// The URL.
    pub url: String,
    /// What it is for.
    pub kind: UrlKind,
    /// How it was found first.
    pub via: Via,
    /// Links away from the home page.
    pub depth: i16,
    /// For a conditional request.
    pub etag: Option<String>,
    /// For a conditional request.
    pub last_modified: Option<String>,
    /// What earlier visits showed; `None` at the first.
    pub history: Option<UrlHistory>,
}

/// What earlier visits of a URL showed: the ground for choosing the next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UrlHistory {
    /// When the URL was come across first.
    pub first_seen: DateTime<Utc>,
    /// When it was visited last.
    pub visited_at: DateTime<Utc>,
    /// When its body was last seen to differ (or seen first); `None`: never a body.
    pub changed_at: Option<DateTime<Utc>>,
    /// When its body was last found as it was before; `None`: never.
    pub unchanged_at: Option<DateTime<Utc>>,
    /// Visits so far.
    pub visits: i32,
    /// Visits that brought another body than before.
    pub changes: i32,
    /// Failures in a row, up to now.
    pub failures: i32,
    /// SHA-256 of the last body.
    pub body_hash: Option<Vec<u8>>,
}

names!(UrlKind {
    Home => "home",
    Feed => "feed",
    Sitemap => "sitemap",
    NewsSitemap => "news_sitemap",
    Page => "page",
});

names!(Via {
    Seed => "seed",
    FrontPage => "front_page",
    Section => "section",
    Feed => "feed",
    Sitemap => "sitemap",
    NewsSitemap => "news_sitemap",
    Link => "link",
    Redirect => "redirect",
    Websub => "websub",
    WellKnown => "well_known",
    Import => "import",
});

impl Store {
    /// What may be fetched now of a leased host: front page, feeds, sitemaps and new pages by priority,
    /// oldest first, then pages visited before.
    #[retried]
    pub async fn due(&self, lease: &Lease, limit: i64) -> Result<Vec<Due>, StoreError> {
        sqlx::query!(
            "with due as (
                update visits set next_due = null
                where host_id = $1 and next_due <= now()
                returning url_id
            )
            insert into queue (host_id, priority, url_id)
            select s.host_id, case s.kind when 'page' then revisit_priority(s.priority) else s.priority end, s.url_id
            from due cross join lateral (select * from seen s where s.host_id = $1 and s.url_id = due.url_id limit 1) s
            order by 2, 3
            on conflict do nothing",
            lease.host_id
        )
        .execute(&self.pool)
        .await?;
        let rows = sqlx::query!(
            r#"select s.url_id, s.url, s.kind, s.via, s.depth, s.first_seen, v.etag, v.last_modified,
                v.visited_at as "visited_at?", v.changed_at, v.unchanged_at, v.visits as "visits?", v.changes as "changes?",
                v.failures as "failures?", v.body_hash
            from (select * from queue where host_id = $1 order by priority, url_id limit $2) q
            -- row by row: a plan made while the tables are young would read all that is known of the host
            cross join lateral (select * from seen s where s.host_id = $1 and s.url_id = q.url_id limit 1) s
            left join lateral (select * from visits v where v.host_id = $1 and v.url_id = q.url_id limit 1) v on true
            order by q.priority, q.url_id"#,
            lease.host_id,
            limit
        )
        .fetch_all(&self.pool)
        .await?;
        rows.into_iter()
            .map(|row| {
                let history = row.visited_at.map(|visited_at| UrlHistory {
                    first_seen: row.first_seen,
                    visited_at,
                    changed_at: row.changed_at,
                    unchanged_at: row.unchanged_at,
                    visits: row.visits.unwrap_or(0),
                    changes: row.changes.unwrap_or(0),
                    failures: row.failures.unwrap_or(0),
                    body_hash: row.body_hash,
                });
                Ok(Due {
                    url_id: row.url_id,
                    url: row.url,
                    kind: row.kind.parse()?,
                    via: row.via.parse()?,
                    depth: row.depth,
                    etag: row.etag,
                    last_modified: row.last_modified,
                    history,
                })
            })
            .collect()
    }

    /// Makes due now, before its time, what may hold news on these sites (empty: all): the front page, feeds,
    /// sitemaps, and the pages first seen after `first_seen_after` that are there (no 404, 410 or redirect). A channel that
    /// rests for longer than a day, such as a sitemap of the archive or a dead feed, goes on resting, and so does a
    /// page that rests for longer than two weeks: it is but a form of another one. Says how many.
    #[retried]
    pub async fn make_due(
        &self,
        site_ids: &[String],
        first_seen_after: DateTime<Utc>,
    ) -> Result<u64, StoreError> {
        let mut transaction = self.pool.begin().await?;
        let made = sqlx::query!(
            "update visits v set next_due = now()
            from hosts h, seen s
            where s.host_id = v.host_id and s.url_id = v.url_id and h.host_id = s.host_id
                and (cardinality($1::text[]) = 0 or h.site_id = any($1))
                and (s.kind <> 'page' or s.first_seen > $2)
                and v.next_due > now()
                and case s.kind
                    when 'page' then v.outcome not in ('not_found', 'redirected') and v.next_due <= now() + interval '14 days'
                    else v.next_due <= now() + interval '1 day' end",
            site_ids,
            first_seen_after
        )
        .execute(&mut *transaction)
        .await?
        .rows_affected();
        let hosts = sqlx::query_scalar!(
            "select host_id from hosts h
            where (cardinality($1::text[]) = 0 or site_id = any($1))
                and exists (select from visits v where v.host_id = h.host_id and v.next_due <= now())",
            site_ids
        )
        .fetch_all(&mut *transaction)
        .await?;
        wake(&mut transaction, &hosts).await?;
        transaction.commit().await?;
        Ok(made)
    }
}
