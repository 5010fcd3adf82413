//! A streaming reader of WARC files 1.0 and 1.1 (ISO 28500), plain or gzip (also one member per record). The writer is in `write`.
//!
//! Nothing in a file is trusted: headers, records and decoded bodies are bounded, and every fault has its offset in the
//! decompressed file.

mod body;
mod chunked;
mod header;
mod http;
pub(crate) mod write;

use std::io::{self, BufRead, Read};

use chrono::{DateTime, Utc};

use crate::files::warc::header::Header;

/// Largest `warcinfo` or `metadata` block that is read, in bytes; larger ones are skipped.
const MAX_FIELDS: u64 = 1 << 20;

const TYPES: [&str; 8] = [
    "continuation",
    "conversion",
    "metadata",
    "request",
    "resource",
    "response",
    "revisit",
    "warcinfo",
];

#[derive(Debug)]
pub(crate) enum Record {
    /// A response of a web server, or an HTML page that was stored without one (`resource`).
    Response(Box<Response>),
    /// The description of the file (`warcinfo`).
    Info(Fields),
    /// Metadata about another record.
    Metadata {
        /// The id of that record (`WARC-Concurrent-To` or `WARC-Refers-To`).
        about: Option<String>,
        fields: Fields,
    },
    /// A record of another type, such as `request` or `revisit`.
    Other(&'static str),
    /// A response that cannot be used; the records after it can.
    Faulty {
        /// Its `WARC-Target-URI`, if it has one.
        url: Option<String>,
        /// Where the record begins.
        offset: u64,
        fault: Fault,
    },
}

/// The fields of an `application/warc-fields` block, with lower-case names.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Fields(Vec<(String, String)>);

impl Fields {
    fn parse(block: &[u8]) -> Self {
        let text = String::from_utf8_lossy(block);
        let fields = text.lines().filter_map(|line| line.split_once(':'));
        Self(
            fields
                .map(|(name, value)| (name.trim().to_lowercase(), value.trim().to_owned()))
                .collect(),
        )
    }

    /// The first value of a field; `name` is in lower case.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        value_of(&self.0, name)
    }
}

/// The first value of a field, of which both names are in lower case.
fn value_of<'a>(fields: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let field = fields.iter().find(|(field, _)| field == name);
    field.map(|(_, value)| value.as_str())
}

/// A response of a web server with its body decoded.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Response {
    /// `WARC-Record-ID`, by which other records refer to this one.
    pub(crate) id: Option<String>,
    pub(crate) url: String,
    /// When it was fetched; `None` if the record has no readable date.
    pub(crate) date: Option<DateTime<Utc>>,
    pub(crate) status: u16,
    /// In their order, with lower-case names, without those that describe the coding of the body.
    pub(crate) headers: Vec<(String, String)>,
    /// Without transfer and content coding.
    pub(crate) body: Vec<u8>,
    /// Why the crawler cut the body short (`WARC-Truncated`), if it did.
    pub(crate) cut: Option<String>,
}

impl Response {
    /// The first value of a header; `name` is in lower case.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        value_of(&self.headers, name)
    }

    /// Whether it is HTML, as a missing content type is too, and not empty.
    pub(crate) fn is_page(&self) -> bool {
        let is_html = self.header("content-type").is_none_or(|named| {
            let named = named.to_ascii_lowercase();
            named.trim().is_empty() || named.contains("html")
        });
        is_html && !self.body.is_empty()
    }
}

/// Why one record cannot be used.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Fault {
    #[error("it has {bytes} bytes, more than {limit}")]
    TooLarge { bytes: u64, limit: usize },
    #[error("its header is longer than 64 KiB")]
    LongHeader,
    #[error("its body unpacks to more than {limit} bytes")]
    Bomb { limit: usize },
    #[error("it is not an HTTP response: {0}")]
    NotHttp(String),
    #[error("its body is not valid {0}")]
    Coding(String),
    #[error("content coding {0:?} is unknown")]
    UnknownCoding(String),
}

/// Why reading cannot continue. Records read before are valid.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WarcError {
    #[error("not a WARC file: a record should begin at byte {offset}, not {found:?}")]
    NotWarc { offset: u64, found: String },
    #[error("the record at byte {offset} has a broken header: {why}")]
    Header { offset: u64, why: String },
    #[error("the file ends in the middle of the record at byte {offset}")]
    Truncated { offset: u64 },
    #[error("cannot be read beyond byte {offset}")]
    Io { offset: u64, source: io::Error },
}

/// The records of a WARC file, in order.
#[derive(Debug)]
pub(crate) struct Reader<R> {
    input: Counted<R>,
    /// Maximum size of a record, and of its body once decoded, in bytes.
    limit: usize,
}

impl<R: BufRead> Reader<R> {
    /// `input` is the decompressed file, as [`crate::files::input::open`] returns it; `limit` the maximum bytes of a record, and of its
    /// decoded body.
    pub(crate) fn new(input: R, limit: usize) -> Self {
        Self {
            input: Counted { input, offset: 0 },
            limit,
        }
    }

    /// The next record; `None` at the end of the file.
    pub(crate) fn next_record(&mut self) -> Result<Option<Record>, WarcError> {
        let Some(header) = header::read(&mut self.input)? else {
            return Ok(None);
        };
        let offset = header.offset;
        if header.is_cut {
            self.skip(header.length, offset)?;
            return Ok(Some(Record::Faulty {
                url: header.url(),
                offset,
                fault: Fault::LongHeader,
            }));
        }
        if let Some(kind @ ("warcinfo" | "metadata")) = header.get("warc-type")
            && header
                .get("content-type")
                .is_some_and(|named| named.starts_with("application/warc-fields"))
            && header.length <= MAX_FIELDS
        {
            let about = header
                .get("warc-concurrent-to")
                .or(header.get("warc-refers-to"));
            let (about, info) = (about.map(str::to_owned), kind == "warcinfo");
            let fields = Fields::parse(&self.block(header.length, offset)?);
            return Ok(Some(if info {
                Record::Info(fields)
            } else {
                Record::Metadata { about, fields }
            }));
        }
        let kind = Kind::of(&header);
        if let Kind::Other(other) = kind {
            self.skip(header.length, offset)?;
            return Ok(Some(Record::Other(other)));
        }
        let url = header.url();
        if header.length > self.limit as u64 {
            let fault = Fault::TooLarge {
                bytes: header.length,
                limit: self.limit,
            };
            self.skip(header.length, offset)?;
            return Ok(Some(Record::Faulty { url, offset, fault }));
        }
        let block = self.block(header.length, offset)?;
        let response = if kind == Kind::Resource {
            Ok(resource(&header, block))
        } else {
            response(&header, &block, self.limit)
        };
        Ok(Some(match response {
            Ok(response) => Record::Response(Box::new(response)),
            Err(fault) => Record::Faulty { url, offset, fault },
        }))
    }

    fn block(&mut self, length: u64, offset: u64) -> Result<Vec<u8>, WarcError> {
        let mut block = Vec::new();
        let read = self.input.by_ref().take(length).read_to_end(&mut block);
        self.complete(read.map(|read| read as u64), length, offset)?;
        Ok(block)
    }

    fn skip(&mut self, length: u64, offset: u64) -> Result<(), WarcError> {
        let read = io::copy(&mut self.input.by_ref().take(length), &mut io::sink());
        self.complete(read, length, offset)
    }

    fn complete(&self, read: io::Result<u64>, length: u64, offset: u64) -> Result<(), WarcError> {
        match read {
            Ok(read) if read < length => Err(WarcError::Truncated { offset }),
            Ok(_) => Ok(()),
            Err(error) => Err(self.input.failed(error, offset)),
        }
    }
}

/// What a record with a block of data is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A response of a web server.
    Response,
    /// An HTML page of the web that was stored without its response.
    Resource,
    /// No page, and its type.
    Other(&'static str),
}

impl Kind {
    fn of(header: &Header) -> Self {
        let url = header.url().unwrap_or_default();
        let scheme = url.split_once("://").map(|(scheme, _)| scheme);
        let is_web = ["http", "https"]
            .iter()
            .any(|web| scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case(web)));
        let named = header.get("warc-type").unwrap_or_default();
        match named {
            "response" if is_web => Self::Response,
            "resource" if is_web && is_html(header) => Self::Resource,
            _ => {
                let known = TYPES.into_iter().find(|known| *known == named);
                Self::Other(known.unwrap_or("unknown"))
            }
        }
    }
}

fn is_html(header: &Header) -> bool {
    let named = header.get("content-type").unwrap_or_default();
    named.to_ascii_lowercase().contains("html")
}

/// The page of a `resource`.
fn resource(header: &Header, body: Vec<u8>) -> Response {
    let content_type = header.get("content-type").filter(|_| is_html(header));
    let content_type = content_type.unwrap_or("text/html");
    let headers = vec![("content-type".to_owned(), content_type.to_owned())];
    page(header, 200, headers, body)
}

fn page(header: &Header, status: u16, headers: Vec<(String, String)>, body: Vec<u8>) -> Response {
    Response {
        id: header.get("warc-record-id").map(str::to_owned),
        url: header.url().unwrap_or_default(),
        date: header.date(),
        status,
        headers,
        body,
        cut: header.get(crawl::TRUNCATED_HEADER).map(str::to_owned),
    }
}

fn response(header: &Header, block: &[u8], limit: usize) -> Result<Response, Fault> {
    let http::Message {
        status,
        mut headers,
        body,
    } = http::parse(block)?;
    let body = body::decode(&headers, body, limit)?;
    headers.retain(|(name, _)| {
        !matches!(
            name.as_str(),
            "content-encoding" | "transfer-encoding" | "content-length"
        )
    });
    Ok(page(header, status, headers, body))
}

/// A reader that counts its bytes.
#[derive(Debug)]
struct Counted<R> {
    input: R,
    offset: u64,
}

impl<R> Counted<R> {
    /// A compressed file that ends early counts as truncated.
    fn failed(&self, error: io::Error, record: u64) -> WarcError {
        if error.kind() == io::ErrorKind::UnexpectedEof {
            WarcError::Truncated { offset: record }
        } else {
            WarcError::Io {
                offset: self.offset,
                source: error,
            }
        }
    }
}

impl<R: BufRead> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.offset += read as u64;
        Ok(read)
    }
}

impl<R: BufRead> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.input.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.offset += amount as u64;
        self.input.consume(amount);
    }
}

#[cfg(test)]
mod tests;
