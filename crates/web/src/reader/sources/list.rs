//! The list of sites, with a row for each.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use serde::Deserialize;
use store::SiteState;

use super::overview::{DAYS, Overview, Row, tone};
use crate::reader::guard::Writing;
use crate::reader::page::{Answer, Frame, Part, render, unknown_value};
use crate::reader::{Reader, format};

/// Sites per page.
const SITES_PER_PAGE: usize = 100;
/// Height of the small charts.
const HEIGHT: usize = 24;
/// The name of the filter for sites that need attention.
const ATTENTION: &str = "look";

/// Which sites to list.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Choice {
    /// The word of a state, or `look`.
    state: String,
    page: usize,
}

#[derive(Template)]
#[template(path = "sources/list.html")]
struct ListPage<'a> {
    frame: Frame,
    choice: Choice,
    overview: &'a Overview,
    /// Number of sites that need attention.
    needing_attention: usize,
    rows: Vec<&'a Row>,
    before: Option<usize>,
    after: Option<usize>,
    writing: Writing,
}

pub(super) async fn list(
    State(reader): State<Reader>,
    headers: HeaderMap,
    Query(choice): Query<Choice>,
) -> Answer {
    let states = || SiteState::ALL.iter().map(|state| state.as_str());
    let known = || states().chain([ATTENTION]);
    let state = choice.state.as_str();
    if !state.is_empty() && !known().any(|word| word == state) {
        return Err(unknown_value("state", state, known()));
    }
    let overview = reader.sources.overview(&reader.store).await?;
    let overview: &Overview = &Arc::clone(&overview);
    let chosen: Vec<&Row> = overview
        .rows
        .iter()
        .filter(|row| match choice.state.as_str() {
            "" => true,
            ATTENTION => row.needs_attention(),
            name => row.state.state.as_str() == name,
        })
        .collect();
    let begin = choice.page.saturating_mul(SITES_PER_PAGE).min(chosen.len());
    let end = begin.saturating_add(SITES_PER_PAGE).min(chosen.len());
    render(&ListPage {
        frame: Frame::of(Part::Sources, reader.zone),
        needing_attention: overview.troubled(),
        before: choice.page.checked_sub(1),
        after: (end < chosen.len()).then(|| choice.page.saturating_add(1)),
        rows: chosen[begin..end].to_vec(),
        overview,
        writing: reader.access.writing(&headers),
        choice,
    })
}
