//! Folds for cross-validation.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::Random;

/// What stays together in one fold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FoldGrouping {
    /// Nothing: pages are assigned at random, as published. A site's template may then be in training and test.
    Random,
    /// Sites: models are tested on unseen sites.
    BySite,
}

/// Assigns examples, given by their sites, to folds of about the same size; returns the fold of each.
pub fn deal<'a>(
    sites: impl Iterator<Item = &'a str>,
    folds: usize,
    grouping: FoldGrouping,
    seed: u64,
) -> Vec<usize> {
    let mut examples = 0;
    let mut groups: BTreeMap<(&str, usize), Vec<usize>> = BTreeMap::new();
    for (index, site) in sites.enumerate() {
        examples += 1;
        let key = match grouping {
            FoldGrouping::Random => ("", index),
            FoldGrouping::BySite => (site, 0),
        };
        groups.entry(key).or_default().push(index);
    }
    let mut groups: Vec<Vec<usize>> = groups.into_values().collect();
    Random::new(seed).shuffle(&mut groups);
    // The largest group first, each into the fold that is smallest at that point.
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    let mut loads = vec![0_usize; folds.max(1)];
    let mut fold_of = vec![0; examples];
    for group in groups {
        let smallest = (0..loads.len())
            .min_by_key(|fold| loads[*fold])
            .unwrap_or(0);
        loads[smallest] += group.len();
        for index in group {
            fold_of[index] = smallest;
        }
    }
    fold_of
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sites of the given number of pages, twenty sites in turn.
    fn sites(pages: usize) -> Vec<String> {
        (0..pages)
            .map(|page| format!("site {}", page % 20))
            .collect()
    }

    fn deal_of(sites: &[String], folds: usize, grouping: FoldGrouping, seed: u64) -> Vec<usize> {
        deal(sites.iter().map(String::as_str), folds, grouping, seed)
    }

    #[test]
    fn folds_by_site_never_split_a_site_and_have_similar_sizes() {
        let sites = sites(200);
        let fold_of = deal_of(&sites, 5, FoldGrouping::BySite, 1);
        let mut fold_of_site = BTreeMap::new();
        for (site, fold) in sites.iter().zip(&fold_of) {
            assert_eq!(*fold_of_site.entry(site).or_insert(fold), fold, "{site}");
        }
        for fold in 0..5 {
            let size = fold_of.iter().filter(|of| **of == fold).count();
            assert!((35..=45).contains(&size), "fold {fold} has {size}");
        }
    }

    #[test]
    fn random_folds_depend_only_on_the_seed() {
        let sites = sites(50);
        let deal = |seed| deal_of(&sites, 5, FoldGrouping::Random, seed);
        assert_eq!(deal(1), deal(1));
        assert_ne!(deal(1), deal(2));
    }
}
