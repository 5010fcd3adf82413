//! Multi-pattern search for phrases.

use aho_corasick::AhoCorasick;
use foldhash::HashMap;

/// An occurrence of a phrase: its index in the list, and its range in the text, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Hit {
    pub word: usize,
    pub start: usize,
    pub end: usize,
}

/// A list of words, phrases or parts of words. Building the searcher takes milliseconds, so build it once.
#[derive(Debug)]
pub(crate) struct Phrases {
    /// `None` if the list is too long for a searcher, that is, has millions of words.
    searcher: Option<AhoCorasick>,
}

impl Phrases {
    /// Phrases that are matched exactly.
    pub(crate) fn new<I: IntoIterator<Item: AsRef<str>>>(words: I) -> Self {
        Self::built(words, false)
    }

    /// Phrases that are matched ignoring ASCII case.
    pub(crate) fn in_any_case<I: IntoIterator<Item: AsRef<str>>>(words: I) -> Self {
        Self::built(words, true)
    }

    fn built<I: IntoIterator<Item: AsRef<str>>>(words: I, any_case: bool) -> Self {
        let words: Vec<I::Item> = words.into_iter().collect();
        let mut builder = AhoCorasick::builder();
        builder.ascii_case_insensitive(any_case);
        let words = words.iter().map(AsRef::as_ref);
        Self {
            searcher: builder.build(words).ok(),
        }
    }

    /// Whether the text contains one of the phrases.
    pub(crate) fn are_in(&self, text: &str) -> bool {
        let searcher = self.searcher.as_ref();
        searcher.is_some_and(|searcher| searcher.is_match(text))
    }

    /// All occurrences in a text, including overlapping ones, in no particular order.
    pub(crate) fn all_in(&self, text: &str) -> impl Iterator<Item = Hit> {
        let searcher = self.searcher.iter();
        let hits = searcher.flat_map(move |searcher| searcher.find_overlapping_iter(text));
        hits.map(|hit| Hit {
            word: hit.pattern().as_usize(),
            start: hit.start(),
            end: hit.end(),
        })
    }
}

/// Phrases that texts may begin with, by their first character: most texts begin like none of them.
#[derive(Debug)]
pub(crate) struct Beginnings(HashMap<char, Vec<&'static str>>);

impl Beginnings {
    /// Phrases in lower case.
    pub(crate) fn new(phrases: impl IntoIterator<Item = &'static str>) -> Self {
        let mut by_first: HashMap<char, Vec<&str>> = HashMap::default();
        for phrase in phrases {
            let first = phrase.chars().next().unwrap_or_default();
            by_first.entry(first).or_default().push(phrase);
        }
        Self(by_first)
    }

    /// The phrases that begin with the first character of a text, ignoring case, in the order of the list.
    pub(crate) fn like(&self, text: &str) -> &[&'static str] {
        let first = text.chars().next().and_then(|c| c.to_lowercase().next());
        let phrases = first.and_then(|first| self.0.get(&first));
        phrases.map(Vec::as_slice).unwrap_or_default()
    }
}

/// A word with a capital. A search in any case ignores only the case of ASCII.
pub(crate) fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// Whether a character next to a phrase makes it part of a longer word. Scripts without letter case have no spaces between
/// words, or not reliably.
pub(crate) fn continues_word(c: char) -> bool {
    c.is_lowercase() || c.is_uppercase() || c.is_numeric()
}

#[cfg(test)]
mod tests {
    use super::{Beginnings, Phrases};

    #[test]
    fn overlapping_phrases_are_all_found() {
        let words = Phrases::new(["publicad", "public", "lica"]);
        let hits = words.all_in("no publicado");
        let mut all: Vec<(usize, usize)> = hits.map(|hit| (hit.word, hit.start)).collect();
        all.sort_unstable();
        assert_eq!(all, [(0, 3), (1, 3), (2, 6)]);
        assert!(!words.are_in("PUBLICADO"));
        let in_any_case = Phrases::in_any_case(["/author/", "foto:"]);
        assert!(in_any_case.are_in("x/AUTHOR/y") && !in_any_case.are_in("/authors/"));
    }

    #[test]
    fn phrases_are_known_by_the_first_character_of_a_text() {
        let words = Beginnings::new(["von", "от", "vom"]);
        assert_eq!(words.like("Vom Rat"), ["von", "vom"]);
        assert_eq!(words.like("От редакции"), ["от"]);
        assert!(words.like("").is_empty() && words.like("by").is_empty());
    }
}
