//! Labelling of pages, blocks of a page and pairs of articles, one at a time, with one key per answer.
//!
//! A [`session`] holds what a person labels next and what can be undone. It is lost when the server stops; the labels are not.

mod blocks;
mod draws;
mod overview;
mod pages;
mod pairs;
mod params;
mod session;
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
use draws::Draws;
use session::LabelSessions;
pub(super) use types::news;

/// Extracts a stored page without the rules of its site. Pages with an error are skipped.
pub type ReadPage =
    dyn Fn(StoredPage) -> BoxFuture<'static, Result<PageReading, String>> + Send + Sync;

/// Draws the sample of pairs of this kind and seed, unless it has been drawn. Errors are shown to the user.
pub type DrawPairs = dyn Fn(PairKind, i64) -> BoxFuture<'static, Result<(), String>> + Send + Sync;

/// What the program passes to the reader for labelling.
#[derive(Clone)]
pub struct LabelTools {
    /// Extracts a page.
    pub read: Arc<ReadPage>,
    /// Draws pairs of articles.
    pub draw: Arc<DrawPairs>,
    /// Minimum score of news. Pages with scores near it are the most useful to label.
    pub threshold: f32,
    /// The name of the labeller if they give no other.
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

/// What the extractor finds on a page.
#[derive(Debug)]
pub struct PageReading {
    /// Its text.
    pub text: String,
    /// Its metadata.
    pub metadata: Metadata,
    /// All its blocks in reading order.
    pub blocks: Vec<BlockExplanation>,
    /// The extractor and its version.
    pub extractor: String,
}

/// The state of labelling, in memory.
#[derive(Debug, Default)]
pub(super) struct State {
    pages: LabelSessions<LabelCandidate>,
    blocks: LabelSessions<BlockItem>,
    pairs: LabelSessions<PairCandidate>,
    draws: Arc<Draws>,
}

pub(super) fn routes() -> Router<Reader> {
    Router::new()
        .route("/label", get(overview::overview))
        .route("/label/who", get(who::form).post(who::save))
        .route("/label/pages", get(pages::show).post(pages::answer))
        .route("/label/blocks", get(blocks::show).post(blocks::answer))
        .route("/label/{pairs}", get(pairs::show).post(pairs::answer))
        .route("/label/{pairs}/draw", post(draws::draw))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    const TEMPLATES: [&str; 3] = [
        include_str!("../../../templates/label/pages.html"),
        include_str!("../../../templates/label/blocks.html"),
        include_str!("../../../templates/label/pairs.html"),
    ];

    /// What each key of a page does, without the keys of the page types, which are in a list of their own.
    fn keys(template: &str) -> BTreeMap<&str, &str> {
        let mut keys = BTreeMap::new();
        for tag in template
            .split('<')
            .filter(|tag| !tag.contains("choice.key"))
        {
            let value = |name: &str| Some(tag.split_once(name)?.1.split_once('"')?.0);
            let Some(named) = value("aria-keyshortcuts=\"") else {
                continue;
            };
            let action = value("value=\"").unwrap_or(tag.split(' ').next().unwrap());
            keys.extend(named.split(' ').map(|key| (key, action)));
        }
        keys
    }

    #[test]
    fn a_key_that_writes_a_label_does_nothing_else_on_other_pages_outside_the_list_of_types() {
        let all = TEMPLATES.map(keys);
        for page in &all {
            let of = |key| page.get(key).copied();
            assert_eq!(of("s"), Some("skip"), "{page:?}");
            assert_eq!(of("?"), Some("summary"), "the help: {page:?}");
            assert_eq!(of("u"), Some("undo"), "{page:?}");
            let writing = [
                "article",
                "other",
                "save",
                "same",
                "different",
                "unsure",
                "undo",
            ];
            for (key, action) in page.iter().filter(|(_, action)| writing.contains(action)) {
                for other in &all {
                    let does = other.get(key).unwrap_or(action);
                    assert_eq!(does, action, "{key}: {page:?} {other:?}");
                }
            }
        }
    }
}
