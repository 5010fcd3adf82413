//! The last resort: a page with a long text is not left empty.
//!
//! A story that is one block among hundreds of comments resembles none of the training pages. If nothing on a page is content,
//! its likeliest long block and the paragraphs beside it are.

use std::cmp::Ordering;

use crate::labels::{BlockRun, Filter, Label, Labels};
use html::TextDocument;

/// Minimum words of a block that is a text by itself.
const MIN_TEXT_WORDS: u32 = 60;
/// Minimum words of a paragraph beside it.
const MIN_PARAGRAPH_WORDS: u32 = 10;
/// Minimum probability of a paragraph beside it, as a share of its own.
const MIN_PROBABILITY_SHARE: f32 = 0.5;

/// Step that keeps the likeliest text of a page on which nothing is content.
pub(crate) const KEEP_ONE: Filter = Filter {
    name: "fallback",
    apply: keep_one,
};

fn keep_one(document: &TextDocument, labels: &mut Labels) {
    if labels.runs.iter().any(BlockRun::is_content) {
        return;
    }
    let probabilities = &labels.probabilities;
    let probability = |run: &BlockRun| probabilities.get(run.first as usize).copied();
    let is_text = |run: &&BlockRun| run.link_words * 3 < run.words;
    let around = |run: &BlockRun| {
        let element = document.blocks.get(run.first as usize)?.element;
        document.elements.get(element as usize)?.parent
    };
    let long = labels.runs.iter().filter(|run| run.words >= MIN_TEXT_WORDS);
    let best = long.filter(is_text).max_by(|a, b| {
        let by_probability = probability(a).partial_cmp(&probability(b));
        by_probability.unwrap_or(Ordering::Equal)
    });
    let Some(best) = best.copied() else { return };
    let enough = probability(&best).map_or(0.0, |probability| probability * MIN_PROBABILITY_SHARE);
    let place = around(&best);
    let is_beside = |run: &BlockRun| {
        place.is_some()
            && around(run) == place
            && run.words >= MIN_PARAGRAPH_WORDS
            && is_text(&run)
            && probability(run).is_some_and(|probability| probability >= enough)
    };
    let kept: Vec<bool> = labels
        .runs
        .iter()
        .map(|run| run.first == best.first || is_beside(run))
        .collect();
    for (run, kept) in std::iter::zip(&mut labels.runs, kept) {
        run.label = Label::content_if(kept);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use html::parse;

    fn kept(html: &str, probabilities: &[f32]) -> Vec<usize> {
        let document = parse(html);
        let mut labels = Labels::new(&document);
        labels.probabilities = probabilities.to_vec();
        keep_one(&document, &mut labels);
        labels.content_blocks().collect()
    }

    #[test]
    fn the_likeliest_long_text_is_kept_with_its_paragraphs() {
        let (long, short) = ("word ".repeat(60), "word ".repeat(12));
        let page =
            format!("<div><p>{long}<p>{short}<p>few words</div><div><p>{long}<p>{short}</div>");
        assert_eq!(kept(&page, &[0.3, 0.2, 0.2, 0.1, 0.2]), [0, 1]);
        assert_eq!(kept(&page, &[0.1, 0.2, 0.2, 0.3, 0.1]), [3]);
    }

    #[test]
    fn links_and_short_blocks_are_no_text() {
        let (long, short) = ("word ".repeat(60), "word ".repeat(59));
        let page = format!("<p><a href=x>{long}</a><p>{short}");
        assert_eq!(kept(&page, &[0.4, 0.4]), [0usize; 0]);
    }
}
