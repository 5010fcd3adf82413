//! URL patterns, which similar URLs share. Pure.

use url::Url;

/// Maximum length of a word that may name a section. It is kept if it is the first segment of a longer path.
const MAX_WORD: usize = 24;
/// Number of hyphens from which a segment is a headline.
const HEADLINE_HYPHENS: usize = 2;
/// Maximum path segments that a pattern distinguishes; deeper ones are ignored.
const MAX_SEGMENTS: usize = 6;
/// Maximum number of parameter names in a pattern.
const MAX_NAMES: usize = 4;

/// The pattern of a URL, under which its yield is counted: `/politik/*.html`, `/tag/w/`, `/artikel.php?id`.
///
/// Numbers become `#`, words `w`, headlines and everything else with digits `*`. The first of several segments is kept
/// if it is a word, since it distinguishes sections from archives. The extension of the last segment and the sorted
/// names of the query parameters are kept too. A site thus has tens of patterns, and a crawler trap has one or two. A
/// string that is not a URL has the empty pattern.
pub fn pattern_of(url: &str) -> String {
    Url::parse(url).map_or_else(|_| String::new(), |url| pattern(&url))
}

/// [`pattern_of`] for a parsed URL.
pub(crate) fn pattern(url: &Url) -> String {
    let path = url.path();
    let mut out = String::with_capacity(32);
    let segments = || path.split('/').filter(|segment| !segment.is_empty());
    let last = segments().count().saturating_sub(1);
    for (index, segment) in segments().enumerate() {
        out.push('/');
        if index == MAX_SEGMENTS {
            out.push('+');
            break;
        }
        let (stem, ending) = if index == last {
            with_ending(segment)
        } else {
            (segment, "")
        };
        match class(stem) {
            'w' if index == 0 && last > 0 => out.push_str(&stem.to_ascii_lowercase()),
            class => out.push(class),
        }
        out.push_str(&ending.to_ascii_lowercase());
    }
    if out.is_empty() || (path.ends_with('/') && last < MAX_SEGMENTS) {
        out.push('/');
    }
    if let Some(query) = url.query() {
        let mut names: Vec<&str> = query
            .split('&')
            .map(|pair| pair.split('=').next().unwrap_or_default())
            .collect();
        names.sort_unstable();
        names.dedup();
        for (index, name) in names.iter().enumerate() {
            out.push(if index == 0 { '?' } else { '&' });
            if index == MAX_NAMES {
                out.push('+');
                break;
            }
            out.push_str(if class(name) == 'w' { name } else { "*" });
        }
    }
    out
}

/// The last segment and its extension, which begins with a letter: `artikel`, `.html`.
fn with_ending(segment: &str) -> (&str, &str) {
    match segment.rfind('.') {
        Some(dot) if dot > 0 && (2..=6).contains(&(segment.len() - dot)) => {
            let ending = &segment.as_bytes()[dot + 1..];
            if ending[0].is_ascii_alphabetic() && ending.iter().all(u8::is_ascii_alphanumeric) {
                segment.split_at(dot)
            } else {
                (segment, "")
            }
        }
        _ => (segment, ""),
    }
}

/// The class of a segment: `#` a number, `w` a word or two, `*` a headline, an id or other.
fn class(segment: &str) -> char {
    if !segment.is_empty() && segment.bytes().all(|b| b.is_ascii_digit()) {
        return '#';
    }
    let plain = segment.len() <= MAX_WORD
        && segment
            .bytes()
            .all(|b| b.is_ascii_alphabetic() || b == b'-' || b == b'_')
        && segment.bytes().filter(|b| matches!(b, b'-' | b'_')).count() < HEADLINE_HYPHENS;
    if plain { 'w' } else { '*' }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn addresses_of_one_kind_have_one_pattern() {
        for (path, wanted) in [
            ("/", "/"),
            ("/politik/", "/w/"),
            ("/politik", "/w"),
            (
                "/politik/der-haushalt-steht-fest-4711.html",
                "/politik/*.html",
            ),
            (
                "/Politik/ausland/der-haushalt-steht-fest-a-1.HTML",
                "/politik/w/*.html",
            ),
            ("/2026/11/21/der-haushalt-steht", "/#/#/#/*"),
            ("/news/world-europe-65341234", "/news/*"),
            ("/tag/berlin/", "/tag/w/"),
            ("/tag/k%C3%B6ln/", "/tag/*/"),
            ("/artikel.php?id=7&b=1", "/w.php?b&id"),
            ("/termine/2026/11", "/termine/#/#"),
            ("/a/b/c/d/e/f/g/h/i", "/a/w/w/w/w/w/+"),
            ("/x?a=1&b=2&c=3&d=4&e=5&f=6", "/w?a&b&c&d&+"),
            ("/x?f3=1", "/w?*"),
            ("/v1.2", "/*"),
        ] {
            assert_eq!(
                pattern_of(&format!("https://a.example{path}")),
                wanted,
                "{path}"
            );
        }
        assert_eq!(pattern_of("nonsense"), "");
    }

    proptest! {
        #[test]
        fn a_pattern_is_short_and_blind_to_host_and_values(path in "(/[a-z0-9.-]{0,30}){0,12}", value in "[a-z0-9]{0,9}") {
            let one = pattern_of(&format!("https://a.example{path}?q={value}"));
            prop_assert!(one.len() <= 255);
            prop_assert_eq!(&one, &pattern_of(&format!("http://b.example{path}?q=1")));
        }
    }
}
