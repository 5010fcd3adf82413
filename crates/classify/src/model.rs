//! The trained model: weights, how inputs are scaled, where they came from.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::network::{Network, Unit};
use crate::provenance::Provenance;
use crate::{Page, PageFeatures, PageType, Verdict, reason};

/// The version of the layout of a weights file.
const FORMAT: u32 = 1;

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
    /// One for each feature.
    pub inputs: Vec<Input>,
    /// The perceptron over them.
    pub network: Network,
    /// What it was trained on and how well it did.
    pub provenance: Provenance,
}

/// A weights file that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// It is not JSON of the expected layout.
    #[error("the weights file cannot be read: {0}")]
    Json(#[from] serde_json::Error),
    /// It was written by another version of this program.
    #[error("the weights file has format {0}, this program reads format {FORMAT}")]
    Format(u32),
    /// Its inputs are not the seven features.
    #[error("the weights file wants the inputs {0:?}, this program measures {names:?}", names = PageFeatures::NAMES)]
    Inputs(Vec<String>),
    /// A unit has more or fewer weights than the layer before has units.
    #[error("the weights file has a unit with {found} weights where {expected} are needed")]
    Shape {
        /// Weights needed.
        expected: usize,
        /// Weights found.
        found: usize,
    },
    /// A number is not finite, or a standard deviation or the threshold is out of its range.
    #[error("the weights file has an impossible number in `{0}`")]
    Number(&'static str),
}

/// The weights file as it is read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: u32,
    name: String,
    threshold: f32,
    provenance: Provenance,
    inputs: Vec<Input>,
    hidden: Vec<Unit>,
    output: Unit,
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

    /// Reads a weights file.
    pub fn parse(json: &str) -> Result<Self, ModelError> {
        let file: File = serde_json::from_str(json)?;
        if file.format != FORMAT {
            return Err(ModelError::Format(file.format));
        }
        let model = Self {
            name: file.name,
            threshold: file.threshold,
            inputs: file.inputs,
            network: Network {
                hidden: file.hidden,
                output: file.output,
            },
            provenance: file.provenance,
        };
        model.check()?;
        Ok(model)
    }

    /// Writes the weights file: one line for each input and each unit.
    pub fn to_json(&self) -> String {
        let lines = [
            ("format", json(&FORMAT)),
            ("name", json(&self.name)),
            ("threshold", json(&self.threshold)),
            ("provenance", pretty(&self.provenance)),
            ("inputs", rows(&self.inputs)),
            ("hidden", rows(&self.network.hidden)),
            ("output", json(&self.network.output)),
        ]
        .map(|(key, value)| format!("  \"{key}\": {value}"));
        format!("{{\n{}\n}}\n", lines.join(",\n"))
    }

    /// The probability that a page with these features is an article, as the model sees it.
    pub fn score(&self, features: &PageFeatures) -> f32 {
        self.score_inputs(&self.standardise(features))
    }

    /// The verdict of the model alone, without rules.
    pub fn verdict(&self, page: &Page<'_>) -> Verdict {
        let features = PageFeatures::measure(page);
        let news_score = self.score(&features);
        let page_type = if news_score >= self.threshold {
            PageType::Article
        } else {
            PageType::Other
        };
        Verdict {
            page_type,
            news_score,
            features,
            label_source: format!("model:{}", self.name),
            reason: reason::of_model(self, &features, news_score),
        }
    }

    /// The inputs of the network for these features.
    pub(crate) fn standardise(&self, features: &PageFeatures) -> Vec<f64> {
        self.inputs
            .iter()
            .zip(features.values())
            .map(|(input, measure)| input.standardise(measure))
            .collect()
    }

    /// The score for standardised inputs.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a probability needs no more than single precision"
    )]
    pub(crate) fn score_inputs(&self, inputs: &[f64]) -> f32 {
        self.network.output(inputs) as f32
    }

    fn check(&self) -> Result<(), ModelError> {
        let names: Vec<&str> = self
            .inputs
            .iter()
            .map(|input| input.name.as_str())
            .collect();
        if names != PageFeatures::NAMES {
            return Err(ModelError::Inputs(
                names.into_iter().map(str::to_owned).collect(),
            ));
        }
        if !(0.0..=1.0).contains(&self.threshold) {
            return Err(ModelError::Number("threshold"));
        }
        if (self.inputs.iter()).any(|i| !i.mean.is_finite() || !i.std.is_finite() || i.std <= 0.0) {
            return Err(ModelError::Number("inputs"));
        }
        for unit in &self.network.hidden {
            check_unit(unit, self.inputs.len(), "hidden")?;
        }
        check_unit(&self.network.output, self.network.hidden.len(), "output")
    }
}

fn check_unit(unit: &Unit, expected: usize, layer: &'static str) -> Result<(), ModelError> {
    let found = unit.weights.len();
    if found != expected {
        return Err(ModelError::Shape { expected, found });
    }
    if !unit.bias.is_finite() || unit.weights.iter().any(|weight| !weight.is_finite()) {
        return Err(ModelError::Number(layer));
    }
    Ok(())
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
    let lines: Vec<String> = values
        .iter()
        .map(|value| format!("    {}", json(value)))
        .collect();
    format!("[\n{}\n  ]", lines.join(",\n"))
}
