//! Words as URLs and keyboards spell them, without accents. Other scripts than Latin keep theirs.

use unicode_normalization::char::decompose_canonical;

use crate::words::{self, letters};

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

/// What a typed text may stand for, each with its language, by the pairs of `letters.typed`: `haeuser` for `häuser` in German.
pub fn meant_by(typed: &str) -> Vec<(&'static str, String)> {
    let mut all = Vec::new();
    for (language, entries) in letters::TYPED {
        let kept = words::of(letters::TYPED_KEPT, language);
        let mut meant = vec![typed.to_owned()];
        for pairs in *entries {
            let replaced = meant.iter().map(|text| with_letters(text, pairs, kept));
            let replaced: Vec<String> = replaced.filter(|text| !meant.contains(text)).collect();
            meant.extend(replaced);
        }
        all.extend(meant.into_iter().skip(1).map(|text| (*language, text)));
    }
    all
}

/// A text with the letters that some pairs of others may stand for.
fn with_letters(typed: &str, pairs: &str, kept: &[&str]) -> String {
    let ends_in = |text: &str, end: &str| {
        let last = text.len().checked_sub(end.len());
        let last = last.and_then(|at| text.get(at..));
        last.is_some_and(|last| last.eq_ignore_ascii_case(end))
    };
    let mut meant = String::with_capacity(typed.len());
    for (at, c) in typed.char_indices() {
        meant.push(c);
        let before = &typed[..at + c.len_utf8()];
        let mut pairs = pairs.split(' ').filter_map(|pair| pair.split_once('='));
        let pair = pairs.find(|(two, _)| ends_in(&meant, two));
        if let Some((two, one)) = pair.filter(|_| !kept.iter().any(|run| ends_in(before, run))) {
            meant.truncate(meant.len() - two.len());
            meant.push_str(one);
        }
    }
    meant
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
    use super::{Spelling, is_spelled, meant_by, spelled};

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

    #[test]
    fn two_typed_letters_may_mean_one_of_the_language() {
        for (language, typed, meant) in [
            ("de", "Bauernhaeuser", &["Bauernhäuser"][..]),
            ("de", "AEUSSERE", &["äUSSERE", "AEUßERE", "äUßERE"]),
            ("de", "neue Quelle", &[]),
            ("de", "queue, Haeuer", &["queue, Häuer"]),
            ("da", "' smoerrebroed ':*", &["' smørrebrød ':*"]),
            ("no", "Aalesund: aere", &["ålesund: ære"]),
            ("sv", "raeksmoergaas", &["räksmörgås"]),
            ("en", "does", &[]),
        ] {
            let all = meant_by(typed).into_iter();
            let found = all.filter(|(code, _)| *code == language);
            let found: Vec<String> = found.map(|(_, text)| text).collect();
            assert_eq!(found, meant, "{typed}");
        }
    }
}
