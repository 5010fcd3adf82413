//! The list of sites, with a line for each.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use serde::Deserialize;

use super::overview::{DAYS, Line, Overview};
use crate::reader::Reader;
use crate::reader::format;
use crate::reader::guard::Writing;
use crate::reader::page::{Frame, PageError, Part, render};

/// Sites per page.
const SITES: usize = 100;
/// Height of the small charts.
const HEIGHT: usize = 24;
/// The name of the filter for sites that need attention.
const LOOK: &str = "look";

/// Which sites to list.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Choice {
    /// The word of a state, or `look`.
    #[serde(default)]
    state: String,
    #[serde(default)]
    page: usize,
}

#[derive(Template)]
#[template(path = "sources/list.html")]
struct ListPage<'a> {
    frame: Frame,
    choice: Choice,
    overview: &'a Overview,
    /// Number of sites that need attention.
    look: usize,
    lines: Vec<&'a Line>,
    before: Option<usize>,
    after: Option<usize>,
    writing: Writing,
}

pub(super) async fn list(
    State(reader): State<Reader>,
    headers: HeaderMap,
    Query(choice): Query<Choice>,
) -> Result<impl IntoResponse, PageError> {
    let overview = reader.sources.overview(&reader.store).await?;
    let overview: &Overview = &Arc::clone(&overview);
    let chosen: Vec<&Line> = overview
        .lines
        .iter()
        .filter(|line| match choice.state.as_str() {
            "" => true,
            LOOK => line.wants_a_look(),
            word => line.state.word == word,
        })
        .collect();
    let begin = choice.page.saturating_mul(SITES).min(chosen.len());
    let end = begin.saturating_add(SITES).min(chosen.len());
    render(&ListPage {
        frame: Frame::of(Part::Sources),
        look: overview
            .lines
            .iter()
            .filter(|line| line.wants_a_look())
            .count(),
        before: choice.page.checked_sub(1),
        after: (end < chosen.len()).then(|| choice.page.saturating_add(1)),
        lines: chosen[begin..end].to_vec(),
        overview,
        writing: reader.access.writing(&headers),
        choice,
    })
}
