//! Where a model came from.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::evaluate::{Grouping, Scores};
use crate::train::Settings;

/// Where a model came from: everything needed to train it again and to judge it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// What made the texts: name and version of the extractor.
    pub extractor: String,
    /// The labelled pages, by set.
    pub data: Vec<DataSet>,
    /// How it was trained.
    pub settings: Settings,
    /// The day it was trained.
    pub date: Option<NaiveDate>,
    /// How models trained the same way did on pages they had not seen.
    pub cross_validation: Vec<CrossValidation>,
}

/// A set of labelled pages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DataSet {
    /// Name of the set.
    pub name: String,
    /// Pages with a label.
    pub pages: u32,
    /// Articles among them.
    pub articles: u32,
    /// Sites they come from.
    pub sites: u32,
}

/// One cross-validation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CrossValidation {
    /// What was kept together.
    pub grouping: Grouping,
    /// Number of folds.
    pub folds: u32,
    /// The scores over all folds together.
    pub scores: Scores,
}
