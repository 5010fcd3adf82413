//! The weights file.

use std::collections::BTreeSet;

use methods::density::perceptron::Perceptron;
use serde::Serialize;
use serde_json::Value;

use super::DensityPage;

/// A set of labelled pages.
#[derive(Clone, Debug, Serialize)]
pub struct DensitySet {
    name: String,
    pages: usize,
    sites: usize,
    /// Number of lines of all its pages.
    pub lines: usize,
    /// Number of lines that are text.
    pub text_lines: usize,
}

impl DensitySet {
    /// Counts the pages of a set.
    pub fn of<'a>(name: String, pages: impl Iterator<Item = &'a DensityPage>) -> Self {
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

/// The weights file of an extractor, with everything needed to train it again and to assess it, and with one line for each input and unit.
pub fn weights_file(name: &str, provenance: &Value, perceptron: &Perceptron) -> String {
    let provenance = serde_json::to_string_pretty(provenance).unwrap_or_default();
    let lines = [
        ("name", json(&name)),
        ("provenance", provenance.replace('\n', "\n  ")),
        ("inputs", rows(&perceptron.inputs)),
        ("hidden", rows(&perceptron.network.hidden)),
        ("output", json(&perceptron.network.output)),
    ]
    .map(|(key, value)| format!("  \"{key}\": {value}"));
    format!("{{\n{}\n}}\n", lines.join(",\n"))
}

/// A value in one line. Only plain values and lists are written here, and those cannot fail.
fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
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
