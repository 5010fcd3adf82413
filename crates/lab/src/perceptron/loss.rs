//! The loss: cross-entropy with L2 regularisation, and its gradient.

use std::cell::RefCell;

use argmin::core::{CostFunction, Error, Gradient};

use classify::perceptron::sigmoid;

use super::hidden_units;

/// Mean cross-entropy over the examples plus `regularisation / (2 n)` times the sum of all squared
/// weights, without biases.
#[derive(Debug)]
pub(super) struct Loss {
    /// Standardised inputs, one row for each example.
    rows: Vec<f64>,
    /// 1 for an article, 0 for another page.
    targets: Vec<f64>,
    /// Number of inputs in a row.
    inputs: usize,
    regularisation: f64,
    /// The last point with its cost and gradient: the search requests both for the same point, one
    /// after the other.
    last: RefCell<Option<Evaluated>>,
}

#[derive(Debug, Clone)]
struct Evaluated {
    parameters: Vec<f64>,
    cost: f64,
    gradient: Vec<f64>,
}

impl Loss {
    pub(super) fn new(
        rows: Vec<f64>,
        targets: Vec<f64>,
        inputs: usize,
        regularisation: f64,
    ) -> Self {
        Self {
            rows,
            targets,
            inputs,
            regularisation,
            last: RefCell::new(None),
        }
    }

    /// Cost and gradient at a point, by one forward and one backward pass over all examples.
    pub(super) fn evaluate(&self, parameters: &[f64]) -> (f64, Vec<f64>) {
        let hidden = hidden_units(parameters.len(), self.inputs);
        let (below, above) = parameters.split_at(hidden * (self.inputs + 1));
        let mut gradient = vec![0.0; parameters.len()];
        let (below_gradient, above_gradient) = gradient.split_at_mut(below.len());
        let mut activation = vec![0.0; hidden];
        let mut cost = 0.0;
        for (row, target) in self.rows.chunks(self.inputs).zip(&self.targets) {
            let mut sum = above[0];
            for (unit, weights) in below.chunks(self.inputs + 1).enumerate() {
                activation[unit] = sigmoid(weights[0] + dot(&weights[1..], row));
                sum += above[unit + 1] * activation[unit];
            }
            if hidden == 0 {
                sum += dot(&above[1..], row);
            }
            // -ln of the probability of the truth, without overflow.
            cost += sum.max(0.0) - target * sum + (-sum.abs()).exp().ln_1p();
            let error = sigmoid(sum) - target;
            above_gradient[0] += error;
            if hidden == 0 {
                for (slope, x) in above_gradient[1..].iter_mut().zip(row) {
                    *slope += error * x;
                }
            }
            for (unit, slopes) in below_gradient.chunks_mut(self.inputs + 1).enumerate() {
                let output = activation[unit];
                above_gradient[unit + 1] += error * output;
                let delta = error * above[unit + 1] * output * (1.0 - output);
                slopes[0] += delta;
                for (slope, x) in slopes[1..].iter_mut().zip(row) {
                    *slope += delta * x;
                }
            }
        }
        self.regularise(parameters, below.len(), &mut cost, &mut gradient);
        (cost, gradient)
    }

    fn regularise(&self, parameters: &[f64], below: usize, cost: &mut f64, gradient: &mut [f64]) {
        #[expect(clippy::cast_precision_loss, reason = "far fewer examples than 2^52")]
        let n = self.targets.len().max(1) as f64;
        for (index, parameter) in parameters.iter().enumerate() {
            let is_bias = index == below || (index < below && index % (self.inputs + 1) == 0);
            if !is_bias {
                *cost += 0.5 * self.regularisation * parameter * parameter;
                gradient[index] += self.regularisation * parameter;
            }
            gradient[index] /= n;
        }
        *cost /= n;
    }

    fn remembered<T>(&self, parameters: &[f64], take: impl Fn(&Evaluated) -> T) -> T {
        let mut last = self.last.borrow_mut();
        if let Some(known) = last.as_ref().filter(|known| known.parameters == parameters) {
            return take(known);
        }
        let (cost, gradient) = self.evaluate(parameters);
        take(last.insert(Evaluated {
            parameters: parameters.to_vec(),
            cost,
            gradient,
        }))
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

impl CostFunction for &Loss {
    type Param = Vec<f64>;
    type Output = f64;

    fn cost(&self, parameters: &Self::Param) -> Result<f64, Error> {
        Ok(self.remembered(parameters, |known| known.cost))
    }
}

impl Gradient for &Loss {
    type Param = Vec<f64>;
    type Gradient = Vec<f64>;

    fn gradient(&self, parameters: &Self::Param) -> Result<Vec<f64>, Error> {
        Ok(self.remembered(parameters, |known| known.gradient.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;
    use crate::perceptron::parameter_count;

    #[test]
    fn backpropagation_agrees_with_finite_differences() {
        for hidden in [0, 4] {
            check_gradient(3, hidden, 12);
        }
    }

    fn check_gradient(inputs: usize, hidden: usize, examples: usize) {
        let mut random = Random::new(5);
        let rows = (0..inputs * examples)
            .map(|_| 2.0 * random.signed())
            .collect();
        let targets = (0..examples)
            .map(|index| f64::from(index % 3 == 0))
            .collect();
        let loss = Loss::new(rows, targets, inputs, 1.0);
        let point: Vec<f64> = (0..parameter_count(inputs, hidden))
            .map(|_| random.signed())
            .collect();
        let (_, gradient) = loss.evaluate(&point);
        for index in 0..point.len() {
            let step = 1e-5;
            let at = |shift: f64| {
                let mut moved = point.clone();
                moved[index] += shift;
                loss.evaluate(&moved).0
            };
            let difference = (at(step) - at(-step)) / (2.0 * step);
            let error = difference - gradient[index];
            assert!(error.abs() < 1e-8, "parameter {index}: {error}");
        }
    }

    #[test]
    fn distant_weights_have_a_high_but_finite_cost() {
        let loss = Loss::new(vec![1.0], vec![1.0], 1, 0.0);
        let (cost, gradient) = loss.evaluate(&[0.0, 0.0, -1e6, -1e6]);
        assert!(cost.is_finite() && cost > 1e5);
        assert!(gradient.iter().all(|slope| slope.is_finite()));
    }
}
