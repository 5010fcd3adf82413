//! Paths of URLs.

use std::borrow::Cow;

use text::words;
use url::Url;

/// The path of a URL, split into segments.
#[derive(Debug)]
pub(crate) struct Path {
    /// Segments in lower case, without file extension, without a final `index` and without a final page number.
    pub(crate) segments: Vec<String>,
}

impl Path {
    pub(crate) fn of(url: &Url) -> Self {
        let mut segments: Vec<String> = url
            .path_segments()
            .into_iter()
            .flatten()
            .filter(|segment| !segment.is_empty())
            .map(str::to_lowercase)
            .collect();
        if let Some(last) = segments.last_mut() {
            for extension in [".html", ".htm", ".php", ".aspx", ".jsp"] {
                if let Some(stem) = last.strip_suffix(extension) {
                    *last = stem.to_owned();
                }
            }
        }
        while let [.., before, last] = segments.as_slice()
            && words::lists::PAGE.contains(&before.as_str())
            && last.chars().all(|c| c.is_ascii_digit())
        {
            segments.truncate(segments.len() - 2);
        }
        if segments
            .last()
            .is_some_and(|last| matches!(last.as_str(), "index" | "default"))
        {
            segments.pop();
        }
        Self { segments }
    }

    /// The last segment.
    pub(crate) fn last(&self) -> Option<&str> {
        self.segments.last().map(String::as_str)
    }

    /// All segments.
    pub(crate) fn parts(&self) -> Vec<&str> {
        self.segments.iter().map(String::as_str).collect()
    }

    /// The last two segments.
    pub(crate) fn tail(&self) -> Option<(&str, &str)> {
        match self.segments.as_slice() {
            [.., before, last] => Some((before, last)),
            _ => None,
        }
    }

    /// Whether it has a year and a month, like URLs of articles.
    pub(crate) fn is_dated(&self) -> bool {
        let is_year = |part: &str| {
            part.len() == 4
                && (part.starts_with("20") || part.starts_with("19"))
                && part.bytes().all(|b| b.is_ascii_digit())
        };
        let is_month = |part: &str| matches!(part.parse::<u8>(), Ok(1..=12));
        self.segments
            .windows(2)
            .any(|pair| is_year(&pair[0]) && is_month(&pair[1]))
            || self.segments.iter().any(|segment| {
                let parts: Vec<&str> = segment.split('-').collect();
                parts
                    .windows(2)
                    .any(|pair| is_year(pair[0]) && is_month(pair[1]))
            })
    }
}

/// Whether a query key is for tracking.
pub(crate) fn is_tracking(key: &str) -> bool {
    words::queries::TRACKING.contains(&key) || key.starts_with("utm_")
}

/// The query without page numbers and tracking parameters.
pub(crate) fn queries(url: &Url) -> impl Iterator<Item = (Cow<'_, str>, Cow<'_, str>)> {
    url.query_pairs().filter(|(key, value)| {
        let counts = words::queries::PAGING.contains(&key.as_ref())
            && value.bytes().all(|b| b.is_ascii_digit());
        !counts && !is_tracking(key)
    })
}

/// A segment without the number that some systems append: `impressum` of `impressum-195`.
pub(crate) fn without_number(segment: &str) -> String {
    let stem = segment.trim_end_matches(|c: char| c.is_ascii_digit());
    let stem = stem.strip_suffix(['-', '_', ',', '.']).unwrap_or(stem);
    stem.replace('_', "-")
}

/// Whether a segment may be the slug of an article: many words, or a long number.
pub(crate) fn may_be_headline(segment: &str) -> bool {
    let words = segment
        .split(['-', '_', '+'])
        .filter(|word| !word.is_empty())
        .count();
    words > 3 || has_long_number(segment)
}

fn has_long_number(segment: &str) -> bool {
    segment
        .split(|c: char| !c.is_ascii_digit())
        .any(|digits| digits.len() > 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_year_has_only_digits() {
        let is_dated = |url: &str| Path::of(&Url::parse(url).unwrap()).is_dated();
        for path in ["/20th-12", "/19th/5/x", "/a/20xx-1"] {
            assert!(!is_dated(&format!("https://bote.test{path}")), "{path}");
        }
        for path in ["/2024/05/x", "/x-2024-05-03"] {
            assert!(is_dated(&format!("https://bote.test{path}")), "{path}");
        }
    }
}
