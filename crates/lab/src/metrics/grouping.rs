//! Agreement of a grouping with the gold grouping.

use std::collections::HashMap;
use std::hash::Hash;

use crate::metrics::{bootstrap, harmonic};

/// Precision, recall and their harmonic mean, each 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Prf {
    /// Share of what was joined that was joined correctly.
    pub precision: f64,
    /// Share of what belongs together that was joined.
    pub recall: f64,
    /// Harmonic mean of the two.
    pub f: f64,
}

/// The measures of one grouping.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct GroupingScores {
    /// B-cubed: precision and recall of each item's own group, averaged over items (Bagga and
    /// Baldwin 1998; Amigó et al. 2009, section 4.3).
    pub b_cubed: Prf,
    /// Pairs of items that share a group. A measure is 1 by definition when there are no pairs.
    pub pairs: Prf,
    /// Adjusted Rand index: 0 for chance, 1 for agreement (Hubert and Arabie 1985).
    pub rand: f64,
}

/// The contribution of one item to the measures. All are sums over items, so a bootstrap only has to add again.
#[derive(Debug, Clone, Copy, Default)]
struct Share {
    items: f64,
    b_precision: f64,
    b_recall: f64,
    /// Number of other items in both its groups, in the found one, in the gold one, and overall.
    both: f64,
    found: f64,
    gold: f64,
    all: f64,
}

/// Compares two groupings of the same items; `gold[i]` and `found[i]` name the groups of item `i`.
/// Items beyond the shorter slice are left out.
pub fn scores<G: Hash + Eq, F: Hash + Eq>(gold: &[G], found: &[F]) -> GroupingScores {
    total(&shares(gold, found), |_| 1.0)
}

/// Standard deviations of B-cubed F, pairwise F and the adjusted Rand index when other topics are drawn: whole groups of the gold.
pub fn deviations<G: Hash + Eq, F: Hash + Eq>(gold: &[G], found: &[F]) -> [f64; 3] {
    let mut of_group: HashMap<&G, usize> = HashMap::new();
    let mut sums: Vec<Share> = Vec::new();
    for (share, group) in shares(gold, found).into_iter().zip(gold) {
        let at = *of_group.entry(group).or_insert(sums.len());
        match sums.get_mut(at) {
            Some(sum) => sum.add(&share, 1.0),
            None => sums.push(share),
        }
    }
    bootstrap::deviations(sums.len(), |sample| {
        let drawn = total(&sums, |group| sample.weight(group));
        [drawn.b_cubed.f, drawn.pairs.f, drawn.rand]
    })
}

impl Share {
    fn add(&mut self, other: &Self, weight: f64) {
        self.items += weight * other.items;
        self.b_precision += weight * other.b_precision;
        self.b_recall += weight * other.b_recall;
        self.both += weight * other.both;
        self.found += weight * other.found;
        self.gold += weight * other.gold;
        self.all += weight * other.all;
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "counts of articles are far below 2^52"
)]
fn shares<G: Hash + Eq, F: Hash + Eq>(gold: &[G], found: &[F]) -> Vec<Share> {
    let mut cells: HashMap<(&G, &F), usize> = HashMap::new();
    let mut rows: HashMap<&G, usize> = HashMap::new();
    let mut columns: HashMap<&F, usize> = HashMap::new();
    for (g, f) in gold.iter().zip(found) {
        *cells.entry((g, f)).or_default() += 1;
        *rows.entry(g).or_default() += 1;
        *columns.entry(f).or_default() += 1;
    }
    let all = gold.len().min(found.len()) as f64;
    gold.iter()
        .zip(found)
        .map(|(g, f)| {
            let cell = cells.get(&(g, f)).copied().unwrap_or(1) as f64;
            let row = rows.get(g).copied().unwrap_or(1) as f64;
            let column = columns.get(f).copied().unwrap_or(1) as f64;
            Share {
                items: 1.0,
                b_precision: cell / column,
                b_recall: cell / row,
                both: cell - 1.0,
                found: column - 1.0,
                gold: row - 1.0,
                all: all - 1.0,
            }
        })
        .collect()
}

fn total(shares: &[Share], weight: impl Fn(usize) -> f64) -> GroupingScores {
    let mut sum = Share::default();
    for (index, share) in shares.iter().enumerate() {
        sum.add(share, weight(index));
    }
    if sum.items == 0.0 {
        return GroupingScores::default();
    }
    let ratio = |part: f64, whole: f64| if whole == 0.0 { 1.0 } else { part / whole };
    let chance = ratio(sum.found * sum.gold, sum.all);
    let best = f64::midpoint(sum.found, sum.gold);
    // Without pairs on either side, or with all of them on both, there is nothing to disagree on.
    let rand = if (best - chance).abs() < 1e-12 {
        1.0
    } else {
        (sum.both - chance) / (best - chance)
    };
    GroupingScores {
        b_cubed: prf(sum.b_precision / sum.items, sum.b_recall / sum.items),
        pairs: prf(ratio(sum.both, sum.found), ratio(sum.both, sum.gold)),
        rand,
    }
}

fn prf(precision: f64, recall: f64) -> Prf {
    Prf {
        precision,
        recall,
        f: harmonic(precision, recall),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn agreement_is_one_whatever_the_names() {
        let s = scores(&["a", "a", "b"], &[7, 7, 1]);
        assert!(near(s.b_cubed.f, 1.0) && near(s.pairs.f, 1.0) && near(s.rand, 1.0));
    }

    #[test]
    fn the_measures_are_those_of_a_hand_count() {
        // gold {1,2,3}{4,5}; found {1,2}{3,4,5}
        let s = scores(&[0, 0, 0, 1, 1], &[0, 0, 1, 1, 1]);
        let precision = (1.0 + 1.0 + 1.0 / 3.0 + 2.0 / 3.0 + 2.0 / 3.0) / 5.0;
        let recall = (2.0 / 3.0 + 2.0 / 3.0 + 1.0 / 3.0 + 1.0 + 1.0) / 5.0;
        assert!(near(s.b_cubed.precision, precision) && near(s.b_cubed.recall, recall));
        assert!(near(s.pairs.precision, 0.5) && near(s.pairs.recall, 0.5));
        // index 2, expected 4*4/10, maximum 4
        assert!(near(s.rand, (2.0 - 1.6) / (4.0 - 1.6)));
    }

    #[test]
    fn joining_nothing_costs_only_recall() {
        let s = scores(&[0, 0], &[0, 1]);
        assert!(near(s.pairs.precision, 1.0) && near(s.pairs.recall, 0.0));
        assert_eq!(scores::<u8, u8>(&[], &[]), GroupingScores::default());
    }

    #[test]
    fn other_topics_give_other_scores_and_one_topic_gives_one() {
        let spread = deviations(&[0, 0, 1, 1, 2, 2], &[0, 0, 1, 2, 3, 3]);
        assert!(spread.iter().all(|deviation| *deviation > 0.0));
        let none = [deviations(&[0, 0], &[0, 1]), deviations::<u8, u8>(&[], &[])];
        assert!(none.iter().flatten().all(|deviation| near(*deviation, 0.0)));
    }
}
