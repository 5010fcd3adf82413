//! Counts of the articles that match a search, by language, site and day.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;
use store_macros::{boxed, retried};

use super::{
    Prepared, SearchQuery, by_the_index, prepare,
    spans::{Span, Spans},
};
use crate::{Store, StoreError};

/// Minimum number of matches that are counted, if there are as many.
const MIN_COUNTED: i64 = 1_000;

/// Counts of matching articles.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SearchCounts {
    /// Number of counted articles.
    pub total: i64,
    /// If there are very many articles, only those from this time on were counted; `None` if all were.
    pub since: Option<DateTime<Utc>>,
    /// Articles by language, most frequent first.
    pub languages: Vec<(Option<String>, i64)>,
    /// Articles by site, most frequent first.
    pub sites: Vec<SiteCount>,
    /// Articles by day (UTC), in order; days without any are left out.
    pub days: Vec<(NaiveDate, i64)>,
}

/// The number of matching articles of a site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteCount {
    /// Site id.
    pub id: String,
    /// The outlet's name.
    pub name: String,
    /// Number of articles.
    pub articles: i64,
}

impl Store {
    /// Counts the matching articles, regardless of order, limit and page: all, or slightly more than the newest thousand.
    #[retried]
    pub async fn search_counts(&self, query: &SearchQuery) -> Result<SearchCounts, StoreError> {
        let mut connection = self.pool.acquire().await?;
        counts(&mut connection, query).await
    }
}

#[boxed]
async fn counts(
    connection: &mut PgConnection,
    query: &SearchQuery,
) -> Result<SearchCounts, StoreError> {
    let Some(prepared) = prepare(connection, query).await? else {
        return Ok(SearchCounts::default());
    };
    let mut counts = SearchCounts::default();
    let mut languages = BTreeMap::<Option<String>, i64>::new();
    let mut hosts = BTreeMap::<i64, i64>::new();
    let mut spans = Spans::new(query.since, query.until, None, Utc::now());
    let wanted = usize::try_from(MIN_COUNTED).unwrap_or_default();
    let mut transaction = by_the_index(connection).await?;
    while let Some(span) = spans.next(usize::try_from(counts.total).unwrap_or_default(), wanted) {
        let groups = count_span(&mut transaction, &prepared, &span).await?;
        for group in groups {
            match (group.kind, group.host_id, group.day) {
                (KIND_LANGUAGE, ..) => {
                    *languages.entry(group.language).or_default() += group.articles;
                }
                (_, Some(host), _) => *hosts.entry(host).or_default() += group.articles,
                (_, _, Some(day)) => counts.days.push((day, group.articles)),
                _ => counts.total += group.articles,
            }
        }
        if spans.has_more() && counts.total >= MIN_COUNTED {
            counts.since = Some(span.from);
            break;
        }
    }
    transaction.commit().await?;
    counts.days.sort_unstable();
    counts.languages = languages.into_iter().collect();
    counts
        .languages
        .sort_by_key(|(_, articles)| std::cmp::Reverse(*articles));
    counts.sites = sites(connection, &hosts).await?;
    Ok(counts)
}

/// The value of `grouping` for groups by language.
const KIND_LANGUAGE: i32 = 0b011;

#[derive(Debug)]
struct Group {
    kind: i32,
    language: Option<String>,
    host_id: Option<i64>,
    day: Option<NaiveDate>,
    articles: i64,
}

async fn count_span(
    connection: &mut PgConnection,
    prepared: &Prepared,
    span: &Span,
) -> Result<Vec<Group>, StoreError> {
    let groups = sqlx::query_as!(
        Group,
        r#"select grouping(language, host_id, day) as "kind!", language, host_id as "host_id?", day, count(*) as "articles!"
        from (
            select language, host_id, (date at time zone 'UTC')::date as day
            from unnest($1::text[]) spans (terms)
            join article_search on words @@ terms::tsquery
            where date >= $2 and date < $3
                and ($4::text[] is null or article_id = any($4)) and article_id <> all($5)
        ) matches
        group by grouping sets ((language), (host_id), (day), ())"#,
        &span.terms(&prepared.all),
        span.from,
        span.to,
        prepared.ids.as_deref(),
        &prepared.other_ids
    );
    Ok(groups.fetch_all(connection).await?)
}

/// The sites of hosts with their articles, most frequent first.
async fn sites(
    connection: &mut PgConnection,
    hosts: &BTreeMap<i64, i64>,
) -> Result<Vec<SiteCount>, StoreError> {
    let (ids, articles): (Vec<i64>, Vec<i64>) = hosts.iter().unzip();
    let sites = sqlx::query_as!(
        SiteCount,
        r#"select s.site_id as "id!", s.name as "name!", sum(found.articles)::bigint as "articles!"
        from unnest($1::bigint[], $2::bigint[]) as found (host_id, articles)
        join hosts h on h.host_id = found.host_id
        join sites s on s.site_id = h.site_id
        group by s.site_id order by 3 desc, 1"#,
        &ids,
        &articles
    );
    Ok(sites.fetch_all(connection).await?)
}
