//! Scores of a binary classifier.

use serde::Serialize;

/// Numbers of pages by label and prediction; "positive" means article.
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

impl From<Confusion> for BinaryScores {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_those_of_the_textbook() {
        let scores = BinaryScores::from(Confusion {
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
        assert_eq!(BinaryScores::of([]), BinaryScores::default());
    }
}
