//! The trained model: weights, how inputs are scaled, where they came from.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::lexicon;
use crate::network::Network;
use crate::{Page, PageFeatures, PageType, Verdict, Weighed, reason};

/// How the numbers of one input are brought to one size.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// The feature, one of [`PageFeatures::NAMES`].
    pub name: String,
    /// Applied first.
    pub scale: Scale,
    /// Mean over the training pages, subtracted.
    pub mean: f64,
    /// Standard deviation over the training pages, divided by.
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

impl Input {
    /// The input of the network: 0 for the mean and for what is unknown.
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
pub struct Model {
    /// Name and version, as it stands in `label_source`.
    pub name: String,
    /// From this score on a page is an article.
    pub threshold: f32,
    /// Languages of the legal words it counts: see [`crate::lexicon::languages`].
    pub words: Vec<String>,
    /// One for each feature.
    pub inputs: Vec<Input>,
    /// The perceptron over them.
    pub network: Network,
    /// What it was trained on and how well it did.
    pub provenance: Value,
}

static SEVEN: LazyLock<Model> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "a test reads the committed weights")]
    Model::parse(include_str!("../models/seven.json")).expect("the committed weights are whole")
});

impl Model {
    /// The committed weights: seven features, 7-35-1.
    pub fn seven() -> &'static Self {
        &SEVEN
    }

    /// The probability that a page with these features is an article, as the model sees it.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a probability needs no more than single precision"
    )]
    pub fn score(&self, features: &PageFeatures) -> f32 {
        self.network.output(&self.standardise(features)) as f32
    }

    /// The verdict of the model alone, without rules.
    pub fn verdict(&self, page: &Page<'_>) -> Verdict {
        let features = PageFeatures::measure(page, &lexicon::imprint(&self.words));
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

    /// By feature: what it does to the log odds.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "measures of a page are far below 2^24"
    )]
    pub(crate) fn weigh(&self, page: &Page<'_>) -> Vec<Weighed> {
        let features = PageFeatures::measure(page, &lexicon::imprint(&self.words));
        let inputs = self.standardise(&features);
        let effects = reason::effects(self, &inputs).map(|effect| effect as f32);
        let values = features.values().map(|value| value as f32);
        std::iter::zip(PageFeatures::NAMES, values)
            .zip(effects)
            .map(|((feature, value), effect)| Weighed {
                feature,
                value,
                effect,
            })
            .collect()
    }

    /// The inputs of the network for these features.
    pub(crate) fn standardise(&self, features: &PageFeatures) -> Vec<f64> {
        self.inputs
            .iter()
            .zip(features.values())
            .map(|(input, measure)| input.standardise(measure))
            .collect()
    }
}
