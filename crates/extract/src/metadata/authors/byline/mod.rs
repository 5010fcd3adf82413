//! Visible bylines, mainly near the headline, with names that look like those of persons.

mod agency;
mod beside_date;
mod chinese;
mod korean;
mod label;
mod line;
mod name;
mod position;
mod signature;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

pub(in crate::metadata) use self::agency::dateline;
pub(crate) use self::line::{LineKind, is_credit, kind_of_line};
pub(in crate::metadata) use self::name::is_full_name;
use self::name::{
    ENDS, MIN_NAME_LETTERS, NAME_WORDS, clip, is_caseless_name, is_inside_name, is_pictograph,
};
pub(in crate::metadata) use self::signature::at_end;
use super::names::{Credits, Outlet, is_before_place, split_at};
use crate::element_names::is_called_comments;
use crate::lexicon::Phrases;
use crate::metadata::text::letters;
use crate::word_count::{THAI_LETTERS_OF_WORD, is_thai};
use html::{Anchor, Span, TextBlock, TextDocument};

/// Number of blocks before and after the headline that may be a byline.
const BEFORE_HEADLINE: usize = 6;
const AFTER_HEADLINE: usize = 14;
/// Maximum words of a block that is a byline.
const MAX_BYLINE_WORDS: u32 = 25;
/// A block with more words than this is a paragraph.
const MIN_PARAGRAPH_WORDS: u32 = 40;
/// Maximum bytes of a byline.
const MAX_BYLINE_BYTES: usize = 500;
/// Number of elements around a block, including its own, whose names may mark it as a byline.
const NAMED_LEVELS: usize = 3;
/// Maximum number of author links read on one page.
const MAX_LINKS: usize = 200;
static LEADS_TO_AUTHOR: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::new(words::byline::AUTHOR_PATHS));
static OF_AUTHOR: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::in_any_case(words::byline::CLASSES));
static OF_OTHERS: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::in_any_case(words::byline::CLASSES_OF_OTHERS));

/// Characters between the parts of a byline.
const PART_ENDS: [char; 4] = ['|', '·', '•', '\n'];

/// Finds credits in the blocks near the headline.
type Reader = fn(&TextDocument, &[TextBlock], &Outlet) -> Credits;

/// The authors in visible text near the headline: in links to author pages, otherwise in blocks with "by", in blocks marked as
/// bylines, in Korean bylines, in blocks with only an agency, or beside a job, or an agency and a time.
pub(in crate::metadata) fn near_headline(
    document: &TextDocument,
    outlet: &Outlet,
    headline: Option<usize>,
) -> Option<Credits> {
    let near = near(document, headline);
    let blocks = document.blocks.get(near).unwrap_or_default();
    let readers: [Reader; 6] = [
        linked,
        label::names_after_by,
        marked,
        korean::named,
        chinese::named,
        agency::alone,
    ];
    let named = || position::named(document, headline, outlet);
    let beside_date = || beside_date::named(document, headline, outlet);
    let found = readers.iter().map(|read| read(document, blocks, outlet));
    let found = found.chain(std::iter::once_with(named));
    let mut found = found.chain(std::iter::once_with(beside_date));
    found.find(|credits| !credits.is_empty())
}

/// The only author that the page names, or the first with a label.
pub(in crate::metadata) fn anywhere(document: &TextDocument, outlet: &Outlet) -> Option<Credits> {
    let found = unanimous(document, outlet);
    let found = if found.is_empty() {
        label::names_after_label(document, outlet)
    } else {
        found
    };
    (!found.is_empty()).then_some(found)
}

/// The blocks that may be bylines: around the headline, or at the top of a page without one.
fn near(document: &TextDocument, headline: Option<usize>) -> Range<usize> {
    let at = headline.unwrap_or_default();
    at.saturating_sub(BEFORE_HEADLINE)..document.blocks.len().min(at + AFTER_HEADLINE)
}

/// The names in pieces of visible text. Persons are kept only if they look like full names.
fn credits<'a>(texts: impl Iterator<Item = &'a str>, outlet: &Outlet) -> Credits {
    let mut found = Credits::default();
    for text in texts {
        let names = clip(text);
        found.add(names, outlet);
        for name in persons_in_places(text, names) {
            found.add(name, outlet);
        }
    }
    found
        .persons
        .retain(|name| is_full_name(name) || is_caseless_name(name));
    found
}

/// The names of a byline after the first that `clip` leaves, each with a place: `Ann Bell in Easton and Max Feld in Uelzen`.
fn persons_in_places<'a>(text: &'a str, first: &str) -> Vec<&'a str> {
    let rest = text.trim_start().get(first.len()..).unwrap_or_default();
    let is_in_place = |text: &str| text.split_whitespace().next().is_some_and(is_before_place);
    if !is_in_place(rest) {
        return Vec::new();
    }
    let names = rest.split(ENDS).next().unwrap_or_default();
    let parts = split_at(names, words::byline::AND.iter().chain(&[", "]));
    let names = parts.iter().map(|part| (clip(part).trim(), *part));
    let placed = names.filter(|(name, part)| {
        is_full_name(name) && is_in_place(part.trim_start().get(name.len()..).unwrap_or_default())
    });
    placed.map(|(name, _)| name).collect()
}

/// The links to authors in a range of the text, recognised by `rel` or URL.
fn author_links(
    document: &TextDocument,
    within: Range<u32>,
) -> impl Iterator<Item = (&Anchor, &str)> {
    let anchors = document.head.anchors.iter().filter(move |anchor| {
        let shown = !anchor.text.is_empty() && anchor.text.len() <= MAX_BYLINE_BYTES;
        shown && within.contains(&anchor.text.start)
    });
    let of_author = anchors.filter(|anchor| {
        let mut rel = document.attribute(anchor.rel).split_ascii_whitespace();
        let href = document.attribute(anchor.href);
        rel.any(|word| word.eq_ignore_ascii_case("author")) || LEADS_TO_AUTHOR.are_in(href)
    });
    of_author
        .take(MAX_LINKS)
        .map(|anchor| (anchor, anchor.text.of(&document.text)))
}

/// The names in links to author pages, in the first block that has such a link.
fn linked(document: &TextDocument, blocks: &[TextBlock], outlet: &Outlet) -> Credits {
    let (Some(first), Some(last)) = (blocks.first(), blocks.last()) else {
        return Credits::default();
    };
    let near = first.text.start..last.text.end;
    let of_author = author_links(document, near);
    // links further down lead to authors of other articles, so take those of the first block; links in a paragraph lead to
    // people it is about
    let mut block: Option<&TextBlock> = None;
    let of_author = of_author.filter(|(anchor, _)| {
        let own = blocks
            .iter()
            .find(|b| b.text.end > anchor.text.start && b.text.start < anchor.text.end);
        if own.is_some_and(|own| own.words > MIN_PARAGRAPH_WORDS) {
            return false;
        }
        let first = *block.get_or_insert(own.unwrap_or(last));
        own.is_some_and(|own| own.text == first.text || own.element == first.element)
    });
    let links: Vec<(&Anchor, &str)> = of_author.collect();
    let full = credits(links.iter().map(|(_, text)| *text), outlet);
    if !full.is_empty() {
        return full;
    }
    let mut single = Credits::default();
    let spelt = links
        .iter()
        .filter(|(anchor, text)| is_spelt(document, anchor, text) && !is_word(text))
        .filter(|(_, text)| !text.trim().contains(' '));
    spelt.for_each(|(_, text)| single.add(text, outlet));
    single
}

/// The only author named by all author links of a page or, if there are none, by all marked blocks. Comments are ignored.
fn unanimous(document: &TextDocument, outlet: &Outlet) -> Credits {
    let mut found = Credits::default();
    let names = author_links(document, 0..u32::MAX)
        .filter(|(anchor, text)| is_full_name(text.trim()) && is_spelt(document, anchor, text))
        .filter(|(anchor, _)| !is_in_comments(document, anchor.element));
    names.for_each(|(_, text)| found.add(text, outlet));
    if found.persons.is_empty() {
        let marked = marked_blocks(document, &document.blocks)
            .filter(|block| !is_in_comments(document, block.element))
            .take(MAX_LINKS);
        let texts: Vec<Cow<'_, str>> = marked.map(|block| document.lines_of(block)).collect();
        let names = texts.iter().map(|text| label::after_words(text));
        found = credits(names, outlet);
    }
    if found.persons.len() == 1 {
        found
    } else {
        Credits::default()
    }
}

/// Whether an element is in comments, which have their own authors.
fn is_in_comments(document: &TextDocument, element: u32) -> bool {
    let mut around = document.ancestors(element);
    around.any(|element| element.parent.is_some() && is_called_comments(document, element))
}

/// Whether the URL of a link contains a part of the name in its text: `/author/erika` for Erika.
fn is_spelt(document: &TextDocument, anchor: &Anchor, text: &str) -> bool {
    let href = document.attribute(anchor.href);
    let path = href.split(['?', '#']).next().unwrap_or(href);
    let tail = path
        .trim_end_matches('/')
        .rsplit('/')
        .next()
        .unwrap_or(path);
    let tail = letters(tail);
    text.split_whitespace().any(|word| {
        let word = letters(word);
        word.chars().count() >= MIN_NAME_LETTERS && tail.contains(&word)
    })
}

/// Whether a text has a word for a job or names a page of authors: "Contributors", "People".
fn is_word(text: &str) -> bool {
    let lower = text.trim().to_lowercase();
    words::byline::AUTHOR_PATHS
        .iter()
        .any(|path| path.trim_matches('/') == lower)
        || lower
            .split(' ')
            .any(|word| words::byline::NO_NAMES.contains(&word))
}

/// The short blocks marked as bylines by the class, `id` or `itemprop` of an element around them, or by an inline class.
fn marked_blocks<'a>(
    document: &'a TextDocument,
    blocks: &'a [TextBlock],
) -> impl Iterator<Item = &'a TextBlock> {
    let says_author = |block: &&TextBlock| {
        let around = document.ancestors(block.element).take(NAMED_LEVELS);
        let names = around.flat_map(|element| {
            [
                element.class,
                element.id,
                element.itemprop,
                element.data_name,
            ]
        });
        let mut names = names.chain([block.inline_class]);
        names.any(|name| is_of_author(document, name)) || has_author_inside(document, block)
    };
    let short = blocks
        .iter()
        .filter(|block| is_short(document, block, MAX_BYLINE_WORDS / 2));
    short.filter(says_author)
}

/// Whether names mark an element as that of the author.
fn is_of_author(document: &TextDocument, names: Span) -> bool {
    let names = document.attribute(names);
    OF_AUTHOR.are_in(names) && !OF_OTHERS.are_in(names)
}

/// Whether an inline element in a block is marked as that of the author.
fn has_author_inside(document: &TextDocument, block: &TextBlock) -> bool {
    let may_have = OF_AUTHOR.are_in(document.attribute(block.inline_class));
    let mut inside = document.inline_of(block);
    may_have && inside.any(|(inner, _)| is_of_author(document, inner.names))
}

/// The names in the first inline elements of a block that are marked alike as those of the author: `<span class=desk>Politics</span>
/// <span class=author>Jane Doe</span>`.
fn marked_inside(document: &TextDocument, block: &TextBlock, outlet: &Outlet) -> Credits {
    let mut found = Credits::default();
    let mut names = None;
    for (inner, text) in document.inline_of(block).take(MAX_LINKS) {
        let own = document.attribute(inner.names).trim();
        if is_of_author(document, inner.names) && names.is_none_or(|names| names == own) {
            let credits = credits(std::iter::once(label::after_words(text)), outlet);
            if !credits.persons.is_empty() {
                names = Some(own);
                credits
                    .persons
                    .iter()
                    .for_each(|name| found.add(name, outlet));
            }
        }
    }
    found
}

/// The names in the first marked block that has any. If an element inside it has persons, only the agencies come from the rest.
fn marked(document: &TextDocument, blocks: &[TextBlock], outlet: &Outlet) -> Credits {
    let found = marked_blocks(document, blocks).map(|block| {
        let whole = in_marked_block(&document.lines_of(block), outlet);
        let mut inside = marked_inside(document, block, outlet);
        if inside.is_empty() {
            return whole;
        }
        for agency in &whole.agencies {
            inside.add(agency, outlet);
        }
        inside
    });
    found
        .take(MAX_LINKS)
        .find(|credits| !credits.is_empty())
        .unwrap_or_default()
}

/// The names in the text of a marked block, in the whole text or in a part of it.
fn in_marked_block(text: &str, outlet: &Outlet) -> Credits {
    let names = || text.split(PART_ENDS).map(str::trim);
    if names().nth(1).is_some() && names().all(is_full_name) {
        // "Jane Doe | John Roe"
        return credits(names(), outlet);
    }
    let parts = text.split(PART_ENDS).map(label::after_work);
    let mut found = std::iter::once(label::after_words(text))
        .chain(parts)
        .map(|text| credits(std::iter::once(text), outlet));
    found
        .find(|credits| !credits.is_empty())
        .unwrap_or_default()
}

/// Whether a block has at most that many words and may thus be a byline.
fn is_short(document: &TextDocument, block: &TextBlock, words: u32) -> bool {
    block.text.len() <= MAX_BYLINE_BYTES
        && (block.words <= words || has_few_thai_words(document, block, words))
}

/// Whether a block is Thai, of which each letter counts as a word, and short.
fn has_few_thai_words(document: &TextDocument, block: &TextBlock, words: u32) -> bool {
    let most = u32::try_from(THAI_LETTERS_OF_WORD).unwrap_or(1) * words;
    block.words <= most && document.text_of(block).contains(is_thai)
}
