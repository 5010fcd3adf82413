//! Chinese bylines, in which the word for reporter stands directly before the name: `記者林佳蓉／南投報導`, `本报记者 李文静`.

use crate::metadata::Page;
use crate::metadata::authors::names::Credits;
use html::is_ideograph;
use text::words;

use super::{BAR, near};

/// The words for reporter, which may have the name of the paper before them.
const REPORTER: [&str; 2] = ["記者", "记者"];
/// Characters of a name.
const NAME: std::ops::RangeInclusive<usize> = 2..=4;
/// Characters that make another word of the word for reporter: a press conference, reporters.
const NO_NAME: [char; 4] = ['會', '会', '們', '们'];
/// Maximum bytes of a byline at the start of a block.
const MAX_BYTES: usize = 96;
/// Marks around a byline.
const OPENING: [char; 7] = ['【', '〔', '［', '（', '[', '(', '\u{3000}'];

/// Marks and blanks between names.
const BETWEEN: [char; 3] = ['、', ' ', '\u{3000}'];
/// Characters at the end of other words of that length: a place, an outlet, a helper.
const ENDS_OF_OTHERS: [char; 20] = [
    '员', '員', '生', '市', '县', '縣', '区', '區', '省', '网', '網', '报', '報', '社', '电', '電',
    '讯', '訊', '师', '師',
];
/// Marks in a sentence about a reporter.
const SENTENCE: [char; 4] = ['，', '。', ',', '：'];

/// The name of the first block near the headline that is such a byline or begins with one.
pub(in crate::metadata) fn named(page: &Page<'_>) -> Credits {
    let texts = near(page).iter().map(|block| page.document.text_of(block));
    let first = texts.flat_map(|text| text.split(BAR)).find_map(at_start);
    let names = first.map(|(names, _)| names.split(BETWEEN));
    Credits::of(names.into_iter().flatten(), page.outlet)
}

/// Whether a line is such a byline, with the place of the report.
pub(super) fn is_alone(line: &str) -> bool {
    let line = line.trim();
    let rest = at_start(line).map(|(_, rest)| rest);
    line.len() <= MAX_BYTES && rest.is_some_and(|rest| !rest.contains(SENTENCE))
}

/// The name or names after the word for reporter at the start of a text, and the rest of the text.
fn at_start(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start().trim_start_matches(OPENING);
    let mut places = REPORTER.iter().filter_map(|word| text.split_once(word));
    let (before, rest) = places.next()?;
    let rest = rest.trim_start_matches([' ', '\u{3000}', '：', ':']);
    let (names, rest) = rest.split_at(length_of_names(rest));
    let is_name = |name: &str| NAME.contains(&name.chars().count()) && !name.starts_with(NO_NAME);
    // before the word, from a mark on: `【本報特派`, "本报青石县4月23日电（记者…"
    let own = before.rsplit(OPENING).next().unwrap_or(before);
    let is_byline = own.len() <= 24
        && own.chars().all(is_ideograph)
        && before.len() <= MAX_BYTES
        && !before.contains(SENTENCE)
        && names.split(BETWEEN).all(is_name)
        && !rest.starts_with(SENTENCE);
    is_byline.then_some((names, rest))
}

/// The length of the names that a text begins with, also of those after a blank: `李文静 陈国强`.
fn length_of_names(text: &str) -> usize {
    let length = |text: &str| {
        let end = text.find(|c: char| !is_ideograph(c) && c != '、');
        end.unwrap_or(text.len())
    };
    let mut end = length(text);
    while let Some(rest) = text[end..].strip_prefix([' ', '\u{3000}']) {
        let name = &rest[..length(rest)];
        let is_other = || {
            words::byline::LABELS.contains(&name)
                || words::names::DESKS_ALONE.contains(&name)
                || name.ends_with(ENDS_OF_OTHERS)
        };
        let begins_sentence = rest[name.len()..].starts_with(SENTENCE);
        // places and other words there often have two or four characters
        if name.chars().count() != 3 || begins_sentence || is_other() {
            break;
        }
        end = text.len() - rest.len() + name.len();
    }
    end
}
