//! Agencies credited outside bylines: a line with only `dpa`, or with `dpa` and the date.

use super::elements::lines_of_elements;
use super::position::{agencies_beside_date, is_no_byline};
use super::{BESIDE_DATE_WORDS, beside_date, is_short, near};
use crate::metadata::Page;
use crate::metadata::authors::names::{Credits, agency};
use crate::word_count::fair_words;
use html::Tag;

/// Maximum words of a block that is only the name of an agency.
const MAX_WORDS: usize = 3;

/// The agencies named by a block near the headline that has only their name and is not a caption, or only names and dates and no
/// person beside it.
pub(in crate::metadata) fn alone(page: &Page<'_>) -> Credits {
    let document = page.document;
    let few = near(page).iter().filter(|block| {
        let mut around = document.ancestors(block.element);
        let is_picture = around.any(|e| matches!(e.tag, Tag::Figure | Tag::Figcaption));
        is_short(document, block, BESIDE_DATE_WORDS) && !is_picture && block.link_words == 0
    });
    let mut credits = few.map(|block| {
        let text = document.text_of(block).trim_start_matches(['©', ' ']);
        if fair_words(text) <= MAX_WORDS && agency(text).is_some() {
            return Credits::of([text], page.outlet);
        }
        let lines = lines_of_elements(document, block);
        let names = agencies_beside_date(&lines).filter(|_| !is_no_byline(document, block));
        let names = names.filter(|_| beside_date::named(page).is_empty());
        Credits::of(names.unwrap_or_default(), page.outlet)
    });
    let first = credits.find(|credits| !credits.agencies.is_empty());
    first.unwrap_or_default()
}
