//! The headline of the page.

use crate::labels::title::{heading_in_title, title_below, title_block};
use crate::labels::{Filter, Labels, RunFlags};
use html::TextDocument;

/// Marks the first block whose text is the page's title, or a part of it between separators
/// (`DocumentTitleMatchClassifier`).
pub const TITLE_MATCH: Filter = Filter::new("title-match", mark_title);

/// Removes the headline from the text. Not in boilerpipe, which returns title and text together.
pub const LEAVE_OUT_TITLE: Filter = Filter::new("leave-out-title", leave_out_title);

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

fn leave_out_title(document: &TextDocument, labels: &mut Labels) {
    // The block with a part of the title may be the name of the site above the headline.
    let headline = heading_in_title(document).filter(|block| Some(*block) != labels.title);
    let below = labels.title.and_then(|title| title_below(document, title));
    for block in labels.title.into_iter().chain(headline).chain(below) {
        labels.drop_block(block);
    }
}
