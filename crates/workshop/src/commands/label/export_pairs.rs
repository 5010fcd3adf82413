//! `workshop label export --of pairs` and `--of stories`.

use std::collections::HashMap;

use anyhow::anyhow;
use gleaner::console::failure::Advise as _;
use gleaner::program::Context;
use store::{PairKind, SampledLabel, Store, VersionKey, VersionText};

use super::out::{JsonLines, Written, go_on};
use super::pairs::command;
use crate::label::pairs::PairLabelRecord;

/// Maximum number of labels whose texts are in memory at a time.
const BATCH: usize = 64;

/// Writes the labels of a kind.
pub(super) async fn write(
    store: &Store,
    kind: PairKind,
    who: Option<&str>,
    context: &Context,
    out: &mut JsonLines<'_>,
) -> anyhow::Result<Written> {
    let labels = store.pair_labels(kind, who).await?;
    if labels.is_empty() {
        return Err(anyhow!("there are no such labels")).advise(format!(
            "make some with `workshop label {}`; `workshop label status` counts them",
            command(kind)
        ));
    }
    let mut written = Written::default();
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
                written.lost += 1;
                continue;
            };
            out.json(&PairLabelRecord::of(label, a, b))?;
            written.labels += 1;
        }
    }
    Ok(written)
}

fn keys(labelled: &SampledLabel) -> [VersionKey; 2] {
    labelled.label.pair.keys(labelled.label.versions)
}
