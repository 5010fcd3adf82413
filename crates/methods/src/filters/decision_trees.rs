//! More decision trees over three neighbouring blocks.
//!
//! Source: C. Kohlschütter, P. Fankhauser, W. Nejdl, *Boilerplate Detection using Shallow Text
//! Features*, WSDM 2010, section 4.3 (algorithm 1), learned there on English news pages. The
//! canola tree comes from boilerpipe's `CanolaExtractor`, learned on the `CleanEval` "Canola" set.

use extract::filters::{LINKS_CURRENT, LINKS_PREVIOUS, label_by};
use extract::{BlockRun, Filter, Label, Labels};
use html::TextDocument;

/// The tree over text densities, see `text_density`.
pub(crate) const DENSITY_TREE: Filter =
    Filter::new("density-tree", |_, labels| label_by(text_density, labels));

/// The canola tree, see `canola`.
pub(crate) const CANOLA_TREE: Filter =
    Filter::new("canola-tree", |_, labels| label_by(canola, labels));

/// Marks every block as content.
pub(crate) const EVERYTHING: Filter = Filter::new("everything", mark_everything);

fn mark_everything(_: &TextDocument, labels: &mut Labels) {
    for run in &mut labels.runs {
        run.label = Label::Content;
    }
}

/// The tree over text densities (`DensityRulesClassifier`).
fn text_density(previous: &BlockRun, current: &BlockRun, next: &BlockRun) -> Label {
    if current.link_density() > LINKS_CURRENT {
        return Label::Boilerplate;
    }
    Label::content_if(if previous.link_density() > LINKS_PREVIOUS {
        next.text_density() > 11.0
    } else if current.text_density() > 9.0 {
        next.text_density() > 0.0
    } else {
        next.text_density() > 10.0 || previous.text_density() > 4.0
    })
}

/// The tree of boilerpipe's `CanolaExtractor`.
fn canola(previous: &BlockRun, current: &BlockRun, next: &BlockRun) -> Label {
    let linked = current.link_words > 0 && next.words > 11;
    let amid_text = next.words > 6
        && next.link_words == 0
        && previous.link_words == 0
        && (current.words > 6 || previous.words > 7 || next.words > 19);
    Label::content_if(linked || current.words > 19 || amid_text)
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
            text_density(&before, &linked(60, 20), &after),
            Label::Boilerplate
        );
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
