//! Requests to the hostile server, and its responses.

/// The head of a request.
#[derive(Debug)]
pub(crate) struct RequestHead<'a> {
    /// Without `.localhost`.
    pub(crate) host: &'a str,
    /// With query.
    pub(crate) path: &'a str,
    pub(crate) cookie: Option<&'a str>,
    pub(crate) port: u16,
}

impl RequestHead<'_> {
    /// A URL on this or another host of the server.
    pub(crate) fn url(&self, host: &str, path: &str) -> String {
        format!("http://{host}.localhost:{}{path}", self.port)
    }

    /// The number at the end of a path that begins with `prefix`.
    pub(crate) fn number_after(&self, prefix: &str) -> Option<u64> {
        let rest = self.path.strip_prefix(prefix)?;
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().ok()
    }
}

/// A response, and how it is sent.
#[derive(Debug)]
pub(crate) enum Response {
    /// Sends these bytes, head included, and waits for the next request.
    Send(Vec<u8>),
    /// Sends them and closes the connection.
    Close(Vec<u8>),
    /// Sends them and resets the connection (RST).
    Reset(Vec<u8>),
    /// Sends `head`, then `piece` this number of times, and closes; ends early if the client disconnects.
    Repeat {
        head: Vec<u8>,
        piece: Vec<u8>,
        times: u64,
    },
}

impl Response {
    /// A complete and valid response with further header lines, each with its line end.
    pub(crate) fn new(status: &str, lines: &str, body: &[u8]) -> Self {
        let length = body.len();
        let mut bytes =
            format!("HTTP/1.1 {status}\r\nContent-Length: {length}\r\n{lines}\r\n").into_bytes();
        bytes.extend_from_slice(body);
        Self::Send(bytes)
    }

    /// An ordinary response of this media type.
    pub(crate) fn ok(content_type: &str, body: impl AsRef<[u8]>) -> Self {
        let lines = format!("Content-Type: {content_type}\r\n");
        Self::new("200 OK", &lines, body.as_ref())
    }

    /// A page.
    pub(crate) fn html(body: impl AsRef<[u8]>) -> Self {
        Self::ok("text/html; charset=utf-8", body)
    }

    /// A redirect, with further header lines.
    pub(crate) fn redirect(to: &str, lines: &str) -> Self {
        Self::new("302 Found", &format!("Location: {to}\r\n{lines}"), b"")
    }

    /// The head of a page without a length, for bodies that end with the connection.
    pub(crate) fn open_head(lines: &str) -> Vec<u8> {
        format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n{lines}\r\n")
            .into_bytes()
    }

    /// The status of the response; 0 if it has none.
    pub(crate) fn status(&self) -> u16 {
        let bytes = match self {
            Self::Send(bytes) | Self::Close(bytes) | Self::Reset(bytes) => bytes,
            Self::Repeat { head, .. } => head,
        };
        let line = bytes.strip_prefix(b"HTTP/1.1 ").unwrap_or_default();
        let digits = line
            .get(..3)
            .and_then(|three| std::str::from_utf8(three).ok());
        digits.and_then(|digits| digits.parse().ok()).unwrap_or(0)
    }
}

/// An ordinary page.
pub(crate) fn ordinary(about: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><title>Council meets about {about}</title><article><h1>Council meets about {about}</h1><p>The council has met on Tuesday evening to talk about {about}, and to hear what the residents of the old quarter think of it.</p><p>After two hours it adjourned without a vote, as the chair had announced before.</p></article></html>"
    )
}
