//! Pages from files and URLs: HTML, lines of JSON `{"id","url","html"}`, or the HTML responses of WARC files. Whatever cannot be read
//! becomes a page with a fault.

mod files;
mod results;

use html::TextBox;
use serde::Deserialize;
use serde_json::Value;

use crate::files::input;
use crate::files::json_pages::{self, page_object};

pub(crate) use files::{download, first};
pub(crate) use results::each_to_results;

/// Why a page has no HTML. The message appears in the page's verdict.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub(crate) enum Fault {
    #[error("the page has {bytes} bytes, more than extract.max_page_bytes = {limit}")]
    TooLarge { bytes: u64, limit: usize },
    #[error("the line is not a JSON object with \"html\": {0}")]
    NotJson(String),
    #[error("the page is not text")]
    NotText,
    #[error(
        "the page is a PDF document, and only HTML is read; convert it first, for example with `pdftohtml -s`"
    )]
    Pdf,
    #[error("there is no page")]
    Missing,
    #[error("the stored body of the page is damaged: {0}")]
    Damaged(String),
    #[error("{0}")]
    NotFetched(String),
    #[error("the record of the archive cannot be used: {0}")]
    Record(String),
    #[error("the input ends early or cannot be read: {0}")]
    Input(String),
}

/// A page ready to be read.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Page {
    /// The `id` of the input, any JSON value; without one, the file, or file and line.
    pub(crate) id: Value,
    pub(crate) url: Option<String>,
    pub(crate) http_status: Option<u16>,
    pub(crate) html: Result<String, Fault>,
    /// Where a browser drew its text; empty unless it was rendered and measured.
    pub(crate) boxes: Vec<TextBox>,
}

/// The HTML of a page in memory.
#[derive(Debug, Clone, Copy, Default)]
pub enum Body<'a> {
    /// No HTML.
    #[default]
    Missing,
    /// Decoded.
    Text(&'a str),
    /// As fetched.
    Bytes {
        /// The body.
        bytes: &'a [u8],
        /// Its `Content-Type` header.
        content_type: Option<&'a str>,
    },
}

impl Page {
    /// Creates a page without an id from HTML in memory.
    pub(crate) fn in_memory(
        url: Option<&str>,
        http_status: Option<u16>,
        html: Body<'_>,
        limit: usize,
    ) -> Self {
        let bytes = match html {
            Body::Missing => 0,
            Body::Text(text) => text.len(),
            Body::Bytes { bytes, .. } => bytes.len(),
        };
        Self {
            id: Value::Null,
            url: url.map(str::to_owned),
            http_status,
            html: match html {
                _ if bytes > limit => Err(too_large(bytes as u64, limit)),
                Body::Missing => Err(Fault::Missing),
                Body::Text(text) if is_pdf(text.as_bytes()) => Err(Fault::Pdf),
                Body::Text(text) => Ok(text.to_owned()),
                Body::Bytes {
                    bytes,
                    content_type,
                } => decode(bytes, content_type),
            },
            boxes: Vec::new(),
        }
    }
}

/// A page of the input; [`RawPage::read`] does the parsing, so that it can run in parallel.
#[derive(Debug)]
pub(crate) struct RawPage {
    location: String,
    limit: usize,
    content: Content,
}

#[derive(Debug)]
enum Content {
    Html(Vec<u8>),
    Line(Vec<u8>),
    Web(crawl::Download),
    NotFetched(crawl::CrawlError),
    Fault(Fault),
}

#[derive(Deserialize)]
struct JsonPage {
    #[serde(default)]
    id: Value,
    #[serde(default)]
    url: Option<String>,
    #[serde(default)]
    http_status: Value,
    #[serde(default)]
    status: Value,
    html: String,
    #[serde(default)]
    boxes: Vec<TextBox>,
}

/// What a line without a page may have of it.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Named {
    id: Value,
    url: Option<String>,
}

impl RawPage {
    /// Bytes held in memory.
    pub(crate) fn size(&self) -> usize {
        match &self.content {
            Content::Html(bytes) | Content::Line(bytes) => bytes.len(),
            Content::Web(download) => download.body.len(),
            Content::NotFetched(_) | Content::Fault(_) => 0,
        }
    }

    /// Parses the line or decodes the file.
    pub(crate) fn read(self) -> Page {
        let Self {
            location,
            limit,
            content,
        } = self;
        let page = |html| Page {
            id: Value::String(location.clone()),
            url: None,
            http_status: None,
            html,
            boxes: Vec::new(),
        };
        match content {
            Content::Html(bytes) => page(decode(&bytes, None)),
            Content::Web(download) => Page {
                url: Some(download.url),
                http_status: download.status,
                ..page(decode(&download.body, download.content_type.as_deref()))
            },
            Content::NotFetched(error) => Page {
                url: Some(location.clone()),
                ..page(Err(Fault::NotFetched(error.to_string())))
            },
            Content::Fault(fault) => page(Err(fault)),
            Content::Line(mut line) => match page_object::<JsonPage>(&mut line) {
                Ok(read) => {
                    let bytes = read.html.len();
                    let status = [read.http_status, read.status]
                        .iter()
                        .find_map(|value| json_pages::http_status(value).transpose())
                        .transpose();
                    let html = match &status {
                        Err(error) => Err(Fault::NotJson(error.to_string())),
                        Ok(_) if bytes > limit => Err(too_large(bytes as u64, limit)),
                        Ok(_) if is_pdf(read.html.as_bytes()) => Err(Fault::Pdf),
                        Ok(_) => Ok(read.html),
                    };
                    Page {
                        id: or_location(read.id, location),
                        url: read.url,
                        http_status: status.unwrap_or_default(),
                        html,
                        boxes: read.boxes,
                    }
                }
                Err(error) => {
                    let named: Named = input::object(&line).unwrap_or_default();
                    Page {
                        id: or_location(named.id, location.clone()),
                        url: named.url,
                        ..page(Err(Fault::NotJson(error.to_string())))
                    }
                }
            },
        }
    }
}

fn too_large(bytes: u64, limit: usize) -> Fault {
    Fault::TooLarge { bytes, limit }
}

fn or_location(id: Value, location: String) -> Value {
    if id.is_null() {
        Value::String(location)
    } else {
        id
    }
}

fn decode(bytes: &[u8], content_type: Option<&str>) -> Result<String, Fault> {
    if is_pdf(bytes) {
        return Err(Fault::Pdf);
    }
    let decoded = html::decode(bytes, content_type);
    if looks_like_text(&decoded.text) {
        Ok(decoded.text)
    } else {
        Err(Fault::NotText)
    }
}

/// Whether a document begins as PDF does.
fn is_pdf(document: &[u8]) -> bool {
    document.trim_ascii_start().starts_with(b"%PDF-")
}

/// Whether control characters are rare: a page may have a stray one, a picture or an archive has them everywhere.
fn looks_like_text(text: &str) -> bool {
    let control = |c: &char| {
        c.is_control() && !c.is_whitespace() && *c != '\u{1b}' || *c == char::REPLACEMENT_CHARACTER
    };
    let (seen, controls) = text.chars().take(4096).fold((0, 0), |(seen, found), c| {
        (seen + 1, found + u32::from(control(&c)))
    });
    controls * 50 <= seen
}
