//! References of a page to others, as written in its markup.

use std::borrow::Cow;

use encoding_rs::Encoding;
use url::Url;

/// What references are resolved against.
pub(crate) struct Base<'a> {
    pub(crate) url: Cow<'a, Url>,
    pub(crate) encoding: &'static Encoding,
}

impl Base<'_> {
    /// Resolves a reference to the URL of a web page, without its fragment.
    pub(crate) fn web_url(&self, reference: &str) -> Option<Url> {
        let reference = plain_ampersands(without_feed_scheme(reference));
        let mut url = Url::options()
            .base_url(Some(&self.url))
            .encoding_override(Some(&|query: &str| encoded(query, self.encoding)))
            .parse(&reference)
            .ok()?;
        if !matches!(url.scheme(), "http" | "https") || !url.has_host() {
            return None;
        }
        url.set_fragment(None);
        Some(url)
    }
}

/// The bytes of a query in an encoding. What that cannot express is a reference to a character, as in the URL standard.
fn encoded<'a>(text: &'a str, encoding: &'static Encoding) -> Cow<'a, [u8]> {
    let (bytes, _, is_incomplete) = encoding.encode(text);
    if !is_incomplete {
        return bytes;
    }
    let mut whole = Vec::new();
    for (at, char) in text.char_indices() {
        let (bytes, _, is_missing) = encoding.encode(&text[at..at + char.len_utf8()]);
        if is_missing {
            let reference = format!("%26%23{}%3B", u32::from(char));
            whole.extend_from_slice(reference.as_bytes());
        } else {
            whole.extend_from_slice(&bytes);
        }
    }
    Cow::Owned(whole)
}

const FEED_SCHEME: &str = "feed:";
/// What follows the `&` of an escaped `&`.
const ESCAPES: [&str; 3] = ["amp;", "#38;", "#038;"];

/// A reference without `feed:` before it, which names the program that reads it.
pub fn without_feed_scheme(reference: &str) -> &str {
    let reference = reference.trim();
    match reference.get(..FEED_SCHEME.len()) {
        Some(scheme) if scheme.eq_ignore_ascii_case(FEED_SCHEME) => &reference[FEED_SCHEME.len()..],
        _ => reference,
    }
}

/// An address without the escapes of its `&`. One in markup may have been escaped more than once.
pub fn plain_ampersands(address: &str) -> Cow<'_, str> {
    let mut parts = address.split('&');
    if parts.clone().skip(1).all(|part| unescaped(part) == part) {
        return Cow::Borrowed(address);
    }
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain.push('&');
        plain.push_str(unescaped(part));
    }
    Cow::Owned(plain)
}

fn unescaped(mut part: &str) -> &str {
    while let Some(rest) = ESCAPES.iter().find_map(|escape| part.strip_prefix(escape)) {
        part = rest;
    }
    part
}

/// The URL in `5; url='…'`, in the forms browsers accept, of a `<meta http-equiv=refresh>` or a header `Refresh`.
pub fn refresh_target(content: &str) -> Option<&str> {
    let (_, rest) = content.split_once([';', ','])?;
    let rest = rest.trim_start();
    let target = match rest.get(..3) {
        Some(url) if url.eq_ignore_ascii_case("url") => {
            rest[3..].trim_start().strip_prefix('=').unwrap_or(rest)
        }
        _ => rest,
    };
    let target = target.trim();
    let target = match target.chars().next()? {
        quote @ ('"' | '\'') => target[1..].split(quote).next()?,
        _ => target,
    };
    (!target.is_empty()).then_some(target)
}

#[cfg(test)]
mod tests {
    use super::refresh_target;

    #[test]
    fn all_notations_of_a_refresh_target_are_read() {
        assert_eq!(refresh_target("5; url=/a"), Some("/a"));
        assert_eq!(refresh_target("5;URL = '/a' "), Some("/a"));
        assert_eq!(refresh_target("0,/a"), Some("/a"));
        assert_eq!(refresh_target("0;urls"), Some("urls"));
        assert_eq!(refresh_target("300"), None);
        assert_eq!(refresh_target("0;url="), None);
    }
}
