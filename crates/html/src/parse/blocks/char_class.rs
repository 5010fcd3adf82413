//! Character classes, which define what a word is.

use std::array;
use std::sync::OnceLock;

/// The effect of a character on the word around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Class {
    /// White space: ends a word, and is folded.
    Space,
    /// A letter or digit.
    Letter,
    /// A letter that is a word of its own, in scripts without spaces between words.
    Ideograph,
    /// Punctuation within words and at their ends: belongs to the word but does not make one.
    Joint,
    /// Any other sign: ends a word.
    Sign,
    /// Dropped from the text: U+0000, as by the standard, and invisible characters inside words.
    Nul,
    /// The first byte of a character that is not ASCII.
    NotAscii,
}

/// The classes of bytes. The joints are those of boilerpipe's tokenizer, and the underscore.
pub(crate) static CLASSES: [Class; 256] = {
    let mut classes = [Class::Sign; 256];
    let mut i = 0;
    while i < 256 {
        classes[i] = match i.to_le_bytes()[0] {
            b' ' | 9..=13 => Class::Space,
            0 => Class::Nul,
            byte if byte.is_ascii_alphanumeric() => Class::Letter,
            b'"' | b'\'' | b'.' | b',' | b'!' | b'@' | b'-' | b':' | b';' | b'$' | b'?' | b'('
            | b')' | b'/' | b'_' => Class::Joint,
            128.. => Class::NotAscii,
            _ => Class::Sign,
        };
        i += 1;
    }
    classes
};

/// The class of a character that is not ASCII.
pub(crate) fn class_of(character: char) -> Class {
    match character {
        // quotation marks and dashes, except the apostrophe and the non-breaking hyphen; the separators of Tibetan syllables
        '×'
        | '÷'
        | '\u{2010}'
        | '\u{2012}'..='\u{2018}'
        | '\u{201a}'..='\u{2027}'
        | '\u{2030}'..='\u{205e}'
        | '\u{f0b}'..='\u{f0d}' => Class::Sign,
        // the common letters: Latin, Cyrillic, Hangul; Greek, Hebrew, Arabic, Devanagari, Georgian
        '\u{c0}'..='\u{24f}'
        | '\u{400}'..='\u{481}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{391}'..='\u{3a1}'
        | '\u{3a3}'..='\u{3ce}'
        | '\u{5d0}'..='\u{5ea}'
        | '\u{621}'..='\u{63a}'
        | '\u{641}'..='\u{64a}'
        | '\u{905}'..='\u{939}'
        | '\u{10d0}'..='\u{10fa}' => Class::Letter,
        // kana, Han
        '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fa}' | '\u{4e00}'..='\u{9fff}' => {
            Class::Ideograph
        }
        // soft hyphen, word joiner, byte order mark
        '\u{ad}' | '\u{2060}' | '\u{feff}' => Class::Nul,
        // apostrophe, accents, replacement character; vowel signs and tone marks of Thai, Lao, Burmese and
        // Khmer, and voicing marks of half-width kana, which belong to the letter before them
        '\u{2019}'
        | '\u{300}'..='\u{344}'
        | '\u{346}'..='\u{362}'
        | '\u{fffd}'
        | '\u{e31}'
        | '\u{e34}'..='\u{e3a}'
        | '\u{e47}'..='\u{e4e}'
        | '\u{eb1}'
        | '\u{eb4}'..='\u{ebc}'
        | '\u{ec8}'..='\u{ece}'
        | '\u{102b}'..='\u{103e}'
        | '\u{1056}'..='\u{1059}'
        | '\u{17b4}'..='\u{17d3}'
        | '\u{ff9e}'..='\u{ff9f}' => Class::Joint,
        _ => rare_class_of(character),
    }
}

/// The class of a character that is not listed as common.
fn rare_class_of(character: char) -> Class {
    known(character).class
}

/// What the standard library says of a character.
#[derive(Clone, Copy)]
struct Known {
    class: Class,
    is_alphanumeric: bool,
}

/// What is known of a character that is not ASCII. 256 of them are looked up at once, when one of them is needed: the standard library
/// searches its table of letters from a distant place on, and a page may have millions of such characters.
fn known(character: char) -> Known {
    static BLOCKS: [OnceLock<Box<[Known; 256]>>; 0x1100] = [const { OnceLock::new() }; 0x1100];
    let code = u32::from(character);
    let [_, high, middle, low] = code.to_be_bytes();
    let block = u16::from_be_bytes([high, middle]);
    let known = BLOCKS[usize::from(block)].get_or_init(|| {
        let mut codes = code & !0xff..;
        let mut next = || codes.next().and_then(char::from_u32);
        Box::new(array::from_fn(|_| {
            let character = next();
            Known {
                class: character.map_or(Class::Joint, found_class_of),
                is_alphanumeric: character.is_some_and(char::is_alphanumeric),
            }
        }))
    });
    known[usize::from(low)]
}

/// As [`char::is_alphanumeric`], in the same time for every character.
pub fn is_alphanumeric(character: char) -> bool {
    if character.is_ascii() {
        character.is_ascii_alphanumeric()
    } else {
        known(character).is_alphanumeric
    }
}

/// The class of a character by the tables of the standard library.
fn found_class_of(character: char) -> Class {
    match character {
        _ if character.is_whitespace() => Class::Space,
        // Thai, Lao, Burmese, Khmer; iteration mark, kana, bopomofo, Han
        '\u{0e00}'..='\u{0eff}'
        | '\u{1000}'..='\u{109f}'
        | '\u{1780}'..='\u{17ff}'
        | '\u{3005}'..='\u{3007}'
        | '\u{3040}'..='\u{312f}'
        | '\u{31a0}'..='\u{31bf}'
        | '\u{31f0}'..='\u{31ff}'
        | '\u{3400}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{ff66}'..='\u{ff9f}'
        | '\u{20000}'..='\u{3ffff}'
            if character.is_alphanumeric() =>
        {
            Class::Ideograph
        }
        _ if character.is_alphanumeric() => Class::Letter,
        '\u{a0}'..='\u{bf}'
        | '\u{200b}'
        | '\u{2190}'..='\u{2bff}'
        | '\u{3000}'..='\u{303f}'
        | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff01}'..='\u{ff65}' => Class::Sign,
        // combining marks, joiners, variation selectors and everything else
        _ => Class::Joint,
    }
}

/// The first character of the first script with [`Class::Ideograph`], which is Thai.
const FIRST_IDEOGRAPH: char = '\u{e00}';

/// Whether a character is a word of its own.
#[inline]
pub fn is_ideograph(character: char) -> bool {
    character >= FIRST_IDEOGRAPH && class_of(character) == Class::Ideograph
}

#[cfg(test)]
mod tests {
    use super::{Class, class_of, is_alphanumeric, is_ideograph};

    #[test]
    fn letters_and_white_space_are_those_of_unicode() {
        for character in ('\u{80}'..=char::MAX).filter(|c| !matches!(c, '×' | '÷')) {
            assert_eq!(is_alphanumeric(character), character.is_alphanumeric());
            let class = class_of(character);
            assert_eq!(is_ideograph(character), class == Class::Ideograph);
            let is_letter = matches!(class, Class::Letter | Class::Ideograph);
            assert!(!is_letter || character.is_alphanumeric(), "{character:?}");
            let is_sign_of_a_vowel =
                matches!(character, '\u{e30}'..='\u{17d3}' | '\u{ff9e}'..='\u{ff9f}');
            assert!(
                is_letter || is_sign_of_a_vowel || !character.is_alphanumeric(),
                "{character:?}"
            );
            let is_space = class == Class::Space;
            assert_eq!(is_space, character.is_whitespace(), "{character:?}");
        }
    }
}
