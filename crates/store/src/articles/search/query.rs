//! What people type into a search: words, `"phrases"`, `-not`, `OR`, and filters such as `site:example`.

use std::{fmt, ops::Range, str::FromStr, time::Duration};

use chrono::{DateTime, Days, NaiveDate, NaiveTime, TimeDelta, Utc};

use super::pieces::{Key, Piece, composed, effective, is_unspaced, pieces, separated};

/// Longest query, in bytes and in words: the time of a search grows with the square of its words.
const MAX_BYTES: usize = 2_000;
const MAX_WORDS: usize = 200;
/// Longest relative time, in seconds: a thousand years.
const LONGEST_AGO: i64 = 1_000 * 366 * 86_400;

/// What to look for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SearchQuery {
    /// Words, `"phrases"`, `or`, `-not`; none: every article that passes the filters.
    pub text: String,
    /// ISO 639-1.
    pub languages: Choice,
    /// Site ids, or domains.
    pub sites: Choice,
    /// Names, or words of names.
    pub authors: Choice,
    /// Story ids.
    pub stories: Choice,
    /// Published (or, if that is unknown or in the future, crawled) at or after.
    pub since: Option<DateTime<Utc>>,
    /// The same, before.
    pub until: Option<DateTime<Utc>>,
    /// Which come first.
    pub order: SearchOrder,
    /// Where the page before ended.
    pub after: Option<SearchCursor>,
    /// Hits, at most.
    pub limit: i64,
    /// What is shown of them.
    pub passages: Passages,
    /// Older articles are left for the next page once this time is over; `None`: all the time it takes.
    pub budget: Option<Duration>,
}

/// Values of which an article must have one, and values of which it must have none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Choice {
    /// One of these; none: any.
    pub any: Vec<String>,
    /// None of these.
    pub none: Vec<String>,
}

/// The order of hits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SearchOrder {
    /// Those that match best.
    #[default]
    Relevance,
    /// The newest.
    Newest,
}

/// What is shown of hits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Passages {
    /// Where the words are, if that is near the beginning.
    #[default]
    WithWords,
    /// How the texts begin, which takes less time.
    Beginnings,
}

/// Where a page of hits ends. To others an opaque text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SearchCursor {
    /// After this many hits, in the order of relevance.
    Rank(u32),
    /// After the article of this date and id, in the order of time.
    Date(DateTime<Utc>, String),
    /// Before this time, after this many weeks have been searched.
    Before(DateTime<Utc>, u32),
}

/// A query or a cursor that cannot be understood. It says what can.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SearchSyntaxError(String);

impl fmt::Display for SearchCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rank(place) => write!(f, "r{place}"),
            Self::Date(date, id) => write!(f, "d{}.{id}", date.timestamp_micros()),
            Self::Before(date, weeks) => write!(f, "b{}.{weeks}", date.timestamp_micros()),
        }
    }
}

impl FromStr for SearchCursor {
    type Err = SearchSyntaxError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parsed = match text.split_at_checked(1) {
            Some(("r", place)) => place.parse().ok().map(Self::Rank),
            Some((kind @ ("d" | "b"), rest)) => rest.split_once('.').and_then(|(micros, rest)| {
                let date = DateTime::from_timestamp_micros(micros.parse().ok()?)?;
                let date = Some(date).filter(|date| TIMES.contains(date))?;
                if kind == "b" {
                    return Some(Self::Before(date, rest.parse().ok()?));
                }
                let is_id = rest.len() <= 64 && rest.bytes().all(|byte| byte.is_ascii_hexdigit());
                is_id.then(|| Self::Date(date, rest.to_owned()))
            }),
            _ => None,
        };
        parsed.ok_or_else(|| {
            SearchSyntaxError("the cursor is not valid; use `next` of an earlier page".to_owned())
        })
    }
}

/// Times that the database can hold, the years 1 to 9999.
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
    /// Reads what a person typed. What is no operator is a word.
    ///
    /// # Errors
    /// [`SearchSyntaxError`] for a text that is too long or of too many words, and for times that are none.
    pub fn parse(text: &str, now: DateTime<Utc>) -> Result<Self, SearchSyntaxError> {
        if text.len() > MAX_BYTES {
            return Err(SearchSyntaxError(format!(
                "the query has {} bytes, more than {MAX_BYTES}; name fewer words",
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
        let words = query.text.split(|c: char| !c.is_alphanumeric());
        let words = words.filter(|word| !word.is_empty()).count();
        if words > MAX_WORDS {
            return Err(SearchSyntaxError(format!(
                "the query has {words} words, more than {MAX_WORDS}; name fewer"
            )));
        }
        Ok(query)
    }

    /// What a person typed without the filters of a key, such as `site`, but for the negated ones.
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

    /// A day, an instant or a time ago, as its begin and its end.
    ///
    /// # Errors
    /// [`SearchSyntaxError`] if it is none.
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
                "{value:?} is not a time; write a day such as 2026-11-01, or a time ago such as 7d or 12h"
            ))
        })
    }

    /// The words that an article should have, without operators; characters of Han and Kana that follow one another are a word.
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
                    "since: and until: cannot be negated; use the one in place of the other"
                        .to_owned(),
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

fn day(value: &str) -> Option<(DateTime<Utc>, DateTime<Utc>)> {
    let day: NaiveDate = value.parse().ok()?;
    let next = day.checked_add_days(Days::new(1))?;
    let midnight = |day: NaiveDate| day.and_time(NaiveTime::MIN).and_utc();
    Some((midnight(day), midnight(next)))
}

fn ago(value: &str, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let (at, unit) = value.char_indices().next_back()?;
    let seconds = match unit {
        'm' => 60,
        'h' => 3_600,
        'd' => 86_400,
        'w' => 7 * 86_400,
        _ => return None,
    };
    let number = &value[..at];
    if !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let seconds = number.parse::<i64>().ok()?.checked_mul(seconds)?;
    now.checked_sub_signed(TimeDelta::seconds(
        Some(seconds).filter(|&seconds| seconds <= LONGEST_AGO)?,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now() -> DateTime<Utc> {
        "2026-11-23T12:00:00Z".parse().unwrap()
    }

    fn parse(text: &str) -> SearchQuery {
        SearchQuery::parse(text, now()).unwrap()
    }

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn words_without_blanks_are_phrases_of_their_characters() {
        assert_eq!(parse("東京都 -橋").text, "\"東 京 都\" -\"橋\"");
        assert_eq!(
            parse("\"iPhone発売 日\" or haus").text,
            "\"iPhone 発 売 日\" or haus"
        );
        assert_eq!(
            parse("東京都 橋 haus -夜").wanted_words(),
            ["東京都", "橋", "haus"]
        );
    }

    #[test]
    fn a_query_of_too_many_words_is_refused() {
        let of = |words: usize| SearchQuery::parse(&"a ".repeat(words), now());
        assert!(of(MAX_WORDS).is_ok());
        assert!(of(MAX_WORDS + 1).is_err());
        for glued in ["a,".repeat(MAX_WORDS + 1), "橋".repeat(MAX_WORDS + 1)] {
            assert!(SearchQuery::parse(&glued, now()).is_err());
        }
    }

    #[test]
    fn words_phrases_and_their_operators_stay_as_they_are() {
        for text in [
            "Erdbeben Türkei",
            "\"rote Häuser\" -Brand",
            "wind OR sonne",
            "-\"in der Nacht\" oder",
        ] {
            assert_eq!(
                parse(text),
                SearchQuery {
                    text: text.to_owned(),
                    ..Default::default()
                }
            );
        }
        assert_eq!(parse("  a\t \"b c").text, "a \"b c\"");
        assert_eq!(parse("a\"b c\"d").text, "a \"b c\" d");
    }

    #[test]
    fn quotes_of_every_kind_make_a_phrase() {
        for typed in [
            "“white house”",
            "„white house“",
            "«white house»",
            "»white house«",
            "‟white house”",
            "＂white house＂",
            "\"white house\"",
        ] {
            assert_eq!(parse(typed).text, "\"white house\"", "{typed}");
        }
        assert_eq!(
            parse("-„rote Häuser“ „Grünen“").text,
            "-\"rote Häuser\" \"Grünen\""
        );
        assert_eq!(parse("author:“Anna Schmidt”").authors.any, ["Anna Schmidt"]);
        assert_eq!(
            SearchQuery::without("„a site:b“ site:c", "site"),
            "\"a site:b\""
        );
    }

    #[test]
    fn a_query_is_composed() {
        assert_eq!(parse("Mu\u{308}nchen author:Bo\u{308}rsch").text, "München");
        assert_eq!(parse("author:Bo\u{308}rsch").authors.any, ["Börsch"]);
    }

    #[test]
    fn filters_are_taken_out_of_the_text_and_those_of_one_key_are_alternatives() {
        let query = parse(
            "site:a haus SITE:B -site:c lang:DE author:\"Anna Schmidt\" -author:dpa story:00ff",
        );
        assert_eq!(query.text, "haus");
        assert_eq!(
            (query.sites.any, query.sites.none),
            (vec!["a".to_owned(), "b".to_owned()], vec!["c".to_owned()])
        );
        assert_eq!(query.languages.any, ["de"]);
        assert_eq!(
            (query.authors.any, query.authors.none),
            (vec!["Anna Schmidt".to_owned()], vec!["dpa".to_owned()])
        );
        assert_eq!(query.stories.any, ["00ff"]);
    }

    #[test]
    fn an_or_beside_a_filter_goes_with_it() {
        assert_eq!(parse("site:a OR site:b").text, "");
        assert_eq!(parse("site:a OR haus or garten OR").text, "haus or garten");
    }

    #[test]
    fn a_filter_is_taken_out_of_a_query() {
        for (text, key, rest) in [
            ("haus LANG:de -lang:en lang", "lang", "haus -lang:en lang"),
            ("ä lange", "lang", "ä lange"),
            ("site:a \"ä ", "site", "\"ä "),
            ("site:\"a b\" haus OR site:c hof", "site", "haus hof"),
            ("\"im site:a\"site:b", "site", "\"im site:a\""),
            (
                "author:\"Anna Schmidt\" site:a",
                "site",
                "author:\"Anna Schmidt\"",
            ),
        ] {
            assert_eq!(SearchQuery::without(text, key), rest, "{text}");
        }
    }

    #[test]
    fn wanted_words_are_without_operators() {
        let query = parse("Wind OR \"in der Nacht\" -Brand -\"roter Zaun\" site:a");
        let words = query.wanted_words();
        assert_eq!(words, ["Wind", "in", "der", "Nacht"]);
        assert_eq!(parse("-a - site:b").wanted_words().len(), 0);
    }

    #[test]
    fn what_is_no_operator_is_a_word() {
        for text in [
            "Zeit: die",
            "https://a.example/x?site:y=1",
            "site:",
            "site: a",
            "12:30",
            ":",
            "-",
            "a-b",
            "titel:x",
        ] {
            assert_eq!(parse(text).text, text);
            assert_eq!(
                parse(text),
                SearchQuery {
                    text: text.to_owned(),
                    ..Default::default()
                }
            );
        }
    }

    #[test]
    fn times_are_days_instants_or_ago() {
        let query = parse("since:2026-11-01 until:2026-11-02");
        assert_eq!(
            (query.since, query.until),
            (
                Some(at("2026-11-01T00:00:00Z")),
                Some(at("2026-11-03T00:00:00Z"))
            )
        );
        assert_eq!(parse("since:7d").since, Some(at("2026-11-16T12:00:00Z")));
        assert_eq!(parse("until:12h").until, Some(at("2026-11-23T00:00:00Z")));
        assert_eq!(
            parse("since:2026-11-01T06:00:00+02:00").since,
            Some(at("2026-11-01T04:00:00Z"))
        );
        assert_eq!(
            parse("since:1d since:2d").since,
            Some(at("2026-11-21T12:00:00Z"))
        );
    }

    #[test]
    fn times_that_are_none_are_errors_that_say_what_is_one() {
        for text in [
            "since:yesterday",
            "until:2026-13-01",
            "since:7",
            "since:-7d",
            "since:99999999999999d",
            "since:+262142-12-31",
            "since:9999999d",
            "since:d",
            "since:ä",
        ] {
            let error = SearchQuery::parse(text, now()).unwrap_err().to_string();
            assert!(error.contains("2026-11-01"), "{text}: {error}");
        }
        assert!(SearchQuery::parse("-since:7d", now()).is_err());
        assert!(SearchQuery::parse(&"a ".repeat(1_001), now()).is_err());
    }

    #[test]
    fn no_text_makes_the_parser_panic() {
        let alphabet = [
            "\"",
            "-",
            ":",
            " ",
            "or",
            "OR",
            "site",
            "since",
            "lang",
            "7d",
            "ä",
            "\0",
            "\u{3000}",
            "2026-11-01",
            "é",
        ];
        let mut state = 1_u64;
        for _ in 0..20_000 {
            let mut text = String::new();
            for _ in 0..state % 9 {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                text.push_str(alphabet[(state >> 33) as usize % alphabet.len()]);
            }
            state = state.wrapping_add(0x9E37_79B9);
            if let Ok(query) = SearchQuery::parse(&text, now()) {
                let again = SearchQuery::parse(&query.text, now()).unwrap();
                assert_eq!(again.text, query.text, "{text:?}");
            }
        }
    }

    #[test]
    fn cursors_are_read_as_they_are_written() {
        for cursor in [
            SearchCursor::Rank(20),
            SearchCursor::Date(now(), "00ff".to_owned()),
            SearchCursor::Date(now(), String::new()),
            SearchCursor::Before(now(), 9),
        ] {
            assert_eq!(cursor.to_string().parse(), Ok(cursor));
        }
        for text in [
            "",
            "r",
            "r-1",
            "r99999999999",
            "d",
            "d1",
            "d1.xyz",
            "d99999999999999999999.",
            "ä",
            "d1.\0",
        ] {
            assert!(text.parse::<SearchCursor>().is_err(), "{text}");
        }
    }
}
