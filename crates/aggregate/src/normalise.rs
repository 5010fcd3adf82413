//! The normal form of a text, and its hash.

use std::borrow::Cow;

use sha2::{Digest, Sha256};
use text::dates::words_beside_time_ago;
use text::words;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The words of a text with single blanks between them, without differences of typography: letter case, compatibility forms
/// (NFKC: ligatures, wide letters), punctuation, symbols, white space and invisible characters.
pub fn normalise(text: &str) -> String {
    let mut spelling = Spelling::of_size(text.len());
    // No character composes with a blank before it.
    for part in text.split(' ') {
        // Composing takes most of the time, and most words need none.
        if part.chars().all(is_plain) {
            spelling.add(part.chars().map(lower));
        } else {
            // Lower case may produce forms that are not composed, so composing comes last.
            spelling.add(part.nfkc().flat_map(char::to_lowercase).nfkc());
        }
        spelling.apart = true;
    }
    spelling.normal
}

/// Whether NFKC changes neither a character nor its lower case, or the character is a letter neither before nor after.
fn is_plain(c: char) -> bool {
    matches!(
        c,
        '\0'..='\u{7f}'
            | '\u{a0}' | '£' | '§' | '©' | '«' | '\u{ad}' | '®' | '°' | '·' | '»'
            | '\u{c0}'..='\u{12f}'
            | '\u{134}'..='\u{13e}'
            | '\u{141}'..='\u{148}'
            | '\u{14a}'..='\u{17e}'
            | '\u{386}' | '\u{388}'..='\u{38a}' | '\u{38c}' | '\u{38e}'..='\u{3a1}' | '\u{3a3}'..='\u{3ce}' // Greek
            | '\u{400}'..='\u{45f}' // Cyrillic
            | '\u{5d0}'..='\u{5ea}' // Hebrew
            | '،' | '؛' | '؟' | '\u{621}'..='\u{63a}' | '\u{641}'..='\u{64a}' // Arabic
            | '\u{200b}' | '–' | '—' | '‘' | '’' | '‚' | '“' | '”' | '„' | '•' | '…' | '‹' | '›' | '€'
            | '\u{3000}'..='\u{3002}' | '\u{3008}'..='\u{3011}' | '！' | '（' | '）' | '，' | '：' | '；' | '？'
            | '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fa}' | 'ー' // Kana
            | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' // Han
            | '\u{ac00}'..='\u{d7a3}' // Hangul
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

/// Words with single blanks between them.
struct Spelling {
    normal: String,
    /// Whether something that is not part of a word was last.
    apart: bool,
}

impl Spelling {
    fn of_size(bytes: usize) -> Self {
        Self {
            normal: String::with_capacity(bytes),
            apart: false,
        }
    }

    fn add(&mut self, letters: impl Iterator<Item = char>) {
        for c in letters {
            if is_letter(c) {
                if self.apart && !self.normal.is_empty() {
                    self.normal.push(' ');
                }
                self.apart = false;
                self.normal.push(c);
            } else if !is_invisible(c) {
                self.apart = true;
            }
        }
    }
}

/// SHA-256 of the normalised text in lower-case hex: `content_hash` of the article record. Lines that change by themselves, such as
/// `Updated 3 hours ago` and `1,204 views`, do not count.
pub fn content_hash(text: &str) -> String {
    hex::encode(Sha256::digest(normalise(&lasting(text))))
}

/// A text without the lines that change by themselves.
fn lasting(text: &str) -> Cow<'_, str> {
    if !text.lines().any(is_passing) {
        return Cow::Borrowed(text);
    }
    let lines = text.lines().filter(|line| !is_passing(line));
    Cow::Owned(lines.collect::<Vec<_>>().join("\n"))
}

/// Whether a line is only a number of readers or comments, or a time before now, perhaps with a word such as "updated" and a name.
fn is_passing(line: &str) -> bool {
    if line.len() > 200 || !line.contains(char::is_numeric) {
        return false;
    }
    let line = normalise(line);
    if line.split(' ').count() > 10 {
        return false;
    }
    let is_number = |word: &str| word.chars().all(char::is_numeric);
    let is_count = |word: &str| words::asides::COUNTS.contains(&word);
    if line.split(' ').any(is_count) {
        return line
            .split(' ')
            .all(|word| is_number(word) || is_count(word));
    }
    let is_labelled = || {
        // at most one word is before the label: "Zuletzt aktualisiert"
        let second = line.split_once(' ').map_or("", |(_, rest)| rest);
        let mut labels = words::dates::PUBLISHED.iter().chain(words::dates::CHANGED);
        labels.any(|label| {
            let label = label.trim_end_matches([' ', ':']);
            line.starts_with(label) || second.starts_with(label)
        })
    };
    words_beside_time_ago(&line).is_some_and(|others| others == 0 || is_labelled())
}

/// The number of words of a text. Chinese and Japanese have no blanks between words; there each character counts.
pub fn word_count(text: &str) -> usize {
    blank_separated_words(&normalise(text))
}

/// [`word_count`] and [`content_hash`], at half the cost of both.
pub fn count_and_hash(text: &str) -> (usize, String) {
    let normal = normalise(text);
    let hash = match lasting(text) {
        Cow::Borrowed(_) => hex::encode(Sha256::digest(&normal)),
        Cow::Owned(rest) => hex::encode(Sha256::digest(normalise(&rest))),
    };
    (blank_separated_words(&normal), hash)
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

/// A text in which letters that some type in place of others are the usual ones: the comma below of Romanian is the cedilla that stemmers
/// know, the Persian yeh and kaf are the Arabic ones, the Russian ё is е. An apostrophe that is a letter separates words, as others do.
/// The content hash leaves them as they are.
pub(crate) fn alike(text: &str) -> Cow<'_, str> {
    // In UTF-8, all of them begin with one of these bytes, which hardly occur in Latin letters.
    if text.bytes().any(|byte| matches!(byte, 0xc8..=0xdb)) {
        Cow::Owned(text.chars().map(usual).collect())
    } else {
        Cow::Borrowed(text)
    }
}

fn usual(c: char) -> char {
    match c {
        'ș' => 'ş',
        'ț' => 'ţ',
        'ё' => 'е',
        'ی' => 'ي',
        'ک' => 'ك',
        'ʻ' | 'ʼ' => ' ',
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn letters_that_are_typed_for_each_other_are_alike() {
        for (one, other) in [
            ("știrile orașului", "ştirile oraşului"),
            ("самолёт", "самолет"),
            ("\u{6a9}\u{645}\u{6cc}", "\u{643}\u{645}\u{64a}"),
            ("п яти", "пʼяти"),
        ] {
            assert_eq!(alike(one), alike(other), "{one}");
        }
        for text in ["", "café", "Größe", "şehir", "中文", "Київ"] {
            assert_eq!(alike(text), text);
        }
    }

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
    fn lines_that_change_by_themselves_are_not_hashed() {
        let with = |line: &str| content_hash(&format!("The council met.\n\n{line}\n\nIt agreed."));
        for line in [
            "Updated 3 hours ago",
            "Posted 2 days ago by Greta Falk",
            "Updated 1d ago",
            "Zuletzt aktualisiert: vor 3 Stunden",
            "Publié il y a 3 heures",
            "Actualizado hace 3 horas",
            "3小时前",
            "1,204 views",
            "Gelesen: 1234 mal",
            "17 Kommentare",
            "Shares: 123",
        ] {
            assert_eq!(with(line), with(""), "{line}");
        }
        for line in [
            "17 people died",
            "Northport 3, Easton 2",
            "The bridge closed 3 hours ago",
            "The bridge, created 3 weeks ago, is closed",
            "The post has 1,204 views",
            "3 days",
            "Comments",
        ] {
            assert_ne!(with(line), with(""), "{line}");
        }
        assert_eq!(count_and_hash("It agreed.\n\n3 hours ago").0, 5);
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

    /// The text composed as a whole.
    fn composed(text: &str) -> String {
        let mut spelling = Spelling::of_size(text.len());
        spelling.add(text.nfkc().flat_map(char::to_lowercase).nfkc());
        spelling.normal
    }

    #[test]
    fn plain_characters_need_no_composing_alone_or_beside_another() {
        let plain: Vec<char> = ('\0'..=char::MAX).filter(|c| is_plain(*c)).collect();
        for c in &plain {
            for text in [c.to_string(), format!("가{c}か{c}e{c}")] {
                assert_eq!(normalise(&text), composed(&text), "{c:?}");
            }
        }
        let text: String = plain.iter().collect();
        assert_eq!(normalise(&text), composed(&text));
    }

    proptest! {
        #[test]
        fn a_normalised_text_stays_as_it_is(text in "\\PC{0,200}") {
            let once = normalise(&text);
            prop_assert_eq!(normalise(&once), once);
        }

        #[test]
        fn words_are_composed_as_the_text_is(text in "[ -~\u{a0}-\u{180}\u{300}-\u{36f}Ａ가か\u{3099}ﬁ’…\u{200b}]{0,60}") {
            prop_assert_eq!(normalise(&text), composed(&text));
            prop_assert_eq!(count_and_hash(&text), (word_count(&text), content_hash(&text)));
        }

        #[test]
        fn surrounding_spaces_and_full_stops_do_not_matter(text in "\\PC{0,100}") {
            prop_assert_eq!(content_hash(&format!("\n  {text} .")), content_hash(&text));
        }
    }
}
