//! Scores whether phrases of the article are in the text, and others are not: the measure of trafilatura's evaluation. A plain
//! substring search.

use crate::metrics::bootstrap;
use crate::metrics::{harmonic, ratio};

/// Counts of the phrases of one page, or of all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Snippets {
    /// Phrases of the article that are in the text.
    pub found: u32,
    /// Phrases of the article that are not in the text.
    pub missed: u32,
    /// Other phrases that are in the text.
    pub taken: u32,
    /// Other phrases that are not in the text.
    pub left: u32,
}

impl Snippets {
    /// Looks for the phrases in a text.
    pub fn of(text: &str, with: &[String], without: &[String]) -> Self {
        let count = |phrases: &[String]| {
            let hits = phrases
                .iter()
                .filter(|phrase| text.contains(phrase.as_str()))
                .count();
            let all = u32::try_from(phrases.len()).unwrap_or(u32::MAX);
            let hits = u32::try_from(hits).unwrap_or(all);
            (hits, all - hits)
        };
        let ((found, missed), (taken, left)) = (count(with), count(without));
        Self {
            found,
            missed,
            taken,
            left,
        }
    }
}

/// The scores of a set, 0 to 1, with their standard deviations.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SnippetScores {
    /// Harmonic mean of precision and recall.
    pub f1: f64,
    /// Share of the phrases in the text that are of the article.
    pub precision: f64,
    /// Share of phrases of the article that were found.
    pub recall: f64,
    /// Share of phrases that are correctly in the text or not.
    pub accuracy: f64,
    /// Standard deviations of the four above, over resamples of the pages.
    pub std: [f64; 4],
}

impl SnippetScores {
    /// Scores a set: phrases are counted over all pages together.
    pub fn of(pages: &[Snippets]) -> Self {
        let [f1, precision, recall, accuracy] = shares(pages, |_| 1.0);
        let std = bootstrap::deviations(pages.len(), |sample| {
            shares(pages, |page| sample.weight(page))
        });
        Self {
            f1,
            precision,
            recall,
            accuracy,
            std,
        }
    }
}

fn shares(pages: &[Snippets], weight: impl Fn(usize) -> f64) -> [f64; 4] {
    let sum = |of: fn(&Snippets) -> u32| -> f64 {
        pages
            .iter()
            .enumerate()
            .map(|(index, page)| weight(index) * f64::from(of(page)))
            .sum()
    };
    let (found, missed) = (sum(|page| page.found), sum(|page| page.missed));
    let (taken, left) = (sum(|page| page.taken), sum(|page| page.left));
    let (precision, recall) = (ratio(found, found + taken), ratio(found, found + missed));
    [
        harmonic(precision, recall),
        precision,
        recall,
        ratio(found + left, found + missed + taken + left),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_counted_over_all_pages() {
        let phrases = |list: &[&str]| {
            list.iter()
                .map(|phrase| (*phrase).to_owned())
                .collect::<Vec<_>>()
        };
        let pages = [
            Snippets::of(
                "one two three",
                &phrases(&["one two", "four"]),
                &phrases(&["three"]),
            ),
            Snippets::of("five", &phrases(&["five"]), &phrases(&["Five", "six"])),
        ];
        assert_eq!(
            pages[0],
            Snippets {
                found: 1,
                missed: 1,
                taken: 1,
                left: 0
            }
        );
        let scores = SnippetScores::of(&pages);
        assert!((scores.precision - 2.0 / 3.0).abs() < 1e-12);
        assert!((scores.recall - 2.0 / 3.0).abs() < 1e-12);
        assert!((scores.accuracy - 4.0 / 6.0).abs() < 1e-12);
        assert!(scores.std[0] > 0.0);
    }
}
