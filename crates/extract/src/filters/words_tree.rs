//! A decision tree over the words of three neighbouring blocks.
//!
//! Source: C. Kohlschütter, P. Fankhauser, W. Nejdl, *Boilerplate Detection using Shallow Text
//! Features*, WSDM 2010, section 4.3 (algorithm 2), learned there on English news pages.

use crate::labels::{BlockRun, Filter, Label, Labels};

/// Link density above which a block is navigation, regardless of its neighbours.
pub const LINKS_CURRENT: f32 = 0.333_333;
/// Link density of the previous block above which the current block is after a link list.
pub const LINKS_PREVIOUS: f32 = 0.555_556;

/// The tree over word counts, see `num_words`.
pub const WORDS_TREE: Filter = Filter::new("words-tree", |_, labels| label_by(num_words, labels));

/// A rule over the previous, the current and the next block. A missing neighbour is [`BlockRun::EMPTY`].
pub type Rule = fn(previous: &BlockRun, current: &BlockRun, next: &BlockRun) -> Label;

/// Labels each run by a rule.
pub fn label_by(rule: Rule, labels: &mut Labels) {
    let mut previous = BlockRun::EMPTY;
    for i in 0..labels.runs.len() {
        let current = labels.runs[i];
        let next = labels.runs.get(i + 1).unwrap_or(&BlockRun::EMPTY);
        labels.runs[i].label = rule(&previous, &current, next);
        previous = current;
    }
}

/// The tree over numbers of words (`NumWordsRulesClassifier`).
fn num_words(previous: &BlockRun, current: &BlockRun, next: &BlockRun) -> Label {
    if current.link_density() > LINKS_CURRENT {
        return Label::Boilerplate;
    }
    Label::content_if(if previous.link_density() <= LINKS_PREVIOUS {
        current.words > 16 || next.words > 15 || previous.words > 4
    } else {
        current.words > 40 || next.words > 17
    })
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

    #[test]
    fn a_block_with_a_third_of_its_words_linked_is_boilerplate() {
        let (before, after) = (words(50), words(50));
        assert_eq!(
            num_words(&before, &linked(60, 20), &after),
            Label::Boilerplate
        );
        assert_eq!(num_words(&before, &linked(60, 19), &after), Label::Content);
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
}
