//! The pairs of a sample as a source of tasks.

use std::collections::VecDeque;

use chrono::Utc;
use store::{Pair, PairCandidate, PairLabel, PairWish, Store, StoreError};
use tokio_util::sync::CancellationToken;

use super::sheet::PairSheet;
use super::task::MarkedPair;
use crate::label::clerk::{self, Session, Source};

/// Pairs asked for at a time.
const ORDER: i64 = 1_000;

/// Lets a person label pairs on the terminal until they quit or are stopped.
pub(crate) async fn label_pairs(
    store: &Store,
    wish: &PairWish,
    stop: &CancellationToken,
) -> anyhow::Result<Session> {
    clerk::label(&Pairs { store, wish }, stop).await
}

/// The pairs of a sample, for one person.
struct Pairs<'a> {
    store: &'a Store,
    wish: &'a PairWish,
}

/// What comes next, and the place behind it.
#[derive(Default)]
struct Queue {
    next: VecDeque<PairCandidate>,
    place: i32,
    behind: u64,
}

impl Source for Pairs<'_> {
    type Task = PairSheet;
    type Kept = PairLabel;
    type Queue = Queue;

    fn who(&self) -> &str {
        &self.wish.who
    }

    async fn labelled(&self) -> Result<u64, StoreError> {
        let PairWish { kind, who, .. } = self.wish;
        self.store.pairs_labelled(*kind, who).await
    }

    async fn next(&self, queue: &mut Queue) -> anyhow::Result<Option<(PairSheet, u64)>> {
        loop {
            if queue.next.is_empty() {
                let (next, behind) = self.store.pair_queue(self.wish, queue.place, ORDER).await?;
                (queue.next, queue.behind) = (next.into(), behind);
            }
            let Some(candidate) = queue.next.pop_front() else {
                return Ok(None);
            };
            queue.place = candidate.place;
            queue.behind = queue.behind.saturating_sub(1);
            let Pair { a, b } = &candidate.pair;
            let [first, second] = candidate.versions;
            let keys = [(a.clone(), first), (b.clone(), second)];
            let texts = self.store.version_texts(&keys).await?;
            let text = |id: &str| texts.iter().find(|text| text.id == id);
            // One of them may just have gone.
            if let (Some(first), Some(second)) = (text(a), text(b)) {
                let (kind, behind) = (self.wish.kind, queue.behind);
                let sheet = PairSheet::of(kind, candidate.clone(), first, second);
                return Ok(Some((sheet, behind)));
            }
        }
    }

    async fn save(&self, marked: MarkedPair) -> Result<(Pair, Option<PairLabel>), StoreError> {
        let label = PairLabel {
            kind: marked.kind,
            pair: marked.pair,
            versions: marked.versions,
            who: self.wish.who.clone(),
            same: marked.same,
            at: Some(Utc::now()),
        };
        let before = self.store.save_pair_label(&label).await?;
        Ok((label.pair, before))
    }

    async fn restore(&self, label: &PairLabel) -> Result<(), StoreError> {
        self.store.save_pair_label(label).await.map(drop)
    }

    async fn remove(&self, pair: &Pair) -> Result<(), StoreError> {
        let PairWish { kind, who, .. } = self.wish;
        self.store
            .remove_pair_label(*kind, pair, who)
            .await
            .map(drop)
    }
}
