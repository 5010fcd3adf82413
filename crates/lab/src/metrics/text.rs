//! Scores extracted text against gold text.
//!
//! The measure of the article extraction benchmark (scrapinghub/article-extraction-benchmark): word 4-grams, counted
//! with repetition; precision and recall are means over the pages, F1 is the harmonic mean of these two means. In
//! addition, the order-blind word F1 of WCXB, a mean of page F1s.

use std::collections::HashMap;
use std::hash::Hash;

use crate::metrics::bootstrap::{self, Resamples};
use crate::metrics::{harmonic, ratio, real, tokens};

/// Number of words in a run.
const RUN_WORDS: usize = 4;

/// The score of one page.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PageScore {
    /// Runs found, extra and lost, as shares of their sum.
    found: f64,
    extra: f64,
    lost: f64,
    /// Whether all words are equal.
    exact: bool,
    token_precision: f64,
    token_recall: f64,
    token_f1: f64,
}

impl PageScore {
    /// Compares a text with its gold.
    pub fn of(gold: &str, text: &str) -> Self {
        let (gold, text) = (tokens(gold), tokens(text));
        let (gold_runs, text_runs) = (runs(&gold), runs(&text));
        let common = common(&gold_runs, &text_runs);
        let (in_gold, in_text) = (size(&gold_runs), size(&text_runs));
        let sum = in_gold + in_text - common;
        let (token_precision, token_recall, token_f1) = token_scores(&gold, &text);
        Self {
            found: share(common, sum),
            extra: share(in_text - common, sum),
            lost: share(in_gold - common, sum),
            exact: gold == text,
            token_precision,
            token_recall,
            token_f1,
        }
    }
}

/// The scores of a set of pages, 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TextScores {
    /// Harmonic mean of precision and recall.
    pub f1: f64,
    /// Mean share of the runs of a text that are in its gold.
    pub precision: f64,
    /// Mean share of the runs of a gold text that were found.
    pub recall: f64,
    /// Share of pages whose words are all correct.
    pub accuracy: f64,
    /// Standard deviations of the four above over resamples of the pages.
    pub std: [f64; 4],
    /// Mean share of the words of a text that are in its gold.
    pub token_precision: f64,
    /// Mean share of the words of a gold text that were found.
    pub token_recall: f64,
    /// Mean of the word F1 of the pages.
    pub token_f1: f64,
    /// Median of the word F1 of the pages.
    pub token_f1_median: f64,
    /// Number of pages from which no text was extracted.
    pub empty: usize,
}

impl TextScores {
    /// Scores a set.
    pub fn of(pages: &[PageScore]) -> Self {
        let [f1, precision, recall, accuracy] = means(pages, |_| 1.0);
        let std = bootstrap::deviations(pages.len(), |sample: &Resamples| {
            means(pages, |page| sample.weight(page))
        });
        let mean = |of: fn(&PageScore) -> f64| ratio(pages.iter().map(of).sum(), real(pages.len()));
        let mut f1s: Vec<f64> = pages.iter().map(|page| page.token_f1).collect();
        Self {
            f1,
            precision,
            recall,
            accuracy,
            std,
            token_precision: mean(|page| page.token_precision),
            token_recall: mean(|page| page.token_recall),
            token_f1: mean(|page| page.token_f1),
            token_f1_median: median(&mut f1s),
            empty: pages
                .iter()
                .filter(|page| page.found + page.extra <= 0.0)
                .count(),
        }
    }
}

/// F1, precision, recall and accuracy of pages with weights.
fn means(pages: &[PageScore], weight: impl Fn(usize) -> f64) -> [f64; 4] {
    let (mut precision, mut precise, mut recall, mut recalled, mut exact, mut all) =
        (0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
    for (index, page) in pages.iter().enumerate() {
        let weight = weight(index);
        if page.found + page.extra > 0.0 {
            precise += weight;
            precision += weight * page.found / (page.found + page.extra);
        }
        if page.found + page.lost > 0.0 {
            recalled += weight;
            recall += weight * page.found / (page.found + page.lost);
        }
        all += weight;
        exact += weight * f64::from(u8::from(page.exact));
    }
    let (precision, recall) = (ratio(precision, precise), ratio(recall, recalled));
    [
        harmonic(precision, recall),
        precision,
        recall,
        ratio(exact, all),
    ]
}

/// Runs of words with their counts; a text shorter than a run is one run.
pub(crate) fn runs<'a, 'b>(words: &'b [&'a str]) -> HashMap<&'b [&'a str], usize> {
    if words.is_empty() {
        return HashMap::new();
    }
    counted(words.windows(RUN_WORDS.min(words.len())))
}

fn token_scores(gold: &[&str], text: &[&str]) -> (f64, f64, f64) {
    match (gold.is_empty(), text.is_empty()) {
        (true, true) => return (1.0, 1.0, 1.0),
        (true, false) | (false, true) => return (0.0, 0.0, 0.0),
        (false, false) => {}
    }
    let lower = |words: &[&str]| counted(words.iter().map(|word| word.to_lowercase()));
    let common = common(&lower(gold), &lower(text));
    let (precision, recall) = (share(common, text.len()), share(common, gold.len()));
    (precision, recall, harmonic(precision, recall))
}

fn counted<T: Hash + Eq>(items: impl Iterator<Item = T>) -> HashMap<T, usize> {
    let mut counts = HashMap::new();
    for item in items {
        *counts.entry(item).or_default() += 1;
    }
    counts
}

/// Number of items that two sets of counted items have in common, with repetition.
pub(crate) fn common<T: Hash + Eq>(a: &HashMap<T, usize>, b: &HashMap<T, usize>) -> usize {
    a.iter()
        .map(|(item, count)| b.get(item).map_or(0, |other| *count.min(other)))
        .sum()
}

/// Number of counted items.
pub(crate) fn size<T>(counts: &HashMap<T, usize>) -> usize {
    counts.values().sum()
}

/// A part of a number, and 0 of nothing.
pub(crate) fn share(part: usize, whole: usize) -> f64 {
    ratio(real(part), real(whole))
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values {
        [] => 0.0,
        values if values.len().is_multiple_of(2) => {
            f64::midpoint(values[middle - 1], values[middle])
        }
        values => values[middle],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-12
    }

    #[test]
    fn runs_of_four_words_are_compared_with_repetition() {
        // Gold: abcd bcde cdea deab eabc abcd; text: abcd bcde. Two of six are found, nothing is extra.
        let score = PageScore::of("a b c d e a b c d", "a b c d e");
        assert!(close(score.found, 2.0 / 6.0));
        assert!(close(score.extra, 0.0));
        assert!(close(score.lost, 4.0 / 6.0));
        // Five of nine words, all of them right.
        assert!(close(score.token_precision, 1.0));
        assert!(close(score.token_recall, 5.0 / 9.0));
        assert!(close(score.token_f1, 10.0 / 14.0));
    }

    #[test]
    fn a_text_of_fewer_than_four_words_is_one_run() {
        assert!(PageScore::of("Zwei Wörter", "Zwei Wörter!").exact);
        assert!(close(PageScore::of("Zwei Wörter", "Zwei").found, 0.0));
    }

    #[test]
    fn f1_is_the_harmonic_mean_of_mean_precision_and_mean_recall() {
        let pages = [
            PageScore::of("a b c d e a b c d", "a b c d e"), // precision 1, recall 1/3
            PageScore::of("a b c d", "a b c d x"), // runs abcd, bcdx: precision 1/2, recall 1
            PageScore::of("a b c d", ""),          // no precision, recall 0
            PageScore::of("a b", "a b"),           // both 1, exact
        ];
        let scores = TextScores::of(&pages);
        let (precision, recall) = (2.5 / 3.0, (1.0 / 3.0 + 2.0) / 4.0);
        assert!(close(scores.precision, precision));
        assert!(close(scores.recall, recall));
        assert!(close(
            scores.f1,
            2.0 * precision * recall / (precision + recall)
        ));
        assert!(close(scores.accuracy, 0.25));
        assert_eq!(scores.empty, 1);
        assert!(scores.std.iter().all(|std| (0.05..0.5).contains(std)));
        // Page F1s: 10/14, 8/9, 0, 1.
        assert!(close(
            scores.token_f1,
            (10.0 / 14.0 + 8.0 / 9.0 + 1.0) / 4.0
        ));
        assert!(close(
            scores.token_f1_median,
            f64::midpoint(10.0 / 14.0, 8.0 / 9.0)
        ));
    }

    #[test]
    fn an_empty_set_scores_nothing() {
        assert_eq!(TextScores::of(&[]), TextScores::default());
    }
}
