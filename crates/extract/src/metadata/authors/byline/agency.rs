//! Agencies credited outside bylines: `WASHINGTON (AP) —`, or a line with only `dpa`.

use crate::metadata::authors::names::{Credits, Outlet, agency};
use html::{Tag, TextBlock, TextDocument};

/// Maximum words of a block that is only the name of an agency.
const FEW: u32 = 3;
/// Maximum bytes before and inside the brackets of a dateline.
const PLACE: usize = 60;
const BRACKET: usize = 24;
/// Minimum words of a block that may begin with a dateline.
const PARAGRAPH: u32 = 15;
/// Maximum number of such blocks.
const MANY: usize = 3;

/// The agency named by a block near the headline that has only its name and is not a caption.
pub(super) fn alone(document: &TextDocument, blocks: &[TextBlock], outlet: &Outlet) -> Credits {
    let mut found = Credits::default();
    let few = blocks.iter().filter(|block| block.words <= FEW);
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

/// The agency in the dateline of the first paragraphs.
pub(in crate::metadata) fn dateline(document: &TextDocument) -> Option<Credits> {
    let paragraphs = document.blocks.iter().filter(|b| b.words >= PARAGRAPH);
    let name = paragraphs
        .take(MANY)
        .find_map(|block| in_dateline(document.text_of(block)))?;
    let mut found = Credits::default();
    found.add(name, &Outlet::default());
    Some(found)
}

fn in_dateline(text: &str) -> Option<&str> {
    let open = text.find('(').filter(|at| *at <= PLACE)?;
    let close = open + text[open..].find(')').filter(|length| *length <= BRACKET)?;
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
