//! Agencies credited outside bylines: `WASHINGTON (AP) —`, or a line with only `dpa`.

use super::near;
use crate::metadata::Page;
use crate::metadata::authors::names::{Credits, Outlet, agency};
use html::Tag;

/// Maximum words of a block that is only the name of an agency.
const MAX_WORDS: u32 = 3;
/// Maximum bytes before and inside the brackets of a dateline.
const MAX_PLACE_BYTES: usize = 60;
const MAX_BRACKET_BYTES: usize = 24;
/// Minimum words of a block that may begin with a dateline.
const MIN_PARAGRAPH_WORDS: u32 = 15;
/// Maximum number of such blocks.
const MAX_BLOCKS: usize = 3;

/// The agency named by a block near the headline that has only its name and is not a caption.
pub(in crate::metadata) fn alone(page: &Page<'_>) -> Credits {
    let document = page.document;
    let few = near(page).iter().filter(|block| block.words <= MAX_WORDS);
    let texts = few.filter(|block| {
        let mut around = document.ancestors(block.element);
        let is_picture = around.any(|e| matches!(e.tag, Tag::Figure | Tag::Figcaption));
        !is_picture && block.link_words == 0
    });
    let named = texts
        .map(|block| document.text_of(block).trim_start_matches(['©', ' ']))
        .find(|text| agency(text).is_some());
    Credits::of(named, page.outlet)
}

/// The agency in the dateline of the first paragraphs.
pub(in crate::metadata) fn dateline(page: &Page<'_>) -> Credits {
    let document = page.document;
    let paragraphs = document
        .blocks
        .iter()
        .filter(|b| b.words >= MIN_PARAGRAPH_WORDS);
    let name = paragraphs
        .take(MAX_BLOCKS)
        .find_map(|block| in_dateline(document.text_of(block)));
    Credits::of(name, &Outlet::default())
}

fn in_dateline(text: &str) -> Option<&str> {
    let open = text.find('(').filter(|at| *at <= MAX_PLACE_BYTES)?;
    let close = open
        + text[open..]
            .find(')')
            .filter(|length| *length <= MAX_BRACKET_BYTES)?;
    let place = text[..open].trim();
    let is_place = place.is_empty()
        || place.starts_with(char::is_uppercase) && !place.contains(['.', ':', '"', '„', '“']);
    let follows = text[close + 1..].trim_start();
    let dash = follows.starts_with(['-', '–', '—', '―', ':']);
    let name = text[open + 1..close].trim();
    (is_place && dash)
        .then_some(name)
        .filter(|name| agency(name).is_some())
}
