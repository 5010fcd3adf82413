//! Responses before they are sent.

use std::io::Write as _;

use chrono::{DateTime, Utc};
use flate2::{Compression, write::GzEncoder};

/// The response to a request.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) body: Vec<u8>,
    /// When its content last changed.
    pub(crate) changed: Option<DateTime<Utc>>,
    /// The page type, as in the article record.
    pub(crate) page_type: Option<&'static str>,
}

impl Reply {
    /// A page of this type.
    pub(crate) fn page(page_type: &'static str, html: impl Into<Vec<u8>>) -> Self {
        let mut reply = Self::bytes("text/html; charset=utf-8", html);
        reply.page_type = Some(page_type);
        reply
    }

    /// A response of any other media type.
    pub(crate) fn bytes(content_type: &str, body: impl Into<Vec<u8>>) -> Self {
        Self {
            status: 200,
            headers: vec![("content-type", content_type.to_owned())],
            body: body.into(),
            changed: None,
            page_type: None,
        }
    }

    /// A redirect.
    pub(crate) fn redirect(status: u16, to: &str) -> Self {
        let mut reply = Self::bytes(
            "text/html; charset=utf-8",
            format!("<a href=\"{to}\">{to}</a>"),
        );
        reply.status = status;
        reply.headers.push(("location", to.to_owned()));
        reply
    }

    pub(crate) fn status(mut self, status: u16) -> Self {
        self.status = status;
        self
    }

    pub(crate) fn header(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.retain(|(known, _)| *known != name);
        self.headers.push((name, value.into()));
        self
    }

    pub(crate) fn changed(mut self, at: DateTime<Utc>) -> Self {
        self.changed = Some(at);
        self
    }

    pub(crate) fn content_type(&self) -> Option<&str> {
        let mut headers = self.headers.iter();
        let (_, value) = headers.find(|(name, _)| *name == "content-type")?;
        Some(value)
    }
}

/// The bytes as a gzip file.
pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    // Writing to memory cannot fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}
