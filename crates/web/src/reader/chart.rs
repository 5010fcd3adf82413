//! A small bar chart, as the path of an SVG.

use std::fmt::Write as _;

use chrono::NaiveDate;

/// Width of a bar with the gap after it, and without.
const STEP: usize = 4;
const BAR: usize = 3;

/// A bar chart.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Bars {
    /// Width and height of the picture.
    pub(super) width: usize,
    pub(super) height: usize,
    /// The `d` of the path.
    pub(super) path: String,
    /// What it shows, in words.
    pub(super) label: String,
    /// The first and the last day that it shows.
    pub(super) days: Option<(NaiveDate, NaiveDate)>,
}

impl Bars {
    /// Creates a bar for each number. The largest is as high as the picture, and any positive one is visible.
    pub(super) fn new(numbers: &[i64], height: usize, label: String) -> Self {
        let max = numbers.iter().copied().max().unwrap_or(0).max(1);
        let mut path = String::new();
        for (at, &number) in numbers.iter().enumerate() {
            if number <= 0 {
                continue;
            }
            let scaled = i64::try_from(height)
                .unwrap_or(i64::MAX)
                .saturating_mul(number)
                / max;
            let tall = scaled.max(1);
            // Writing to a string does not fail.
            let _ = write!(path, "M{} {height}v-{tall}h{BAR}v{tall}z", at * STEP);
        }
        Self {
            width: (numbers.len() * STEP).max(1),
            height,
            path,
            label,
            days: None,
        }
    }

    /// The same with the first and the last day that it shows.
    pub(super) fn between(self, first: NaiveDate, last: NaiveDate) -> Self {
        Self {
            days: Some((first, last)),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_stand_on_the_ground_and_the_largest_is_the_highest() {
        let bars = Bars::new(&[0, 1, 1000], 20, String::new());
        assert_eq!(bars.path, "M4 20v-1h3v1zM8 20v-20h3v20z");
        assert_eq!((bars.width, bars.height), (12, 20));
        assert_eq!(Bars::new(&[0, 0], 20, String::new()).path, "");
        assert_eq!(Bars::new(&[], 20, String::new()).width, 1);
        assert!(
            !Bars::new(&[i64::MAX], 20, String::new())
                .path
                .contains("--")
        );
    }
}
