//! What of a byline is the name: where it ends, and whether it may be a full name.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use foldhash::HashSet;

use crate::metadata::authors::names::{
    MAX_NAME_WORDS, agency as as_agency, is_cjk_name, is_job_of_writer, is_particle,
};
use crate::word_count::{is_hangul, is_thai};
use html::is_ideograph;
use text::words;

/// Number of words of a person's name, without particles.
pub(super) const NAME_WORDS: RangeInclusive<usize> = 2..=4;
/// Minimum letters of one word of a name.
pub(super) const MIN_NAME_LETTERS: usize = 3;
/// Characters that end a name in a byline.
const ENDS: [char; 12] = ['|', '·', '•', '(', '（', '/', '\n', ':', '—', '–', '@', '■'];

/// Words in lower case that end a name in a byline.
static END_WORDS: LazyLock<HashSet<&str>> =
    LazyLock::new(|| words::byline::ENDS.iter().copied().collect());

/// The text up to the end of the name: a mark, a number or a word of a date. An agency in brackets belongs to the name.
pub(super) fn clip(text: &str) -> &str {
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
    let (mut at, mut last) = (0, "");
    for word in text.split_inclusive(' ') {
        let rest = &text[at + word.len()..];
        // "notre correspondante à Oslo, Jeanne Dupont"
        let is_inside = || is_job_of_writer(last) || is_double_particle(word, rest);
        if at > 0 && is_end(&bare(word)) && !is_inside() {
            return without_separator(&text[..at]);
        }
        at += word.len();
        last = word.trim_end();
    }
    text
}

/// A text without the comma or the word for "and" at its end: `Jane Doe and` before `photos by John Roe`.
fn without_separator(text: &str) -> &str {
    let text = text.trim_end_matches([' ', ',', '،']);
    let before = separators().find_map(|separator| text.strip_suffix(separator.trim_end()));
    before.unwrap_or(text)
}

/// Words for "and" and what else stands between two names, with their blanks.
fn separators() -> impl Iterator<Item = &'static str> {
    let separators = words::byline::AND.iter();
    separators.chain(words::byline::BETWEEN_NAMES).copied()
}

/// Whether a word stands between two names.
pub(super) fn is_separator(word: &str) -> bool {
    separators().any(|separator| separator.trim() == word)
}

/// Whether a word is a particle of a name together with the next one: `Jan op den Akker`.
fn is_double_particle(word: &str, rest: &str) -> bool {
    let next = rest.split(' ').next().unwrap_or_default();
    is_particle(&format!("{} {next}", word.trim_end()))
}

/// Whether a word in lower case ends the name in a byline. Thai has no blank after the word for a job: `ผู้สื่อข่าวภูมิภาค`.
fn is_end(word: &str) -> bool {
    let mut ends = words::byline::ENDS.iter();
    END_WORDS.contains(word) || word.starts_with(is_thai) && ends.any(|end| word.starts_with(end))
}

/// A text before a number without the words of a date at its end: `Jane Doe Tuesday, May 3`. Only there is a month a month: Jan,
/// May and August are names too, and so is Domingo, which remains if only one word is before it.
fn without_words_of_date(text: &str) -> &str {
    let is_month = |word: &str| crate::metadata::dates::month(word).is_some();
    let mut text = without_small_words(text);
    let mut has_month = false;
    if let Some((before, last)) = text.rsplit_once(' ')
        && is_month(&bare(last))
    {
        text = without_small_words(before);
        has_month = true;
    }
    // short forms such as Paz and Sun are surnames too
    let is_day = |before: &str, last: &str| {
        let day = bare(last);
        let is_whole = words::cues::DAYS.contains(&day.as_str());
        let is_set_off = has_month || last.ends_with(['.', ',']) || is_name_and_word(before);
        is_weekday(&day) && (is_whole || is_set_off)
    };
    if let Some((before, last)) = text.rsplit_once(' ')
        && before.contains(' ')
        && is_day(before, last)
    {
        text = without_small_words(before);
    }
    text
}

/// Whether a text is a whole name and a small word, after which a short form of a day is no part of the name: `Jane Doe el`, not `Ana de`.
pub(super) fn is_name_and_word(text: &str) -> bool {
    let name = without_small_words(text);
    name.len() < text.len() && name.contains(' ')
}

/// Whether a word in lower case is a day of the week or its abbreviation.
pub(super) fn is_weekday(word: &str) -> bool {
    let mut days = words::cues::DAYS.iter().chain(words::dates::DAYS);
    days.any(|day| *day == word) && crate::metadata::dates::month(word).is_none()
}

/// A word in lower case without the marks around it.
pub(super) fn bare(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric())
        .to_lowercase()
}

/// A text before a date without the words in lower case at its end: `Jeanne Dupont le 16 mai 2011`.
fn without_small_words(text: &str) -> &str {
    let mut text = text.trim_end();
    while let Some((before, last)) = text.rsplit_once(' ')
        && last.starts_with(char::is_lowercase)
        && as_agency(last).is_none()
    {
        text = before.trim_end();
    }
    text
}

/// Whether a text may be a full name in a script without capitals and with blanks, such as Arabic or Hebrew.
pub(in crate::metadata::authors) fn is_caseless_name(name: &str) -> bool {
    let is_letter = |c: char| {
        !c.is_ascii()
            && !c.is_lowercase()
            && !c.is_uppercase()
            && (c.is_alphabetic() || is_inside_name(c))
    };
    // Hebrew letters are often followed by a typewriter apostrophe; "בן־דוד", "أبو-زيد"
    let is_inside = |c: char| is_letter(c) || matches!(c, '\'' | '-' | '־');
    let is_word = |word: &str| {
        // "एस. के. मिश्रा", but not a sentence
        let word = word.strip_suffix('.').unwrap_or(word);
        word.starts_with(is_letter)
            && word.chars().all(is_inside)
            // Thai sentences have no blanks
            && word.chars().count() <= 24
    };
    let words = || name.split_whitespace();
    let is_no_name = |word: &str| {
        words::byline::NO_NAMES.contains(&word)
            || words::names::DESKS.contains(&word)
            || crate::metadata::dates::month(word).is_some()
    };
    NAME_WORDS.contains(&words().count())
        && words().all(is_word)
        && !name.ends_with('.')
        && !name
            .chars()
            .any(|c| is_ideograph(c) && !is_thai(c) || is_hangul(c))
        && !words().any(is_no_name)
}

/// Whether a character is a picture, such as an eye before the number of views.
pub(super) fn is_pictograph(c: char) -> bool {
    matches!(c, '\u{2190}'..='\u{21ff}' | '\u{2300}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
}

/// Whether a mark that is no letter may be inside a word of a name, such as a Hebrew apostrophe or the Thai mark of a tone.
pub(super) fn is_inside_name(c: char) -> bool {
    // the scripts of India have the mark below a letter, and that of no vowel, at the same places in their blocks
    let is_indian =
        matches!(c, '\u{900}'..='\u{dff}') && matches!(u32::from(c) % 0x80, 0x3c | 0x4a | 0x4d);
    is_indian
        || matches!(c, '\u{5f3}' | '\u{5f4}' | '’' | '\u{200c}' | '\u{200d}' | '\u{64b}'..='\u{652}' | '\u{e47}'..='\u{e4e}')
}

/// Whether a name has two to four words, capitalised except for particles and none of them a job, or is a CJK name.
pub(crate) fn is_full_name(name: &str) -> bool {
    let words: Vec<&str> = name.split_whitespace().collect();
    let is_upper = |text: &str| text.starts_with(char::is_uppercase);
    // "d'Ormes", "al-Sayed", but not "e-Paper"
    let has_particle = |word: &str| {
        let is_joined = |marks: &[char], letters: RangeInclusive<usize>| {
            word.split_once(marks).is_some_and(|(particle, name)| {
                letters.contains(&particle.chars().count())
                    && particle.starts_with(char::is_lowercase)
                    && is_upper(name)
            })
        };
        is_joined(&['\'', '’'], 1..=3) || is_joined(&['-', '‑'], 2..=3)
    };
    let capital = |word: &str| is_upper(word) || has_particle(word);
    let is_name = |word: &str| capital(word) || is_particle(word);
    // "José Ortega y Gasset", "Marta Solé i Pons"
    let joins = |at: usize, word: &str| {
        let is_last_but_one = at > 0 && at + 2 == words.len() && word.chars().count() == 1;
        is_last_but_one && is_separator(word)
    };
    let is_double = |at: usize, word: &str| {
        let next = words.get(at + 1);
        next.is_some_and(|next| is_double_particle(word, next))
    };
    let mut numbered = words.iter().enumerate();
    let long = |word: &&str| word.chars().count() >= MIN_NAME_LETTERS;
    let count = words.iter().filter(|word| capital(word)).count();
    is_cjk_name(name)
        || (NAME_WORDS.contains(&words.len())
            || words.len() <= MAX_NAME_WORDS && NAME_WORDS.contains(&count))
            && numbered.all(|(at, word)| is_name(word) || joins(at, word) || is_double(at, word))
            && words.iter().any(long)
            && words.last().is_some_and(|word| capital(word))
            && !words
                .iter()
                .any(|word| words::byline::NO_NAMES.contains(&word.to_lowercase().as_str()))
}

/// Whether the first of the names in a byline is a full name.
pub(super) fn begins_with_name(names: &str) -> bool {
    let names = clip(names);
    let separators = words::byline::AND.iter().chain(&[", "]);
    let ends = separators.filter_map(|separator| names.find(separator));
    is_full_name(names) || is_full_name(&names[..ends.min().unwrap_or(names.len())])
}
