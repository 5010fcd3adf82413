//! A perceptron with one hidden layer, or none, and sigmoid units.

use serde::{Deserialize, Serialize};

/// One unit: the sigmoid of a weighted sum.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// Added to the sum; never regularised.
    pub bias: f64,
    /// One weight for each unit of the layer before.
    pub weights: Vec<f64>,
}

impl Unit {
    /// The weighted sum.
    fn sum(&self, inputs: &[f64]) -> f64 {
        let weighted: f64 = self.weights.iter().zip(inputs).map(|(w, x)| w * x).sum();
        self.bias + weighted
    }
}

/// The network: inputs, one hidden layer, one output. Without hidden units the output sees the inputs.
#[derive(Debug, Clone, PartialEq)]
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
            return self.output.sum(inputs);
        }
        let hidden: Vec<f64> = (self.hidden.iter())
            .map(|unit| sigmoid(unit.sum(inputs)))
            .collect();
        self.output.sum(&hidden)
    }

    /// Reads a network out of one row of parameters: for each hidden unit its bias and its weights,
    /// then the same of the output unit.
    pub(crate) fn from_parameters(parameters: &[f64], inputs: usize) -> Self {
        let hidden_units = hidden_units(parameters.len(), inputs);
        let (hidden, output) = parameters.split_at(hidden_units * (inputs + 1));
        Self {
            hidden: hidden.chunks(inputs + 1).map(unit).collect(),
            output: unit(output),
        }
    }
}

/// How many parameters a network has.
pub(crate) fn parameter_count(inputs: usize, hidden: usize) -> usize {
    if hidden == 0 {
        inputs + 1
    } else {
        hidden * (inputs + 1) + hidden + 1
    }
}

/// How many hidden units a row of parameters describes.
pub(crate) fn hidden_units(parameters: usize, inputs: usize) -> usize {
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

/// The logistic function.
pub(crate) fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_published_network_has_316_parameters() {
        assert_eq!(parameter_count(7, 35), 316);
        assert_eq!(hidden_units(316, 7), 35);
    }

    #[test]
    fn a_network_without_hidden_units_has_a_weight_for_each_input() {
        assert_eq!(parameter_count(7, 0), 8);
        assert_eq!(hidden_units(8, 7), 0);
        let network = Network::from_parameters(&[1.0, 2.0, -1.0], 2);
        assert!((network.log_odds(&[3.0, 4.0]) - 3.0).abs() < 1e-12);
    }

    #[test]
    fn two_hidden_units_can_tell_exclusive_or() {
        let parameters = [
            -10.0, 20.0, 20.0, // one of the two is on
            30.0, -20.0, -20.0, // not both are
            -30.0, 20.0, 20.0, // and
        ];
        let network = Network::from_parameters(&parameters, 2);
        assert!(network.output(&[0.0, 0.0]) < 0.01);
        assert!(network.output(&[1.0, 1.0]) < 0.01);
        assert!(network.output(&[0.0, 1.0]) > 0.99);
        assert!(network.output(&[1.0, 0.0]) > 0.99);
    }
}
