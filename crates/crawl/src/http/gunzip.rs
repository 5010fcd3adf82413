//! Decoder for gzipped bodies (RFC 1952). As in browsers, a body is complete once its stream has ended, whatever
//! follows: servers omit the checksum, or pad with zeros.

use std::io::{self, BufRead, Read};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use flate2::{Decompress, FlushDecompress, Status};
use tokio::io::{AsyncBufRead, AsyncRead, ReadBuf};

/// The magic number of gzip.
pub(crate) const GZIP: [u8; 2] = [0x1f, 0x8b];
/// The first bytes of a member: the magic number, and the only compression method.
const MAGIC: [u8; 3] = [GZIP[0], GZIP[1], 8];
/// Bytes of a member's header before the optional fields.
const FIXED_HEAD: usize = 10;
/// Flags of the optional fields in a header.
const HEAD_CHECKSUM: u8 = 2;
const EXTRA: u8 = 4;
const NAME: u8 = 8;
const COMMENT: u8 = 16;
/// Maximum bytes of a header.
const MAX_HEAD: usize = 4 << 10;
/// Bytes of checksum and length after a stream. They are not checked.
const TRAILER: usize = 8;

/// Maximum number of bytes decoded at a time.
const STEP: usize = 32 << 10;

/// The decoder of a gzipped body. A body is complete once its stream has ended, whatever follows.
#[derive(Debug)]
pub struct Gunzip<R> {
    source: R,
    members: Members,
}

/// The members of a body, one after the other.
#[derive(Debug)]
struct Members {
    part: Part,
    inflate: Decompress,
    /// Whether a stream has ended, so that the body may end too.
    any: bool,
}

/// The part of a member that is read next.
#[derive(Debug)]
enum Part {
    /// The header, as far as it was read.
    Head(Vec<u8>),
    Stream,
    /// The trailer, with the number of bytes still to come.
    Trailer(usize),
    /// Nothing: the body has ended.
    End,
}

impl<R> Gunzip<R> {
    /// Decodes what `source` returns.
    pub fn new(source: R) -> Self {
        Self {
            source,
            members: Members {
                part: Part::Head(Vec::new()),
                inflate: Decompress::new(false),
                any: false,
            },
        }
    }

    /// Decodes data without the header of gzip (RFC 1951).
    pub(crate) fn inflate(source: R) -> Self {
        let mut decoder = Self::new(source);
        decoder.members.part = Part::Stream;
        decoder
    }
}

impl<R: AsyncBufRead + Unpin> AsyncRead for Gunzip<R> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        out: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let Self { source, members } = self.get_mut();
        let room = out.remaining();
        while out.remaining() == room && room > 0 && !matches!(members.part, Part::End) {
            let input = ready!(Pin::new(&mut *source).poll_fill_buf(context))?;
            let taken = members.take(input, out)?;
            Pin::new(&mut *source).consume(taken);
        }
        Poll::Ready(Ok(()))
    }
}

impl<R: BufRead> Read for Gunzip<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let Self { source, members } = self;
        let mut out = ReadBuf::new(out);
        let room = out.remaining();
        while out.remaining() == room && room > 0 && !matches!(members.part, Part::End) {
            let taken = members.take(source.fill_buf()?, &mut out)?;
            source.consume(taken);
        }
        Ok(out.filled().len())
    }
}

impl Members {
    /// Decodes a chunk of the body; an empty chunk marks the end. Returns the number of bytes consumed.
    fn take(&mut self, input: &[u8], out: &mut ReadBuf<'_>) -> io::Result<usize> {
        match &mut self.part {
            Part::Head(head) => {
                let known = head.len();
                head.extend_from_slice(&input[..input.len().min(MAX_HEAD - known)]);
                let begins = head.iter().zip(MAGIC).all(|(octet, magic)| *octet == magic);
                let is_rest = !begins || (input.is_empty() && known < MAGIC.len());
                if is_rest && self.any {
                    self.part = Part::End;
                    return Ok(input.len());
                }
                if let Some(length) = head_len(head).filter(|_| begins) {
                    self.part = Part::Stream;
                    self.inflate.reset(false);
                    return Ok(length - known);
                }
                if is_rest || input.is_empty() || head.len() == MAX_HEAD {
                    return Err(io::ErrorKind::InvalidData.into());
                }
                Ok(input.len())
            }
            Part::Stream => {
                let (taken, written) = (self.inflate.total_in(), self.inflate.total_out());
                let room = out.initialize_unfilled_to(out.remaining().min(STEP));
                let inflate = &mut self.inflate;
                let status = inflate.decompress(input, room, FlushDecompress::None)?;
                let taken = since(taken, inflate.total_in());
                let written = since(written, inflate.total_out());
                out.advance(written);
                if status == Status::StreamEnd {
                    self.part = Part::Trailer(TRAILER);
                    self.any = true;
                } else if taken == 0 && written == 0 {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
                Ok(taken)
            }
            Part::Trailer(missing) => {
                let taken = input.len().min(*missing);
                *missing -= taken;
                if input.is_empty() {
                    self.part = Part::End;
                } else if *missing == 0 {
                    self.part = Part::Head(Vec::new());
                }
                Ok(taken)
            }
            Part::End => Ok(0),
        }
    }
}

/// The difference between two totals.
fn since(before: u64, after: u64) -> usize {
    usize::try_from(after - before).unwrap_or_default()
}

/// The length of a header. `None` if it is incomplete.
fn head_len(head: &[u8]) -> Option<usize> {
    let flags = *head.get(3)?;
    let mut end = FIXED_HEAD;
    if flags & EXTRA != 0 {
        let length = [*head.get(end)?, *head.get(end + 1)?];
        end += 2 + usize::from(u16::from_le_bytes(length));
    }
    for text in [NAME, COMMENT] {
        if flags & text != 0 {
            end += head.get(end..)?.iter().position(|&octet| octet == 0)? + 1;
        }
    }
    if flags & HEAD_CHECKSUM != 0 {
        end += 2;
    }
    (end <= head.len()).then_some(end)
}
