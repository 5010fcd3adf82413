//! Trains a perceptron with one hidden layer, or none.
//!
//! Nonlinear conjugate gradient on the cross-entropy of labelled rows.

mod loss;
mod minimise;
pub mod seven_features;

use classify::perceptron::{Network, Unit};
use serde::Serialize;

use self::loss::Loss;
use self::minimise::minimise;
use crate::Random;
use crate::metrics::{ratio, real};

/// The settings of training. The defaults are the published ones, and a seed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PerceptronSettings {
    /// Number of units of the hidden layer; 0 for a perceptron without one.
    pub hidden: usize,
    /// Weight of the sum of squared weights.
    pub regularisation: f64,
    /// Maximum steps of conjugate gradient.
    pub epochs: u64,
    /// Training ends when the gradient is shorter than this.
    pub tolerance: f64,
    /// Seed of the first weights and of the folds.
    pub seed: u64,
    /// Minimum score of an article.
    pub threshold: f32,
    /// Languages of the legal words with which the examples were measured.
    pub words: Vec<String>,
}

impl Default for PerceptronSettings {
    fn default() -> Self {
        Self {
            hidden: 35,
            regularisation: 1.0,
            epochs: 10_000,
            tolerance: 1e-4,
            seed: 1,
            threshold: 0.5,
            words: vec!["de".to_owned()],
        }
    }
}

/// Trains a network: `rows` holds `inputs` standardised numbers for each of the `targets`, which are 0 or 1. Its weights
/// have six decimals.
pub fn fit(
    rows: Vec<f64>,
    targets: Vec<f64>,
    inputs: usize,
    settings: &PerceptronSettings,
) -> Network {
    let start = first_weights(inputs, settings);
    let loss = Loss::new(rows, targets, inputs, settings.regularisation);
    let found: Vec<f64> = minimise(&loss, start, settings.epochs, settings.tolerance)
        .into_iter()
        .map(rounded)
        .collect();
    network(&found, inputs)
}

/// Converts a row of parameters into a network: for each hidden unit its bias and its weights, then
/// the same for the output unit.
fn network(parameters: &[f64], inputs: usize) -> Network {
    let hidden_units = hidden_units(parameters.len(), inputs);
    let (hidden, output) = parameters.split_at(hidden_units * (inputs + 1));
    Network {
        hidden: hidden.chunks(inputs + 1).map(unit).collect(),
        output: unit(output),
    }
}

/// The number of parameters of a network.
fn parameter_count(inputs: usize, hidden: usize) -> usize {
    if hidden == 0 {
        inputs + 1
    } else {
        hidden * (inputs + 1) + hidden + 1
    }
}

/// The number of hidden units in a row of parameters.
fn hidden_units(parameters: usize, inputs: usize) -> usize {
    parameters.saturating_sub(1) / (inputs + 2)
}

fn unit(parameters: &[f64]) -> Unit {
    match parameters.split_first() {
        Some((bias, weights)) => Unit {
            bias: *bias,
            weights: weights.to_vec(),
        },
        None => Unit {
            bias: 0.0,
            weights: Vec::new(),
        },
    }
}

/// Small random weights, no bias: uniform between plus and minus `sqrt(6 / (inputs + outputs))` of
/// a layer (Glorot and Bengio, *Understanding the difficulty of training deep feedforward neural
/// networks*, AISTATS 2010).
fn first_weights(inputs: usize, settings: &PerceptronSettings) -> Vec<f64> {
    let mut random = Random::new(settings.seed);
    let hidden = settings.hidden;
    let mut weights = Vec::with_capacity(parameter_count(inputs, hidden));
    let into_output = if hidden == 0 { inputs } else { hidden };
    for (units, into, from) in [(hidden, inputs, hidden), (1, into_output, 1)] {
        #[expect(clippy::cast_precision_loss, reason = "layers are small")]
        let reach = (6.0 / (into + from) as f64).sqrt();
        for _ in 0..units {
            weights.push(0.0);
            weights.extend((0..into).map(|_| reach * random.signed()));
        }
    }
    weights
}

/// Mean and standard deviation of an input, with six decimals. One that is constant has no information and is not scaled.
pub(crate) fn scaling(values: &[f64]) -> (f64, f64) {
    let mean = |values: &[f64]| ratio(values.iter().sum(), real(values.len()));
    let middle = mean(values);
    let squares: Vec<f64> = values.iter().map(|x| (x - middle).powi(2)).collect();
    let deviation = mean(&squares).sqrt();
    let is_constant = deviation < 1e-6;
    let deviation = if is_constant { 1.0 } else { rounded(deviation) };
    (rounded(middle), deviation)
}

/// Rounds to six decimals, so that the weights file is readable and the model is the same before and
/// after it was written.
fn rounded(x: f64) -> f64 {
    (x * 1e6).round() / 1e6
}

#[cfg(test)]
mod tests {
    use classify::perceptron::sigmoid;

    use super::*;

    #[test]
    fn the_default_is_what_was_published() {
        let settings = PerceptronSettings::default();
        assert_eq!((settings.hidden, settings.epochs), (35, 10_000));
        assert!((settings.regularisation - 1.0).abs() < f64::EPSILON);
    }

    #[test]
    fn a_published_network_has_316_parameters() {
        assert_eq!(parameter_count(7, 35), 316);
        assert_eq!(hidden_units(316, 7), 35);
    }

    #[test]
    fn a_network_without_hidden_units_has_a_weight_for_each_input() {
        assert_eq!(parameter_count(7, 0), 8);
        assert_eq!(hidden_units(8, 7), 0);
        let network = network(&[1.0, 2.0, -1.0], 2);
        assert!((network.output(&[3.0, 4.0]) - sigmoid(3.0)).abs() < 1e-12);
    }

    #[test]
    fn two_hidden_units_can_compute_exclusive_or() {
        let parameters = [
            -10.0, 20.0, 20.0, // one of the two is on
            30.0, -20.0, -20.0, // not both are
            -30.0, 20.0, 20.0, // and
        ];
        let network = network(&parameters, 2);
        assert!(network.output(&[0.0, 0.0]) < 0.01);
        assert!(network.output(&[1.0, 1.0]) < 0.01);
        assert!(network.output(&[0.0, 1.0]) > 0.99);
        assert!(network.output(&[1.0, 0.0]) > 0.99);
    }
}
