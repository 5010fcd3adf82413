//! Decision trees over three neighbouring blocks.
//!
//! Source: C. Kohlschütter, P. Fankhauser, W. Nejdl, *Boilerplate Detection using Shallow Text
//! Features*, WSDM 2010, section 4.3 (algorithms 1 and 2), learned there on English news pages. The
//! canola tree comes from boilerpipe's `CanolaExtractor`, learned on the `CleanEval` "Canola" set.

use crate::labels::{BlockRun, Filter, Label, Labels};
use html::TextDocument;

/// Link density above which a block is navigation, regardless of its neighbours.
const LINKS_CURRENT: f32 = 0.333_333;
/// Link density of the previous block above which the current block is after a link list.
const LINKS_PREVIOUS: f32 = 0.555_556;

/// The tree over word counts, see `num_words`.
pub const WORDS_TREE: Filter = Filter {
    name: "words-tree",
    apply: |_, labels| label_by(num_words, labels),
};

/// The tree over text densities, see `text_density`.
pub const DENSITY_TREE: Filter = Filter {
    name: "density-tree",
    apply: |_, labels| label_by(text_density, labels),
};

/// The canola tree, see `canola`.
pub const CANOLA_TREE: Filter = Filter {
    name: "canola-tree",
    apply: |_, labels| label_by(canola, labels),
};

/// Marks every block as content.
pub const EVERYTHING: Filter = Filter {
    name: "everything",
    apply: mark_everything,
};

fn label_by(rule: Rule, labels: &mut Labels) {
    let mut previous = BlockRun::EMPTY;
    for i in 0..labels.runs.len() {
        let current = labels.runs[i];
        let next = labels.runs.get(i + 1).unwrap_or(&BlockRun::EMPTY);
        labels.runs[i].label = rule(&previous, &current, next);
        previous = current;
    }
}

fn mark_everything(_: &TextDocument, labels: &mut Labels) {
    for run in &mut labels.runs {
        run.label = Label::Content;
    }
}

/// A rule over the previous, the current and the next block. A missing neighbour is [`BlockRun::EMPTY`].
type Rule = fn(previous: &BlockRun, current: &BlockRun, next: &BlockRun) -> Label;

/// The tree over numbers of words (`NumWordsRulesClassifier`).
fn num_words(previous: &BlockRun, current: &BlockRun, next: &BlockRun) -> Label {
    const SHORT: u32 = 16;
    const SHORT_NEXT: u32 = 15;
    const SHORT_PREVIOUS: u32 = 4;
    const SHORT_AFTER_LINKS: u32 = 40;
    const SHORT_NEXT_AFTER_LINKS: u32 = 17;

    if current.link_density() > LINKS_CURRENT {
        return Label::Boilerplate;
    }
    Label::content_if(if previous.link_density() <= LINKS_PREVIOUS {
        current.words > SHORT || next.words > SHORT_NEXT || previous.words > SHORT_PREVIOUS
    } else {
        current.words > SHORT_AFTER_LINKS || next.words > SHORT_NEXT_AFTER_LINKS
    })
}

/// The tree over text densities (`DensityRulesClassifier`).
fn text_density(previous: &BlockRun, current: &BlockRun, next: &BlockRun) -> Label {
    const THIN: f32 = 9.0;
    const THIN_NEXT: f32 = 10.0;
    const THIN_PREVIOUS: f32 = 4.0;
    const THIN_NEXT_AFTER_LINKS: f32 = 11.0;

    if current.link_density() > LINKS_CURRENT {
        return Label::Boilerplate;
    }
    Label::content_if(if previous.link_density() > LINKS_PREVIOUS {
        next.text_density() > THIN_NEXT_AFTER_LINKS
    } else if current.text_density() > THIN {
        next.text_density() > 0.0
    } else {
        next.text_density() > THIN_NEXT || previous.text_density() > THIN_PREVIOUS
    })
}

/// The tree of boilerpipe's `CanolaExtractor`.
fn canola(previous: &BlockRun, current: &BlockRun, next: &BlockRun) -> Label {
    const NEXT_OF_LINKED: u32 = 11;
    const LONG: u32 = 19;
    const SHORT: u32 = 6;
    const SHORT_PREVIOUS: u32 = 7;

    let linked = current.link_words > 0 && next.words > NEXT_OF_LINKED;
    let amid_text = next.words > SHORT
        && next.link_words == 0
        && previous.link_words == 0
        && (current.words > SHORT || previous.words > SHORT_PREVIOUS || next.words > LONG);
    Label::content_if(linked || current.words > LONG || amid_text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: u32) -> BlockRun {
        BlockRun {
            words,
            ..BlockRun::EMPTY
        }
    }

    fn linked(words: u32, link_words: u32) -> BlockRun {
        BlockRun {
            words,
            link_words,
            ..BlockRun::EMPTY
        }
    }

    fn dense(words_in_wrapped_lines: u32, wrapped_lines: u32) -> BlockRun {
        BlockRun {
            words: words_in_wrapped_lines,
            words_in_wrapped_lines,
            wrapped_lines,
            ..BlockRun::EMPTY
        }
    }

    #[test]
    fn a_block_with_a_third_of_its_words_linked_is_boilerplate() {
        let (before, after) = (words(50), words(50));
        assert_eq!(
            num_words(&before, &linked(60, 20), &after),
            Label::Boilerplate
        );
        assert_eq!(num_words(&before, &linked(60, 19), &after), Label::Content);
        assert_eq!(
            text_density(&before, &linked(60, 20), &after),
            Label::Boilerplate
        );
    }

    #[test]
    fn a_short_block_among_short_blocks_is_boilerplate() {
        let label = |p, c, n| num_words(&words(p), &words(c), &words(n));
        assert_eq!(label(4, 16, 15), Label::Boilerplate);
        assert_eq!(label(5, 16, 15), Label::Content);
        assert_eq!(label(4, 17, 15), Label::Content);
        assert_eq!(label(4, 16, 16), Label::Content);
    }

    #[test]
    fn after_a_list_of_links_a_block_must_be_long_or_have_a_long_successor() {
        let links = linked(9, 6);
        let label = |c, n| num_words(&links, &words(c), &words(n));
        assert_eq!(label(40, 17), Label::Boilerplate);
        assert_eq!(label(41, 0), Label::Content);
        assert_eq!(label(3, 18), Label::Content);
    }

    #[test]
    fn the_density_tree_decides_at_its_published_thresholds() {
        let label = |p, c, n| text_density(&p, &c, &n);
        let none = BlockRun::EMPTY;
        assert_eq!(
            label(dense(4, 1), dense(9, 1), dense(10, 1)),
            Label::Boilerplate
        );
        assert_eq!(
            label(dense(5, 1), dense(9, 1), dense(10, 1)),
            Label::Content
        );
        assert_eq!(
            label(dense(4, 1), dense(9, 1), dense(21, 2)),
            Label::Content
        );
        assert_eq!(label(none, dense(10, 1), none), Label::Boilerplate);
        assert_eq!(label(none, dense(10, 1), dense(1, 1)), Label::Content);
        assert_eq!(
            label(linked(2, 2), dense(30, 3), dense(11, 1)),
            Label::Boilerplate
        );
        assert_eq!(
            label(linked(2, 2), dense(30, 3), dense(12, 1)),
            Label::Content
        );
    }

    #[test]
    fn the_canola_tree_keeps_long_blocks_and_short_ones_amid_text() {
        assert_eq!(canola(&words(0), &words(20), &words(0)), Label::Content);
        assert_eq!(canola(&words(8), &words(3), &words(7)), Label::Content);
        assert_eq!(canola(&words(8), &words(3), &words(6)), Label::Boilerplate);
        assert_eq!(canola(&words(0), &linked(3, 1), &words(12)), Label::Content);
    }
}
