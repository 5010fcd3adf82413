//! A body as it is received: decoded piece by piece, and bounded on both sides of the decoder, so that a
//! decompression bomb costs no more than a large page.

use std::io::{self, Write};

use brotli_decompressor::DecompressorWriter;
use flate2::write::MultiGzDecoder;
use reqwest::header::{self, HeaderMap};
use zstd::stream::raw::{Decoder as ZstdDecoder, InBuffer, Operation as _, OutBuffer};

/// `Accept-Encoding` where a body is wanted decoded.
pub(crate) const CODINGS: &str = "gzip, br, zstd";
/// Largest window of a zstd frame, as a power of two: 8 MiB (RFC 9659, section 3).
const ZSTD_WINDOW: u32 = 23;
/// Working space of a decoder, in bytes.
const BUFFER: usize = 16 << 10;

/// Why a body is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It exceeds the bound.
    TooLarge,
    /// It is not in the coding it claims.
    Damaged,
}

/// A body being received.
pub(crate) struct Body {
    decoder: Decoder,
    received: usize,
    limit: usize,
}

enum Decoder {
    Plain(Bounded),
    Gzip(Box<MultiGzDecoder<Bounded>>),
    Brotli(Box<DecompressorWriter<Bounded>>),
    Zstd(Box<Zstd>),
}

struct Zstd {
    decoder: ZstdDecoder<'static>,
    sink: Bounded,
    /// Within a frame.
    open: bool,
}

/// Bytes, of which no more than `limit` are taken.
struct Bounded {
    bytes: Vec<u8>,
    limit: usize,
    full: bool,
}

impl Write for Bounded {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        let room = self.limit - self.bytes.len();
        self.bytes
            .extend_from_slice(&piece[..room.min(piece.len())]);
        if room < piece.len() {
            self.full = true;
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Body {
    /// A body of at most `limit` bytes, both as it comes and decoded. Unknown codings
    /// count as none, as in browsers; a known one that was not asked for is an error.
    pub(crate) fn new(headers: &HeaderMap, limit: usize) -> Result<Self, String> {
        let sink = Bounded {
            bytes: Vec::new(),
            limit,
            full: false,
        };
        let mut codings = headers
            .get_all(header::CONTENT_ENCODING)
            .iter()
            .flat_map(|value| value.as_bytes().split(|&b| b == b','))
            .map(|coding| String::from_utf8_lossy(coding).trim().to_ascii_lowercase())
            .filter(|coding| !matches!(coding.as_str(), "" | "identity"));
        let coding = codings.next().unwrap_or_default();
        if codings.next().is_some() {
            return Err("coded more than once".to_owned());
        }
        let decoder = match coding.as_str() {
            "gzip" | "x-gzip" => Decoder::Gzip(Box::new(MultiGzDecoder::new(sink))),
            "br" => Decoder::Brotli(Box::new(DecompressorWriter::new(sink, BUFFER))),
            "zstd" => Decoder::Zstd(Box::new(Zstd::new(sink)?)),
            "compress" | "x-compress" | "deflate" | "dcb" | "dcz" => {
                return Err(format!("coded as {coding}, which was not asked for"));
            }
            _ => Decoder::Plain(sink),
        };
        Ok(Self {
            decoder,
            received: 0,
            limit,
        })
    }

    /// A body that is kept as it comes.
    pub(crate) fn as_it_comes(limit: usize) -> Self {
        let sink = Bounded {
            bytes: Vec::new(),
            limit,
            full: false,
        };
        Self {
            decoder: Decoder::Plain(sink),
            received: 0,
            limit,
        }
    }

    /// Takes in a piece.
    pub(crate) fn push(&mut self, piece: &[u8]) -> Result<(), Fault> {
        self.received += piece.len();
        let written = match &mut self.decoder {
            Decoder::Plain(sink) => sink.write_all(piece),
            Decoder::Gzip(decoder) => decoder.write_all(piece),
            Decoder::Brotli(decoder) => decoder.write_all(piece),
            Decoder::Zstd(decoder) => decoder.push(piece),
        };
        if self.sink().full || self.received > self.limit {
            Err(Fault::TooLarge)
        } else {
            written.map_err(|_| Fault::Damaged)
        }
    }

    fn sink(&self) -> &Bounded {
        match &self.decoder {
            Decoder::Plain(sink) => sink,
            Decoder::Gzip(decoder) => decoder.get_ref(),
            Decoder::Brotli(decoder) => decoder.get_ref(),
            Decoder::Zstd(decoder) => &decoder.sink,
        }
    }

    /// Bytes held by now.
    pub(crate) fn held(&self) -> usize {
        self.sink().bytes.len()
    }

    /// The body, now that nothing more comes.
    pub(crate) fn finish(self) -> Result<Vec<u8>, Fault> {
        let empty = self.received == 0;
        let sink = match self.decoder {
            Decoder::Plain(sink) => Ok(sink),
            // An empty answer is no damaged one.
            _ if empty => return Ok(Vec::new()),
            Decoder::Gzip(mut decoder) => match decoder.try_finish() {
                Ok(()) => decoder.finish().map_err(|_| Fault::Damaged),
                Err(_) if decoder.get_ref().full => Err(Fault::TooLarge),
                Err(_) => Err(Fault::Damaged),
            },
            Decoder::Brotli(decoder) => match (*decoder).into_inner() {
                Ok(sink) => Ok(sink),
                Err(sink) if sink.full => Err(Fault::TooLarge),
                Err(_) => Err(Fault::Damaged),
            },
            Decoder::Zstd(decoder) if decoder.open => Err(Fault::Damaged),
            Decoder::Zstd(decoder) => Ok(decoder.sink),
        };
        sink.map(|sink| sink.bytes)
    }

    /// What came before the bound was met.
    pub(crate) fn beginning(self) -> Vec<u8> {
        match self.decoder {
            Decoder::Plain(sink) => sink.bytes,
            Decoder::Gzip(mut decoder) => std::mem::take(&mut decoder.get_mut().bytes),
            Decoder::Brotli(mut decoder) => std::mem::take(&mut decoder.get_mut().bytes),
            Decoder::Zstd(decoder) => decoder.sink.bytes,
        }
    }
}

impl Zstd {
    fn new(sink: Bounded) -> Result<Self, String> {
        let decoder = ZstdDecoder::new().and_then(|mut decoder| {
            let window = zstd::stream::raw::DParameter::WindowLogMax(ZSTD_WINDOW);
            decoder.set_parameter(window)?;
            Ok(decoder)
        });
        Ok(Self {
            decoder: decoder.map_err(|error| error.to_string())?,
            sink,
            open: false,
        })
    }

    fn push(&mut self, piece: &[u8]) -> io::Result<()> {
        let mut buffer = [0; BUFFER];
        let mut input = InBuffer::around(piece);
        loop {
            let mut output = OutBuffer::around(&mut buffer[..]);
            let rest = self.decoder.run(&mut input, &mut output)?;
            let full = output.pos() == BUFFER;
            self.sink.write_all(output.as_slice())?;
            self.open = rest != 0;
            // At the end of a frame nothing is held back, and who asks once more begins the next one.
            if input.pos() == piece.len() && (rest == 0 || !full) {
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests;
