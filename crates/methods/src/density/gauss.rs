//! The threshold at which two fitted normal distributions meet.

use super::{Line, THRESHOLD};

/// Bins of the density histogram, which bounds the cost of fitting.
const BINS: usize = 100;

/// A normal distribution and its mixture weight.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Normal {
    share: f64,
    mean: f64,
    deviation: f64,
}

impl Normal {
    /// Log of its weighted density at a value, up to a common constant.
    fn likelihood(self, value: f64) -> f64 {
        let z = (value - self.mean) / self.deviation;
        (self.share / self.deviation).ln() - 0.5 * z * z
    }
}

/// The threshold of `density-gauss`; if the lines do not fall into two parts, that of `density`.
pub fn threshold(lines: &[Line]) -> f64 {
    meeting_point(lines.iter().map(|line| line.density())).unwrap_or(THRESHOLD)
}

/// The value between the means of two normal distributions, fitted to values from 0 to 1, at which both are
/// equally likely. `None` if the values do not fall into two parts.
fn meeting_point(values: impl Iterator<Item = f64>) -> Option<f64> {
    let mut counts = [0.0; BINS];
    for value in values {
        let bin = BIN_CENTRES.partition_point(|middle| middle + 0.5 / 100.0 <= value);
        counts[bin.min(BINS - 1)] += 1.0;
    }
    let [low, high] = fit(&counts)?;
    intersection(low, high)
}

/// The middle of each bin.
static BIN_CENTRES: [f64; BINS] = {
    let mut middles = [0.0; BINS];
    let (mut bin, mut middle) = (0, 0.005);
    while bin < BINS {
        middles[bin] = middle;
        middle += 0.01;
        bin += 1;
    }
    middles
};

/// Expectation maximisation (Dempster, Laird, Rubin, *Maximum Likelihood from Incomplete Data via the EM Algorithm*, 1977)
/// starting from the values below and above the overall mean.
fn fit(counts: &[f64; BINS]) -> Option<[Normal; 2]> {
    let all = normal(counts, |_| 1.0)?;
    let low = normal(counts, |bin| f64::from(BIN_CENTRES[bin] < all.mean))?;
    let high = normal(counts, |bin| f64::from(BIN_CENTRES[bin] >= all.mean))?;
    let mut both = [low, high];
    for _ in 0..50 {
        let [low, high] = both;
        let mut parts = [0.0; BINS];
        for bin in (0..BINS).filter(|bin| counts[*bin] > 0.0) {
            let odds = high.likelihood(BIN_CENTRES[bin]) - low.likelihood(BIN_CENTRES[bin]);
            parts[bin] = 1.0 / (1.0 + odds.exp());
        }
        both = [
            normal(counts, |bin| parts[bin])?,
            normal(counts, |bin| 1.0 - parts[bin])?,
        ];
        if (both[0].mean - low.mean).abs() + (both[1].mean - high.mean).abs() < 1e-6 {
            break;
        }
    }
    Some(both)
}

/// The normal distribution of the values, with each bin weighted by `part`. `None` if the weights sum to 0.
fn normal(counts: &[f64; BINS], part: impl Fn(usize) -> f64) -> Option<Normal> {
    let weight = |bin: usize| counts[bin] * part(bin);
    let sum: f64 = (0..BINS).map(weight).sum();
    if sum <= f64::EPSILON {
        return None;
    }
    let mean = (0..BINS)
        .map(|bin| weight(bin) * BIN_CENTRES[bin])
        .sum::<f64>()
        / sum;
    let squares: f64 = (0..BINS)
        .map(|bin| weight(bin) * (BIN_CENTRES[bin] - mean).powi(2))
        .sum();
    Some(Normal {
        share: sum / counts.iter().sum::<f64>(),
        mean,
        // half a bin
        deviation: (squares / sum).sqrt().max(0.005),
    })
}

/// The point between the means where both are equal, found by bisection.
fn intersection(low: Normal, high: Normal) -> Option<f64> {
    let is_low = |value: f64| low.likelihood(value) > high.likelihood(value);
    let (mut below, mut above) = (low.mean, high.mean);
    if below >= above || !is_low(below) || is_low(above) {
        return None;
    }
    for _ in 0..40 {
        let middle = f64::midpoint(below, above);
        if is_low(middle) {
            below = middle;
        } else {
            above = middle;
        }
    }
    Some(below)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_like_distributions_meet_in_the_middle() {
        let values = [0.105, 0.205, 0.205, 0.305, 0.695, 0.795, 0.795, 0.895];
        let point = meeting_point(values.into_iter()).unwrap();
        assert!((point - 0.5).abs() < 1e-6, "{point}");
    }

    #[test]
    fn the_wider_distribution_reaches_further() {
        // 50 (x - 0.2)² + ln 0.1 = 12.5 (x - 0.8)² + ln 0.2, so 37.5 x² = 6 + ln 2
        let normal = |mean, deviation| Normal {
            share: 0.5,
            mean,
            deviation,
        };
        let point = intersection(normal(0.2, 0.1), normal(0.8, 0.2)).unwrap();
        assert!((point - 0.42247).abs() < 1e-5, "{point}");
    }

    #[test]
    fn values_of_one_kind_have_no_meeting_point() {
        assert_eq!(meeting_point([].into_iter()), None);
        assert_eq!(meeting_point([0.5].into_iter()), None);
        assert_eq!(meeting_point([0.3; 9].into_iter()), None);
        assert!(meeting_point([0.0, 1.0].into_iter()).is_some_and(|p| (p - 0.5).abs() < 1e-6));
    }
}
