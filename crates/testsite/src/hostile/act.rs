//! What the hostile server does with a request.

use std::time::Duration;

/// Bytes and manners of one answer.
#[derive(Debug)]
pub(crate) enum Act {
    /// Sends these bytes, head included, and listens for the next request.
    Say(Vec<u8>),
    /// Sends them and closes the connection.
    Close(Vec<u8>),
    /// Sends them and breaks the connection off (RST).
    Reset(Vec<u8>),
    /// Sends `head`, then `piece` so many times, with pauses, and closes. Ends when the client has gone.
    Repeat {
        head: Vec<u8>,
        piece: Vec<u8>,
        times: u64,
        pause: Duration,
    },
    /// Sends nothing and keeps the connection.
    Silence,
}

impl Act {
    /// A whole and honest answer with further header lines, each with its line end.
    pub(crate) fn answer(status: &str, lines: &str, body: &[u8]) -> Self {
        let length = body.len();
        let mut bytes =
            format!("HTTP/1.1 {status}\r\nContent-Length: {length}\r\n{lines}\r\n").into_bytes();
        bytes.extend_from_slice(body);
        Self::Say(bytes)
    }

    /// An ordinary answer of this type.
    pub(crate) fn ok(content_type: &str, body: impl AsRef<[u8]>) -> Self {
        let lines = format!("Content-Type: {content_type}\r\n");
        Self::answer("200 OK", &lines, body.as_ref())
    }

    /// A page.
    pub(crate) fn html(body: impl AsRef<[u8]>) -> Self {
        Self::ok("text/html; charset=utf-8", body)
    }

    /// A redirect, with further header lines.
    pub(crate) fn redirect(to: &str, lines: &str) -> Self {
        Self::answer("302 Found", &format!("Location: {to}\r\n{lines}"), b"")
    }

    /// A head of a page without its length, for bodies that end with the connection.
    pub(crate) fn open_head(lines: &str) -> Vec<u8> {
        format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n{lines}\r\n")
            .into_bytes()
    }

    /// The status that it gives; 0: none.
    pub(crate) fn status(&self) -> u16 {
        let bytes = match self {
            Self::Say(bytes) | Self::Close(bytes) | Self::Reset(bytes) => bytes,
            Self::Repeat { head, .. } => head,
            Self::Silence => return 0,
        };
        let line = bytes.strip_prefix(b"HTTP/1.1 ").unwrap_or_default();
        let digits = line
            .get(..3)
            .and_then(|three| std::str::from_utf8(three).ok());
        digits.and_then(|digits| digits.parse().ok()).unwrap_or(0)
    }
}
