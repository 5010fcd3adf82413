//! Visible bylines, mainly near the headline, with names that look like those of persons.

mod agency;
mod beside_date;
mod chinese;
mod korean;
mod label;
mod line;
mod position;
mod signature;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

pub(in crate::metadata) use self::agency::dateline;
pub(crate) use self::line::{LineKind, is_credit, kind_of_line};
pub(in crate::metadata) use self::signature::at_end;
use super::names::{
    Credits, Outlet, agency as as_agency, is_before_place, is_cjk_name, is_particle, split_at,
};
use crate::element_names::is_called_comments;
use crate::lexicon::Phrases;
use crate::metadata::text::letters;
use crate::word_count::{THAI_LETTERS_OF_WORD, is_thai};
use html::Anchor;
use html::{Span, TextBlock, TextDocument, is_ideograph};

/// Number of blocks before and after the headline that may be a byline.
const BEFORE_HEADLINE: usize = 6;
const AFTER_HEADLINE: usize = 14;
/// Maximum words of a block that is a byline.
const MAX_BYLINE_WORDS: u32 = 25;
/// A block with more words than this is a paragraph.
const MIN_PARAGRAPH_WORDS: u32 = 40;
/// Maximum bytes of a byline.
const MAX_BYLINE_BYTES: usize = 500;
/// Number of words of a person's name, without particles.
const NAME_WORDS: std::ops::RangeInclusive<usize> = 2..=4;
/// Maximum words of a person's name, with particles.
const MAX_NAME_WORDS: usize = 7;
/// Number of elements around a block, including its own, whose names may mark it as a byline.
const NAMED_LEVELS: usize = 3;
/// Maximum letters of a word of a name in a script without capitals: Thai sentences have no blanks.
const MAX_CASELESS_LETTERS: usize = 24;
/// Minimum letters of a name that is compared with the URL of its link.
const MIN_NAME_LETTERS: usize = 3;
/// Maximum number of author links read on one page.
const MAX_LINKS: usize = 200;
static LEADS_TO_AUTHOR: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::new(words::byline::AUTHOR_PATHS));
static OF_AUTHOR: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::in_any_case(words::byline::CLASSES));
static OF_OTHERS: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::in_any_case(words::byline::CLASSES_OF_OTHERS));
/// Characters that end a name in a byline.
const ENDS: [char; 11] = ['|', '·', '•', '(', '/', '\n', ':', '—', '–', '@', '■'];

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

/// The text up to the end of the name: a mark, a number or a word of a date. An agency in brackets belongs to the name.
fn clip(text: &str) -> &str {
    let text = text.trim();
    // an email address ends a name
    let address = text
        .find('@')
        .map(|at| text[..at].rfind(char::is_whitespace).unwrap_or_default());
    let text = &text[..address.unwrap_or(text.len())];
    let ends = |c: char| ENDS.contains(&c) || c.is_numeric() || is_pictograph(c);
    let mut end = text.find(ends).unwrap_or(text.len());
    if let Some(bracket) = text[end..].strip_prefix('(')
        && let Some((inside, _)) = bracket.split_once(')')
        && as_agency(inside).is_some()
    {
        end += inside.len() + 2;
    } else if let Some(follows) = text[end..].strip_prefix(['/', '|'])
        && as_agency(follows.split(' ').next().unwrap_or_default()).is_some()
    {
        end = text.len();
    }
    let is_cut = text[end..].starts_with(char::is_numeric);
    let text = text[..end].trim_end();
    let text = if is_cut {
        // "Jane Doe - 3 May 2026"
        without_words_of_date(text.trim_end_matches([' ', '-', ',']))
    } else {
        text
    };
    let mut at = 0;
    for word in text.split_inclusive(' ') {
        let bare = bare(word);
        if at > 0 && is_end(&bare) {
            return &text[..at];
        }
        at += word.len();
    }
    text
}

/// Whether a word in lower case ends the name in a byline. Thai has no blank after the word for a job: `ผู้สื่อข่าวภูมิภาค`.
fn is_end(word: &str) -> bool {
    let mut ends = words::byline::ENDS.iter();
    ends.any(|end| word == *end || word.starts_with(is_thai) && word.starts_with(end))
}

/// A text before a number without the words of a date at its end: `Jane Doe Tuesday, May 3`. Only there is a month a month: Jan,
/// May and August are names too, and so is Domingo, which remains if only one word is before it.
fn without_words_of_date(text: &str) -> &str {
    let is_month = |word: &str| crate::metadata::dates::month(word).is_some();
    let mut text = without_small_words(text);
    if let Some((before, last)) = text.rsplit_once(' ')
        && is_month(&bare(last))
    {
        text = without_small_words(before);
    }
    if let Some((before, last)) = text.rsplit_once(' ')
        && before.contains(' ')
        && is_weekday(&bare(last))
    {
        text = without_small_words(before);
    }
    text
}

/// Whether a word in lower case is a day of the week.
fn is_weekday(word: &str) -> bool {
    words::cues::DAYS.contains(&word) && crate::metadata::dates::month(word).is_none()
}

/// A word in lower case without the marks around it.
fn bare(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric())
        .to_lowercase()
}

/// A text before a date without the words in lower case at its end: `Jeanne Dupont le 16 mai 2011`.
fn without_small_words(text: &str) -> &str {
    let mut text = text.trim_end();
    while let Some((before, last)) = text.rsplit_once(' ')
        && last.starts_with(char::is_lowercase)
    {
        text = before.trim_end();
    }
    text
}

/// Whether a text may be a full name in a script without capitals and with blanks, such as Arabic or Hebrew.
fn is_caseless_name(name: &str) -> bool {
    let is_letter = |c: char| {
        !c.is_ascii()
            && !c.is_lowercase()
            && !c.is_uppercase()
            && (c.is_alphabetic() || is_inside_name(c))
    };
    // Hebrew letters are often followed by a typewriter apostrophe
    let is_word = |word: &str| {
        word.starts_with(is_letter)
            && word.chars().all(|c| is_letter(c) || c == '\'')
            && word.chars().count() <= MAX_CASELESS_LETTERS
    };
    let words = || name.split_whitespace();
    let is_no_name = |word: &str| {
        words::byline::NO_NAMES.contains(&word)
            || words::names::DESKS.contains(&word)
            || crate::metadata::dates::month(word).is_some()
    };
    NAME_WORDS.contains(&words().count())
        && words().all(is_word)
        && !name
            .chars()
            .any(|c| is_ideograph(c) && !is_thai(c) || is_hangul(c))
        && !words().any(is_no_name)
}

/// Whether a character is a Korean syllable: Korean names are recognised by their length.
fn is_hangul(c: char) -> bool {
    matches!(c, '\u{ac00}'..='\u{d7a3}')
}

/// Whether a character is a picture, such as an eye before the number of views.
fn is_pictograph(c: char) -> bool {
    matches!(c, '\u{2190}'..='\u{21ff}' | '\u{2300}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
}

/// Whether a mark that is no letter may be inside a word of a name, such as a Hebrew apostrophe or the Thai mark of a tone.
fn is_inside_name(c: char) -> bool {
    // the scripts of India have the mark below a letter, and that of no vowel, at the same places in their blocks
    let is_indian =
        matches!(c, '\u{900}'..='\u{dff}') && matches!(u32::from(c) % 0x80, 0x3c | 0x4a | 0x4d);
    is_indian
        || matches!(c, '\u{5f3}' | '\u{5f4}' | '’' | '\u{200c}' | '\u{200d}' | '\u{64b}'..='\u{652}' | '\u{e47}'..='\u{e4e}')
}

/// Whether a name has two to four words, capitalised except for particles and none of them a job, or is a CJK name.
pub(in crate::metadata) fn is_full_name(name: &str) -> bool {
    let words: Vec<&str> = name.split_whitespace().collect();
    let capital = |word: &str| word.chars().next().is_some_and(char::is_uppercase);
    let is_name = |word: &&str| {
        let inside = word
            .strip_prefix('(')
            .and_then(|word| word.strip_suffix(')'));
        capital(inside.unwrap_or(word)) || is_particle(word)
    };
    // "von und zu"
    let joins = |at: usize| {
        let around = [at.checked_sub(1), Some(at + 1)].map(|at| words.get(at?));
        words::byline::AND.iter().any(|and| and.trim() == words[at])
            && around
                .iter()
                .all(|word| word.is_some_and(|word| is_particle(word)))
    };
    let long = |word: &&str| word.chars().count() >= MIN_NAME_LETTERS;
    let count = words.iter().filter(|word| capital(word)).count();
    is_cjk_name(name)
        || (NAME_WORDS.contains(&words.len())
            || words.len() <= MAX_NAME_WORDS && NAME_WORDS.contains(&count))
            && (0..words.len()).all(|at| is_name(&words[at]) || joins(at))
            && words.iter().any(long)
            && words.last().is_some_and(|word| capital(word))
            && !words
                .iter()
                .any(|word| words::byline::NO_NAMES.contains(&word.to_lowercase().as_str()))
}
