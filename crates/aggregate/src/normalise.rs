//! The normal form of a text, and its hash.

use sha2::{Digest, Sha256};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The words of a text with single blanks between them, without differences of typography: letter case, compatibility forms
/// (NFKC: ligatures, wide letters), punctuation, symbols, white space and invisible characters.
pub fn normalise(text: &str) -> String {
    // Composing takes most of the time, and most texts need none.
    if text.chars().all(is_plain) {
        spelled(text.chars().map(lower), text.len())
    } else {
        // Lower case may produce forms that are not composed, so composing comes last.
        let letters = text.nfkc().flat_map(char::to_lowercase).nfkc();
        spelled(letters, text.len())
    }
}

/// Whether NFKC changes neither a character nor its lower case, or the character is a letter neither before nor after.
fn is_plain(c: char) -> bool {
    matches!(
        c,
        '\0'..='\u{7f}'
            | '\u{a0}' | '«' | '\u{ad}' | '·' | '»'
            | '\u{c0}'..='\u{12f}'
            | '\u{134}'..='\u{13e}'
            | '\u{141}'..='\u{148}'
            | '\u{14a}'..='\u{17e}'
            | '\u{200b}' | '–' | '—' | '‘' | '’' | '‚' | '“' | '”' | '„' | '•' | '…' | '‹' | '›' | '€'
    )
}

/// The lower case of a plain character, which is always one character.
fn lower(c: char) -> char {
    if c.is_ascii() {
        c.to_ascii_lowercase()
    } else {
        c.to_lowercase().next().unwrap_or(c)
    }
}

fn spelled(letters: impl Iterator<Item = char>, size: usize) -> String {
    let mut normal = String::with_capacity(size);
    let mut apart = false;
    for c in letters {
        if is_letter(c) {
            if apart && !normal.is_empty() {
                normal.push(' ');
            }
            apart = false;
            normal.push(c);
        } else if !is_invisible(c) {
            apart = true;
        }
    }
    normal
}

/// SHA-256 of the normalised text in lower-case hex: `content_hash` of the article record.
pub fn content_hash(text: &str) -> String {
    hex::encode(Sha256::digest(normalise(text)))
}

/// The number of words of a text. Chinese and Japanese have no blanks between words; there each character counts.
pub fn word_count(text: &str) -> usize {
    blank_separated_words(&normalise(text))
}

/// As [`word_count`], but punctuation marks between blanks are words.
pub(crate) fn blank_separated_words(text: &str) -> usize {
    let count = |word: &str| word.chars().filter(|c| is_unspaced(*c)).count().max(1);
    text.split_whitespace().map(count).sum()
}

/// Whether a character is part of a word: a letter, digit or combining mark.
pub(crate) fn is_letter(c: char) -> bool {
    if c.is_ascii() {
        c.is_ascii_alphanumeric()
    } else {
        c.is_alphanumeric() || is_combining_mark(c)
    }
}

/// Whether a character is Kana or Han.
pub(crate) fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{20000}'..='\u{323af}')
}

/// Whether a character is a soft hyphen, joiner or direction mark, which do not separate words.
pub(crate) fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}'
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn different_typesettings_normalise_to_one_text() {
        let plain = normalise("Der Bau\u{ad}herr sagte: »Fünf Büros…«");
        assert_eq!(plain, "der bauherr sagte fünf büros");
        assert_eq!(
            normalise("der Bauherr\n\nsagte, \"Fu\u{308}nf Büros\""),
            plain
        );
        assert_eq!(normalise("ﬁne Ｗｉｄｅ"), "fine wide");
    }

    #[test]
    fn numbers_are_words() {
        assert_ne!(
            content_hash("Es sind 5 Tote."),
            content_hash("Es sind 7 Tote.")
        );
        assert_eq!(word_count("3 : 1 für Köln"), 4);
    }

    #[test]
    fn scripts_without_spaces_are_counted_by_characters() {
        assert_eq!(word_count("日本語のニュース"), 8);
        assert_eq!(word_count("한국 뉴스"), 2);
    }

    #[test]
    fn the_hash_is_sha_256_in_hex() {
        // printf 'abc' | sha256sum
        assert_eq!(
            content_hash(" ABC! "),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }

    #[test]
    fn a_text_without_words_is_empty() {
        assert_eq!(normalise(" — … \n"), "");
        assert_eq!(word_count(""), 0);
    }

    proptest! {
        #[test]
        fn a_normalised_text_stays_as_it_is(text in "\\PC{0,200}") {
            let once = normalise(&text);
            prop_assert_eq!(normalise(&once), once);
        }

        #[test]
        fn the_fast_path_gives_the_same_result(text in "[ -~\u{a0}-\u{180}–—‘’‚“”„•…‹›€\u{200b}]{0,60}") {
            let letters = text.nfkc().flat_map(char::to_lowercase).nfkc();
            prop_assert_eq!(normalise(&text), spelled(letters, text.len()));
        }

        #[test]
        fn surrounding_spaces_and_full_stops_do_not_matter(text in "\\PC{0,100}") {
            prop_assert_eq!(content_hash(&format!("\n  {text} .")), content_hash(&text));
        }
    }
}
