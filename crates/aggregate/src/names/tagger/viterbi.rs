//! The likeliest tags of a sentence, by the Viterbi algorithm (1967).

use std::collections::HashMap;

use super::features::{OFFSETS, Word, alone, edge, known_names, together};
use super::model::NameModel;
use super::tags::{TAGS, is_inside, kind};

/// Tags sentences in one style with a model, and caches what it has computed about their words.
#[derive(Debug)]
pub(in crate::names) struct Tagger<'a> {
    model: &'a NameModel,
    style: usize,
    words: HashMap<Box<str>, WeightedWord>,
}

impl NameModel {
    /// The likeliest tags of the words of a sentence in the style that it resembles most.
    pub fn tags(&self, words: &[&str]) -> Vec<usize> {
        Tagger::new(self, self.style_of(words)).tags(words)
    }
}

/// A word with what it adds to the sums of the word it stands beside, by index of [`OFFSETS`].
#[derive(Debug, Clone)]
struct WeightedWord {
    word: Word,
    weights: [[f32; TAGS]; OFFSETS.len()],
}

impl<'a> Tagger<'a> {
    /// Style 0 is that of articles; a model without styles gives the same tags in all.
    pub(in crate::names) fn new(model: &'a NameModel, style: usize) -> Self {
        Self {
            model,
            style,
            words: HashMap::new(),
        }
    }

    /// The likeliest tags of the words of a sentence.
    pub(super) fn tags(&mut self, words: &[&str]) -> Vec<usize> {
        let sums = self.sums(words);
        let mut best = [0.0f32; TAGS];
        let mut came_from: Vec<[usize; TAGS]> = Vec::with_capacity(words.len());
        for (at, sums) in sums.into_iter().enumerate() {
            let mut next = [f32::NEG_INFINITY; TAGS];
            let mut from = [0; TAGS];
            for (tag, score) in sums.into_iter().enumerate() {
                if at == 0 {
                    next[tag] = if is_inside(tag) {
                        f32::NEG_INFINITY
                    } else {
                        score
                    };
                    continue;
                }
                for (before, so_far) in best.iter().enumerate() {
                    // a name has to begin
                    if is_inside(tag) && kind(before) != kind(tag) {
                        continue;
                    }
                    let sum = so_far + self.model.transition(before, tag) + score;
                    if sum > next[tag] {
                        (next[tag], from[tag]) = (sum, before);
                    }
                }
            }
            best = next;
            came_from.push(from);
        }
        // the first of equals
        let last = (0..TAGS).rev().max_by(|a, b| best[*a].total_cmp(&best[*b]));
        let mut tag = last.unwrap_or_default();
        let mut tags = Vec::with_capacity(words.len());
        for from in came_from.iter().rev() {
            tags.push(tag);
            tag = from[tag];
        }
        tags.reverse();
        tags
    }

    /// The sum of the weights of each tag for each word, in steps.
    fn sums(&mut self, words: &[&str]) -> Vec<[f32; TAGS]> {
        let weighted: Vec<WeightedWord> = words.iter().map(|text| self.weighted(text)).collect();
        let mut all = vec![[0.0; TAGS]; words.len()];
        let (model, style) = (self.model, self.style);
        for (at, sums) in all.iter_mut().enumerate() {
            for (index, offset) in OFFSETS.into_iter().enumerate() {
                match at
                    .checked_add_signed(offset)
                    .and_then(|near| weighted.get(near))
                {
                    Some(near) => add(sums, &near.weights[index]),
                    None => model.add_weights(edge(offset), style, sums),
                }
            }
        }
        let words: Vec<Word> = weighted.into_iter().map(|weighted| weighted.word).collect();
        for (at, sums) in all.iter_mut().enumerate() {
            together(&words, at, &mut |feature| {
                model.add_weights(feature, style, sums);
            });
        }
        known_names(&words, model.lexicon(), |at, feature| {
            model.add_weights(feature, style, &mut all[at]);
        });
        all
    }

    fn weighted(&mut self, text: &str) -> WeightedWord {
        if let Some(kept) = self.words.get(text) {
            return kept.clone();
        }
        let (model, lexicon) = (self.model, self.model.lexicon());
        let word = Word::new(text, lexicon);
        let weights = OFFSETS.map(|offset| {
            let mut sums = [0.0; TAGS];
            alone(text, &word, offset, lexicon, &mut |feature| {
                model.add_weights(feature, self.style, &mut sums);
            });
            sums
        });
        let weighted = WeightedWord { word, weights };
        // some 5 MB: frequent words come early, and 20,000 cover nine tenths of a text
        if text.len() <= 64 && self.words.len() < 20_000 {
            self.words.insert(text.into(), weighted.clone());
        }
        weighted
    }
}

fn add(sums: &mut [f32; TAGS], more: &[f32; TAGS]) {
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum += more;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::tagger::features::features;

    #[test]
    fn cached_weights_equal_the_sum_of_the_features() {
        for (language, sentence) in [
            ("en", "Ada Kern of Kern AG met Ada Kern in New York ."),
            ("en", "York"),
            (
                "de",
                "Die Kern-AG aus Erfurts Altstadt , die Ada Kern leitet , wächst",
            ),
        ] {
            let words: Vec<&str> = sentence.split(' ').collect();
            let model = NameModel::shipped(language).unwrap();
            for style in [0, 1] {
                let features = features(&words, model.lexicon());
                let expected: Vec<[f32; TAGS]> = features
                    .iter()
                    .map(|features| {
                        let mut sums = [0.0; TAGS];
                        for feature in features {
                            model.add_weights(*feature, style, &mut sums);
                        }
                        sums
                    })
                    .collect();
                let mut tagger = Tagger::new(model, style);
                assert_eq!(tagger.sums(&words), expected, "{words:?}");
                // and again, when all words are known
                assert_eq!(tagger.sums(&words), expected, "{words:?}");
                assert!(
                    expected
                        .iter()
                        .any(|sums| sums.iter().any(|sum| *sum != 0.0))
                );
            }
        }
    }
}
