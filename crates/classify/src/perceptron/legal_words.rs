//! Words of legal pages, by language.
//!
//! T. Jungblut (*Extracting articles from crawled HTML sites*, 2013) gives five German ones, but not how they were matched. Here
//! a legal word must begin a word of the text, as in German compounds ("Haftungsausschluss"): a match anywhere would find
//! `haftung` in "Verhaftung" (arrest), which is news. An abbreviation must be the whole word.

use text::words::legal::IMPRINT;

/// The languages that have such words.
pub fn languages() -> impl Iterator<Item = &'static str> {
    IMPRINT.iter().map(|(language, _)| *language)
}

/// The words of some languages; `word*` is the beginning of one. An unknown language has none.
pub fn imprint(languages: &[impl AsRef<str>]) -> Vec<&'static str> {
    let known = IMPRINT.iter().filter(|(language, _)| {
        let mut wanted = languages.iter().map(AsRef::as_ref);
        wanted.any(|wanted| wanted == *language)
    });
    known.flat_map(|(_, words)| words.iter().copied()).collect()
}

/// Whether a word of a text, in any letter case, matches a word of a list.
fn matches(known: &str, word: &str) -> bool {
    // Most words differ in the first letter already.
    let (found, expected) = (word.as_bytes().first(), known.as_bytes().first());
    if let (Some(found), Some(expected)) = (found, expected)
        && found.is_ascii()
        && !found.eq_ignore_ascii_case(expected)
    {
        return false;
    }
    let stem = known.strip_suffix('*');
    let mut letters = word.chars().flat_map(char::to_lowercase);
    let same = stem
        .unwrap_or(known)
        .chars()
        .all(|c| letters.next() == Some(c));
    same && (stem.is_some() || letters.next().is_none())
}

/// Whether the text has a word of the list. Letter case does not matter; words end where neither
/// a letter nor a digit follows.
pub fn mentions(text: &str, words: &[&str]) -> bool {
    text::words_of(text).any(|word| words.iter().any(|known| matches(known, word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_legal_from_its_beginning_and_an_abbreviation_as_a_whole() {
        for (text, expected) in [
            ("Unsere Datenschutzerklärung.", true),
            ("HAFTUNGSAUSSCHLUSS", true),
            ("zum Impressum|Kontakt", true),
            ("Es gelten die AGB.", true),
            ("Agbar ist ein Turm in Barcelona", false),
            ("Nach der Verhaftung schwieg er.", false),
            ("", false),
            (" — … ", false),
        ] {
            assert_eq!(mentions(text, &imprint(&["de"])), expected, "{text}");
        }
    }
}
