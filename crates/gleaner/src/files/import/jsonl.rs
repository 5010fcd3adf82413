//! Reads the pages of a JSONL file, one `{"url","html"[,"fetched_at","status","headers"]}` per line.

use std::collections::BTreeMap;
use std::io::BufRead;

use anyhow::{Context as _, bail};
use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::Value;

use super::{ImportRecord, TakeRecord, opt_outs_of, page_record};
use crate::files::input::{Line, Lines};
use crate::files::json_pages::{http_status, max_line_bytes, page_object, whole};

#[derive(Deserialize)]
struct JsonPage {
    url: String,
    #[serde(default)]
    html: Option<String>,
    #[serde(default)]
    fetched_at: Value,
    #[serde(default)]
    status: Value,
    #[serde(default)]
    headers: Value,
}

impl JsonPage {
    /// The time of fetching: text with a zone, or a number since 1970, as of data frames.
    fn fetched_at(&self) -> anyhow::Result<Option<DateTime<Utc>>> {
        let time = match &self.fetched_at {
            Value::Null => return Ok(None),
            Value::String(text) if text.trim().is_empty() => return Ok(None),
            Value::String(text) => text.trim().parse().ok(),
            Value::Number(number) => number.as_f64().and_then(since_1970),
            _ => None,
        };
        let time = time.with_context(|| {
            format!(
                "fetched_at is {}; write a time with its zone, such as 2026-11-21T08:00:00Z",
                self.fetched_at
            )
        });
        time.map(Some)
    }

    /// The headers by their names in lower case, one for each value. What is no value is left out.
    fn headers(&self) -> Vec<(String, String)> {
        let mut headers = Vec::new();
        for (name, value) in self.headers.as_object().into_iter().flatten() {
            let values = value
                .as_array()
                .map_or(std::slice::from_ref(value), Vec::as_slice);
            for value in values {
                let value = match value {
                    Value::String(text) => text.clone(),
                    Value::Number(number) => number.to_string(),
                    _ => continue,
                };
                headers.push((name.to_ascii_lowercase(), value));
            }
        }
        headers
    }
}

/// A time in seconds, milliseconds, microseconds or nanoseconds since 1970.
fn since_1970(number: f64) -> Option<DateTime<Utc>> {
    let mut millis = number * 1000.0;
    for _ in 0..3 {
        if millis >= MAX_MILLIS {
            millis /= 1000.0;
        }
    }
    DateTime::from_timestamp_millis(whole(millis)?)
}

/// Numbers from this on have a smaller unit: in milliseconds since 1970 it is the year 5138.
const MAX_MILLIS: f64 = 1e14;

/// Passes every page to `take`. A line that is not a page is reported and does not stop the rest.
pub(super) fn read(
    reader: impl BufRead,
    max_page_bytes: usize,
    take: TakeRecord<'_>,
) -> anyhow::Result<()> {
    let limit = max_line_bytes(max_page_bytes);
    for line in Lines::new(reader, limit) {
        let (number, line) = line.context("cannot be read to its end")?;
        let item = match line {
            Line::Whole(mut line) => {
                page(number, &mut line, max_page_bytes).unwrap_or_else(|fault| {
                    ImportRecord::Faulty(format!("line {number} is left out: {fault}"))
                })
            }
            Line::TooLong { bytes } => ImportRecord::Faulty(format!(
                "line {number} is left out: it has {bytes} bytes, more than {limit}"
            )),
        };
        if !take(item) {
            break;
        }
    }
    Ok(())
}

fn page(number: u64, line: &mut [u8], max_page_bytes: usize) -> anyhow::Result<ImportRecord> {
    let mut page: JsonPage = page_object(line)?;
    let Some(html) = page.html.take() else {
        return Ok(ImportRecord::WithoutHtml(number));
    };
    let bytes = html.len();
    if bytes > max_page_bytes {
        bail!("the page has {bytes} bytes, more than extract.max_page_bytes = {max_page_bytes}");
    }
    let (fetched_at, status) = (page.fetched_at()?, http_status(&page.status)?);
    let status = status.unwrap_or(200);
    let mut headers = page.headers();
    // The HTML in the file is UTF-8, whatever its encoding on the wire.
    let content_type = "text/html; charset=utf-8".to_owned();
    headers.retain(|(name, _)| name != "content-type");
    headers.push(("content-type".to_owned(), content_type.clone()));
    let body = html.into_bytes();
    let fields = headers
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()));
    let http_status = i16::try_from(status).unwrap_or_default();
    let visit = opt_outs_of(fields, &body, &page.url, http_status);
    let mut kept: BTreeMap<String, String> = BTreeMap::new();
    for (name, value) in headers {
        let known = kept.entry(name).or_default();
        if !known.is_empty() {
            known.push_str(", ");
        }
        known.push_str(&value);
    }
    page_record(
        &page.url,
        fetched_at,
        status,
        Some(content_type),
        serde_json::to_value(kept)?,
        body,
        visit,
    )
}
