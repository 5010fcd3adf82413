//! Precision and recall from a stratified sample: each label is weighted by the number of pairs per label of its bin (Cochran,
//! *Sampling Techniques*, 1977, chapter 5).

use std::collections::BTreeMap;

use super::{bootstrap, harmonic, real};

/// A pair with its labels.
#[derive(Debug, Clone, PartialEq)]
pub struct JudgedPair {
    /// Name of its bin.
    pub bin: String,
    /// Number of pairs in the bin.
    pub bin_pairs: u64,
    /// Whether the code joined the two.
    pub joined: bool,
    /// Share of the labellers who say that they belong together.
    pub same: f64,
}

/// Estimates with their standard deviations: F, precision, recall.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// F, precision and recall.
    pub values: [f64; 3],
    /// Their standard deviations.
    pub std: [f64; 3],
    /// Number of pairs in the bins that have a label.
    pub pairs: u64,
    /// Number of pairs that may be missed in bins where no label says same, which the deviation of the recall does not cover: with
    /// n labels, up to 3/n of them with a confidence of 95 % (Hanley and Lippman-Hand 1983). Reported only if they would matter.
    pub hidden: Option<u64>,
}

/// Estimates the measures for all pairs of the bins from their labels.
pub fn estimate(labels: &[JudgedPair]) -> Estimate {
    let mut bins: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, label) in labels.iter().enumerate() {
        bins.entry(&label.bin).or_default().push(at);
    }
    let mut weights = vec![0.0; labels.len()];
    let (mut pairs, mut hidden) = (0, 0);
    for own in bins.values() {
        // If labels disagree about the size of a bin, the largest counts: bins only grow.
        let held = own.iter().map(|at| labels[*at].bin_pairs).max();
        let held = held.unwrap_or(0);
        pairs += held;
        let has_none = |at: &usize| !labels[*at].joined && labels[*at].same <= 0.0;
        if own.iter().all(has_none) {
            hidden += held * 3 / (own.len() as u64).max(3);
        }
        for at in own {
            #[expect(clippy::cast_precision_loss, reason = "pairs are far below 2^52")]
            let weight = held as f64 / real(own.len());
            weights[*at] = weight;
        }
    }
    let measure = |times: &dyn Fn(usize) -> f64| {
        let (mut both, mut joined, mut same) = (0.0, 0.0, 0.0);
        for (at, label) in labels.iter().enumerate() {
            let weight = weights[at] * times(at);
            same += weight * label.same;
            if label.joined {
                joined += weight;
                both += weight * label.same;
            }
        }
        three(both, joined, same)
    };
    let same: f64 = std::iter::zip(labels, &weights)
        .map(|(label, weight)| label.same * weight)
        .sum();
    // pairs that may be missed, against those that belong together
    #[expect(clippy::cast_precision_loss, reason = "pairs are far below 2^52")]
    let matters = hidden as f64 > 0.05 * same;
    let strata = collapsed(bins.into_values().collect());
    Estimate {
        values: measure(&|_| 1.0),
        std: bootstrap::deviations_within(&strata, labels.len(), |sample| {
            measure(&|at| sample.weight(at))
        }),
        pairs,
        hidden: matters.then_some(hidden),
    }
}

/// Merges strata of one label, whose resamples would always be the same, so that they add some deviation: rather too much than
/// none (Cochran, section 5A.12).
fn collapsed(mut strata: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    strata.sort_by_key(Vec::len);
    let single = strata.iter().filter(|own| own.len() == 1).count();
    // A single one joins the next smallest.
    let end = if single == 1 { 2 } else { single };
    let rest = strata.split_off(end.min(strata.len()));
    let together: Vec<usize> = strata.concat();
    std::iter::once(together)
        .filter(|own| !own.is_empty())
        .chain(rest)
        .collect()
}

/// F, precision and recall; a share of nothing is 1, as in [`grouping`](super::grouping).
fn three(both: f64, joined: f64, same: f64) -> [f64; 3] {
    let share = |whole: f64| if whole > 0.0 { both / whole } else { 1.0 };
    let (precision, recall) = (share(joined), share(same));
    [harmonic(precision, recall), precision, recall]
}

#[cfg(test)]
mod tests {
    use crate::Random;

    use super::*;

    fn judged(bin: &str, bin_pairs: u64, joined: bool, same: f64) -> JudgedPair {
        JudgedPair {
            bin: bin.to_owned(),
            bin_pairs,
            joined,
            same,
        }
    }

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn a_label_counts_for_the_pairs_it_represents() {
        // 900 sure and 100 doubtful pairs are joined; of 1000 that are apart, one in four belongs together.
        let labels = [
            judged("sure", 900, true, 1.0),
            judged("doubtful", 100, true, 1.0),
            judged("doubtful", 100, true, 0.0),
            judged("apart", 1000, false, 1.0),
            judged("apart", 1000, false, 0.0),
            judged("apart", 1000, false, 0.0),
            judged("apart", 1000, false, 0.0),
        ];
        let found = estimate(&labels);
        let (precision, recall) = (950.0 / 1000.0, 950.0 / 1200.0);
        assert!(near(found.values[1], precision) && near(found.values[2], recall));
        assert!(near(
            found.values[0],
            2.0 * precision * recall / (precision + recall)
        ));
        assert_eq!(found.pairs, 2000);
        assert_eq!(found.hidden, None);
        // Unweighted, it would be 2 of 3.
        assert!(found.std[1] > 0.01 && found.std[2] > 0.05, "{found:?}");
    }

    #[test]
    fn bins_with_one_label_give_no_certainty() {
        let labels = [
            judged("a", 10, true, 1.0),
            judged("b", 10, true, 0.0),
            judged("c", 10, true, 1.0),
            judged("c", 10, true, 1.0),
        ];
        assert!(estimate(&labels).std[1] > 0.1);
        assert_eq!(collapsed(vec![vec![0], vec![1, 2], vec![3, 4, 5]]).len(), 2);
        assert_eq!(collapsed(vec![vec![1, 2]]), [[1, 2]]);
    }

    #[test]
    fn missing_labels_are_reported_where_they_matter() {
        let mut labels = vec![judged("joined", 100, true, 1.0)];
        labels.extend((0..30).map(|_| judged("random", 1000, false, 0.0)));
        assert_eq!(estimate(&labels).hidden, Some(100));
        labels[0].bin_pairs = 10_000;
        assert_eq!(estimate(&labels).hidden, None);
    }

    #[test]
    fn a_pair_is_divided_between_labellers_who_disagree() {
        let found = estimate(&[judged("a", 10, true, 0.5)]);
        assert!(near(found.values[1], 0.5) && near(found.values[2], 1.0));
        assert!(near(found.std[1], 0.0), "one label has no deviation");
    }

    #[test]
    fn joining_nothing_costs_only_recall() {
        let found = estimate(&[judged("a", 10, false, 1.0)]);
        assert!(near(found.values[1], 1.0) && near(found.values[2], 0.0));
        assert!(near(estimate(&[]).values[0], 1.0));
    }

    /// With known truth and a few labels: on average the estimate is the truth, and its deviation is the error.
    #[test]
    fn the_estimate_and_its_error_are_right_on_average() {
        let bins: [(u64, bool, f64); 4] = [
            (9000, true, 1.0),
            (200, true, 0.6),
            (500, false, 0.3),
            (2000, false, 0.05),
        ];
        let (same_joined, joined) = (9000.0 + 120.0, 9200.0);
        let truth = [
            same_joined / joined,
            same_joined / (same_joined + 150.0 + 100.0),
        ];
        let mut random = Random::new(7);
        let rounds = 200;
        let (mut sums, mut squares, mut deviations) = ([0.0; 2], [0.0; 2], [0.0; 2]);
        for _ in 0..rounds {
            let mut labels = Vec::new();
            for (at, (pairs, is_joined, share)) in bins.iter().enumerate() {
                for _ in 0..40 {
                    let same = f64::from(u8::from(random.unit() < *share));
                    labels.push(judged(&at.to_string(), *pairs, *is_joined, same));
                }
            }
            let found = estimate(&labels);
            for at in 0..2 {
                sums[at] += found.values[at + 1] / f64::from(rounds);
                squares[at] += (found.values[at + 1] - truth[at]).powi(2) / f64::from(rounds);
                deviations[at] += found.std[at + 1] / f64::from(rounds);
            }
        }
        assert!((sums[0] - truth[0]).abs() < 0.001, "{sums:?} {truth:?}");
        assert!((sums[1] - truth[1]).abs() < 0.006, "{sums:?} {truth:?}");
        for at in 0..2 {
            let ratio = deviations[at] / squares[at].sqrt();
            assert!((0.6..1.4).contains(&ratio), "{deviations:?} {squares:?}");
        }
    }
}
