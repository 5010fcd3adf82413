//! A response body, decoded as it arrives and bounded before and after the decoder, so that a decompression bomb
//! costs no more than a large page.

use std::io;
use std::pin::Pin;

use async_compression::tokio::bufread::{BrotliDecoder, ZstdDecoder};
use async_compression::zstd::DParameter;
use futures_util::stream::{self, Stream, StreamExt as _};
use hyper::body::Bytes;
use reqwest::header::{self, HeaderMap};
use tokio::io::{AsyncBufRead, AsyncRead, AsyncReadExt as _};
use tokio_util::io::StreamReader;

use crate::http::gunzip::Gunzip;

/// `Accept-Encoding` of requests whose body is decoded.
pub(crate) const CODINGS: &str = "gzip, br, zstd";
/// Maximum window of a zstd frame, as a power of two: 8 MiB (RFC 9659, section 3).
const ZSTD_WINDOW: u32 = 23;

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

/// The coding of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Coding {
    Identity,
    Gzip,
    Brotli,
    Zstd,
}

impl Coding {
    /// The coding in the headers. An unknown one counts as none, as in browsers; a known one that was not
    /// requested is an error.
    pub(crate) fn of(headers: &HeaderMap) -> Result<Self, String> {
        let mut codings = headers
            .get_all(header::CONTENT_ENCODING)
            .iter()
            .flat_map(|value| value.as_bytes().split(|&b| b == b','))
            .map(|coding| String::from_utf8_lossy(coding).trim().to_ascii_lowercase())
            .filter(|coding| !matches!(coding.as_str(), "" | "identity"));
        let coding = codings.next().unwrap_or_default();
        if codings.next().is_some() {
            return Err("encoded more than once".to_owned());
        }
        match coding.as_str() {
            "gzip" | "x-gzip" => Ok(Self::Gzip),
            "br" => Ok(Self::Brotli),
            "zstd" => Ok(Self::Zstd),
            "compress" | "x-compress" | "deflate" | "dcb" | "dcz" => {
                Err(format!("encoded as {coding}, which was not requested"))
            }
            _ => Ok(Self::Identity),
        }
    }

    fn decoder(
        self,
        source: impl AsyncBufRead + Send + Unpin + 'static,
    ) -> Pin<Box<dyn AsyncRead + Send>> {
        match self {
            Self::Identity => Box::pin(source),
            Self::Gzip => Box::pin(Gunzip::new(source)),
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
        let mut chunks = Box::pin(bounded(chunks, limit).peekable());
        // An empty body is valid in every coding, but the decoders would report it as damaged.
        let coding = match chunks.as_mut().peek().await {
            Some(_) => coding,
            None => Coding::Identity,
        };
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
