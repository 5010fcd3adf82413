//! An article as counts of terms.

pub(crate) mod document_frequencies;
pub(crate) mod keywords;
pub(crate) mod shipped;
pub(crate) mod vector;

use serde::{Deserialize, Serialize};

use crate::copies::MAX_WORDS;
use crate::hash::{self, PrehashedMap};
use crate::lexicon::Lexicon;
use crate::normalise::is_unspaced;
use crate::tokens::{Gap, Token, head, tokens};
use vector::Forms;

/// The part of an article that a term is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ArticlePart {
    /// A stem of the title.
    Title,
    /// A stem of the text.
    Body,
    /// A capitalised word within a sentence, or two in a row.
    Name,
}

/// A term of an article and its count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// Hash of the stem, or of the name in lower case; the same in title and body.
    pub hash: u64,
    /// The part it is in.
    pub part: ArticlePart,
    /// How often it occurs, at least once.
    pub count: u32,
}

/// The terms of an article, in order of part and hash.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TermCounts {
    /// Each term once per part.
    pub terms: Vec<Term>,
    /// The first form of each in the article.
    forms: Forms,
}

impl TermCounts {
    /// Counts the terms of an article; texts are read to [`MAX_WORDS`] words.
    pub fn of(title: &str, text: &str, lexicon: &Lexicon) -> Self {
        let mut counts = TermCounter::default();
        let title = tokens(head(title, 2_000));
        let text = head(text, MAX_WORDS * 8);
        let mut body = tokens(text);
        body.truncate(MAX_WORDS);
        counts.words(&title, ArticlePart::Title, lexicon);
        counts.words(&body, ArticlePart::Body, lexicon);
        if !in_title_case(&title) {
            counts.names(&title, lexicon);
        }
        counts.names(&body, lexicon);
        let mut found: Vec<(Term, String)> = counts.found.into_values().collect();
        found.sort_by_key(|(term, _)| (term.part, term.hash));
        Self {
            forms: found.iter().map(|(_, form)| form.as_str()).collect(),
            terms: found.iter().map(|(term, _)| term.clone()).collect(),
        }
    }

    /// The terms, each with its first form in the article.
    pub fn iter(&self) -> impl Iterator<Item = (&Term, &str)> {
        self.terms.iter().zip(self.forms.iter())
    }
}

#[derive(Default)]
struct TermCounter {
    found: PrehashedMap<(Term, String)>,
    /// Stems by the hash of the word, since stemming is slow.
    stems: PrehashedMap<Option<u64>>,
}

impl TermCounter {
    fn words(&mut self, words: &[Token<'_>], part: ArticlePart, lexicon: &Lexicon) {
        for word in words {
            let stem = *self
                .stems
                .entry(hash::bytes(word.text.as_bytes()))
                .or_insert_with(|| stem(word.text, lexicon));
            if let Some(hash) = stem {
                self.add(part, hash, || word.text.to_owned());
            }
        }
    }

    fn names(&mut self, words: &[Token<'_>], lexicon: &Lexicon) {
        let mut before: Option<(&Token<'_>, u64)> = None;
        for word in words {
            let follows = matches!(word.gap, Gap::Blank | Gap::Hyphen | Gap::Inner);
            let usable = word.capital && (follows || word.gap == Gap::Phrase);
            let name = usable.then(|| lexicon.lower(word.text));
            let is_word = |lower: &String| !is_single_letter(lower) && !lexicon.is_stop(lower);
            let Some(lower) = name.filter(is_word) else {
                before = None;
                continue;
            };
            let hash = hash::bytes(lower.as_bytes());
            if let Some((first, known)) = before.filter(|_| follows) {
                let both = || format!("{} {}", first.text, word.text);
                self.add(ArticlePart::Name, hash::pair(known, hash), both);
            }
            self.add(ArticlePart::Name, hash, || word.text.to_owned());
            before = Some((word, hash));
        }
    }

    fn add(&mut self, part: ArticlePart, hash: u64, form: impl FnOnce() -> String) {
        let new = || {
            let count = 0;
            (Term { hash, part, count }, form())
        };
        let found = self.found.entry(part.key(hash)).or_insert_with(new);
        found.0.count += 1;
    }
}

impl ArticlePart {
    /// The key of a term in a vector: a word in title and text is two terms.
    pub(crate) fn key(self, hash: u64) -> u64 {
        match self {
            Self::Body => hash,
            Self::Title => hash::mix(hash ^ 0x7469_746c_6500),
            Self::Name => hash::mix(hash ^ 0x6e61_6d65_7300),
        }
    }
}

/// Whether a Title Is in Title Case, so that capitals do not mark names. German capitalises nouns, which are half of a headline.
fn in_title_case(title: &[Token<'_>]) -> bool {
    let letters = title
        .iter()
        .skip(1)
        .filter(|w| w.text.chars().all(char::is_alphabetic));
    let (mut capitals, mut all) = (0, 0);
    for word in letters {
        all += 1;
        capitals += u32::from(word.capital);
    }
    capitals * 3 > all * 2
}

/// The hash of a word's stem; `None` for stop words and single letters.
fn stem(word: &str, lexicon: &Lexicon) -> Option<u64> {
    let lower = lexicon.lower(word);
    let is_word = !lower.is_empty() && !is_single_letter(&lower) && !lexicon.is_stop(&lower);
    is_word.then(|| lexicon.stem(&lower))
}

/// Whether a word is one letter of a script with spaces: the B of vitamin B is no name.
fn is_single_letter(word: &str) -> bool {
    let mut letters = word.chars();
    letters.next().is_some_and(|first| !is_unspaced(first)) && letters.next().is_none()
}
