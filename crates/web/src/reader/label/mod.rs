//! Labelling of pages, blocks of a page and pairs of articles, one at a time, with one key per answer.
//!
//! A [`session`] holds what is labelled next and what can be undone. It is lost when the server stops; the labels are not.

mod blocks;
mod overview;
mod pages;
mod pairs;
mod params;
mod session;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;

use axum::Router;
use axum::routing::get;
use extract::{BlockExplanation, Metadata};
use store::{
    LabelCandidate, LabelKind, LabelProgress, PairCandidate, PairKind, Store, StoreError,
    StoredPage,
};

use super::zone::Zone;
use super::{Access, Reader};
use crate::Tool;
use blocks::BlockItem;
use session::SharedSession;

/// Maximum number of bytes shown of a text.
const MAX_TEXT: usize = 100_000;

/// What the program passes to the labelling pages.
#[derive(Clone)]
pub struct LabelTools {
    /// Extracts a stored page without the rules of its site. Pages with an error are skipped.
    pub read: Tool<StoredPage, PageReading>,
    /// Minimum score of news. Pages with scores near it are the most useful to label.
    pub threshold: f32,
    /// The name of the person who labels.
    pub labeller: String,
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

impl PageReading {
    /// Its title, by the article or by the page.
    fn title(&self) -> Option<&str> {
        let metadata = &self.metadata;
        metadata.title.as_deref().or(metadata.title_page.as_deref())
    }
}

/// What the labelling pages use; cheap to clone.
#[derive(Clone)]
struct Desk {
    store: Store,
    access: Arc<Access>,
    zone: Zone,
    tools: LabelTools,
    pages: Arc<SharedSession<LabelCandidate>>,
    blocks: Arc<SharedSession<BlockItem>>,
    copies: Arc<SharedSession<PairCandidate>>,
    stories: Arc<SharedSession<PairCandidate>>,
}

impl Desk {
    /// The name of the person who labels.
    fn who(&self) -> &str {
        &self.tools.labeller
    }

    /// The number of labels of this kind.
    async fn labelled(&self, kind: LabelKind) -> Result<i64, StoreError> {
        let progress = self.store.label_progress(&[]).await?;
        Ok(labelled(&progress, kind, self.who()))
    }

    /// The session for a kind of pairs.
    fn pairs(&self, kind: PairKind) -> &SharedSession<PairCandidate> {
        match kind {
            PairKind::Copies => &self.copies,
            PairKind::Stories => &self.stories,
        }
    }
}

/// The number of labels of this kind by a person.
fn labelled(progress: &[LabelProgress], kind: LabelKind, who: &str) -> i64 {
    let own = progress
        .iter()
        .filter(|one| one.who == who && one.kind == kind.as_str());
    own.map(|one| one.labels).sum()
}

/// The paragraphs of the beginning of a text; more is not needed to tell what it is.
fn paragraphs(text: &str) -> impl Iterator<Item = &str> {
    let beginning = text.split_at(text.floor_char_boundary(MAX_TEXT)).0;
    let lines = beginning.lines().map(str::trim);
    lines.filter(|line| !line.is_empty())
}

/// The labelling pages, which are part of a reader.
pub(super) fn routes(reader: &Reader, tools: LabelTools) -> Router<Reader> {
    Router::new()
        .route("/label", get(overview::overview))
        .route("/label/pages", get(pages::show).post(pages::answer))
        .route("/label/blocks", get(blocks::show).post(blocks::answer))
        .route("/label/{pairs}", get(pairs::show).post(pairs::answer))
        .with_state(Desk {
            store: reader.store.clone(),
            access: Arc::clone(&reader.access),
            zone: reader.zone,
            tools,
            pages: Arc::default(),
            blocks: Arc::default(),
            copies: Arc::default(),
            stories: Arc::default(),
        })
}
