//! The classifier `seven`: a perceptron over seven features (T. Jungblut, *Extracting articles from crawled HTML sites*, 2013).

mod features;
pub mod legal_words;
mod reason;
mod weights;

pub use self::features::SevenFeatures;
pub use self::weights::SevenModelError;

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{FeatureEffect, Page, PageType, Verdict};

/// The standardisation of one input.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InputScaling {
    /// The feature, one of [`SevenFeatures::NAMES`].
    pub name: String,
    /// The scale, applied first.
    pub scale: Scale,
    /// Mean over the training pages, subtracted.
    pub mean: f64,
    /// Standard deviation over the training pages, the divisor.
    pub std: f64,
}

/// A function applied to a measure before it is standardised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scale {
    /// The measure itself.
    Linear,
    /// The natural logarithm of one more than the measure: lengths differ by factors.
    Log,
}

impl Scale {
    /// The measure on this scale.
    pub fn apply(self, measure: f64) -> f64 {
        match self {
            Self::Linear => measure,
            Self::Log => measure.ln_1p(),
        }
    }
}

impl InputScaling {
    /// The input of the network: 0 for the mean and for an unknown measure.
    pub fn standardise(&self, measure: f64) -> f64 {
        if measure.is_nan() {
            0.0
        } else {
            (self.scale.apply(measure) - self.mean) / self.std
        }
    }
}

/// A trained model.
#[derive(Debug, Clone, PartialEq)]
pub struct SevenModel {
    /// Name and version, as it is in `label_source`.
    pub name: String,
    /// Minimum score of an article.
    pub threshold: f32,
    /// Languages of the legal words it counts: see [`legal_words::languages`].
    pub words: Vec<String>,
    /// The scaling of each feature.
    pub inputs: Vec<InputScaling>,
    /// The perceptron over them.
    pub network: Network,
    /// The training data and the scores.
    pub provenance: Value,
}

static SEVEN: LazyLock<SevenModel> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "a test reads the committed weights")]
    SevenModel::parse(include_str!("../../models/seven.json"))
        .expect("the committed weights are valid")
});

impl SevenModel {
    /// The committed weights: seven features, 7-35-1.
    pub fn seven() -> &'static Self {
        &SEVEN
    }

    /// The probability that a page with these features is an article, as the model sees it.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a probability needs no more than single precision"
    )]
    pub fn score(&self, features: &SevenFeatures) -> f32 {
        self.network.output(&self.standardise(features)) as f32
    }

    /// The verdict of the model alone, without rules.
    pub fn verdict(&self, page: &Page<'_>) -> Verdict {
        let features = SevenFeatures::measure(page, &legal_words::imprint(&self.words));
        let news_score = self.score(&features);
        let page_type = if news_score >= self.threshold {
            PageType::Article
        } else {
            PageType::Other
        };
        Verdict {
            page_type,
            news_score,
            reason: reason::of_model(self, &features, news_score),
            features: features.named(),
            label_source: format!("model:{}", self.name),
        }
    }

    /// The effect of each feature on the log-odds.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "measures of a page are far below 2^24"
    )]
    pub(crate) fn feature_effects(&self, page: &Page<'_>) -> Vec<FeatureEffect> {
        let features = SevenFeatures::measure(page, &legal_words::imprint(&self.words));
        let inputs = self.standardise(&features);
        let effects = reason::effects(self, &inputs).map(|effect| effect as f32);
        let values = features.values().map(|value| value as f32);
        std::iter::zip(SevenFeatures::NAMES, values)
            .zip(effects)
            .map(|((feature, value), effect)| FeatureEffect {
                feature,
                value,
                effect,
            })
            .collect()
    }

    /// The inputs of the network for these features.
    pub(crate) fn standardise(&self, features: &SevenFeatures) -> Vec<f64> {
        self.inputs
            .iter()
            .zip(features.values())
            .map(|(input, measure)| input.standardise(measure))
            .collect()
    }
}

/// The network: inputs, one hidden layer, one output. Without hidden units, the output unit takes the inputs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Network {
    /// The hidden layer.
    pub hidden: Vec<Unit>,
    /// The output unit.
    pub output: Unit,
}

impl Network {
    /// The output for one row of standardised inputs, between 0 and 1.
    pub fn output(&self, inputs: &[f64]) -> f64 {
        sigmoid(self.log_odds(inputs))
    }

    /// The output before its sigmoid.
    pub(crate) fn log_odds(&self, inputs: &[f64]) -> f64 {
        if self.hidden.is_empty() {
            return self.output.sum(inputs.iter().copied());
        }
        let units = self.hidden.iter();
        let hidden = units.map(|unit| sigmoid(unit.sum(inputs.iter().copied())));
        self.output.sum(hidden)
    }
}

/// A unit of a perceptron: a weighted sum.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// Added to the sum; never regularised.
    pub bias: f64,
    /// One weight for each input.
    pub weights: Vec<f64>,
}

impl Unit {
    /// The weighted sum of the inputs.
    pub fn sum(&self, inputs: impl Iterator<Item = f64>) -> f64 {
        let weighted = std::iter::zip(&self.weights, inputs).map(|(weight, input)| weight * input);
        self.bias + weighted.sum::<f64>()
    }
}

/// The logistic function.
pub fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}
