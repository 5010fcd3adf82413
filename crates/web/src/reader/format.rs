//! Formats values for people.

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use url::{Url, form_urlencoded};

/// Maximum number of bytes shown of a block of a page.
pub(super) const MAX_BLOCK: usize = 1_000;

/// A day, in UTC. The times of a story have no more: dates of its articles may be known only to the day.
pub(super) fn day(at: &DateTime<Utc>) -> String {
    at.format("%Y-%m-%d").to_string()
}

/// A time for the attribute `datetime` of `<time>`.
pub(super) fn machine_time(at: &DateTime<Utc>) -> String {
    at.format("%Y-%m-%dT%H:%MZ").to_string()
}

/// Whether an article is gone or has moved, in a word.
pub(super) fn lost(is_gone: bool, has_moved: bool) -> Option<&'static str> {
    match (is_gone, has_moved) {
        (_, true) => Some("moved"),
        (true, _) => Some("gone"),
        _ => None,
    }
}

/// A number with its noun: `1 article`, `2 articles`.
pub(super) fn count<N: Copy + TryInto<i64>>(number: &N, one: &str, many: &str) -> String {
    let is_one = (*number).try_into().is_ok_and(|number| number == 1);
    let noun = if is_one { one } else { many };
    format!("{} {noun}", thousands(number))
}

/// A number with thousands separators.
pub(super) fn thousands<N: Copy + TryInto<i64>>(number: &N) -> String {
    let number = (*number).try_into().unwrap_or(i64::MAX);
    let digits = number.unsigned_abs().to_string();
    let mut out = String::from(if number < 0 { "-" } else { "" });
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// The URL if a link may lead to it (http and https only); others are shown as text.
pub(super) fn link(url: &str) -> Option<&str> {
    let parsed = Url::parse(url).ok()?;
    matches!(parsed.scheme(), "http" | "https").then_some(url)
}

/// An identifier of the database as words: `not_found` as `not found`.
pub(super) fn words(name: &str) -> String {
    name.replace('_', " ")
}

/// Percent-encodes text for the path or the query of a URL.
pub(super) fn segment(text: &str) -> String {
    let encoded: String = form_urlencoded::byte_serialize(text.as_bytes()).collect();
    encoded.replace('+', "%20")
}

/// The URL of a path with these parameters, without empty ones.
pub(super) fn address(path: &str, parameters: &[(&str, &str)]) -> String {
    let given = parameters.iter().filter(|(_, value)| !value.is_empty());
    let mut query = form_urlencoded::Serializer::new(String::new());
    match query.extend_pairs(given.copied()).finish() {
        none if none.is_empty() => path.to_owned(),
        query => format!("{path}?{query}"),
    }
}

/// The first bytes of a text, with `…` if there are more.
pub(super) fn cut(text: &str, max: usize) -> Cow<'_, str> {
    match text.split_at(text.floor_char_boundary(max)) {
        (_, "") => Cow::Borrowed(text),
        (start, _) => Cow::Owned(format!("{start}…")),
    }
}

/// The beginning of a block of a page.
pub(super) fn block(text: impl AsRef<str>) -> String {
    cut(text.as_ref(), MAX_BLOCK).into_owned()
}

/// The beginning of a text, cut at white space, or within a word if less than half would be left, as in Chinese.
pub(super) fn beginning(text: &str, max: usize) -> String {
    let mut out = String::new();
    let mut characters = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count() + 1;
        let is_cut = characters + length > max;
        if is_cut && characters >= max / 2 {
            out.push('…');
            break;
        }
        if !out.is_empty() {
            out.push(' ');
        }
        if is_cut {
            out.push_str(within(word, max - characters - 1));
            out.push('…');
            break;
        }
        out.push_str(word);
        characters += length;
    }
    out
}

/// The first characters of a word, up to a boundary of UAX 29 if there is one.
fn within(word: &str, max: usize) -> &str {
    let end = word
        .char_indices()
        .nth(max)
        .map_or(word.len(), |(at, _)| at);
    let mut boundaries: Vec<usize> = text::tokens(word).map(|(at, _)| at).collect();
    boundaries.retain(|at| (1..=end).contains(at));
    word.split_at(boundaries.pop().unwrap_or(end)).0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_after_a_whole_character() {
        assert_eq!(cut("Größe", 3), "Gr…");
        assert_eq!(cut("Größe", 7), "Größe");
        assert_eq!(block("x".repeat(9_000)).len(), MAX_BLOCK + '…'.len_utf8());
    }

    #[test]
    fn numbers_have_their_nouns() {
        assert_eq!(count(&1, "article", "articles"), "1 article");
        assert_eq!(count(&1_234_567, "story", "stories"), "1,234,567 stories");
        assert_eq!(thousands(&-1000), "-1,000");
    }

    #[test]
    fn only_the_web_is_linked() {
        assert_eq!(link("https://a.example/x"), Some("https://a.example/x"));
        for other in [
            "javascript:alert(1)",
            "data:text/html,x",
            "//a.example",
            "JaVaScRiPt:x",
            "",
        ] {
            assert_eq!(link(other), None, "{other}");
        }
    }

    #[test]
    fn ids_are_parts_of_addresses() {
        assert_eq!(segment("a-site"), "a-site");
        let odd = segment("a b/../?x=1&y#+");
        assert_eq!(odd, "a%20b%2F..%2F%3Fx%3D1%26y%23%2B");
    }

    #[test]
    fn texts_are_cut_at_words() {
        assert_eq!(beginning("Der Rat tagt heute", 13), "Der Rat tagt…");
        assert_eq!(beginning(" Der\nRat ", 90), "Der Rat");
        assert_eq!(beginning("Donaudampfschifffahrt", 6), "Donau…");
    }

    #[test]
    fn texts_without_blanks_are_cut_within_their_words() {
        let chinese = "市议会周二晚间决定拆除旧桥。";
        assert_eq!(beginning(chinese, 9), "市议会周二晚间决…");
        assert_eq!(beginning(chinese, 90), chinese);
        assert_eq!(beginning(&format!("北京 {chinese}"), 9), "北京 市议会周二…");
        // a combining mark stays with its letter
        let marked = "が\u{3099}が\u{3099}が\u{3099}";
        assert_eq!(beginning(marked, 4), "が\u{3099}…");
    }
}
