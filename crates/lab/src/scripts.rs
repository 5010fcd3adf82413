//! Pages in other scripts, for training and for evaluation.
//!
//! Labelled pages are mostly English and German. What a model sees of a language are the lengths of words and texts, capitals, blanks
//! and the words that a lexicon knows. A page whose letters are replaced by those of another script, always in the same way, has
//! other lengths, perhaps no capitals and no blanks, and no known words; what a person would call the page is the same.

use crate::edit::{Piece, pieces};

/// A script, with the habits of a language that uses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Script {
    /// The same letters in other words.
    Latin,
    /// Words as long as before, with capitals.
    Cyrillic,
    /// Words as long as before, without capitals.
    Arabic,
    /// A syllable for two letters, blanks between words.
    Hangul,
    /// A character for three letters, no blanks, other punctuation.
    Ideographs,
}

/// The letters for a to z.
const LATIN: &str = "ełcdofśbajkpmzylgnrsiwhżut";
const CYRILLIC: &str = "абцдефгхийклмнопярстувшжыз";
const ARABIC: &str = "ابتثجحخدذرزسشصضطظعغفقكلمنه";
/// First code points and numbers of the syllables and characters used.
const SYLLABLES: (u32, u32) = (0xac00, 11_172);
const CHARACTERS: (u32, u32) = (0x4e00, 5_000);
/// The keys of JSON-LD whose values are texts.
const TEXT_KEYS: [&str; 4] = [
    "\"headline\"",
    "\"description\"",
    "\"articleBody\"",
    "\"name\"",
];

impl Script {
    /// All scripts.
    pub const ALL: [Self; 5] = [
        Self::Latin,
        Self::Cyrillic,
        Self::Arabic,
        Self::Hangul,
        Self::Ideographs,
    ];

    /// One of the scripts. It depends only on the page.
    pub fn for_page(html: &str) -> Self {
        Self::ALL[html.len() % Self::ALL.len()]
    }

    /// A page with its Latin letters replaced: in texts, in the titles and descriptions that it declares, and in those of its JSON-LD.
    pub fn of(self, html: &str) -> String {
        let mut made = String::with_capacity(html.len() + html.len() / 2);
        pieces(html, |piece| match piece {
            Piece::Text(text) => self.write(text, &mut made),
            Piece::Tag(tag, raw) if tag.name == "script" && tag.has("ld+json") => {
                made.push_str(tag.source);
                self.write_json(raw, &mut made);
            }
            Piece::Tag(tag, raw) => {
                let declares = tag.name == "meta" && (tag.has("title") || tag.has("description"));
                match tag.source.split_once("content=").filter(|_| declares) {
                    Some((before, value)) => {
                        made.push_str(before);
                        made.push_str("content=");
                        let end = match value.as_bytes().first() {
                            Some(quote @ (b'"' | b'\'')) => {
                                value[1..].find(char::from(*quote)).map(|at| at + 1)
                            }
                            _ => value.find([' ', '>']),
                        };
                        let (value, after) = value.split_at(end.unwrap_or(0));
                        self.write(value, &mut made);
                        made.push_str(after);
                    }
                    None => made.push_str(tag.source),
                }
                made.push_str(raw);
            }
        });
        made
    }

    /// The text with its Latin letters replaced. Character references and everything else stay.
    pub fn of_text(self, text: &str) -> String {
        let mut made = String::with_capacity(text.len());
        self.write(text, &mut made);
        made
    }

    fn write(self, text: &str, made: &mut String) {
        let mut rest = text;
        let mut after_word = false;
        while let Some(first) = rest.chars().next() {
            let letters = rest.find(|c: char| !is_latin(c)).unwrap_or(rest.len());
            if letters > 0 {
                self.write_word(&rest[..letters], made);
                (rest, after_word) = (&rest[letters..], true);
                continue;
            }
            let reference = rest.bytes().take(10).position(|byte| byte == b';');
            let length = match (first, reference) {
                ('&', Some(end)) => end + 1,
                _ => first.len_utf8(),
            };
            let (sign, after) = rest.split_at(length);
            rest = after;
            match (self, sign) {
                (Self::Ideographs, " ") if after_word && rest.starts_with(is_latin) => {}
                (Self::Ideographs, ".") if rest.is_empty() || rest.starts_with([' ', '\n']) => {
                    made.push('。');
                }
                (Self::Ideographs, ",") if rest.starts_with(' ') => made.push('，'),
                _ => made.push_str(sign),
            }
            // no blank follows a full-width mark
            if self == Self::Ideographs && made.ends_with(['。', '，']) {
                rest = rest.strip_prefix(' ').unwrap_or(rest);
            }
            after_word = false;
        }
    }

    fn write_word(self, word: &str, made: &mut String) {
        let (first, count, letters) = match self {
            Self::Latin => return write_letters(LATIN, word, made),
            Self::Cyrillic => return write_letters(CYRILLIC, word, made),
            Self::Arabic => return write_letters(ARABIC, word, made),
            Self::Hangul => (SYLLABLES.0, SYLLABLES.1, 2),
            Self::Ideographs => (CHARACTERS.0, CHARACTERS.1, 3),
        };
        let lower: Vec<char> = word.chars().flat_map(char::to_lowercase).collect();
        for letters in lower.chunks(letters) {
            let number = letters.iter().fold(7, |number: u32, c| {
                number.wrapping_mul(31).wrapping_add(u32::from(*c))
            });
            made.push(char::from_u32(first + number % count).unwrap_or('x'));
        }
    }

    /// JSON with the texts of [`TEXT_KEYS`] replaced.
    fn write_json(self, json: &str, made: &mut String) {
        let mut rest = json;
        while let Some((at, key)) = TEXT_KEYS
            .iter()
            .filter_map(|key| Some((rest.find(key)?, key)))
            .min()
        {
            let (before, after) = rest.split_at(at + key.len());
            made.push_str(before);
            let value = after.trim_start_matches([' ', ':', '\n']);
            let (colon, _) = after.split_at(after.len() - value.len());
            made.push_str(colon);
            rest = value;
            let Some(inner) = value.strip_prefix('"') else {
                continue;
            };
            let mut escaped = false;
            let end = inner.find(|c| {
                let ends = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                ends
            });
            let (text, after) = inner.split_at(end.unwrap_or(0));
            made.push('"');
            // escapes have letters
            let parts = text.split_inclusive('\\');
            for (n, part) in parts.enumerate() {
                let kept = if n == 0 {
                    0
                } else {
                    part.chars().next().map_or(0, char::len_utf8)
                };
                made.push_str(&part[..kept]);
                self.write(&part[kept..], made);
            }
            rest = after;
        }
        made.push_str(rest);
    }
}

/// Writes a word with letters of an alphabet, and its capitals as capitals if the alphabet has some.
fn write_letters(alphabet: &str, word: &str, made: &mut String) {
    for c in word.chars() {
        let lower = c.to_lowercase().next().unwrap_or(c);
        let letter = alphabet.chars().nth((u32::from(lower) % 26) as usize);
        let letter = letter.unwrap_or(c);
        if c.is_uppercase() {
            made.extend(letter.to_uppercase());
        } else {
            made.push(letter);
        }
    }
}

/// Whether a character is a letter of the Latin script.
fn is_latin(c: char) -> bool {
    c.is_ascii_alphabetic() || matches!(c, '\u{c0}'..='\u{24f}') && c.is_alphabetic()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<title>The bridge | Gazette</title><meta property=og:type content=article><meta name=description content='The bridge'>\
        <script type=application/ld+json>{\"@type\":\"NewsArticle\",\"headline\" : \"The \\\"bridge\\\"\"}</script><script>let a;</script>\
        <h1 class=x>The bridge</h1><p>Closed, &amp; for long. It is <b>old</b>.";

    #[test]
    fn letters_are_replaced_and_markup_stays() {
        let letters = |page: &str| page.matches(char::is_alphabetic).count();
        assert_eq!(letters(&Script::Arabic.of(PAGE)), letters(PAGE));
        let seen = Script::Ideographs.of(PAGE);
        for kept in [
            "<meta property=og:type content=article>",
            "\"@type\":\"NewsArticle\",\"headline\" : \"",
            "<script>let a;</script>",
            "<h1 class=x>",
            "&amp;",
        ] {
            assert!(seen.contains(kept), "{seen}");
        }
        let bridge = Script::Ideographs.of_text("The bridge");
        assert_eq!(bridge.chars().count(), 3);
        assert_eq!(seen.matches(&bridge).count(), 3, "{seen}");
        let latin = ["bridge", "Closed"];
        assert!(latin.iter().all(|word| !seen.contains(*word)), "{seen}");
        assert!(seen.contains("，&amp;") && seen.ends_with("。"), "{seen}");
    }

    #[test]
    fn capitals_stay_where_the_script_has_them() {
        let cyrillic = Script::Cyrillic.of_text("Rat");
        assert!(cyrillic.starts_with(char::is_uppercase));
        assert!(!Script::Arabic.of_text("Rat").contains(char::is_uppercase));
        assert_eq!(Script::Hangul.of_text("Der Rat tagt").split(' ').count(), 3);
        assert_eq!(Script::Hangul.of_text("Straße").chars().count(), 3);
    }

    #[test]
    fn broken_markup_is_handled() {
        for html in [
            "",
            "<",
            "<meta title content=",
            "<script type=ld+json>{\"name\":\"a\\",
            "&",
            "&;é",
            "<meta title content='",
        ] {
            for script in Script::ALL {
                script.of(html);
            }
        }
    }
}
