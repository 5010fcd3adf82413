//! Cursors of changes and of pages, and whether the history of the database includes them.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use store_macros::retried;

use crate::{Store, StoreError, text::names};

/// Digits of a token.
const DIGITS: usize = 12;

/// A position among the changes of articles or among the stored pages. Written as `1200~5f2c81d0e1a2`: a number and a token of the
/// history that it belongs to. A database that was restored from a backup lacks the tokens since, and assigns the numbers again.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Cursor {
    /// The number of the last change or page; 0 for the beginning.
    pub number: i64,
    /// The token; `None` in cursors from before the first token.
    pub token: Option<Token>,
}

/// A token of the history of a database, of 48 random bits, written as twelve hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token(pub(super) i64);

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:0DIGITS$x}", self.0)
    }
}

impl FromStr for Token {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Self, StoreError> {
        let is_token = text.len() == DIGITS
            && text
                .bytes()
                .all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
        let bits = i64::from_str_radix(text, 16).ok().filter(|_| is_token);
        bits.map(Self).ok_or_else(no_cursor)
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number)?;
        self.token.map_or(Ok(()), |token| write!(f, "~{token}"))
    }
}

impl FromStr for Cursor {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Self, StoreError> {
        let (number, token) = match text.split_once('~') {
            Some((number, token)) => (number, Some(token.parse()?)),
            None => (text, None),
        };
        let number = number.parse().ok().filter(|number: &i64| *number >= 0);
        let number = number.ok_or_else(no_cursor)?;
        Ok(Self { number, token })
    }
}

fn no_cursor() -> StoreError {
    StoreError::Invalid(
        "this is not a cursor; a cursor is the `next_cursor` of a manifest, such as 1200~5f2c81d0e1a2"
            .to_owned(),
    )
}

impl Serialize for Cursor {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Cursor {
    /// Reads the numbers of older manifests too.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Number(i64),
            Whole(String),
        }
        let text = match Written::deserialize(deserializer)? {
            Written::Number(number) => number.to_string(),
            Written::Whole(text) => text,
        };
        text.parse().map_err(D::Error::custom)
    }
}

names! {
    /// What cursors count.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Series {
        /// Changes of articles.
        Changes => "changes",
        /// Stored pages.
        Pages => "pages",
    }
}

impl Store {
    /// Checks that the history of this database includes a cursor.
    ///
    /// # Errors
    /// [`StoreError::OtherHistory`] if it does not: continuing there would silently miss changes.
    #[retried]
    pub async fn check_cursor(&self, series: Series, cursor: Cursor) -> Result<(), StoreError> {
        // A token of a later row is as good: a database that has it has all that came before.
        let known = sqlx::query!(
            r#"select coalesce((select max(last) from history where series = $1), 0) as "last!",
                exists (select from history where series = $1 and last >= $2 and token is not distinct from $3) as "is_known!""#,
            series.as_str(),
            cursor.number,
            cursor.token.map(|token| token.0)
        )
        .fetch_one(&self.pool)
        .await?;
        if known.is_known || cursor.number == 0 {
            return Ok(());
        }
        Err(StoreError::OtherHistory {
            cursor,
            last: known.last,
        })
    }

    /// The cursor of the last stored page, whose id is given, with a token that is recorded for it.
    #[retried]
    pub async fn page_cursor(&self, page_id: i64) -> Result<Cursor, StoreError> {
        let token = sqlx::query_scalar!(
            "insert into history as h (series, last) values ('pages', $1)
            on conflict (series, last) do update set token = h.token returning token",
            page_id
        )
        .fetch_one(&self.pool)
        .await?;
        Ok(Cursor {
            number: page_id,
            token: token.map(Token),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_read_as_it_is_written() {
        let texts = "0 1200 1200~00002c81d0e1 9223372036854775807~ffffffffffff";
        for text in texts.split(' ') {
            let cursor: Cursor = text.parse().unwrap();
            assert_eq!(cursor.to_string(), text);
            let json = serde_json::to_string(&cursor).unwrap();
            assert_eq!(json, format!("\"{text}\""));
            assert_eq!(serde_json::from_str::<Cursor>(&json).unwrap(), cursor);
        }
        let older: Cursor = serde_json::from_str("1200").unwrap();
        assert_eq!((older.number, older.token), (1200, None));
        let texts = "| |-1|~|1200~|1200~5f2c|1200~5F2C81D0E1A2|1~+f2c81d0e1a2|x";
        for wrong in texts.split('|') {
            assert!(wrong.parse::<Cursor>().is_err(), "{wrong}");
        }
    }
}
