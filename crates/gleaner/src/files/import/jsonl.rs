//! Reads the pages of a JSONL file, one `{"url","html"[,"fetched_at","status","headers"]}` per line.

use std::collections::BTreeMap;
use std::io::BufRead;

use anyhow::{Context as _, bail};
use chrono::{DateTime, Utc};
use serde::Deserialize;

use super::{ImportRecord, TakeRecord, opt_outs_of, page_record};
use crate::files::input::{Line, Lines};
use crate::files::json_pages::{max_line_bytes, page_object};

#[derive(Deserialize)]
struct JsonPage {
    url: String,
    #[serde(default)]
    html: Option<String>,
    #[serde(default)]
    fetched_at: Option<String>,
    #[serde(default)]
    status: Option<u16>,
    #[serde(default)]
    headers: Option<BTreeMap<String, String>>,
}

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

fn page(number: u64, line: &mut [u8], max_page_bytes: usize) -> anyhow::Result<ImportRecord> {
    let page: JsonPage = page_object(line)?;
    let Some(html) = page.html else {
        return Ok(ImportRecord::WithoutHtml(number));
    };
    let bytes = html.len();
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
    // The HTML in the file is UTF-8, whatever its encoding on the wire.
    let content_type = "text/html; charset=utf-8".to_owned();
    headers.insert("content-type".to_owned(), content_type.clone());
    let (status, body) = (page.status.unwrap_or(200), html.into_bytes());
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

#[cfg(test)]
mod tests {
    use super::*;

    fn html(line: &str) -> String {
        let mut line = line.as_bytes().to_vec();
        let Ok(ImportRecord::Page(page)) = page(1, &mut line, 1000) else {
            return "none".to_owned();
        };
        String::from_utf8(page.page.body).unwrap()
    }

    #[test]
    fn a_page_whose_letters_are_all_escaped_may_be_as_long_as_any_other() {
        let escaped = "\\u0436".repeat(500);
        let line = format!(r#"{{"url": "https://news.example/a", "html": "{escaped}"}}"#);
        let mut bodies = Vec::new();
        let mut take = |item| {
            bodies.push(match item {
                ImportRecord::Page(page) => page.page.body.len(),
                _ => 0,
            });
            true
        };
        read(line.as_bytes(), 1000, &mut take).unwrap();
        assert_eq!(bodies, [1000]);
        assert_eq!(html(&line), "ж".repeat(500));
    }
}
