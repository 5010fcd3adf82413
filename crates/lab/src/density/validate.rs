//! Compares thresholds and networks on sites that the networks have not seen.

use std::num::NonZeroUsize;

use methods::density::{Line, THRESHOLD, gauss, mean};
use rayon::prelude::*;
use serde::Serialize;

use super::{DensityPage, train};
use crate::folds::{FoldGrouping, deal};
use crate::metrics::BinaryScores;
use crate::perceptron::PerceptronSettings;

/// The scores of each method, over all folds together.
#[derive(Clone, Debug, Serialize)]
pub struct Validation {
    /// Number of folds; each site is in one of them.
    pub folds: usize,
    /// Thresholds first, then networks.
    pub methods: Vec<Method>,
}

/// The scores of one method.
#[derive(Clone, Debug, Serialize)]
pub struct Method {
    /// Name of its extractor.
    pub name: &'static str,
    /// How its lines are labelled; text is positive.
    #[serde(flatten)]
    pub scores: BinaryScores,
}

/// Gold and predicted label of each line.
type Judged = Vec<(bool, bool)>;

/// Labels the lines of each fold by networks trained on the others, and by thresholds.
pub fn by_site(
    pages: &[DensityPage],
    folds: NonZeroUsize,
    networks: [&(&'static str, PerceptronSettings); 2],
) -> Validation {
    let above = |name, threshold: fn(&[Line]) -> f64| {
        let judged = pages.iter().flat_map(move |page| {
            let threshold = threshold(&page.lines);
            let judge = move |line: &Line| line.density() > threshold;
            page.is_text
                .iter()
                .copied()
                .zip(page.lines.iter().map(judge))
        });
        Method::new(name, judged)
    };
    let mut methods = vec![
        above("density", |_| THRESHOLD),
        above("density-mean", mean),
        above("density-gauss", gauss::threshold),
    ];
    methods.extend(networks.map(|(name, settings)| {
        let sites = pages.iter().map(|page| page.site.as_str());
        let fold_of = deal(sites, folds.get(), FoldGrouping::BySite, settings.seed);
        let judge = |fold| judged_fold(pages, &fold_of, fold, settings);
        let judged: Judged = (0..folds.get()).into_par_iter().flat_map(judge).collect();
        Method::new(name, judged)
    }));
    Validation {
        folds: folds.get(),
        methods,
    }
}

fn judged_fold(
    pages: &[DensityPage],
    fold_of: &[usize],
    fold: usize,
    settings: &PerceptronSettings,
) -> Judged {
    let (own, others): (Vec<_>, Vec<_>) =
        std::iter::zip(pages, fold_of).partition(|(_, of)| **of == fold);
    let network = train(others.into_iter().map(|(page, _)| page), settings);
    let judge = |(page, _): (&DensityPage, &usize)| {
        let likely = page
            .inputs()
            .map(|inputs| network.probability(&inputs) >= 0.5);
        page.is_text.iter().copied().zip(likely).collect::<Judged>()
    };
    own.into_iter().flat_map(judge).collect()
}

impl Method {
    fn new(name: &'static str, judged: impl IntoIterator<Item = (bool, bool)>) -> Self {
        let scores = BinaryScores::of(judged);
        Self { name, scores }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pages of six sites: short lines of much markup, and then long ones of little.
    fn pages() -> Vec<DensityPage> {
        let page = |number: u32| DensityPage {
            set: 0,
            site: format!("site {}", number % 6),
            lines: (0..20)
                .map(|line| match line {
                    0..10 => Line {
                        length: 10 + number,
                        bytes: 90 + line,
                    },
                    _ => Line {
                        length: 200 + number,
                        bytes: 290 + line,
                    },
                })
                .collect(),
            is_text: (0..20).map(|line| line >= 10).collect(),
        };
        (0..24).map(page).collect()
    }

    #[test]
    fn separable_classes_are_separated_on_unseen_sites() {
        let settings = |hidden| PerceptronSettings {
            hidden,
            epochs: 60,
            ..PerceptronSettings::default()
        };
        let networks = [("single", settings(0)), ("multi", settings(3))];
        let folds = NonZeroUsize::new(3).unwrap();
        let validation = by_site(&pages(), folds, networks.each_ref());
        for method in &validation.methods {
            assert!(method.scores.accuracy > 0.97, "{method:?}");
        }
        assert_eq!(validation.methods.len(), 5);
    }
}
