//! Visible bylines, mainly near the headline, with names that look like those of persons.

mod beside_date;
mod chinese;
mod elements;
mod job_after_name;
mod label;
mod line;
mod marked;
mod name;
mod other_persons;
mod position;
#[cfg(test)]
mod tests;

use std::ops::Range;
use std::sync::LazyLock;

pub(in crate::metadata) use self::beside_date::named as beside_date;
pub(in crate::metadata) use self::chinese::named as chinese_reporter;
pub(crate) use self::elements::lines_of_elements;
use self::elements::list_around;
pub(in crate::metadata) use self::job_after_name::named as job_after_name;
pub(in crate::metadata) use self::label::{names_after_by, names_after_label};
pub(crate) use self::line::{
    LineKind, begins_with_time_ago, is_credit, is_long_line, kind_of_line,
};
pub(in crate::metadata) use self::marked::marked;
use self::marked::{in_marked, marked_blocks};
pub(super) use self::name::is_caseless_name;
pub(crate) use self::name::is_full_name;
use self::name::{MIN_NAME_LETTERS, NAME_WORDS, clip, is_inside_name, is_pictograph};
use self::other_persons::names_other_person;
use super::names::{Credits, Outlet, split_at};
use crate::element_names::has_rel;
use crate::lexicon::Phrases;
use crate::metadata::Page;
use crate::metadata::text::letters;
use crate::word_count::fair_words_of;
use html::{Anchor, Element, Tag, TextBlock, TextDocument};
use text::spelling::{Spelling, spelled};
use text::words;

/// Maximum words of a block that is a byline.
const MAX_BYLINE_WORDS: u32 = 25;
/// A block with more words than this is a paragraph.
const MIN_PARAGRAPH_WORDS: u32 = 40;
/// The mark between the parts of a line.
const BAR: char = '|';
/// Maximum bytes of a byline.
const MAX_BYLINE_BYTES: usize = 500;
/// The part of the URLs of licences, one of which is called `by`.
const LICENCES: &str = "/licenses/";
/// Maximum number of author links read on one page.
const MAX_LINKS: usize = 200;
static LEADS_TO_AUTHOR: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::new(words::byline::AUTHOR_PATHS));

/// The blocks that may be bylines: around the headline, below the head of the page, or at the top of a page without a headline.
fn near<'a>(page: &Page<'a>) -> &'a [TextBlock] {
    let (document, at) = (page.document, page.headline.unwrap_or_default());
    let first = at.saturating_sub(6);
    let mut above = document.blocks.get(first..at).unwrap_or_default().iter();
    let head = above.rposition(|block| is_head_of_page(document, block, at));
    let first = first + head.map_or(0, |last| last + 1);
    let end = document.blocks.len().min(at + 14);
    document.blocks.get(first..end).unwrap_or_default()
}

/// Whether a block is in a header or menu that does not have the headline, or is a link to the home page: the name of an outlet may
/// begin like a byline, `De Lindebode`.
fn is_head_of_page(document: &TextDocument, block: &TextBlock, headline: usize) -> bool {
    let is_head = |around: &Element| {
        matches!(around.tag, Tag::Header | Tag::Nav)
            && !document.blocks_within(around.source).contains(&headline)
    };
    let leads_home =
        |link: &Anchor| link.text.overlaps(block.text) && is_home(document.attribute(link.href));
    document.ancestors(block.element).any(is_head)
        || block.link_words == block.words && document.head.anchors.iter().any(leads_home)
}

/// Whether a link is one to a home page: `/`, `https://bote.example`.
fn is_home(href: &str) -> bool {
    let path = match href.split_once("//") {
        Some((_, site)) => site.split_once('/').map_or("", |(_, path)| path),
        None => href,
    };
    !href.is_empty() && path.trim_matches(['.', '/']).is_empty()
}

/// The names in pieces of visible text. Persons are kept only if they look like full names.
fn credits<'a>(texts: impl Iterator<Item = &'a str>, outlet: &Outlet) -> Credits {
    let mut found = Credits::default();
    for text in texts {
        if let Some(names) = job_after_name::alone(text) {
            // "윤하람·배준서 기자"
            job_after_name::names_in(names).for_each(|name| found.add(name, outlet));
            continue;
        }
        let first = clip(text);
        found.add(first, outlet);
        names_before_places(text, first).for_each(|name| found.add(name, outlet));
    }
    found
        .persons
        .retain(|name| is_full_name(name) || is_caseless_name(name));
    found
}

/// The names in a byline after the first, if the word before the place is the same: `Jane Doe in Easton and John Roe in Weston`. Without
/// it, what follows "and" may be a place as well.
fn names_before_places<'a>(byline: &'a str, first: &str) -> impl Iterator<Item = &'a str> {
    let after = byline.trim().strip_prefix(first).unwrap_or_default();
    let after = after.trim_start();
    let before_place = after.split(' ').next().unwrap_or_default();
    let parts = if before_place.starts_with(char::is_lowercase) {
        split_at(after, words::byline::AND.iter().chain(&[", "]))
    } else {
        Vec::new()
    };
    parts.into_iter().skip(1).filter_map(move |part| {
        let name = clip(part);
        let rest = part.trim().strip_prefix(name)?.trim_start();
        let is_same = rest.split(' ').next() == Some(before_place);
        (is_same && is_full_name(name)).then_some(name)
    })
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
        let href = document.attribute(anchor.href);
        let leads = || LEADS_TO_AUTHOR.are_in(href) && !href.contains(LICENCES);
        (has_rel(document, anchor, "author") || leads())
            && !names_other_person(document, anchor.element)
    });
    of_author
        .take(MAX_LINKS)
        .map(|anchor| (anchor, anchor.text.of(&document.text)))
}

/// The names in links to author pages, in the first block that has such a link and in the items of its list right after it.
pub(in crate::metadata) fn linked(page: &Page<'_>) -> Credits {
    let (document, blocks) = (page.document, near(page));
    let (Some(first), Some(last)) = (blocks.first(), blocks.last()) else {
        return Credits::default();
    };
    // links further down lead to authors of other articles, so take those of the first block; links in a paragraph lead to
    // people it is about
    let mut range: Option<(usize, usize)> = None;
    let of_author = author_links(document, first.text.start..last.text.end);
    let of_author = of_author.filter(|(anchor, _)| {
        let at = blocks.partition_point(|own| own.text.end <= anchor.text.start);
        let own = blocks.get(at);
        let Some(own) = own.filter(|own| own.words <= MIN_PARAGRAPH_WORDS) else {
            return false;
        };
        let (first, last) = range.get_or_insert((at, at));
        let is_next = || {
            at == *last + 1
                && anchor.text.start <= own.text.start
                && is_short(document, own, MAX_BYLINE_WORDS / 2)
                && list_around(document, blocks[*first].element, own.element).is_some()
        };
        if is_next() {
            *last = at;
        }
        at <= *last
    });
    let links: Vec<(&Anchor, &str)> = of_author.collect();
    let mut found = credits(links.iter().map(|(_, text)| *text), page.outlet);
    if !found.name_an_author() {
        let accounts = links.iter();
        accounts
            .filter(|(anchor, text)| is_account(document, anchor, text))
            .for_each(|(_, name)| found.add(name, page.outlet));
    }
    found
}

/// Whether a link has the one word that the URL of an author ends with: `/author/erika` for Erika, but not `/people` for People.
fn is_account(document: &TextDocument, anchor: &Anchor, name: &str) -> bool {
    let (path, own) = at_last_part(document.attribute(anchor.href));
    let name = name.trim();
    !name.contains(' ') && letters(own) == letters(name) && LEADS_TO_AUTHOR.are_in(path)
}

/// Whether the URL of a link ends with a word of the name in its text: `/author/erika-muster`. Others lead to lists and settings.
fn is_spelt(document: &TextDocument, anchor: &Anchor, name: &str) -> bool {
    let (_, own) = at_last_part(document.attribute(anchor.href));
    let (own, bare) = (letters(own), spelled(&name.to_lowercase(), Spelling::Bare));
    let mut words = bare.split_whitespace().map(letters);
    words.any(|word| word.chars().count() >= MIN_NAME_LETTERS && own.contains(&word))
}

/// The path of a URL before its last part, and that part: `/author/` and `erika`.
fn at_last_part(href: &str) -> (&str, &str) {
    let path = href.split(['?', '#']).next().unwrap_or(href);
    let path = path.trim_end_matches('/');
    path.split_at(path.rfind('/').map_or(0, |at| at + 1))
}

/// The only author named by all author links of a page or, if there are none, by all marked blocks but those long enough for a headline.
pub(in crate::metadata) fn unanimous(page: &Page<'_>) -> Credits {
    let document = page.document;
    let full = author_links(document, 0..u32::MAX)
        .filter(|(anchor, text)| is_full_name(text.trim()) && is_spelt(document, anchor, text));
    let mut found = Credits::of(full.map(|(_, text)| text), page.outlet);
    if found.persons.is_empty() {
        let marked = marked_blocks(document, &document.blocks)
            .filter(|block| is_short(document, block, MAX_BYLINE_WORDS / 2));
        for block in marked.take(MAX_LINKS) {
            let marked = in_marked(document, block, page.outlet);
            let persons = marked.persons.iter();
            persons.for_each(|name| found.add(name, page.outlet));
        }
    }
    found.if_one_person()
}

/// The credits that the page shows, with its headline in some block.
#[cfg(test)]
fn shown(document: &TextDocument, headline: Option<usize>) -> Option<Credits> {
    let outlet = Outlet::default();
    let page = Page {
        headline,
        ..Page::bare(document, &outlet)
    };
    super::of(&page, crate::metadata::RuleSet::default()).map(|decided| decided.value)
}

/// Whether a block has at most that many words and may thus be a byline.
fn is_short(document: &TextDocument, block: &TextBlock, words: u32) -> bool {
    block.text.len() <= MAX_BYLINE_BYTES && fair_words_of(document, block) <= words
}
