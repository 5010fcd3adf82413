//! A response body, decoded as it arrives and bounded before and after the decoder, so that a decompression bomb
//! costs no more than a large page.

use std::io;
use std::pin::Pin;

use async_compression::tokio::bufread::{BrotliDecoder, DeflateDecoder, ZstdDecoder};
use async_compression::zstd::DParameter;
use futures_util::stream::{self, Stream, StreamExt as _};
use hyper::body::Bytes;
use reqwest::header::{self, HeaderMap};
use tokio::io::{AsyncBufRead, AsyncRead, AsyncReadExt as _};
use tokio_util::io::StreamReader;

/// `Accept-Encoding` of requests whose body is decoded.
pub(crate) const CODINGS: &str = "gzip, br, zstd";
/// Maximum window of a zstd frame, as a power of two: 8 MiB (RFC 9659, section 3).
const ZSTD_WINDOW: u32 = 23;
/// The magic number of gzip.
pub(crate) const GZIP: [u8; 2] = [0x1f, 0x8b];
/// Bytes of the header of gzip before its optional fields, and of a whole one at most.
const GZIP_HEAD: usize = 10;
const MAX_GZIP_HEAD: usize = 4 << 10;
/// The magic number of zstd.
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// Bytes of the header of zlib.
const ZLIB_HEAD: usize = 2;
/// Bytes of a body that show its coding.
const MAX_HEAD: usize = 16;

/// Why a body cannot be read completely.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BodyError {
    #[error("it exceeds the limit")]
    TooLarge,
    #[error("it does not match its Content-Encoding")]
    Damaged,
    #[error("no chunk in time")]
    Idle,
    #[error(transparent)]
    Connection(hyper::Error),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Coding {
    Identity,
    Gzip,
    Brotli,
    Zstd,
    /// With the header of zlib or without: servers send both under this name.
    Deflate,
}

impl Coding {
    /// The coding in the headers. An unknown one counts as none, as in browsers; a known one that cannot be decoded is an
    /// error.
    pub(crate) fn of(headers: &HeaderMap) -> Result<Self, String> {
        let names = headers
            .get_all(header::CONTENT_ENCODING)
            .iter()
            .flat_map(|value| value.as_bytes().split(|&b| b == b','))
            .map(|name| String::from_utf8_lossy(name).trim().to_ascii_lowercase());
        let mut found = Self::Identity;
        for name in names {
            let coding = match name.as_str() {
                "gzip" | "x-gzip" => Self::Gzip,
                "br" => Self::Brotli,
                "zstd" => Self::Zstd,
                "deflate" => Self::Deflate,
                "compress" | "x-compress" | "dcb" | "dcz" => {
                    return Err(format!("encoded as {name}, which was not requested"));
                }
                _ => continue,
            };
            if found != Self::Identity && found != coding {
                return Err("encoded more than once".to_owned());
            }
            found = coding;
        }
        Ok(found)
    }

    /// The coding of a body with these first bytes, and the number of bytes before its data. Headers often name another one.
    fn told_by(self, head: &[u8]) -> (Self, usize) {
        let gzip = without_blanks(head);
        match self {
            _ if self == Self::Identity || is_text(&head[..head.len().min(MAX_HEAD)]) => {
                (Self::Identity, 0)
            }
            _ if gzip.starts_with(&GZIP) => {
                let before = gzip_data(gzip).map(|data| head.len() - data.len());
                (Self::Deflate, before.unwrap_or_default())
            }
            _ if head.starts_with(&ZSTD) => (Self::Zstd, 0),
            Self::Brotli | Self::Zstd => (self, 0),
            _ => (Self::Deflate, if is_zlib(head) { ZLIB_HEAD } else { 0 }),
        }
    }

    fn decoder(
        self,
        source: impl AsyncBufRead + Send + Unpin + 'static,
    ) -> Pin<Box<dyn AsyncRead + Send>> {
        match self {
            Self::Identity => Box::pin(source),
            Self::Gzip | Self::Deflate => Box::pin(DeflateDecoder::new(source)),
            Self::Brotli => Box::pin(BrotliDecoder::new(source)),
            Self::Zstd => {
                let window = DParameter::window_log_max(ZSTD_WINDOW);
                let mut decoder = ZstdDecoder::with_params(source, &[window]);
                decoder.multiple_members(true);
                Box::pin(decoder)
            }
        }
    }
}

/// Whether a body begins like text. One that is encoded begins otherwise, except that an empty one is a single letter in brotli.
fn is_text(head: &[u8]) -> bool {
    let damage = std::str::from_utf8(head).err();
    let is_utf8 = damage.is_none_or(|damage| damage.error_len().is_none());
    let is_control = |byte: &u8| byte.is_ascii_control() && !byte.is_ascii_whitespace();
    head.len() != 1 && is_utf8 && !head.iter().any(is_control)
}

/// The deflated data of a gzipped body (RFC 1952). `None` if its header is not complete. As in browsers, a body is complete once its
/// stream has ended, whatever follows: servers omit the checksum, or pad with zeros.
pub fn gzip_data(body: &[u8]) -> Option<&[u8]> {
    let [.., flags] = body.first_chunk::<4>()?;
    let has = |flag: u8| flags & flag != 0;
    let mut at = GZIP_HEAD;
    // a field of a stated length, a name and a remark that end with a zero, and a checksum
    if has(4) {
        let length = [*body.get(at)?, *body.get(at + 1)?];
        at += 2 + usize::from(u16::from_le_bytes(length));
    }
    for _ in [8, 16].into_iter().filter(|flag| has(*flag)) {
        at += body.get(at..)?.iter().position(|&octet| octet == 0)? + 1;
    }
    at += 2 * usize::from(has(2));
    body.get(at..)
}

/// Whether a body begins with a header of gzip of which more is to come.
fn has_open_gzip_head(body: &[u8]) -> bool {
    let gzip = without_blanks(body);
    gzip.starts_with(&GZIP) && gzip.len() < MAX_GZIP_HEAD && gzip_data(gzip).is_none()
}

/// A body without what may stand before its data.
fn without_blanks(body: &[u8]) -> &[u8] {
    let body = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body);
    body.trim_ascii_start()
}

/// Whether a body begins with a header of zlib (RFC 1950, section 2.2).
fn is_zlib(head: &[u8]) -> bool {
    let Some(&[method, flags]) = head.first_chunk::<ZLIB_HEAD>() else {
        return false;
    };
    method & 0x8f == 8 && u16::from_be_bytes([method, flags]).is_multiple_of(31)
}

/// A body that is being received.
pub(crate) struct Body {
    decoder: Pin<Box<dyn AsyncRead + Send>>,
    /// The bytes decoded so far.
    pub(crate) bytes: Vec<u8>,
    limit: usize,
}

impl Body {
    /// A body of at most `limit` bytes, both before and after decoding.
    pub(crate) async fn new<S>(coding: Coding, limit: usize, chunks: S) -> Self
    where
        S: Stream<Item = Result<Bytes, BodyError>> + Send + 'static,
    {
        let mut chunks = Box::pin(bounded(chunks, limit));
        let (mut head, mut failure) = (Vec::new(), None);
        while (head.len() < MAX_HEAD || (coding != Coding::Identity && has_open_gzip_head(&head)))
            && failure.is_none()
            && let Some(chunk) = chunks.next().await
        {
            match chunk {
                Ok(bytes) => head.extend_from_slice(&bytes),
                Err(error) => failure = Some(Err(error)),
            }
        }
        let (coding, before) = coding.told_by(&head);
        let head = Ok(Bytes::from(head).slice(before..));
        let chunks = stream::iter([head].into_iter().chain(failure)).chain(chunks);
        let chunks = chunks.map(|chunk| chunk.map_err(io::Error::other));
        let decoder = coding.decoder(StreamReader::new(chunks));
        Self {
            decoder: Box::pin(decoder.take(limit as u64 + 1)),
            bytes: Vec::new(),
            limit,
        }
    }

    /// Reads on; `false` once the body is complete.
    pub(crate) async fn read(&mut self) -> Result<bool, BodyError> {
        let read = self.decoder.read_buf(&mut self.bytes).await;
        if self.bytes.len() > self.limit {
            self.bytes.truncate(self.limit);
            return Err(BodyError::TooLarge);
        }
        match read {
            Ok(bytes) => Ok(bytes > 0),
            Err(error) => Err(error.downcast().unwrap_or(BodyError::Damaged)),
        }
    }
}

/// The chunks up to the limit, then an error if there are more.
fn bounded<S>(chunks: S, limit: usize) -> impl Stream<Item = Result<Bytes, BodyError>>
where
    S: Stream<Item = Result<Bytes, BodyError>>,
{
    let mut left = limit;
    chunks.flat_map(move |chunk| {
        let (chunk, rest) = match chunk {
            Ok(mut chunk) => {
                let rest = chunk.split_off(left.min(chunk.len()));
                left -= chunk.len();
                (Ok(chunk), rest)
            }
            error => (error, Bytes::new()),
        };
        let excess = (!rest.is_empty()).then_some(Err(BodyError::TooLarge));
        stream::iter([Some(chunk), excess].into_iter().flatten())
    })
}

#[cfg(test)]
mod tests;
