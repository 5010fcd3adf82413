//! The pattern of an address: what it has in common with its kin. Pure.

use url::Url;

/// Longest word that may name a section; the first segment of a longer path is kept when it is one.
const MAX_WORD: usize = 24;
/// A segment with this many hyphens is a headline.
const HEADLINE_HYPHENS: usize = 2;
/// Path segments that a pattern tells apart; what lies deeper is one pattern.
const MAX_SEGMENTS: usize = 6;
/// Parameter names in a pattern, at most.
const MAX_NAMES: usize = 4;

/// The pattern of an address, under which its yield is counted: `/politik/*.html`, `/tag/w/`, `/artikel.php?id`.
///
/// Numbers become `#`, headlines and everything else with digits `*`, words `w`; the first of several
/// segments stays if it is a word, since sections and archives differ there, and so does the ending of
/// the last. Of a query the names of the parameters stay, sorted. So a site has tens of patterns, and a
/// place without end has one or two. An address that is none has the empty pattern.
pub fn pattern_of(url: &str) -> String {
    Url::parse(url).map_or_else(|_| String::new(), |url| pattern(&url))
}

/// [`pattern_of`] an address that is parsed already.
pub(crate) fn pattern(url: &Url) -> String {
    let path = url.path();
    let mut out = String::with_capacity(32);
    let segments = || path.split('/').filter(|segment| !segment.is_empty());
    let last = segments().count().saturating_sub(1);
    for (place, segment) in segments().enumerate() {
        out.push('/');
        if place == MAX_SEGMENTS {
            out.push('+');
            break;
        }
        let (stem, ending) = if place == last {
            with_ending(segment)
        } else {
            (segment, "")
        };
        match class(stem) {
            'w' if place == 0 && last > 0 => out.push_str(&stem.to_ascii_lowercase()),
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
        for (place, name) in names.iter().enumerate() {
            out.push(if place == 0 { '?' } else { '&' });
            if place == MAX_NAMES {
                out.push('+');
                break;
            }
            out.push_str(if class(name) == 'w' { name } else { "*" });
        }
    }
    out
}

/// A last segment and its ending: `artikel`, `.html`. Only letters and digits after a letter end anything.
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

/// `#`: a number; `w`: a word or two; `*`: a headline, an id, anything else.
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
