//! Profiles: which columns are written, and under which names.

use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use serde_json::{Value, json};
use store::ArticleRow;

use crate::schema::{ARTICLE, Field, Kind, some};
use crate::sentences::{self, Sentences};

/// The columns of a file, with the names that Gleaner or another tool uses.
#[derive(Debug)]
pub struct Profile {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    columns: Columns,
}

#[derive(Debug)]
enum Columns {
    /// The article record.
    All,
    /// The same without its texts.
    WithoutTexts,
    /// Some of it, under other names.
    Renamed(&'static [Rename]),
}

use Columns::{All, Renamed, WithoutTexts};

impl Profile {
    const fn new(name: &'static str, about: &'static str, columns: Columns) -> Self {
        Self {
            name,
            about,
            columns,
        }
    }
}

/// A name, the column of the article record, and how its value is written.
type Rename = (&'static str, &'static str, As);

/// How a value is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum As {
    /// Unchanged.
    Same,
    /// Never.
    Null,
    /// `2026-11-21 08:00:00`, UTC.
    Seconds,
    /// `2026-11-21T08:00:00Z`
    Rfc3339,
    /// The day in UTC.
    Day,
    /// The day of the publisher.
    LocalDay,
    /// `A; B`
    Joined,
    /// A URL as the name of a file.
    FileName,
    /// A version id as a UUID.
    Urn,
    /// Authors of a feed.
    Authors,
}

use As::{Authors, Day, FileName, Joined, LocalDay, Null, Rfc3339, Same, Seconds, Urn};

/// All profiles.
pub static PROFILES: [Profile; 7] = [
    Profile::new("native", "The article record", All),
    Profile::new(
        "share",
        "The article record without texts, to be shared",
        WithoutTexts,
    ),
    Profile::new(
        "news-please",
        "The 16 keys of news-please",
        Renamed(&NEWS_PLEASE),
    ),
    Profile::new(
        "trafilatura",
        "The keys of trafilatura's JSON",
        Renamed(&TRAFILATURA),
    ),
    Profile::new(
        "cc_news",
        "The columns of the dataset cc_news",
        Renamed(&CC_NEWS),
    ),
    Profile::new(
        "fineweb",
        "The columns of FineWeb; date is the time of the crawl",
        Renamed(&FINEWEB),
    ),
    Profile::new(
        "jsonfeed",
        "The keys of an item of JSON Feed 1.1",
        Renamed(&JSON_FEED),
    ),
];

static NEWS_PLEASE: [Rename; 16] = [
    ("authors", "authors", Same),
    ("date_download", "date_crawled", Seconds),
    ("date_modify", "", Null),
    ("date_publish", "date_published", Seconds),
    ("description", "description", Same),
    ("filename", "url", FileName),
    ("image_url", "image_url", Same),
    ("language", "language", Same),
    ("localpath", "", Null),
    ("maintext", "text", Same),
    ("source_domain", "source_domain", Same),
    ("text", "text", Same),
    ("title", "title", Same),
    ("title_page", "title_page", Same),
    ("title_rss", "title_feed", Same),
    ("url", "url", Same),
];

static TRAFILATURA: [Rename; 16] = [
    ("title", "title", Same),
    ("author", "authors", Joined),
    ("hostname", "source_domain", Same),
    ("date", "date_published", LocalDay),
    ("fingerprint", "content_hash", Same),
    ("id", "id", Same),
    ("license", "license", Same),
    ("text", "text", Same),
    ("language", "language", Same),
    ("image", "image_url", Same),
    ("pagetype", "page_type", Same),
    ("filedate", "date_crawled", Day),
    ("source", "url", Same),
    ("source-hostname", "source_name", Same),
    ("excerpt", "description", Same),
    ("tags", "tags", Joined),
];

static CC_NEWS: [Rename; 7] = [
    ("title", "title", Same),
    ("text", "text", Same),
    ("domain", "source_domain", Same),
    ("date", "date_published", Seconds),
    ("description", "description", Same),
    ("url", "url", Same),
    ("image_url", "image_url", Same),
];

static FINEWEB: [Rename; 7] = [
    ("text", "text", Same),
    ("id", "version_id", Urn),
    ("dump", "dump", Same),
    ("url", "url", Same),
    ("date", "date_crawled", Rfc3339),
    ("language", "language", Same),
    ("language_score", "language_score", Same),
];

static JSON_FEED: [Rename; 11] = [
    ("id", "version_id", Same),
    ("url", "url", Same),
    ("title", "title", Same),
    ("content_text", "text", Same),
    ("summary", "description", Same),
    ("image", "image_url", Same),
    ("date_published", "date_published", Same),
    ("date_modified", "date_modified", Same),
    ("authors", "authors", Authors),
    ("tags", "tags", Same),
    ("language", "language", Same),
];

const AUTHOR: &[Field] = &[some("name", Kind::Text, "")];

/// Columns with text of the article. The description is the publisher's summary of it.
const TEXTS: [&str; 3] = ["text", "live_entries", "entities"];
const SUMMARY: &str = "description";

/// A column and the source of its value.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// Its name and type.
    pub field: Field,
    source: Source,
}

#[derive(Clone, Copy, Debug)]
enum Source {
    /// A column of the article record.
    Ours(&'static str, As),
    /// Sentences or tokens.
    Sentences(sentences::Make),
}

/// Why a profile cannot be written like this. The message says what can be.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ProfileError(String);

impl Column {
    fn new((name, ours, how): Rename) -> Self {
        let same = ARTICLE.iter().find(|field| field.name == ours);
        let kind = match how {
            Same => same.map_or(Kind::Text, |field| field.kind),
            Authors => Kind::Structs(AUTHOR),
            _ => Kind::Text,
        };
        Self {
            field: some(name, kind, ""),
            source: Source::Ours(ours, how),
        }
    }

    /// Its value in a row; a computed value is stored in `made`.
    pub fn value<'a>(&self, row: &'a ArticleRow, made: &'a mut Value) -> &'a Value {
        let (name, how) = match self.source {
            Source::Ours(name, Same) => return &row[name],
            Source::Ours(name, how) => (name, how),
            Source::Sentences(compute) => {
                *made = compute(row);
                return made;
            }
        };
        let value = &row[name];
        *made = match how {
            Same | Null => Value::Null,
            Seconds => formatted(value, |time| time.format("%Y-%m-%d %H:%M:%S").to_string()),
            Rfc3339 => formatted(value, |time| {
                time.to_rfc3339_opts(SecondsFormat::Secs, true)
            }),
            Day => day(value, 0),
            LocalDay => day(value, row[OFFSET].as_i64().unwrap_or(0)),
            Joined => joined(value),
            FileName => {
                let url = value.as_str().unwrap_or_default();
                (url.replace(['/', ':', '?', '&'], "_") + ".json").into()
            }
            Urn => urn(value.as_str().unwrap_or_default()).into(),
            Authors => {
                let names = value.as_array().into_iter().flatten();
                names.map(|name| json!({ "name": name })).collect()
            }
        };
        made
    }

    /// The columns of the article record that its value is computed from.
    pub fn reads(&self) -> Vec<&'static str> {
        match self.source {
            Source::Ours(_, Null) => Vec::new(),
            Source::Ours(name, LocalDay) => vec![name, OFFSET],
            Source::Ours(name, _) => vec![name],
            Source::Sentences(_) => sentences::READS.to_vec(),
        }
    }

    /// Whether it holds text of the article.
    pub fn has_text(&self) -> bool {
        matches!(self.source, Source::Ours(name, _) if TEXTS.contains(&name))
    }
}

/// The publisher's offset from UTC in minutes.
const OFFSET: &str = "date_published_tz";

impl Profile {
    /// The article record.
    pub fn native() -> &'static Self {
        &PROFILES[0]
    }

    /// The profile with this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        PROFILES.iter().find(|profile| profile.name == name)
    }

    /// Whether columns of sentences may be added: `token_count` has other meanings in other profiles, and `share` has no texts.
    pub fn takes(&self, sentences: Sentences) -> bool {
        match self.columns {
            All => true,
            WithoutTexts => sentences == Sentences::Offsets,
            Renamed(_) => false,
        }
    }

    /// Its columns, or those named in `fields`, in that order, if there are any.
    ///
    /// # Errors
    /// [`ProfileError`] if it has no such field, or if one is named twice.
    pub fn columns(
        &self,
        fields: &[String],
        sentences: Option<Sentences>,
    ) -> Result<Vec<Column>, ProfileError> {
        let same = |field: &Field| Column {
            field: *field,
            source: Source::Ours(field.name, Same),
        };
        let ours = ARTICLE.iter();
        let mut all: Vec<Column> = match self.columns {
            All => ours.map(same).collect(),
            WithoutTexts => ours
                .filter(|field| !TEXTS.contains(&field.name) && field.name != SUMMARY)
                .map(same)
                .collect(),
            Renamed(renames) => renames.iter().copied().map(Column::new).collect(),
        };
        let added = sentences.map(of_sentences).unwrap_or_default();
        all.extend(added.iter().copied());
        if fields.is_empty() {
            return Ok(all);
        }
        let find = |columns: &[Column], name: &str| {
            columns
                .iter()
                .find(|column| column.field.name == name)
                .copied()
        };
        let mut chosen: Vec<Column> = Vec::new();
        for name in fields {
            let Some(column) = find(&all, name) else {
                let why = if find(&of_sentences(Sentences::Offsets), name).is_some() {
                    format!("the field {name:?} is not written by default; add --sentences")
                } else {
                    let names: Vec<&str> = all.iter().map(|column| column.field.name).collect();
                    format!(
                        "the profile {} has no field {name:?}; it has {}",
                        self.name,
                        names.join(", ")
                    )
                };
                return Err(ProfileError(why));
            };
            if find(&chosen, name).is_some() {
                return Err(ProfileError(format!("the field {name:?} is named twice")));
            }
            chosen.push(column);
        }
        if !fields.iter().any(|name| find(&added, name).is_some()) {
            chosen.extend(added);
        }
        Ok(chosen)
    }
}

/// The columns with sentences and tokens.
fn of_sentences(wanted: Sentences) -> Vec<Column> {
    let columns = sentences::columns(wanted).into_iter();
    columns
        .map(|(field, make)| Column {
            field,
            source: Source::Sentences(make),
        })
        .collect()
}

/// A version 8 UUID with digits from the hash of the version id.
fn urn(version_id: &str) -> String {
    let digits = store::article_id(version_id);
    format!(
        "<urn:uuid:{}-{}-8{}-9{}-{}>",
        &digits[..8],
        &digits[8..12],
        &digits[13..16],
        &digits[17..20],
        &digits[20..32]
    )
}

fn time(value: &Value) -> Option<DateTime<Utc>> {
    serde_json::from_value(value.clone()).ok()
}

fn formatted(value: &Value, format: impl FnOnce(DateTime<Utc>) -> String) -> Value {
    time(value).map_or(Value::Null, |time| format(time).into())
}

/// The day at an offset from UTC in minutes.
fn day(value: &Value, minutes: i64) -> Value {
    let local = |time: DateTime<Utc>| time.checked_add_signed(TimeDelta::try_minutes(minutes)?);
    time(value)
        .and_then(local)
        .map_or(Value::Null, |time| time.date_naive().to_string().into())
}

/// `A; B`; null for an empty list.
fn joined(list: &Value) -> Value {
    let texts: Vec<&str> = list
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    if texts.is_empty() {
        return Value::Null;
    }
    texts.join("; ").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fields_of_sentences_can_be_named() {
        let fields = ["sentences", "id"].map(str::to_owned);
        let names = |fields: &[String]| {
            let columns = Profile::native().columns(fields, Some(Sentences::Offsets));
            let columns = columns.unwrap().into_iter();
            columns.map(|column| column.field.name).collect::<Vec<_>>()
        };
        assert_eq!(names(&fields), ["sentences", "id"]);
        assert_eq!(names(&fields[1..]), ["id", "sentences", "token_count"]);
        let refused = Profile::native().columns(&fields, None).unwrap_err();
        assert!(
            refused.to_string().ends_with("add --sentences"),
            "{refused}"
        );
    }

    #[test]
    fn the_day_of_publication_is_that_of_the_publisher() {
        let columns = PROFILES[3].columns(&["date".to_owned()], None).unwrap();
        assert_eq!(columns[0].reads(), ["date_published", "date_published_tz"]);
        let at = json!("2026-11-21T04:30:00Z");
        assert_eq!(day(&at, -300), "2026-11-20");
        assert_eq!(day(&at, 0), "2026-11-21");
        assert_eq!(day(&json!("2026-11-21T23:30:00Z"), 60), "2026-11-22");
        assert_eq!(day(&Value::Null, 60), Value::Null);
        assert_eq!(day(&at, i64::MAX), Value::Null);
    }
}
