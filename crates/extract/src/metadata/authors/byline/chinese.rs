//! Chinese bylines, in which the word for reporter stands directly before the name: `記者林佳蓉／南投報導`, `本报记者 李文静`.

use crate::metadata::Page;
use crate::metadata::authors::names::Credits;
use html::is_ideograph;

use super::{BAR, near};

/// The words for reporter, which may have the name of the paper before them.
const REPORTER: [&str; 2] = ["記者", "记者"];
/// Characters of a name.
const NAME: std::ops::RangeInclusive<usize> = 2..=4;
/// Characters that make another word of the word for reporter: a press conference, reporters.
const NO_NAME: [char; 4] = ['會', '会', '們', '们'];
/// Maximum characters before the word for reporter: `【本報特派`.
const MAX_BEFORE: usize = 8;
/// Maximum bytes of a byline at the start of a block.
const MAX_BYTES: usize = 96;
/// Marks around a byline.
const OPENING: [char; 8] = ['【', '〔', '［', '（', '[', '(', '　', ' '];
/// Marks that end a name.
const AFTER_NAME: [char; 12] = [
    '／', '/', '】', '〕', '］', '）', ']', ')', '　', ' ', '、', '|',
];

/// The name of the first block near the headline that is such a byline or begins with one.
pub(in crate::metadata) fn named(page: &Page<'_>) -> Credits {
    let texts = near(page).iter().map(|block| page.document.text_of(block));
    let first = texts.flat_map(|text| text.split(BAR)).find_map(at_start);
    let names = first.map(|(names, _)| names.split('、'));
    Credits::of(names.into_iter().flatten(), page.outlet)
}

/// Whether a line is such a byline, with the place of the report.
pub(super) fn is_alone(line: &str) -> bool {
    let line = line.trim();
    let rest = at_start(line).map(|(_, rest)| rest);
    line.len() <= MAX_BYTES && rest.is_some_and(|rest| !rest.contains(['，', '。', ',']))
}

/// The name or names after the word for reporter at the start of a text, and the rest of the text.
fn at_start(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let is_marked = text.starts_with(OPENING);
    let text = text.trim_start_matches(OPENING);
    let head = &text[..text.floor_char_boundary(MAX_BYTES)];
    let mut places = REPORTER
        .iter()
        .filter_map(|word| Some((head.find(word)?, word)));
    let (at, word) = places.next()?;
    let before = &head[..at];
    let is_paper = before.chars().all(is_ideograph) && before.chars().count() <= MAX_BEFORE;
    let is_byline = is_paper || is_marked || before.contains(OPENING);
    if !is_byline {
        return None;
    }
    let rest = text[at + word.len()..].trim_start_matches([' ', '　', '：', ':']);
    let end = rest.find(AFTER_NAME).unwrap_or(rest.len());
    let mut end_of_names = end;
    let is_name = |name: &str| {
        NAME.contains(&name.chars().count())
            && name.chars().all(is_ideograph)
            && !name.starts_with(NO_NAME)
    };
    if !is_name(&rest[..end]) {
        return None;
    }
    while let Some(next) = rest[end_of_names..].strip_prefix('、') {
        let length = next.find(AFTER_NAME).unwrap_or(next.len());
        if !is_name(&next[..length]) {
            break;
        }
        end_of_names += '、'.len_utf8() + length;
    }
    Some((&rest[..end_of_names], &rest[end_of_names..]))
}
