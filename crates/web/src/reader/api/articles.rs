//! Articles, their versions and their changes.

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{Cursor, ExportQuery, Field, SearchHit, SearchOrder, SearchQuery, Withdrawal};
use utoipa::{IntoParams, ToSchema};

use super::problem::{ApiError, PathParams, Problem, QueryParams};
use super::{CommonResponses, DEFAULT_LIMIT, List, MAX_LIMIT};
use crate::reader::Reader;
use crate::reader::article::whole_id;

/// Maximum number of changes per page.
const MAX_CHANGES: i64 = 500;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct ArticlesParams {
    /// Only articles in this language (ISO 639-1).
    #[param(example = "de", pattern = "^[A-Za-z]{2}$")]
    language: Option<String>,
    /// Only articles of this site: its id, its domain or one of its hosts.
    #[param(min_length = 1)]
    source: Option<String>,
    /// Only articles whose bylines contain these words.
    #[param(min_length = 1)]
    author: Option<String>,
    /// Only articles of this story, and their copies.
    #[param(min_length = 1)]
    story: Option<String>,
    /// Published since then: a day, a time, or a duration before now such as `7d`.
    #[param(example = "7d", min_length = 1)]
    since: Option<String>,
    /// Published until then, in the same formats.
    #[param(example = "2026-11-30", min_length = 1)]
    until: Option<String>,
    /// Maximum number of items.
    #[param(minimum = 1, maximum = 100, default = 20)]
    limit: Option<i64>,
    /// `next` of the previous page.
    #[param(pattern = r"^(r[0-9]{1,9}|d[0-9]{1,16}[.][0-9a-f]{0,64})$")]
    after: Option<String>,
}

impl ArticlesParams {
    /// The requested articles.
    pub(super) fn query(self) -> Result<SearchQuery, ApiError> {
        let after = self.after.as_deref().map(str::parse);
        if self.author.as_deref() == Some("") {
            return Err(ApiError::invalid("`author` is empty"));
        }
        Ok(SearchQuery {
            since: super::since(self.since.as_deref())?,
            until: super::until(self.until.as_deref())?,
            order: SearchOrder::Newest,
            after: after.transpose()?,
            limit: super::limit(self.limit, DEFAULT_LIMIT, MAX_LIMIT)?,
            ..SearchQuery::default()
        }
        .narrowed(Field::Language, super::language(self.language.as_deref())?)
        .narrowed(Field::Site, self.source)
        .narrowed(Field::Author, self.author)
        .narrowed(Field::Story, self.story))
    }
}

/// An article in a list, by its latest version.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ArticleItem {
    /// The hash of its normalised URL.
    id: String,
    /// The number of its latest version.
    version: i32,
    /// URL after redirects.
    url: String,
    /// Site id.
    source_id: String,
    /// The outlet's name.
    source_name: String,
    /// Headline.
    title: Option<String>,
    /// Bylines.
    authors: Vec<String>,
    /// First publication.
    date_published: Option<DateTime<Utc>>,
    /// Its offset from UTC in minutes, as written or by the time zone of the site.
    date_published_tz: Option<i32>,
    /// What is known of it: `second`, `minute`, `day` or `month`. The day or month is that of the time at this offset.
    date_published_precision: Option<String>,
    /// Fetch time.
    date_crawled: DateTime<Utc>,
    /// Since when its page has been gone.
    date_gone: Option<DateTime<Utc>>,
    /// ISO 639-1.
    language: Option<String>,
    /// The story that it belongs to.
    story_id: Option<String>,
    /// The article of which it is a copy.
    duplicate_of: Option<String>,
    /// A passage of the text: its beginning, or where the words of a search occur.
    passage: String,
}

impl From<SearchHit> for ArticleItem {
    fn from(hit: SearchHit) -> Self {
        Self {
            passage: hit.snippet.pieces().map(|(text, _)| text).collect(),
            id: hit.id,
            version: hit.version,
            url: hit.url,
            source_id: hit.source_id,
            source_name: hit.source_name,
            title: hit.title,
            authors: hit.authors,
            date_published: hit.date_published,
            date_published_tz: hit.date_published_tz,
            date_published_precision: hit.date_published_precision,
            date_crawled: hit.date_crawled,
            date_gone: hit.date_gone,
            language: hit.language,
            story_id: hit.story_id,
            duplicate_of: hit.duplicate_of,
        }
    }
}

/// Articles, the newest first
#[utoipa::path(get, path = "/api/v1/articles", tag = "articles", params(ArticlesParams),
    responses((status = 200, description = "Articles, by date of publication.", body = List<ArticleItem>), CommonResponses))]
pub(super) async fn articles(
    State(reader): State<Reader>,
    QueryParams(params): QueryParams<ArticlesParams>,
) -> Result<Json<List<ArticleItem>>, ApiError> {
    let query = params.query()?;
    let page = reader.searches.search(&query).await?;
    super::check_names(&reader.store, &query, !page.hits.is_empty()).await?;
    Ok(Json(List {
        items: page.hits.into_iter().map(ArticleItem::from).collect(),
        next: page.next.map(|next| next.to_string()),
    }))
}

/// An article with all its versions.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Versions {
    /// Rows of the view `news.articles`, newest first.
    #[schema(value_type = Vec<Object>)]
    versions: Vec<Value>,
}

/// An article with all its versions
#[utoipa::path(get, path = "/api/v1/articles/{id}", tag = "articles",
    params(("id" = String, Path, description = "Id of the article, or its first digits.")),
    responses((status = 200, description = "The versions.", body = Versions), CommonResponses,
        (status = 404, description = "There is no such article.", body = Problem, content_type = "application/problem+json")))]
pub(super) async fn article(
    State(reader): State<Reader>,
    PathParams(id): PathParams<String>,
) -> Result<Json<Versions>, ApiError> {
    let id = whole_id(&reader.store, &id).await?;
    let id = id.ok_or_else(|| ApiError::not_found("article"))?;
    let versions = reader.store.article(&id).await?;
    if versions.is_empty() {
        return Err(ApiError::not_found("article"));
    }
    let versions = versions.iter().map(|version| json!(version)).collect();
    Ok(Json(Versions { versions }))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct ChangesParams {
    /// `next` of the previous page; without it, from the beginning. A cursor that the history of the database does not include is
    /// rejected: it belongs to another database, or was issued after the backup from which this one was restored.
    #[param(pattern = r"^[0-9]{1,18}(~[0-9a-f]{12})?$")]
    after: Option<String>,
    /// Maximum number of changes to examine; those that do not pass the filters count too.
    #[param(minimum = 1, maximum = 500, default = 20)]
    limit: Option<i64>,
    /// Only versions in this language (ISO 639-1).
    #[param(example = "de", pattern = "^[A-Za-z]{2}$")]
    language: Option<String>,
    /// Only versions of this site: its id, its domain or one of its hosts.
    #[param(min_length = 1)]
    source: Option<String>,
    /// Only the latest version of each article; one that has moved is at its new URL. What leaves this selection is not reported: to
    /// follow all changes, omit it.
    latest: Option<bool>,
    /// Omit copies: only the first text of each group.
    leaders: Option<bool>,
}

/// The changes after a cursor.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Changes {
    /// New and changed versions: rows of the view `news.articles`.
    #[schema(value_type = Vec<Object>)]
    items: Vec<Value>,
    /// Versions that were withdrawn, of any site.
    withdrawn: Vec<Withdrawal>,
    /// Pass it as `after`, now or later: no change is lost.
    next: String,
    /// Whether there are more changes already.
    more: bool,
}

/// New, changed and withdrawn versions
///
/// To follow all changes, keep `next` and pass it the next time. A version is returned again if its content, copies, story or names change.
#[utoipa::path(get, path = "/api/v1/changes", tag = "articles", params(ChangesParams),
    responses((status = 200, description = "The changes, the oldest first.", body = Changes), CommonResponses))]
pub(super) async fn changes(
    State(reader): State<Reader>,
    QueryParams(params): QueryParams<ChangesParams>,
) -> Result<Json<Changes>, ApiError> {
    let Ok(after) = params.after.as_deref().unwrap_or("0").parse::<Cursor>() else {
        return Err(ApiError::invalid(
            "`after` is not a cursor; use `next` of a response",
        ));
    };
    let named: Vec<String> = params.source.into_iter().collect();
    let sites = reader.store.sites_named(&named).await?;
    if let Some(name) = named.first()
        && sites.is_empty()
    {
        return Err(ApiError::invalid(crate::reader::no_site(name)));
    }
    let language = super::language(params.language.as_deref())?;
    let query = ExportQuery {
        languages: language.into_iter().collect(),
        sites: sites.into_iter().map(|site| site.id).collect(),
        latest: params.latest.unwrap_or(false),
        leaders: params.leaders.unwrap_or(false),
        ..ExportQuery::default()
    };
    let limit = super::limit(params.limit, DEFAULT_LIMIT, MAX_CHANGES)?;
    let batch = reader.store.export_some(after, limit, &query).await?;
    let last = reader.store.last_cursor().await?;
    Ok(Json(Changes {
        items: batch.rows.iter().map(|row| json!(row)).collect(),
        withdrawn: batch.withdrawn,
        next: batch.next.unwrap_or(after).to_string(),
        more: batch.next.is_some_and(|next| next.number < last),
    }))
}
