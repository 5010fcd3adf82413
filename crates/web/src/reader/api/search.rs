//! Search.

use std::fmt::Write as _;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use store::{
    Interval, KeyWords, SearchCounts, SearchHit, SearchOrder, SearchQuery, Similar, WiderQuery,
};
use utoipa::{IntoParams, ToSchema};

use super::articles::ArticleItem;
use super::download::{Format, download};
use super::problem::{ApiError, QueryParams};
use super::{CommonResponses, DEFAULT_LIMIT, List, MAX_LIMIT};
use crate::reader::Reader;
use crate::reader::watches::{Watched, watched};

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct SearchParams {
    /// Words, "phrases", AND, OR, NOT or -, groups in parentheses, `word*`, and `title:`, `site:`, `site-tag:`, `lang:`, `author:`, `section:`,
    /// `tag:`, `story:`, `name:`, `since:`, `until:` and `has:` with a value. What is none of these is refused.
    #[param(example = "storm -coast lang:en since:7d")]
    #[serde(default)]
    q: String,
    /// The order of the hits.
    #[param(inline)]
    order: Option<SearchOrder>,
    /// Maximum number of hits.
    #[param(minimum = 1, maximum = 100, default = 20)]
    limit: Option<i64>,
    /// `next` of the previous page.
    #[param(pattern = r"^(r[0-9]{1,9}|d[0-9]{1,16}[.][0-9a-f]{0,64})$")]
    after: Option<String>,
    /// Whether to count all matches, by language, site and day.
    counts: Option<bool>,
    /// `json` is a page of hits. The others are all articles that match, the newest first, as rows of the view `news.articles`.
    #[param(inline)]
    format: Option<Format>,
    /// Kinds of opt-outs whose articles are left out of a download: `all`, or some of `tdm,ai,noindex,noarchive,nosnippet`.
    #[param(example = "tdm,ai", pattern = "^[a-z,]+$")]
    without_opt_outs: Option<String>,
}

impl SearchParams {
    /// The requested search.
    pub(super) fn query(&self) -> Result<SearchQuery, ApiError> {
        let mut query = SearchQuery::parse(&self.q, Utc::now())?;
        query.limit = super::limit(self.limit, DEFAULT_LIMIT, MAX_LIMIT)?;
        query.order = self.order.unwrap_or_default();
        query.after = self.after.as_deref().map(str::parse).transpose()?;
        Ok(query)
    }
}

/// A page of hits.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Hits {
    /// The hits, in the requested order.
    items: Vec<Hit>,
    /// Pass it as `after` to get the next page; null on the last one. By relevance, the newest 5,000 matches are ranked: `counts` may be
    /// larger, and `order=newest` returns all.
    next: Option<String>,
    /// The number of matches, if requested.
    counts: Option<SearchCounts>,
    /// Suggestions with a similar spelling; null if something matches, and on later pages.
    similar: Option<Similar>,
    /// Queries that find more, if all hits are on this page.
    suggestions: Vec<WiderQuery>,
}

/// An article that matches.
#[derive(Debug, Serialize, ToSchema)]
struct Hit {
    article: ArticleItem,
    /// A passage of the text, in pieces.
    snippet: Vec<Piece>,
    /// Larger is better; 0 if ordered by date.
    rank: f32,
}

/// A piece of a passage.
#[derive(Debug, Serialize, ToSchema)]
struct Piece {
    text: String,
    /// Whether it is one of the words searched for.
    is_match: bool,
}

impl From<SearchHit> for Hit {
    fn from(hit: SearchHit) -> Self {
        let pieces = hit.snippet.pieces().map(|(text, is_match)| Piece {
            text: text.to_owned(),
            is_match,
        });
        Self {
            snippet: pieces.collect(),
            rank: hit.rank,
            article: hit.into(),
        }
    }
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct SeriesParams {
    /// As in a search.
    #[param(example = "storm lang:en since:90d")]
    #[serde(default)]
    q: String,
    /// The length of the periods; a week begins on Monday. Days if it is not given.
    #[param(value_type = Option<String>, pattern = "^(day|week|month)$")]
    interval: Option<Interval>,
    /// `csv` has a header and a line per period.
    #[param(inline)]
    format: Option<SeriesFormat>,
}

/// The format of a series.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum SeriesFormat {
    Json,
    Csv,
}

/// The matches of a period.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PeriodCount {
    /// Its first day (UTC).
    begin: NaiveDate,
    /// Articles that match.
    articles: i64,
    /// All articles of the same sites and languages.
    all: i64,
    /// The share of the former among the latter; null if there are none.
    share: Option<f64>,
}

/// Articles that match over time
///
/// All matches with a date are counted. The periods reach from the first to the last in which the sites and languages of the query have any
/// article.
#[utoipa::path(get, path = "/api/v1/search/series", tag = "articles", params(SeriesParams),
    responses((status = 200, description = "The periods, in order.", body = Vec<PeriodCount>), CommonResponses))]
pub(super) async fn series(
    State(reader): State<Reader>,
    QueryParams(params): QueryParams<SeriesParams>,
) -> Result<Response, ApiError> {
    let query = SearchQuery::parse(&params.q, Utc::now())?;
    let interval = params.interval.unwrap_or(Interval::Day);
    let periods = reader.store.search_series(&query, interval).await?;
    let has_hits = periods.iter().any(|period| period.articles > 0);
    super::check_names(&reader.searches, &query, has_hits).await?;
    #[expect(
        clippy::cast_precision_loss,
        reason = "there are not that many articles"
    )]
    let counts = periods.into_iter().map(|period| PeriodCount {
        begin: period.begin,
        articles: period.articles,
        all: period.all,
        share: (period.all > 0).then(|| period.articles as f64 / period.all as f64),
    });
    if params.format != Some(SeriesFormat::Csv) {
        return Ok(Json(counts.collect::<Vec<_>>()).into_response());
    }
    let mut csv = "begin,articles,all,share\r\n".to_owned();
    for one in counts {
        let PeriodCount {
            begin,
            articles,
            all,
            share,
        } = one;
        let share = share.map_or_else(String::new, |share| format!("{share:.6}"));
        let _ = write!(csv, "{begin},{articles},{all},{share}\r\n");
    }
    Ok(([(header::CONTENT_TYPE, "text/csv; charset=utf-8")], csv).into_response())
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct WordsParams {
    /// As in a search.
    #[param(example = "storm lang:en since:90d")]
    #[serde(default)]
    q: String,
}

/// Words that are more frequent in the articles that match than in others
#[utoipa::path(get, path = "/api/v1/search/words", tag = "articles", params(WordsParams),
    responses((status = 200, description = "The words, the most typical first.", body = KeyWords), CommonResponses))]
pub(super) async fn words(
    State(reader): State<Reader>,
    QueryParams(params): QueryParams<WordsParams>,
) -> Result<Json<KeyWords>, ApiError> {
    let query = SearchQuery::parse(&params.q, Utc::now())?;
    let words = reader.searches.key_words(&query).await?;
    super::check_names(&reader.searches, &query, words.found > 0).await?;
    Ok(Json(words))
}

/// Search the articles
#[utoipa::path(get, path = "/api/v1/search", tag = "articles", params(SearchParams),
    responses((status = 200, description = "The articles that match.", body = Hits), CommonResponses))]
pub(super) async fn search(
    State(reader): State<Reader>,
    QueryParams(params): QueryParams<SearchParams>,
) -> Result<Response, ApiError> {
    let mut query = params.query()?;
    let encoding = params.format.and_then(Format::encoding);
    if let Some(encoding) = encoding {
        if params.limit.or(params.counts.map(i64::from)).is_some() || params.after.is_some() {
            let why = "a download has all articles; leave out `limit`, `after` and `counts`";
            return Err(ApiError::invalid(why));
        }
        let without = params.without_opt_outs.iter();
        let without: Vec<&str> = without.flat_map(|kinds| kinds.split(',')).collect();
        let without = formats::opt_outs(&without).map_err(ApiError::invalid)?;
        (query.limit, query.order) = (1, SearchOrder::Newest);
        let has_hits = !reader.searches.search(&query).await?.hits.is_empty();
        super::check_names(&reader.searches, &query, has_hits).await?;
        return download(&reader, query, encoding, without).await;
    }
    if params.without_opt_outs.is_some() {
        return Err(ApiError::invalid(
            "`without_opt_outs` is for downloads; give a `format`",
        ));
    }
    let page = reader.searches.search(&query).await?;
    let counts = match params.counts {
        Some(true) => Some(reader.searches.search_counts(&query).await?),
        _ => None,
    };
    let is_all = page.next.is_none() && query.after.is_none();
    let has_hits = !(is_all && page.hits.is_empty());
    super::check_names(&reader.searches, &query, has_hits).await?;
    let (mut similar, mut wider) = (None, None);
    if is_all {
        if !has_hits {
            similar = Some(reader.searches.similar(&query).await?);
        }
        wider = reader.searches.wider(&params.q, page.hits.len()).await?;
    }
    let hits = Json(Hits {
        suggestions: wider.into_iter().collect(),
        items: page.hits.into_iter().map(Hit::from).collect(),
        next: page.next.map(|next| next.to_string()),
        counts,
        similar,
    });
    Ok(hits.into_response())
}

/// A watch: a search with a name.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct WatchItem {
    /// The number of the watch.
    id: i64,
    /// Its name.
    name: String,
    /// The query.
    query: String,
    /// Number of articles found since all were marked as seen; copies found together count as one. Null if it was not searched.
    new: Option<i64>,
    /// Why it was not searched.
    error: Option<String>,
    /// When `gleaner nightly` last sent new articles of it to the command of `[notify]`.
    sent_at: Option<DateTime<Utc>>,
}

/// The watches, with the number of their new articles
#[utoipa::path(get, path = "/api/v1/watches", tag = "articles",
    responses((status = 200, description = "The watches, by name.", body = List<WatchItem>), CommonResponses))]
pub(super) async fn watches(
    State(reader): State<Reader>,
) -> Result<Json<List<WatchItem>>, ApiError> {
    let until = reader.store.last_arrival().await?;
    let watches = watched(&reader, until).await?.into_iter();
    let items = watches.map(|Watched { watch, news }| WatchItem {
        id: watch.id,
        name: watch.name,
        query: watch.query,
        new: news.as_ref().ok().map(|news| news.total),
        error: news.err(),
        sent_at: watch.sent_at,
    });
    Ok(Json(List {
        items: items.collect(),
        next: None,
    }))
}
