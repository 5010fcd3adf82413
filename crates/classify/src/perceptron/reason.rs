//! A model's verdict in words.

use super::{SevenFeatures, SevenModel};
use crate::verdict::{NOTHING_STANDS_OUT, comparison};

/// Minimum effect of a feature, in log-odds, to be named in the reason.
const WORTH_NAMING: f64 = 0.3;

/// The reason in one line: score, threshold, and the features with the largest effects. The effect of a feature is the
/// difference in log-odds to its mean.
pub(crate) fn of_model(model: &SevenModel, features: &SevenFeatures, score: f32) -> String {
    let is_news = score >= model.threshold;
    let inputs = model.standardise(features);
    let mut carried: Vec<(f64, usize)> = effects(model, &inputs)
        .map(|gain| if is_news { gain } else { -gain })
        .zip(0..)
        .filter(|(toward, _)| *toward > WORTH_NAMING)
        .collect();
    carried.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let words: Vec<String> = carried
        .iter()
        .take(3)
        .map(|(_, index)| describe(*index, features, inputs[*index]))
        .collect();
    let compared = comparison(is_news, score, model.threshold);
    if words.is_empty() {
        return format!("{compared}: {NOTHING_STANDS_OUT}");
    }
    format!("{compared}: {}", words.join(", "))
}

/// The difference in log-odds of each input to its mean.
pub(crate) fn effects(model: &SevenModel, inputs: &[f64]) -> impl Iterator<Item = f64> {
    let log_odds = model.network.log_odds(inputs);
    (0..inputs.len()).map(move |index| {
        let mut without = inputs.to_vec();
        without[index] = 0.0;
        log_odds - model.network.log_odds(&without)
    })
}

/// Each feature above its mean and below it, in the order of [`SevenFeatures::NAMES`].
const WORDS: [[&str; 2]; 7] = [
    ["long text", "short text"],
    ["URL ends with /", "URL does not end with /"],
    ["long title", "short title"],
    ["many paragraphs", "few paragraphs"],
    ["legal words in the text", "no legal words in the text"],
    ["legal words in the title", "no legal words in the title"],
    ["many upper-case letters", "few upper-case letters"],
];

/// A feature in words; the sign of `standardised` is its side of the mean.
fn describe(index: usize, features: &SevenFeatures, standardised: f64) -> String {
    let words = WORDS[index][usize::from(standardised <= 0.0)];
    match index {
        0 => format!("{words} ({} characters)", features.text_length),
        2 => format!("{words} ({} characters)", features.title_length),
        _ => words.to_owned(),
    }
}
