//! The HTTP message inside a response record.

use std::borrow::Cow;

use crate::files::warc::Fault;

/// Maximum number of header fields of a message; more are an attack or an accident.
const MAX_FIELDS: usize = 512;

/// A response with its body as sent.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Message<'a> {
    pub(super) status: u16,
    /// Names in lower case.
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: &'a [u8],
}

/// Parses the status line and header fields, tolerating what real servers send.
pub(super) fn parse(block: &[u8]) -> Result<Message<'_>, Fault> {
    let mut config = httparse::ParserConfig::default();
    config
        .allow_spaces_after_header_name_in_responses(true)
        .allow_obsolete_multiline_headers_in_responses(true)
        .allow_multiple_spaces_in_response_status_delimiters(true)
        .ignore_invalid_headers_in_responses(true);
    let text = as_sent(block);
    let mut fields = vec![httparse::EMPTY_HEADER; MAX_FIELDS];
    let mut head = httparse::Response::new(&mut fields);
    let length = match config.parse_response(&mut head, &text) {
        Ok(httparse::Status::Complete(length)) => length,
        Ok(httparse::Status::Partial) => {
            return Err(Fault::NotHttp("its header does not end".to_owned()));
        }
        Err(error) => return Err(Fault::NotHttp(error.to_string())),
    };
    let headers = head
        .headers
        .iter()
        .map(|field| (field.name.to_lowercase(), text_of(field.value)))
        .collect();
    // Replacing the beginning does not change the length of the body.
    let body = text.len() - length;
    Ok(Message {
        status: head.code.unwrap_or_default(),
        headers,
        body: &block[block.len() - body..],
    })
}

/// How status lines begin that are none of HTTP/1.1, and what is meant: crawlers that use HTTP/2 or HTTP/3 name it, and a browser that
/// takes a page from its cache tells them no status.
const BEGINNINGS: [(&[u8], &[u8]); 4] = [
    (b"HTTP/2.0 ", b"HTTP/1.1 "),
    (b"HTTP/2 ", b"HTTP/1.1 "),
    (b"HTTP/3 ", b"HTTP/1.1 "),
    (b"HTTP/1.1 0 ", b"HTTP/1.1 200 "),
];

/// A message with the status line that was meant.
fn as_sent(block: &[u8]) -> Cow<'_, [u8]> {
    for (stored, meant) in BEGINNINGS {
        if let Some(rest) = block.strip_prefix(stored) {
            return Cow::Owned([meant, rest].concat());
        }
    }
    Cow::Borrowed(block)
}

/// Decodes a header value: UTF-8 in practice, else Latin-1 as the old standard has it.
fn text_of(value: &[u8]) -> String {
    String::from_utf8(value.to_vec())
        .unwrap_or_else(|_| value.iter().copied().map(char::from).collect())
}
