//! The weights file: read, checked, written.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{InputScaling, Network, SevenFeatures, SevenModel, Unit};

/// The version of the layout of a weights file.
const FORMAT: u32 = 1;

/// An invalid weights file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SevenModelError {
    /// It is not JSON of the expected layout.
    #[error("the weights file cannot be read: {0}")]
    Json(#[from] serde_json::Error),
    /// It was written by another version of this program.
    #[error("the weights file has format {0}, this program reads format {FORMAT}")]
    Format(u32),
    /// Its inputs are not the seven features.
    #[error("the weights file expects the inputs {0:?}, this program measures {names:?}", names = SevenFeatures::NAMES)]
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
    #[error("the weights file has an invalid number in `{0}`")]
    Number(&'static str),
}

/// The weights file as it is read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: u32,
    name: String,
    threshold: f32,
    #[serde(default = "german")]
    words: Vec<String>,
    provenance: Value,
    inputs: Vec<InputScaling>,
    hidden: Vec<Unit>,
    output: Unit,
}

/// The language of files that list none.
fn german() -> Vec<String> {
    vec!["de".to_owned()]
}

impl SevenModel {
    /// Reads a weights file.
    pub fn parse(json: &str) -> Result<Self, SevenModelError> {
        let file: File = serde_json::from_str(json)?;
        if file.format != FORMAT {
            return Err(SevenModelError::Format(file.format));
        }
        let model = Self {
            name: file.name,
            threshold: file.threshold,
            words: file.words,
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
            ("words", json(&self.words)),
            ("provenance", pretty(&self.provenance)),
            ("inputs", rows(&self.inputs)),
            ("hidden", rows(&self.network.hidden)),
            ("output", json(&self.network.output)),
        ]
        .map(|(key, value)| format!("  \"{key}\": {value}"));
        format!("{{\n{}\n}}\n", lines.join(",\n"))
    }

    fn check(&self) -> Result<(), SevenModelError> {
        let names: Vec<&str> = self
            .inputs
            .iter()
            .map(|input| input.name.as_str())
            .collect();
        if names != SevenFeatures::NAMES {
            return Err(SevenModelError::Inputs(
                names.into_iter().map(str::to_owned).collect(),
            ));
        }
        if !(0.0..=1.0).contains(&self.threshold) {
            return Err(SevenModelError::Number("threshold"));
        }
        if (self.inputs.iter()).any(|i| !i.mean.is_finite() || !i.std.is_finite() || i.std <= 0.0) {
            return Err(SevenModelError::Number("inputs"));
        }
        for unit in &self.network.hidden {
            check_unit(unit, self.inputs.len(), "hidden")?;
        }
        let into_output = match self.network.hidden.len() {
            0 => self.inputs.len(),
            hidden => hidden,
        };
        check_unit(&self.network.output, into_output, "output")
    }
}

fn check_unit(unit: &Unit, expected: usize, layer: &'static str) -> Result<(), SevenModelError> {
    let found = unit.weights.len();
    if found != expected {
        return Err(SevenModelError::Shape { expected, found });
    }
    if !unit.bias.is_finite() || unit.weights.iter().any(|weight| !weight.is_finite()) {
        return Err(SevenModelError::Number(layer));
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

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(from: &str, to: &str) -> SevenModelError {
        let json = SevenModel::seven().to_json();
        assert!(json.contains(from));
        SevenModel::parse(&json.replacen(from, to, 1)).unwrap_err()
    }

    #[test]
    fn the_committed_weights_are_the_published_network_with_provenance() {
        let model = SevenModel::seven();
        assert_eq!(model.network.hidden.len(), 35);
        let length = |name: &str| model.provenance[name].as_array().map_or(0, Vec::len);
        assert_eq!((length("data"), length("cross_validation")), (4, 2));
    }

    #[test]
    fn the_committed_file_is_as_this_program_writes_it() {
        let file = include_str!("../../models/seven.json");
        assert_eq!(SevenModel::seven().to_json(), file);
    }

    #[test]
    fn an_invalid_file_is_refused_with_the_reason() {
        for (from, to, reason) in [
            ("\"format\": 1", "\"format\": 2", "format 2"),
            ("\"title_length\"", "\"height\"", "expects the inputs"),
            ("\"std\":", "\"std\":-", "invalid number in `inputs`"),
            ("\"threshold\": 0.5", "\"threshold\": 5", "in `threshold`"),
            (
                "\"weights\":[",
                "\"weights\":[0.5,",
                "a unit with 8 weights",
            ),
            ("{", "[", "cannot be read"),
        ] {
            let error = changed(from, to).to_string();
            assert!(error.contains(reason), "{error}");
        }
    }
}
