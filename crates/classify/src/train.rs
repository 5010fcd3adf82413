//! Training: nonlinear conjugate gradient on the cross-entropy of labelled pages.

use serde::{Deserialize, Serialize};

use crate::lexicon::Term;
use crate::loss::Loss;
use crate::minimise::minimise;
use crate::network::{Network, parameter_count};
use crate::provenance::Provenance;
use crate::random::Random;
use crate::{Input, Model, Page, PageFeatures, Scale};

/// How each feature is scaled, in the order of [`PageFeatures::NAMES`]: counts by their logarithm.
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
pub struct Example {
    /// What the model sees.
    pub features: PageFeatures,
    /// The label.
    pub is_article: bool,
    /// What is kept together in folds by site; see [`site`].
    pub site: String,
}

impl Example {
    /// Measures a labelled page, by these legal words.
    pub fn new(page: &Page<'_>, words: &[Term], is_article: bool, site: String) -> Self {
        Self {
            features: PageFeatures::measure(page, words),
            is_article,
            site,
        }
    }
}

/// How a model is trained. The default is what was published, and a seed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Units of the hidden layer; 0 for a perceptron without.
    pub hidden: usize,
    /// Weight of the sum of squared weights.
    pub regularisation: f64,
    /// At most so many steps of conjugate gradient.
    pub epochs: u64,
    /// Training ends when the gradient is shorter than this.
    pub tolerance: f64,
    /// Where the first weights come from, and the folds.
    pub seed: u64,
    /// From this score on a page is an article.
    pub threshold: f32,
    /// Languages of the legal words; what they are made of are the examples' measures.
    #[serde(default = "german")]
    pub words: Vec<String>,
}

pub(crate) fn german() -> Vec<String> {
    vec!["de".to_owned()]
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            hidden: 35,
            regularisation: 1.0,
            epochs: 10_000,
            tolerance: 1e-4,
            seed: 1,
            threshold: 0.5,
            words: german(),
        }
    }
}

/// The site a page is grouped by: the name the data gives, else the registrable domain of its URL
/// (the host where there is none), else the page itself by its id.
pub fn site(named: Option<&str>, url: Option<&str>, id: &str) -> String {
    let host = || {
        let url = url::Url::parse(url?).ok()?;
        let host = url.host_str()?;
        Some(psl::domain_str(host).unwrap_or(host).to_owned())
    };
    named
        .map(str::to_owned)
        .or_else(host)
        .unwrap_or_else(|| id.to_owned())
}

/// Trains a model. The same examples in the same order with the same settings give the same
/// weights on the same kind of machine.
pub fn train(examples: &[Example], settings: &Settings) -> Model {
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
    Model {
        name: "seven".to_owned(),
        threshold: settings.threshold,
        words: settings.words.clone(),
        network: fit(rows, targets, inputs.len(), settings),
        inputs,
        provenance: Provenance {
            settings: settings.clone(),
            ..Provenance::default()
        },
    }
}

/// Trains a network: `rows` holds so many standardised inputs for each of the `targets`, which are 0 or 1. Its weights
/// have six digits after the point.
pub fn fit(rows: Vec<f64>, targets: Vec<f64>, inputs: usize, settings: &Settings) -> Network {
    let start = first_weights(inputs, settings);
    let loss = Loss::new(rows, targets, inputs, settings.regularisation);
    let found: Vec<f64> = minimise(&loss, start, settings.epochs, settings.tolerance)
        .into_iter()
        .map(rounded)
        .collect();
    Network::from_parameters(&found, inputs)
}

/// Scale, mean and standard deviation of each feature over the examples, unknown values left out.
fn inputs(examples: &[Example]) -> Vec<Input> {
    PageFeatures::NAMES
        .iter()
        .zip(SCALES)
        .enumerate()
        .map(|(index, (name, scale))| {
            let measures: Vec<f64> = examples
                .iter()
                .map(|example| scale.apply(example.features.values()[index]))
                .filter(|measure| !measure.is_nan())
                .collect();
            let mean = mean(&measures);
            let squares: Vec<f64> = measures.iter().map(|x| (x - mean).powi(2)).collect();
            let std = self::mean(&squares).sqrt();
            Input {
                name: (*name).to_owned(),
                scale,
                mean: rounded(mean),
                // A feature that never varies says nothing: it stays as it is.
                std: if std < 1e-6 { 1.0 } else { rounded(std) },
            }
        })
        .collect()
}

fn mean(values: &[f64]) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "far fewer examples than 2^52")]
    let n = values.len().max(1) as f64;
    values.iter().sum::<f64>() / n
}

/// Small random weights, no bias: evenly between plus and minus `sqrt(6 / (inputs + outputs))` of
/// a layer (Glorot and Bengio, *Understanding the difficulty of training deep feedforward neural
/// networks*, AISTATS 2010).
fn first_weights(inputs: usize, settings: &Settings) -> Vec<f64> {
    let mut random = Random::new(settings.seed);
    let hidden = settings.hidden;
    let mut weights = Vec::with_capacity(parameter_count(inputs, hidden));
    let into_output = if hidden == 0 { inputs } else { hidden };
    for (units, into, from) in [(hidden, inputs, hidden), (1, into_output, 1)] {
        #[expect(clippy::cast_precision_loss, reason = "layers are small")]
        let reach = (6.0 / (into + from) as f64).sqrt();
        for _ in 0..units {
            weights.push(0.0);
            weights.extend((0..into).map(|_| reach * random.signed()));
        }
    }
    weights
}

/// Six digits after the point: a weights file that can be read, and a model that is the same
/// before and after it was written.
fn rounded(x: f64) -> f64 {
    (x * 1e6).round() / 1e6
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Pages of twenty sites, every third an article: long, with few legal words.
    pub(crate) fn examples(count: u32, seed: u64) -> Vec<Example> {
        let mut random = Random::new(seed);
        (0..count)
            .map(|index| {
                let is_article = index % 3 == 0;
                let length = if is_article { 3_000 } else { 300 } + index % 97;
                let legal = !is_article && random.signed() > 0.0;
                Example {
                    features: PageFeatures {
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

    fn small() -> Settings {
        Settings {
            hidden: 5,
            epochs: 100,
            ..Settings::default()
        }
    }

    #[test]
    fn the_default_is_what_was_published() {
        let settings = Settings::default();
        assert_eq!((settings.hidden, settings.epochs), (35, 10_000));
        assert!((settings.regularisation - 1.0).abs() < f64::EPSILON);
    }

    #[test]
    fn what_can_be_told_apart_is_told_apart() {
        let examples = examples(90, 1);
        let model = train(&examples, &small());
        for example in &examples {
            let is_article = model.score(&example.features) >= model.threshold;
            assert_eq!(is_article, example.is_article, "{example:?}");
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_weights() {
        let examples = examples(60, 1);
        let model = train(&examples, &small());
        assert_eq!(train(&examples, &small()), model);
        let other = Settings { seed: 2, ..small() };
        assert_ne!(train(&examples, &other).network, model.network);
    }

    #[test]
    fn a_trained_model_is_the_same_after_it_was_written() {
        let model = train(&examples(60, 1), &small());
        let read = Model::parse(&model.to_json()).unwrap();
        assert_eq!(read, model);
    }

    #[test]
    fn pages_of_one_kind_or_none_at_all_still_give_a_model() {
        let articles: Vec<Example> = examples(60, 1)
            .into_iter()
            .filter(|example| example.is_article)
            .collect();
        for examples in [articles.as_slice(), &articles[..1], &[]] {
            let model = train(examples, &small());
            let read = Model::parse(&model.to_json()).unwrap();
            assert_eq!(read, model);
        }
    }

    #[test]
    fn a_site_is_its_name_its_registrable_domain_or_the_page_itself() {
        let url = Some("https://www.news.bbc.co.uk/a");
        assert_eq!(site(Some("bbc"), url, "7"), "bbc");
        assert_eq!(site(None, url, "7"), "bbc.co.uk");
        assert_eq!(site(None, Some("http://localhost:80/"), "7"), "localhost");
        assert_eq!(site(None, Some("hard::odd.html"), "7"), "7");
        assert_eq!(site(None, None, "7"), "7");
    }
}
