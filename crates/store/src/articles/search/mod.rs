//! Full-text search over the latest versions.
//!
//! The search reads spans of weeks, from the newest backwards, until there are enough matches. The index contains
//! the weeks as terms, so that a word in every second article costs no more than the requested articles.

mod counts;
mod expression;
mod grammar;
mod keyness;
mod marks;
mod other_engines;
mod prepared;
mod query;
mod samples;
mod similar;
mod snippet;
mod spans;
mod tokens;
mod watches;

use std::collections::{HashMap, hash_map::Entry};

use chrono::{DateTime, Utc};
use serde::Serialize;
use sqlx::{Connection as _, PgConnection, Postgres, QueryBuilder, Transaction};
use store_macros::{boxed, retried};

pub use counts::{
    DayCount, Interval, LanguageCount, Period, SearchCounts, SiteCount, TimeSeries, WiderQuery,
};
pub use expression::Field;
pub use keyness::{KeyWord, KeyWords};
pub use query::{Passages, SearchCursor, SearchOrder, SearchQuery, SearchSyntaxError, Wanted};
pub use samples::Patience;
pub use similar::{Similar, SimilarTitle};
pub use snippet::Snippet;
pub use watches::{NewHits, Watch};

use crate::{Store, StoreError, text};
use expression::Expr;
use prepared::{Prepared, prepare};
use samples::Sample;
use snippet::MARKS;
use spans::{Span, Spans};

/// A found article.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SearchHit {
    /// Article id.
    pub id: String,
    /// Its latest version.
    pub version: i32,
    /// URL after redirects.
    pub url: String,
    /// Site id.
    pub source_id: String,
    /// The outlet's name.
    pub source_name: String,
    /// Headline.
    pub title: Option<String>,
    /// Bylines.
    pub authors: Vec<String>,
    /// Time of first publication.
    pub date_published: Option<DateTime<Utc>>,
    /// Its offset from UTC in minutes, as written or by the time zone of the site.
    pub date_published_tz: Option<i32>,
    /// What is known of it: `second`, `minute`, `day` or `month`.
    pub date_published_precision: Option<String>,
    /// Time of the last change, as stated by the publisher.
    pub date_modified: Option<DateTime<Utc>>,
    /// Fetch time.
    pub date_crawled: DateTime<Utc>,
    /// Since when its page has been gone.
    pub date_gone: Option<DateTime<Utc>>,
    /// ISO 639-1.
    pub language: Option<String>,
    /// The story that contains it.
    pub story_id: Option<String>,
    /// The article of which it is a copy.
    pub duplicate_of: Option<String>,
    /// A passage with the found words, or the beginning.
    pub snippet: Snippet,
    /// Relevance; larger is better.
    pub rank: f32,
}

impl SearchHit {
    /// Keeps the first hit of each text, with the number of its copies among the others.
    pub fn without_copies(hits: Vec<Self>) -> Vec<(Self, usize)> {
        let mut indices = HashMap::<String, usize>::new();
        let mut shown: Vec<(Self, usize)> = Vec::new();
        for hit in hits {
            let text = hit.duplicate_of.as_ref().unwrap_or(&hit.id);
            match indices.entry(text.clone()) {
                Entry::Occupied(first) => shown[*first.get()].1 += 1,
                Entry::Vacant(index) => {
                    index.insert(shown.len());
                    shown.push((hit, 0));
                }
            }
        }
        shown
    }
}

/// A page of hits.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SearchPage {
    /// The hits in the requested order.
    pub hits: Vec<SearchHit>,
    /// Where the next page continues; `None` if there is nothing more.
    pub next: Option<SearchCursor>,
}

impl SearchPage {
    /// Maximum number of matches that are ranked, since ranking reads their words. The newest ones are.
    pub const MAX_RANKED: usize = 5_000;
}

/// The id and date of a match.
type Match = (String, DateTime<Utc>);

impl Store {
    /// The languages of the articles.
    #[retried]
    pub async fn languages(&self) -> Result<Vec<String>, StoreError> {
        let languages = sqlx::query_scalar!(
            r#"with recursive known (language) as (
                select min(language) from articles where is_latest
                union all
                select (select min(a.language) from articles a where a.is_latest and a.language > known.language)
                from known where known.language is not null
            )
            select language as "language!" from known where language is not null"#
        );
        Ok(languages.fetch_all(&self.pool).await?)
    }

    /// The matching articles. By relevance, the newest [`SearchPage::MAX_RANKED`] are ranked and returned best first. Each article is
    /// searched by the rules of its own language.
    #[retried]
    pub async fn search(&self, query: &SearchQuery) -> Result<SearchPage, StoreError> {
        let mut connection = self.pool.acquire().await?;
        let connection = &mut *connection;
        let limit = usize::try_from(query.limit).unwrap_or_default();
        let Some(prepared) = prepare(connection, query).await? else {
            return Ok(SearchPage::default());
        };
        let by_date = matches!(query.after, Some(SearchCursor::Date(..)));
        if query.order == SearchOrder::Newest || prepared.marked.is_empty() || by_date {
            let (ids, next) = page_of(connection, query, &prepared).await?;
            let ranks = vec![0.0; ids.len()];
            let hits = details(connection, query, &prepared, ids, ranks).await?;
            return Ok(SearchPage { hits, next });
        }
        let begin = match query.after {
            Some(SearchCursor::Rank(rank)) => usize::try_from(rank).unwrap_or(usize::MAX),
            _ => 0,
        };
        let matches = newest(connection, query, &prepared, SearchPage::MAX_RANKED).await?;
        let ranked = rank(connection, &prepared.marked, matches).await?;
        let end = begin.saturating_add(limit);
        let page = ranked.get(begin..end.min(ranked.len())).unwrap_or_default();
        let next = u32::try_from(end).ok().filter(|_| end < ranked.len());
        let next = next.map(SearchCursor::Rank);
        let (ids, ranks) = page.iter().cloned().unzip();
        let hits = details(connection, query, &prepared, ids, ranks).await?;
        Ok(SearchPage { hits, next })
    }

    /// Whether any article matches, however old.
    #[retried]
    pub async fn has_hits(&self, query: &SearchQuery) -> Result<bool, StoreError> {
        let any = SearchQuery {
            limit: 1,
            after: None,
            ..query.clone()
        };
        let mut connection = self.pool.acquire().await?;
        let (ids, _) = newest_ids(&mut connection, &any).await?;
        Ok(!ids.is_empty())
    }

    /// The languages of articles in which the query has words, but none that is searched for: these languages leave out very common
    /// words, and all of them marks. Sorted; an unknown language is `?`.
    #[retried]
    pub async fn languages_without_words(
        &self,
        query: &SearchQuery,
    ) -> Result<Vec<String>, StoreError> {
        let mut connection = self.pool.acquire().await?;
        prepared::languages_without_words(&mut connection, query).await
    }
}

/// The ids of the newest matches after the cursor, and where the next page continues.
#[boxed]
pub(super) async fn newest_ids(
    connection: &mut PgConnection,
    query: &SearchQuery,
) -> Result<(Vec<String>, Option<SearchCursor>), StoreError> {
    match prepare(connection, query).await? {
        Some(prepared) => page_of(connection, query, &prepared).await,
        None => Ok((Vec::new(), None)),
    }
}

async fn page_of(
    connection: &mut PgConnection,
    query: &SearchQuery,
    prepared: &Prepared<'_>,
) -> Result<(Vec<String>, Option<SearchCursor>), StoreError> {
    let limit = usize::try_from(query.limit).unwrap_or_default();
    let mut matches = newest(connection, query, prepared, limit.saturating_add(1)).await?;
    let more = matches.len() > limit;
    matches.truncate(limit);
    let last = matches.last().filter(|_| more);
    let next = last.map(|(id, date)| SearchCursor::Date(*date, id.clone()));
    Ok((matches.into_iter().map(|(id, _)| id).collect(), next))
}

/// A transaction that plans its statements anew each time, since the number of matches depends on the terms of the
/// query, and that always uses the word index: with a table scan, the database would read the words of each article.
async fn by_the_index(
    connection: &mut PgConnection,
) -> Result<Transaction<'_, Postgres>, sqlx::Error> {
    let mut transaction = connection.begin().await?;
    sqlx::query!(
        "select set_config(name, 'off', true) from unnest(array['enable_seqscan', 'jit']) as settings (name)
        union all select set_config('plan_cache_mode', 'force_custom_plan', true)"
    )
    .fetch_all(&mut *transaction)
    .await?;
    Ok(transaction)
}

/// Adds the matches of a query to a statement, and begins the transaction that finds them: row by row in a sample, otherwise by the word
/// index, unless the query names only times. Nearly every article matches then, and the index takes four times as long as a scan.
async fn begin_with_matches<'c>(
    connection: &'c mut PgConnection,
    prepared: &Prepared<'_>,
    sample: Option<&Sample>,
    sql: &mut QueryBuilder<Postgres>,
) -> Result<Transaction<'c, Postgres>, sqlx::Error> {
    let query = prepared.query;
    let span = Span::whole(query.since, query.until, Utc::now());
    if let Some(sample) = sample {
        prepared.push_rows(sql, &span, sample);
        return by_the_index(connection).await;
    }
    if query.wanted.0.iter().all(Expr::is_time) {
        prepared.push_scan(sql, &span);
        return connection.begin().await;
    }
    prepared.push_matches(sql, &span);
    by_the_index(connection).await
}

/// The newest matches after the cursor.
async fn newest(
    connection: &mut PgConnection,
    query: &SearchQuery,
    prepared: &Prepared<'_>,
    wanted: usize,
) -> Result<Vec<Match>, StoreError> {
    let mut spans = Spans::new(query.since, query.until, query.after.as_ref(), Utc::now());
    let mut matches: Vec<Match> = Vec::new();
    let mut transaction = by_the_index(connection).await?;
    while let Some(span) = spans.next(matches.len(), wanted) {
        let missing = i64::try_from(wanted - matches.len()).unwrap_or(i64::MAX);
        let mut sql = QueryBuilder::new("select s.article_id, s.date");
        prepared.push_matches(&mut sql, &span);
        if let Some(SearchCursor::Date(date, id)) = &query.after {
            sql.push(" and (s.date, s.article_id) < (").push_bind(*date);
            sql.push(", ").push_bind(id.clone()).push(")");
        }
        sql.push(" order by s.date desc, s.article_id desc limit ")
            .push_bind(missing);
        matches.extend(sql.build_query_as().fetch_all(&mut *transaction).await?);
    }
    transaction.commit().await?;
    Ok(matches)
}

/// The matches with their ranks, best first.
async fn rank(
    connection: &mut PgConnection,
    words: &str,
    matches: Vec<Match>,
) -> Result<Vec<(String, f32)>, StoreError> {
    let ids = text::column(&matches, |(id, _)| id.clone());
    let ranks = sqlx::query!(
        r#"select article_id as "id!", ts_rank_cd(words, to_tsquery(search_config(language), $2), 1) as "rank!"
        from article_search where article_id = any($1)"#,
        &ids,
        words
    )
    .fetch_all(connection)
    .await?;
    let ranks: HashMap<String, f32> = ranks.into_iter().map(|row| (row.id, row.rank)).collect();
    let rank = |id: &String| ranks.get(id).copied().unwrap_or_default();
    let mut ranked = text::column(&ids, |id| (id.clone(), rank(id)));
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1)); // stable: the newest first
    Ok(ranked)
}

/// The displayed fields of hits.
async fn details(
    connection: &mut PgConnection,
    query: &SearchQuery,
    prepared: &Prepared<'_>,
    ids: Vec<String>,
    ranks: Vec<f32>,
) -> Result<Vec<SearchHit>, StoreError> {
    let [begin, end] = MARKS.map(String::from);
    let words = match query.passages {
        Passages::WithWords => prepared.marked.as_str(),
        Passages::Beginnings => "",
    };
    let runs = query.unspaced_runs();
    let rows = sqlx::query!(
        r#"select a.article_id as "id!", a.version as "version!", a.url as "url!", h.site_id as "source_id!", site.name as "source_name!",
            a.title, a.authors as "authors!", a.date_published, a.date_published_tz, a.date_published_precision, a.date_modified,
            a.fetched_at as "date_crawled!", a.language, m.story_id as "story_id?",
            -- as in news.articles
            case when v.lost = 'gone' and is_own_url(a.url, a.url_canonical) then v.lost_at end as date_gone,
            shown_duplicate_of(a.article_id, c.duplicate_of, null, leader.moved_to) as duplicate_of,
            left(a.text, case when $3 = '' then $7 else 8000 end) as "text!",
            case when $3 = '' then null
                when has_unspaced(left(a.text, 8000)) then
                ts_headline(search_config(a.language), separated(folded(translate(left(a.text, 8000), '<>' || $4 || $5, '  '))),
                    to_tsquery(search_config(a.language), $3),
                    format('StartSel=%s, StopSel=%s, MaxFragments=2, MaxWords=80, MinWords=40, ShortWord=0, FragmentDelimiter="%s"',
                        $4::text, $5::text, $6::text))
                else
                ts_headline(search_config(a.language), folded(translate(left(a.text, 8000), '<>' || $4 || $5, '  ')),
                    to_tsquery(search_config(a.language), $3),
                    format('StartSel=%s, StopSel=%s, MaxFragments=2, MaxWords=25, MinWords=10, FragmentDelimiter="%s"',
                        $4::text, $5::text, $6::text))
            end as marked, found.rank as "rank!"
        from unnest($1::text[], $2::real[]) with ordinality as found (id, rank, place)
        join articles a on a.article_id = found.id and a.is_latest
        join hosts h on h.host_id = a.host_id
        join sites site on site.site_id = h.site_id
        left join copies c on c.article_id = a.article_id
        left join story_articles m on m.article_id = c.leader
        left join article_heads leader on leader.article_id = c.duplicate_of
        left join visits v on v.host_id = a.host_id and v.url_id = a.url_id
        order by found.place"#,
        &ids,
        &ranks,
        words,
        begin,
        end,
        snippet::CUT,
        i32::try_from(snippet::MAX_BEGINNING + 1).unwrap_or(i32::MAX)
    )
    .fetch_all(connection)
    .await?;
    let hits = rows.into_iter().map(|row| SearchHit {
        id: row.id,
        version: row.version,
        url: row.url,
        source_id: row.source_id,
        source_name: row.source_name,
        title: row.title,
        authors: row.authors,
        date_published: row.date_published,
        date_published_tz: row.date_published_tz,
        date_published_precision: row.date_published_precision,
        date_modified: row.date_modified,
        date_crawled: row.date_crawled,
        date_gone: row.date_gone,
        language: row.language,
        story_id: row.story_id,
        duplicate_of: row.duplicate_of,
        snippet: Snippet::new(&row.text, row.marked.as_deref(), &runs),
        rank: row.rank,
    });
    Ok(hits.collect())
}
