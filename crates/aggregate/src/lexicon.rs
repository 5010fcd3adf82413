//! Stems and stop words of a language.

use std::collections::HashSet;
use std::fmt;

use rust_stemmers::{Algorithm, Stemmer};

use crate::hash;

/// Stems (Snowball, by `rust-stemmers`) and stop words (Stopwords ISO, by `stop-words`) of a
/// language. An unknown language has neither; document frequencies still show which words are common.
pub struct Lexicon {
    language: String,
    stemmer: Option<Stemmer>,
    stop: HashSet<u64>,
}

impl fmt::Debug for Lexicon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lexicon")
            .field("language", &self.language)
            .finish_non_exhaustive()
    }
}

impl Lexicon {
    /// The lexicon of a language, by its ISO 639-1 code.
    pub fn of(language: &str) -> Self {
        let algorithm = match language {
            "ar" => Some(Algorithm::Arabic),
            "da" => Some(Algorithm::Danish),
            "nl" => Some(Algorithm::Dutch),
            "en" => Some(Algorithm::English),
            "fi" => Some(Algorithm::Finnish),
            "fr" => Some(Algorithm::French),
            "de" => Some(Algorithm::German),
            "el" => Some(Algorithm::Greek),
            "hu" => Some(Algorithm::Hungarian),
            "it" => Some(Algorithm::Italian),
            "no" | "nb" | "nn" => Some(Algorithm::Norwegian),
            "pt" => Some(Algorithm::Portuguese),
            "ro" => Some(Algorithm::Romanian),
            "ru" => Some(Algorithm::Russian),
            "es" => Some(Algorithm::Spanish),
            "sv" => Some(Algorithm::Swedish),
            "ta" => Some(Algorithm::Tamil),
            "tr" => Some(Algorithm::Turkish),
            _ => None,
        };
        let stop = stop_words::lookup(code(language)).unwrap_or_default();
        Self {
            language: language.to_owned(),
            stemmer: algorithm.map(Stemmer::create),
            stop: stop.iter().map(|w| hash::bytes(w.as_bytes())).collect(),
        }
    }

    /// The code of the language.
    pub fn language(&self) -> &str {
        &self.language
    }

    /// The code under which lists of words have the language.
    pub(crate) fn code(&self) -> &str {
        code(&self.language)
    }

    /// Whether a word in lower case is a stop word.
    pub(crate) fn is_stop(&self, lower: &str) -> bool {
        self.stop.contains(&hash::bytes(lower.as_bytes()))
    }

    /// The hash of a word's stem; the word is in lower case.
    pub(crate) fn stem(&self, lower: &str) -> u64 {
        match &self.stemmer {
            Some(stemmer) => hash::bytes(stemmer.stem(lower).as_bytes()),
            None => hash::bytes(lower.as_bytes()),
        }
    }
}

/// The code of a language in lists of words: both forms of Norwegian are in one.
fn code(language: &str) -> &str {
    match language {
        "nb" | "nn" => "no",
        _ => language,
    }
}
