//! Explains how a page was extracted and classified.

use askama::Template;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::IntoResponse;
use axum::routing::get;
use extract::Label;
use store::{PageKey, Store, StoredPage};

use super::article::whole_id;
use super::guard::Writing;
use super::page::{Answer, Frame, PageError, Part, render};
use super::{Reader, format};
use crate::ExplainedPage;

/// Number of page features shown: those with the largest effect on the score.
const MAX_EFFECTS: usize = 12;

#[derive(Template)]
#[template(path = "explain.html")]
struct ExplainPage {
    frame: Frame,
    id: String,
    site: String,
    /// Whether rules may be created from blocks.
    has_rules: bool,
    page: ExplainedPage,
    /// Whether the stored text of the article differs from the text of the page as it is read now.
    is_outdated: bool,
}

pub(super) fn routes() -> Router<Reader> {
    Router::new()
        .route("/article/{id}/explain", get(explain))
        .route("/article/{id}/picture.svg", get(picture))
}

/// The stored page that an article was extracted from, given its id or the first digits of it.
pub(super) async fn stored_page(reader: &Reader, id: &str) -> Result<StoredPage, PageError> {
    let id = whole_id(&reader.store, id).await?;
    let id = id.ok_or(PageError::NotFound("article"))?;
    let page = reader.store.page_of_article(&id).await?;
    page.ok_or(PageError::NotFound("stored page"))
}

/// Explains a stored page as the crawl extracts it.
pub(super) async fn explained(
    reader: &Reader,
    page: StoredPage,
) -> Result<ExplainedPage, PageError> {
    (reader.tools.explain)(page)
        .await
        .map_err(PageError::Invalid)
}

async fn explain(
    State(reader): State<Reader>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Answer {
    let stored = stored_page(&reader, &id).await?;
    let (site, key) = (stored.site_id.clone(), stored.key);
    let page = explained(&reader, stored).await?;
    let is_outdated = is_outdated(&reader.store, key, &page.text).await?;
    render(&ExplainPage {
        frame: Frame::of(Part::Articles, reader.zone),
        id,
        site,
        has_rules: reader.access.writing(&headers) != Writing::Never,
        page,
        is_outdated,
    })
}

/// Whether the article that was extracted from a page has another text than this; unknown, thus not, if it is joined from several pages.
async fn is_outdated(store: &Store, key: PageKey, text: &str) -> Result<bool, PageError> {
    let verdict = store.stored_verdicts(&[key]).await?.remove(&key);
    let article = verdict.and_then(|verdict| verdict.article);
    Ok(article.is_some_and(|article| article["parts"].is_null() && article["text"] != text))
}

async fn picture(State(reader): State<Reader>, Path(id): Path<String>) -> Answer {
    let stored = stored_page(&reader, &id).await?;
    let page = explained(&reader, stored).await?;
    let kind = [(header::CONTENT_TYPE, "image/svg+xml")];
    Ok((kind, page.picture).into_response())
}
