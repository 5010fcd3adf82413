//! Scores as people and programs read them: a league table, or a line of JSON for each set.

use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};

use crate::eval::gold::By;
use crate::output::Results;
use crate::table::{Align, lay_out};

/// The scores of one set, or of one group of its pages.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    pub(crate) set: String,
    /// The part of the set, when scores are asked for by site, language or page type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) group: Option<Group>,
    /// Pages scored.
    pub(crate) n: usize,
    pub(crate) extractor: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) model: Option<String>,
    pub(crate) metrics: Metrics,
}

/// A part of a set.
#[derive(Debug, Serialize)]
pub(crate) struct Group {
    pub(crate) by: String,
    pub(crate) value: String,
}

impl Group {
    pub(crate) fn new(by: By, value: &str) -> Self {
        Self {
            by: by.to_string(),
            value: value.to_owned(),
        }
    }
}

/// The usual measures of what was found.
pub(crate) const FOUR: [&str; 4] = ["f1", "precision", "recall", "accuracy"];

/// Named numbers, in order. Written with four digits after the point.
#[derive(Debug, Default)]
pub(crate) struct Metrics(pub(crate) Vec<(String, f64)>);

impl Metrics {
    /// Adds a number.
    pub(crate) fn push(&mut self, name: &str, value: f64) {
        self.0.push((name.to_owned(), value));
    }

    /// Adds `<prefix>f1`, `precision`, `recall` and `accuracy`, each with its deviation `_std`.
    pub(crate) fn push_four(&mut self, prefix: &str, values: [f64; 4], std: [f64; 4]) {
        for (index, name) in FOUR.iter().enumerate() {
            self.push(&format!("{prefix}{name}"), values[index]);
            self.push(&format!("{prefix}{name}_std"), std[index]);
        }
    }

    /// Whether there is a number of that name.
    pub(crate) fn has(&self, name: &str) -> bool {
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

/// Metrics that are counts or speeds, shown without digits after the point.
const WHOLE: [&str; 4] = ["articles", "kept", "pages_per_s", "mb_per_s"];

/// Writes the scores; `measures` are the metrics that the table shows.
pub(crate) fn write(rows: &[Row], measures: &[&str], json: bool) -> anyhow::Result<()> {
    let mut results = Results::new();
    if json {
        for row in rows {
            results.json(row)?;
        }
        return results.finish();
    }
    let mut columns = vec![
        ("set", Align::Left),
        ("group", Align::Left),
        ("method", Align::Left),
    ];
    columns.push(("n", Align::Right));
    columns.extend(measures.iter().map(|name| (*name, Align::Right)));
    let cells: Vec<Vec<String>> = rows.iter().map(|row| cells(row, measures)).collect();
    results.text(&lay_out(&columns, &cells))?;
    results.finish()
}

fn cells(row: &Row, measures: &[&str]) -> Vec<String> {
    let number = |name: &str| match (
        row.metrics.get(name),
        row.metrics.get(&format!("{name}_std")),
    ) {
        (None, _) => "-".to_owned(),
        (Some(value), Some(std)) => format!("{value:.3} ± {std:.3}"),
        (Some(value), None) if WHOLE.contains(&name) => format!("{value:.0}"),
        (Some(value), None) => format!("{value:.3}"),
    };
    let group = row.group.as_ref().map_or("all", |group| &group.value);
    let method = row.model.as_deref().unwrap_or(&row.extractor);
    let mut cells = vec![
        row.set.clone(),
        group.to_owned(),
        method.to_owned(),
        row.n.to_string(),
    ];
    cells.extend(measures.iter().map(|name| number(name)));
    cells
}
