//! Agencies credited in a line with only their name: `dpa`.

use crate::metadata::authors::names::{Credits, Outlet, agency};
use html::{Tag, TextBlock, TextDocument};

/// Maximum words of a block that is only the name of an agency.
const MAX_WORDS: u32 = 3;

/// The agency named by a block near the headline that has only its name and is not a caption.
pub(in crate::metadata) fn alone(
    document: &TextDocument,
    blocks: &[TextBlock],
    outlet: &Outlet,
) -> Credits {
    let mut found = Credits::default();
    let few = blocks.iter().filter(|block| block.words <= MAX_WORDS);
    let texts = few.filter(|block| {
        let mut around = document.ancestors(block.element);
        let is_picture = around.any(|e| matches!(e.tag, Tag::Figure | Tag::Figcaption));
        !is_picture && block.link_words == 0
    });
    let named = texts
        .map(|block| document.text_of(block).trim_start_matches(['©', ' ']))
        .find(|text| agency(text).is_some());
    if let Some(text) = named {
        found.add(text, outlet);
    }
    found
}
