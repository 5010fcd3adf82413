//! Reads the pages of a WARC file as rows.

use std::io::{BufRead, Read};
use std::sync::Arc;

use arrow_array::{ArrayRef, BinaryArray, RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, DataType, Field, Fields, Schema, SchemaRef};

use serde_json::{Value, json};

use super::Failure;
use crate::files::import::PRODUCT;
use crate::files::input;
use crate::files::warc::{Reader, Record, Response};
use crate::settings;
use formats::arrays::array;
use formats::schema::{ARTICLE, Field as Column, Kind, arrow_fields, some};

/// Bytes of pages after which a batch ends.
const BATCH_BYTES: usize = 16 << 20;

/// The columns of exports with a publisher's opt-outs.
const OPT_OUTS: [&str; 4] = ["tdm_reserved", "tdm_policy_url", "ai_optout", "opt_outs"];

/// The columns, without the body, which is the second.
fn columns() -> Vec<Column> {
    let page = [
        some("url", Kind::Text, ""),
        some("content_type", Kind::Text, ""),
        some("http_status", Kind::Int, ""),
        some("date_crawled", Kind::Time, ""),
        some("etag", Kind::Text, ""),
        some("last_modified", Kind::Text, ""),
        some("fault", Kind::Text, ""),
    ];
    let opt_outs = ARTICLE
        .iter()
        .filter(|field| OPT_OUTS.contains(&field.name));
    let opt_outs = opt_outs.map(|field| some(field.name, field.kind, ""));
    page.into_iter().chain(opt_outs).collect()
}

/// Iterator over the HTML pages of a WARC file, plain or compressed, in batches. A record that cannot be used becomes a row with a
/// `fault`. A broken file ends with such a row.
pub struct Archive {
    records: Option<Reader<Box<dyn BufRead + Send>>>,
    schema: SchemaRef,
}

impl std::fmt::Debug for Archive {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Archive").finish_non_exhaustive()
    }
}

impl Archive {
    /// # Errors
    /// If the start of the file cannot be read.
    pub fn new(file: Box<dyn Read + Send>) -> Result<Self, Failure> {
        let limit = settings::built_in()?.extract.max_page_bytes;
        let input = input::decompressed(file).map_err(|error| Failure(error.to_string()))?;
        let mut fields = arrow_fields(&columns()).to_vec();
        fields.insert(1, Arc::new(Field::new("html", DataType::Binary, true)));
        Ok(Self {
            records: Some(Reader::new(input, limit)),
            schema: Arc::new(Schema::new(Fields::from(fields))),
        })
    }

    fn batch(&mut self) -> Result<Option<RecordBatch>, ArrowError> {
        let mut pages = Pages::default();
        while let Some(records) = &mut self.records
            && pages.bytes < BATCH_BYTES
        {
            match records.next_record() {
                Ok(Some(Record::Response(response))) if response.is_page() => {
                    pages.add(*response);
                }
                Ok(Some(Record::Faulty { url, offset, fault })) => {
                    let why = format!("the record at byte {offset}: {fault}");
                    pages.fault(url.as_deref(), &why);
                }
                Ok(Some(
                    Record::Response(_)
                    | Record::Info(_)
                    | Record::Metadata { .. }
                    | Record::Other(_),
                )) => {}
                Ok(None) => self.records = None,
                Err(error) => {
                    pages.fault(None, &error.to_string());
                    self.records = None;
                }
            }
        }
        pages.finish(&self.schema)
    }
}

impl Iterator for Archive {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.batch().transpose()
    }
}

impl RecordBatchReader for Archive {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}

/// The rows of a batch under construction.
#[derive(Default)]
struct Pages {
    bytes: usize,
    /// The bodies, which JSON cannot hold.
    html: Vec<Option<Vec<u8>>>,
    rows: Vec<Value>,
}

impl Pages {
    fn add(&mut self, response: Response) {
        let headers = response.headers.iter();
        let headers = headers.map(|(name, value)| (name.as_str(), value.as_str()));
        let signals = crawl::opt_out(headers, &response.body, &response.url, PRODUCT);
        self.rows.push(json!({
            "url": response.url,
            "content_type": response.header("content-type"),
            "http_status": response.status,
            "date_crawled": response.date,
            "etag": response.header("etag"),
            "last_modified": response.header("last-modified"),
            "opt_outs": kinds(&signals),
            "tdm_reserved": signals["tdm_reserved"],
            "tdm_policy_url": signals["tdm_policy_url"],
            "ai_optout": signals["ai_optout"],
        }));
        self.bytes += response.body.len();
        self.html.push(Some(response.body));
    }

    fn fault(&mut self, url: Option<&str>, why: &str) {
        self.rows.push(json!({ "url": url, "fault": why }));
        self.html.push(None);
    }

    fn finish(self, schema: &SchemaRef) -> Result<Option<RecordBatch>, ArrowError> {
        if self.rows.is_empty() {
            return Ok(None);
        }
        let arrays = columns().into_iter().map(|column| {
            let values: Vec<&Value> = self.rows.iter().map(|row| &row[column.name]).collect();
            array(column.kind, &values)
        });
        let mut arrays: Vec<ArrayRef> = arrays.collect::<Result<_, _>>()?;
        let html: BinaryArray = self.html.iter().map(Option::as_deref).collect();
        arrays.insert(1, Arc::new(html));
        RecordBatch::try_new(Arc::clone(schema), arrays).map(Some)
    }
}

/// The kinds of opt-outs among the signals of a page, as the SQL function `opt_out_kinds` returns them.
fn kinds(signals: &Value) -> Vec<&'static str> {
    let says = |directives: &[&str]| {
        ["meta_robots", "x_robots_tag"].iter().any(|field| {
            let stated = signals[field].as_array().into_iter().flatten();
            stated
                .filter_map(Value::as_str)
                .any(|directive| directives.contains(&directive))
        })
    };
    let kinds = [
        ("tdm", signals["tdm_reserved"] == true),
        ("ai", !signals["ai_optout"][0].is_null()),
        ("noindex", says(&["noindex", "none"])),
        ("noarchive", says(&["noarchive", "nocache"])),
        ("nosnippet", says(&["nosnippet", "max-snippet:0"])),
    ];
    let declared = kinds.into_iter().filter(|(_, is_declared)| *is_declared);
    declared.map(|(kind, _)| kind).collect()
}
