//! Removes reader comments from an article; `--with comments` adds them.
//!
//! Comments are kept on a page that is only a discussion.

use crate::element_names::{AncestorSearch, is_called_comments, may_name_comments};
use crate::labels::title::headline_block;
use crate::labels::{Filter, Label, Labels};
use crate::learned::features::is_thread;
use html::{Element, TextDocument};

/// Minimum words of an article outside comments.
const MIN_ARTICLE_WORDS: u32 = 40;

/// Step that removes blocks in elements named after comments, if an article precedes them.
pub(crate) const LEAVE_OUT: Filter = Filter {
    name: "drop comments",
    apply: leave_out,
};

fn leave_out(document: &TextDocument, labels: &mut Labels) {
    if !may_name_comments(&document.attributes) {
        return;
    }
    // in a thread they are the text
    if is_thread(document) {
        return;
    }
    // a wrapper of the page may be named after comments, too
    let headline = headline_block(document).map(|block| document.blocks[block].offset);
    let is_around_headline = |Element { source, .. }: &Element| {
        headline.is_some_and(|at| (source.start..source.end).contains(&at))
    };
    let mut comments = AncestorSearch::new(document, usize::MAX, |element| {
        element.parent.is_some()
            && !is_around_headline(element)
            && is_called_comments(document, element)
    });
    let mut is_comment = |block: u32| {
        let element = document.blocks[block as usize].element;
        comments.find(element).is_some()
    };
    let mut words_before = 0;
    for run in &mut labels.runs {
        if !run.is_content() {
            continue;
        }
        if !is_comment(run.first) {
            words_before += run.words;
        } else if words_before >= MIN_ARTICLE_WORDS {
            run.label = Label::Boilerplate;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use html::parse;

    fn kept(html: &str) -> Vec<usize> {
        let document = parse(html);
        let mut labels = Labels::all_content(&document);
        leave_out(&document, &mut labels);
        labels.content_blocks().collect()
    }

    #[test]
    fn comments_below_an_article_are_dropped_and_those_of_a_discussion_are_kept() {
        let article = "word ".repeat(50);
        let comments = "<ul class='comment-list'><li>First!<li>Second</ul>";
        assert_eq!(kept(&format!("<h1>H</h1><p>{article}{comments}")), [0, 1]);
        assert_eq!(
            kept(&format!("<h1>H</h1>{comments}<p>{article}")),
            [0, 1, 2, 3]
        );
    }

    #[test]
    fn a_wrapper_named_after_comments_drops_nothing() {
        let article = "word ".repeat(50);
        let page = format!("<div class='comments'><h1>H</h1><p>{article}<p>{article}</div>");
        assert_eq!(kept(&page), [0, 1, 2]);
    }
}
