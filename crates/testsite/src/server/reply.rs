//! Responses before they are sent.

use std::{io::Write as _, time::Duration};

use chrono::{DateTime, Utc};
use flate2::{Compression, write::GzEncoder};

/// The response to a request.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) payload: Payload,
    /// When its content last changed.
    pub(crate) changed: Option<DateTime<Utc>>,
    /// The page type, as in the article record.
    pub(crate) page_type: Option<&'static str>,
}

/// The body of a response.
#[derive(Debug)]
pub(crate) enum Payload {
    /// All at once.
    Whole(Vec<u8>),
    /// In pieces, over this time.
    Slow(Vec<u8>, Duration),
    /// Paragraphs until the client disconnects.
    Endless,
    /// The beginning of a long body, then the connection closes.
    BreakOff,
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
            payload: Payload::Whole(body.into()),
            changed: None,
            page_type: None,
        }
    }

    /// An endless page.
    pub(crate) fn endless() -> Self {
        let mut reply = Self::page("other", "");
        reply.payload = Payload::Endless;
        reply
    }

    /// A page that breaks off.
    pub(crate) fn broken_off() -> Self {
        let mut reply = Self::page("other", "");
        reply.payload = Payload::BreakOff;
        reply
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

    /// The bytes of a whole or slow body.
    pub(crate) fn body(&self) -> &[u8] {
        match &self.payload {
            Payload::Whole(bytes) | Payload::Slow(bytes, _) => bytes,
            Payload::Endless | Payload::BreakOff => &[],
        }
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
