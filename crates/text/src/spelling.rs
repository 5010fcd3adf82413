//! Words as URLs spell them, without accents. Other scripts than Latin keep theirs.

use unicode_normalization::char::decompose_canonical;

/// How a URL spells letters that are not in ASCII.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spelling {
    /// Letters lose their marks: `muller`, `angstrom`.
    Bare,
    /// Umlauts and the like become two letters: `mueller`, `aangstroem`.
    Transcribed,
}

/// A word in lower case without accents. Other scripts than Latin stay as they are.
pub fn spelled(word: &str, spelling: Spelling) -> String {
    let mut plain = String::with_capacity(word.len());
    for c in word.chars() {
        let two = match c {
            'ä' | 'æ' => "ae",
            'ö' | 'ø' | 'œ' => "oe",
            'ü' => "ue",
            'å' => "aa",
            'ß' => "ss",
            'þ' => "th",
            _ => "",
        };
        let is_joined = matches!(c, 'æ' | 'œ' | 'ß' | 'þ');
        if !two.is_empty() && (is_joined || spelling == Spelling::Transcribed) {
            plain.push_str(two);
        } else {
            plain.push(without_mark(c));
        }
    }
    plain
}

/// Whether a URL spells a word so.
pub fn is_spelled(word: &str, in_url: &str) -> bool {
    spelled(word, Spelling::Transcribed) == in_url
        || spelled(word, Spelling::Bare) == spelled(in_url, Spelling::Bare)
}

/// A Latin letter without its mark; any other character.
fn without_mark(c: char) -> char {
    match c {
        _ if c.is_ascii() => c,
        'ø' => 'o',
        'ł' => 'l',
        'đ' | 'ð' => 'd',
        'ı' => 'i',
        'ħ' => 'h',
        'ŧ' => 't',
        _ => {
            let mut first = None;
            decompose_canonical(c, |part| {
                first.get_or_insert(part);
            });
            first.filter(char::is_ascii_alphabetic).unwrap_or(c)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Spelling, is_spelled, spelled};

    #[test]
    fn urls_spell_letters_with_marks_in_one_or_two_letters() {
        for (word, bare, transcribed) in [
            ("müller", "muller", "mueller"),
            ("straße", "strasse", "strasse"),
            ("ångström", "angstrom", "aangstroem"),
            ("bjørn", "bjorn", "bjoern"),
            ("łukasz", "lukasz", "lukasz"),
            ("dvořák", "dvorak", "dvorak"),
            ("yılmaz", "yilmaz", "yilmaz"),
            ("nguyễn", "nguyen", "nguyen"),
            ("việt", "viet", "viet"),
            ("çelik", "celik", "celik"),
            ("김민서", "김민서", "김민서"),
            ("が", "が", "が"),
        ] {
            assert_eq!(spelled(word, Spelling::Bare), bare);
            assert_eq!(spelled(word, Spelling::Transcribed), transcribed);
            assert!(
                [word, bare, transcribed]
                    .iter()
                    .all(|url| is_spelled(word, url)),
                "{word}"
            );
        }
        assert!(!is_spelled("müller", "muler"));
    }
}
