//! Stems and stop words of a language.

use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

use rust_stemmers::{Algorithm, Stemmer};

use crate::hash::{self, PrehashedSet};
use crate::normalise::{alike, is_invisible};

/// The hashes of the stop words of each language.
static STOP_WORDS: LazyLock<HashMap<&str, PrehashedSet>> = LazyLock::new(|| {
    let languages = stop_words::available_languages().iter();
    let sets = languages.filter_map(|language| {
        let words = stop_words::lookup(language)?.iter();
        let hashes = words.map(|word| hash::bytes(plain(word).as_bytes()));
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

    /// A word in lower case, as this language has it, without invisible characters and with the usual one of letters that are typed for
    /// each other.
    pub(crate) fn lower(&self, word: &str) -> String {
        if matches!(self.language.as_str(), "tr" | "az") {
            return plain(&word.replace('İ', "i").replace('I', "ı").to_lowercase());
        }
        let lower = word.to_lowercase();
        if lower.is_ascii() {
            lower
        } else {
            plain(&lower)
        }
    }

    /// Whether a word is a stop word; it is in lower case, as is that to be stemmed: see [`lower`](Self::lower).
    pub(crate) fn is_stop(&self, lower: &str) -> bool {
        let is_in = |stop: &PrehashedSet| stop.contains(&hash::bytes(lower.as_bytes()));
        self.stop.is_some_and(is_in)
    }

    /// The hash of a word's stem.
    pub(crate) fn stem(&self, lower: &str) -> u64 {
        match &self.stemmer {
            Some(stemmer) => hash::bytes(stemmer.stem(lower).as_bytes()),
            None => hash::bytes(lower.as_bytes()),
        }
    }
}

/// A word without invisible characters, with the usual one of letters and apostrophes that are typed for each other.
fn plain(word: &str) -> String {
    let word = alike(word);
    let letters = word.chars().filter(|c| !is_invisible(*c));
    letters
        .map(|c| if matches!(c, '\'' | '’') { ' ' } else { c })
        .collect()
}

/// The code of a language in lists of words: both forms of Norwegian are in one.
fn code(language: &str) -> &str {
    match language {
        "nb" | "nn" => "no",
        _ => language,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_one_however_it_is_typed() {
        for (language, one, other) in [
            ("tr", "DİYARBAKIR", "Diyarbakır"),
            ("az", "İQTİSADİYYAT", "iqtisadiyyat"),
            ("ro", "Știrile", "ştirile"),
            ("ru", "Королёв", "КОРОЛЕВ"),
            ("uk", "З’їзд", "Зʼїзд"),
            ("fa", "\u{6a9}\u{645}\u{6cc}", "\u{643}\u{645}\u{64a}"),
            (
                "fa",
                "\u{645}\u{6cc}\u{200c}\u{634}\u{648}\u{62f}",
                "\u{645}\u{6cc}\u{634}\u{648}\u{62f}",
            ),
            ("de", "Auf\u{200b}lage", "auflage"),
        ] {
            let lexicon = Lexicon::of(language);
            let stems = [one, other].map(|word| lexicon.stem(&lexicon.lower(word)));
            assert_eq!(stems[0], stems[1], "{one}");
        }
        assert_eq!(Lexicon::of("en").lower("IRISH"), "irish");
        let stop = |language: &str, word: &str| {
            let lexicon = Lexicon::of(language);
            lexicon.is_stop(&lexicon.lower(word))
        };
        assert!(stop("tr", "İçin") && stop("ro", "Și") && stop("ro", "şi"));
    }
}
