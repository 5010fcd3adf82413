//! `seven`, the perceptron over [`SevenFeatures`]: training, cross-validation, provenance.

use classify::Page;
use classify::perceptron::{InputScaling, Scale, SevenFeatures, SevenModel};
use serde_json::Value;

use super::{PerceptronSettings, fit, scaling};
use crate::folds::{FoldGrouping, deal};
use crate::metrics::BinaryScores;

/// The scale of each feature, in the order of [`SevenFeatures::NAMES`]: logarithmic for counts.
const SCALES: [Scale; 7] = [
    Scale::Log,
    Scale::Linear,
    Scale::Log,
    Scale::Log,
    Scale::Linear,
    Scale::Linear,
    Scale::Log,
];

/// A labelled page.
#[derive(Debug, Clone, PartialEq)]
pub struct SevenExample {
    /// The input of the model.
    pub features: SevenFeatures,
    /// The label.
    pub is_article: bool,
    /// The site that is kept together in folds by site; see `gold::site`.
    pub site: String,
}

impl SevenExample {
    /// Measures a labelled page with these legal words.
    pub fn new(page: &Page<'_>, words: &[&str], is_article: bool, site: String) -> Self {
        Self {
            features: SevenFeatures::measure(page, words),
            is_article,
            site,
        }
    }
}

/// Trains a model. The same examples in the same order with the same settings give the same
/// weights on the same kind of machine.
pub fn train(examples: &[SevenExample], settings: &PerceptronSettings) -> SevenModel {
    let inputs = inputs(examples);
    let rows = examples
        .iter()
        .flat_map(|example| {
            let values = example.features.values();
            inputs
                .iter()
                .zip(values)
                .map(|(input, measure)| input.standardise(measure))
                .collect::<Vec<f64>>()
        })
        .collect();
    let targets = examples
        .iter()
        .map(|example| f64::from(u8::from(example.is_article)))
        .collect();
    SevenModel {
        name: "seven".to_owned(),
        threshold: settings.threshold,
        words: settings.words.clone(),
        network: fit(rows, targets, inputs.len(), settings),
        inputs,
        provenance: Value::Null,
    }
}

/// Scale, mean and standard deviation of each feature over the examples, without unknown values.
fn inputs(examples: &[SevenExample]) -> Vec<InputScaling> {
    SevenFeatures::NAMES
        .iter()
        .zip(SCALES)
        .enumerate()
        .map(|(index, (name, scale))| {
            let measures: Vec<f64> = examples
                .iter()
                .map(|example| scale.apply(example.features.values()[index]))
                .filter(|measure| !measure.is_nan())
                .collect();
            let (mean, std) = scaling(&measures);
            InputScaling {
                name: (*name).to_owned(),
                scale,
                mean,
                std,
            }
        })
        .collect()
}

/// Trains on all folds but one and classifies that one, for each fold; scores all predictions together.
pub fn cross_validate(
    examples: &[SevenExample],
    folds: usize,
    grouping: FoldGrouping,
    settings: &PerceptronSettings,
) -> BinaryScores {
    let sites = examples.iter().map(|example| example.site.as_str());
    let fold_of = deal(sites, folds, grouping, settings.seed);
    BinaryScores::of((0..folds.max(1)).flat_map(|fold| {
        let (own, others): (Vec<_>, Vec<_>) =
            std::iter::zip(examples, &fold_of).partition(|(_, of)| **of == fold);
        let others = others.into_iter().map(|(example, _)| example.clone());
        let model = train(&others.collect::<Vec<_>>(), settings);
        own.into_iter().map(move |(example, _)| {
            let is_kept = model.score(&example.features) >= settings.threshold;
            (example.is_article, is_kept)
        })
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    /// Pages of twenty sites, every third an article: long, with few legal words.
    fn examples(count: u32, seed: u64) -> Vec<SevenExample> {
        let mut random = Random::new(seed);
        (0..count)
            .map(|index| {
                let is_article = index % 3 == 0;
                let length = if is_article { 3_000 } else { 300 } + index % 97;
                let legal = !is_article && random.signed() > 0.0;
                SevenExample {
                    features: SevenFeatures {
                        text_length: length,
                        url_ends_with_slash: Some(random.signed() > 0.0),
                        title_length: 20 + index % 31,
                        newlines: length / 200,
                        text_mentions_imprint: legal,
                        title_mentions_imprint: legal,
                        upper_case: length / 20,
                    },
                    is_article,
                    site: format!("site {}", index % 20),
                }
            })
            .collect()
    }

    fn small() -> PerceptronSettings {
        PerceptronSettings {
            hidden: 5,
            epochs: 100,
            ..PerceptronSettings::default()
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_weights() {
        let examples = examples(60, 1);
        let model = train(&examples, &small());
        assert_eq!(train(&examples, &small()), model);
        let other = PerceptronSettings { seed: 2, ..small() };
        assert_ne!(train(&examples, &other).network, model.network);
    }

    #[test]
    fn pages_of_one_kind_or_none_at_all_still_give_a_model() {
        let articles: Vec<SevenExample> = examples(60, 1)
            .into_iter()
            .filter(|example| example.is_article)
            .collect();
        for examples in [articles.as_slice(), &articles[..1], &[]] {
            let model = train(examples, &small());
            let read = SevenModel::parse(&model.to_json()).unwrap();
            assert_eq!(read, model);
        }
    }

    #[test]
    fn cross_validation_finds_a_learnable_pattern() {
        let examples = examples(120, 9);
        let settings = PerceptronSettings {
            hidden: 4,
            epochs: 60,
            ..PerceptronSettings::default()
        };
        for grouping in [FoldGrouping::Random, FoldGrouping::BySite] {
            let scores = cross_validate(&examples, 3, grouping, &settings);
            assert_eq!(scores.n, 120);
            assert!(scores.accuracy > 0.9, "{grouping:?}: {scores:?}");
        }
    }
}
