//! Request quotas per site, and the counts of articles per URL pattern that decide how they are spent.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::PgConnection;
use store_macros::retried;

use crate::{Lease, NewVerdict, Store, StoreError, articles::PageFacts, text};

/// Maximum number of patterns read for the crawl of one host: those with the most pages.
const MAX_PATTERNS: i64 = 2_000;
/// Maximum length of a counted pattern, in characters; longer ones are truncated.
const MAX_LENGTH: usize = 255;
/// Length of a window: an hour less than a day, so that a daily run that starts a few minutes early gets a new one.
pub(crate) const WINDOW: TimeDelta = TimeDelta::hours(23);

/// Pages and articles behind one URL pattern of a host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatternStats {
    /// The host, as `host[:port]`.
    pub authority: String,
    /// The pattern.
    pub pattern: String,
    /// URLs whose first page has been extracted.
    pub pages: i32,
    /// Those of them that were articles.
    pub articles: i32,
}

/// Requests granted to a worker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quota {
    /// Number of requests.
    pub pages: i64,
    /// When the site's current window began, which identifies it for [`Store::release_quota`].
    pub since: DateTime<Utc>,
}

impl Quota {
    /// When the next window begins.
    pub fn next(&self) -> DateTime<Utc> {
        self.since + WINDOW
    }
}

impl Store {
    /// The URL patterns of a site's hosts, those with the most pages first.
    #[retried]
    pub async fn pattern_stats(&self, site_id: &str) -> Result<Vec<PatternStats>, StoreError> {
        let stats = sqlx::query_as!(
            PatternStats,
            r#"select h.authority, y.pattern, y.pages, greatest(y.articles, 0) as "articles!"
            from hosts h join pattern_stats y using (host_id)
            where h.site_id = $1 order by y.pages desc, h.host_id, y.pattern limit $2"#,
            site_id,
            MAX_PATTERNS
        );
        Ok(stats.fetch_all(&self.pool).await?)
    }

    /// Takes up to `wanted` requests from the site's quota of `max` per window, which is shared by all workers.
    #[retried(once)]
    pub async fn take_quota(
        &self,
        lease: &Lease,
        wanted: i64,
        max: i64,
    ) -> Result<Quota, StoreError> {
        let mut transaction = self.pool.begin().await?;
        if let Some(quota) = once.committed(&mut transaction).await? {
            return Ok(quota);
        }
        let quota = sqlx::query_as!(
            Quota,
            r#"insert into quotas as q (site_id, window_start, used, last_grant)
            values ($1, now(), least($2::bigint, $3::bigint), least($2, $3))
            on conflict (site_id) do update set
                window_start = case when q.window_start <= now() - $4::interval then now() else q.window_start end,
                used = case when q.window_start <= now() - $4 then excluded.used
                    else q.used + least($2, greatest($3 - q.used, 0)) end,
                last_grant = case when q.window_start <= now() - $4 then excluded.last_grant
                    else least($2, greatest($3 - q.used, 0)) end,
                renderings = case when q.window_start <= now() - $4 then 0 else q.renderings end
            returning last_grant as pages, window_start as since"#,
            lease.site_id,
            wanted.max(0),
            max.max(0),
            sqlx::postgres::types::PgInterval::try_from(WINDOW).unwrap_or_default() as _
        );
        let quota = quota.fetch_one(&mut *transaction).await?;
        once.commit(transaction, quota).await
    }

    /// Gives back requests that were not made, unless a new window has begun since.
    #[retried(once)]
    pub async fn release_quota(
        &self,
        lease: &Lease,
        quota: Quota,
        unused: i64,
    ) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await?;
        if once.committed(&mut transaction).await?.is_some() {
            return Ok(());
        }
        sqlx::query!(
            "update quotas set used = greatest(used - $3, 0) where site_id = $1 and window_start = $2",
            lease.site_id,
            quota.since,
            unused.max(0)
        )
        .execute(&mut *transaction)
        .await?;
        once.commit(transaction, ()).await
    }
}

/// Counts what the verdicts of one transaction change, by URL pattern and by the channel that named the URL. Each URL counts
/// once, by its first page, however often it is extracted: its previous verdict is subtracted first.
pub(crate) async fn count(
    connection: &mut PgConnection,
    verdicts: &[(&NewVerdict, &PageFacts)],
) -> Result<(), StoreError> {
    let mut changes: BTreeMap<(i64, String), (i32, i32)> = BTreeMap::new();
    let mut of_urls: Vec<(i64, i64, (i32, i32))> = Vec::new();
    for (verdict, page) in verdicts.iter().filter(|(_, page)| page.first) {
        let pattern = text::owned(&verdict.pattern);
        let pattern: String = pattern.chars().take(MAX_LENGTH).collect();
        let now = i32::from(verdict.article.is_some());
        let (pages, articles) = match page.was_article {
            None => (1, now),
            Some(before) => (0, now - i32::from(before)),
        };
        if (pages, articles) != (0, 0) {
            of_urls.push((page.host_id, page.url_id, (pages, articles)));
        }
        if !pattern.is_empty() {
            let change = changes.entry((page.host_id, pattern)).or_default();
            change.0 += pages;
            change.1 += articles;
        }
    }
    count_by_channel(connection, &of_urls).await?;
    changes.retain(|_, change| *change != (0, 0));
    if changes.is_empty() {
        return Ok(());
    }
    let changes: Vec<((i64, String), (i32, i32))> = changes.into_iter().collect();
    sqlx::query!(
        "insert into pattern_stats as y (host_id, pattern, pages, articles)
        select host_id, pattern, pages, articles
        from unnest($1::bigint[], $2::text[], $3::integer[], $4::integer[]) as new (host_id, pattern, pages, articles)
        order by 1, 2
        on conflict (host_id, pattern) do update
            set pages = y.pages + excluded.pages, articles = y.articles + excluded.articles",
        &text::column(&changes, |((host, _), _)| *host),
        &text::column(&changes, |((_, pattern), _)| pattern.clone()),
        &text::column(&changes, |(_, (pages, _))| *pages),
        &text::column(&changes, |(_, (_, articles))| *articles)
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Counts pages and articles for the channel that named their URL first: host, URL, and by how much the two counts change.
async fn count_by_channel(
    connection: &mut PgConnection,
    changes: &[(i64, i64, (i32, i32))],
) -> Result<(), StoreError> {
    if changes.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "insert into channel_yields as y (channel_id, host_id, pages, articles)
        select s.named_by, new.host_id, sum(new.pages), sum(new.articles)
        from unnest($1::bigint[], $2::bigint[], $3::integer[], $4::integer[]) as new (host_id, url_id, pages, articles)
        cross join lateral (select s.named_by from seen s
            where s.host_id = new.host_id and s.url_id = new.url_id and s.named_by is not null offset 0) s
        group by 1, 2 order by 1, 2
        on conflict (channel_id, host_id) do update
            set pages = y.pages + excluded.pages, articles = y.articles + excluded.articles",
        &text::column(changes, |change| change.0),
        &text::column(changes, |change| change.1),
        &text::column(changes, |change| change.2.0),
        &text::column(changes, |change| change.2.1)
    )
    .execute(connection)
    .await?;
    Ok(())
}
