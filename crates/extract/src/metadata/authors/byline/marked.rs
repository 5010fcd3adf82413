//! Bylines that the class, `id` or `itemprop` of an element marks.

use std::sync::LazyLock;

use html::{Element, Span, TextBlock, TextDocument};

use super::elements::{
    is_marked_person_alone, is_person_alone, lines_of_elements, list_around, names_in_links_like,
    without_tools,
};
use super::{MAX_BYLINE_WORDS, MAX_LINKS, credits, is_short, label, names_other_person, near};
use crate::element_names::{AncestorSearch, is_one_of, name_parts};
use crate::lexicon::Phrases;
use crate::metadata::Page;
use crate::metadata::authors::names::{Credits, Outlet};
use text::words;

/// Characters between the parts of a byline.
const PART_ENDS: [char; 4] = ['|', '·', '•', '\n'];
static OF_AUTHOR: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::in_any_case(words::byline::CLASSES));
static MAY_BE_OF_AUTHOR: LazyLock<Phrases> = LazyLock::new(|| {
    let whole = words::byline::WHOLE_CLASSES.iter();
    let whole = whole.flat_map(|(_, classes)| *classes);
    Phrases::in_any_case(words::byline::CLASSES.iter().chain(whole))
});
static OF_OTHERS: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::in_any_case(words::byline::CLASSES_OF_OTHERS));

/// The short blocks marked as bylines by the class, `id` or `itemprop` of an element around them, or by an inline class.
pub(super) fn marked_blocks<'a>(
    document: &'a TextDocument,
    blocks: &'a [TextBlock],
) -> impl Iterator<Item = &'a TextBlock> {
    let mut named = AncestorSearch::new(document, 3, |element| {
        names_of(element)
            .into_iter()
            .any(|name| is_of_author(document, name))
    });
    let says_author = move |block: &&TextBlock| {
        named.find(block.element).is_some()
            || is_of_author(document, block.inline_class)
            || has_author_inside(document, block)
    };
    let short = blocks.iter();
    let short = short.filter(|block| is_short(document, block, MAX_BYLINE_WORDS));
    short.filter(says_author).filter(|block| {
        !names_other_person(document, block.element)
            && !is_of_other_work(&lines_of_elements(document, block))
    })
}

/// The names of an element.
fn names_of(element: &Element) -> [Span; 4] {
    [
        element.class,
        element.id,
        element.itemprop,
        element.data_name,
    ]
}

/// Whether names mark an element as that of the author.
fn is_of_author(document: &TextDocument, names: Span) -> bool {
    let names = document.attribute(names);
    MAY_BE_OF_AUTHOR.are_in(names)
        && (OF_AUTHOR.are_in(names) || has_whole_class(document, names))
        && !OF_OTHERS.are_in(names)
}

/// Whether names have a word for the author in the language of the page.
fn has_whole_class(document: &TextDocument, names: &str) -> bool {
    let language = document.head.lang.as_deref();
    let language = language.and_then(|lang| lang.get(..2)).unwrap_or_default();
    let mut languages = words::byline::WHOLE_CLASSES.iter();
    let own = languages.find(|(code, _)| code.eq_ignore_ascii_case(language));
    own.is_some_and(|(_, classes)| name_parts(names).any(|part| is_one_of(part, classes)))
}

/// Whether an inline element in a block is marked as that of the author.
fn has_author_inside(document: &TextDocument, block: &TextBlock) -> bool {
    let may_have = MAY_BE_OF_AUTHOR.are_in(document.attribute(block.inline_class));
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
            // its text begins after the blank before it
            let blank = document.text[inner.start as usize..].starts_with(' ');
            let text = without_tools(document, inner.start + u32::from(blank), text);
            let byline = label::after_words(text);
            let alone = name_inside(document, block, byline).unwrap_or(byline);
            let credits = credits(std::iter::once(alone), outlet);
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

/// The name that an element inside a byline has alone, after a short word in lower case: `da <a>Jane Doe</a>`. Longer ones name other work:
/// `edited by <a>…`.
fn name_inside<'a>(
    document: &'a TextDocument,
    block: &TextBlock,
    byline: &'a str,
) -> Option<&'a str> {
    let mut inner = document.inline_of(block).map(|(_, text)| text);
    inner.find(|name| {
        let before = byline.strip_suffix(*name).unwrap_or_default();
        let is_word = !before.is_empty()
            && !before.contains(char::is_uppercase)
            // `da`, `por`
            && before.trim().chars().count() <= 3;
        is_word && is_person_alone(name)
    })
}

/// The names in the first block that has any and is marked itself, or otherwise by an element around it, and those of its list.
pub(in crate::metadata) fn marked(page: &Page<'_>) -> Credits {
    let document = page.document;
    let blocks = marked_blocks(document, near(page)).take(MAX_LINKS);
    let (own, around): (Vec<&TextBlock>, Vec<&TextBlock>) = blocks.partition(|block| {
        let element = document.elements.get(block.element as usize);
        let mut names = element.into_iter().flat_map(names_of);
        has_author_inside(document, block) || names.any(|name| is_of_author(document, name))
    });
    let blocks = own.iter().chain(&around).copied();
    let found = blocks.map(|block| (block, in_marked(document, block, page.outlet)));
    let found: Vec<(&TextBlock, Credits)> =
        found.filter(|(_, credits)| !credits.is_empty()).collect();
    let mut named = found.iter();
    let first = named.position(|(_, credits)| credits.name_an_author());
    let Some((block, credits)) = found.get(first.unwrap_or_default()) else {
        return Credits::default();
    };
    let has_persons = |block: &TextBlock| {
        let mut found = found.iter();
        found.any(|(known, credits)| known.text == block.text && !credits.persons.is_empty())
    };
    let is_marked_itself = own.iter().any(|own| own.text == block.text);
    let is_beside = |other: &TextBlock| {
        let list = list_around(document, block.element, other.element);
        // places and jobs may also stand in an element that is marked around them
        list.is_some_and(|list| {
            let mut items = document.blocks[document.blocks_within(list.source)].iter();
            is_marked_itself || items.all(has_persons)
        })
    };
    let mut credits = credits.clone();
    for (other, beside) in &found {
        if !credits.persons.is_empty() && is_beside(other) {
            let persons = beside.persons.iter();
            persons.for_each(|name| credits.add(name, page.outlet));
        }
    }
    credits
}

/// Whether a byline is that of a picture or of other work than writing: `Foto: Jane Doe`, `Reviewed by Jane Doe`.
fn is_of_other_work(lines: &str) -> bool {
    let ends = [' ', '\n', ':', '=', '：'];
    let end = lines.find(ends).unwrap_or(lines.len());
    let (first, rest) = lines.split_at(end);
    let first = first.to_lowercase();
    let is_credit = |credit: &&str| credit.trim_end_matches([':', '：', '=', ' ']) == first;
    let by = rest.split_whitespace().next().unwrap_or_default();
    let is_label = rest.starts_with('\n') || is_one_of(by, words::byline::BY);
    let mut works = words::byline::OTHER_WORK.iter();
    words::captions::CREDITS.iter().any(is_credit)
        || is_label && works.any(|work| first.starts_with(work))
}

/// The names in a marked block. If an element inside it has persons, only the agencies come from the rest.
pub(super) fn in_marked(document: &TextDocument, block: &TextBlock, outlet: &Outlet) -> Credits {
    let mut inside = marked_inside(document, block, outlet);
    let whole = in_marked_block(document, block, outlet);
    if inside.is_empty() {
        return whole;
    }
    for agency in &whole.agencies {
        inside.add(agency, outlet);
    }
    inside
}

/// The names in the text of a marked block, in the whole text or in a part of it.
fn in_marked_block(document: &TextDocument, block: &TextBlock, outlet: &Outlet) -> Credits {
    let lines = document.lines_of(block);
    let text = without_tools(document, block.text.start, &lines);
    // after a bar or a dot often stands a place or a section
    let names = label::after_words(text).split('/').map(str::trim);
    if text.contains('/') && names.clone().all(is_marked_person_alone) {
        return Credits::of(names, outlet);
    }
    let parts = std::iter::once(label::after_words(text))
        .chain(text.split(PART_ENDS))
        .chain(text.split(PART_ENDS).filter_map(after_work));
    let mut found = parts.map(|text| credits(std::iter::once(text), outlet));
    let whole = found.find(|credits| !credits.is_empty());
    let whole = whole.unwrap_or_default();
    // a name in an element of its own has no word of another element: `<span>Kuvat</span> <span>Eero Salmela</span>`
    let of_elements = lines_of_elements(document, block);
    let inner = document.inline_of(block).map(|(_, text)| text);
    let mut alone = inner.chain(of_elements.split('\n').map(str::trim));
    let is_part = |name: &str| {
        let is_longer = |person: &String| person.len() > name.len() && person.contains(name);
        is_marked_person_alone(name)
            && (!whole.name_an_author() || whole.persons.iter().any(is_longer))
    };
    let name = alone.find(|name| is_part(name));
    match name {
        Some(name) => Credits::of(names_in_links_like(document, block, name), outlet),
        None => whole,
    }
}

/// The text after the kind of work in a part of a byline: `Interview: Jane Doe` and `Text and photos: Jane Doe`, but not `Translation:
/// Jane Doe`.
fn after_work(part: &str) -> Option<&str> {
    let (work, name) = part.split_once(':')?;
    let lower = work.to_lowercase();
    let mut others = words::byline::OTHER_WORK.iter();
    (!others.any(|other| lower.contains(other)) || label::is_label(work)).then_some(name)
}
