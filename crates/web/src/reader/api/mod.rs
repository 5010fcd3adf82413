//! The API: the data of the pages as JSON, and its `OpenAPI` description.
#![expect(unused_qualifications, reason = "utoipa's macros write them")]

mod articles;
mod document;
mod download;
mod problem;
mod records;
mod search;
mod stories;

use std::sync::LazyLock;

use axum::Router;
use axum::middleware;
#[cfg(test)]
use axum::{extract::Query, http::Uri};
use chrono::{DateTime, Utc};
use serde::Serialize;
use store::{SearchQuery, Store};
use utoipa::{OpenApi, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::page::cut;
use super::{Reader, fresh, language};
use problem::{ApiError, Problem};

/// Default number of items of a list.
const DEFAULT_LIMIT: i64 = 20;
/// Maximum number of items of a list.
const MAX_LIMIT: i64 = 100;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Gleaner",
        version = "1",
        description = "Articles, their versions and changes, stories and sources of a news crawl. Lists are paginated: pass `next` as `after` \
            to get the next page. Responses have an `ETag`; with `If-None-Match` the status is 304 if nothing has changed. Errors are \
            `application/problem+json` (RFC 9457). Times are in UTC.",
        license(name = "Texts belong to their publishers")
    ),
    tags(
        (name = "stories", description = "Events and the articles that report them."),
        (name = "articles", description = "Articles and all their versions."),
        (name = "crawl", description = "Sites, runs, and pages that are not articles.")
    )
)]
struct Description;

fn described() -> OpenApiRouter<Reader> {
    OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(stories::stories))
        .routes(routes!(stories::story))
        .routes(routes!(articles::articles))
        .routes(routes!(articles::article))
        .routes(routes!(articles::changes))
        .routes(routes!(search::search))
        .routes(routes!(search::series))
        .routes(routes!(search::words))
        .routes(routes!(search::watches))
        .routes(routes!(records::sources))
        .routes(routes!(records::source))
        .routes(routes!(records::runs))
        .routes(routes!(records::rejected))
        .routes(routes!(document::openapi))
}

/// The `OpenAPI` document, as it is sent.
static DOCUMENT: LazyLock<serde_json::Value> = LazyLock::new(|| {
    let document = described().into_openapi();
    serde_json::to_value(document).unwrap_or_default()
});

pub(super) fn routes() -> Router<Reader> {
    let (api, _) = described().split_for_parts();
    api.method_not_allowed_fallback(problem::method_not_allowed)
        .layer(middleware::from_fn(fresh::conditional))
        .route("/api/v1/{*other}", axum::routing::any(problem::not_found))
        .merge(document::routes())
}

/// The responses that every operation may have besides its own.
#[derive(utoipa::IntoResponses)]
#[expect(dead_code, reason = "described, not made")]
enum CommonResponses {
    /// Nothing has changed since the response with this `ETag`.
    #[response(status = 304)]
    NotModified,
    /// A parameter is invalid, or names something unknown.
    #[response(status = 400, content_type = "application/problem+json")]
    Invalid(Problem),
    /// The database is not responding, or a query takes longer than a request may take.
    #[response(status = 503, content_type = "application/problem+json")]
    Unavailable(Problem),
}

/// A page of a list.
#[derive(Debug, Serialize, ToSchema)]
struct List<T> {
    /// The items, in the order of the list.
    items: Vec<T>,
    /// Pass it as `after` to get the next page; null on the last one.
    next: Option<String>,
}

/// The requested number of items.
fn limit(given: Option<i64>, default: i64, max: i64) -> Result<i64, ApiError> {
    match given.unwrap_or(default) {
        limit if (1..=max).contains(&limit) => Ok(limit),
        limit => Err(ApiError::invalid(format!(
            "`limit` is {limit}; it must be 1 to {max}"
        ))),
    }
}

/// Refuses a query that names something unknown, or that has no hits since none of its words is searched for.
async fn check_names(store: &Store, query: &SearchQuery, has_hits: bool) -> Result<(), ApiError> {
    let why = super::unknown(store, query, has_hits).await?;
    why.map_or(Ok(()), |why| Err(ApiError::invalid(why)))
}

/// The requested language.
fn language(given: Option<&str>) -> Result<Option<String>, ApiError> {
    let code = given.map(language::code);
    code.transpose().map_err(ApiError::invalid)
}

/// The start of the requested period.
fn since(given: Option<&str>) -> Result<Option<DateTime<Utc>>, ApiError> {
    let time = given.map(|given| SearchQuery::time(given, Utc::now()));
    Ok(time.transpose()?.map(|(begin, _)| begin))
}

/// The end of the requested period.
fn until(given: Option<&str>) -> Result<Option<DateTime<Utc>>, ApiError> {
    let time = given.map(|given| SearchQuery::time(given, Utc::now()));
    Ok(time.transpose()?.map(|(_, end)| end))
}

/// The queries that a URL stands for as a list of articles and as a search, if they are valid.
#[cfg(test)]
pub(crate) fn queries(address: &Uri) -> Vec<SearchQuery> {
    let articles = Query::<articles::ArticlesParams>::try_from_uri(address).ok();
    let search = Query::<search::SearchParams>::try_from_uri(address).ok();
    let articles = articles.and_then(|Query(params)| params.query().ok());
    let search = search.and_then(|Query(params)| params.query().ok());
    articles.into_iter().chain(search).collect()
}

#[cfg(test)]
mod tests;
