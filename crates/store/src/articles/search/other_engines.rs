//! What other search engines read: names of fields, operators and marks. Queries with them are refused, with what to write instead.

use super::marks::{is_unspaced, kind_of};

/// What other search engines call these fields.
const SYNONYMS: [(&str, &str); 9] = [
    (
        "title",
        "intitle allintitle headline ti subject article_title",
    ),
    (
        "site",
        "inurl source domain host outlet publisher canonical_domain",
    ),
    ("lang", "language sourcelang sprache"),
    ("author", "by byline"),
    ("tag", "keyword topic"),
    ("section", "category"),
    ("name", "person entity"),
    ("since", "after from date when publish_date newer_than"),
    ("until", "older_than before to"),
];

/// The field that other search engines call by this name.
pub(super) fn field_called(name: &str) -> Option<&'static str> {
    let mut fields = SYNONYMS.iter();
    let field = fields.find(|(_, synonyms)| synonyms.split(' ').any(|other| other == name));
    field.map(|(field, _)| *field)
}

pub(super) const WRITE_OR: &str = "write OR between alternatives";
pub(super) const WRITE_AND: &str = "write AND, or nothing, between words";

/// The operator that is meant by one in another language. The word for AND has no need of it: where it is very common, it is left out.
pub(super) fn translated(word: &str) -> Option<&'static str> {
    match word {
        "ODER" | "ELLER" | "ИЛИ" => Some("OR"),
        "NICHT" | "SAUF" | "NIET" | "INTE" | "IKKE" => Some("NOT"),
        _ => None,
    }
}

/// Whether it is an operator of other search engines: `NEAR`, `near/5`, `ADJ3`, `w/10`. In small letters it is one if it has a number.
pub(super) fn is_of_another_engine(word: &str) -> bool {
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
pub(super) fn operator_within(word: &str) -> Option<(usize, &'static str)> {
    if !word.contains(char::is_alphanumeric) {
        return None;
    }
    let or = word.find('|').map(|at| (at, WRITE_OR));
    or.or_else(|| Some((word.find("&&")?, WRITE_AND)))
}

/// Whether a `?` stands for a letter, as in other search engines: `wom?n`. In a URL it does not.
pub(super) fn has_letter_left_open(word: &str) -> bool {
    let is_letter = |c: char| c.is_alphanumeric() && !is_unspaced(c);
    let mut marks = word.match_indices('?');
    !word.contains('/')
        && marks
            .any(|(at, _)| word[..at].ends_with(is_letter) && word[at + 1..].starts_with(is_letter))
}

/// The mark by which other search engines find similar words, or words near each other, or weight them: `rent~2`, `"a b"~5`, `rent^3`.
pub(super) fn mark_of_another_engine(word: &str, before: &str) -> Option<char> {
    let marked = word.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let is_quoted = before.ends_with(|c: char| kind_of(c).is_some());
    if !marked.contains(char::is_alphanumeric) && !is_quoted {
        return None;
    }
    let mark = marked.chars().next_back()?;
    (mark == '~' || mark == '^' && marked.len() < word.len()).then_some(mark)
}
