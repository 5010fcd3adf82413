//! Lists that end an article.

use super::stands_in;
use crate::labels::{Filter, Label, Labels, Marks};
use html::{Tag, TextDocument};

/// List items without links that follow the longest run, nested deeper, become content (`ListAtEndFilter`).
pub const LIST_AT_END: Filter = Filter {
    name: "list-at-end",
    apply: add_list_at_end,
};

fn add_list_at_end(document: &TextDocument, labels: &mut Labels) {
    let mut level = u16::MAX;
    for i in 0..labels.runs.len() {
        let run = labels.runs[i];
        if run.is_content() && run.marks.has(Marks::LARGEST) {
            level = run.tag_level;
        } else if run.tag_level > level
            && run.marks.has(Marks::CANDIDATE)
            && run.link_words == 0
            && labels
                .blocks_of(&run)
                .any(|block| stands_in(document, block, |tag| tag == Tag::Li))
        {
            labels.runs[i].label = Label::Content;
        } else {
            level = u16::MAX;
        }
    }
}
