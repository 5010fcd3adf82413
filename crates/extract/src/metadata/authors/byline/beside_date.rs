//! A name alone beside the date, without any word for authors or after one: `Jane Doe | 3 May 2026`. Outlets and sections also stand
//! there, to which the menu has a link.

use super::label::after_words;
use super::line::is_label_of_date;
use super::other_persons::is_among_comments;
use super::position::{name_alone, name_beside_date};
use super::{LineKind, MIN_PARAGRAPH_WORDS, is_caseless_name, is_full_name, kind_of_line};
use crate::metadata::Page;
use crate::metadata::authors::names::Credits;
use html::{Anchor, TextBlock, TextDocument};

/// Number of blocks after the headline that may be such a line.
const AFTER_HEADLINE: usize = 8;

/// The only full name that is in one line with a date, or in the line before or after one.
pub(in crate::metadata) fn named(page: &Page<'_>) -> Credits {
    let document = page.document;
    let Some(headline) = page.headline else {
        return Credits::default();
    };
    let below = document.blocks.get(headline + 1..).unwrap_or_default();
    let end = below
        .iter()
        .take(AFTER_HEADLINE)
        .take_while(|block| block.words <= MIN_PARAGRAPH_WORDS)
        .count();
    let lines = &below[..end];
    let is_date = |at: usize| {
        let line = lines.get(at);
        line.is_some_and(|line| kind_of_line(&document.lines_of(line)) == Some(LineKind::Date))
    };
    let mut names: Vec<String> = Vec::new();
    for (at, block) in lines.iter().enumerate() {
        let lines = document.lines_of(block);
        let text = after_words(&lines);
        let alone = text.trim();
        let is_labelled = || text.len() < lines.len() && is_caseless_name(alone);
        let is_beside = || at.checked_sub(1).is_some_and(is_date) || is_date(at + 1);
        let name = if is_full_name(alone) || is_labelled() {
            name_alone(alone).filter(|_| is_beside())
        } else {
            name_beside_date(text)
        };
        if let Some(name) = name
            && !name.split(' ').any(is_label_of_date)
            && !is_linked_elsewhere(document, block, name)
            && !is_among_comments(document, block.element)
            && !names.iter().any(|known| known == name)
        {
            names.push(name.to_owned());
        }
    }
    let only = names.iter().map(String::as_str);
    let credits = Credits::of(only.filter(|_| names.len() == 1), page.outlet);
    if credits.persons.is_empty() {
        Credits::default()
    } else {
        credits
    }
}

/// Whether a link outside a block has some text: one to a section, or to the home page.
fn is_linked_elsewhere(document: &TextDocument, block: &TextBlock, text: &str) -> bool {
    // the text of a link may begin with the blank before it
    let is_own = |link: &Anchor| link.text.overlaps(block.text);
    let mut links = document.head.anchors.iter();
    links.any(|link| !is_own(link) && link.text.of(&document.text).trim() == text)
}
