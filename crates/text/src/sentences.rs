//! Paragraphs, sentences and tokens, with their offsets.

use unicode_segmentation::UnicodeSegmentation as _;

use crate::ends;

/// A half-open part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// First code point (Unicode scalar value, as Python counts).
    pub start: usize,
    /// The code point after the last one.
    pub end: usize,
    /// First byte.
    pub start_byte: usize,
    /// The byte after the last one.
    pub end_byte: usize,
}

impl Span {
    /// This part of the text it was found in; empty in another text that has no such part.
    pub fn of(self, text: &str) -> &str {
        text.get(self.start_byte..self.end_byte).unwrap_or_default()
    }
}

/// A sentence of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Sentence {
    /// Index of its paragraph.
    pub paragraph: usize,
    /// Its span, without the white space around it.
    pub span: Span,
}

/// The paragraphs of a text, in their order.
pub fn paragraphs(text: &str) -> Vec<Span> {
    let mut counter = CodePointCounter::new(text);
    let mut found = Vec::new();
    // Byte offsets of the start of the first line and the end of the last line of the paragraph.
    let mut open: Option<(usize, usize)> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let written = line.trim();
        if written.is_empty() {
            found.extend(open.take());
        } else {
            let start = at + (line.len() - line.trim_start().len());
            let end = start + written.len();
            open = Some((open.map_or(start, |(first, _)| first), end));
        }
        at += line.len();
    }
    found.extend(open);
    let spans = found.into_iter();
    spans.map(|(start, end)| counter.span(start, end)).collect()
}

/// The sentences of a text, in their order. `language` (ISO 639-1) decides which words begin a sentence and whether ordinal numbers
/// have a full stop; without it, all languages count.
pub fn sentences(text: &str, language: Option<&str>) -> Vec<Sentence> {
    let mut counter = CodePointCounter::new(text);
    let mut found = Vec::new();
    for (paragraph, span) in paragraphs(text).into_iter().enumerate() {
        let of = span.of(text);
        let mut start = 0;
        for end in ends::ends(of, language) {
            let sentence = &of[start..end];
            let written = sentence.trim();
            if !written.is_empty() {
                let begins =
                    span.start_byte + start + (sentence.len() - sentence.trim_start().len());
                found.push(Sentence {
                    paragraph,
                    span: counter.span(begins, begins + written.len()),
                });
            }
            start = end;
        }
    }
    found
}

/// Whether a text ends as a sentence does: with a full stop or the like, also before closing quotation marks and brackets.
pub fn ends_sentence(text: &str) -> bool {
    let end = text.trim_end_matches(|c: char| c.is_whitespace() || ends::is_closing(c));
    end.ends_with(ends::is_stop)
}

/// The tokens of a text, each with its byte offset. Marks and invisible characters that UAX 29 attaches to the white space before
/// them are a token without it.
pub fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_word_bound_indices().filter_map(|(at, segment)| {
        let token = segment.trim_start();
        (!token.is_empty()).then(|| (at + segment.len() - token.len(), token))
    })
}

/// The number of tokens of a text.
pub fn token_count(text: &str) -> usize {
    tokens(text).count()
}

/// The runs of letters and digits of a text.
pub fn words_of(text: &str) -> impl Iterator<Item = &str> + Clone {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty())
}

/// Counts code points up to byte offsets that never decrease.
#[derive(Debug)]
pub struct CodePointCounter<'a> {
    text: &'a str,
    byte: usize,
    count: usize,
}

impl<'a> CodePointCounter<'a> {
    /// Counts from the beginning of a text.
    pub fn new(text: &'a str) -> Self {
        Self {
            text,
            byte: 0,
            count: 0,
        }
    }

    /// The number of code points before a byte offset.
    pub fn count_to(&mut self, byte: usize) -> usize {
        let between = self.text.get(self.byte..byte).unwrap_or_default();
        self.count += between.chars().count();
        self.byte = byte.max(self.byte);
        self.count
    }

    fn span(&mut self, start_byte: usize, end_byte: usize) -> Span {
        Span {
            start: self.count_to(start_byte),
            end: self.count_to(end_byte),
            start_byte,
            end_byte,
        }
    }
}
