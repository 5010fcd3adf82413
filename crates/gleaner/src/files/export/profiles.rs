//! Export profiles: which columns are written, and under which names.

use anyhow::{anyhow, bail};
use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use clap::ValueEnum;
use serde_json::{Value, json};
use store::ArticleRow;

use super::folder::Sentences;
use super::schema::{ARTICLE, Field, Kind};
use super::spans;
use crate::console::failure::Advise as _;

/// The columns of an export, with the names that Gleaner or another tool uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Profile {
    /// The article record
    #[default]
    Native,
    /// The article record without texts, to be shared: ids, URLs, facts
    Share,
    /// The 16 keys of news-please
    NewsPlease,
    /// The keys of trafilatura's JSON
    Trafilatura,
    /// The columns of the dataset `cc_news`
    #[value(name = "cc_news")]
    CcNews,
    /// The columns of `FineWeb`; `date` is the time of the crawl
    Fineweb,
    /// The keys of an item of JSON Feed 1.1
    Jsonfeed,
}

/// A column and the source of its value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Column {
    pub(crate) field: Field,
    value: Source,
}

#[derive(Clone, Copy, Debug)]
enum Source {
    /// A column of the article record, unchanged.
    Field(&'static str),
    /// Computed from one column of the article record.
    Made(&'static str, fn(&Value) -> Value),
    /// Computed from several columns.
    OfRow(&'static [&'static str], fn(&ArticleRow) -> Value),
    /// Always null.
    Nothing,
}

impl Column {
    /// Its value in a row; a computed value is stored in `made`.
    pub(crate) fn value<'a>(&self, row: &'a ArticleRow, made: &'a mut Value) -> &'a Value {
        match self.value {
            Source::Field(name) => &row[name],
            Source::Made(name, compute) => {
                *made = compute(&row[name]);
                made
            }
            Source::OfRow(_, compute) => {
                *made = compute(row);
                made
            }
            Source::Nothing => {
                *made = Value::Null;
                made
            }
        }
    }

    /// The columns of the article record that its value is computed from.
    pub(crate) fn reads(&self) -> Vec<&'static str> {
        match self.value {
            Source::Field(name) | Source::Made(name, _) => vec![name],
            Source::OfRow(names, _) => names.to_vec(),
            Source::Nothing => Vec::new(),
        }
    }
}

/// Columns with text of the article.
const TEXTS: [&str; 4] = ["text", "live_entries", "entities", "description"];

impl Profile {
    /// Its name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Native => "native",
            Self::Share => "share",
            Self::NewsPlease => "news-please",
            Self::Trafilatura => "trafilatura",
            Self::CcNews => "cc_news",
            Self::Fineweb => "fineweb",
            Self::Jsonfeed => "jsonfeed",
        }
    }

    /// Its columns, or those named in `fields`, in that order, if there are any.
    pub(crate) fn columns(
        self,
        fields: &[String],
        sentences: Option<Sentences>,
    ) -> anyhow::Result<Vec<Column>> {
        let mut all: Vec<Column> = match self {
            Self::Native => ARTICLE.iter().map(as_it_is).collect(),
            Self::Share => {
                let shared = ARTICLE.iter().filter(|field| !TEXTS.contains(&field.name));
                shared.map(as_it_is).collect()
            }
            Self::NewsPlease => NEWS_PLEASE.to_vec(),
            Self::Trafilatura => TRAFILATURA.to_vec(),
            Self::CcNews => CC_NEWS.to_vec(),
            Self::Fineweb => FINEWEB.to_vec(),
            Self::Jsonfeed => JSON_FEED.to_vec(),
        };
        let added = sentences.map(sentence_columns).unwrap_or_default();
        let is_added = |name: &String| added.iter().any(|column| column.field.name == name);
        let names_added = fields.iter().any(is_added);
        all.extend(added.iter().copied());
        if fields.is_empty() {
            return Ok(all);
        }
        let of_sentences = sentence_columns(Sentences::Offsets);
        let is_missing = |name: &&String| {
            let mut columns = of_sentences.iter();
            sentences.is_none() && columns.any(|column| column.field.name == name.as_str())
        };
        if let Some(name) = fields.iter().find(is_missing)
            && !all.iter().any(|column| column.field.name == name)
        {
            return Err(anyhow!("the field {name:?} is not written by default"))
                .advise("add --sentences");
        }
        let find = |name: &String| {
            let found = all.iter().find(|column| column.field.name == name);
            found
                .copied()
                .ok_or_else(|| anyhow!("the profile {} has no field {name:?}", self.name()))
        };
        let chosen: anyhow::Result<Vec<Column>> = fields.iter().map(find).collect();
        let names: Vec<&str> = all.iter().map(|column| column.field.name).collect();
        let chosen = chosen.advise(format!("it has {}", names.join(", ")))?;
        for (index, column) in chosen.iter().enumerate() {
            if chosen[..index]
                .iter()
                .any(|before| before.field.name == column.field.name)
            {
                bail!("the field {:?} is named twice", column.field.name);
            }
        }
        let mut chosen = chosen;
        if !names_added {
            chosen.extend(added);
        }
        Ok(chosen)
    }
}

/// The columns with sentences and tokens.
fn sentence_columns(sentences: Sentences) -> Vec<Column> {
    let columns = spans::columns(sentences).map(|(field, make)| Column {
        field,
        value: Source::OfRow(&spans::READS, make),
    });
    columns.into_iter().collect()
}

/// Removes the columns that hold text of the article.
pub(crate) fn without_text(columns: Vec<Column>) -> Vec<Column> {
    let has_text = |column: &Column| match column.value {
        Source::Field(name) => TEXTS[..3].contains(&name),
        Source::Made(..) | Source::OfRow(..) | Source::Nothing => false,
    };
    columns
        .into_iter()
        .filter(|column| !has_text(column))
        .collect()
}

fn as_it_is(field: &Field) -> Column {
    Column {
        field: *field,
        value: Source::Field(field.name),
    }
}

const fn field(name: &'static str, kind: Kind) -> Field {
    Field {
        name,
        kind,
        required: false,
        about: "",
    }
}

/// A text column under another name.
const fn named(name: &'static str, ours: &'static str) -> Column {
    Column {
        field: field(name, Kind::Text),
        value: Source::Field(ours),
    }
}

const fn texts(name: &'static str, ours: &'static str) -> Column {
    Column {
        field: field(name, Kind::Texts),
        value: Source::Field(ours),
    }
}

const fn made(name: &'static str, ours: &'static str, make: fn(&Value) -> Value) -> Column {
    Column {
        field: field(name, Kind::Text),
        value: Source::Made(ours, make),
    }
}

const fn nothing(name: &'static str) -> Column {
    Column {
        field: field(name, Kind::Text),
        value: Source::Nothing,
    }
}

const NEWS_PLEASE: [Column; 16] = [
    texts("authors", "authors"),
    made("date_download", "date_crawled", seconds),
    nothing("date_modify"),
    made("date_publish", "date_published", seconds),
    named("description", "description"),
    made("filename", "url", |url| {
        Value::String(
            url.as_str()
                .unwrap_or_default()
                .replace(['/', ':', '?', '&'], "_")
                + ".json",
        )
    }),
    named("image_url", "image_url"),
    named("language", "language"),
    nothing("localpath"),
    named("maintext", "text"),
    named("source_domain", "source_domain"),
    named("text", "text"),
    named("title", "title"),
    named("title_page", "title_page"),
    named("title_rss", "title_feed"),
    named("url", "url"),
];

/// When an article was published, and the publisher's offset from UTC in minutes.
const PUBLICATION: [&str; 2] = ["date_published", "date_published_tz"];

const TRAFILATURA: [Column; 16] = [
    named("title", "title"),
    made("author", "authors", joined),
    named("hostname", "source_domain"),
    Column {
        field: field("date", Kind::Text),
        value: Source::OfRow(&PUBLICATION, |row| {
            let [at, minutes] = PUBLICATION.map(|name| &row[name]);
            day(at, minutes.as_i64().unwrap_or(0))
        }),
    },
    named("fingerprint", "content_hash"),
    named("id", "id"),
    named("license", "license"),
    named("text", "text"),
    named("language", "language"),
    named("image", "image_url"),
    named("pagetype", "page_type"),
    made("filedate", "date_crawled", |at| day(at, 0)),
    named("source", "url"),
    named("source-hostname", "source_name"),
    named("excerpt", "description"),
    made("tags", "tags", joined),
];

const CC_NEWS: [Column; 7] = [
    named("title", "title"),
    named("text", "text"),
    named("domain", "source_domain"),
    made("date", "date_published", seconds),
    named("description", "description"),
    named("url", "url"),
    named("image_url", "image_url"),
];

const FINEWEB: [Column; 7] = [
    named("text", "text"),
    made("id", "version_id", |id| {
        Value::String(urn(id.as_str().unwrap_or_default()))
    }),
    named("dump", "dump"),
    named("url", "url"),
    made("date", "date_crawled", |at| match time(at) {
        Some(time) => time.to_rfc3339_opts(SecondsFormat::Secs, true).into(),
        None => Value::Null,
    }),
    named("language", "language"),
    Column {
        field: field("language_score", Kind::Float),
        value: Source::Field("language_score"),
    },
];

/// An author of a feed.
const AUTHOR: &[Field] = &[field("name", Kind::Text)];

const JSON_FEED: [Column; 11] = [
    named("id", "version_id"),
    named("url", "url"),
    named("title", "title"),
    named("content_text", "text"),
    named("summary", "description"),
    named("image", "image_url"),
    Column {
        field: field("date_published", Kind::Time),
        value: Source::Field("date_published"),
    },
    Column {
        field: field("date_modified", Kind::Time),
        value: Source::Field("date_modified"),
    },
    Column {
        field: field("authors", Kind::Structs(AUTHOR)),
        value: Source::Made("authors", |authors| {
            let names = authors.as_array().into_iter().flatten();
            names.map(|name| json!({ "name": name })).collect()
        }),
    },
    texts("tags", "tags"),
    named("language", "language"),
];

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

/// `2026-11-21 08:00:00`, UTC.
fn seconds(value: &Value) -> Value {
    time(value).map_or(Value::Null, |time| {
        time.format("%Y-%m-%d %H:%M:%S").to_string().into()
    })
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
            let columns = Profile::Native.columns(fields, Some(Sentences::Offsets));
            let columns = columns.unwrap().into_iter();
            columns.map(|column| column.field.name).collect::<Vec<_>>()
        };
        assert_eq!(names(&fields), ["sentences", "id"]);
        assert_eq!(names(&fields[1..]), ["id", "sentences", "token_count"]);
        let refused = Profile::Native.columns(&fields, None).unwrap_err();
        let message = crate::console::failure::describe(&refused);
        assert!(message.ends_with("add --sentences"), "{message}");
    }

    #[test]
    fn the_day_of_publication_is_that_of_the_publisher() {
        let columns = Profile::Trafilatura
            .columns(&["date".to_owned()], None)
            .unwrap();
        assert_eq!(columns[0].reads(), ["date_published", "date_published_tz"]);
        let at = json!("2026-11-21T04:30:00Z");
        assert_eq!(day(&at, -300), "2026-11-20");
        assert_eq!(day(&at, 0), "2026-11-21");
        assert_eq!(day(&json!("2026-11-21T23:30:00Z"), 60), "2026-11-22");
        assert_eq!(day(&Value::Null, 60), Value::Null);
        assert_eq!(day(&at, i64::MAX), Value::Null);
    }
}
