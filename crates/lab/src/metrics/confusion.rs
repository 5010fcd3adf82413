//! Scores of a binary classifier, and of the phrases of a text.

use std::iter::Sum;

use serde::Serialize;

use super::{bootstrap, harmonic, ratio};

/// Numbers of pages, or of phrases, by label and prediction; "positive" means article.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Confusion {
    /// Articles kept as articles.
    pub true_positive: u32,
    /// Other pages taken for articles.
    pub false_positive: u32,
    /// Articles lost.
    pub false_negative: u32,
    /// Other pages rejected.
    pub true_negative: u32,
}

impl Confusion {
    /// That of one page: whether it is an article, and whether it was kept.
    pub fn of(is_article: bool, is_kept: bool) -> Self {
        let mut page = Self::default();
        match (is_article, is_kept) {
            (true, true) => page.true_positive = 1,
            (false, true) => page.false_positive = 1,
            (true, false) => page.false_negative = 1,
            (false, false) => page.true_negative = 1,
        }
        page
    }

    /// Whether phrases of the article (`with`) are in a text, and others (`without`) are not: the measure of trafilatura's evaluation. A
    /// plain substring search.
    pub fn of_phrases(text: &str, with: &[String], without: &[String]) -> Self {
        let phrases = with.iter().map(|phrase| (true, phrase));
        let phrases = phrases.chain(without.iter().map(|phrase| (false, phrase)));
        phrases
            .map(|(wanted, phrase)| Self::of(wanted, text.contains(phrase.as_str())))
            .sum()
    }
}

impl Sum for Confusion {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |sum, one| Self {
            true_positive: sum.true_positive + one.true_positive,
            false_positive: sum.false_positive + one.false_positive,
            false_negative: sum.false_negative + one.false_negative,
            true_negative: sum.true_negative + one.true_negative,
        })
    }
}

/// F1, precision, recall and accuracy, 0 to 1, counted over all pages together; then their standard deviations over resamples of the pages.
pub fn four(pages: &[Confusion]) -> [[f64; 4]; 2] {
    let std = bootstrap::deviations(pages.len(), |sample| {
        shares(pages, |page| sample.weight(page))
    });
    [shares(pages, |_| 1.0), std]
}

fn shares(pages: &[Confusion], weight: impl Fn(usize) -> f64) -> [f64; 4] {
    let [mut found, mut wrong, mut lost, mut rejected] = [0.0; 4];
    for (index, page) in pages.iter().enumerate() {
        let weight = weight(index);
        found += weight * f64::from(page.true_positive);
        wrong += weight * f64::from(page.false_positive);
        lost += weight * f64::from(page.false_negative);
        rejected += weight * f64::from(page.true_negative);
    }
    let (precision, recall) = (ratio(found, found + wrong), ratio(found, found + lost));
    [
        harmonic(precision, recall),
        precision,
        recall,
        ratio(found + rejected, found + wrong + lost + rejected),
    ]
}

/// The usual measures, 0 to 1; 0 if there is nothing to divide by.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct BinaryScores {
    /// Number of pages.
    pub n: u32,
    /// Share of pages classified correctly.
    pub accuracy: f64,
    /// Share of the kept pages that are articles.
    pub precision: f64,
    /// Share of the articles that were kept.
    pub recall: f64,
    /// Harmonic mean of precision and recall.
    pub f1: f64,
    /// The counts from which they are computed.
    pub confusion: Confusion,
}

impl BinaryScores {
    /// Scores pairs of label (is it an article?) and prediction (was it kept?).
    pub fn of(judged: impl IntoIterator<Item = (bool, bool)>) -> Self {
        let pages = judged.into_iter();
        let pages = pages.map(|(is_article, is_kept)| Confusion::of(is_article, is_kept));
        let confusion: Confusion = pages.sum();
        let [f1, precision, recall, accuracy] = shares(&[confusion], |_| 1.0);
        Self {
            n: confusion.true_positive
                + confusion.false_positive
                + confusion.false_negative
                + confusion.true_negative,
            accuracy,
            precision,
            recall,
            f1,
            confusion,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_those_of_the_textbook() {
        let pages = [
            (6, (true, true)),
            (2, (false, true)),
            (4, (true, false)),
            (8, (false, false)),
        ];
        let pages = pages.map(|(pages, page)| std::iter::repeat_n(page, pages));
        let scores = BinaryScores::of(pages.into_iter().flatten());
        assert_eq!(scores.n, 20);
        assert!((scores.accuracy - 0.7).abs() < 1e-12);
        assert!((scores.precision - 0.75).abs() < 1e-12);
        assert!((scores.recall - 0.6).abs() < 1e-12);
        assert!((scores.f1 - 2.0 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn without_pages_every_score_is_zero() {
        assert_eq!(BinaryScores::of([]), BinaryScores::default());
    }

    #[test]
    fn phrases_are_counted_over_all_pages() {
        let phrases = |text: &str, with: &[&str], without: &[&str]| {
            let [with, without] = [with, without].map(|phrases| {
                phrases
                    .iter()
                    .map(|one| (*one).to_owned())
                    .collect::<Vec<_>>()
            });
            Confusion::of_phrases(text, &with, &without)
        };
        let pages = [
            phrases("one two three", &["one two", "four"], &["three"]),
            phrases("five", &["five"], &["Five", "six"]),
        ];
        let [[_, precision, recall, accuracy], std] = four(&pages);
        assert!((precision - 2.0 / 3.0).abs() < 1e-12);
        assert!((recall - 2.0 / 3.0).abs() < 1e-12);
        assert!((accuracy - 4.0 / 6.0).abs() < 1e-12);
        assert!(std[0] > 0.0);
    }
}
