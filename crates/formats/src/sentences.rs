//! Sentences and tokens of a text: columns that are written on demand.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::ArticleRow;
use text::{Sentence, Span};

use super::schema::{Field, Kind, always};

const PARAGRAPH: Field = always("paragraph", Kind::Int, "Its paragraph, from 0");
const START: Field = always(
    "start",
    Kind::Int,
    "Its first character in `text`, counted in Unicode scalar values from 0",
);
const END: Field = always("end", Kind::Int, "The character after its last");
const START_BYTE: Field = always("start_byte", Kind::Int, "Its first byte in `text` as UTF-8");
const END_BYTE: Field = always("end_byte", Kind::Int, "The byte after its last");
const TAGGED: Field = always(
    "tagged",
    Kind::Text,
    "The sentence as XML, with the names in it as elements: person, organisation, place, or name",
);

const SENTENCE: &[Field] = &[PARAGRAPH, START, END, START_BYTE, END_BYTE];
const TAGGED_SENTENCE: &[Field] = &[PARAGRAPH, START, END, START_BYTE, END_BYTE, TAGGED];

/// Computes the value of a column from a row.
pub(crate) type Make = fn(&ArticleRow) -> Value;

/// What is written about sentences and tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sentences {
    /// Their offsets.
    Offsets,
    /// Also their texts, with the names in them marked.
    Tagged,
}

/// The columns, each with the function that computes it.
pub(crate) fn columns(wanted: Sentences) -> [(Field, Make); 2] {
    let (fields, make): (_, Make) = match wanted {
        Sentences::Offsets => (SENTENCE, sentences),
        Sentences::Tagged => (TAGGED_SENTENCE, |row| tagged(&Source::of(row))),
    };
    let about = "Sentences of the text, in their order";
    let tokens = "Tokens of the text by the word boundaries of UAX 29, punctuation included; not those of a language model";
    [
        (always("sentences", Kind::Structs(fields), about), make),
        (always("token_count", Kind::Int, tokens), token_count),
    ]
}

/// The columns of the article record that they are computed from.
pub(super) const READS: [&str; 3] = ["text", "language", "entities"];

/// The parts of a row that its sentences are computed from.
pub(super) struct Source<'a> {
    pub(super) text: &'a str,
    pub(super) language: Option<&'a str>,
    pub(super) entities: &'a Value,
}

impl<'a> Source<'a> {
    pub(super) fn of(row: &'a ArticleRow) -> Self {
        Self {
            text: row["text"].as_str().unwrap_or_default(),
            language: row["language"].as_str(),
            entities: &row["entities"],
        }
    }

    pub(super) fn sentences(&self) -> Vec<Sentence> {
        text::sentences(self.text, self.language)
    }

    /// The names in text order, without those that overlap an earlier one.
    pub(super) fn names(&self) -> Vec<Name<'a>> {
        let offset = |value: &Value| usize::try_from(value.as_u64()?).ok();
        let entities = self.entities.as_array().into_iter().flatten();
        let names = entities.filter_map(|entity| {
            Some(Name {
                start: offset(&entity["start"])?,
                end: offset(&entity["end"])?,
                label: entity["label"].as_str(),
            })
        });
        let mut names: Vec<Name<'_>> = names.collect();
        names.sort_by_key(|name| name.start);
        let mut free = 0;
        names.retain(|name| {
            let is_apart = name.start >= free && name.start < name.end;
            if is_apart {
                free = name.end;
            }
            is_apart
        });
        names
    }
}

/// A name in a text; offsets are in code points.
pub(super) struct Name<'a> {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) label: Option<&'a str>,
}

fn token_count(row: &ArticleRow) -> Value {
    text::token_count(Source::of(row).text).into()
}

fn sentences(row: &ArticleRow) -> Value {
    let found = Source::of(row).sentences().into_iter();
    found.map(record).collect()
}

fn record(sentence: Sentence) -> Value {
    let Span {
        start,
        end,
        start_byte,
        end_byte,
    } = sentence.span;
    json!({
        "paragraph": sentence.paragraph,
        "start": start,
        "end": end,
        "start_byte": start_byte,
        "end_byte": end_byte,
    })
}

fn tagged(source: &Source<'_>) -> Value {
    let names = source.names();
    let mut names = names.iter().peekable();
    let tagged = source.sentences().into_iter().map(|sentence| {
        let span = sentence.span;
        let mut xml = String::with_capacity(span.end_byte - span.start_byte);
        // A name that does not lie within one sentence is not marked.
        while names.next_if(|name| name.start < span.start).is_some() {}
        let mut open: Option<(&str, usize)> = None;
        for (at, character) in (span.start..).zip(span.of(source.text).chars()) {
            if let Some((element, _)) = open.take_if(|(_, end)| *end == at) {
                xml.extend(["</", element, ">"]);
            }
            if let Some(name) = names.next_if(|name| name.start == at)
                && name.end <= span.end
            {
                let element = element(name.label);
                xml.extend(["<", element, ">"]);
                open = Some((element, name.end));
            }
            match character {
                '&' => xml += "&amp;",
                '<' => xml += "&lt;",
                '>' => xml += "&gt;",
                other => xml.push(other),
            }
        }
        if let Some((element, _)) = open {
            xml.extend(["</", element, ">"]);
        }
        let mut record = record(sentence);
        record["tagged"] = xml.into();
        record
    });
    tagged.collect()
}

fn element(label: Option<&str>) -> &'static str {
    match label {
        Some("person") => "person",
        Some("organisation") => "organisation",
        Some("place") => "place",
        _ => "name",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_marked_in_their_sentence() {
        let entities = json!([
            {"text": "Ada Aue", "label": "person", "start": 2, "end": 9},
            {"text": "Nach Ulm", "label": null, "start": 23, "end": 32},
            {"text": "Aue", "label": null, "start": 6, "end": 9},
            {"text": "Ulm", "label": "place", "start": 34, "end": 37},
            {"text": "Bo", "label": null, "start": 51, "end": 53},
        ]);
        let tagged = tagged(&Source {
            text: "🙂 Ada Aue & Söhne kam. Nach\n\nUlm, Ulm <b> fuhr Dr. Bo.",
            language: Some("de"),
            entities: &entities,
        });
        assert_eq!(
            tagged[0]["tagged"],
            "🙂 <person>Ada Aue</person> &amp; Söhne kam."
        );
        assert_eq!(tagged[1]["tagged"], "Nach");
        assert_eq!(
            tagged[2]["tagged"],
            "Ulm, <place>Ulm</place> &lt;b&gt; fuhr Dr. <name>Bo</name>."
        );
    }
}
