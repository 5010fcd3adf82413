//! A name alone beside the date, without any word for authors or after one: `Jane Doe | 3 May 2026`. Outlets, sections and
//! places also stand there, so the name must be one that the page has nowhere else.

use super::label::{after_words, are_full_names};
use super::line::is_label_of_date;
use super::position::{is_no_byline, name_alone, name_beside_date};
use super::{
    BESIDE_DATE_WORDS, LineKind, MIN_PARAGRAPH_WORDS, is_caseless_name, is_full_name, is_short,
    is_spelt, kind_of_line,
};
use crate::metadata::Page;
use crate::metadata::authors::names::Credits;
use html::{Tag, TextBlock, TextDocument};

/// Number of blocks after the headline that may be such a line.
const AFTER_HEADLINE: usize = 8;

/// The only full name that is in one line with a date, or in the line before or after one, where several may stand together.
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
        if !is_short(document, block, BESIDE_DATE_WORDS)
            || is_no_byline(document, block)
            || is_term(document, block)
        {
            continue;
        }
        let lines = document.lines_of(block);
        let text = after_words(&lines);
        let alone = text.trim();
        let is_labelled = || text.len() < lines.len() && is_caseless_name(alone);
        let is_beside = || at.checked_sub(1).is_some_and(is_date) || is_date(at + 1);
        let name = if are_full_names(alone) {
            Some(alone).filter(|_| is_beside())
        } else if is_full_name(alone) || is_labelled() {
            name_alone(alone).filter(|_| is_beside())
        } else {
            name_beside_date(text)
        };
        if let Some(name) = name
            && !name.ends_with('.')
            && !name.split(' ').any(is_label_of_date)
            && is_only_here(document, headline, block, name)
            && !names.iter().any(|known| known == name)
        {
            names.push(name.to_owned());
        }
    }
    let only = names
        .iter()
        .map(String::as_str)
        .filter(|_| names.len() == 1);
    let credits = Credits::of(only, page.outlet);
    if !credits.persons.is_empty() && credits.organizations.is_empty() {
        credits.without_photographers(&document.text)
    } else {
        Credits::default()
    }
}

/// Whether a block is in a list of terms, such as the profile of a member of a forum.
fn is_term(document: &TextDocument, block: &TextBlock) -> bool {
    let mut around = document.ancestors(block.element);
    around.any(|around| matches!(around.tag, Tag::Dt | Tag::Dd))
}

/// Whether nothing else on the page has the name of a line: neither the headline or a paragraph, which would be about the person,
/// nor a link, which would be one to a section or to the home page.
fn is_only_here(document: &TextDocument, headline: usize, block: &TextBlock, name: &str) -> bool {
    let title = document.text_of(&document.blocks[headline]);
    let name_starts = document.text_of(block).find(name).unwrap_or_default();
    let start = block.text.start + u32::try_from(name_starts).unwrap_or_default();
    let here = start..start + u32::try_from(name.len()).unwrap_or_default();
    let mut links = document.head.anchors.iter().filter_map(|anchor| {
        let is_here = anchor.text.start < here.end && here.start < anchor.text.end;
        let is_name = anchor.text.of(&document.text).trim() == name;
        (is_here || is_name).then_some((anchor, is_here && is_name))
    });
    let is_own = links.all(|(anchor, is_own)| is_own && is_spelt(document, anchor, name));
    let is_about = |block: &TextBlock| {
        block.words >= MIN_PARAGRAPH_WORDS && {
            let text = document.text_of(block);
            text.contains(name) && !text.starts_with(name)
        }
    };
    let last = name.rsplit(' ').next().unwrap_or(name);
    is_own
        && !title.contains(last)
        && !document.title.contains(name)
        && !document.blocks[headline..].iter().any(is_about)
}
