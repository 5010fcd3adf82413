//! How good a model is: counts of right and wrong, and folds that keep sites together.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::random::Random;
use crate::train::{Example, Settings, train};

/// How pages were judged; "positive" means article.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confusion {
    /// Articles found to be articles.
    pub true_positive: u32,
    /// Other pages taken for articles.
    pub false_positive: u32,
    /// Articles lost.
    pub false_negative: u32,
    /// Other pages rejected.
    pub true_negative: u32,
}

/// The usual measures, 0 to 1; 0 where there is nothing to divide by.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Scores {
    /// Pages judged.
    pub n: u32,
    /// Share of pages judged rightly.
    pub accuracy: f64,
    /// Share of articles among what was kept.
    pub precision: f64,
    /// Share of articles that were kept.
    pub recall: f64,
    /// Harmonic mean of precision and recall.
    pub f1: f64,
    /// The counts behind them.
    pub confusion: Confusion,
}

/// What must not be torn apart between training and testing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grouping {
    /// Nothing: pages are dealt out at random, as published. A site's template may then stand on
    /// both sides.
    Random,
    /// Sites: the model is tested on sites it never saw.
    BySite,
}

impl Scores {
    /// Scores pairs of truth (is it an article?) and judgement (was it kept?).
    pub fn of(judged: impl IntoIterator<Item = (bool, bool)>) -> Self {
        let mut confusion = Confusion::default();
        for pair in judged {
            match pair {
                (true, true) => confusion.true_positive += 1,
                (false, true) => confusion.false_positive += 1,
                (true, false) => confusion.false_negative += 1,
                (false, false) => confusion.true_negative += 1,
            }
        }
        Self::from(confusion)
    }
}

impl From<Confusion> for Scores {
    fn from(confusion: Confusion) -> Self {
        let Confusion {
            true_positive: found,
            false_positive: wrong,
            false_negative: lost,
            true_negative: rejected,
        } = confusion;
        let n = found + wrong + lost + rejected;
        Self {
            n,
            accuracy: share(found + rejected, n),
            precision: share(found, found + wrong),
            recall: share(found, found + lost),
            f1: share(2 * found, 2 * found + wrong + lost),
            confusion,
        }
    }
}

fn share(part: u32, whole: u32) -> f64 {
    if whole == 0 {
        0.0
    } else {
        f64::from(part) / f64::from(whole)
    }
}

/// Trains on all folds but one and judges that one, for each fold; scores all judgements together.
pub fn cross_validate(
    examples: &[Example],
    folds: usize,
    grouping: Grouping,
    settings: &Settings,
) -> Scores {
    let scores = out_of_fold(examples, folds, grouping, settings);
    Scores::of(
        examples
            .iter()
            .zip(scores)
            .map(|(example, score)| (example.is_article, score >= settings.threshold)),
    )
}

/// The score of each example by a model that was not trained with its fold, in the order of the
/// examples.
pub fn out_of_fold(
    examples: &[Example],
    folds: usize,
    grouping: Grouping,
    settings: &Settings,
) -> Vec<f32> {
    let sites = examples.iter().map(|example| example.site.as_str());
    let fold_of = deal(sites, folds, grouping, settings.seed);
    let mut scores = vec![0.0; examples.len()];
    for fold in 0..folds.max(1) {
        let others: Vec<Example> = examples
            .iter()
            .zip(&fold_of)
            .filter(|(_, of)| **of != fold)
            .map(|(example, _)| example.clone())
            .collect();
        let model = train(&others, settings);
        for (index, example) in examples.iter().enumerate() {
            if fold_of[index] == fold {
                scores[index] = model.score(&example.features);
            }
        }
    }
    scores
}

/// Deals examples, given by their sites, out to folds of about the same size; the fold of each.
pub fn deal<'a>(
    sites: impl Iterator<Item = &'a str>,
    folds: usize,
    grouping: Grouping,
    seed: u64,
) -> Vec<usize> {
    let mut examples = 0;
    let mut groups: BTreeMap<(&str, usize), Vec<usize>> = BTreeMap::new();
    for (index, site) in sites.enumerate() {
        examples += 1;
        let key = match grouping {
            Grouping::Random => ("", index),
            Grouping::BySite => (site, 0),
        };
        groups.entry(key).or_default().push(index);
    }
    let mut groups: Vec<Vec<usize>> = groups.into_values().collect();
    Random::new(seed).shuffle(&mut groups);
    // The largest group first, each into the fold that is smallest by then.
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
    use crate::train::tests::examples;

    #[test]
    fn scores_are_those_of_the_textbook() {
        let scores = Scores::from(Confusion {
            true_positive: 6,
            false_positive: 2,
            false_negative: 4,
            true_negative: 8,
        });
        assert_eq!(scores.n, 20);
        assert!((scores.accuracy - 0.7).abs() < 1e-12);
        assert!((scores.precision - 0.75).abs() < 1e-12);
        assert!((scores.recall - 0.6).abs() < 1e-12);
        assert!((scores.f1 - 2.0 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn without_pages_every_score_is_zero() {
        assert_eq!(Scores::of([]), Scores::default());
    }

    fn sites(examples: &[Example]) -> impl Iterator<Item = &str> {
        examples.iter().map(|example| example.site.as_str())
    }

    #[test]
    fn folds_by_site_never_part_a_site_and_are_of_like_size() {
        let examples = examples(200, 3);
        let fold_of = deal(sites(&examples), 5, Grouping::BySite, 1);
        let mut fold_of_site = BTreeMap::new();
        for (example, fold) in examples.iter().zip(&fold_of) {
            let first = fold_of_site.entry(&example.site).or_insert(fold);
            assert_eq!(*first, fold, "{}", example.site);
        }
        for fold in 0..5 {
            let size = fold_of.iter().filter(|of| **of == fold).count();
            assert!((35..=45).contains(&size), "fold {fold} has {size}");
        }
    }

    #[test]
    fn random_folds_depend_on_the_seed_alone() {
        let examples = examples(50, 3);
        let deal = |seed| deal(sites(&examples), 5, Grouping::Random, seed);
        assert_eq!(deal(1), deal(1));
        assert_ne!(deal(1), deal(2));
    }

    #[test]
    fn cross_validation_finds_what_can_be_learned() {
        let examples = examples(120, 9);
        let settings = Settings {
            hidden: 4,
            epochs: 60,
            ..Settings::default()
        };
        for grouping in [Grouping::Random, Grouping::BySite] {
            let scores = cross_validate(&examples, 3, grouping, &settings);
            assert_eq!(scores.n, 120);
            assert!(scores.accuracy > 0.9, "{grouping:?}: {scores:?}");
        }
    }
}
