//! Korean and Japanese bylines, in which a word for the job follows the name: `박지훈 기자`, `田中太郎 記者`.

use crate::metadata::Page;
use crate::metadata::authors::names::Credits;
use html::is_ideograph;

use super::{BAR, MAX_BYLINE_BYTES, near};
use crate::word_count::is_hangul;
use text::words;

/// Number of syllables of a name.
const SYLLABLES: std::ops::RangeInclusive<usize> = 2..=4;
/// Number of characters of a Japanese name.
const KANJI: std::ops::RangeInclusive<usize> = 3..=5;
/// Marks between the parts of a line that names also have between them.
const DOTS: [char; 2] = ['·', '•'];

/// The names before a job in the first block that is only a byline, or at the start of the first paragraph with one.
pub(in crate::metadata) fn named(page: &Page<'_>) -> Credits {
    let names = near(page).iter().find_map(|block| {
        let text = page.document.text_of(block);
        let is_short = text.split_whitespace().nth(8).is_none();
        if is_short && text.len() <= MAX_BYLINE_BYTES {
            // `승인 2024.04.24 17:21 | 박지훈 기자`, but `박지훈·김미란 기자`
            let mut parts = text.split(BAR).chain(text.split(DOTS));
            parts.find_map(alone).or_else(|| at_start(text))
        } else {
            at_start(text)
        }
    });
    Credits::of(names.into_iter().flat_map(names_in), page.outlet)
}

/// The names in a line that has only a byline, an address and a date: `박지훈 기자 jhpark@…`.
pub(super) fn alone(line: &str) -> Option<&str> {
    let (names, rest) = before_job(line.trim_matches(['[', ']', '(', ')', ' ']))?;
    // "박지훈 기자 사진=정하늘 기자", but "박지훈 기자 = …" begins a text
    let rest = rest.split_whitespace();
    let mut rest = rest.take_while(|word| word.starts_with('=') || !word.contains('='));
    let is_detail = |word: &str| {
        word.contains('@')
            || !word.contains(char::is_alphabetic)
            || words::dates::PUBLISHED.contains(&word)
            || words::dates::CHANGED.contains(&word)
    };
    rest.all(is_detail).then_some(names)
}

/// The names at the start of a paragraph: `[항구일보 박지훈 기자] …`, `(항구=연합뉴스) 박지훈 기자 = …`, `박지훈 기자 = …`.
fn at_start(text: &str) -> Option<&str> {
    let mut head = &text[..text.floor_char_boundary(80)];
    if let Some(bracket) = head.strip_prefix(['[', '(']) {
        let (inside, after) = bracket.split_once([']', ')'])?;
        if let Some((names, "")) = before_job(inside) {
            return Some(names);
        }
        head = after;
    }
    let (byline, _) = head.split_once('=')?;
    before_job(byline.trim()).and_then(|(names, rest)| rest.is_empty().then_some(names))
}

/// The names before the first word for a job, as in [`names_in`], and the text after the job.
fn before_job(text: &str) -> Option<(&str, &str)> {
    let (mut start, mut at) = (0, 0);
    for word in text.split_inclusive(' ').take(4) {
        let bare = word.trim_end();
        if words::names::TITLES_AFTER.contains(&bare) {
            let names = text[start..at].trim_end();
            return (!names.is_empty()).then(|| (names, text[at + word.len()..].trim()));
        }
        // "사진=정하늘"
        let own = bare.rsplit('=').next().unwrap_or(bare);
        let label = &bare[..bare.len() - own.len()];
        if words::captions::CREDITS.contains(&label) {
            return None;
        }
        let before = text[start..at].trim_end();
        let last = names_in(before).last().unwrap_or_default();
        let goes_on = label.is_empty() && (before.ends_with(',') || are_alike(last, own));
        // "기자명 박지훈 기자"
        let is_label = words::byline::LABELS.contains(&own);
        if is_label || !names_in(own).all(is_name) {
            start = at + word.len();
        } else if !goes_on {
            start = at + label.len();
        }
        at += word.len();
    }
    None
}

/// The names in a list: `박지훈·김미란`, `박지훈, 김미란`, `박지훈 김미란`.
pub(super) fn names_in(names: &str) -> impl Iterator<Item = &str> {
    let names = names.split(['·', ',', ' ']);
    names.filter(|name| !name.is_empty())
}

/// Whether a text may be a Korean or Japanese name.
fn is_name(name: &str) -> bool {
    SYLLABLES.contains(&name.chars().count()) && name.chars().all(is_hangul)
        || KANJI.contains(&name.chars().count()) && name.chars().all(is_ideograph)
}

/// Whether two words are Korean names of the usual length: the name of an outlet is often longer.
fn are_alike(one: &str, other: &str) -> bool {
    let is_usual = |name: &str| name.chars().count() == 3 && is_name(name);
    is_usual(one) && is_usual(other) && other.contains(is_hangul)
}
