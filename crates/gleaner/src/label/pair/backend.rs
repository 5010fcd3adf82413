//! Fetches the pairs of a sample and saves their labels.

use std::collections::VecDeque;

use store::{Pair, PairCandidate, PairLabel, PairQuery, Store, StoreError};
use tokio_util::sync::CancellationToken;

use super::PairItem;
use crate::label::backend::{self, Backend, SessionSummary};

/// Pairs requested at a time.
const BATCH: i64 = 1_000;

/// Lets a person label pairs on the terminal until they quit or are stopped.
pub(crate) async fn label_pairs(
    store: &Store,
    query: &PairQuery,
    stop: &CancellationToken,
) -> anyhow::Result<SessionSummary> {
    backend::label(&Pairs { store, query }, stop).await
}

/// The pairs of a sample, for one person.
struct Pairs<'a> {
    store: &'a Store,
    query: &'a PairQuery,
}

/// The next pairs, and the place of the last one in the sample.
#[derive(Default)]
struct Cursor {
    next: VecDeque<PairCandidate>,
    place: i32,
    behind: u64,
}

impl Backend for Pairs<'_> {
    type Item = PairItem;
    type Cursor = Cursor;

    fn who(&self) -> &str {
        &self.query.who
    }

    async fn labelled(&self) -> Result<u64, StoreError> {
        let PairQuery { kind, who, .. } = self.query;
        self.store.pairs_labelled(*kind, who).await
    }

    async fn next(&self, cursor: &mut Cursor) -> anyhow::Result<Option<(PairItem, u64)>> {
        loop {
            if cursor.next.is_empty() {
                let (next, behind) = self
                    .store
                    .pair_queue(self.query, cursor.place, BATCH)
                    .await?;
                (cursor.next, cursor.behind) = (next.into(), behind);
            }
            let Some(candidate) = cursor.next.pop_front() else {
                return Ok(None);
            };
            cursor.place = candidate.place;
            cursor.behind = cursor.behind.saturating_sub(1);
            let Pair { a, b } = &candidate.pair;
            let keys = candidate.pair.keys(candidate.versions);
            let texts = self.store.version_texts(&keys).await?;
            let text = |id: &str| texts.iter().find(|text| text.id == id);
            // One of them may have been deleted.
            if let (Some(first), Some(second)) = (text(a), text(b)) {
                let (kind, behind) = (self.query.kind, cursor.behind);
                let item = PairItem::of(kind, candidate.clone(), first, second);
                return Ok(Some((item, behind)));
            }
        }
    }

    async fn save(&self, label: &PairLabel) -> Result<Option<PairLabel>, StoreError> {
        self.store.save_pair_label(label).await
    }

    async fn remove(&self, pair: &Pair) -> Result<(), StoreError> {
        let PairQuery { kind, who, .. } = self.query;
        self.store
            .remove_pair_label(*kind, pair, who)
            .await
            .map(drop)
    }
}
