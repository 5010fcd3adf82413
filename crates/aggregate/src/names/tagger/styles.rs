//! The annotation style of a sentence: corpora disagree about what a name is, and each has its own kind of text.

use serde::{Deserialize, Serialize};

use super::lexicon::{distances, short, whole};
use crate::hash::{PrehashedMap, bytes};

/// Maximum styles of a model.
pub const MAX_STYLES: usize = 4;
/// Number of steps in a log-likelihood of 1.
const STEPS: f64 = 64.0;

/// The likelihood of words in each style, to classify the style of a sentence by naive Bayes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NameStyles {
    count: usize,
    /// By word: the logarithm of its likelihood in each style, in steps.
    words: PrehashedMap<[i16; MAX_STYLES]>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct StylesFile {
    count: usize,
    words: Vec<(u32, [i16; MAX_STYLES])>,
}

impl NameStyles {
    /// Learns the styles of sets of sentences from their words, each as often as it occurs. Sets beyond [`MAX_STYLES`] are left out.
    pub fn new(sets: &[Vec<&str>]) -> Self {
        let sets = &sets[..sets.len().min(MAX_STYLES)];
        let mut counts: PrehashedMap<[u32; MAX_STYLES]> = PrehashedMap::default();
        for (style, words) in sets.iter().enumerate() {
            for word in words {
                counts.entry(key(word)).or_default()[style] += 1;
            }
        }
        // add-one smoothing, so that no word is impossible
        let size = |style: usize| sets.get(style).map_or(0, Vec::len) + counts.len();
        let sizes: [usize; MAX_STYLES] = std::array::from_fn(size);
        let words = counts.into_iter().map(|(word, counts)| {
            let steps = |style: usize| in_steps(counts[style] + 1, sizes[style]);
            (word, std::array::from_fn(steps))
        });
        Self {
            count: sets.len(),
            words: words.collect(),
        }
    }

    /// The likeliest style of a sentence, the first of equals; `None` if the model has no styles.
    pub(super) fn likeliest(&self, words: &[&str]) -> Option<usize> {
        let mut sums = [0i32; MAX_STYLES];
        for steps in words.iter().filter_map(|word| self.words.get(&key(word))) {
            for (sum, step) in sums.iter_mut().zip(steps) {
                *sum += i32::from(*step);
            }
        }
        (0..self.count).rev().max_by_key(|style| sums[*style])
    }

    /// Number of styles.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    pub(super) fn from_file(file: StylesFile) -> Self {
        Self {
            count: file.count.min(MAX_STYLES),
            words: whole(file.words).collect(),
        }
    }

    pub(super) fn to_file(&self) -> StylesFile {
        StylesFile {
            count: self.count,
            words: distances(&self.words),
        }
    }
}

fn key(word: &str) -> u64 {
    short(bytes(word.to_lowercase().as_bytes()))
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "counts of words are small, and their logarithms in steps fit"
)]
fn in_steps(count: u32, size: usize) -> i16 {
    ((f64::from(count) / size as f64).ln() * STEPS).round() as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_has_the_style_of_the_set_that_it_resembles() {
        let sets = [
            vec!["the", "council", "of", "Hallbruck"],
            vec!["lol", "the", "game", "lol"],
        ];
        let styles = NameStyles::new(&sets);
        assert_eq!(styles.likeliest(&["The", "council", "met"]), Some(0));
        assert_eq!(styles.likeliest(&["game", "on", "lol"]), Some(1));
        assert_eq!(styles.likeliest(&[]), Some(0));
        assert_eq!(NameStyles::default().likeliest(&["lol"]), None);
        assert_eq!(NameStyles::from_file(styles.to_file()), styles);
    }
}
