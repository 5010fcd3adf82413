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

/// A feature in words; the sign of `standardised` is its side of the mean.
fn describe(index: usize, features: &SevenFeatures, standardised: f64) -> String {
    let high = standardised > 0.0;
    let pick = |above: &'static str, below: &'static str| if high { above } else { below };
    match SevenFeatures::NAMES.get(index).copied() {
        Some("text_length") => format!(
            "{} text ({} characters)",
            pick("long", "short"),
            features.text_length
        ),
        Some("url_ends_with_slash") => {
            pick("URL ends with /", "URL does not end with /").to_owned()
        }
        Some("title_length") => format!(
            "{} title ({} characters)",
            pick("long", "short"),
            features.title_length
        ),
        Some("newlines") => format!("{} paragraphs", pick("many", "few")),
        Some("text_mentions_imprint") => {
            pick("legal words in the text", "no legal words in the text").to_owned()
        }
        Some("title_mentions_imprint") => {
            pick("legal words in the title", "no legal words in the title").to_owned()
        }
        _ => format!("{} upper-case letters", pick("many", "few")),
    }
}
