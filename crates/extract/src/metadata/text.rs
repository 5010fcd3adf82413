//! Cleans strings of pages.

use std::borrow::Cow;

use crate::plain_text::without_tags;

/// Decodes entities, including doubly encoded ones, removes tags and collapses whitespace. `None` if nothing is left.
pub(super) fn clean(text: &str) -> Option<String> {
    let text = &text[..text.floor_char_boundary(10_000)];
    let unescape = |text: &str| htmlize::unescape(text).into_owned();
    let unescaped: Cow<str> = if text.contains('&') {
        unescape(&unescape(text)).into()
    } else {
        text.into()
    };
    let plain = if unescaped.contains('<') {
        without_tags(&unescaped).into()
    } else {
        unescaped
    };
    let folded = fold(&plain);
    (!folded.is_empty() && folded != "null" && folded != "undefined").then_some(folded)
}

/// Whether a text is a number in ASCII digits.
pub(crate) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a character is invisible: soft hyphens, directional marks, word joiners, zero-width spaces. Zero-width joiners of letters
/// are kept, since some scripts need them.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\0' | '\u{ad}' | '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}'
    )
}

/// Collapses whitespace to single spaces, trims, and removes invisible characters.
fn fold(text: &str) -> String {
    let is_plain = |byte: u8| (b' '..0x7f).contains(&byte);
    if text.bytes().all(is_plain) && !text.contains("  ") {
        return text.trim().to_owned();
    }
    let visible: String = text.chars().filter(|c| !is_invisible(*c)).collect();
    let words: Vec<&str> = visible.split_whitespace().collect();
    words.join(" ")
}

/// The first words of a text in lower case, for comparing titles and names.
pub(super) fn words(text: &str) -> Vec<String> {
    let folded = fold(text).to_lowercase();
    let words = folded.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    words.take(60).map(str::to_owned).collect()
}

/// The letters and digits in lower case, for comparing names.
pub(crate) fn letters(text: &str) -> String {
    let mut letters = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            letters.push(c.to_ascii_lowercase());
        } else if !c.is_ascii() && html::is_alphanumeric(c) {
            letters.extend(c.to_lowercase());
        }
    }
    letters
}

#[cfg(test)]
mod tests {
    use super::clean;
    use crate::cases::rows;

    #[test]
    fn entities_tags_and_whitespace_are_made_plain() {
        for [written, plain] in rows(
            "R&amp;D¶ <em>bei</em>\u{a0}uns => R&D bei uns
            3 < 4 <b => 3 < 4 <b
            Don&#8217;t => Don’t
            And finally&amp;#8230; => And finally…
            \u{200b} =>
            \u{200e}Die \u{2068}Brü\u{ad}cke\u{2069}\u{2060} => Die Brücke
            Stadt\u{200b}bücherei => Stadtbücherei
            библио\u{feff}тека \u{200b} => библиотека
            ห้อง\u{200b}สมุด => ห้องสมุด",
        ) {
            let found = clean(&format!(" {} ", written.replace('¶', "\n")));
            assert_eq!(found.unwrap_or_default(), plain, "{written}");
        }
    }
}
