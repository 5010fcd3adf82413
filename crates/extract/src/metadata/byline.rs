//! Bylines as readers see them: near the headline, and only what looks like a person's name.

use std::ops::Range;

use super::names::{Outlet, is_particle, persons};
use crate::document::{TextBlock, TextDocument};
use crate::title;

/// Blocks around the headline in which a byline stands.
const BEFORE_HEADLINE: usize = 6;
const AFTER_HEADLINE: usize = 14;
/// Words of a block that is a byline, at most.
const BYLINE_WORDS: u32 = 25;
/// Bytes of such a block at most.
const LONGEST: usize = 500;
/// Words of a person's name.
const NAME_WORDS: std::ops::RangeInclusive<usize> = 2..=4;
/// Parts of an address that leads to an author.
const AUTHOR_PATHS: [&str; 12] = [
    "/author/",
    "/authors/",
    "/autor/",
    "/autoren/",
    "/autorin/",
    "/by/",
    "/people/",
    "/profile/",
    "/staff/",
    "/contributor",
    "/journalist",
    "/reporter",
];
/// Parts of a class, `id` or `itemprop` that say a block holds the author.
const AUTHOR_CLASSES: [&str; 5] = ["author", "byline", "autor", "creator", "verfasser"];
/// Words before a name, in lower case.
const BY: [&str; 4] = ["by", "von", "par", "por"];
/// What ends a name in a byline.
const ENDS: [char; 11] = ['|', '·', '•', '(', '/', '\n', ':', '—', '–', '@', '■'];
/// Capitalised words of other things than persons, in lower case.
const NO_NAMES: [&str; 30] = [
    "the",
    "news",
    "press",
    "staff",
    "editor",
    "reporter",
    "redaktion",
    "uhr",
    "updated",
    "published",
    "follow",
    "contact",
    "share",
    "more",
    "team",
    "writer",
    "posted",
    "photo",
    "foto",
    "bild",
    "image",
    "read",
    "view",
    "all",
    "about",
    "agency",
    "online",
    "media",
    "mehr",
    "alle",
];

/// Finds in the blocks near the headline the parts of the text that may hold names.
type Reader = fn(&TextDocument, &[TextBlock]) -> Vec<Range<usize>>;

/// Authors out of what is visible by the headline: links to an author's page first, then blocks that say "by", or that
/// are marked as byline.
pub(super) fn of(document: &TextDocument, outlet: &Outlet) -> Vec<String> {
    let near = near_headline(document);
    let blocks = document.blocks.get(near).unwrap_or_default();
    let sources: [Reader; 3] = [linked, spoken, marked];
    for read in sources {
        let ranges = read(document, blocks);
        let texts = ranges
            .into_iter()
            .filter_map(|range| document.text.get(range));
        let mut found = persons(texts.map(clip), outlet);
        found.retain(|name| is_full_name(name));
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

fn near_headline(document: &TextDocument) -> Range<usize> {
    let headline = title::headline_block(document).unwrap_or(0);
    let end = (headline + AFTER_HEADLINE).min(document.blocks.len());
    headline.saturating_sub(BEFORE_HEADLINE)..end
}

/// Links that say they lead to the author, or whose address does.
fn linked(document: &TextDocument, blocks: &[TextBlock]) -> Vec<Range<usize>> {
    let (Some(first), Some(last)) = (blocks.first(), blocks.last()) else {
        return vec![];
    };
    let near = document.head.anchors.iter().filter(|anchor| {
        let inside = anchor.text.start < last.text.end && anchor.text.end > first.text.start;
        !anchor.hidden && inside && !anchor.text.is_empty()
    });
    let of_author = near.filter(|anchor| {
        let mut rel = document.attribute(anchor.rel).split_ascii_whitespace();
        let href = document.attribute(anchor.href).to_ascii_lowercase();
        rel.any(|word| word.eq_ignore_ascii_case("author"))
            || AUTHOR_PATHS.iter().any(|path| href.contains(path))
    });
    // Links further down lead to the authors of other articles: those of the first block are taken.
    let mut block: Option<&TextBlock> = None;
    of_author
        .filter(|anchor| {
            let own = blocks
                .iter()
                .find(|b| b.text.end > anchor.text.start && b.text.start < anchor.text.end);
            let first = *block.get_or_insert(own.unwrap_or(last));
            own.is_some_and(|own| own.text == first.text || own.element == first.element)
        })
        .map(|anchor| anchor.text.start as usize..anchor.text.end as usize)
        .collect()
}

/// Short blocks that begin with "by", or in which a part does: `Politics | By Jane Doe`.
fn spoken(document: &TextDocument, blocks: &[TextBlock]) -> Vec<Range<usize>> {
    let short = blocks.iter().filter(|block| is_short(block, BYLINE_WORDS));
    let after_by = short.filter_map(|block| {
        let text = document.text_of(block);
        let mut at = 0;
        for word in text.split_inclusive(' ') {
            let starts = at == 0
                || text[..at]
                    .trim_end()
                    .ends_with(['|', '·', '•', ',', '.', '-', '–']);
            at += word.len();
            if starts && BY.contains(&word.trim_end_matches([' ', ':']).to_lowercase().as_str()) {
                let start = block.text.start as usize + at;
                return (start < block.text.end as usize).then_some(start..block.text.end as usize);
            }
        }
        None
    });
    after_by.take(1).collect()
}

/// Short blocks in an element whose class, `id` or `itemprop` speaks of the author.
fn marked(document: &TextDocument, blocks: &[TextBlock]) -> Vec<Range<usize>> {
    let says_author = |block: &&TextBlock| {
        document.ancestors(block.element).take(2).any(|element| {
            [element.class, element.id, element.itemprop]
                .iter()
                .any(|attribute| {
                    let value = document.attribute(*attribute).to_ascii_lowercase();
                    AUTHOR_CLASSES.iter().any(|class| value.contains(class))
                })
        })
    };
    let short = blocks
        .iter()
        .filter(|block| is_short(block, BYLINE_WORDS / 2));
    let marked = short.filter(says_author).take(1);
    marked
        .map(|block| block.text.start as usize..block.text.end as usize)
        .collect()
}

fn is_short(block: &TextBlock, words: u32) -> bool {
    block.words <= words && block.text.len() <= LONGEST
}

/// Up to what ends the name: a mark, a number, the word of a date.
fn clip(text: &str) -> &str {
    let text = text.trim();
    let end = text
        .find(|c: char| ENDS.contains(&c) || c.is_numeric())
        .unwrap_or(text.len());
    let text = &text[..end];
    let mut at = 0;
    for word in text.split_inclusive(' ') {
        let bare = word
            .trim_matches(|c: char| !c.is_alphanumeric())
            .to_lowercase();
        if at > 0
            && (super::words::month(&bare).is_some()
                || matches!(
                    bare.as_str(),
                    "am" | "on" | "in" | "for" | "at" | "published" | "updated" | "is" | "aus"
                ))
        {
            return &text[..at];
        }
        at += word.len();
    }
    text
}

/// Two to four words, each capitalised but for particles, none of them a word of trade.
fn is_full_name(name: &str) -> bool {
    let words: Vec<&str> = name.split(' ').collect();
    let capital = |word: &str| word.chars().next().is_some_and(char::is_uppercase);
    let is_name = |word: &&str| capital(word) || is_particle(word);
    NAME_WORDS.contains(&words.len())
        && words.iter().all(is_name)
        && words.last().is_some_and(|word| capital(word))
        && !words
            .iter()
            .any(|word| NO_NAMES.contains(&word.to_lowercase().as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn authors(html: &str) -> Vec<String> {
        of(&crate::parse(html), &Outlet::default())
    }

    #[test]
    fn a_byline_under_the_headline_is_read() {
        for byline in [
            "<p>Von Erika Muster</p>",
            "<p>By Erika Muster | 3 May 2024</p>",
            "<p>3. Mai 2024 | Von Erika Muster, Berlin</p>",
            "<p><a rel=author href=/x>Erika Muster</a></p>",
            "<p>Text: <a href=/autoren/muster>Erika Muster</a></p>",
            "<p class=article-byline>Erika Muster</p>",
        ] {
            assert_eq!(
                authors(&format!("<h1>Neue Brücke</h1>{byline}<p>Der Rat.")),
                ["Erika Muster"],
                "{byline}"
            );
        }
    }

    #[test]
    fn two_authors_are_two() {
        let html = "<h1>Neue Brücke</h1><p>Von Erika Muster und Max van der Feld</p>";
        assert_eq!(authors(html), ["Erika Muster", "Max van der Feld"]);
    }

    #[test]
    fn what_is_no_name_is_left_out() {
        for byline in [
            "<p>Von unserer Redaktion</p>",
            "<p>By the time he came it was late</p>",
            "<p class=author>Follow us</p>",
            "<p><a href=/author/all>All Authors</a></p>",
            "<p>Von der Leyen spricht heute</p>",
        ] {
            assert!(
                authors(&format!("<h1>Neue Brücke</h1>{byline}")).is_empty(),
                "{byline}"
            );
        }
    }
}
