//! Headlines: the page title, the blocks between it and the text, and headlines with no text after them.

use super::is_inside;
use crate::labels::title::{heading_in_title, title_below, title_block};
use crate::labels::{BlockRun, Filter, Label, Labels, RunFlags};
use html::{Tag, TextDocument};

/// Marks the first block whose text is the page's title, or a part of it between separators
/// (`DocumentTitleMatchClassifier`).
pub const TITLE_MATCH: Filter = Filter {
    name: "title-match",
    apply: mark_title,
};

/// Marks runs between title and content as content if they were candidates when the longest run was chosen
/// (`ExpandTitleToContentFilter`).
pub const EXPAND_TITLE: Filter = Filter {
    name: "expand-title-to-content",
    apply: expand_title,
};

/// Removes the headline from the text. Not in boilerpipe, which returns title and text together.
pub const LEAVE_OUT_TITLE: Filter = Filter {
    name: "leave-out-title",
    apply: leave_out_title,
};

fn mark_title(document: &TextDocument, labels: &mut Labels) {
    labels.title = title_block(document);
    labels.title_searched = true;
    if let Some(block) = labels.title
        && let Some(run) = labels
            .runs
            .iter_mut()
            .find(|run| run.first as usize == block)
    {
        run.flags.add(RunFlags::TITLE);
    }
}

fn expand_title(_: &TextDocument, labels: &mut Labels) {
    let Some(start) = labels.runs.iter().position(BlockRun::is_content) else {
        return;
    };
    let is_title = |run: &BlockRun| run.flags.has(RunFlags::TITLE);
    let Some(title) = labels.runs[..=start].iter().rposition(is_title) else {
        return;
    };
    for run in &mut labels.runs[title..start] {
        if run.flags.has(RunFlags::CANDIDATE) {
            run.label = Label::Content;
        }
    }
}

fn leave_out_title(document: &TextDocument, labels: &mut Labels) {
    // The block with a part of the title may be the name of the site above the headline.
    let headline = heading_in_title(document).filter(|block| Some(*block) != labels.title);
    let below = labels.title.and_then(|title| title_below(document, title));
    for block in labels.title.into_iter().chain(headline).chain(below) {
        labels.drop_block(block);
    }
}

/// Marks headings at the end of the content as boilerplate (`TrailingHeadlineToBoilerplateFilter`): they introduce lists
/// of other stories.
pub const TRAILING_HEADLINE: Filter = Filter {
    name: "trailing-headline",
    apply: drop_trailing_headlines,
};

fn drop_trailing_headlines(document: &TextDocument, labels: &mut Labels) {
    for run in labels.runs.iter_mut().rev().filter(|run| run.is_content()) {
        if !is_inside(document, run.first as usize, is_headline) {
            break;
        }
        run.label = Label::Boilerplate;
    }
}

fn is_headline(tag: Tag) -> bool {
    matches!(tag, Tag::H1 | Tag::H2 | Tag::H3)
}
