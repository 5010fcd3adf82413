//! The pairs of a sample as items.

use std::collections::VecDeque;

use chrono::Utc;
use store::{Pair, PairCandidate, PairLabel, PairQuery, Store, StoreError};
use tokio_util::sync::CancellationToken;

use super::item::PairItem;
use super::keys::NewPairLabel;
use crate::label::backend::{self, Backend, SessionSummary};

/// Pairs requested at a time.
const BATCH: i64 = 1_000;

/// Lets a person label pairs on the terminal until they quit or are stopped.
pub(crate) async fn label_pairs(
    store: &Store,
    wish: &PairQuery,
    stop: &CancellationToken,
) -> anyhow::Result<SessionSummary> {
    backend::label(&Pairs { store, wish }, stop).await
}

/// The pairs of a sample, for one person.
struct Pairs<'a> {
    store: &'a Store,
    wish: &'a PairQuery,
}

/// What comes next, and its place in the sample.
#[derive(Default)]
struct Cursor {
    next: VecDeque<PairCandidate>,
    place: i32,
    behind: u64,
}

impl Backend for Pairs<'_> {
    type Item = PairItem;
    type Stored = PairLabel;
    type Cursor = Cursor;

    fn who(&self) -> &str {
        &self.wish.who
    }

    async fn labelled(&self) -> Result<u64, StoreError> {
        let PairQuery { kind, who, .. } = self.wish;
        self.store.pairs_labelled(*kind, who).await
    }

    async fn next(&self, cursor: &mut Cursor) -> anyhow::Result<Option<(PairItem, u64)>> {
        loop {
            if cursor.next.is_empty() {
                let (next, behind) = self
                    .store
                    .pair_queue(self.wish, cursor.place, BATCH)
                    .await?;
                (cursor.next, cursor.behind) = (next.into(), behind);
            }
            let Some(candidate) = cursor.next.pop_front() else {
                return Ok(None);
            };
            cursor.place = candidate.place;
            cursor.behind = cursor.behind.saturating_sub(1);
            let Pair { a, b } = &candidate.pair;
            let [first, second] = candidate.versions;
            let keys = [(a.clone(), first), (b.clone(), second)];
            let texts = self.store.version_texts(&keys).await?;
            let text = |id: &str| texts.iter().find(|text| text.id == id);
            // One of them may have been deleted.
            if let (Some(first), Some(second)) = (text(a), text(b)) {
                let (kind, behind) = (self.wish.kind, cursor.behind);
                let item = PairItem::of(kind, candidate.clone(), first, second);
                return Ok(Some((item, behind)));
            }
        }
    }

    async fn save(&self, new: NewPairLabel) -> Result<(Pair, Option<PairLabel>), StoreError> {
        let label = PairLabel {
            kind: new.kind,
            pair: new.pair,
            versions: new.versions,
            who: self.wish.who.clone(),
            same: new.same,
            at: Some(Utc::now()),
        };
        let before = self.store.save_pair_label(&label).await?;
        Ok((label.pair, before))
    }

    async fn restore(&self, label: &PairLabel) -> Result<(), StoreError> {
        self.store.save_pair_label(label).await.map(drop)
    }

    async fn remove(&self, pair: &Pair) -> Result<(), StoreError> {
        let PairQuery { kind, who, .. } = self.wish;
        self.store
            .remove_pair_label(*kind, pair, who)
            .await
            .map(drop)
    }
}
