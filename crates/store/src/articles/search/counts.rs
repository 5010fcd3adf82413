//! Counts of the articles that match a search, by language, site and day.

use std::collections::{BTreeMap, BTreeSet};
use std::iter::successors;

use chrono::{DateTime, Days, Months, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use sqlx::{PgConnection, QueryBuilder};
use store_macros::{boxed, retried};

use super::{
    Prepared, SearchQuery, begin_with_matches, by_the_index, prepare,
    samples::{Patience, Sample, Samples},
    spans::{Span, Spans},
};
use crate::{Store, StoreError, text::names};

/// Minimum number of matches that are counted, if there are as many: those that the index decides, and those that are read.
const MIN_COUNTED: usize = 100_000;
const MIN_READ: usize = 5_000;
/// Maximum number of periods from the first one on that are counted although nothing was published in them: a century of days.
const MAX_PERIODS: usize = 36_525;

/// How many articles match.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(as = Counts)]
pub struct SearchCounts {
    /// Articles counted.
    pub total: i64,
    /// Only articles since then were counted, because there are very many; null if all were counted.
    pub since: Option<DateTime<Utc>>,
    /// By language, most frequent first.
    pub languages: Vec<LanguageCount>,
    /// By site, most frequent first.
    #[serde(rename = "sources")]
    pub sites: Vec<SiteCount>,
    /// By day (UTC), in order; days without matches are omitted.
    pub days: Vec<DayCount>,
    /// Articles without a date of publication, which are of no day.
    pub undated: i64,
}

/// The number of matches in a language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct LanguageCount {
    /// ISO 639-1; null if unknown.
    pub language: Option<String>,
    /// Number of articles.
    pub articles: i64,
}

/// The number of matches of a day.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, utoipa::ToSchema)]
pub struct DayCount {
    /// The day (UTC).
    pub day: NaiveDate,
    /// Number of articles.
    pub articles: i64,
}

/// The number of matching articles of a site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct SiteCount {
    /// Site id.
    pub id: String,
    /// The outlet's name.
    pub name: String,
    /// Number of articles.
    pub articles: i64,
}

impl Store {
    /// Counts the matching articles, regardless of order, limit and page: all, or at least the newest 100,000, or 5,000 if they must be read.
    #[retried]
    pub async fn search_counts(&self, query: &SearchQuery) -> Result<SearchCounts, StoreError> {
        let mut connection = self.pool.acquire().await?;
        counts(&mut connection, query).await
    }
}

names! {
    /// The length of the periods of a series.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Interval {
        /// A day.
        Day => "day",
        /// A week, from Monday.
        #[default]
        Week => "week",
        /// A month.
        Month => "month",
    }
}

/// The matches of a period.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Period {
    /// Its first day (UTC).
    pub begin: NaiveDate,
    /// Number of articles that match.
    pub articles: i64,
    /// Number of all articles of these sites and languages.
    pub all: i64,
}

/// The matches over time.
#[derive(Debug, Clone, PartialEq)]
pub struct TimeSeries {
    /// From the first to the last in which the sites and languages of the query have any article.
    pub periods: Vec<Period>,
    /// The share of all articles that was read: 1 if the numbers are exact; otherwise they are estimates from this sample.
    pub share: f64,
}

impl Interval {
    /// The last day of the period that begins on a day.
    pub fn last_day(self, begin: NaiveDate) -> NaiveDate {
        let next = self.next(begin).and_then(|next| next.pred_opt());
        next.unwrap_or(begin)
    }

    /// The first day of the next period.
    fn next(self, begin: NaiveDate) -> Option<NaiveDate> {
        match self {
            Self::Day => begin.succ_opt(),
            Self::Week => begin.checked_add_days(Days::new(7)),
            Self::Month => begin.checked_add_months(Months::new(1)),
        }
    }
}

impl Store {
    /// Counts all matching articles that have a date by period, from the first to the last in which these sites and languages have any.
    /// Periods between without any are there, unless there are more than those of a century of days.
    #[retried]
    pub async fn search_series(
        &self,
        query: &SearchQuery,
        interval: Interval,
    ) -> Result<Vec<Period>, StoreError> {
        let mut connection = self.pool.acquire().await?;
        let surroundings = query.surroundings();
        let matching = prepare(&mut connection, query).await?;
        let around = prepare(&mut connection, &surroundings).await?;
        exact_series(&mut connection, [&matching, &around], interval).await
    }

    /// Like [`Store::search_series`], but estimated from a sample if there are more matches than `patience` has the index count, or if the
    /// index takes longer than a statement may.
    #[retried]
    pub async fn search_series_soon(
        &self,
        query: &SearchQuery,
        interval: Interval,
        patience: Patience,
    ) -> Result<TimeSeries, StoreError> {
        let mut connection = self.pool.acquire().await?;
        let surroundings = query.surroundings();
        let matching = prepare(&mut connection, query).await?;
        let around = prepare(&mut connection, &surroundings).await?;
        let (mut found, mut all) = (BTreeMap::new(), BTreeMap::new());
        let mut samples = Samples::new(patience);
        while let Some(sample) = samples.next() {
            for (counts, prepared) in [(&mut found, &matching), (&mut all, &around)] {
                let more = series(&mut connection, prepared, interval, Some(&sample)).await?;
                for (begin, articles) in more {
                    *counts.entry(begin).or_default() += articles;
                }
            }
            let matches: i64 = found.values().sum();
            if samples.try_the_index(usize::try_from(matches).unwrap_or(usize::MAX)) {
                match exact_series(&mut connection, [&matching, &around], interval).await {
                    Err(error) if error.is_statement_timeout() => {}
                    periods => {
                        let periods = periods?;
                        return Ok(TimeSeries {
                            periods,
                            share: 1.0,
                        });
                    }
                }
            }
        }
        let share = samples.share();
        for articles in found.values_mut().chain(all.values_mut()) {
            *articles = estimated(*articles, share);
        }
        let periods = periods(interval, &found, &all);
        Ok(TimeSeries { periods, share })
    }
}

/// What a count in a sample suggests of the whole.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "there are not that many articles"
)]
fn estimated(articles: i64, share: f64) -> i64 {
    (articles as f64 / share).round() as i64
}

/// All matches of a query and all articles around them, by period.
async fn exact_series(
    connection: &mut PgConnection,
    [matching, around]: [&Option<Prepared<'_>>; 2],
    interval: Interval,
) -> Result<Vec<Period>, StoreError> {
    let found = series(connection, matching, interval, None).await?;
    let all = series(connection, around, interval, None).await?;
    Ok(periods(interval, &found, &all))
}

/// The periods from the first to the last in which there are any articles, by the matches and all articles of each.
fn periods(
    interval: Interval,
    found: &BTreeMap<NaiveDate, i64>,
    all: &BTreeMap<NaiveDate, i64>,
) -> Vec<Period> {
    let (first, last) = (all.keys().next().copied(), all.keys().last().copied());
    let filled = successors(first, |begin| interval.next(*begin))
        .take_while(|begin| Some(*begin) <= last)
        .take(MAX_PERIODS);
    let begins: BTreeSet<NaiveDate> = filled.chain(all.keys().copied()).collect();
    let of = |counts: &BTreeMap<NaiveDate, i64>, begin| counts.get(begin).copied().unwrap_or(0);
    let periods = begins.iter().map(|begin| Period {
        begin: *begin,
        articles: of(found, begin),
        all: of(all, begin),
    });
    periods.collect()
}

#[boxed]
async fn series(
    connection: &mut PgConnection,
    prepared: &Option<Prepared<'_>>,
    interval: Interval,
    sample: Option<&Sample>,
) -> Result<BTreeMap<NaiveDate, i64>, StoreError> {
    let Some(prepared) = prepared else {
        return Ok(BTreeMap::new());
    };
    let mut sql = QueryBuilder::new("select date_trunc(");
    sql.push_bind(interval.as_str());
    sql.push(", s.date at time zone 'UTC')::date, count(*)");
    let mut transaction = begin_with_matches(connection, prepared, sample, &mut sql).await?;
    sql.push(" and s.is_dated group by 1");
    let periods: Vec<(NaiveDate, i64)> = sql.build_query_as().fetch_all(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(periods.into_iter().collect())
}

/// A query that finds more: the beginning of a word instead of the word.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct WiderQuery {
    /// As it is typed.
    pub q: String,
    /// Number of articles that it finds.
    pub articles: i64,
    /// Whether there may be more.
    pub is_least: bool,
}

impl Store {
    /// The same query with its only word as the beginning of words, if that finds more than these hits: of compounds, as `klima*` does.
    #[retried]
    pub async fn wider(&self, typed: &str, hits: usize) -> Result<Option<WiderQuery>, StoreError> {
        let Some((q, parsed)) = SearchQuery::widened(typed, Utc::now()) else {
            return Ok(None);
        };
        let mut connection = self.pool.acquire().await?;
        let counts = match counts(&mut connection, &parsed).await {
            // a hint is not worth a wait
            Err(error) if error.is_statement_timeout() => return Ok(None),
            counts => counts?,
        };
        let more = usize::try_from(counts.total).is_ok_and(|total| total > hits);
        Ok(more.then_some(WiderQuery {
            q,
            articles: counts.total,
            is_least: counts.since.is_some(),
        }))
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
    let wanted = if prepared.is_indexed() {
        MIN_COUNTED
    } else {
        MIN_READ
    };
    let mut transaction = by_the_index(connection).await?;
    loop {
        let found = usize::try_from(counts.total).unwrap_or_default();
        let Some(span) = spans.next(found, wanted) else {
            if spans.has_more() {
                counts.since = Some(spans.reached());
            }
            break;
        };
        let groups = count_span(&mut transaction, &prepared, &span).await?;
        for group in groups {
            match (group.kind, group.host_id, group.day) {
                (KIND_LANGUAGE, ..) => {
                    *languages.entry(group.language).or_default() += group.articles;
                }
                (_, Some(host), _) => *hosts.entry(host).or_default() += group.articles,
                (_, _, Some(day)) => counts.days.push(DayCount {
                    day,
                    articles: group.articles,
                }),
                (KIND_DAY, ..) => counts.undated += group.articles,
                _ => counts.total += group.articles,
            }
        }
    }
    transaction.commit().await?;
    counts.days.sort_unstable();
    let languages = languages.into_iter();
    counts.languages = languages
        .map(|(language, articles)| LanguageCount { language, articles })
        .collect();
    counts
        .languages
        .sort_by_key(|one| std::cmp::Reverse(one.articles));
    counts.sites = sites(connection, &hosts).await?;
    Ok(counts)
}

/// The values of `grouping` for groups by language and by day.
const KIND_LANGUAGE: i32 = 0b011;
const KIND_DAY: i32 = 0b110;

#[derive(Debug, sqlx::FromRow)]
struct Group {
    kind: i32,
    language: Option<String>,
    host_id: Option<i64>,
    day: Option<NaiveDate>,
    articles: i64,
}

async fn count_span(
    connection: &mut PgConnection,
    prepared: &Prepared<'_>,
    span: &Span,
) -> Result<Vec<Group>, StoreError> {
    let mut sql = QueryBuilder::new(
        "select grouping(language, host_id, day) as kind, language, host_id, day, count(*) as articles
        from (select s.language, s.host_id, case when s.is_dated then (s.date at time zone 'UTC')::date end as day",
    );
    prepared.push_matches(&mut sql, span);
    sql.push(") matches group by grouping sets ((language), (host_id), (day), ())");
    let groups = sql.build_query_as();
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
