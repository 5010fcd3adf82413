//! Reads the pages of a WARC file as rows.

use std::io::{BufRead, Read};
use std::sync::Arc;

use arrow_array::builder::{
    BinaryBuilder, Int32Builder, StringBuilder, TimestampMicrosecondBuilder,
};
use arrow_array::{ArrayRef, RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, DataType, Field, Fields, Schema, SchemaRef, TimeUnit};

use serde_json::{Value, json};

use super::Failure;
use crate::files::import::PRODUCT;
use crate::files::input;
use crate::files::warc::{Limits, Reader, Record, Response};
use crate::settings;
use formats::arrays::array;
use formats::schema::{ARTICLE, Field as Column, arrow_fields};

/// Bytes of pages after which a batch ends.
const BATCH_BYTES: usize = 16 << 20;

/// The columns of exports with a publisher's opt-outs.
const OPT_OUTS: [&str; 4] = ["tdm_reserved", "tdm_policy_url", "ai_optout", "opt_outs"];

fn opt_out_columns() -> Vec<Column> {
    let columns = ARTICLE
        .iter()
        .filter(|field| OPT_OUTS.contains(&field.name));
    let nullable = |field: &Column| Column {
        required: false,
        ..*field
    };
    columns.map(nullable).collect()
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
        let limits = Limits {
            record_bytes: settings::built_in()?.extract.max_page_bytes,
        };
        let input = input::decompressed(file).map_err(|error| Failure(error.to_string()))?;
        let time = DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into()));
        let columns = [
            ("url", DataType::Utf8),
            ("html", DataType::Binary),
            ("content_type", DataType::Utf8),
            ("http_status", DataType::Int32),
            ("date_crawled", time),
            ("etag", DataType::Utf8),
            ("last_modified", DataType::Utf8),
            ("fault", DataType::Utf8),
        ];
        let columns = columns.map(|(name, kind)| Arc::new(Field::new(name, kind, true)));
        let opt_outs = arrow_fields(&opt_out_columns());
        let columns: Fields = columns.iter().chain(&opt_outs).cloned().collect();
        Ok(Self {
            records: Some(Reader::new(input, limits)),
            schema: Arc::new(Schema::new(columns)),
        })
    }

    fn batch(&mut self) -> Result<Option<RecordBatch>, ArrowError> {
        let mut pages = Pages::default();
        while let Some(records) = &mut self.records
            && pages.bytes < BATCH_BYTES
        {
            match records.next_record() {
                Ok(Some(Record::Response(response))) => pages.add(&response),
                Ok(Some(Record::Faulty { url, offset, fault })) => {
                    pages.fault(url, &format!("the record at byte {offset}: {fault}"));
                }
                Ok(Some(Record::Info(_) | Record::Metadata { .. } | Record::Other(_))) => {}
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

/// Columns of a batch under construction.
#[derive(Default)]
struct Pages {
    rows: usize,
    bytes: usize,
    url: StringBuilder,
    html: BinaryBuilder,
    content_type: StringBuilder,
    http_status: Int32Builder,
    date_crawled: TimestampMicrosecondBuilder,
    etag: StringBuilder,
    last_modified: StringBuilder,
    fault: StringBuilder,
    opt_outs: Vec<Value>,
}

impl Pages {
    /// Adds a response if it is an HTML page.
    fn add(&mut self, response: &Response) {
        if !response.is_page() {
            return;
        }
        self.rows += 1;
        self.bytes += response.body.len();
        self.url.append_value(&response.url);
        self.html.append_value(&response.body);
        self.content_type
            .append_option(response.header("content-type"));
        self.http_status.append_value(i32::from(response.status));
        let date = response.date.map(|date| date.timestamp_micros());
        self.date_crawled.append_option(date);
        self.etag.append_option(response.header("etag"));
        self.last_modified
            .append_option(response.header("last-modified"));
        self.fault.append_null();
        let headers = response.headers.iter();
        let headers = headers.map(|(name, value)| (name.as_str(), value.as_str()));
        let signals = crawl::opt_out(headers, &response.body, &response.url, PRODUCT);
        self.opt_outs.push(json!({
            "opt_outs": kinds(&signals),
            "tdm_reserved": signals["tdm_reserved"],
            "tdm_policy_url": signals["tdm_policy_url"],
            "ai_optout": signals["ai_optout"],
        }));
    }

    fn fault(&mut self, url: Option<String>, why: &str) {
        self.rows += 1;
        self.url.append_option(url);
        self.html.append_null();
        self.content_type.append_null();
        self.http_status.append_null();
        self.date_crawled.append_null();
        self.etag.append_null();
        self.last_modified.append_null();
        self.fault.append_value(why);
        self.opt_outs.push(Value::Null);
    }

    fn finish(mut self, schema: &SchemaRef) -> Result<Option<RecordBatch>, ArrowError> {
        if self.rows == 0 {
            return Ok(None);
        }
        let date = self.date_crawled.finish().with_timezone("UTC");
        let mut columns: Vec<ArrayRef> = vec![
            Arc::new(self.url.finish()),
            Arc::new(self.html.finish()),
            Arc::new(self.content_type.finish()),
            Arc::new(self.http_status.finish()),
            Arc::new(date),
            Arc::new(self.etag.finish()),
            Arc::new(self.last_modified.finish()),
            Arc::new(self.fault.finish()),
        ];
        for column in opt_out_columns() {
            let values: Vec<&Value> = self.opt_outs.iter().map(|row| &row[column.name]).collect();
            columns.push(array(column.kind, &values)?);
        }
        RecordBatch::try_new(Arc::clone(schema), columns).map(Some)
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
