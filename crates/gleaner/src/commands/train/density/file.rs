//! The weights file.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use classify::train::Settings;
use extract::extractors::density::perceptron::Perceptron;
use serde::Serialize;

use super::lines::LabelledPage;
use super::validate::Validation;

/// A network, and where it came from.
pub(super) struct WeightsFile {
    pub(super) name: String,
    pub(super) provenance: Provenance,
    pub(super) network: Perceptron,
}

/// Everything needed to train it again and to judge it.
#[derive(Serialize)]
pub(super) struct Provenance {
    pub(super) data: Vec<DataSet>,
    /// The type of page it was trained on, if not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) page_type: Option<String>,
    pub(super) settings: Settings,
    pub(super) date: NaiveDate,
    pub(super) cross_validation: Validation,
}

/// A set of labelled pages.
#[derive(Clone, Debug, Serialize)]
pub(super) struct DataSet {
    name: String,
    pages: usize,
    sites: usize,
    pub(super) lines: usize,
    /// Lines that are text.
    pub(super) text_lines: usize,
}

impl DataSet {
    pub(super) fn of<'a>(name: String, pages: impl Iterator<Item = &'a LabelledPage>) -> Self {
        let mut sites = BTreeSet::new();
        let mut set = Self {
            name,
            pages: 0,
            sites: 0,
            lines: 0,
            text_lines: 0,
        };
        for page in pages {
            set.pages += 1;
            sites.insert(&page.site);
            set.lines += page.lines.len();
            set.text_lines += page.is_text.iter().filter(|is_text| **is_text).count();
        }
        set.sites = sites.len();
        set
    }
}

impl WeightsFile {
    /// One line for each input and each unit.
    pub(super) fn to_json(&self) -> String {
        let lines = [
            ("name", json(&self.name)),
            ("provenance", pretty(&self.provenance)),
            ("inputs", rows(&self.network.inputs)),
            ("hidden", rows(&self.network.hidden)),
            ("output", json(&self.network.output)),
        ]
        .map(|(key, value)| format!("  \"{key}\": {value}"));
        format!("{{\n{}\n}}\n", lines.join(",\n"))
    }
}

/// A value in one line. Only plain values and lists are written here, and those cannot fail.
fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

fn pretty<T: Serialize>(value: &T) -> String {
    let text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.replace('\n', "\n  ")
}

fn rows<T: Serialize>(values: &[T]) -> String {
    if values.is_empty() {
        return "[]".to_owned();
    }
    let lines: Vec<String> = values
        .iter()
        .map(|value| format!("    {}", json(value)))
        .collect();
    format!("[\n{}\n  ]", lines.join(",\n"))
}
