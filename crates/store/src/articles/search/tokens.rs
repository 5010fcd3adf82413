//! The tokens of a query: parentheses, operators, words and fields.

use std::ops::Range;

use chrono::{DateTime, Utc};
use unicode_normalization::UnicodeNormalization as _;

use super::expression::{Expr, Field, Form, Words};
use super::marks::{
    ZERO_WIDTH_SPACE, end_of_quotation, end_of_single_quotation, ends_word, is_unseen, is_unspaced,
    kind_of, narrow,
};
use super::other_engines::{
    WRITE_AND, WRITE_OR, field_called, has_letter_left_open, is_of_another_engine,
    mark_of_another_engine, operator_within, translated,
};
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
        let time = || {
            let time = SearchQuery::time(&value, now);
            time.map_err(|error| error.placed(typed, value_at))
        };
        let leaf = match key {
            Key::Title => words(typed, value_at, &value, form, true)?,
            Key::Since => Expr::Since(time()?.0),
            Key::Until => Expr::Until(time()?.1),
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
    let meant = field_called(&lower).or_else(|| {
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

/// Whether something to search for begins with this.
fn begins_operand(c: char) -> bool {
    c.is_alphanumeric() || kind_of(c).is_some() || narrow(c) == '('
}
