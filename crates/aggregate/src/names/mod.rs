//! Names of people, organisations and places in a text.
//!
//! German and English have a model trained on sentences with annotated names; in other languages, names are found by how words are
//! capitalised in the articles so far.

mod aliases;
mod capitals;
mod gazetteer;
mod kinds;
mod sequences;
pub mod tagger;

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::hash;
use crate::tokens::head;
pub use aliases::Aliases;
pub use gazetteer::Gazetteer;
pub use sequences::EntityKind;
use tagger::{NameModel, Tagger};

/// A name and its position: `entities` of the article record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entity {
    /// As written.
    pub text: String,
    /// Its kind, if that is certain; the same for all mentions with one `norm`.
    pub label: Option<EntityKind>,
    /// Start in the text, in Unicode scalar values.
    pub start: usize,
    /// End, exclusive, in the same unit.
    pub end: usize,
    /// The form by which it is counted: the fullest in the same text, "Angela Merkel" for a later "Merkel", or that of [`Aliases`].
    pub norm: String,
}

/// The names in a text, in order. `language` is its ISO 639-1 code.
///
/// In a language with a model, every name has a kind. In others, a name has one if it is beside a cue here ("Frau Kern", "Kern AG",
/// "in Kern") or in other articles; the more articles the gazetteer has learned from, the fewer nouns are mistaken for names.
pub fn names(text: &str, language: &str, gazetteer: &Gazetteer) -> Vec<Entity> {
    NameReader::default().names(text, language, gazetteer)
}

/// Reads the names of a series of texts, and keeps what it has computed about frequent words for the next text.
#[derive(Debug, Default)]
pub(crate) struct NameReader {
    /// Taggers by language; `None` without a model.
    taggers: HashMap<String, Option<Tagger<'static>>>,
}

impl NameReader {
    /// As [`names`].
    pub(crate) fn names(
        &mut self,
        text: &str,
        language: &str,
        gazetteer: &Gazetteer,
    ) -> Vec<Entity> {
        let text = head(text, 400_000);
        if !self.taggers.contains_key(language) {
            let tagger = NameModel::shipped(language).map(|model| Tagger::new(model, 0));
            self.taggers.insert(language.to_owned(), tagger);
        }
        let mut names = match self.taggers.get_mut(language) {
            Some(Some(tagger)) => tagger::names(text, language, gazetteer, tagger),
            _ => capitals::names(text, language, gazetteer),
        };
        aliases::lower_capitals(&mut names);
        aliases::expand_initials(&mut names);
        kinds::unify(&mut names, gazetteer);
        names
    }
}

/// The hash of a word, ignoring letter case.
fn key(word: &str) -> u64 {
    hash::bytes(word.to_lowercase().as_bytes())
}

/// Names of several words by their last words; `None` if two different ones end in it.
fn by_last_word<'a, T: Copy>(
    names: impl Iterator<Item = (&'a str, T)>,
    same: impl Fn(T, T) -> bool,
) -> HashMap<&'a str, Option<T>> {
    let mut full: HashMap<&str, Option<T>> = HashMap::new();
    for (last, name) in names {
        full.entry(last)
            .and_modify(|known| *known = known.filter(|known| same(*known, name)))
            .or_insert(Some(name));
    }
    full
}
