//! Lines of JSON with a page in each: how long they may be, and how they are parsed.

use serde::de::DeserializeOwned;

use crate::files::input::{self, NotObject};

/// Maximum length of a line per byte of the page limit: an escape such as `\u001f` has six bytes. Python escapes everything
/// that is not ASCII, by default.
const LINE_PER_PAGE_BYTE: usize = 6;

/// Maximum length of a line, in bytes.
pub(crate) fn max_line_bytes(max_page_bytes: usize) -> usize {
    max_page_bytes.saturating_mul(LINE_PER_PAGE_BYTE)
}

/// Parses a line. Half a character in it is replaced by U+FFFD, so that the page is not lost.
pub(crate) fn page_object<T: DeserializeOwned>(line: &mut [u8]) -> Result<T, NotObject> {
    match input::object(line) {
        Err(_) if replace_lone_surrogates(line) => input::object(line),
        parsed => parsed,
    }
}

/// Replaces escaped lone surrogates (`\ud800`), which Python writes and JSON parsers reject, with `\ufffd`; `false` if there are none.
fn replace_lone_surrogates(line: &mut [u8]) -> bool {
    let mut found = false;
    let mut at = 0;
    while let Some(more) = line[at..].iter().position(|byte| *byte == b'\\') {
        at += more;
        at += match (
            surrogate(&line[at..]),
            surrogate(line[at..].get(6..).unwrap_or_default()),
        ) {
            (Some(Half::High), Some(Half::Low)) => 12,
            (Some(_), _) => {
                line[at..at + 6].copy_from_slice(b"\\ufffd");
                found = true;
                6
            }
            (None, _) => 2,
        };
        at = at.min(line.len());
    }
    found
}

/// One half of a UTF-16 surrogate pair.
enum Half {
    High,
    Low,
}

/// The surrogate that the escape at the start of `text` encodes.
fn surrogate(text: &[u8]) -> Option<Half> {
    let digits = text.get(..6)?.strip_prefix(b"\\u")?;
    let digits = std::str::from_utf8(digits).ok()?;
    match u16::from_str_radix(digits, 16).ok()? {
        0xd800..=0xdbff => Some(Half::High),
        0xdc00..=0xdfff => Some(Half::Low),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn html(line: &str) -> String {
        let page = page_object::<Value>(&mut line.as_bytes().to_vec());
        page.map_or("none".to_owned(), |page| {
            page["html"].as_str().unwrap().to_owned()
        })
    }

    #[test]
    fn half_a_character_is_replaced_and_the_line_kept() {
        let line = |html: &str| format!(r#"{{"html": "{html}"}}"#);
        for (written, wanted) in [
            (r"a\ud800b", "a\u{fffd}b"),
            (r"\udC00\ud83d", "\u{fffd}\u{fffd}"),
            (r"\ud83d\ude00\ud800", "😀\u{fffd}"),
            (r"\ud800\ud83d\ude00", "\u{fffd}😀"),
            (r"\ud800\u0041", "\u{fffd}A"),
            (r"\ud800\\ud800", "\u{fffd}\\ud800"),
            (r"\\ud800\n\ud800", "\\ud800\n\u{fffd}"),
        ] {
            assert_eq!(html(&line(written)), wanted, "{written}");
        }
        for broken in [r"\ud80", r"\ud800\", r"\ud800\x", r"\u+800"] {
            assert_eq!(html(&line(broken)), "none", "{broken}");
        }
    }
}
