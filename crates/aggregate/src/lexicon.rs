//! Stems and stop words of a language.

use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

use rust_stemmers::{Algorithm, Stemmer};

use crate::hash::{self, PrehashedSet};

/// The hashes of the stop words of each language.
static STOP_WORDS: LazyLock<HashMap<&str, PrehashedSet>> = LazyLock::new(|| {
    let languages = stop_words::available_languages().iter();
    let sets = languages.filter_map(|language| {
        let words = stop_words::lookup(language)?.iter();
        let hashes = words.map(|word| hash::bytes(word.as_bytes()));
        Some((*language, hashes.collect()))
    });
    sets.collect()
});

/// Stems (Snowball, by `rust-stemmers`) and stop words (Stopwords ISO, by `stop-words`) of a
/// language. An unknown language has neither; document frequencies still show which words are common.
pub struct Lexicon {
    language: String,
    stemmer: Option<Stemmer>,
    stop: Option<&'static PrehashedSet>,
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
        Self {
            language: language.to_owned(),
            stemmer: algorithm.map(Stemmer::create),
            stop: STOP_WORDS.get(code(language)),
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
        let is_in = |stop: &PrehashedSet| stop.contains(&hash::bytes(lower.as_bytes()));
        self.stop.is_some_and(is_in)
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
