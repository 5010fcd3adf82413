//! Labelling: a page, the blocks of a page, or a pair of articles at a time, one key for each answer.
//!
//! A [`desk`] holds what a person labels next and what can be undone. It is lost when the server ends; the labels are not.

mod asked;
mod blocks;
mod desk;
mod draws;
mod overview;
mod pages;
mod pairs;
mod texts;
mod types;
mod who;

use std::fmt;
use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};
use extract::{BlockExplanation, Metadata};
use store::{LabelCandidate, PairCandidate, PairKind, StoredPage};

use super::Reader;
use crate::BoxFuture;
use blocks::BlockItem;
use desk::Desks;
use draws::Draws;
pub(super) use types::news;

/// Reads a stored page by its extractor alone. An error is told to people.
pub type ReadPage =
    dyn Fn(StoredPage) -> BoxFuture<'static, Result<PageReading, String>> + Send + Sync;

/// Draws the sample of pairs of this kind and seed, unless it is drawn already. An error is told to people.
pub type DrawPairs = dyn Fn(PairKind, i64) -> BoxFuture<'static, Result<(), String>> + Send + Sync;

/// What labelling needs of the program.
#[derive(Clone)]
pub struct LabelTools {
    /// Reads a page.
    pub read: Arc<ReadPage>,
    /// Draws pairs of articles.
    pub draw: Arc<DrawPairs>,
    /// The score from which on a page is news: pages around it are the most useful.
    pub threshold: f32,
    /// Who labels unless they give another name.
    pub labeller: Option<String>,
}

impl fmt::Debug for LabelTools {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LabelTools")
            .field("threshold", &self.threshold)
            .field("labeller", &self.labeller)
            .finish_non_exhaustive()
    }
}

/// What the extractor takes from a page.
#[derive(Debug)]
pub struct PageReading {
    /// Its text.
    pub text: String,
    /// What it says about itself.
    pub metadata: Metadata,
    /// All its blocks in reading order.
    pub blocks: Vec<BlockExplanation>,
    /// The extractor and its version.
    pub extractor: String,
}

/// What the pages for labelling keep.
#[derive(Debug, Default)]
pub(super) struct Kept {
    pages: Desks<LabelCandidate>,
    blocks: Desks<BlockItem>,
    pairs: Desks<PairCandidate>,
    draws: Arc<Draws>,
}

pub(super) fn routes() -> Router<Reader> {
    Router::new()
        .route("/label", get(overview::overview))
        .route("/label/who", get(who::form).post(who::keep))
        .route("/label/pages", get(pages::show).post(pages::answer))
        .route("/label/blocks", get(blocks::show).post(blocks::answer))
        .route("/label/{pairs}", get(pairs::show).post(pairs::answer))
        .route("/label/{pairs}/draw", post(draws::draw))
}
