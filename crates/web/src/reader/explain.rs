//! Why a page came out as it did.

use askama::Template;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::get;
use extract::Label;
use store::StoredPage;

use super::Reader;
use super::page::{Frame, PageError, Part, render};
use crate::ExplainedPage;

/// Features of the page that are shown, those that move its score most.
const EFFECTS: usize = 12;

#[derive(Template)]
#[template(path = "explain.html")]
struct ExplainPage {
    frame: Frame,
    id: String,
    page: ExplainedPage,
    content: usize,
}

pub(super) fn routes() -> Router<Reader> {
    Router::new()
        .route("/article/{id}/explain", get(explain))
        .route("/article/{id}/picture.svg", get(picture))
}

async fn explained(reader: &Reader, id: &str) -> Result<ExplainedPage, PageError> {
    let page: StoredPage = reader
        .store
        .page_of_article(id)
        .await?
        .ok_or(PageError::NotFound("stored page"))?;
    (reader.tools.explain)(page)
        .await
        .map_err(PageError::Invalid)
}

async fn explain(
    State(reader): State<Reader>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, PageError> {
    let page = explained(&reader, &id).await?;
    let blocks = page.explanation.blocks.iter();
    let content = blocks.filter(|block| block.label == Label::Content).count();
    render(&ExplainPage {
        frame: Frame::of(Part::Stories),
        id,
        page,
        content,
    })
}

async fn picture(
    State(reader): State<Reader>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, PageError> {
    let page = explained(&reader, &id).await?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], page.picture))
}
