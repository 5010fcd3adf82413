//! A single-layer and a multilayer perceptron over a line and its neighbours.

use std::sync::LazyLock;

use classify::perceptron::Network;
use serde::{Deserialize, Serialize};

use super::{Line, lines};
use extract::{Extractor, Filter, Labels};
use html::TextDocument;

const SOURCE: &str =
    "AI Depot: The Easy Way to Extract Useful Text from Arbitrary HTML, 2007; weights of our own";

pub(crate) const SLP: Extractor = Extractor {
    name: "density-slp",
    summary: "a perceptron over density, bytes and text length of a line and its neighbours",
    source: SOURCE,
    steps: &[Filter::new("perceptron", |document, labels| {
        keep_likely(document, labels, &SINGLE_LAYER);
    })],
};

pub(crate) const MLP: Extractor = Extractor {
    name: "density-mlp",
    summary: "a multilayer perceptron over the same nine numbers",
    source: SOURCE,
    steps: &[Filter::new("multilayer-perceptron", |document, labels| {
        keep_likely(document, labels, &MULTILAYER);
    })],
};

static SINGLE_LAYER: LazyLock<Perceptron> =
    LazyLock::new(|| committed(include_str!("../../models/density-slp.json")));
static MULTILAYER: LazyLock<Perceptron> =
    LazyLock::new(|| committed(include_str!("../../models/density-mlp.json")));

#[expect(clippy::expect_used, reason = "a test reads the committed weights")]
fn committed(json: &str) -> Perceptron {
    serde_json::from_str(json).expect("the committed weights are valid")
}

/// The inputs of the network: density and the logarithms of bytes and text length, which differ by factors, for the
/// previous, the current and the next line. A missing neighbour is an empty line.
pub const INPUTS: [&str; 9] = [
    "previous density",
    "previous ln(1 + bytes)",
    "previous ln(1 + length)",
    "density",
    "ln(1 + bytes)",
    "ln(1 + length)",
    "next density",
    "next ln(1 + bytes)",
    "next ln(1 + length)",
];

/// The inputs for one line.
pub fn inputs(lines: &[Line], line: usize) -> [f64; INPUTS.len()] {
    let at = |index: Option<usize>| index.and_then(|i| lines.get(i)).copied();
    let neighbours = [line.checked_sub(1), Some(line), line.checked_add(1)];
    let [p, c, n] = neighbours.map(|index| {
        let line = at(index).unwrap_or_default();
        let size = |bytes: u32| f64::from(bytes).ln_1p();
        [line.density(), size(line.bytes), size(line.length)]
    });
    [p[0], p[1], p[2], c[0], c[1], c[2], n[0], n[1], n[2]]
}

/// A trained network with sigmoid units. Its file also documents how it was trained.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Perceptron {
    /// The inputs and their standardisation.
    pub inputs: Vec<LineInput>,
    /// The layers. The output is the probability that a line is text.
    #[serde(flatten)]
    pub network: Network,
}

/// An input and its standardisation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LineInput {
    /// One of [`INPUTS`].
    pub name: String,
    /// Mean over the training lines, which is subtracted.
    pub mean: f64,
    /// Standard deviation over the training lines, the divisor.
    pub deviation: f64,
}

impl Perceptron {
    /// The probability that a line with these inputs is text.
    pub fn probability(&self, measured: &[f64; INPUTS.len()]) -> f64 {
        let mut inputs = *measured;
        for (value, input) in inputs.iter_mut().zip(&self.inputs) {
            *value = (*value - input.mean) / input.deviation;
        }
        self.network.output(&inputs)
    }
}

fn keep_likely(document: &TextDocument, labels: &mut Labels, perceptron: &Perceptron) {
    let lines = lines(document);
    labels.keep(|block| perceptron.probability(&inputs(&lines, block)) >= 0.5);
}

#[cfg(test)]
mod tests {
    use classify::perceptron::Unit;

    use super::*;

    const fn line(length: u32, bytes: u32) -> Line {
        Line { length, bytes }
    }

    #[test]
    fn a_line_is_seen_with_its_neighbours() {
        let lines = [line(5, 10), line(0, 4)];
        let ln = f64::ln;
        let first = [0.0, 0.0, 0.0, 0.5, ln(11.0), ln(6.0), 0.0, ln(5.0), 0.0];
        let second = [0.5, ln(11.0), ln(6.0), 0.0, ln(5.0), 0.0, 0.0, 0.0, 0.0];
        for (i, expected) in [first, second].iter().enumerate() {
            for (found, expected) in inputs(&lines, i).iter().zip(expected) {
                assert!((found - expected).abs() < 1e-12);
            }
        }
    }

    /// A network over only the previous and the next density, standardised by mean 0.5 and deviation 0.5.
    fn network(hidden: &[[f64; 3]], output: &[f64]) -> Perceptron {
        let unit = |weights: &[f64; 3]| Unit {
            bias: weights[0],
            weights: vec![weights[1], 0.0, 0.0, 0.0, 0.0, 0.0, weights[2], 0.0, 0.0],
        };
        Perceptron {
            inputs: INPUTS
                .map(|name| LineInput {
                    name: name.to_owned(),
                    mean: 0.5,
                    deviation: 0.5,
                })
                .to_vec(),
            network: Network {
                hidden: hidden.iter().map(unit).collect(),
                output: Unit {
                    bias: output[0],
                    weights: output[1..].to_vec(),
                },
            },
        }
    }

    #[test]
    fn exclusive_or_needs_a_hidden_layer() {
        let at = |network: &Perceptron, before: f64, after: f64| {
            network.probability(&[before, 0.5, 0.5, 0.5, 0.5, 0.5, after, 0.5, 0.5])
        };
        // at least one is on; not both are; and
        let multilayer = network(
            &[[10.0, 10.0, 10.0], [10.0, -10.0, -10.0]],
            &[-30.0, 20.0, 20.0],
        );
        assert!(at(&multilayer, 0.0, 0.0) < 0.01);
        assert!(at(&multilayer, 1.0, 1.0) < 0.01);
        assert!(at(&multilayer, 0.0, 1.0) > 0.99);
        // sigmoid(1 + 2 · (1 - 0.5)/0.5) = 1 / (1 + e⁻³)
        let single = network(&[], &[1.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        assert!((at(&single, 1.0, 0.3) - 0.952_574_127).abs() < 1e-9);
    }

    #[test]
    fn the_committed_weights_have_the_expected_shapes() {
        assert_eq!(SINGLE_LAYER.network.hidden, []);
        assert!(MULTILAYER.network.hidden.len() > 1);
        for perceptron in [&*SINGLE_LAYER, &*MULTILAYER] {
            let names: Vec<&str> = perceptron.inputs.iter().map(|i| i.name.as_str()).collect();
            assert_eq!(names, INPUTS);
            assert!(perceptron.inputs.iter().all(|input| input.deviation > 0.0));
            let network = &perceptron.network;
            let wide = |unit: &Unit| unit.weights.len() == INPUTS.len();
            assert!(network.hidden.iter().all(wide));
            let into_output = network.output.weights.len();
            assert!(
                into_output == network.hidden.len()
                    || network.hidden.is_empty() && wide(&network.output)
            );
        }
    }
}
