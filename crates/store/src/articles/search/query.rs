//! The query syntax: words, `"phrases"`, `-not`, `OR`, and filters such as `site:example`.

use std::{fmt, ops::Range, str::FromStr};

use chrono::{DateTime, Days, NaiveDate, NaiveTime, TimeDelta, Utc};

use super::pieces::{Key, Piece, composed, effective, is_unspaced, pieces, separated};

/// Maximum length of a query, in bytes and in words: search time grows with the square of the number of words.
const MAX_BYTES: usize = 2_000;
const MAX_WORDS: usize = 200;
/// Maximum number of phrases: for each, the database reads the positions of the words in every article that has them.
const MAX_PHRASES: usize = 10;
/// Maximum relative time: a thousand years.
const MAX_AGO: TimeDelta = TimeDelta::days(1_000 * 366);

/// A search query.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SearchQuery {
    /// Words, `"phrases"`, `or`, `-not`; if empty, every article that passes the filters matches.
    pub text: String,
    /// Languages (ISO 639-1).
    pub languages: Choice,
    /// Site ids, domains or hosts.
    pub sites: Choice,
    /// Authors' names, or words of names.
    pub authors: Choice,
    /// Story ids.
    pub stories: Choice,
    /// Published (or, if that is unknown or in the future, crawled) at or after this time.
    pub since: Option<DateTime<Utc>>,
    /// Likewise, before this time.
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

/// Values of which an article must have one, and values of which it must have none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Choice {
    /// At least one of these; any value if empty.
    pub any: Vec<String>,
    /// None of these.
    pub none: Vec<String>,
}

/// The order of hits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SearchOrder {
    /// Best matches first.
    #[default]
    Relevance,
    /// Newest first.
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
#[error("{0}")]
pub struct SearchSyntaxError(String);

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
            SearchSyntaxError("the cursor is not valid; use one from an earlier page".to_owned())
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
    /// Parses a typed query. Anything that is not an operator is a word.
    ///
    /// # Errors
    /// [`SearchSyntaxError`] if the text is too long, has too many words or phrases, or contains an invalid or negated time.
    pub fn parse(text: &str, now: DateTime<Utc>) -> Result<Self, SearchSyntaxError> {
        if text.len() > MAX_BYTES {
            return Err(SearchSyntaxError(format!(
                "the query has {} bytes, more than {MAX_BYTES}; use fewer words",
                text.len()
            )));
        }
        let mut query = Self::default();
        for (piece, _) in effective(&composed(text)) {
            match piece {
                Piece::Word(word) if word.contains(is_unspaced) => {
                    let (not, word) = match word.strip_prefix('-') {
                        Some(word) => ("-", word),
                        None => ("", word),
                    };
                    query.add_text(&format!("{not}\"{}\"", separated(word)));
                }
                Piece::Word(word) | Piece::Or(word) => query.add_text(word),
                Piece::Phrase { is_not, words } => {
                    let not = if is_not { "-" } else { "" };
                    query.add_text(&format!("{not}\"{}\"", separated(words)));
                }
                Piece::Filter { is_not, key, value } => {
                    query.add_filter(is_not, key, value, now)?;
                }
            }
        }
        let pieces = pieces(&query.text).into_iter();
        // the database makes a phrase of words that are joined by marks, such as `e-mail`
        let words: Vec<usize> = pieces.map(|(_, typed)| word_count(typed)).collect();
        let phrases = words.iter().filter(|words| **words > 1).count();
        for (number, max, what) in [
            (words.iter().sum(), MAX_WORDS, "words"),
            (phrases, MAX_PHRASES, "phrases and words joined by marks"),
        ] {
            if number > max {
                return Err(SearchSyntaxError(format!(
                    "the query has {number} {what}, more than {max}; use fewer"
                )));
            }
        }
        Ok(query)
    }

    /// A typed query without the filters of a key such as `site`, except the negated ones.
    pub fn without(text: &str, key: &str) -> String {
        let unwanted = Key::new(key);
        let text = composed(text);
        let is_wanted = |piece: &Piece<'_>| match piece {
            Piece::Filter { is_not, key, .. } => *is_not || Some(*key) != unwanted,
            _ => true,
        };
        let pieces = effective(&text);
        let wanted = pieces.into_iter().filter(|(piece, _)| is_wanted(piece));
        wanted.map(|(_, typed)| typed).collect::<Vec<_>>().join(" ")
    }

    /// Parses a day, an instant or a relative time. Returns its beginning and end.
    ///
    /// # Errors
    /// [`SearchSyntaxError`] if it is none of these.
    pub fn time(
        value: &str,
        now: DateTime<Utc>,
    ) -> Result<(DateTime<Utc>, DateTime<Utc>), SearchSyntaxError> {
        let parsed = day(value).or_else(|| {
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
            SearchSyntaxError(format!(
                "{value:?} is not a time; write a day such as 2026-11-01, a time such as 2026-11-01T08:00:00Z, or an age such as 7d or 12h"
            ))
        })
    }

    /// The words that an article should contain, without operators. A run of Han or Kana characters counts as one word.
    pub(super) fn wanted_words(&self) -> Vec<String> {
        let mut wanted: Vec<String> = Vec::new();
        for (piece, _) in pieces(&self.text) {
            let words = match piece {
                Piece::Word(word) if !word.starts_with('-') => word,
                Piece::Phrase { is_not, words } if !is_not => words,
                _ => continue,
            };
            let mut is_in_run = false;
            for word in words.split_whitespace() {
                let is_character = word.chars().all(is_unspaced);
                match wanted.last_mut() {
                    Some(last) if is_in_run && is_character => last.push_str(word),
                    _ => wanted.push(word.to_owned()),
                }
                is_in_run = is_character;
            }
        }
        wanted
    }

    /// The runs of Han or Kana characters that an article should contain.
    pub(super) fn unspaced_runs(&self) -> Vec<String> {
        let mut words = self.wanted_words();
        words.retain(|word| word.chars().all(is_unspaced));
        words
    }

    fn add_text(&mut self, text: &str) {
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(text);
    }

    fn add_filter(
        &mut self,
        is_not: bool,
        key: Key,
        value: &str,
        now: DateTime<Utc>,
    ) -> Result<(), SearchSyntaxError> {
        let choice = match key {
            Key::Site => &mut self.sites,
            Key::Language => &mut self.languages,
            Key::Author => &mut self.authors,
            Key::Story => &mut self.stories,
            Key::Since | Key::Until if is_not => {
                return Err(SearchSyntaxError(
                    "since: and until: cannot be negated; use the other one instead".to_owned(),
                ));
            }
            Key::Since => {
                let since = Self::time(value, now)?.0;
                self.since = Some(self.since.map_or(since, |other| other.min(since)));
                return Ok(());
            }
            Key::Until => {
                let until = Self::time(value, now)?.1;
                self.until = Some(self.until.map_or(until, |other| other.max(until)));
                return Ok(());
            }
        };
        let value = match key {
            Key::Author => value.to_owned(),
            _ => value.to_lowercase(),
        };
        let values = if is_not {
            &mut choice.none
        } else {
            &mut choice.any
        };
        values.push(value);
        Ok(())
    }
}

fn word_count(typed: &str) -> usize {
    let words = typed.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty()).count()
}

fn day(value: &str) -> Option<(DateTime<Utc>, DateTime<Utc>)> {
    let day: NaiveDate = value.parse().ok()?;
    let next = day.checked_add_days(Days::new(1))?;
    let midnight = |day: NaiveDate| day.and_time(NaiveTime::MIN).and_utc();
    Some((midnight(day), midnight(next)))
}

fn ago(value: &str, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let age = TimeDelta::from_std(humantime::parse_duration(value).ok()?).ok()?;
    now.checked_sub_signed(Some(age).filter(|age| *age <= MAX_AGO)?)
}

#[cfg(test)]
mod tests;
