//! The weights file.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use methods::density::perceptron::Perceptron;
use serde::Serialize;

use super::DensityPage;
use super::validate::Validation;
use crate::perceptron::PerceptronSettings;

/// A perceptron and its provenance.
#[derive(Debug)]
pub struct DensityWeights {
    /// Name of the extractor it belongs to.
    pub name: String,
    /// Its provenance.
    pub provenance: DensityProvenance,
    /// The perceptron.
    pub perceptron: Perceptron,
}

/// Everything needed to train it again and to assess it.
#[derive(Debug, Serialize)]
pub struct DensityProvenance {
    /// The training data.
    pub data: Vec<DensitySet>,
    /// The type of page it was trained on, if not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_type: Option<String>,
    /// The settings of training.
    pub settings: PerceptronSettings,
    /// The day it was trained.
    pub date: NaiveDate,
    /// The scores of the method on unseen sites.
    pub cross_validation: Validation,
}

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

impl DensityWeights {
    /// The weights file, with one line for each input and each unit.
    pub fn to_json(&self) -> String {
        let lines = [
            ("name", json(&self.name)),
            ("provenance", pretty(&self.provenance)),
            ("inputs", rows(&self.perceptron.inputs)),
            ("hidden", rows(&self.perceptron.network.hidden)),
            ("output", json(&self.perceptron.network.output)),
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
