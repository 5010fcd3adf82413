//! Lines of JSON with a page in each: how long they may be, and how their numbers are read.

use anyhow::Context as _;
use serde_json::Value;

/// Maximum length of a line per byte of the page limit: an escape such as `\u001f` has six bytes. Python escapes everything
/// that is not ASCII, by default.
const LINE_PER_PAGE_BYTE: usize = 6;

pub(crate) fn max_line_bytes(max_page_bytes: usize) -> usize {
    max_page_bytes.saturating_mul(LINE_PER_PAGE_BYTE)
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
