//! Decompresses gzip files member by member. In an archive with one record per member, reading continues after a damaged member.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};

use flate2::bufread::GzDecoder;

/// The first bytes of a member: the magic number, and the only compression method.
const MAGIC: [u8; 3] = [0x1f, 0x8b, 8];
/// How a member begins that is found after a damaged one.
const RECORD: &[u8] = b"WARC/";
/// How a record ends before another one.
const AFTER_A_RECORD: &[u8] = b"\r\n\r\nWARC/";
/// Members up to this size are checked before anything of them is returned, in bytes.
const CHECKED: usize = 16 << 20;
/// Bytes decompressed at a time.
const STEP: usize = 32 << 10;
/// Compressed bytes kept to find the next member, as decompressing a damaged one may go beyond its end.
const KEPT: usize = 256 << 10;
/// Compressed bytes that are read to see how a member begins.
const START: u64 = 4 << 10;

/// A gzip member that cannot be decompressed.
#[derive(Debug, thiserror::Error)]
#[error("the gzip member at byte {offset} of the file is damaged ({cause})")]
pub(crate) struct DamagedMember {
    /// Where it begins in the compressed file.
    pub(crate) offset: u64,
    /// Where the next record begins, at which reading continues. `None` if there is none.
    pub(crate) next: Option<u64>,
    /// Whether some of its content was returned.
    pub(crate) is_begun: bool,
    pub(crate) cause: io::Error,
}

impl DamagedMember {
    /// The damaged member that a read failed at, if it did.
    pub(crate) fn of(error: &io::Error) -> Option<&Self> {
        error.get_ref()?.downcast_ref()
    }
}

/// The content of a gzip file. A read fails at a [`DamagedMember`]; the next read returns what follows it.
#[derive(Debug)]
pub(super) struct Members<R> {
    /// `None` after damage that nothing follows.
    decoder: Option<GzDecoder<Source<R>>>,
    /// A buffer with the content up to `end`.
    content: Vec<u8>,
    end: usize,
    position: usize,
    /// Whether content of the member was returned.
    is_begun: bool,
    /// Whether content of the file was returned.
    any: bool,
    damages: VecDeque<DamagedMember>,
}

impl<R: BufRead> Members<R> {
    pub(super) fn new(file: R) -> Self {
        let source = Source {
            file,
            kept: Vec::new(),
            offset: 0,
            position: 0,
            member: 0,
        };
        Self {
            decoder: Some(GzDecoder::new(source)),
            content: Vec::new(),
            end: 0,
            position: 0,
            is_begun: false,
            any: false,
            damages: VecDeque::new(),
        }
    }

    /// Reads the next content of the file; none at its end.
    fn refill(&mut self) -> io::Result<()> {
        (self.position, self.end) = (0, 0);
        loop {
            // The format of a file is told from its first content.
            if (self.any && !self.is_begun || self.decoder.is_none())
                && let Some(damage) = self.damages.pop_front()
            {
                return Err(io::Error::new(damage.cause.kind(), damage));
            }
            let Some(decoder) = &mut self.decoder else {
                return Ok(());
            };
            let limit = if self.is_begun { STEP } else { CHECKED };
            match decompress(decoder, &mut self.content, &mut self.end, limit) {
                Ok(()) if self.end > 0 => {
                    (self.is_begun, self.any) = (true, true);
                    return Ok(());
                }
                Ok(()) => {
                    let is_end = decoder.get_mut().is_at_end()?;
                    let source = self.decoder.take().map(GzDecoder::into_inner);
                    self.decoder = source.filter(|_| !is_end).map(|mut source| {
                        source.member = source.at();
                        GzDecoder::new(source)
                    });
                    self.is_begun = false;
                }
                Err(cause) if is_damage(&cause) => {
                    self.pass(cause);
                    if self.end > 0 {
                        return Ok(());
                    }
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Passes over a damaged member. If a record follows, its content is dropped, unless there are records in it before the last.
    fn pass(&mut self, cause: io::Error) {
        let Some(mut source) = self.decoder.take().map(GzDecoder::into_inner) else {
            return;
        };
        let offset = source.member;
        let (next, cause) = match source.next_record() {
            Ok(next) => (next, cause),
            Err(of_disk) => (None, of_disk),
        };
        if next.is_some() {
            let mut parts = self.content[..self.end].windows(AFTER_A_RECORD.len());
            if !self.is_begun && !parts.any(|part| part == AFTER_A_RECORD) {
                self.end = 0;
            }
            self.decoder = Some(GzDecoder::new(source));
        }
        self.any |= self.end > 0;
        self.damages.push_back(DamagedMember {
            offset,
            next,
            is_begun: self.is_begun || self.end > 0,
            cause,
        });
        self.is_begun = false;
    }
}

impl<R: BufRead> BufRead for Members<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.position == self.end {
            self.refill()?;
        }
        Ok(&self.content[self.position..self.end])
    }

    fn consume(&mut self, bytes: usize) {
        self.position += bytes;
    }
}

impl<R: BufRead> Read for Members<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let bytes = self.fill_buf()?.read(into)?;
        self.consume(bytes);
        Ok(bytes)
    }
}

/// Whether the data are at fault rather than the disk.
fn is_damage(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
    matches!(error.kind(), InvalidData | InvalidInput | UnexpectedEof)
}

/// Decompresses up to the end of the member, or at least `limit` bytes of it; `end` grows by the number of bytes.
fn decompress(
    decoder: &mut impl Read,
    into: &mut Vec<u8>,
    end: &mut usize,
    limit: usize,
) -> io::Result<()> {
    while *end < limit {
        if into.len() < *end + STEP {
            into.resize(*end + STEP, 0);
        }
        match decoder.read(&mut into[*end..*end + STEP])? {
            0 => break,
            read => *end += read,
        }
    }
    Ok(())
}

/// A compressed file of which the last bytes can be read again.
#[derive(Debug)]
struct Source<R> {
    file: R,
    kept: Vec<u8>,
    /// Where `kept` begins in the file.
    offset: u64,
    /// The next byte of `kept` to be read.
    position: usize,
    /// Where the member begins in the file.
    member: u64,
}

impl<R: BufRead> Source<R> {
    /// Where the next byte to be read is in the file.
    fn at(&self) -> u64 {
        self.offset + self.position as u64
    }

    /// Skips zero bytes, with which some writers fill a file up, and returns whether nothing follows.
    fn is_at_end(&mut self) -> io::Result<bool> {
        loop {
            let bytes = self.fill_buf()?;
            let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
            let (is_end, is_more) = (bytes.is_empty(), zeros < bytes.len());
            self.consume(zeros);
            if is_end || is_more {
                return Ok(is_end);
            }
        }
    }

    /// Reads from this byte of the file on or, if it is not kept, from the first one that is.
    fn back_to(&mut self, at: u64) {
        self.position = usize::try_from(at.saturating_sub(self.offset)).unwrap_or(usize::MAX);
    }

    /// Goes to the next member after this one that begins like a record.
    fn next_record(&mut self) -> io::Result<Option<u64>> {
        self.back_to(self.member + 1);
        loop {
            self.member = self.at();
            let rest = &self.kept[self.position..];
            let found = rest.windows(MAGIC.len()).position(|bytes| bytes == MAGIC);
            if let Some(found) = found {
                self.position += found;
                self.member = self.at();
                let mut start = [0; RECORD.len()];
                let near = self.by_ref().take(START);
                let is_read = GzDecoder::new(near).read_exact(&mut start).is_ok();
                let at = self.member;
                if is_read && start == RECORD && at >= self.offset {
                    self.back_to(at);
                    return Ok(Some(at));
                }
                self.back_to(at + 1);
            } else {
                self.position = self.kept.len() - rest.len().min(MAGIC.len() - 1);
                self.member = self.at();
                if self.more()? == 0 {
                    return Ok(None);
                }
            }
        }
    }

    /// Appends what the file has next, and drops what need not be kept. Returns the number of bytes.
    fn more(&mut self) -> io::Result<usize> {
        let needed = usize::try_from(self.member.saturating_sub(self.offset)).unwrap_or(usize::MAX);
        let dropped = needed
            .max(self.kept.len().saturating_sub(KEPT))
            .min(self.position);
        self.kept.drain(..dropped);
        self.offset += dropped as u64;
        self.position -= dropped;
        let bytes = self.file.fill_buf()?;
        let count = bytes.len();
        self.kept.extend_from_slice(bytes);
        self.file.consume(count);
        Ok(count)
    }
}

impl<R: BufRead> BufRead for Source<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.position == self.kept.len() {
            self.more()?;
        }
        Ok(&self.kept[self.position..])
    }

    fn consume(&mut self, bytes: usize) {
        self.position += bytes;
    }
}

impl<R: BufRead> Read for Source<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let bytes = self.fill_buf()?.read(into)?;
        self.consume(bytes);
        Ok(bytes)
    }
}
