//! Headings with no text after them.

use super::stands_in;
use crate::labels::{Filter, Label, Labels};
use html::{Tag, TextDocument};

/// Makes headings at the end of the content boilerplate (`TrailingHeadlineToBoilerplateFilter`): they open the list of
/// other stories.
pub const TRAILING_HEADLINE: Filter = Filter {
    name: "trailing-headline",
    apply: drop_trailing_headlines,
};

fn drop_trailing_headlines(document: &TextDocument, labels: &mut Labels) {
    for run in labels.runs.iter_mut().rev().filter(|run| run.is_content()) {
        if !stands_in(document, run.first as usize, is_headline) {
            break;
        }
        run.label = Label::Boilerplate;
    }
}

fn is_headline(tag: Tag) -> bool {
    matches!(tag, Tag::H1 | Tag::H2 | Tag::H3)
}
