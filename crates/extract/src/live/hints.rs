//! Detects live blogs by URL, title and the names of elements.

use std::sync::LazyLock;

use url::Url;
use words::live::{CLASSES, PATHS};

use crate::lexicon::Phrases;
use html::{Element, TextDocument};

/// Words that only live blogs have in URL or title, the more reliable first.
fn words() -> impl Iterator<Item = &'static str> {
    words::live::SURE.iter().chain(words::live::WORDS).copied()
}

static WHOLE_WORDS: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::new(words().map(|word| format!("-{word}-"))));
/// Prefilter: the longest part of each word, without letters that [`plain`] produces.
static PREFILTER: LazyLock<Phrases> = LazyLock::new(|| {
    let parts = words().map(|word| word.split(['-', 'z']).max_by_key(|part| part.len()));
    Phrases::in_any_case(parts.flatten())
});
/// Prefilter: each of [`CLASSES`] contains one of these substrings.
static HINTS: LazyLock<Phrases> = LazyLock::new(|| Phrases::in_any_case(["ive", "icker"]));

/// Whether URL or title indicate a live blog.
pub(super) fn is_called_live(document: &TextDocument, url: Option<&Url>) -> bool {
    let by_url = url.is_some_and(|url| {
        let parts = || url.path().split('/').filter(|part| !part.is_empty());
        let Some(last) = parts().next_back() else {
            return false;
        };
        parts().rev().skip(1).any(|part| PATHS.contains(&part)) || contains_phrase(last)
    });
    by_url || contains_phrase(&document.title)
}

/// Whether the page has enough times and an element named after live blogs.
pub(super) fn may_be_live_blog(document: &TextDocument) -> bool {
    let times = document.head.times.len();
    times >= super::MIN_ENTRIES
        && document
            .elements
            .iter()
            .any(|element| is_named_live(document, element))
}

/// Whether the class or id of an element names a live blog.
pub(super) fn is_named_live(document: &TextDocument, element: &Element) -> bool {
    [element.class, element.id].into_iter().any(|name| {
        let name = document.attribute(name);
        // most names have no hint
        !name.is_empty()
            && HINTS.are_in(name)
            && name.split_ascii_whitespace().any(|token| {
                let letters: String = token.chars().filter(char::is_ascii_alphanumeric).collect();
                let letters = letters.to_ascii_lowercase();
                CLASSES.iter().any(|word| letters.starts_with(word))
            })
    })
}

/// Whether a text contains one of the phrases as whole words.
fn contains_phrase(text: &str) -> bool {
    if !PREFILTER.are_in(text) {
        return false;
    }
    let mut words = String::from("-");
    for word in text.split(|c: char| !c.is_alphanumeric()) {
        if !word.is_empty() {
            words.extend(word.chars().flat_map(char::to_lowercase).map(plain));
            words.push('-');
        }
    }
    WHOLE_WORDS.are_in(&words)
}

fn plain(letter: char) -> char {
    match letter {
        'ż' => 'z',
        _ => letter,
    }
}

#[cfg(test)]
mod tests {
    use super::{CLASSES, HINTS, contains_phrase, words};

    #[test]
    fn every_word_passes_the_prefilter() {
        for word in words() {
            assert!(
                contains_phrase(word) && contains_phrase(&word.to_uppercase()),
                "{word}"
            );
        }
        assert!(CLASSES.iter().all(|class| HINTS.are_in(class)));
    }

    #[test]
    fn whole_words_count() {
        assert!(contains_phrase("Sturmnacht im Liveticker: die Lage"));
        assert!(contains_phrase("Guerre : suivez en direct la situation"));
        assert!(contains_phrase("Relacja na żywo"));
        assert!(contains_phrase("storm-live-updates-2231"));
        assert!(!contains_phrase(
            "Olive oil prices: where sticker shock hits livestock"
        ));
        assert!(!contains_phrase("He directed the deliverance"));
    }
}
