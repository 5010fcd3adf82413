//! The models that classify pages, behind one type.

use crate::perceptron::{SevenModel, SevenModelError};
use crate::trees::{PageModel, PageModelError, PageRow};
use crate::{Evidence, Verdict};

/// A model that classifies pages.
#[derive(Debug, Clone)]
pub enum Classifier {
    /// Seven features and a perceptron.
    Seven(SevenModel),
    /// Many features and trees.
    Gleaner(PageModel),
}

/// The effect of one feature on a verdict.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct FeatureEffect {
    /// Its name.
    pub feature: &'static str,
    /// Its value on the page.
    pub value: f32,
    /// The difference in log-odds to a page with the typical value.
    pub effect: f32,
}

/// An invalid weights file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClassifierError {
    /// A file of the perceptron.
    #[error(transparent)]
    Seven(#[from] SevenModelError),
    /// A file of the trees, or unknown.
    #[error(transparent)]
    Gleaner(#[from] PageModelError),
}

impl Default for Classifier {
    /// The trees that come with the program.
    fn default() -> Self {
        Self::Gleaner(PageModel::shipped().clone())
    }
}

impl Classifier {
    /// The names of the models that come with the program, the default first.
    pub const BUILT_IN: [&'static str; 2] = ["gleaner", "seven"];

    /// The model with a name of [`Classifier::BUILT_IN`].
    pub fn built_in(name: &str) -> Option<Self> {
        match name {
            "gleaner" => Some(Self::default()),
            "seven" => Some(Self::Seven(SevenModel::seven().clone())),
            _ => None,
        }
    }

    /// Reads a weights file of either kind: only that of the perceptron has a hidden layer.
    pub fn parse(json: &str) -> Result<Self, ClassifierError> {
        let keys: Result<serde_json::Map<String, serde_json::Value>, _> =
            serde_json::from_str(json);
        if keys.is_ok_and(|keys| keys.contains_key("hidden")) {
            Ok(Self::Seven(SevenModel::parse(json)?))
        } else {
            Ok(Self::Gleaner(PageModel::parse(json)?))
        }
    }

    /// Name and version.
    pub fn name(&self) -> &str {
        match self {
            Self::Seven(model) => &model.name,
            Self::Gleaner(model) => &model.name,
        }
    }

    /// Minimum score of an article.
    pub fn threshold(&self) -> f32 {
        match self {
            Self::Seven(model) => model.threshold,
            Self::Gleaner(model) => model.threshold,
        }
    }

    /// The same model with another threshold.
    #[must_use]
    pub fn with_threshold(mut self, threshold: f32) -> Self {
        match &mut self {
            Self::Seven(model) => model.threshold = threshold,
            Self::Gleaner(model) => model.threshold = threshold,
        }
        self
    }

    /// The value and effect of each feature, the largest effect first.
    pub fn feature_effects(&self, evidence: &Evidence<'_>) -> Vec<FeatureEffect> {
        let mut weighed = match self {
            Self::Seven(model) => model.feature_effects(evidence),
            Self::Gleaner(model) => model.feature_effects(&PageRow::of(evidence)),
        };
        weighed.sort_by(|a, b| b.effect.abs().total_cmp(&a.effect.abs()));
        weighed
    }

    /// The verdict of the model alone, without rules.
    pub fn verdict(&self, evidence: &Evidence<'_>) -> Verdict {
        match self {
            Self::Seven(model) => model.verdict(evidence),
            Self::Gleaner(model) => model.verdict(evidence),
        }
    }
}
