//! Lines of JSON with a page in each: how long they may be, and how they are parsed.

use anyhow::Context as _;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::files::input::{self, NotObject};

/// Maximum length of a line per byte of the page limit: an escape such as `\u001f` has six bytes. Python escapes everything
/// that is not ASCII, by default.
const LINE_PER_PAGE_BYTE: usize = 6;

pub(crate) fn max_line_bytes(max_page_bytes: usize) -> usize {
    max_page_bytes.saturating_mul(LINE_PER_PAGE_BYTE)
}

/// Parses a line. Half a character in it is replaced by U+FFFD, and what is no number by null, so that the page is not lost.
pub(crate) fn page_object<T: DeserializeOwned>(line: &mut [u8]) -> Result<T, NotObject> {
    let parsed = match input::object(line) {
        Err(_) if replace_lone_surrogates(line) => input::object(line),
        parsed => parsed,
    };
    match parsed {
        Err(error) => without_nan(line).map_or(Err(error), |line| input::object(&line)),
        parsed => parsed,
    }
}

/// The HTTP status of a page: a number, also as text or with a decimal point, as of data frames. `None` if it is not stated.
pub(crate) fn http_status(value: &Value) -> anyhow::Result<Option<u16>> {
    let status = match value {
        Value::Null => return Ok(None),
        Value::String(text) if text.trim().is_empty() => return Ok(None),
        Value::Number(number) => number.as_f64().and_then(whole),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    };
    let status = status.and_then(|status| u16::try_from(status).ok());
    let status = status.with_context(|| format!("status is {value}; write a number, such as 200"));
    status.map(Some)
}

/// A number without decimals as an integer.
pub(crate) fn whole(number: f64) -> Option<i64> {
    format!("{number:.0}").parse().ok()
}

/// What Python writes for values that are no numbers, and JSON parsers reject.
const NOT_A_NUMBER: [&[u8]; 3] = [b"NaN", b"Infinity", b"-Infinity"];

/// The line with `null` for each value that is no number; `None` if there are none.
fn without_nan(line: &[u8]) -> Option<Vec<u8>> {
    let mut mended = Vec::with_capacity(line.len());
    let (mut rest, mut is_in_text, mut found) = (line, false, false);
    while let Some(byte) = rest.first() {
        let mut values = NOT_A_NUMBER.iter();
        let value = values.find(|value| !is_in_text && rest.starts_with(value));
        let length = match (value, byte) {
            (Some(value), _) => value.len(),
            // an escaped quote does not end a text
            (None, b'\\') if is_in_text => rest.len().min(2),
            (None, _) => 1,
        };
        if value.is_some() {
            mended.extend_from_slice(b"null");
        } else {
            mended.extend_from_slice(&rest[..length]);
        }
        is_in_text ^= *byte == b'"';
        found |= value.is_some();
        rest = &rest[length..];
    }
    found.then_some(mended)
}

/// Replaces escaped lone surrogates (`\ud800`), which Python writes and JSON parsers reject, with `\ufffd`; `false` if there are none.
fn replace_lone_surrogates(line: &mut [u8]) -> bool {
    let mut found = false;
    let mut at = 0;
    while let Some(more) = line[at..].iter().position(|byte| *byte == b'\\') {
        at += more;
        let next = line[at..].get(6..).unwrap_or_default();
        at += match (escaped(&line[at..]), escaped(next)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 12,
            (Some(0xd800..=0xdfff), _) => {
                line[at..at + 6].copy_from_slice(b"\\ufffd");
                found = true;
                6
            }
            _ => 2,
        };
        at = at.min(line.len());
    }
    found
}

/// The code unit of UTF-16 that the escape at the start of `text` stands for.
fn escaped(text: &[u8]) -> Option<u16> {
    let digits = text.get(..6)?.strip_prefix(b"\\u")?;
    u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn html(line: &str) -> String {
        let page = page_object::<Value>(&mut line.as_bytes().to_vec());
        page.map_or("none".to_owned(), |page| {
            page["html"].as_str().unwrap().to_owned()
        })
    }

    #[test]
    fn what_is_no_number_is_null_and_the_line_kept() {
        for (written, wanted) in [
            (
                r#"{"status": NaN, "html": "NaN"}"#,
                r#"{"status": null, "html": "NaN"}"#,
            ),
            (r#"{"a":[-Infinity,Infinity]}"#, r#"{"a":[null,null]}"#),
            (
                r#"{"html": "\"NaN\ud800", "a": NaN}"#,
                r#"{"html": "\"NaN\ufffd", "a": null}"#,
            ),
        ] {
            let read = page_object::<Value>(&mut written.as_bytes().to_vec());
            let wanted: Value = serde_json::from_str(wanted).unwrap();
            assert_eq!(read.unwrap(), wanted, "{written}");
        }
        let broken = br#"{"a": NaNs}"#;
        assert!(page_object::<Value>(&mut broken.to_vec()).is_err());
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
