//! Reads the pages of a WARC file.

use std::io::BufRead;

use crawl::TRUNCATED_HEADER;
use serde_json::{Map, Value};
use store::ImportedVisit;

use super::{ImportRecord, TakeRecord, opt_outs_of, page_record};
use crate::files::warc::write::{WIRE_HEADERS, WIRE_PREFIX};
use crate::files::warc::{Fields, Reader, Record, Response};

/// Headers kept with a page of a foreign archive: those about caching and opt-outs, none about visitors.
const KEPT_HEADERS: [&str; 11] = [
    "cache-control",
    "content-language",
    "content-type",
    "content-usage",
    "date",
    "etag",
    "last-modified",
    "link",
    "tdm-policy",
    "tdm-reservation",
    "x-robots-tag",
];

/// Passes every record to `take`. A page is held back until the next response, as the records in between may describe its visit.
pub(super) fn read(
    reader: impl BufRead,
    max_page_bytes: usize,
    take: TakeRecord<'_>,
) -> anyhow::Result<()> {
    let mut records = Reader::new(reader, max_page_bytes);
    let mut waiting: Option<Waiting> = None;
    let mut is_ours = false;
    let end = loop {
        let record = match records.next_record() {
            Ok(Some(record)) => record,
            Ok(None) => break Ok(()),
            Err(error) => break Err(error.into()),
        };
        let item = match record {
            Record::Response(response) => {
                let next = Waiting {
                    response: *response,
                    metadata: None,
                    is_ours,
                };
                match waiting.replace(next) {
                    Some(whole) => page(whole),
                    None => ImportRecord::NoResponse,
                }
            }
            Record::Info(fields) => {
                let software = fields.get("software");
                is_ours = software.is_some_and(|named| named.starts_with("gleaner/"));
                ImportRecord::NoResponse
            }
            Record::Metadata { about, fields } => {
                if let Some(waiting) = &mut waiting
                    && waiting.is_ours
                    && about.is_some()
                    && waiting.response.id == about
                {
                    waiting.metadata = Some(fields);
                }
                ImportRecord::NoResponse
            }
            Record::Other(kind) => ImportRecord::Other(kind),
            Record::Faulty { url, offset, fault } => ImportRecord::Faulty(format!(
                "the record at byte {offset} ({}) is left out: {fault}",
                url.as_deref().unwrap_or("no URL")
            )),
        };
        if !take(item) {
            return Ok(());
        }
    };
    if let Some(whole) = waiting {
        take(page(whole));
    }
    end
}

/// A response, and the metadata of its visit from later records.
struct Waiting {
    response: Response,
    metadata: Option<Fields>,
    /// Whether Gleaner wrote the archive; its headers were chosen when the page was fetched.
    is_ours: bool,
}

fn page(whole: Waiting) -> ImportRecord {
    let (response, is_ours) = (whole.response, whole.is_ours);
    if !is_ours && !response.is_page() {
        return ImportRecord::Skipped;
    }
    let header = |name: &str| response.header(name).map(str::to_owned);
    let content_type = header("content-type");
    let mut headers: Map<String, Value> = if is_ours {
        let fields = response.headers.iter().map(|(name, value)| {
            let bare = name.strip_prefix(WIRE_PREFIX);
            let original = bare.filter(|bare| WIRE_HEADERS.contains(bare));
            let name = original.unwrap_or(name);
            (name.to_owned(), Value::String(value.clone()))
        });
        fields.collect()
    } else {
        let named = KEPT_HEADERS.iter();
        named
            .filter_map(|&name| Some((name.to_owned(), Value::String(header(name)?))))
            .collect()
    };
    if let Some(cut) = &response.cut {
        headers.insert(TRUNCATED_HEADER.to_owned(), Value::String(cut.clone()));
    }
    let http_status = i16::try_from(response.status).unwrap_or_default();
    let metadata = whole
        .metadata
        .filter(|metadata| metadata.get("outcome").is_some());
    let visit = metadata.map(|metadata| ImportedVisit {
        http_status,
        duration_ms: metadata.get("fetchtimems").and_then(|ms| ms.parse().ok()),
        robots_rule: metadata.get("robots-rule").map(str::to_owned),
        opt_out: metadata
            .get("opt-out")
            .and_then(|json| serde_json::from_str(json).ok())
            .unwrap_or_default(),
    });
    let visit = visit.or_else(|| {
        let fields = response.headers.iter();
        let fields = fields.map(|(name, value)| (name.as_str(), value.as_str()));
        opt_outs_of(fields, &response.body, &response.url, http_status)
    });
    let record = page_record(
        &response.url,
        response.date,
        response.status,
        content_type,
        Value::Object(headers),
        response.body,
        visit,
    );
    record.unwrap_or_else(|fault| {
        let id = response.id.as_deref().unwrap_or("without an id");
        ImportRecord::Faulty(format!("the record {id} is left out: {fault}"))
    })
}
