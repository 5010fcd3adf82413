//! The frontier: known URLs and due URLs.

use std::ops::RangeInclusive;
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use store_macros::retried;

use crate::{
    Lease, Outcome, Store, StoreError,
    crawl::hosts::mark_hosts_due,
    text::{self, column, names, url_hash},
};

names! {
    /// The kind of a URL.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum UrlKind {
        /// Front page of a site.
        Home => "home",
        /// RSS, Atom or JSON feed.
        Feed => "feed",
        /// Sitemap or sitemap index.
        Sitemap => "sitemap",
        /// Sitemap with the Google-News extension.
        NewsSitemap => "news_sitemap",
        /// Anything else.
        Page => "page",
    }
}

names! {
    /// How a URL was first found.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Via {
        /// In the seed file.
        Seed => "seed",
        /// By a link on the front page.
        FrontPage => "front_page",
        /// By a link on a section page.
        Section => "section",
        /// In a feed.
        Feed => "feed",
        /// In a sitemap.
        Sitemap => "sitemap",
        /// In a news sitemap.
        NewsSitemap => "news_sitemap",
        /// By a link elsewhere.
        Link => "link",
        /// By a redirect.
        Redirect => "redirect",
        /// By probing a path where sites usually have a feed or sitemap.
        WellKnown => "well_known",
        /// By an import.
        Import => "import",
    }
}

/// A discovered URL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewUrl {
    /// Canonical spelling.
    pub url: String,
    /// `host[:port]`.
    pub authority: String,
    /// Its kind.
    pub kind: UrlKind,
    /// How it was found.
    pub via: Via,
    /// Smaller values are fetched first.
    pub priority: i16,
    /// Number of links from the home page.
    pub depth: i16,
    /// Title in the feed or news sitemap.
    pub title: Option<String>,
    /// Date in the feed or news sitemap.
    pub published: Option<DateTime<Utc>>,
    /// When it last changed, according to the feed or sitemap. A page visited before is due again.
    pub changed: Option<DateTime<Utc>>,
}

/// A URL that may be fetched now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Due {
    /// Its id.
    pub url_id: i64,
    /// The URL.
    pub url: String,
    /// Its kind.
    pub kind: UrlKind,
    /// How it was first found.
    pub via: Via,
    /// Number of links from the home page.
    pub depth: i16,
    /// For a conditional request.
    pub etag: Option<String>,
    /// For a conditional request.
    pub last_modified: Option<String>,
    /// Whether its page is empty unless rendered in a browser: see [`Store::queue_renderings`].
    pub render: bool,
    /// Earlier visits; `None` before the first.
    pub history: Option<UrlHistory>,
}

/// Counts of the first visited URLs of a host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FirstVisits {
    /// URLs of any kind.
    pub urls: i64,
    /// Pages with a stored body, without the front page.
    pub pages: i64,
    /// Feeds and news sitemaps named by the seed or the site, without those that redirect.
    pub feeds: i64,
}

/// The history of a URL, from which its next visit is scheduled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UrlHistory {
    /// When the URL was discovered.
    pub first_seen: DateTime<Utc>,
    /// When it was last visited.
    pub visited_at: DateTime<Utc>,
    /// The outcome of that visit.
    pub outcome: Outcome,
    /// When its body was last seen to differ (or first seen); `None` if it never had a body.
    pub changed_at: Option<DateTime<Utc>>,
    /// When its body was last found unchanged; `None` if never.
    pub unchanged_at: Option<DateTime<Utc>>,
    /// Visits so far.
    pub visits: i32,
    /// Visits that returned a different body than the one before.
    pub changes: i32,
    /// Current number of consecutive failures and fruitless visits: [`Visit::is_fruitless`](crate::Visit::is_fruitless).
    pub failures: i32,
    /// SHA-256 of the last body.
    pub body_hash: Option<Vec<u8>>,
}

impl Store {
    /// The due URLs of a leased host: front page, feeds and sitemaps by priority, new ones before those visited before, those that failed
    /// last (at [`LAST_CHANNEL_PRIORITY`](crate::LAST_CHANNEL_PRIORITY)), new pages, oldest first, then pages visited before, again those
    /// that failed last: two of them in a row may end the crawl of a busy host.
    #[retried]
    pub async fn due(&self, lease: &Lease, limit: i64) -> Result<Vec<Due>, StoreError> {
        // `record_visits.sql` names the same priorities.
        sqlx::query!(
            "with due as (
                update visits set next_due = null
                where host_id = $1 and next_due <= now()
                returning url_id, failures
            )
            insert into queue (host_id, priority, url_id)
            select s.host_id, case when due.failures > 0 then case s.kind when 'page' then 32767 else 80 end
                when s.kind = 'page' then revisit_priority(s.priority) else least(s.priority + 1, 80) end, s.url_id
            from due cross join lateral (select * from seen s where s.host_id = $1 and s.url_id = due.url_id limit 1) s
            order by 2, 3
            on conflict do nothing",
            lease.host_id
        )
        .execute(&self.pool)
        .await?;
        let due = self.queued(lease, i16::MIN..=i16::MAX, limit).await?;
        if due.is_empty() {
            // A queued URL that is not in `seen` would make the host due for ever.
            sqlx::query!(
                "delete from queue q where q.host_id = $1
                    and not exists (select from seen s where s.host_id = q.host_id and s.url_id = q.url_id)",
                lease.host_id
            )
            .execute(&self.pool)
            .await?;
        }
        Ok(due)
    }

    /// The queued URLs of a leased host with these priorities, in the order of [`Store::due`].
    #[retried]
    pub async fn queued(
        &self,
        lease: &Lease,
        priorities: RangeInclusive<i16>,
        limit: i64,
    ) -> Result<Vec<Due>, StoreError> {
        let rows = sqlx::query!(
            r#"select s.url_id, s.url, s.kind as "kind: UrlKind", s.via as "via: Via", s.depth, s.first_seen, v.etag, v.last_modified,
                v.visited_at as "visited_at?", v.outcome as "outcome?: Outcome", v.changed_at, v.unchanged_at, v.visits as "visits?", v.changes as "changes?",
                v.failures as "failures?", v.body_hash,
                exists (select from renderings r where r.host_id = $1 and r.url_id = q.url_id) as "render!"
            from (select * from queue where host_id = $1 and priority between $3 and $4 order by priority, url_id limit $2) q
            -- row by row: a plan made while the tables are young would read all that is known of the host
            cross join lateral (select * from seen s where s.host_id = $1 and s.url_id = q.url_id limit 1) s
            left join lateral (select * from visits v where v.host_id = $1 and v.url_id = q.url_id limit 1) v on true
            order by q.priority, q.url_id"#,
            lease.host_id,
            limit,
            *priorities.start(),
            *priorities.end()
        )
        .fetch_all(&self.pool)
        .await?;
        let due = rows.into_iter().map(|row| Due {
            history: row
                .visited_at
                .zip(row.outcome)
                .map(|(visited_at, outcome)| UrlHistory {
                    first_seen: row.first_seen,
                    visited_at,
                    outcome,
                    changed_at: row.changed_at,
                    unchanged_at: row.unchanged_at,
                    visits: row.visits.unwrap_or(0),
                    changes: row.changes.unwrap_or(0),
                    failures: row.failures.unwrap_or(0),
                    body_hash: row.body_hash,
                }),
            url_id: row.url_id,
            url: row.url,
            kind: row.kind,
            via: row.via,
            depth: row.depth,
            etag: row.etag,
            last_modified: row.last_modified,
            render: row.render,
        });
        Ok(due.collect())
    }

    /// Counts the first visited URLs of a leased host, up to `max`.
    #[retried]
    pub async fn first_visits(&self, lease: &Lease, max: i64) -> Result<FirstVisits, StoreError> {
        let row = sqlx::query_as!(
            FirstVisits,
            r#"select count(*) as "urls!", count(*) filter (where s.kind = 'page' and v.page_id is not null) as "pages!",
                count(*) filter (where s.kind in ('feed', 'news_sitemap') and s.via <> 'well_known'
                    and v.outcome <> 'redirected') as "feeds!"
            -- in the order of the key: else the table would be read until as many are found
            from (select url_id, outcome, page_id from visits where host_id = $1 order by url_id limit $2) v
            cross join lateral (select kind, via from seen s where s.host_id = $1 and s.url_id = v.url_id limit 1) s"#,
            lease.host_id,
            max
        );
        Ok(row.fetch_one(&self.pool).await?)
    }

    /// Makes due now what may hold news on these sites (empty: all): the front page, feeds, sitemaps, and the
    /// pages first seen after `first_seen_after` whose last visit returned a page or failed. Pages that were
    /// refused, not found, redirected or skipped are left out: they become due by themselves the next night, or
    /// never. So are a channel that is not due for more than a day (a sitemap of the archive, a dead feed), a sitemap
    /// of an index that is not found, a page that is not due for more than two weeks (a variant of another), and, for twelve hours,
    /// what runs have visited that were stopped or killed since the last one that was done. Returns how many URLs became due.
    #[retried]
    pub async fn make_due(
        &self,
        site_ids: &[String],
        first_seen_after: DateTime<Utc>,
    ) -> Result<u64, StoreError> {
        let mut transaction = self.pool.begin().await?;
        let resumed = sqlx::query_scalar!(
            "select min(greatest(r.started_at, now() - interval '12 hours')) from runs r
            where r.command in ('nightly', 'crawl')
                and run_state(r.state, r.session) in ('stopped', 'lost')
                and not exists (select from runs d
                    where d.command in ('nightly', 'crawl') and d.state = 'done' and d.started_at > r.started_at
                        and (not d.counts ? 'site' or d.counts ->> 'site' = any($1)))",
            site_ids
        )
        .fetch_one(&mut *transaction)
        .await?;
        let channels = sqlx::query!(
            "update visits v set next_due = now()
            from hosts h, seen s
            where s.host_id = v.host_id and s.url_id = v.url_id and h.host_id = s.host_id
                and (cardinality($1::text[]) = 0 or h.site_id = any($1))
                and s.kind <> 'page' and not (v.outcome = 'not_found' and s.via = 'sitemap' and s.depth > 0)
                and v.next_due > now() and v.next_due <= now() + interval '1 day'
                and ($2::timestamptz is null or v.visited_at < $2)",
            site_ids,
            resumed
        )
        .execute(&mut *transaction)
        .await?
        .rows_affected();
        // an update of its own, which reads the recent rows of `seen` only
        let pages = sqlx::query!(
            "update visits v set next_due = now()
            from hosts h, seen s
            where s.host_id = v.host_id and s.url_id = v.url_id and h.host_id = s.host_id
                and (cardinality($1::text[]) = 0 or h.site_id = any($1))
                and s.kind = 'page' and s.first_seen > $2
                and v.outcome not in ('not_found', 'refused', 'redirected', 'skipped')
                and v.next_due > now() and v.next_due <= now() + interval '14 days'
                and ($3::timestamptz is null or v.visited_at < $3)",
            site_ids,
            first_seen_after,
            resumed
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
        mark_hosts_due(&mut transaction, &hosts).await?;
        transaction.commit().await?;
        Ok(channels + pages)
    }

    /// Makes rediscovered feeds and sitemaps due: a dead one that has not been requested for a week
    /// (a day, if its URL was only guessed), and one dated as changed since its last visit, unless
    /// that was in the last six hours (some sitemap indexes date every entry now) or its pages are no articles. Returns how many.
    #[retried]
    pub async fn mark_feeds_due(&self, named: &[NewUrl]) -> Result<u64, StoreError> {
        if named.is_empty() {
            return Ok(0);
        }
        let mut transaction = self.pool.begin().await?;
        let hosts = sqlx::query_scalar!(
            r#"update visits v set next_due = now()
            from unnest($1::text[], $2::uuid[], $3::timestamptz[]) as found (authority, url_hash, changed_at)
            join hosts h on h.authority = found.authority
            join seen s on s.host_id = h.host_id and s.url_hash = found.url_hash and s.kind <> 'page'
            where v.host_id = s.host_id and v.url_id = s.url_id and v.next_due > now()
                and ((v.failures >= 3 and v.visited_at < now() - interval '7 days')
                    or (s.via = 'well_known' and v.failures > 0 and v.visited_at < now() - interval '1 day')
                    or (found.changed_at > v.visited_at and v.visited_at < now() - interval '6 hours' and not is_barren(v.url_id)))
            returning v.host_id"#,
            &column(named, |url| url.authority.clone()),
            &column(named, |url| url_hash(&text::clean(&url.url))),
            &column(named, |url| url.changed) as &[Option<DateTime<Utc>>]
        )
        .fetch_all(&mut *transaction)
        .await?;
        mark_hosts_due(&mut transaction, &hosts).await?;
        transaction.commit().await?;
        Ok(hosts.len() as u64)
    }

    /// Whether hardly any page that a channel (its `url_id`) named first has become an article, after some tens of pages.
    #[retried]
    pub async fn is_barren(&self, channel: i64) -> Result<bool, StoreError> {
        let barren = sqlx::query_scalar!(r#"select is_barren($1) as "barren!""#, channel);
        Ok(barren.fetch_one(&self.pool).await?)
    }

    /// Whether the newest page of a URL of a leased host was judged to belong to no article. Both rows are found by their keys: `offset 0`
    /// keeps the planner from a join.
    #[retried]
    pub async fn is_rejected(&self, lease: &Lease, url_id: i64) -> Result<bool, StoreError> {
        let rejected = sqlx::query_scalar!(
            r#"select exists (
                select from visits v cross join lateral (
                    select d.article_id, d.label_source from verdicts d
                    where d.fetched_at = v.page_fetched_at and d.page_id = v.page_id offset 0
                ) d
                where v.host_id = $1 and v.url_id = $2 and is_rejected(d.article_id, d.label_source)
            ) as "rejected!""#,
            lease.host_id,
            url_id
        );
        Ok(rejected.fetch_one(&self.pool).await?)
    }

    /// The number of sitemaps of a leased host that were requested within this time.
    #[retried]
    pub async fn sitemaps_read(&self, lease: &Lease, within: Duration) -> Result<u64, StoreError> {
        let count = sqlx::query_scalar!(
            r#"select count(*) as "count!" from seen s
            cross join lateral (select v.visited_at, v.outcome from visits v where v.host_id = $1 and v.url_id = s.url_id offset 0) v
            where s.host_id = $1 and s.kind in ('sitemap', 'news_sitemap')
                and v.outcome <> 'skipped' and v.visited_at > now() - make_interval(secs => $2)"#,
            lease.host_id,
            within.as_secs_f64()
        );
        Ok(count.fetch_one(&self.pool).await?.cast_unsigned())
    }

    /// Whether any of these URLs is not known yet.
    #[retried]
    pub async fn any_new(&self, urls: &[NewUrl]) -> Result<bool, StoreError> {
        if urls.is_empty() {
            return Ok(false);
        }
        let unknown = sqlx::query_scalar!(
            r#"select exists (
                select from unnest($1::text[], $2::uuid[]) as found (authority, url_hash)
                where not exists (select from hosts h join seen s on s.host_id = h.host_id
                    where h.authority = found.authority and s.url_hash = found.url_hash)
            ) as "unknown!""#,
            &column(urls, |url| url.authority.clone()),
            &column(urls, |url| url_hash(&text::clean(&url.url)))
        );
        Ok(unknown.fetch_one(&self.pool).await?)
    }
}
