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
}

/// The logistic function.
pub fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}
