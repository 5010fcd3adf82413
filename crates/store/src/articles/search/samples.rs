//! Estimates: articles are read row by row, in ranges of their ids. Ids are hashes, so that a range is a sample.

use std::time::{Duration, Instant};

/// Number of equal parts of all ids, by their first three hexadecimal digits.
const PARTS: u32 = 4_096;
/// Number of parts that are read first.
const FIRST: u32 = 4;

/// How long may be counted before an estimate serves.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// Number of matches that the index is asked for; more are estimated.
    pub exact_up_to: u32,
    /// After this time, no further range of ids is read for an estimate. The last one may take as long again.
    pub sampling: Duration,
}

impl Default for Patience {
    /// That of somebody who waits for a page: about a second at a million articles.
    fn default() -> Self {
        Self {
            exact_up_to: 20_000,
            sampling: Duration::from_millis(250),
        }
    }
}

/// Some of the articles.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Sample {
    /// Those with ids from the first one on and before the second.
    Range { from: String, to: String },
    /// Those with these ids.
    Ids(Vec<String>),
}

/// Ranges from the smallest id on, each as long as all before it.
#[derive(Debug)]
pub(super) struct Samples {
    patience: Patience,
    begun: Instant,
    /// Number of parts so far.
    parts: u32,
    /// Whether the index was tried.
    is_tried: bool,
}

impl Samples {
    pub(super) fn new(patience: Patience) -> Self {
        Self {
            patience,
            begun: Instant::now(),
            parts: 0,
            is_tried: false,
        }
    }

    /// The next range, unless all were read or time is up.
    pub(super) fn next(&mut self) -> Option<Sample> {
        let is_late = self.parts > 0 && self.begun.elapsed() >= self.patience.sampling;
        if self.parts == PARTS || is_late {
            return None;
        }
        let from = self.parts;
        self.parts = (2 * from).clamp(FIRST, PARTS);
        let bound = |part| match part {
            PARTS => "g".to_owned(), // after all digits
            part => format!("{part:03x}"),
        };
        Some(Sample::Range {
            from: bound(from),
            to: bound(self.parts),
        })
    }

    /// The share of all articles that is in the ranges so far.
    pub(super) fn share(&self) -> f64 {
        f64::from(self.parts) / f64::from(PARTS)
    }

    /// Whether the index should count now, which is tried once: this number of matches in the ranges so far shows, by three deviations,
    /// that there are few enough.
    #[expect(clippy::cast_precision_loss, reason = "a sample is small")]
    pub(super) fn try_the_index(&mut self, found: usize) -> bool {
        let found = found as f64;
        let most = (found + 3.0 * found.sqrt() + 3.0) / self.share();
        let is_few = self.parts < PARTS && most < f64::from(self.patience.exact_up_to);
        is_few && !std::mem::replace(&mut self.is_tried, true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_double_until_all_ids_are_read_or_time_is_up() {
        let mut samples = Samples::new(Patience {
            sampling: Duration::MAX,
            ..Patience::default()
        });
        let all: Vec<Sample> = std::iter::from_fn(|| samples.next()).collect();
        let range = |from: &str, to: &str| Sample::Range {
            from: from.to_owned(),
            to: to.to_owned(),
        };
        assert_eq!(
            all[..3],
            [
                range("000", "004"),
                range("004", "008"),
                range("008", "010")
            ]
        );
        assert_eq!(all.last(), Some(&range("800", "g")));
        assert!((samples.share() - 1.0).abs() < f64::EPSILON);

        let mut hasty = Samples::new(Patience {
            sampling: Duration::ZERO,
            ..Patience::default()
        });
        assert!(hasty.next().is_some() && hasty.next().is_none());
    }

    #[test]
    fn few_matches_are_left_to_the_index_once() {
        let mut samples = Samples::new(Patience::default());
        samples.next(); // a part in 1,024
        assert!(!samples.try_the_index(60));
        assert!(samples.try_the_index(5));
        assert!(!samples.try_the_index(5));
    }
}
