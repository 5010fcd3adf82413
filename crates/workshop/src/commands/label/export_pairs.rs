//! `workshop label export --of pairs` and `--of stories`.

use std::collections::{BTreeSet, HashMap};

use anyhow::anyhow;
use gleaner::console::failure::Advise as _;
use gleaner::console::plural::count;
use gleaner::program::Context;
use store::{PairKind, SampledLabel, Store, VersionKey, VersionText};

use super::out::{JsonLines, go_on, left_out};
use super::pairs::command;
use crate::label::pairs::PairLabelRecord;

/// Maximum number of labels whose texts are in memory at a time.
const BATCH: usize = 64;

/// Counts of an export.
#[derive(Debug, Default)]
pub(super) struct PairExportCounts {
    same: u64,
    different: u64,
    unsure: u64,
    samples: BTreeSet<i64>,
    bins: BTreeSet<(i64, String)>,
    /// Labels whose articles are no longer stored.
    lost: u64,
}

/// Writes the labels of a kind.
pub(super) async fn write(
    store: &Store,
    kind: PairKind,
    who: Option<&str>,
    context: &Context,
    out: &mut JsonLines<'_>,
) -> anyhow::Result<PairExportCounts> {
    let labels = store.pair_labels(kind, who).await?;
    if labels.is_empty() {
        return Err(anyhow!("there are no such labels")).advise(format!(
            "make some with `workshop label {}`; `workshop label status` counts them",
            command(kind)
        ));
    }
    let mut counts = PairExportCounts::default();
    for batch in labels.chunks(BATCH) {
        go_on(context)?;
        let mut wanted: Vec<VersionKey> = batch.iter().flat_map(keys).collect();
        wanted.sort_unstable();
        wanted.dedup();
        let texts = store.version_texts(&wanted).await?;
        let texts: HashMap<VersionKey, &VersionText> = texts
            .iter()
            .map(|text| {
                let (id, version) = (text.id.clone(), text.version);
                (VersionKey { id, version }, text)
            })
            .collect();
        for label in batch {
            let [Some(a), Some(b)] = keys(label).map(|key| texts.get(&key).copied()) else {
                counts.lost += 1;
                continue;
            };
            out.json(&PairLabelRecord::of(label, a, b))?;
            counts.add(label);
        }
    }
    Ok(counts)
}

fn keys(labelled: &SampledLabel) -> [VersionKey; 2] {
    labelled.label.pair.keys(labelled.label.versions)
}

impl PairExportCounts {
    fn add(&mut self, labelled: &SampledLabel) {
        match labelled.label.same {
            Some(true) => self.same += 1,
            Some(false) => self.different += 1,
            None => self.unsure += 1,
        }
        self.samples.insert(labelled.seed);
        self.bins.insert((labelled.seed, labelled.bin.clone()));
    }

    /// The counts on one line, for people.
    pub(super) fn describe(&self) -> String {
        let lost = left_out(self.lost, "their articles are no longer stored");
        format!(
            "{} of pairs: {} same, {} different, {} not sure; {}, {}{lost}",
            count(self.same + self.different + self.unsure, "label"),
            self.same,
            self.different,
            self.unsure,
            count(self.samples.len(), "sample"),
            count(self.bins.len(), "bin")
        )
    }
}
