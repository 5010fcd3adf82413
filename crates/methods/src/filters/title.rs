//! The blocks between the headline and the text, and headlines with no text after them.

use super::is_inside;
use extract::{BlockRun, Filter, Label, Labels, RunFlags};
use html::{Tag, TextDocument};

/// Marks runs between title and content as content if they were candidates when the longest run was chosen
/// (`ExpandTitleToContentFilter`).
pub(crate) const EXPAND_TITLE: Filter = Filter::new("expand-title-to-content", expand_title);

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

/// Marks headings at the end of the content as boilerplate (`TrailingHeadlineToBoilerplateFilter`): they introduce lists
/// of other stories.
pub(crate) const TRAILING_HEADLINE: Filter =
    Filter::new("trailing-headline", drop_trailing_headlines);

fn drop_trailing_headlines(document: &TextDocument, labels: &mut Labels) {
    for run in labels.runs.iter_mut().rev().filter(|run| run.is_content()) {
        let is_headline = |tag| matches!(tag, Tag::H1 | Tag::H2 | Tag::H3);
        if !is_inside(document, run.first as usize, is_headline) {
            break;
        }
        run.label = Label::Boilerplate;
    }
}
