//! Patterns of rules, and the normal form in which patterns and URLs are compared.

use std::fmt::Write as _;

/// The path of a rule that is written as a whole URL, which some sites do, unless it is that of a whole site.
fn path_of_url(value: &[u8]) -> Option<&[u8]> {
    let has_scheme = |scheme: &&str| {
        let start = value.get(..scheme.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(scheme.as_bytes()))
    };
    let scheme = ["http://", "https://"].into_iter().find(has_scheme)?;
    let after = &value[scheme.len()..];
    let path = &after[after.iter().position(|&octet| octet == b'/')?..];
    let names = |octet: &u8| !matches!(octet, b'/' | b'*');
    path.iter().any(names).then_some(path)
}

/// The path of a rule: literals separated by `*`, which matches anything, and perhaps a final `$`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pattern {
    /// The literals between the stars, in normal form; the first begins the path.
    literals: Vec<String>,
    ends: bool,
    octets: usize,
}

impl Pattern {
    /// Parses the value of a rule. `None` if it is empty and matches nothing.
    pub(crate) fn parse(value: &[u8]) -> Option<Self> {
        let (value, ends) = match value.strip_suffix(b"$") {
            Some(value) => (value, true),
            None => (value, false),
        };
        if value.is_empty() && !ends {
            return None;
        }
        let value = path_of_url(value).unwrap_or(value);
        // Paths begin with a slash, which is missing in "Disallow: intern".
        let rooted = matches!(value.first(), Some(b'/' | b'*'));
        let mut normalizer = PathNormalizer::default();
        let mut literals: Vec<String> = value
            .split(|&octet| octet == b'*')
            .map(|literal| normalizer.normal(literal))
            .collect();
        if !rooted {
            literals[0].insert(0, '/');
        }
        let octets = literals
            .iter()
            .map(|text| text.chars().count())
            .sum::<usize>();
        Some(Self {
            octets: octets + literals.len() - 1 + usize::from(ends),
            literals,
            ends,
        })
    }

    /// Its length, which determines the most specific rule (RFC 9309, section 2.2.2: "the most octets").
    pub(crate) fn octets(&self) -> usize {
        self.octets
    }

    /// Whether it matches a path with its query, both in normal form. Each literal is matched where it
    /// first occurs, which leaves the most for those after it.
    pub(crate) fn matches(&self, path: &str) -> bool {
        let Some((first, others)) = self.literals.split_first() else {
            return false;
        };
        let Some(mut rest) = path.strip_prefix(first.as_str()) else {
            return false;
        };
        let Some((last, between)) = others.split_last() else {
            return !self.ends || rest.is_empty();
        };
        for literal in between {
            match rest.find(literal.as_str()) {
                Some(at) => rest = &rest[at + literal.len()..],
                None => return false,
            }
        }
        if self.ends {
            rest.ends_with(last.as_str())
        } else {
            rest.contains(last.as_str())
        }
    }
}

/// The normal form of a URL's path and query.
pub(crate) fn normal_path(path: &str) -> String {
    PathNormalizer::default().normal(path.as_bytes())
}

/// Normalises a path from left to right. Separators after the question mark differ from those before it.
#[derive(Debug, Default)]
struct PathNormalizer {
    in_query: bool,
}

impl PathNormalizer {
    /// One form for what RFC 9309, section 2.2.2, calls equal. Octets are decoded; those that would become
    /// separators (`%2F` in a path, `%26` in a query) stay encoded, in upper case. Each octet becomes one
    /// character, so that any octets make a valid string.
    fn normal(&mut self, text: &[u8]) -> String {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((&octet, tail)) = rest.split_first() {
            rest = tail;
            match encoded(octet, tail) {
                Some(decoded) if self.separates(decoded) => {
                    let _ = write!(out, "%{decoded:02X}"); // writing to a String cannot fail
                    rest = &tail[2..];
                }
                Some(decoded) => {
                    out.push(char::from(decoded));
                    rest = &tail[2..];
                }
                None if octet == b'%' => out.push_str("%25"),
                None => {
                    self.in_query |= octet == b'?';
                    out.push(char::from(octet));
                }
            }
        }
        out
    }

    fn separates(&self, octet: u8) -> bool {
        if self.in_query {
            matches!(octet, b'&' | b'=' | b'+' | b'#' | b'%')
        } else {
            matches!(octet, b'/' | b'?' | b'#' | b'%')
        }
    }
}

/// The octet encoded by `first` and the two octets after it.
fn encoded(first: u8, tail: &[u8]) -> Option<u8> {
    let digit = |at: usize| char::from(*tail.get(at)?).to_digit(16);
    if first != b'%' {
        return None;
    }
    u8::try_from(digit(0)? * 16 + digit(1)?).ok()
}
