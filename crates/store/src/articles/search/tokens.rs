//! The tokens of a query: parentheses, operators, words and fields.

use std::ops::Range;

use chrono::{DateTime, Utc};
use unicode_normalization::UnicodeNormalization as _;

use super::expression::{Expr, Field, Form, Words};
use super::query::{SearchQuery, SearchSyntaxError};
use crate::text;

/// Minimum number of letters before `*`: fewer begin too many words.
const MIN_PREFIX: usize = 2;
/// Minimum similarity of a name to that of the field that was meant.
const MIN_SIMILARITY: f64 = 0.8;

/// The values of `has:`.
const HAS: [&str; 9] = [
    "author", "copies", "date", "image", "original", "section", "story", "tag", "versions",
];

/// What may stand before a colon.
#[derive(Clone, Copy)]
enum Key {
    Title,
    Since,
    Until,
    Field(Field),
}

const KEYS: [(&str, Key); 12] = [
    ("title", Key::Title),
    ("site", Key::Field(Field::Site)),
    ("site-tag", Key::Field(Field::SiteTag)),
    ("lang", Key::Field(Field::Language)),
    ("author", Key::Field(Field::Author)),
    ("section", Key::Field(Field::Section)),
    ("tag", Key::Field(Field::Tag)),
    ("story", Key::Field(Field::Story)),
    ("name", Key::Field(Field::Name)),
    ("since", Key::Since),
    ("until", Key::Until),
    ("has", Key::Field(Field::Has)),
];

/// What other search engines call these fields.
const SYNONYMS: [(&str, &str); 32] = [
    ("intitle", "title"),
    ("allintitle", "title"),
    ("headline", "title"),
    ("ti", "title"),
    ("subject", "title"),
    ("article_title", "title"),
    ("inurl", "site"),
    ("source", "site"),
    ("domain", "site"),
    ("host", "site"),
    ("outlet", "site"),
    ("publisher", "site"),
    ("canonical_domain", "site"),
    ("language", "lang"),
    ("sourcelang", "lang"),
    ("sprache", "lang"),
    ("by", "author"),
    ("byline", "author"),
    ("keyword", "tag"),
    ("topic", "tag"),
    ("category", "section"),
    ("person", "name"),
    ("entity", "name"),
    ("after", "since"),
    ("from", "since"),
    ("date", "since"),
    ("when", "since"),
    ("publish_date", "since"),
    ("newer_than", "since"),
    ("older_than", "until"),
    ("before", "until"),
    ("to", "until"),
];

/// The quotation marks that people or their programs type: what one opens, the next of its kind closes. Those of the first two kinds also end
/// a word.
const QUOTES: [&str; 5] = ["\"“”„‟＂״〝〞〟", "«»", "「」", "『』", "《》"];
/// Single quotation marks, which apostrophes look like.
const SINGLE_QUOTES: &str = "'‘’‚‛";

/// It separates words, as in Khmer, but is not white space.
const ZERO_WIDTH_SPACE: char = '\u{200b}';

const WRITE_OR: &str = "write OR between alternatives";
const WRITE_AND: &str = "write AND, or nothing, between words";

/// A token, and its place in the typed text.
pub(super) type Placed = (Token, Range<usize>);

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Token {
    Open,
    Close,
    And,
    Or,
    Not,
    Leaf(Expr),
}

/// The tokens of a query.
pub(super) fn tokens(typed: &str, now: DateTime<Utc>) -> Result<Vec<Placed>, SearchSyntaxError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(next) = typed[at..].chars().next() {
        let start = at;
        let rest = &typed[at + next.len_utf8()..];
        let fault = |why: &str| Err(SearchSyntaxError::at(typed, start, why));
        let token = match narrow(next) {
            _ if next.is_whitespace() || is_unseen(next) || next == ZERO_WIDTH_SPACE => {
                at += next.len_utf8();
                continue;
            }
            '(' => Token::Open,
            ')' => Token::Close,
            '-' if !rest
                .starts_with(|c: char| matches!(narrow(c), '-' | ')') || c.is_whitespace())
                && !rest.is_empty() =>
            {
                Token::Not
            }
            '–' if rest.starts_with(begins_operand) => {
                return fault(
                    "– is not an operator; write - to exclude words, or a space after it",
                );
            }
            '!' if rest.starts_with(begins_operand) => {
                return fault("! is not an operator; write - or NOT to exclude words");
            }
            _ => {
                let (token, end) = word(typed, start, now)?;
                at = end;
                tokens.push((token, start..end));
                continue;
            }
        };
        at += next.len_utf8();
        tokens.push((token, start..at));
    }
    Ok(tokens)
}

/// The operator, words or field at a place, and the end.
fn word(
    typed: &str,
    start: usize,
    now: DateTime<Utc>,
) -> Result<(Token, usize), SearchSyntaxError> {
    let fault = |at: usize, why: &str| Err(SearchSyntaxError::at(typed, at, why));
    if let Some((key, value_at)) = key(typed, start)? {
        let name = &typed[start..value_at];
        let (value, form, end) = value(typed, value_at)?;
        if value.trim().is_empty() {
            let why = if typed[value_at..].starts_with(|c: char| narrow(c) == '(') {
                format!("{name} takes one value; write ({name}a OR {name}b)")
            } else {
                format!("a value must follow {name} without a space")
            };
            return fault(start, &why);
        }
        // the database has one small letter for İ
        let lower = || value.to_lowercase().replace("i\u{307}", "i");
        let leaf = match key {
            Key::Title => words(typed, value_at, &value, form, true)?,
            Key::Since | Key::Until => {
                let time = SearchQuery::time(&value, now);
                let (from, to) = time.map_err(|error| error.placed(typed, value_at))?;
                match key {
                    Key::Since => Expr::Since(from),
                    _ => Expr::Until(to),
                }
            }
            Key::Field(Field::Has) if !HAS.contains(&lower().as_str()) => {
                let why = format!("has: is one of {}", HAS.join(", "));
                return fault(value_at, &why);
            }
            Key::Field(Field::Author) => Expr::Field(Field::Author, vec![value]),
            Key::Field(field) => Expr::Field(field, vec![lower()]),
        };
        return Ok((Token::Leaf(leaf), end));
    }
    let (value, form, end) = value(typed, start)?;
    if form == Form::Any {
        if let Some(operator) = translated(&value) {
            let why = format!("write {operator}; to search for the word, quote it");
            return fault(start, &why);
        }
        match value.as_str() {
            "AND" => return Ok((Token::And, end)),
            "NOT" => return Ok((Token::Not, end)),
            "|" | "||" => return fault(start, WRITE_OR),
            "&&" => return fault(start, WRITE_AND),
            or if or.eq_ignore_ascii_case("or") => return Ok((Token::Or, end)),
            near if is_of_another_engine(near) => {
                let why = format!(
                    "{near} is not an operator; search for a \"phrase\", or quote the word"
                );
                return fault(start, &why);
            }
            _ => {}
        }
    }
    let leaf = words(typed, start, &value, form, false)?;
    Ok((Token::Leaf(leaf), end))
}

/// Whether it is an operator, here or in other search engines.
fn is_operator(word: &str) -> bool {
    matches!(word, "AND" | "NOT")
        || word.eq_ignore_ascii_case("or")
        || translated(word).is_some()
        || is_of_another_engine(word)
}

/// The operator that is meant by one in another language. The word for AND has no need of it: where it is very common, it is left out.
fn translated(word: &str) -> Option<&'static str> {
    match word {
        "ODER" | "ELLER" | "ИЛИ" => Some("OR"),
        "NICHT" | "SAUF" | "NIET" | "INTE" | "IKKE" => Some("NOT"),
        _ => None,
    }
}

/// Whether it is an operator of other search engines: `NEAR`, `near/5`, `ADJ3`, `w/10`. In small letters it is one if it has a number.
fn is_of_another_engine(word: &str) -> bool {
    let without_number = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let has_number = without_number.len() < word.len();
    let name = without_number.strip_suffix('/').unwrap_or(without_number);
    let has_slash = name.len() < without_number.len();
    let capitals = name.to_ascii_uppercase();
    match capitals.as_str() {
        "NEAR" | "ONEAR" | "ADJ" | "WITHIN" | "ATLEAST" => has_number || name == capitals,
        "W" | "PRE" => has_number && has_slash,
        "XOR" => name == capitals,
        _ => false,
    }
}

/// The place of `|` or `&&` within a word, and what to write instead.
fn operator_within(word: &str) -> Option<(usize, &'static str)> {
    if !word.contains(char::is_alphanumeric) {
        return None;
    }
    let or = word.find('|').map(|at| (at, WRITE_OR));
    or.or_else(|| Some((word.find("&&")?, WRITE_AND)))
}

/// Whether a `?` stands for a letter, as in other search engines: `wom?n`. In a URL it does not.
fn has_letter_left_open(word: &str) -> bool {
    let is_letter = |c: char| c.is_alphanumeric() && !is_unspaced(c);
    let mut marks = word.match_indices('?');
    !word.contains('/')
        && marks
            .any(|(at, _)| word[..at].ends_with(is_letter) && word[at + 1..].starts_with(is_letter))
}

/// The mark by which other search engines find similar words, or words near each other, or weight them: `rent~2`, `"a b"~5`, `rent^3`.
fn mark_of_another_engine(word: &str, before: &str) -> Option<char> {
    let marked = word.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let is_quoted = before.ends_with(|c: char| kind_of(c).is_some());
    if !marked.contains(char::is_alphanumeric) && !is_quoted {
        return None;
    }
    let mark = marked.chars().next_back()?;
    (mark == '~' || mark == '^' && marked.len() < word.len()).then_some(mark)
}

/// Words as they are to be found.
fn words(
    typed: &str,
    at: usize,
    value: &str,
    form: Form,
    in_title: bool,
) -> Result<Expr, SearchSyntaxError> {
    if let Some(mark) = mark_of_another_engine(value, &typed[..at]).filter(|_| form == Form::Any) {
        let place = typed[at..].find(mark).unwrap_or_default();
        let why = format!(
            "{mark} is not an operator; leave it out, write * for any ending, or quote the word"
        );
        return Err(SearchSyntaxError::at(typed, at + place, &why));
    }
    if form == Form::Any && has_letter_left_open(value) {
        let place = typed[at..].find('?').unwrap_or_default();
        let why = "? stands for no letter; write * for any ending, or quote the word";
        return Err(SearchSyntaxError::at(typed, at + place, why));
    }
    let value = value.trim();
    let is_inflected = |c: char| c.is_alphanumeric() && !is_unspaced(c);
    let mut words = Words {
        text: value.to_owned(),
        form: if value.contains(is_inflected) {
            form
        } else {
            Form::Any
        },
        in_title,
    };
    if let Some(star) = star_of(value, form) {
        let before = &value[..star];
        let letters = before.chars().filter(|c| c.is_alphanumeric()).count();
        if star + 1 < value.len() || letters < MIN_PREFIX {
            let place = typed[at..].find('*').unwrap_or_default();
            let why = format!(
                "* stands only at the end of a word or phrase, after {MIN_PREFIX} letters or more; quote a word that has it elsewhere"
            );
            return Err(SearchSyntaxError::at(typed, at + place, &why));
        }
        before.clone_into(&mut words.text);
        if !before.chars().all(is_unspaced) {
            words.form = Form::Prefix;
        }
    }
    Ok(Expr::Words(words))
}

/// The place of the first `*` that stands for any ending. In `Leser*innen`, and within a quoted word such as `M*A*S*H`, it does not.
fn star_of(value: &str, form: Form) -> Option<usize> {
    if form == Form::Any {
        let star = value.find('*')?;
        return (!["in", "innen"].contains(&&value[star + 1..])).then_some(star);
    }
    let mut stars = value.match_indices('*').map(|(star, _)| star);
    stars.find(|&star| {
        let letters = value[..star].chars().rev();
        let is_ended = value[star + 1..]
            .chars()
            .next()
            .is_none_or(char::is_whitespace);
        is_ended && letters.take_while(|c| c.is_alphanumeric()).count() >= MIN_PREFIX
    })
}

/// The known field whose name is at a place, and the place of its value.
fn key(typed: &str, start: usize) -> Result<Option<(Key, usize)>, SearchSyntaxError> {
    let rest = &typed[start..];
    let letters = rest
        .find(|c: char| !c.is_ascii_alphabetic() && c != '-' && c != '_')
        .filter(|_| !rest.starts_with('-'));
    let colon_after = |end: usize| rest[end..].chars().next().filter(|c| narrow(*c) == ':');
    let Some((name, colon)) = letters.and_then(|end| Some((&rest[..end], colon_after(end)?)))
    else {
        return Ok(None);
    };
    let value = &rest[name.len() + colon.len_utf8()..];
    let lower = name.to_ascii_lowercase();
    if let Some((_, key)) = KEYS.iter().find(|(known, _)| *known == lower) {
        return Ok(Some((*key, start + name.len() + colon.len_utf8())));
    }
    // a wide colon is in Chinese headlines
    let is_value = colon == ':' && value.starts_with(begins_operand);
    let word = value.split(char::is_whitespace).next().unwrap_or_default();
    if !is_value || ["in", "innen"].contains(&word) {
        return Ok(None); // https://…, Zeit: …, Leser:innen
    }
    let synonym = SYNONYMS.iter().find(|(other, _)| *other == lower);
    let meant = synonym.map(|(_, known)| *known).or_else(|| {
        let near = KEYS.map(|(known, _)| (strsim::jaro_winkler(known, &lower), known));
        let near = near.into_iter().max_by(|a, b| a.0.total_cmp(&b.0));
        near.filter(|(similarity, _)| *similarity >= MIN_SIMILARITY)
            .map(|(_, known)| known)
    });
    // a capital, two letters or a hyphen are in words such as Corona:Krise, re:publica and e-mail:yes
    let is_word =
        name.len() < 3 || name.starts_with(|c: char| c.is_ascii_uppercase()) || name.contains('-');
    let fields = || KEYS.map(|(known, _)| format!("{known}:")).join(" ");
    let why = match meant {
        Some(meant) => format!(
            "there is no field {name}:, did you mean {meant}:? To search for the words, quote them"
        ),
        None if is_word => return Ok(None),
        None => format!(
            "there is no field {name}:, there are {}. To search for the words, quote them",
            fields()
        ),
    };
    Err(SearchSyntaxError::at(typed, start, &why))
}

/// The quoted or unquoted words at a place, and their end.
fn value(typed: &str, start: usize) -> Result<(String, Form, usize), SearchSyntaxError> {
    let rest = &typed[start..];
    let fault = |at: usize, why: &str| Err(SearchSyntaxError::at(typed, at, why));
    let composed = |value: &str| {
        let value = text::clean(value.trim_matches(ZERO_WIDTH_SPACE));
        let seen = value.chars().filter(|c| !is_unseen(*c));
        seen.nfc().collect::<String>()
    };
    let first = rest.chars().next();
    let within = &rest[first.map_or(0, char::len_utf8)..];
    let end = match first.and_then(kind_of) {
        Some(kind) => match end_of_quotation(within, kind) {
            None => return fault(start, "this quotation is not ended"),
            end => end,
        },
        None => end_of_single_quotation(rest, within),
    };
    if let Some(end) = end {
        let closing = within[end..].chars().next().map_or(0, char::len_utf8);
        let end_of_all = typed.len() - within.len() + end + closing;
        return Ok((composed(&within[..end]), Form::Written, end_of_all));
    }
    let end = end_of_word(rest);
    if let Some((at, why)) = operator_within(&rest[..end]) {
        return fault(start + at, why);
    }
    Ok((composed(&rest[..end]), Form::Any, start + end))
}

/// The end of what follows a quotation mark of some kind.
fn end_of_quotation(within: &str, kind: &str) -> Option<usize> {
    let mut marks = within.char_indices();
    let end = marks.find(|(at, c)| kind.contains(*c) && !is_between_hebrew(within, *at));
    end.map(|(at, _)| at)
}

/// The end of what follows a single quotation mark at the beginning of a text, if it is not an apostrophe: another stands at the end of a
/// word.
fn end_of_single_quotation(text: &str, within: &str) -> Option<usize> {
    let is_mark = |c: char| SINGLE_QUOTES.contains(c);
    if !text.starts_with(is_mark) || within.starts_with(char::is_whitespace) {
        return None;
    }
    let mut marks = within.match_indices(is_mark);
    let end = marks.find(|(at, mark)| {
        let after = within[at + mark.len()..].chars().next();
        let is_last = after.is_none_or(|c| c.is_whitespace() || narrow(c) == ')');
        is_last && within[..*at].ends_with(|c: char| !c.is_whitespace() && !is_mark(c))
    });
    end.map(|(at, _)| at)
}

/// The end of the word at the beginning of a text. Parentheses within a word belong to it, as in `Leser(innen)`, but not after an
/// operator, as in `NOT(storm)`.
fn end_of_word(text: &str) -> usize {
    let mut open = None;
    for (at, c) in text.char_indices() {
        match narrow(c) {
            '(' if is_operator(&text[..at]) => return at,
            '(' if at > 0 && open.is_none() => open = Some(at),
            ')' if open.is_some() => open = None,
            '(' | ')' => return open.unwrap_or(at),
            _ if c.is_whitespace() || ends_word(text, at, c) => return open.unwrap_or(at),
            _ => {}
        }
    }
    open.unwrap_or(text.len())
}

/// Whether a character of a text is a quotation mark that ends a word. In Hebrew it may be part of one, as in `צה"ל`, unless letters before it
/// belong to a quotation, as in `ב"הארץ"`.
fn ends_word(text: &str, at: usize, c: char) -> bool {
    let is_mark = |c: char| QUOTES[..2].iter().any(|kind| kind.contains(c));
    let is_in_word = || {
        let after = text[at + c.len_utf8()..].trim_start_matches(is_hebrew);
        is_between_hebrew(text, at) && !after.starts_with(is_mark)
    };
    is_mark(c) && !is_in_word()
}

/// Whether a character stands between Hebrew letters.
fn is_between_hebrew(text: &str, at: usize) -> bool {
    let next = text[at..].chars().nth(1);
    text[..at].ends_with(is_hebrew) && next.is_some_and(is_hebrew)
}

fn is_hebrew(c: char) -> bool {
    matches!(c, '\u{5d0}'..='\u{5ea}')
}

/// The kind of a quotation mark.
fn kind_of(c: char) -> Option<&'static str> {
    QUOTES.into_iter().find(|kind| kind.contains(c))
}

/// A text between quotation marks of a kind that it does not have.
pub(super) fn quoted(text: &str) -> String {
    let is_free = |kind: &&str| !text.contains(|c: char| kind.contains(c));
    let free = QUOTES.into_iter().find(is_free);
    let pair = free.and_then(|kind| Some((kind.chars().next()?, kind.chars().next_back()?)));
    match pair {
        Some((open, close)) if open != '"' => format!("{open}{text}{close}"),
        Some(_) => format!("\"{text}\""),
        None => format!("\"{}\"", text.replace(|c: char| QUOTES[0].contains(c), " ")),
    }
}

/// Whether something to search for begins with this.
fn begins_operand(c: char) -> bool {
    c.is_alphanumeric() || kind_of(c).is_some() || narrow(c) == '('
}

/// The mark of ASCII that is meant by one that keyboards for Chinese and Japanese or text programs write instead.
fn narrow(c: char) -> char {
    match c {
        '（' => '(',
        '）' => ')',
        '：' => ':',
        '\u{2010}' | '\u{2011}' | '\u{2212}' | '\u{fe63}' | '\u{ff0d}' => '-',
        other => other,
    }
}

/// Whether it is not seen and separates no words: it comes along when text is pasted.
fn is_unseen(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// Whether a character is Han or Kana, which search treats as a word, as does the database function `separated`.
pub(super) fn is_unspaced(character: char) -> bool {
    matches!(character, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{20000}'..='\u{323af}')
}
