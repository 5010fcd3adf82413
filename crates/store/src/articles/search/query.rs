//! Queries: what articles must match, their order, and where a page begins.

use std::{fmt, ops::Range, str::FromStr};

use chrono::{DateTime, Days, Months, NaiveDate, NaiveTime, TimeDelta, Utc};

use super::expression::{Expr, Field, Form, Words};
use super::grammar;
use super::marks::{self, is_unspaced};
use super::tokens::{self, Placed, Token};

/// Maximum length of a query, in bytes and in words: search time grows with the square of the number of words.
const MAX_BYTES: usize = 2_000;
const MAX_WORDS: usize = 200;
/// Maximum number of phrases and beginnings of words: for each, the database reads more than the index.
const MAX_PHRASES: usize = 10;
/// Minimum number of letters of a word that is offered as a beginning, and of syllables of a Korean one.
const MIN_WIDENED: usize = 4;
const MIN_WIDENED_SYLLABLES: usize = 2;
/// Maximum relative time: a thousand years.
const MAX_AGO: TimeDelta = TimeDelta::days(1_000 * 366);

/// A search query. By default, every article matches.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SearchQuery {
    /// What articles must be.
    pub wanted: Wanted,
    /// Published at or after this time. An article without a date is in no period.
    pub since: Option<DateTime<Utc>>,
    /// Published before this time.
    pub until: Option<DateTime<Utc>>,
    /// The order of the hits.
    pub order: SearchOrder,
    /// Where the previous page ended.
    pub after: Option<SearchCursor>,
    /// Maximum number of hits.
    pub limit: i64,
    /// Which passages are shown.
    pub passages: Passages,
}

/// What articles must be, all of it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Wanted(pub(super) Vec<Expr>);

/// An order of hits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SearchOrder {
    /// The best matches first.
    #[default]
    Relevance,
    /// The newest first.
    Newest,
}

/// Which passages of hits are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Passages {
    /// Passages with the words, if they are near the beginning.
    #[default]
    WithWords,
    /// The beginnings of the texts, which takes less time.
    Beginnings,
}

/// Where a page of hits ends; opaque to clients.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SearchCursor {
    /// After this many hits, ordered by relevance.
    Rank(u32),
    /// After the article with this date and id, ordered by time.
    Date(DateTime<Utc>, String),
}

/// An invalid query or cursor. The message says what is valid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct SearchSyntaxError {
    message: String,
    /// The place of the fault in the typed query, in characters from 1; `None` if it is the whole.
    pub column: Option<usize>,
}

impl fmt::Display for SearchSyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(column) = self.column {
            write!(f, "column {column}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl SearchSyntaxError {
    fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            column: None,
        }
    }

    /// A fault at an offset of the typed query.
    pub(super) fn at(typed: &str, at: usize, why: &str) -> Self {
        Self::new(why).placed(typed, at)
    }

    /// The same fault, at an offset of the typed query.
    pub(super) fn placed(self, typed: &str, at: usize) -> Self {
        Self {
            column: typed.get(..at).map(|before| before.chars().count() + 1),
            ..self
        }
    }
}

impl fmt::Display for SearchCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rank(rank) => write!(f, "r{rank}"),
            Self::Date(date, id) => write!(f, "d{}.{id}", date.timestamp_micros()),
        }
    }
}

impl FromStr for SearchCursor {
    type Err = SearchSyntaxError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parsed = match text.split_at_checked(1) {
            Some(("r", rank)) => rank.parse().ok().map(Self::Rank),
            Some(("d", rest)) => rest.split_once('.').and_then(|(micros, id)| {
                let date = DateTime::from_timestamp_micros(micros.parse().ok()?)?;
                let date = Some(date).filter(|date| TIMES.contains(date))?;
                let is_id = id.len() <= 64 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
                is_id.then(|| Self::Date(date, id.to_owned()))
            }),
            _ => None,
        };
        parsed.ok_or_else(|| {
            SearchSyntaxError::new("the cursor is not valid; use one from an earlier page")
        })
    }
}

/// Valid times: the years 1 to 9998.
const TIMES: Range<DateTime<Utc>> = {
    let begin = NaiveDate::from_ymd_opt(1, 1, 1);
    let end = NaiveDate::from_ymd_opt(9999, 1, 1);
    match (begin, end) {
        (Some(begin), Some(end)) => {
            begin.and_time(NaiveTime::MIN).and_utc()..end.and_time(NaiveTime::MIN).and_utc()
        }
        _ => DateTime::UNIX_EPOCH..DateTime::UNIX_EPOCH,
    }
};

impl SearchQuery {
    /// Parses a typed query.
    ///
    /// # Errors
    /// [`SearchSyntaxError`] if the text is too long, has too many words or phrases, or breaks the grammar.
    pub fn parse(text: &str, now: DateTime<Utc>) -> Result<Self, SearchSyntaxError> {
        if text.len() > MAX_BYTES {
            return Err(SearchSyntaxError::new(format!(
                "the query has {} bytes, more than {MAX_BYTES}; use fewer words",
                text.len()
            )));
        }
        let mut query = Self::default();
        let parts = match grammar::parse(text, now)? {
            Expr::All(parts) => parts,
            part => vec![part],
        };
        for part in parts {
            match part {
                Expr::Since(since) => query.since = query.since.max(Some(since)),
                Expr::Until(until) => {
                    query.until = Some(query.until.map_or(until, |other| other.min(until)));
                }
                other => query.wanted.0.push(other),
            }
        }
        if let (Some(since), Some(until)) = (query.since, query.until)
            && until <= since
        {
            return Err(SearchSyntaxError::new(format!(
                "the period ends at {until}, before it begins at {since}"
            )));
        }
        let mut words = Vec::new();
        query.each(&mut |part, _| {
            if let Expr::Words(part) = part {
                words.push((part.form, word_count(&part.text)));
            }
        });
        // the database makes a phrase of words that are joined by marks, such as `e-mail`
        let phrases = words
            .iter()
            .filter(|(form, words)| *words > 1 || *form != Form::Any);
        let of_phrases = "phrases, words joined by marks and words with *";
        for (number, max, what) in [
            (words.iter().map(|word| word.1).sum(), MAX_WORDS, "words"),
            (phrases.count(), MAX_PHRASES, of_phrases),
        ] {
            if number > max {
                return Err(SearchSyntaxError::new(format!(
                    "the query has {number} {what}, more than {max}; use fewer"
                )));
            }
        }
        Ok(query)
    }

    /// Requires one of some values too; no values require nothing.
    #[must_use]
    pub fn narrowed(mut self, field: Field, values: impl IntoIterator<Item = String>) -> Self {
        let values: Vec<String> = values.into_iter().collect();
        if !values.is_empty() {
            self.wanted.0.push(Expr::Field(field, values));
        }
        self
    }

    /// What appeared at the same places and times.
    pub(super) fn surroundings(&self) -> Self {
        let mut all = self.clone();
        all.wanted.0.retain(Expr::is_place_or_time);
        all
    }

    /// The values of a field that articles must have, or may have in a part of the query.
    pub fn values(&self, field: Field) -> Vec<String> {
        self.values_of(field, false)
    }

    /// The values of a field that the query names, also those that articles must not have.
    pub fn named(&self, field: Field) -> Vec<String> {
        self.values_of(field, true)
    }

    fn values_of(&self, field: Field, also_excluded: bool) -> Vec<String> {
        let mut found = Vec::new();
        self.each(&mut |part, is_not| match part {
            Expr::Field(other, values) if *other == field && (also_excluded || !is_not) => {
                found.extend(values.iter().cloned());
            }
            _ => {}
        });
        found
    }

    /// The values of a field of which every match has one.
    pub fn chosen(&self, field: Field) -> &[String] {
        let mut chosen = self.wanted.0.iter().filter_map(|part| match part {
            Expr::Field(other, values) if *other == field => Some(values.as_slice()),
            _ => None,
        });
        chosen.next().unwrap_or_default()
    }

    /// A typed query that requires a value of a field such as `site` too.
    pub fn with(text: &str, key: &str, value: &str) -> String {
        let text = text.trim();
        if Self::outer(text)
            .iter()
            .any(|(token, _)| *token == Token::Or)
        {
            format!("{key}:{value} ({text})")
        } else {
            format!("{key}:{value} {text}").trim_end().to_owned()
        }
    }

    /// A typed query without the values of a field that every match must have, and without the `AND` beside them.
    pub fn without(text: &str, field: Field) -> String {
        let outer = Self::outer(text);
        if outer.iter().any(|(token, _)| *token == Token::Or) {
            return text.to_owned();
        }
        let is_kept = |at: usize| {
            let is_negated = at > 0 && outer[at - 1].0 == Token::Not;
            is_negated
                || !matches!(&outer[at].0, Token::Leaf(Expr::Field(other, _)) if *other == field)
        };
        let is_operand = |at: usize| is_kept(at) && outer[at].0 != Token::And;
        let mut kept = Vec::new();
        let (mut from, mut has_operand) = (0, false);
        for (at, (token, range)) in outer.iter().enumerate() {
            // an AND needs a part before it since the last one, and a part after it
            let stays = match token {
                Token::And => has_operand && (at + 1..outer.len()).any(is_operand),
                _ => is_kept(at),
            };
            has_operand = is_operand(at) || has_operand && *token != Token::And;
            if !stays {
                kept.push(text[from..range.start].trim());
                from = range.end;
            }
        }
        kept.push(text[from..].trim());
        kept.retain(|part| !part.is_empty());
        kept.join(" ")
    }

    /// The tokens outside of groups; none if the query is not valid.
    fn outer(text: &str) -> Vec<Placed> {
        let mut depth = 0_usize;
        let mut tokens = tokens::tokens(text, DateTime::UNIX_EPOCH).unwrap_or_default();
        tokens.retain(|(token, _)| {
            match token {
                Token::Open => depth += 1,
                Token::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0
        });
        tokens
    }

    /// A text between quotation marks, as a part of a typed query, of a kind that it does not have.
    pub fn quoted(text: &str) -> String {
        marks::quoted(text.trim())
    }

    /// The same typed query with its only word as the beginning of words; `None` unless it has just one word, of four letters or more.
    pub(super) fn widened(text: &str, now: DateTime<Utc>) -> Option<(String, Self)> {
        let tokens = tokens::tokens(text, now).ok()?;
        let mut words = tokens.into_iter().filter_map(|(token, range)| match token {
            Token::Leaf(Expr::Words(words)) => Some((words, range.end)),
            _ => None,
        });
        let ((word, end), None) = (words.next()?, words.next()) else {
            return None;
        };
        let is_letter = |c: char| c.is_alphabetic() && !is_unspaced(c);
        let is_syllable = |c: char| matches!(c, '\u{ac00}'..='\u{d7a3}');
        let min = if word.text.chars().all(is_syllable) {
            MIN_WIDENED_SYLLABLES
        } else {
            MIN_WIDENED
        };
        let is_word = word.form == Form::Any
            && word.text.chars().count() >= min
            && word.text.chars().all(is_letter);
        let wide = format!("{}*{}", &text[..end], &text[end..]);
        let query = Self::parse(&wide, now).ok().filter(|_| is_word)?;
        (!query.wanted_words().is_empty()).then_some((wide, query))
    }

    /// Parses a day, a month, a year, an instant or a relative time. Returns its beginning and end.
    ///
    /// # Errors
    /// [`SearchSyntaxError`] if it is none of these.
    pub fn time(
        value: &str,
        now: DateTime<Utc>,
    ) -> Result<(DateTime<Utc>, DateTime<Utc>), SearchSyntaxError> {
        let parsed = days(value).or_else(|| {
            let at = ago(value, now).or_else(|| {
                let at = DateTime::parse_from_rfc3339(value).ok()?;
                Some(at.to_utc())
            })?;
            Some((at, at))
        });
        parsed
        .filter(|(from, to)| TIMES.contains(from) && TIMES.contains(to))
        .ok_or_else(|| {
            let value: String = value.chars().take(40).collect();
            SearchSyntaxError::new(format!(
                "{value:?} is not a time; write a day such as 2026-11-01, a month such as 2026-11, a year, a time such as 2026-11-01T08:00:00Z, or an age such as 7d or 12h"
            ))
        })
    }

    /// The words that an article should contain, without operators. A run of Han or Kana characters counts as one word.
    pub(super) fn wanted_words(&self) -> Vec<String> {
        let mut wanted = Vec::new();
        self.each(&mut |part, is_not| match part {
            Expr::Words(words) if !is_not => wanted.extend(words.runs()),
            _ => {}
        });
        wanted
    }

    /// The runs of Han or Kana characters that an article should contain.
    pub(super) fn unspaced_runs(&self) -> Vec<String> {
        let mut words = self.wanted_words();
        words.retain(|word| word.chars().all(is_unspaced));
        words
    }

    /// Visits every part that is not made of parts, with whether it is negated.
    pub(super) fn each<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr, bool)) {
        fn walk<'a>(part: &'a Expr, is_not: bool, visit: &mut dyn FnMut(&'a Expr, bool)) {
            match part {
                Expr::All(parts) | Expr::Any(parts) => {
                    for part in parts {
                        walk(part, is_not, visit);
                    }
                }
                Expr::Not(part) => walk(part, !is_not, visit),
                leaf => visit(leaf, is_not),
            }
        }
        for part in &self.wanted.0 {
            walk(part, false, visit);
        }
    }
}

impl Words {
    /// The words, of which each run of Han or Kana characters is one.
    fn runs(&self) -> Vec<String> {
        let mut runs: Vec<String> = Vec::new();
        let mut last = None;
        for c in self.text.chars() {
            let kind = (!c.is_whitespace()).then(|| is_unspaced(c));
            match runs.last_mut() {
                Some(run) if kind.is_some() && kind == last => run.push(c),
                _ if kind.is_some() => runs.push(c.to_string()),
                _ => {}
            }
            last = kind;
        }
        runs
    }
}

fn word_count(typed: &str) -> usize {
    let marks = |c: char| !c.is_alphanumeric();
    let words = typed.split(marks).filter(|word| !word.is_empty());
    words
        .map(|word| word.chars().filter(|c| is_unspaced(*c)).count().max(1))
        .sum()
}

/// The beginning and end of a day, a month or a year.
fn days(value: &str) -> Option<(DateTime<Utc>, DateTime<Utc>)> {
    let is_number = |text: &str, digits: usize| {
        text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    let (first, months) = match value.split_once('-') {
        None if is_number(value, 4) => (format!("{value}-01-01"), 12),
        Some((year, month)) if is_number(year, 4) && is_number(month, 2) => {
            (format!("{value}-01"), 1)
        }
        _ => (value.to_owned(), 0),
    };
    let first: NaiveDate = first.parse().ok()?;
    let next = match months {
        0 => first.checked_add_days(Days::new(1)),
        months => first.checked_add_months(Months::new(months)),
    };
    let midnight = |day: NaiveDate| day.and_time(NaiveTime::MIN).and_utc();
    Some((midnight(first), midnight(next?)))
}

fn ago(value: &str, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let age = TimeDelta::from_std(humantime::parse_duration(value).ok()?).ok()?;
    now.checked_sub_signed(Some(age).filter(|age| *age <= MAX_AGO)?)
}

#[cfg(test)]
mod tests;
