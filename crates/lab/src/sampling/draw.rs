//! A stratified sample of pairs: about equally many from each bin of scores, all pairs of a bin equally likely.
//!
//! Each pair has a number that depends on the seed and its two ids, and the pairs with the smallest numbers of a bin are
//! drawn. So the draw depends neither on the order of the pairs nor on the machine.

use std::collections::BTreeMap;

use sha2::{Digest as _, Sha256};

/// A pair that may be labelled.
#[derive(Debug, Clone, PartialEq)]
pub struct ScoredPair {
    /// The article with the smaller id.
    pub a: String,
    /// The other article.
    pub b: String,
    /// Their similarity.
    pub score: f32,
}

impl ScoredPair {
    /// The pair with the smaller id first.
    pub(super) fn new(one: &str, other: &str, score: f32) -> Self {
        let (a, b) = ordered(one, other);
        Self {
            a: a.to_owned(),
            b: b.to_owned(),
            score,
        }
    }
}

/// A bin of pairs with similar scores.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SampleBin {
    /// Its name, such as `apart 0.15-0.25`.
    pub name: String,
    /// Number of its pairs, drawn or not.
    pub pairs: u64,
}

/// A stratified sample of pairs.
#[derive(Debug, Clone, PartialEq)]
pub struct StratifiedSample {
    /// The bins, by rank.
    pub bins: Vec<SampleBin>,
    /// The pairs, each with the index of its bin, in the order of labelling: one of each bin, then the second of each, and
    /// so on, with the bins shuffled in each round. Whoever stops early has labelled all bins equally, and each at random.
    pub pairs: Vec<(ScoredPair, usize)>,
}

/// A bin of pairs with similar scores: their number, and those drawn so far.
#[derive(Debug, Default)]
struct Bin {
    name: String,
    pairs: u64,
    drawn: BTreeMap<u64, ScoredPair>,
}

/// A draw in progress.
#[derive(Debug)]
pub(super) struct StratifiedDraw {
    kind: &'static str,
    seed: i64,
    per_bin: usize,
    bins: BTreeMap<u32, Bin>,
}

impl StratifiedDraw {
    pub(super) fn new(kind: &'static str, seed: i64, per_bin: usize) -> Self {
        Self {
            kind,
            seed,
            per_bin,
            bins: BTreeMap::new(),
        }
    }

    /// Adds a pair to a bin. Bins are ordered by their `rank`.
    pub(super) fn offer(&mut self, rank: u32, name: &str, found: ScoredPair) {
        self.draw(rank, name, found);
        self.count(rank, 1);
    }

    /// Adds a pair without counting it.
    pub(super) fn draw(&mut self, rank: u32, name: &str, found: ScoredPair) {
        let number = self.number(&[&found.a, &found.b]);
        let bin = self.bins.entry(rank).or_default();
        if bin.name.is_empty() {
            name.clone_into(&mut bin.name);
        }
        bin.drawn.insert(number, found);
        if bin.drawn.len() > self.per_bin {
            bin.drawn.pop_last();
        }
    }

    /// Counts pairs of a bin.
    pub(super) fn count(&mut self, rank: u32, pairs: u64) {
        self.bins.entry(rank).or_default().pairs += pairs;
    }

    pub(super) fn finish(self) -> StratifiedSample {
        let numbers = |round: usize, rank: u32| {
            self.number(&["round", &round.to_string(), &rank.to_string()])
        };
        let mut pairs: Vec<(usize, u64, ScoredPair, usize)> = self
            .bins
            .iter()
            .enumerate()
            .flat_map(|(index, (rank, bin))| {
                let drawn = bin.drawn.values().enumerate();
                drawn.map(move |(round, pair)| (round, numbers(round, *rank), pair.clone(), index))
            })
            .collect();
        pairs.sort_by_key(|(round, number, ..)| (*round, *number));
        let bins = self.bins.into_values().map(|bin| SampleBin {
            name: bin.name,
            pairs: bin.pairs,
        });
        StratifiedSample {
            bins: bins.collect(),
            pairs: pairs
                .into_iter()
                .map(|(_, _, pair, bin)| (pair, bin))
                .collect(),
        }
    }

    fn number(&self, of: &[&str]) -> u64 {
        let mut digest = Sha256::new()
            .chain_update(self.kind)
            .chain_update(self.seed.to_be_bytes());
        for part in of {
            digest.update([0]);
            digest.update(part);
        }
        let mut first = [0; 8];
        first.copy_from_slice(&digest.finalize()[..8]);
        u64::from_be_bytes(first)
    }
}

/// The bin of a score between ascending `edges`: its index and its name.
pub(super) fn between(edges: &[f32], score: f32) -> (u32, String) {
    let index = edges.partition_point(|edge| *edge <= score);
    let from = index.checked_sub(1).and_then(|index| edges.get(index));
    let name = match (from, edges.get(index)) {
        (Some(from), Some(to)) => format!("{from:.2}-{to:.2}"),
        (Some(from), None) => format!("{from:.2}"),
        (None, Some(to)) => format!("below {to:.2}"),
        (None, None) => "any".to_owned(),
    };
    (u32::try_from(index).unwrap_or(u32::MAX), name)
}

/// The ids of a pair in their order.
pub(super) fn ordered<'a>(one: &'a str, other: &'a str) -> (&'a str, &'a str) {
    (one.min(other), one.max(other))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    const EDGES: [f32; 3] = [0.25, 0.7, 1.0];

    fn drawn(seed: i64, pairs: impl Iterator<Item = u32>) -> StratifiedSample {
        let mut draw = StratifiedDraw::new("copies", seed, 10);
        for n in pairs {
            // One pair in ten is doubtful.
            let score = if n % 10 == 0 { 0.5 } else { 1.0 };
            let (rank, name) = between(&EDGES, score);
            draw.offer(rank, &name, ScoredPair::new(&format!("x{n}"), "a", score));
        }
        draw.finish()
    }

    #[test]
    fn few_doubtful_pairs_are_drawn_as_often_as_many_certain_ones() {
        let StratifiedSample { bins, pairs } = drawn(1, 0..1000);
        let counts: Vec<(&str, u64)> = bins.iter().map(|b| (b.name.as_str(), b.pairs)).collect();
        assert_eq!(counts, [("0.25-0.70", 100), ("1.00", 900)]);
        for bin in [0, 1] {
            assert_eq!(pairs.iter().filter(|pair| pair.1 == bin).count(), 10);
        }
        let mut pairs = pairs.iter().map(|(pair, _)| pair);
        assert!(pairs.all(|pair| pair.a == "a" && pair.b > pair.a));
    }

    #[test]
    fn the_draw_depends_on_the_seed_and_not_on_the_order() {
        let first = drawn(1, 0..1000);
        assert_eq!(drawn(1, (0..1000).rev()), first);
        assert_ne!(drawn(2, 0..1000).pairs, first.pairs);
    }

    #[test]
    fn any_pair_of_a_bin_is_as_likely_as_another() {
        let mut times = [0u32; 100];
        for seed in 0..500 {
            for (pair, _) in drawn(seed, (0..1000).step_by(10)).pairs {
                let n: usize = pair.b[1..].parse().unwrap();
                times[n / 10] += 1;
            }
        }
        // 50 times each, give or take 7.
        assert!(times.iter().all(|t| (22..=78).contains(t)), "{times:?}");
        let of_first_half: u32 = times[..50].iter().sum();
        assert!((2300..=2700).contains(&of_first_half), "{of_first_half}");
    }

    #[test]
    fn every_prefix_of_the_sample_covers_all_bins_evenly() {
        let pairs = drawn(1, 0..1000).pairs;
        for round in pairs.chunks(2) {
            assert_ne!(round[0].1, round[1].1);
        }
        let firsts: BTreeSet<usize> = pairs.chunks(2).map(|round| round[0].1).collect();
        assert_eq!(firsts.len(), 2, "which comes first cannot be told");
    }

    #[test]
    fn a_bin_with_fewer_pairs_is_drawn_whole() {
        let StratifiedSample { bins, pairs } = drawn(1, [0, 10, 3].into_iter());
        assert_eq!((bins[0].pairs, bins[1].pairs, pairs.len()), (2, 1, 3));
    }

    #[test]
    fn scores_on_an_edge_are_of_the_bin_above() {
        let name = |score| between(&EDGES, score).1;
        assert_eq!(name(0.1), "below 0.25");
        assert_eq!(name(0.25), "0.25-0.70");
        assert_eq!(name(0.7), "0.70-1.00");
        assert_eq!(name(1.0), "1.00");
    }
}
