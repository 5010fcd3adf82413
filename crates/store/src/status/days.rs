//! Counts of visits and verdicts by day and site, kept up to date so that the log need not be counted.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use serde::Serialize;
use sqlx::PgConnection;
use store_macros::retried;

use crate::{
    NewVerdict, Store, StoreError,
    articles::PageFacts,
    text::{self, column},
};

/// Maximum number of layouts of one host and day.
const LAYOUTS_PER_DAY: i64 = 8;

/// The counts of one site on one day (UTC).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct SiteDay {
    /// The day.
    pub day: NaiveDate,
    /// Visits of any outcome.
    pub visits: i64,
    /// Visits that returned a body, or found it unchanged.
    pub answers: i64,
    /// Pages extracted as articles, new and changed.
    pub articles: i64,
    /// Extracted pages that were challenges, consent walls, or empty without scripts.
    pub walls: i64,
}

/// The layout of one article page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LayoutSeen {
    /// The day on which the page was fetched.
    pub day: NaiveDate,
    /// The fingerprint of the layout.
    pub layout: u64,
}

impl Store {
    /// The last days of every site including today, oldest first, without days on which nothing happened.
    #[retried]
    pub async fn site_days(&self, days: i32) -> Result<BTreeMap<String, Vec<SiteDay>>, StoreError> {
        let rows = sqlx::query!(
            r#"select h.site_id as "site_id!", d.day as "day!", sum(d.visits)::bigint as "visits!",
                sum(d.answers)::bigint as "answers!", sum(d.articles)::bigint as "articles!", sum(d.walls)::bigint as "walls!"
            from (
                select host_id, day, visits, case when outcome in ('fetched', 'not_modified') then visits else 0 end as answers,
                    0 as articles, 0 as walls
                from visit_days where day > (now() at time zone 'UTC')::date - $1::integer and outcome <> 'imported'
                union all
                select host_id, day, 0, 0, articles,
                    case when page_type in ('challenge', 'consent_wall', 'js_shell') then pages else 0 end
                from verdict_days where day > (now() at time zone 'UTC')::date - $1
            ) d join hosts h using (host_id)
            group by 1, 2 order by 1, 2"#,
            days
        )
        .fetch_all(&self.pool)
        .await?;
        let mut sites: BTreeMap<String, Vec<SiteDay>> = BTreeMap::new();
        for row in rows {
            sites.entry(row.site_id).or_default().push(SiteDay {
                day: row.day,
                visits: row.visits,
                answers: row.answers,
                articles: row.articles,
                walls: row.walls,
            });
        }
        Ok(sites)
    }

    /// The number of new articles of every site on each of the last days including today, by the fetch of their first version.
    #[retried]
    pub async fn new_articles(
        &self,
        days: i32,
    ) -> Result<BTreeMap<String, BTreeMap<NaiveDate, i64>>, StoreError> {
        let rows = sqlx::query!(
            r#"select h.site_id as "site_id!", (a.fetched_at at time zone 'UTC')::date as "day!", count(*) as "articles!"
            from articles a join hosts h using (host_id)
            where a.fetched_at >= ((now() at time zone 'UTC')::date - $1::integer + 1)::timestamp at time zone 'UTC'
                and not exists (select from articles b where b.article_id = a.article_id and b.version < a.version)
            group by 1, 2"#,
            days
        )
        .fetch_all(&self.pool)
        .await?;
        let mut sites: BTreeMap<String, BTreeMap<NaiveDate, i64>> = BTreeMap::new();
        for row in rows {
            let site = sites.entry(row.site_id).or_default();
            site.insert(row.day, row.articles);
        }
        Ok(sites)
    }

    /// Those of the last days, including today, that have pages waiting for extraction, so that not all articles are counted.
    #[retried]
    pub async fn days_to_extract(&self, days: i32) -> Result<BTreeSet<NaiveDate>, StoreError> {
        let unread = sqlx::query_scalar!(
            r#"select day as "day!"
            from (select (now() at time zone 'UTC')::date - n as day from generate_series(0, $1::integer - 1) n) days
            where exists (select from extract_queue u
                where u.fetched_at >= day::timestamp at time zone 'UTC'
                    and u.fetched_at < (day + 1)::timestamp at time zone 'UTC')"#,
            days
        );
        Ok(unread.fetch_all(&self.pool).await?.into_iter().collect())
    }

    /// Layouts of articles of the last days, some for each host and day, oldest first.
    #[retried]
    pub async fn site_layouts(
        &self,
        days: i32,
    ) -> Result<BTreeMap<String, Vec<LayoutSeen>>, StoreError> {
        let rows = sqlx::query!(
            r#"select h.site_id as "site_id!", r.day as "day!", v.layout as "layout!"
            from (
                select distinct host_id, day from verdict_days
                where day > (now() at time zone 'UTC')::date - $1::integer and articles > 0
            ) r
            join hosts h using (host_id)
            cross join lateral (
                select layout from verdicts d
                where d.host_id = r.host_id and d.layout is not null
                    and d.fetched_at >= r.day::timestamp at time zone 'UTC'
                    and d.fetched_at < (r.day + 1)::timestamp at time zone 'UTC'
                order by d.fetched_at desc limit $2
            ) v
            order by 1, 2"#,
            days,
            LAYOUTS_PER_DAY
        )
        .fetch_all(&self.pool)
        .await?;
        let mut sites: BTreeMap<String, Vec<LayoutSeen>> = BTreeMap::new();
        for row in rows {
            sites.entry(row.site_id).or_default().push(LayoutSeen {
                day: row.day,
                layout: row.layout.cast_unsigned(),
            });
        }
        Ok(sites)
    }
}

/// Counts what the verdicts of one transaction change.
pub(crate) async fn count(
    connection: &mut PgConnection,
    verdicts: &[(&NewVerdict, &PageFacts)],
) -> Result<(), StoreError> {
    let mut changes: BTreeMap<(i64, NaiveDate, String), (i64, i64)> = BTreeMap::new();
    for (verdict, page) in verdicts {
        let day = page.key.fetched_at.date_naive();
        let mut change = |page_type: String, pages: i64, article: bool| {
            let sums = changes.entry((page.host_id, day, page_type)).or_default();
            sums.0 += pages;
            sums.1 += pages * i64::from(article);
        };
        if let Some(before) = &page.judged_as {
            change(before.clone(), -1, page.was_article.unwrap_or(false));
        }
        let now = text::owned(&verdict.page_type);
        change(now, 1, verdict.article.is_some());
    }
    changes.retain(|_, change| *change != (0, 0));
    if changes.is_empty() {
        return Ok(());
    }
    // In key order, so that no two extractors wait for each other.
    let changes: Vec<_> = changes.into_iter().collect();
    sqlx::query!(
        "insert into verdict_days as r (host_id, day, page_type, pages, articles)
        select host_id, day, page_type, pages, articles
        from unnest($1::bigint[], $2::date[], $3::text[], $4::bigint[], $5::bigint[])
            as change (host_id, day, page_type, pages, articles)
        on conflict (host_id, day, page_type) do update
            set pages = r.pages + excluded.pages, articles = r.articles + excluded.articles",
        &column(&changes, |((host, ..), _)| *host),
        &column(&changes, |((_, day, _), _)| *day),
        &column(&changes, |((.., page_type), _)| page_type.clone()),
        &column(&changes, |(_, (pages, _))| *pages),
        &column(&changes, |(_, (_, articles))| *articles)
    )
    .execute(connection)
    .await?;
    Ok(())
}
