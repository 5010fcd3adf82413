//! The longest run of content and what belongs to it.

use super::is_inside;
use extract::{BlockRun, Filter, Label, Labels, RunFlags};
use html::{Tag, TextDocument};

/// Keeps only the content run with the most words (`KeepLargestBlockFilter.INSTANCE`).
pub(crate) const KEEP_LARGEST: Filter = Filter::new("keep-largest", |_, labels| {
    keep_largest(labels);
});

/// The same, plus runs of at least 150 words at the same depth with no shallower run in between
/// (`KeepLargestBlockFilter.INSTANCE_EXPAND_TO_SAME_TAGLEVEL_MIN_WORDS`).
pub(crate) const KEEP_LARGEST_EXPANDED: Filter =
    Filter::new("keep-largest-expanded", keep_largest_expanded);

/// Marks runs of at least 100 words at the depth of the longest as content
/// (`LargeBlockSameTagLevelToContentFilter`).
pub(crate) const LARGE_AT_SAME_LEVEL: Filter =
    Filter::new("large-at-same-level", add_large_at_same_level);

/// Marks all runs but the longest content run as boilerplate and returns its index; of several, the first.
fn keep_largest(labels: &mut Labels) -> Option<usize> {
    if labels.runs.len() < 2 {
        return None;
    }
    let content = (0..labels.runs.len()).filter(|i| labels.runs[*i].is_content());
    let largest = content.rev().max_by_key(|i| labels.runs[*i].words);
    for (i, run) in labels.runs.iter_mut().enumerate() {
        if largest == Some(i) {
            run.flags.add(RunFlags::LARGEST);
        } else {
            run.label = Label::Boilerplate;
            run.flags.add(RunFlags::CANDIDATE);
        }
    }
    largest
}

fn keep_largest_expanded(_: &TextDocument, labels: &mut Labels) {
    let Some(largest) = keep_largest(labels) else {
        return;
    };
    let level = labels.runs[largest].tag_level;
    let (before, rest) = labels.runs.split_at_mut(largest);
    let beside = |run: &&mut BlockRun| run.tag_level >= level;
    let above = before.iter_mut().rev().take_while(beside);
    for run in above.chain(rest[1..].iter_mut().take_while(beside)) {
        if run.tag_level == level && run.words >= 150 {
            run.label = Label::Content;
        }
    }
}

fn add_large_at_same_level(_: &TextDocument, labels: &mut Labels) {
    let is_largest = |run: &&BlockRun| run.is_content() && run.flags.has(RunFlags::LARGEST);
    let Some(level) = labels.runs.iter().find(is_largest).map(|run| run.tag_level) else {
        return;
    };
    for run in &mut labels.runs {
        if run.tag_level == level && run.words >= 100 {
            run.label = Label::Content;
        }
    }
}

/// Marks list items without links as content if they follow the longest run and are nested deeper (`ListAtEndFilter`).
pub(crate) const LIST_AT_END: Filter = Filter::new("list-at-end", add_list_at_end);

fn add_list_at_end(document: &TextDocument, labels: &mut Labels) {
    let mut level = u16::MAX;
    for i in 0..labels.runs.len() {
        let run = labels.runs[i];
        if run.is_content() && run.flags.has(RunFlags::LARGEST) {
            level = run.tag_level;
        } else if run.tag_level > level
            && run.flags.has(RunFlags::CANDIDATE)
            && run.link_words == 0
            && labels
                .blocks_of(&run)
                .any(|block| is_inside(document, block, |tag| tag == Tag::Li))
        {
            labels.runs[i].label = Label::Content;
        } else {
            level = u16::MAX;
        }
    }
}
