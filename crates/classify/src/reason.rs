//! A model's verdict in words.

use crate::{Model, PageFeatures};

/// A measure is named if it moves the log odds of the verdict at least so far.
const WORTH_NAMING: f64 = 0.3;

/// Why the model scored the page as it did, in one line: the score against the threshold, then the
/// measures that carried it there. How far a measure carries is how far the log odds fall back
/// with that measure at its mean.
pub(crate) fn of_model(model: &Model, features: &PageFeatures, score: f32) -> String {
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
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    sentence(is_news, score, model.threshold, &words)
}

/// By input: how far the log odds fall back with it at its mean.
pub(crate) fn effects(model: &Model, inputs: &[f64]) -> impl Iterator<Item = f64> {
    let log_odds = model.network.log_odds(inputs);
    (0..inputs.len()).map(move |index| {
        let mut without = inputs.to_vec();
        without[index] = 0.0;
        log_odds - model.network.log_odds(&without)
    })
}

/// The score against the threshold, then what carried it there.
pub(crate) fn sentence(is_news: bool, score: f32, threshold: f32, carried: &[&str]) -> String {
    let relation = if is_news { "≥" } else { "<" };
    // Two digits, but never a rounded score that contradicts the relation.
    let shown = if is_news {
        (score * 100.0).round() / 100.0
    } else {
        (score * 100.0).floor() / 100.0
    };
    let verdict = format!("news score {shown:.2} {relation} {threshold:.2}");
    if carried.is_empty() {
        format!("{verdict}: nothing stands out")
    } else {
        format!("{verdict}: {}", carried.join(", "))
    }
}

/// One measure in words; `standardised` tells on which side of the mean it lies.
fn describe(index: usize, features: &PageFeatures, standardised: f64) -> String {
    let high = standardised > 0.0;
    let pick = |above: &'static str, below: &'static str| if high { above } else { below };
    match PageFeatures::NAMES.get(index).copied() {
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
