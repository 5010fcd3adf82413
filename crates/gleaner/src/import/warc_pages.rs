//! The pages of a WARC file.

use std::io::BufRead;

use serde_json::{Map, Value};

use super::{Item, Take, is_html, page_item};
use crate::warc::{Limits, Reader, Record, Response};

/// Headers kept with a page: what tells about the copy and the publisher's wishes, nothing about visitors.
const KEPT: [&str; 9] = [
    "cache-control",
    "content-language",
    "content-type",
    "date",
    "etag",
    "last-modified",
    "link",
    "tdm-reservation",
    "x-robots-tag",
];

/// Hands every HTML page to `take`.
pub(super) fn read(
    reader: impl BufRead,
    max_page_bytes: usize,
    take: Take<'_>,
) -> anyhow::Result<()> {
    let limits = Limits {
        record_bytes: max_page_bytes,
    };
    let mut records = Reader::new(reader, limits);
    while let Some(record) = records.next_record()? {
        let item = match record {
            Record::Response(response) => page(*response),
            Record::Other => Item::Skipped,
            Record::Faulty { url, offset, fault } => Item::Faulty(format!(
                "the record at byte {offset} ({}) is left out: {fault}",
                url.as_deref().unwrap_or("no address")
            )),
        };
        if !take(item) {
            break;
        }
    }
    Ok(())
}

fn page(response: Response) -> Item {
    let header = |wanted: &str| {
        let found = response.headers.iter().find(|(name, _)| name == wanted);
        found.map(|(_, value)| value.clone())
    };
    let content_type = header("content-type");
    if !is_html(content_type.as_deref()) || response.body.is_empty() {
        return Item::Skipped;
    }
    let headers: Map<String, Value> = KEPT
        .iter()
        .filter_map(|&name| Some((name.to_owned(), Value::String(header(name)?))))
        .collect();
    page_item(
        &response.url,
        response.date,
        response.status,
        content_type,
        Value::Object(headers),
        response.body,
    )
}
