//! Reads input files and standard input (plain, gzip or Zstandard), line by line within bounds.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use flate2::bufread::MultiGzDecoder;
use serde::de::DeserializeOwned;

use crate::console::failure::Advise as _;

/// Bytes read from the system at a time.
const BUFFER: usize = 256 * 1024;
/// The UTF-8 byte order mark, which some programs write at the start of a file.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
/// The first bytes of a frame of Zstandard.
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// Rejects unreadable file names before any work starts, so that a typing mistake does not cost an hour.
pub fn check(files: &[PathBuf]) -> anyhow::Result<()> {
    let is_file = |file: &&PathBuf| !is_stdin(file) && url_of(file).is_none();
    for file in files.iter().filter(is_file) {
        let facts = std::fs::metadata(file)
            .with_context(|| format!("cannot read {}", file.display()))
            .advise(if file.to_string_lossy().contains("://") {
                "name a file, or a URL that begins with http:// or https://"
            } else {
                "check the name; - stands for standard input"
            })?;
        if facts.is_dir() {
            bail!("{} is a folder; name the files in it", file.display());
        }
    }
    Ok(())
}

/// Whether a file name stands for standard input.
pub fn is_stdin(file: &Path) -> bool {
    file == Path::new("-")
}

/// Returns the name of an input if it is an HTTP URL.
pub(crate) fn url_of(name: &Path) -> Option<&str> {
    let name = name.to_str()?;
    let begins = |scheme: &str| {
        name.get(..scheme.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    };
    (begins("http://") || begins("https://")).then_some(name)
}

/// Opens a file or, for `-`, standard input. Gzip (all members) and Zstandard are recognised by their first bytes.
pub fn open(file: &Path) -> io::Result<Box<dyn BufRead + Send>> {
    let plain: Box<dyn Read + Send> = if is_stdin(file) {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(file)?)
    };
    decompressed(plain)
}

/// Decompresses an open input as [`open`] does.
pub(crate) fn decompressed(plain: Box<dyn Read + Send>) -> io::Result<Box<dyn BufRead + Send>> {
    let mut plain = BufReader::with_capacity(BUFFER, plain);
    let begin = plain.fill_buf()?;
    if begin.starts_with(&[0x1f, 0x8b]) {
        let decoder = MultiGzDecoder::new(plain);
        Ok(Box::new(BufReader::with_capacity(BUFFER, decoder)))
    } else if begin.starts_with(&ZSTD) {
        let decoder = zstd::Decoder::with_buffer(plain)?;
        Ok(Box::new(BufReader::with_capacity(BUFFER, decoder)))
    } else {
        Ok(Box::new(plain))
    }
}

/// One line of input.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// The line without trailing white space.
    Whole(Vec<u8>),
    /// A line above the limit.
    TooLong {
        /// Its length.
        bytes: u64,
    },
}

/// The non-blank lines of a reader, each with its number from 1, without a byte order mark. At most `limit` bytes of a line are in
/// memory.
#[derive(Debug)]
pub struct Lines<R> {
    reader: R,
    limit: usize,
    number: u64,
}

impl<R: BufRead> Lines<R> {
    /// `limit` is the longest line that is kept, in bytes.
    pub fn new(reader: R, limit: usize) -> Self {
        Self {
            reader,
            limit,
            number: 0,
        }
    }

    /// Skips the rest of the current line and returns its length in bytes.
    fn skip_line(&mut self) -> io::Result<u64> {
        let mut skipped = 0;
        loop {
            let buffer = self.reader.fill_buf()?;
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let used = end.map_or(buffer.len(), |end| end + 1);
            self.reader.consume(used);
            skipped += used as u64;
            if end.is_some() || used == 0 {
                return Ok(skipped);
            }
        }
    }

    fn read(&mut self) -> io::Result<Option<(u64, Line)>> {
        if self.number == 0 && self.reader.fill_buf()?.starts_with(BYTE_ORDER_MARK) {
            self.reader.consume(BYTE_ORDER_MARK.len());
        }
        loop {
            let mut line = Vec::new();
            // One byte beyond the limit distinguishes a line of exactly that length from a longer one.
            let read = self
                .reader
                .by_ref()
                .take(self.limit as u64 + 1)
                .read_until(b'\n', &mut line)?;
            if read == 0 {
                return Ok(None);
            }
            self.number += 1;
            if line.len() > self.limit && line.last() != Some(&b'\n') {
                let bytes = line.len() as u64 + self.skip_line()?;
                return Ok(Some((self.number, Line::TooLong { bytes })));
            }
            while line.last().is_some_and(u8::is_ascii_whitespace) {
                line.pop();
            }
            if !line.is_empty() {
                return Ok(Some((self.number, Line::Whole(line))));
            }
        }
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<(u64, Line)>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

/// Why a line is not the expected JSON object.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct NotObject(String);

/// Parses a line that is a JSON object.
pub fn object<T: DeserializeOwned>(line: &[u8]) -> Result<T, NotObject> {
    let not_object = |kind: &str| NotObject(format!("an object is expected, but it is {kind}"));
    let first = line.trim_ascii_start().first();
    if first == Some(&b'[') {
        return Err(not_object("an array")); // which serde accepts for a struct
    }
    serde_json::from_slice(line).map_err(|error| match first {
        Some(b'"') if error.is_data() => not_object("a string"),
        Some(b'0'..=b'9' | b'-') if error.is_data() => not_object("a number"),
        Some(b't' | b'f') if error.is_data() => not_object("a boolean"),
        Some(b'n') if error.is_data() => not_object("null"),
        // the number of the line is that in the file
        _ => NotObject(
            error
                .to_string()
                .replace(" at line 1 column ", " at column "),
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;

    fn lines(text: &[u8], limit: usize) -> Vec<(u64, Line)> {
        Lines::new(text, limit).map(Result::unwrap).collect()
    }

    #[test]
    fn lines_are_whole_and_numbered_within_their_bound() {
        let whole = |text: &str| Line::Whole(text.as_bytes().to_vec());
        for (text, wanted) in [
            // blank lines are left out but counted
            ("a\r\n\n  \nb", [(1, whole("a")), (4, whole("b"))]),
            // a byte order mark is not part of the first line
            (
                "\u{feff}{}\n\u{feff}b",
                [(1, whole("{}")), (2, whole("\u{feff}b"))],
            ),
            // a line of exactly the limit is whole
            ("1234\n5", [(1, whole("1234")), (2, whole("5"))]),
        ] {
            assert_eq!(lines(text.as_bytes(), 4), wanted, "{text:?}");
        }
        let long = Line::TooLong { bytes: 14 };
        let read = lines(b"0123456789abc\nb\n", 4);
        assert_eq!(read, [(1, long), (2, whole("b"))]);
    }

    #[test]
    fn a_line_that_is_no_object_is_told_apart_from_one_with_an_error() {
        #[derive(Debug, serde::Deserialize)]
        struct Named {
            #[serde(rename = "name")]
            _name: String,
        }
        for (line, wanted) in [
            ("[1]", "an object is expected, but it is an array"),
            ("[\"a\", 1]", "an object is expected, but it is an array"),
            ("\"x\"", "an object is expected, but it is a string"),
            ("-5", "an object is expected, but it is a number"),
            ("null", "an object is expected, but it is null"),
            ("{\"a\": 1}", "missing field `name` at column 8"),
            ("nonsense", "expected ident at column 2"),
        ] {
            let error = object::<Named>(line.as_bytes()).unwrap_err();
            assert_eq!(error.to_string(), wanted, "{line}");
        }
        assert!(object::<Named>(b"{\"name\": \"a\"}").is_ok());
    }

    #[test]
    fn every_member_of_a_gzip_file_is_read() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        for part in ["one\n", "two\n"] {
            let mut member = flate2::write::GzEncoder::new(&mut file, flate2::Compression::fast());
            member.write_all(part.as_bytes()).unwrap();
            member.finish().unwrap();
        }
        let mut text = String::new();
        open(file.path())
            .unwrap()
            .read_to_string(&mut text)
            .unwrap();
        assert_eq!(text, "one\ntwo\n");
    }
}
