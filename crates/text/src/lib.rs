#![doc = include_str!("../README.md")]

pub mod dates;
mod ends;
pub mod hash;
mod sentences;
pub mod spelling;
pub mod words;

pub use ends::has_ordinal_stops;
pub use sentences::{
    CodePointCounter, Sentence, Span, ends_sentence, paragraphs, sentences, token_count, tokens,
    words_of,
};
