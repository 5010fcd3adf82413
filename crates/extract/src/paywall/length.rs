//! The length of a text, and whether it is the one that JSON-LD states.

use html::TextDocument;

use super::{Sign, words_of};
use crate::labels::{Label, Labels};
use crate::metadata::TextClaims;
use crate::shape::{MIN_PARAGRAPH_WORDS, is_paragraph};
use crate::word_count::fair_words_of;

pub(super) struct Length {
    pub(super) words: u32,
    /// Including the paragraphs that the extractor may have missed.
    at_most: u32,
    /// The words, of which each character of a text without blanks is one, as in `wordCount`.
    counted: u32,
}

impl Length {
    pub(super) fn of(document: &TextDocument, labels: &Labels, content: &[usize]) -> Self {
        let words = words_of(document, content);
        let own = content.iter().filter_map(|at| document.blocks.get(*at));
        let label_of = labels.by_block();
        let others = std::iter::zip(&document.blocks, label_of)
            .filter(|(block, label)| *label == Label::Boilerplate && is_paragraph(block))
            .map(|(block, _)| fair_words_of(document, block))
            .filter(|words| *words >= MIN_PARAGRAPH_WORDS);
        Self {
            words,
            at_most: words + others.sum::<u32>(),
            counted: own.map(|block| block.words).sum(),
        }
    }

    /// Compares the text with the length stated in JSON-LD.
    pub(super) fn compared(&self, claims: &TextClaims) -> Vec<Sign> {
        let Some(stated) = self.stated(claims) else {
            return vec![];
        };
        let words = f64::from(self.words);
        if words >= stated * 0.8 {
            return vec![Sign::Complete];
        }
        let is_shorter = |words: u32| {
            let words = f64::from(words);
            words < stated * 0.6 && stated - words > 100.0
        };
        // paragraphs that the extractor missed are not behind the paywall
        if is_shorter(self.at_most) {
            vec![Sign::Shorter]
        } else {
            vec![]
        }
    }

    /// The greatest length that JSON-LD states, in words.
    fn stated(&self, claims: &TextClaims) -> Option<f64> {
        let words_of_counted = f64::from(self.words.max(1)) / f64::from(self.counted.max(1));
        let count = claims.word_count.map(f64::from);
        let count = count.map(|count| count * words_of_counted);
        let body = claims.body_words.map(f64::from);
        count.into_iter().chain(body).reduce(f64::max)
    }
}
