//! Articles as [CoNLL-U](https://universaldependencies.org/format.html): one token per line, with sentences, paragraphs and
//! documents as comments. Lemmas, tags and dependencies are left to annotators. The last column holds the offsets of a token in the
//! text, and whether it belongs to a name.

use std::io::{self, Write};

use serde_json::Value;
use store::ArticleRow;
use text::tokens;

use super::spans::{Name, READS, Source};

/// Columns of the article record that are written at the start of a document.
const FACTS: [&str; 5] = ["url", "source_id", "title", "language", "date_published"];

/// Columns of the article record that a document is made of, including those of its sentences.
pub(super) fn reads() -> impl Iterator<Item = &'static str> {
    FACTS.into_iter().chain(["version_id"]).chain(READS)
}

/// Whether an article has a sentence, as every text does that is not blank.
pub(super) fn has_sentence(row: &ArticleRow) -> bool {
    let text = row["text"].as_str();
    text.is_some_and(|text| !text.trim().is_empty())
}

/// Writes an article as a document. One without a sentence is left out: CoNLL-U has no empty documents.
pub(super) fn write(to: &mut impl Write, row: &ArticleRow) -> io::Result<()> {
    let id = row["version_id"].as_str().unwrap_or_default();
    let facts = FACTS.map(|name| (name, &row[name]));
    write_document(to, id, &facts, &Source::of(row))
}

fn write_document(
    to: &mut impl Write,
    id: &str,
    facts: &[(&str, &Value)],
    source: &Source<'_>,
) -> io::Result<()> {
    let names = source.names();
    let mut names = names.iter().peekable();
    let mut paragraph = None;
    for (number, sentence) in (1..).zip(source.sentences()) {
        if number == 1 {
            writeln!(to, "# newdoc id = {id}")?;
            for (name, value) in facts {
                if let Some(value) = value.as_str() {
                    writeln!(to, "# {name} = {}", in_a_line(value))?;
                }
            }
        }
        if paragraph.replace(sentence.paragraph) != Some(sentence.paragraph) {
            writeln!(to, "# newpar id = {id}-p{}", sentence.paragraph + 1)?;
        }
        let text = sentence.span.of(source.text);
        writeln!(to, "# sent_id = {id}-s{number}")?;
        writeln!(to, "# text = {}", in_a_line(text))?;
        // A name that does not lie within one sentence is not marked.
        while names
            .next_if(|name| name.start < sentence.span.start)
            .is_some()
        {}
        let mut inside = Vec::new();
        while let Some(name) = names.next_if(|name| name.start < sentence.span.end) {
            inside.extend((name.end <= sentence.span.end).then_some(name));
        }
        let pieces = pieces(text, sentence.span.start, &inside);
        let mut inside = inside.into_iter().peekable();
        let mut start = sentence.span.start;
        let mut byte = 0;
        for (number, (at, token)) in (1..).zip(pieces) {
            start += text[byte..at].chars().count();
            let end = start + token.chars().count();
            byte = at + token.len();
            while inside.next_if(|name| name.end <= start).is_some() {}
            write!(to, "{number}\t{token}\t_\t_\t_\t_\t_\t_\t_\t")?;
            if let Some(name) = inside.peek().filter(|name| name.start < end) {
                let prefix = if start <= name.start { 'B' } else { 'I' };
                write!(to, "name={prefix}-{}|", label(name))?;
            }
            let after = &source.text[sentence.span.start_byte + byte..];
            if after.starts_with(|next: char| !next.is_whitespace()) {
                write!(to, "SpaceAfter=No|")?;
            }
            writeln!(to, "start_char={start}|end_char={end}")?;
            start = end;
        }
        writeln!(to)?;
    }
    Ok(())
}

/// The tokens of a sentence with their byte offsets, split where a name begins or ends inside one: "Ada" and "'s". `start` is the
/// character offset of the sentence.
fn pieces<'a>(sentence: &'a str, start: usize, names: &[&Name<'_>]) -> Vec<(usize, &'a str)> {
    let edges = names.iter().flat_map(|name| [name.start, name.end]);
    let mut edges = edges.peekable();
    let mut found = Vec::new();
    let (mut character, mut byte) = (start, 0);
    for (at, token) in tokens(sentence) {
        character += sentence[byte..at].chars().count();
        let mut first = 0;
        for (inner, _) in token.char_indices() {
            while edges.next_if(|edge| *edge < character).is_some() {}
            if edges.peek() == Some(&character) && inner > first {
                found.push((at + first, &token[first..inner]));
                first = inner;
            }
            character += 1;
        }
        found.push((at + first, &token[first..]));
        byte = at + token.len();
    }
    found
}

/// Collapses each run of white space to one blank.
fn in_a_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The label of a name, as in corpora for named-entity recognition.
fn label(name: &Name<'_>) -> &'static str {
    match name.label {
        Some("person") => "PER",
        Some("organisation") => "ORG",
        Some("place") => "LOC",
        _ => "MISC",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn tokens_end_where_names_do() {
        let entities = json!([
            {"text": "Zoë Aue", "label": "person", "start": 0, "end": 7},
            {"text": "US", "label": "place", "start": 25, "end": 27},
            {"text": "EU", "label": null, "start": 27, "end": 29},
            {"text": "EU. Then", "label": null, "start": 39, "end": 47},
        ]);
        let mut written = Vec::new();
        write_document(
            &mut written,
            "ab:1",
            &[],
            &Source {
                text: "Zoë Aue’s talk about the USEUish plan. EU. Then Bo’s.",
                language: Some("en"),
                entities: &entities,
            },
        )
        .unwrap();
        let written = String::from_utf8(written).unwrap();
        let tokens: Vec<String> = written
            .lines()
            .filter(|line| line.starts_with(|first: char| first.is_ascii_digit()))
            .map(|line| {
                let columns: Vec<&str> = line.split('\t').collect();
                format!("{} {}", columns[1], columns[9])
            })
            .collect();
        assert_eq!(
            tokens,
            [
                "Zoë name=B-PER|start_char=0|end_char=3",
                "Aue name=I-PER|SpaceAfter=No|start_char=4|end_char=7",
                "’s start_char=7|end_char=9",
                "talk start_char=10|end_char=14",
                "about start_char=15|end_char=20",
                "the start_char=21|end_char=24",
                "US name=B-LOC|SpaceAfter=No|start_char=25|end_char=27",
                "EU name=B-MISC|SpaceAfter=No|start_char=27|end_char=29",
                "ish start_char=29|end_char=32",
                "plan SpaceAfter=No|start_char=33|end_char=37",
                ". start_char=37|end_char=38",
                "EU SpaceAfter=No|start_char=39|end_char=41",
                ". start_char=41|end_char=42",
                "Then start_char=43|end_char=47",
                "Bo’s SpaceAfter=No|start_char=48|end_char=52",
                ". start_char=52|end_char=53",
            ]
        );
    }
}
