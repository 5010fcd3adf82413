//! `workshop eval aggregate --labels`: scores copies and stories against labels of pairs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use gleaner::console::failure::Advise as _;
use lab::metrics::strata::{Estimate, JudgedPair, estimate};
use lab::score_table::{Group, Metrics, ScoreRow};

use super::gold::{objects, set_name};
use crate::label::pairs::PairLabelInput;

/// A pair, and the label of each person.
#[derive(Debug)]
struct Pair {
    judged: JudgedPair,
    answers: Vec<Option<bool>>,
}

/// A sample of pairs.
#[derive(Debug, Default)]
struct Sample {
    /// The labelled pairs, by the ids of their two articles.
    pairs: BTreeMap<[String; 2], Pair>,
    /// Number of pairs in all its bins, labelled or not.
    frame_pairs: u64,
}

/// Scores each sample in the files; only samples of `kind`, if given.
pub(super) fn score(files: &[PathBuf], kind: Option<&str>) -> anyhow::Result<Vec<ScoreRow>> {
    let mut rows = Vec::new();
    for file in files {
        let mut samples = read(file)?;
        samples.retain(|(of, _), _| kind.is_none_or(|kind| kind == of));
        let scored = samples
            .iter()
            .filter_map(|((kind, seed), sample)| row(file, kind, *seed, sample));
        let before = rows.len();
        rows.extend(scored);
        if rows.len() == before {
            return Err(anyhow!(
                "no label in {} is same or different",
                file.display()
            ))
            .advise(
                "label some with `workshop label pairs` or `workshop label stories`, and export them",
            );
        }
    }
    Ok(rows)
}

fn read(file: &Path) -> anyhow::Result<BTreeMap<(String, i64), Sample>> {
    let advice = "each line is a label that `workshop label export --of pairs` or `--of stories` has written";
    let mut samples: BTreeMap<(String, i64), Sample> = BTreeMap::new();
    objects(file, "a label of a pair", advice, |line: PairLabelInput| {
        let sample = samples.entry((line.pair, line.seed)).or_default();
        sample.frame_pairs = sample.frame_pairs.max(line.frame_pairs);
        let judged = JudgedPair {
            bin: line.bin,
            bin_pairs: line.bin_pairs,
            joined: line.joined,
            same: 0.0,
        };
        let pair = sample.pairs.entry([line.a.id, line.b.id]);
        let answers = Vec::new();
        let pair = pair.or_insert(Pair { judged, answers });
        pair.answers.push(line.same);
        Ok(())
    })?;
    Ok(samples)
}

/// The scores of a sample; `None` if no label is same or different.
fn row(file: &Path, kind: &str, seed: i64, sample: &Sample) -> Option<ScoreRow> {
    let labels: Vec<JudgedPair> = sample.pairs.values().filter_map(decided).collect();
    if labels.is_empty() {
        return None;
    }
    let Estimate {
        values,
        std,
        pairs,
        hidden,
    } = estimate(&labels);
    if pairs < sample.frame_pairs {
        tracing::warn!(
            "{kind} {seed} of {}: {} of {} pairs are in bins without a label, and not included in the scores; label more",
            file.display(),
            sample.frame_pairs - pairs,
            sample.frame_pairs
        );
    }
    if let Some(hidden) = hidden {
        tracing::warn!(
            "{kind} {seed} of {}: no label in the bins of separate pairs is same, but up to {hidden} such pairs may be in them, which recall and its \
            deviation ignore; more labels narrow this down",
            file.display()
        );
    }
    let mut metrics = Metrics::default();
    for (at, name) in ["pair_f", "pair_precision", "pair_recall"]
        .iter()
        .enumerate()
    {
        metrics.push(name, values[at]);
        metrics.push(&format!("{name}_std"), std[at]);
    }
    #[expect(clippy::cast_precision_loss, reason = "pairs are far below 2^52")]
    metrics.push(
        "labelled_share",
        pairs as f64 / sample.frame_pairs.max(1) as f64,
    );
    Some(ScoreRow {
        set: set_name(file),
        group: Some(Group {
            by: "seed".to_owned(),
            value: seed.to_string(),
        }),
        n: labels.len(),
        extractor: kind.to_owned(),
        model: None,
        metrics,
    })
}

/// A pair with the mean of its definite labels; `None` if it has none.
fn decided(pair: &Pair) -> Option<JudgedPair> {
    let sure: Vec<f64> = pair
        .answers
        .iter()
        .filter_map(|same| same.map(|same| f64::from(u8::from(same))))
        .collect();
    #[expect(clippy::cast_precision_loss, reason = "people are few")]
    let people = sure.len() as f64;
    (people > 0.0).then(|| JudgedPair {
        same: sure.iter().sum::<f64>() / people,
        ..pair.judged.clone()
    })
}
