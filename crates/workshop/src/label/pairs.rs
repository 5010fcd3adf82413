//! Pair labels as lines of JSON, which `workshop eval aggregate --labels` and `workshop label import` read.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use store::{Pair, PairKind, PairLabel, SampledLabel, VersionKey, VersionText};

use super::pages::person;

/// An exported label, with its place in the sample and both texts.
#[derive(Debug, Serialize)]
pub(crate) struct PairLabelRecord<'a> {
    pair: &'a str,
    /// True if they are the same; null if the person was not sure.
    same: Option<bool>,
    /// Whether the two are grouped together.
    joined: bool,
    score: f32,
    bin: &'a str,
    bin_pairs: i64,
    frame_pairs: i64,
    seed: i64,
    code: &'a str,
    labelled_by: &'a str,
    labelled_at: Option<DateTime<Utc>>,
    a: &'a VersionText,
    b: &'a VersionText,
}

impl<'a> PairLabelRecord<'a> {
    /// The line of a label and the articles it was given for.
    pub(crate) fn of(labelled: &'a SampledLabel, a: &'a VersionText, b: &'a VersionText) -> Self {
        Self {
            pair: labelled.label.kind.as_str(),
            same: labelled.label.same,
            joined: labelled.joined,
            score: labelled.score,
            bin: &labelled.bin,
            bin_pairs: labelled.bin_pairs,
            frame_pairs: labelled.frame_pairs,
            seed: labelled.seed,
            code: &labelled.code,
            labelled_by: &labelled.label.who,
            labelled_at: labelled.label.at,
            a,
            b,
        }
    }
}

/// A label to import.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct PairLabelInput {
    /// `copies` or `stories`.
    pub(crate) pair: String,
    pub(crate) same: Option<bool>,
    pub(crate) joined: bool,
    pub(crate) bin: String,
    pub(crate) bin_pairs: u64,
    pub(crate) frame_pairs: u64,
    pub(crate) seed: i64,
    labelled_by: Option<String>,
    labelled_at: Option<DateTime<Utc>>,
    pub(crate) a: VersionKey,
    pub(crate) b: VersionKey,
}

impl PairLabelInput {
    /// The label, by `who` if the line names nobody.
    pub(crate) fn label(self, who: &str) -> Result<PairLabel, String> {
        let kind: PairKind = self.pair.parse().map_err(|error| format!("{error}"))?;
        if self.a.id >= self.b.id {
            return Err("its articles are not in order of their ids".to_owned());
        }
        let by = self
            .labelled_by
            .as_deref()
            .and_then(|name| person(name).ok());
        Ok(PairLabel {
            kind,
            pair: Pair {
                a: self.a.id,
                b: self.b.id,
            },
            versions: [self.a.version, self.b.version],
            who: by.unwrap_or_else(|| who.to_owned()),
            same: self.same,
            at: self.labelled_at,
        })
    }
}
