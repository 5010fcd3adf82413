//! Names after the words that introduce them: "by", "Author:".

use std::sync::LazyLock;

use super::elements::{lines_of_elements, names_before_other, persons_after, without_tools};
use super::name::{begins_with_name, is_separator};
use super::other_persons::is_among_comments;
use super::{MAX_BYLINE_WORDS, is_full_name, is_short, names_other_person, near};
use crate::element_names::{is_one_of, tag_of};
use crate::labels::title::MAX_BLOCKS;
use crate::lexicon::Beginnings;
use crate::metadata::Page;
use crate::metadata::authors::names::{Credits, is_cjk_name, name_after_job, split_at};
use html::Tag;
use text::{ends_sentence, words};

/// Characters after a label.
const LABEL_ENDS: [char; 4] = [':', '：', '=', '＝'];
/// The same in Japanese, where they are also between names.
const MIDDLE_DOTS: [char; 2] = ['・', '／'];
/// Blanks between the parts of a Japanese name.
const BLANKS: [char; 2] = [' ', '\u{3000}'];
/// Marks before a label.
const OPENING: [char; 5] = ['(', '（', '[', '【', '［'];

static LABELS: LazyLock<Beginnings> =
    LazyLock::new(|| Beginnings::new(words::byline::LABELS.iter().copied()));
static LABELS_ALONE: LazyLock<Beginnings> =
    LazyLock::new(|| Beginnings::new(words::byline::LABELS_ALONE.iter().copied()));
static BY_ALONE: LazyLock<Beginnings> =
    LazyLock::new(|| Beginnings::new(words::byline::BY_ALONE.iter().copied()));

/// The names in the first short block that begins with "by" or has a part that does: `Politics | By Jane Doe`.
pub(in crate::metadata) fn names_after_by(page: &Page<'_>) -> Credits {
    let document = page.document;
    // a headline may name the author of its subject: "The Bridge by Jane Doe"
    let short = near(page).iter().filter(|block| {
        is_short(document, block, MAX_BYLINE_WORDS)
            && !matches!(tag_of(document, block.element), Tag::H1 | Tag::H2)
    });
    let mut found = short.filter_map(|block| {
        let text = document.lines_of(block);
        let text = without_tools(document, block.text.start, &text);
        let rest = after_by(text).filter(|_| !names_other_person(document, block.element))?;
        let lines = lines_of_elements(document, block);
        let names = after_by(&lines).unwrap_or_default();
        Some(match names_before_other(names) {
            Some(alone) => {
                let all = std::iter::once(alone).chain(persons_after(names));
                super::credits(all, page.outlet)
            }
            None => super::credits(std::iter::once(rest), page.outlet),
        })
    });
    found
        .find(|credits| !credits.is_empty())
        .unwrap_or_default()
}

/// The text after the "by" of a byline. A sentence has it at its start: `He was hit by Mark Roe, a striker.`
pub(super) fn after_by(text: &str) -> Option<&str> {
    let is_sentence = ends_sentence(text);
    let mut at = 0;
    for (index, word) in text.split_inclusive([' ', '\n']).enumerate() {
        let before = text[..at].trim_end_matches(' ');
        at += word.len();
        let (word, glued) = match word.split_once(':') {
            Some((by, name)) if index == 0 && name.starts_with(char::is_uppercase) => {
                (by, name.len())
            }
            _ => (word, 0),
        };
        let bare = word.trim_end_matches([' ', ':', '\u{a0}', '\n']);
        let rest = &text[at - glued..];
        if is_one_of(bare, words::byline::BY) && !rest.is_empty() {
            let starts = before.is_empty()
                || before.ends_with(['|', '·', '•', '.', '\n'])
                || !is_sentence && before.ends_with([',', '-', '–']);
            // "Posted on 3 May 2024 by Jane Doe"
            let near = index <= 4 || before.ends_with(|c: char| c.is_ascii_digit());
            let other = before.to_lowercase();
            let mut works = words::byline::OTHER_WORK.iter();
            let is_of_text = !works.any(|work| other.contains(work));
            // "Kräuter vom Garten der Alpe", "Lob von den Freien Wählern"
            let first = rest.split(' ').next().unwrap_or_default();
            let is_of_thing = is_one_of(bare, words::cues::DETERMINERS)
                || words::cues::DETERMINERS.contains(&first);
            let is_inside = near && !is_sentence && is_of_text && !is_of_thing;
            if starts || is_inside && begins_with_name(rest) {
                return Some(rest);
            }
        }
        if index == 0
            && is_one_of(bare, words::byline::BY_ALONE)
            && [is_full_name, are_full_names, is_after_job]
                .iter()
                .any(|are| are(super::clip(rest)))
        {
            return Some(rest);
        }
    }
    None
}

/// Whether a text is a job and a name: `onze verslaggever Jan de Vries`.
fn is_after_job(text: &str) -> bool {
    name_after_job(text).is_some()
}

/// Whether a text is several full names with a word for "and" between them.
fn are_full_names(text: &str) -> bool {
    let separators = words::byline::AND
        .iter()
        .chain(words::byline::BETWEEN_NAMES);
    let names = split_at(text, separators);
    names.len() > 1 && names.iter().all(|name| is_full_name(name.trim()))
}

/// The names in a short labelled block anywhere on the page, such as `Author: Jane Doe`.
pub(in crate::metadata) fn names_after_label(page: &Page<'_>) -> Credits {
    let document = page.document;
    let blocks = document.blocks.iter().take(MAX_BLOCKS);
    let short = blocks.filter(|block| is_short(document, block, 32));
    let language = document.head.lang.as_deref();
    let is_japanese = language.is_some_and(|language| language.starts_with("ja"));
    let mut found = short
        .filter_map(|block| {
            let text = document.lines_of(block);
            let is_short = block.words <= 12;
            let whole = || after_label(&text).filter(|_| is_short);
            let name = after_label_inside(&text, is_japanese).or_else(whole)?;
            let is_own = !is_among_comments(document, block.element);
            is_own.then(|| super::credits(std::iter::once(name), page.outlet))
        })
        .filter(|credits| !credits.persons.is_empty());
    found.next().unwrap_or_default()
}

/// The name after a label with a colon that follows other parts of a line: `3 May 2026 Author: Jane Doe Views: 12`.
fn after_label_inside(text: &str, is_japanese: bool) -> Option<&str> {
    // most lines have no label
    if !text.contains(is_mark) {
        return None;
    }
    let is_gap = |c: char| c.is_whitespace() || matches!(c, '|' | '·' | '•' | '/');
    // "FULL TEXT: …" has one label of two words
    let is_complete = |before: &str| {
        // "10時14分 記者：…"
        let last = before.trim_end().rsplit(is_gap).next().unwrap_or_default();
        before.contains(LABEL_ENDS) || last.is_empty() || last.contains(char::is_numeric)
    };
    let ends = text.match_indices(is_gap).map(|(at, _)| at);
    let ends = ends.filter(|at| text[*at..].starts_with('\n') || is_complete(&text[..*at]));
    let mut starts = std::iter::once(0).chain(ends);
    starts.find_map(|at| {
        let start = text[at..].trim_start_matches(|c: char| is_gap(c) || OPENING.contains(&c));
        let rest = after_marked_label(start)?.trim_start();
        let names = cjk_names(rest, is_japanese);
        if !names.is_empty() {
            return Some(names);
        }
        // the last word before the next colon of the line is a label of its own
        let line = rest.lines().next().unwrap_or(rest);
        let name = match line.split_once(LABEL_ENDS) {
            Some((before, _)) => without_label(before.trim_end())?,
            None => line,
        };
        let name = super::clip(name);
        (is_full_name(name) || super::is_caseless_name(name)).then_some(name)
    })
}

/// The Chinese, Japanese or Korean names at the start of a text, up to other work: `山本健太` in `山本健太、写真・森川直美】`. In Japanese
/// a blank may stand between the parts of a name, in Chinese between two names.
fn cjk_names(text: &str, is_japanese: bool) -> &str {
    let length = |text: &str| {
        let end = text.find(|c: char| !c.is_alphabetic() && c != '、');
        end.unwrap_or(text.len())
    };
    let mut end = length(text);
    if is_japanese && let Some(rest) = text[end..].strip_prefix(BLANKS) {
        let given = rest[..length(rest)].split('、').next();
        let is_part = |part: &str| {
            (1..=3).contains(&part.chars().count())
                && !words::byline::OTHER_WORK.contains(&part)
                && !words::byline::LABELS.contains(&part)
        };
        if is_part(&text[..end]) && given.is_some_and(is_part) {
            end = text.len() - rest.len() + length(rest);
        }
    }
    let first = &text[..end];
    let is_name = |name: &&str| is_cjk_name(name) && !words::byline::OTHER_WORK.contains(name);
    let names = first.split('、').take_while(is_name);
    let length: usize = names.map(|name| name.len() + '、'.len_utf8()).sum();
    first[..length.min(first.len())].trim_end_matches('、')
}

/// A text without the label at its end: one of a date, or one word.
fn without_label(text: &str) -> Option<&str> {
    let dates = words::dates::PUBLISHED.iter().chain(words::dates::CHANGED);
    let mut before = dates.filter_map(|label| text.strip_suffix(label));
    before.next().or_else(|| Some(text.rsplit_once(' ')?.0))
}

/// The text after a label such as `Author:`.
fn after_label(text: &str) -> Option<&str> {
    let text = text.trim_start_matches(OPENING).trim_start();
    after_marked_label(text).or_else(|| {
        after_one_of(text, &LABELS_ALONE).filter(|rest| {
            let name = super::clip(rest);
            is_full_name(name) || super::is_caseless_name(name) && is_before_credit(rest, name)
        })
    })
}

/// Whether the credit of a picture follows a name at the start of a text, which shows that it is one: `كتب مروان العطار، تصوير: …`.
fn is_before_credit(text: &str, name: &str) -> bool {
    let after = text.strip_prefix(name).unwrap_or_default();
    let after = after.trim_start_matches(|c: char| !c.is_alphabetic());
    let mut credits = words::captions::CREDITS.iter();
    credits.any(|credit| after.starts_with(credit))
}

/// Whether a character may stand after a label.
fn is_mark(c: char) -> bool {
    LABEL_ENDS.contains(&c) || MIDDLE_DOTS.contains(&c)
}

/// Whether a text is a label, or joins one to other work: `Tekst og foto`, `Text/Bild`.
pub(super) fn is_label(text: &str) -> bool {
    let lower = text.trim().to_lowercase();
    let is_own = |label: &str| LABELS.like(label).contains(&label);
    let is_work = |word: &str| {
        let mut works = words::byline::OTHER_WORK.iter();
        works.any(|work| word.contains(work))
    };
    let parts = || lower.split([' ', '/']).filter(|part| !part.is_empty());
    is_own(&lower)
        || parts().any(is_own)
            && (lower.contains('/') || parts().any(is_separator))
            && parts().all(|part| is_own(part) || is_work(part) || is_separator(part))
}

/// The text after a label and a colon at its start.
fn after_marked_label(text: &str) -> Option<&str> {
    let start = &text[..text.floor_char_boundary(35)];
    // "文・写真＝白石千尋" has two
    let mut ends = start.rmatch_indices(is_mark);
    let (at, end) = ends.find(|(at, _)| is_label(&text[..*at]))?;
    let rest = text[at + end.len()..].trim_end_matches([')', '）', ']', '】']);
    // "文・撮影　高橋健二"
    let mut other_work = words::byline::OTHER_WORK.iter();
    let after_other = other_work.find_map(|work| {
        let rest = rest.strip_prefix(*work)?;
        rest.strip_prefix(|c: char| c.is_whitespace() || is_mark(c))
    });
    Some(after_other.unwrap_or(rest))
}

/// The text after one of some phrases and a blank or colon.
fn after_one_of<'a>(text: &'a str, phrases: &Beginnings) -> Option<&'a str> {
    phrases.like(text).iter().find_map(|phrase| {
        let head = text.get(..phrase.len())?;
        let is_same = head.eq_ignore_ascii_case(phrase)
            || !head.is_ascii() && head.to_lowercase() == **phrase;
        let rest = text[phrase.len()..].strip_prefix([' ', '\u{a0}', '\n', ':', '：'])?;
        is_same.then(|| rest.trim_start())
    })
}

/// The part of a marked byline after the words that introduce its names; here labels need no colon.
pub(super) fn after_words(text: &str) -> &str {
    let trimmed = text.trim_start();
    let after_any = || {
        let lists = [&*LABELS_ALONE, &*LABELS, &*BY_ALONE];
        let mut after = lists.iter().filter_map(|list| after_one_of(trimmed, list));
        after.find(|rest| begins_with_name(rest) || super::is_caseless_name(super::clip(rest)))
    };
    after_by(text)
        .or_else(|| after_label(text))
        .or_else(after_any)
        .unwrap_or(text)
}
