//! Decodes a body: transfer coding, then content coding.

use std::io::{self, Read};

use brotli_decompressor::Decompressor;
use flate2::bufread::{DeflateDecoder, ZlibDecoder};

use crate::files::input::BYTE_ORDER_MARK;
use crate::files::warc::{Fault, chunked};

/// Buffer of the brotli decoder, in bytes.
const BROTLI_BUFFER: usize = 16 * 1024;

/// Returns the decoded body of at most `limit` bytes. A coding that the header names but the body does not have was already
/// undone by the writer of the file.
pub(super) fn decode(
    headers: &[(String, String)],
    body: &[u8],
    limit: usize,
) -> Result<Vec<u8>, Fault> {
    let is_chunked = codings(headers, "transfer-encoding").any(|coding| coding == "chunked");
    let content = is_chunked.then(|| chunked::decode(body)).flatten();
    let mut body = content.unwrap_or_else(|| body.to_vec());
    let mut applied: Vec<String> = codings(headers, "content-encoding").collect();
    while let Some(coding) = applied.pop() {
        if let Some(plain) = undo(&coding, &body, limit)? {
            body = plain;
        }
    }
    Ok(body)
}

/// The codings of a header field, in lower case, in the order they were applied.
fn codings<'a>(
    headers: &'a [(String, String)],
    name: &'a str,
) -> impl Iterator<Item = String> + 'a {
    headers
        .iter()
        .filter(move |(field, _)| field == name)
        .flat_map(|(_, value)| value.split(','))
        .map(|coding| coding.trim().to_lowercase())
        .filter(|coding| !coding.is_empty())
}

/// `None` if the body does not have this coding.
fn undo(coding: &str, body: &[u8], limit: usize) -> Result<Option<Vec<u8>>, Fault> {
    let decoded = match coding {
        "gzip" | "x-gzip" if body.starts_with(&[0x1f, 0x8b]) => match crawl::gzip_data(body) {
            Some(data) => bounded(DeflateDecoder::new(data), limit),
            None => Err(io::ErrorKind::InvalidData.into()),
        },
        "zstd" if body.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) => {
            zstd::Decoder::with_buffer(body).and_then(|decoder| bounded(decoder, limit))
        }
        // Decoded by the writer of the file, or never encoded.
        "gzip" | "x-gzip" | "zstd" | "identity" | "none" | "utf-8" => return Ok(None),
        // Neither coding has a signature in its first bytes: text that fails to decode was already decoded.
        "deflate" => bounded(ZlibDecoder::new(body), limit)
            .or_else(|_| bounded(DeflateDecoder::new(body), limit)),
        "br" => bounded(Decompressor::new(body, BROTLI_BUFFER), limit),
        // What is no coding, such as a character set, is ignored, as in browsers.
        _ if is_markup(body) => return Ok(None),
        unknown => return Err(Fault::UnknownCoding(unknown.to_owned())),
    };
    match decoded {
        Ok(plain) if plain.len() > limit => Err(Fault::Bomb { limit }),
        Ok(plain) => Ok(Some(plain)),
        Err(_)
            if matches!(coding, "deflate" | "br")
                && (is_markup(body) || std::str::from_utf8(body).is_ok()) =>
        {
            Ok(None)
        }
        Err(_) => Err(Fault::Coding(coding.to_owned())),
    }
}

/// Whether a body begins like a page.
fn is_markup(body: &[u8]) -> bool {
    let text = body.strip_prefix(BYTE_ORDER_MARK).unwrap_or(body);
    text.trim_ascii_start().starts_with(b"<")
}

/// Reads at most one byte more than the limit, so that the caller sees that there is more.
fn bounded(reader: impl Read, limit: usize) -> io::Result<Vec<u8>> {
    let mut plain = Vec::new();
    let read = reader.take(limit as u64 + 1).read_to_end(&mut plain);
    match read {
        Ok(_) => Ok(plain),
        // The crawler truncated the body; the decoded part is used, as in browsers.
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof && !plain.is_empty() => {
            Ok(plain)
        }
        Err(error) => Err(error),
    }
}
