//! The score table: scores of methods on sets, readable by people and programs.

use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};

/// The scores of one set, or of one group of its pages.
#[derive(Debug, Serialize)]
pub struct ScoreRow {
    /// Name of the set.
    pub set: String,
    /// The part of the set, if scores are grouped by site, language or page type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<Group>,
    /// Number of pages scored.
    pub n: usize,
    /// The method, or the one that made the text for `model`.
    pub extractor: String,
    /// The page classifier, if one is scored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The scores.
    pub metrics: Metrics,
}

/// A part of a set.
#[derive(Debug, Serialize)]
pub struct Group {
    /// The property by which pages are grouped.
    pub by: String,
    /// The common value of the group.
    pub value: String,
}

/// The usual four measures.
pub const FOUR: [&str; 4] = ["f1", "precision", "recall", "accuracy"];

/// Named numbers, in order. Serialised with four decimals.
#[derive(Debug, Default)]
pub struct Metrics(pub Vec<(String, f64)>);

impl Metrics {
    /// Adds a number.
    pub fn push(&mut self, name: &str, value: f64) {
        self.0.push((name.to_owned(), value));
    }

    /// Adds `<prefix>f1`, `precision`, `recall` and `accuracy`, each with its deviation `_std`.
    pub fn push_four(&mut self, prefix: &str, values: [f64; 4], std: [f64; 4]) {
        for (index, name) in FOUR.iter().enumerate() {
            self.push(&format!("{prefix}{name}"), values[index]);
            self.push(&format!("{prefix}{name}_std"), std[index]);
        }
    }

    /// Whether there is a number with a name.
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    fn get(&self, name: &str) -> Option<f64> {
        self.0
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| *value)
    }
}

impl Serialize for Metrics {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, &((value * 1e4).round() / 1e4))?;
        }
        map.end()
    }
}

/// Metrics that are counts or speeds, shown without decimals.
const WHOLE: [&str; 9] = [
    "articles",
    "kept",
    "pages_per_s",
    "mb_per_s",
    "decides",
    "right",
    "wrong",
    "alone_right",
    "alone_wrong",
];

impl ScoreRow {
    /// Its cells: set, group, method and number of pages, then the measures.
    pub fn cells(&self, measures: &[&str]) -> Vec<String> {
        let number = |name: &str| match (
            self.metrics.get(name),
            self.metrics.get(&format!("{name}_std")),
        ) {
            (None, _) => "-".to_owned(),
            (Some(value), Some(std)) => format!("{value:.3} ± {std:.3}"),
            (Some(value), None) if WHOLE.contains(&name) => format!("{value:.0}"),
            (Some(value), None) => format!("{value:.3}"),
        };
        let group = self.group.as_ref().map_or("all", |group| &group.value);
        let method = self.model.as_deref().unwrap_or(&self.extractor);
        let mut cells = vec![
            self.set.clone(),
            group.to_owned(),
            method.to_owned(),
            self.n.to_string(),
        ];
        cells.extend(measures.iter().map(|name| number(name)));
        cells
    }
}
