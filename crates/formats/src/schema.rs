//! The columns of an export, with the same type in every format.

use std::fmt::Write as _;
use std::sync::Arc;

use arrow_schema::{DataType, Field as ArrowField, Fields, Schema, TimeUnit};
use serde_json::{Map, Value, json};

/// The type of a column.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// True or false.
    Bool,
    /// 32 bits.
    Int,
    /// 32 bits; in JSON the shortest decimal that round-trips.
    Float,
    /// UTF-8.
    Text,
    /// Microseconds, UTC; in JSON RFC 3339.
    Time,
    /// Texts; in CSV a JSON array.
    Texts,
    /// Named values; in CSV a JSON object.
    Struct(&'static [Field]),
    /// A list of such structs; in CSV a JSON array.
    Structs(&'static [Field]),
}

/// A column, or a part of one.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub kind: Kind,
    /// Whether it is never null.
    pub required: bool,
    /// What it means.
    pub about: &'static str,
}

/// A column that may be null.
pub const fn some(name: &'static str, kind: Kind, about: &'static str) -> Field {
    Field {
        name,
        kind,
        required: false,
        about,
    }
}

/// A column that is never null.
pub const fn always(name: &'static str, kind: Kind, about: &'static str) -> Field {
    Field {
        required: true,
        ..some(name, kind, about)
    }
}

use Kind::{Bool, Float, Int, Struct, Structs, Text, Texts, Time};

/// A table of fields, a line each: whether the value is always there or sometimes null, its name, type and meaning.
macro_rules! fields {
    ($($presence:ident $name:literal, $kind:expr, $about:literal;)*) => {
        &[$($presence($name, $kind, $about)),*]
    };
}

const IMAGE: &[Field] = fields! {
    always "url", Text, "Its URL";
    some "caption", Text, "Its caption without the credit";
    some "credit", Text, "Its author or owner";
    some "alt", Text, "Its alternative text";
};

const ENTITY: &[Field] = fields! {
    always "text", Text, "The name as written";
    some "label", Text, "person, organisation or place, where that is known";
    always "start", Int, "Its first character in `text`, counted in Unicode scalar values from 0";
    always "end", Int, "The character after its last";
    some "norm", Text, "The form by which its mentions are counted";
};

const LIVE_ENTRY: &[Field] = fields! {
    some "at", Time, "When it was written";
    some "offset_minutes", Int, "Offset from UTC as written";
    some "title", Text, "Its heading";
    always "text", Text, "Its paragraphs, separated by an empty line";
    always "in_text", Bool, "Whether `text` contains it";
};

/// The fields whose source is recorded, each with the same meaning.
const SOURCES: &[Field] = fields! {
    some "title", Text, "jsonld, meta, heading, rule and so on";
    some "description", Text, "";
    some "authors", Text, "";
    some "agencies", Text, "";
    some "organizations", Text, "";
    some "date_published", Text, "";
    some "date_modified", Text, "";
    some "language", Text, "";
    some "section", Text, "";
    some "tags", Text, "";
    some "image_url", Text, "";
    some "images", Text, "";
    some "url_canonical", Text, "";
    some "license", Text, "";
    some "is_free", Text, "";
};

/// The article record: the columns of `news.articles` except the cursor, in order.
pub const ARTICLE: &[Field] = fields! {
    always "schema_version", Int, "Version of this record";
    always "id", Text, "SHA-256 of the normalised URL; the same for all versions";
    always "version", Int, "1, 2, … by id; a new one when the text changes";
    always "version_id", Text, "id:version, unique";
    always "is_latest", Bool, "Whether it is the newest version";
    always "url", Text, "URL after redirects";
    some "url_requested", Text, "URL as it was found";
    some "url_canonical", Text, "rel=canonical or og:url of the same site";
    always "source_id", Text, "Id of the site";
    always "source_domain", Text, "Registrable domain";
    some "source_name", Text, "Name of the outlet";
    some "country", Text, "ISO 3166-1, of the site";
    some "title", Text, "Headline without the name of the site";
    some "title_page", Text, "<title>, unchanged";
    some "title_feed", Text, "Title in a feed or news sitemap";
    some "description", Text, "Description or standfirst";
    always "text", Text, "Text, NFC, without the headline; paragraphs separated by an empty line";
    always "authors", Texts, "Persons";
    always "agencies", Texts, "News agencies that are credited";
    some "date_published", Time, "First publication";
    some "date_published_tz", Int, "Its offset from UTC in minutes, as written or by the time zone of the site";
    some "date_published_precision", Text, "second, minute, day or month";
    some "date_published_source", Text, "Where it was found: jsonld, meta, time_tag, url, feed and so on";
    some "date_modified", Time, "Last change, as stated by the publisher";
    always "date_crawled", Time, "When this version was fetched";
    some "date_first_seen", Time, "When the URL was first found";
    some "date_last_seen", Time, "When this text was last seen";
    some "language", Text, "ISO 639-1, of the text";
    some "language_score", Float, "Confidence of `language`, 0 to 1";
    some "section", Text, "The outlet's section";
    always "tags", Texts, "The outlet's keywords";
    some "image_url", Text, "Lead image";
    some "images", Structs(IMAGE), "Images of the article";
    some "page_type", Text, "article, live_blog, video, gallery and so on";
    some "news_score", Float, "Probability that it is an article, 0 to 1";
    some "label_source", Text, "What decided: model:VERSION, rule:NAME or human";
    some "is_free", Bool, "The publisher's claim";
    some "is_truncated", Bool, "Whether the text ends at a paywall, or where the page was cut, as far as detected";
    always "word_count", Int, "Words of the text";
    always "char_count", Int, "Unicode scalar values of the text";
    always "content_hash", Text, "SHA-256 of the normalised text";
    some "duplicate_of", Text, "Id of the article that it is a copy of";
    some "dup_group_id", Text, "Id of the first text of its group of copies";
    some "story_id", Text, "Id of its story";
    some "entities", Structs(ENTITY), "Names in the text; null until it is aggregated, and once another version is the latest";
    some "discovered_via", Text, "front_page, section, feed, sitemap, news_sitemap, link or import";
    some "http_status", Int, "HTTP status";
    some "content_type", Text, "Content-Type header";
    some "etag", Text, "ETag header";
    some "last_modified", Text, "Last-Modified header";
    always "extractor", Text, "Method that made the text";
    always "extractor_version", Text, "Its version";
    some "robots_rule", Text, "Rule of robots.txt that allowed the URL";
    some "tdm_reserved", Bool, "Text and data mining is reserved";
    some "tdm_policy_url", Text, "URL of the TDM policy";
    some "ai_optout", Texts, "Signals that forbid use for AI";
    some "license", Text, "Stated licence";
    always "dump", Text, "Day of the fetch, such as 2026-11-21";
    always "opt_outs", Texts, "Kinds of opt-outs: tdm, ai, noindex, noarchive, nosnippet";
    always "organizations", Texts, "Bylines that are neither persons nor agencies";
    some "field_sources", Struct(SOURCES), "Where the value of each field was found";
    some "live_entries", Structs(LIVE_ENTRY), "Entries of a live blog";
    some "parts", Texts, "URLs of its further pages, whose text is included";
    some "date_gone", Time, "When its page was found to be gone";
    some "moved_to", Text, "Id of the article at its new URL";
};

impl Kind {
    fn arrow(self) -> DataType {
        let item = |of: DataType| DataType::List(Arc::new(ArrowField::new("item", of, true)));
        match self {
            Bool => DataType::Boolean,
            Int => DataType::Int32,
            Float => DataType::Float32,
            Text => DataType::Utf8,
            Time => DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into())),
            Texts => item(DataType::Utf8),
            Struct(fields) => DataType::Struct(arrow_fields(fields)),
            Structs(fields) => item(DataType::Struct(arrow_fields(fields))),
        }
    }

    fn json(self) -> Value {
        match self {
            Bool => json!({"type": "boolean"}),
            Int => json!({"type": "integer"}),
            Float => json!({"type": "number"}),
            Text => json!({"type": "string"}),
            Time => json!({"type": "string", "format": "date-time"}),
            Texts => json!({"type": "array", "items": {"type": "string"}}),
            Struct(fields) => json!({"type": "object", "properties": json_fields(fields)}),
            Structs(fields) => {
                json!({"type": "array", "items": {"type": "object", "properties": json_fields(fields)}})
            }
        }
    }
}

/// The Arrow fields of these columns.
pub fn arrow_fields(fields: &[Field]) -> Fields {
    let field = |field: &Field| ArrowField::new(field.name, field.kind.arrow(), !field.required);
    fields.iter().map(field).collect()
}

/// The Arrow schema of these columns.
pub fn arrow(fields: &[Field]) -> Schema {
    Schema::new(arrow_fields(fields))
}

fn json_fields(fields: &[Field]) -> Value {
    let properties = fields.iter().map(|field| {
        let mut schema = field.kind.json();
        if !field.required {
            schema["type"] = json!([schema["type"], "null"]);
        }
        if !field.about.is_empty() {
            schema["description"] = field.about.into();
        }
        (field.name.to_owned(), schema)
    });
    Value::Object(properties.collect::<Map<_, _>>())
}

/// These columns as the `features` of a dataset card, in YAML.
pub fn card_features(fields: &[Field]) -> String {
    let mut yaml = String::new();
    add_features(&mut yaml, "features", fields, 2);
    yaml
}

/// Adds a list of features under a name, `indent` blanks from the left.
fn add_features(yaml: &mut String, name: &str, fields: &[Field], indent: usize) {
    let _ = writeln!(yaml, "{:indent$}{name}:", "");
    for field in fields {
        let _ = writeln!(yaml, "{:indent$}- name: {}", "", field.name);
        let scalar = match field.kind {
            Bool => "dtype: bool",
            Int => "dtype: int32",
            Float => "dtype: float32",
            Text => "dtype: string",
            Time => "dtype: timestamp[us, tz=UTC]",
            Texts => "list: string",
            Struct(parts) => {
                add_features(yaml, "struct", parts, indent + 2);
                continue;
            }
            Structs(parts) => {
                add_features(yaml, "list", parts, indent + 2);
                continue;
            }
        };
        let _ = writeln!(yaml, "{:indent$}  {scalar}", "");
    }
}

/// The JSON Schema of a line.
pub fn json_schema(fields: &[Field]) -> Value {
    let required: Vec<&str> = fields.iter().map(|field| field.name).collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "An article version",
        "type": "object",
        "properties": json_fields(fields),
        "required": required,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_has_the_types_of_columns() {
        const PART: &[Field] = &[always("at", Time, ""), some("long", Bool, "")];
        let fields = [
            always("tags", Texts, ""),
            some("score", Float, ""),
            some("entries", Structs(PART), ""),
            some("sources", Struct(PART), ""),
        ];
        let parts = "    - name: at\n      dtype: timestamp[us, tz=UTC]\n    - name: long\n      dtype: bool\n";
        let wanted = [
            "  features:\n  - name: tags\n    list: string\n  - name: score\n    dtype: float32\n",
            "  - name: entries\n    list:\n",
            parts,
            "  - name: sources\n    struct:\n",
            parts,
        ];
        assert_eq!(card_features(&fields), wanted.concat());
    }
}
