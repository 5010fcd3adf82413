//! Articles as [CoNLL-U](https://universaldependencies.org/format.html): a token a line, sentences, paragraphs and documents as
//! comments. Lemmas, tags and dependencies are left to those who annotate. The last column has the place of a token in the text,
//! and whether it belongs to a name.

use std::io::{self, Write};

use sentences::tokens;
use serde_json::Value;
use store::ArticleRow;

use super::spans::{Name, READS, Source};

/// Columns of the article record that a document begins with.
const FACTS: [&str; 5] = ["url", "source_id", "title", "language", "date_published"];

/// Columns of the article record that a document is made of, those of its sentences included.
pub(super) fn reads() -> impl Iterator<Item = &'static str> {
    FACTS.into_iter().chain(["version_id"]).chain(READS)
}

/// Whether an article has a sentence, as any text has that is not blank.
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
        let mut start = sentence.span.start;
        let mut byte = 0;
        for (number, (at, token)) in (1..).zip(tokens(text)) {
            start += text[byte..at].chars().count();
            let end = start + token.chars().count();
            byte = at + token.len();
            while names.next_if(|name| name.end <= start).is_some() {}
            write!(to, "{number}\t{token}\t_\t_\t_\t_\t_\t_\t_\t")?;
            let is_here = |name: &&Name<'_>| {
                name.start < end
                    && name.start >= sentence.span.start
                    && name.end <= sentence.span.end
            };
            if let Some(name) = names.peek().filter(|name| is_here(name)) {
                let place = if start <= name.start { 'B' } else { 'I' };
                write!(to, "name={place}-{}|", label(name))?;
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

/// White space as one blank each.
fn in_a_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The kind of a name, as corpora of names have it.
fn label(name: &Name<'_>) -> &'static str {
    match name.label {
        Some("person") => "PER",
        Some("organisation") => "ORG",
        Some("place") => "LOC",
        _ => "MISC",
    }
}
