//! The pages of a JSONL file: `{"url","html"[,"fetched_at","status","headers"]}` a line.

use std::collections::BTreeMap;
use std::io::BufRead;

use anyhow::{Context as _, bail};
use chrono::{DateTime, Utc};
use serde::Deserialize;

use super::{ImportRecord, TakeRecord, opt_outs_of, page_record};
use crate::files::input::{Line, Lines};

/// Room a line needs besides its page: other fields, and the escapes of the page itself.
const LINE_PER_PAGE_BYTE: usize = 2;

#[derive(Deserialize)]
struct JsonPage {
    url: String,
    html: String,
    #[serde(default)]
    fetched_at: Option<String>,
    #[serde(default)]
    status: Option<u16>,
    #[serde(default)]
    headers: Option<BTreeMap<String, String>>,
}

/// Hands every page to `take`. A line that is none is reported and does not stop the rest.
pub(super) fn read(
    reader: impl BufRead,
    max_page_bytes: usize,
    take: TakeRecord<'_>,
) -> anyhow::Result<()> {
    let limit = max_page_bytes.saturating_mul(LINE_PER_PAGE_BYTE);
    for line in Lines::new(reader, limit) {
        let (number, line) = line.context("cannot be read to its end")?;
        let item = match line {
            Line::Whole(line) => page(&line, max_page_bytes).unwrap_or_else(|fault| {
                ImportRecord::Faulty(format!("line {number} is left out: {fault}"))
            }),
            Line::TooLong { bytes, .. } => ImportRecord::Faulty(format!(
                "line {number} is left out: it has {bytes} bytes, more than {limit}"
            )),
        };
        if !take(item) {
            break;
        }
    }
    Ok(())
}

fn page(line: &[u8], max_page_bytes: usize) -> anyhow::Result<ImportRecord> {
    let page: JsonPage = serde_json::from_slice(line)?;
    let bytes = page.html.len();
    if bytes > max_page_bytes {
        bail!("the page has {bytes} bytes, more than extract.max_page_bytes = {max_page_bytes}");
    }
    let fetched_at = page.fetched_at.map(|at| {
        let time = at.parse::<DateTime<Utc>>();
        time.with_context(|| {
            format!(
                "fetched_at is {at:?}; write a time with its zone, such as 2026-11-21T08:00:00Z"
            )
        })
    });
    let fetched_at = fetched_at.transpose()?;
    let mut headers: BTreeMap<String, String> = page
        .headers
        .unwrap_or_default()
        .into_iter()
        .map(|(name, value)| (name.to_ascii_lowercase(), value))
        .collect();
    // The text in the file is UTF-8 by now, whatever the page was on the wire.
    let content_type = "text/html; charset=utf-8".to_owned();
    headers.insert("content-type".to_owned(), content_type.clone());
    let (status, body) = (page.status.unwrap_or(200), page.html.into_bytes());
    let fields = headers
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()));
    let visit = opt_outs_of(
        fields,
        &body,
        &page.url,
        i16::try_from(status).unwrap_or_default(),
    );
    page_record(
        &page.url,
        fetched_at,
        status,
        Some(content_type),
        serde_json::to_value(headers)?,
        body,
        visit,
    )
}
