//! Calibrates log-odds to probabilities on unseen pages.

/// The log-odds of a probability, bounded.
pub fn log_odds(probability: f32) -> f32 {
    let p = probability.clamp(1e-7, 1.0 - 1e-7);
    (p / (1.0 - p)).ln()
}

/// Slope and intercept that turn log-odds of unseen pages into probabilities: logistic regression on one number (Platt,
/// *Probabilistic Outputs for Support Vector Machines*, 1999), by Newton's method, with his smoothed targets.
pub fn platt(judged: &[(f32, bool)]) -> [f32; 2] {
    let positive = judged.iter().filter(|(_, target)| *target).count();
    let count = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
    let (yes, no) = (count(positive), count(judged.len() - positive));
    let (high, low) = ((yes + 1.0) / (yes + 2.0), 1.0 / (no + 2.0));
    let loss = |slope: f64, intercept: f64| -> f64 {
        let each = judged.iter().map(|(x, target)| {
            let z = slope * f64::from(*x) + intercept;
            let t = if *target { high } else { low };
            // ln(1 + e^z) without overflow
            z.max(0.0) + (-z.abs()).exp().ln_1p() - t * z
        });
        each.sum()
    };
    let [mut slope, mut intercept] = [1.0_f64, 0.0];
    for _ in 0..50 {
        // Gradient and Hessian of the cross-entropy, the latter kept from being singular.
        let (mut g, mut h) = ([0.0; 2], [1e-6, 0.0, 1e-6]);
        for (x, target) in judged {
            let x = f64::from(*x);
            let p = 1.0 / (1.0 + (-(slope * x + intercept)).exp());
            let (error, curve) = (p - if *target { high } else { low }, p * (1.0 - p));
            g[0] += error * x;
            g[1] += error;
            h[0] += curve * x * x;
            h[1] += curve * x;
            h[2] += curve;
        }
        let determinant = h[0] * h[2] - h[1] * h[1];
        let mut step = [
            (h[2] * g[0] - h[1] * g[1]) / determinant,
            (h[0] * g[1] - h[1] * g[0]) / determinant,
        ];
        // Newton's step may be too long where the curve is flat, so it is halved until the loss falls.
        let before = loss(slope, intercept);
        let shorter = (0..40).find(|_| {
            let falls = loss(slope - step[0], intercept - step[1]) <= before;
            if !falls {
                step = step.map(|part| part / 2.0);
            }
            falls
        });
        if shorter.is_none() {
            break;
        }
        slope -= step[0];
        intercept -= step[1];
        if step[0].abs() + step[1].abs() < 1e-9 {
            break;
        }
    }
    let usable = slope.is_finite() && intercept.is_finite() && slope > 0.0;
    if usable {
        [short(slope), short(intercept)]
    } else {
        [1.0, 0.0]
    }
}

/// The probability of log-odds, calibrated by slope and intercept.
pub fn probability([slope, intercept]: [f32; 2], log_odds: f32) -> f32 {
    1.0 / (1.0 + (-(slope * log_odds + intercept)).exp())
}

/// One of ten bins of probabilities: its number of pages, their mean probability, and the share of articles.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CalibrationBin {
    /// Number of pages in the bin.
    pub pages: u32,
    /// Mean of the predicted probabilities.
    pub mean_probability: f64,
    /// Share of the pages that are articles.
    pub true_share: f64,
}

/// The ten bins of a reliability diagram.
pub fn bins(judged: impl IntoIterator<Item = (f32, bool)>) -> [CalibrationBin; 10] {
    let mut bins = [CalibrationBin::default(); 10];
    for (probability, target) in judged {
        let bin = (0..9_u8)
            .filter(|bin| probability >= 0.1 * f32::from(*bin + 1))
            .count();
        let bin = &mut bins[bin];
        bin.pages += 1;
        bin.mean_probability += f64::from(probability);
        bin.true_share += f64::from(u8::from(target));
    }
    for bin in &mut bins {
        let pages = f64::from(bin.pages.max(1));
        bin.mean_probability /= pages;
        bin.true_share /= pages;
    }
    bins
}

/// The expected calibration error (Naeini et al., AAAI 2015).
pub fn expected_error(bins: &[CalibrationBin; 10]) -> f64 {
    let pages: u32 = bins.iter().map(|bin| bin.pages).sum();
    let sum: f64 = bins
        .iter()
        .map(|bin| f64::from(bin.pages) * (bin.mean_probability - bin.true_share).abs())
        .sum();
    sum / f64::from(pages.max(1))
}

#[expect(clippy::cast_possible_truncation, reason = "five digits will do")]
fn short(value: f64) -> f32 {
    ((value * 1e5).round() / 1e5) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overconfidence_is_corrected() {
        // Predicts log-odds of ±4, and is right three times in four.
        let judged: Vec<(f32, bool)> = (0..4_000)
            .map(|n| {
                let side = n % 2 == 0;
                (if side { 4.0 } else { -4.0 }, side == (n / 2 % 4 != 0))
            })
            .collect();
        let line = platt(&judged);
        assert!((probability(line, 4.0) - 0.75).abs() < 0.01, "{line:?}");
        assert!((probability(line, -4.0) - 0.25).abs() < 0.01, "{line:?}");
        let bins = bins(
            judged
                .iter()
                .map(|(x, target)| (probability(line, *x), *target)),
        );
        assert!(expected_error(&bins) < 0.01);
    }

    #[test]
    fn pages_of_one_kind_or_none_give_a_rising_line() {
        for judged in [vec![], vec![(1.0, true); 5], vec![(-1.0, false); 5]] {
            assert!(platt(&judged)[0] > 0.0);
        }
    }

    #[test]
    fn log_odds_undo_probabilities() {
        for x in [-5.0, 0.0, 0.7] {
            assert!((log_odds(probability([1.0, 0.0], x)) - x).abs() < 1e-4);
        }
        assert!(log_odds(0.0).is_finite() && log_odds(1.0).is_finite());
    }
}
