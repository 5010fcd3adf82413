//! Reads input files and standard input (plain, gzip or Zstandard), line by line within bounds.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use serde::de::DeserializeOwned;

use crate::console::failure::Advise as _;
use crate::files::members::Members;

/// Bytes read from the system at a time.
const BUFFER: usize = 256 * 1024;
/// Bytes kept of an overlong line, to recover its `id`.
const HEAD: usize = 64 * 1024;
/// The UTF-8 byte order mark, which some programs write at the start of a file.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
/// The first bytes of a frame of Zstandard.
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// The first bytes of the frame in which a `.warc.zst` file has the dictionary of its records.
const DICTIONARY: [u8; 4] = [0x5d, 0x2a, 0x4d, 0x18];
const MAX_DICTIONARY: u64 = 16 << 20;

/// How files begin that have no pages that can be read, and what to do.
const OTHER_KINDS: [(&[u8], &str); 7] = [
    (
        b"PK\x03\x04",
        "it is a ZIP archive; unpack it (unzip), of a WACZ file read what is in its folder archive",
    ),
    (b"BZh", "it is compressed by bzip2; decompress it (bunzip2)"),
    (
        b"\xfd7zXZ\0",
        "it is compressed by xz; decompress it (unxz)",
    ),
    (
        b"7z\xbc\xaf\x27\x1c",
        "it is a 7z archive; unpack it (7z x)",
    ),
    (
        b"PAR1",
        "it is Parquet; write one JSON object a line, with url and html",
    ),
    (
        b"SQLite format 3\0",
        "it is a database; write one JSON object a line, with url and html",
    ),
    (
        b"filedesc:",
        "it is an ARC file, the format before WARC; convert it (warcio recompress)",
    ),
];
/// Bytes that are examined for the headers of a message.
const MESSAGE_START: usize = 4096;

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

/// Opens a file or, for `-`, standard input. Gzip (all members that are whole) and Zstandard are recognised by their first bytes.
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
    // a frame without content (RFC 8878, section 3.1.2)
    let is_skippable = matches!(begin, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..]);
    if begin.starts_with(&[0x1f, 0x8b]) {
        Ok(Box::new(Members::new(plain)))
    } else if begin.starts_with(&ZSTD) || is_skippable {
        let dictionary = dictionary(&mut plain)?;
        let decoder = zstd::Decoder::with_dictionary(plain, &dictionary)?;
        Ok(Box::new(BufReader::with_capacity(BUFFER, decoder)))
    } else {
        Ok(Box::new(plain))
    }
}

/// Reads the dictionary at the start of a `.warc.zst` file, which may be compressed itself. It is empty if the file has none.
fn dictionary(file: &mut impl BufRead) -> io::Result<Vec<u8>> {
    if !file.fill_buf()?.starts_with(&DICTIONARY) {
        return Ok(Vec::new());
    }
    let mut size = [0; 4];
    file.consume(DICTIONARY.len());
    file.read_exact(&mut size)?;
    let size = u64::from(u32::from_le_bytes(size));
    let mut content = Vec::new();
    file.take(size.min(MAX_DICTIONARY + 1))
        .read_to_end(&mut content)?;
    if content.starts_with(&ZSTD) {
        let mut plain = Vec::new();
        zstd::Decoder::with_buffer(&content[..])?
            .take(MAX_DICTIONARY + 1)
            .read_to_end(&mut plain)?;
        content = plain;
    }
    if content.len() as u64 > MAX_DICTIONARY {
        return Err(io::Error::other("its dictionary is larger than 16 MiB"));
    }
    Ok(content)
}

/// What to do with a file that has no pages that can be read, by its beginning without a byte order mark. `None` if it may have some.
pub(crate) fn other_kind(start: &[u8]) -> Option<&'static str> {
    if start.starts_with(b"WARC/") {
        return None; // its first record may be of a message
    }
    let mut known = OTHER_KINDS.iter();
    if let Some(&(_, advice)) = known.find(|(begin, _)| start.starts_with(begin)) {
        return Some(advice);
    }
    let text = start.trim_ascii_start();
    let is_tar = start.get(257..262).is_some_and(|magic| magic == b"ustar");
    if is_tar {
        Some("it is a tar archive; unpack it (tar -xf)")
    } else if text.starts_with(b"[") && is_json(text) {
        Some("it is a JSON array; write one object a line (jq -c '.[]' does)")
    } else if text.starts_with(b"{\n") || text.starts_with(b"{\r\n") {
        Some("it is JSON over several lines; write one object a line (jq -c . does)")
    } else if is_wide_json(start) {
        Some("it is in UTF-16; save it in UTF-8 (iconv -f UTF-16 -t UTF-8 does)")
    } else if is_mhtml(text) {
        Some("it is MHTML, a message with a page and its pictures; save the page as HTML alone")
    } else {
        None
    }
}

/// Whether it is JSON, or the beginning of it.
fn is_json(start: &[u8]) -> bool {
    let parsed = serde_json::from_slice::<serde::de::IgnoredAny>(start);
    parsed.err().is_none_or(|error| error.is_eof())
}

/// Whether it is JSON in UTF-16. A page may be in UTF-16.
fn is_wide_json(start: &[u8]) -> bool {
    let mut marks = [b"\xff\xfe", b"\xfe\xff"].into_iter();
    let rest = marks.find_map(|mark| start.strip_prefix(mark));
    matches!(
        rest.unwrap_or(start),
        [b'{' | b'[', 0, ..] | [0, b'{' | b'[', ..]
    )
}

/// Whether it is a page that a browser saved with its pictures as a MIME message.
fn is_mhtml(start: &[u8]) -> bool {
    let head = start.get(..MESSAGE_START).unwrap_or(start);
    let head = String::from_utf8_lossy(head).to_ascii_lowercase();
    let is_message = head.starts_with("mime-version:") || head.contains("\nmime-version:");
    is_message && !head.starts_with('<') && head.contains("multipart/related")
}

/// One line of input.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// The line without trailing white space.
    Whole(Vec<u8>),
    /// A line above the limit.
    TooLong {
        /// Its beginning.
        head: Vec<u8>,
        /// Its full length.
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
                line.truncate(HEAD);
                line.shrink_to_fit();
                return Ok(Some((self.number, Line::TooLong { head: line, bytes })));
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
        let long = Line::TooLong {
            head: b"01234".to_vec(),
            bytes: 14,
        };
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
    fn other_kinds_of_files_are_told_with_what_to_do() {
        let tar = [&[b'a'; 257][..], b"ustar\0"].concat();
        for (start, named) in [
            (&b"PK\x03\x04\x14\0"[..], "unzip"),
            (&tar[..], "tar -xf"),
            (b"[{\"url\": \"https://news.example/", "JSON array"),
            (b"[[1], [2]]\n", "JSON array"),
            (b"{\n  \"url\": \"https://news.example/a\"", "several lines"),
            (
                b"From: <Saved by a browser>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n",
                "MHTML",
            ),
            (b"filedesc://a.arc 0.0.0.0 20040101000000 text/plain 9\n", "ARC"),
            (b"\xff\xfe{\0\"\0u\0", "UTF-16"),
            (b"\xfe\xff\0[\0{", "UTF-16"),
            (b"{\0\"\0u\0", "UTF-16"),
        ] {
            let advice = other_kind(start).unwrap_or_default();
            assert!(advice.contains(named), "{named}: {advice}");
        }
        for start in [
            &b"[[site]]\nid = \"a\"\n"[..],
            b"[site.rules]",
            b"{\"url\": \"https://news.example/a\"}\n{",
            b"WARC/1.0\r\n",
            b"WARC/1.0\r\nWARC-Type: response\r\n\r\nHTTP/1.1 200 OK\r\nMIME-Version: 1.0\r\nX: multipart/related",
            b"\xff\xfe<\0p\0",
            b"<p>mime-version: 1.0, multipart/related",
            b"",
        ] {
            assert_eq!(other_kind(start), None, "{start:?}");
        }
    }

    #[test]
    fn a_zstandard_file_may_begin_with_a_dictionary_or_an_empty_frame() {
        let dictionary = b"what the records of an archive have in common".repeat(9);
        let frame = |magic: u8, content: &[u8]| {
            let size = u32::try_from(content.len()).unwrap().to_le_bytes();
            [&[magic, 0x2a, 0x4d, 0x18][..], &size, content].concat()
        };
        let packed = zstd::encode_all(&dictionary[..], 3).unwrap();
        for (start, dictionary) in [
            (frame(0x5d, &dictionary), &dictionary[..]),
            (frame(0x5d, &packed), &dictionary[..]),
            (frame(0x50, b"seekable"), &[]),
        ] {
            let mut file = start;
            for part in ["what the records\n", "have in common\n"] {
                let mut frame = zstd::Encoder::with_dictionary(Vec::new(), 3, dictionary).unwrap();
                frame.write_all(part.as_bytes()).unwrap();
                file.extend(frame.finish().unwrap());
            }
            let mut text = String::new();
            let mut reader = decompressed(Box::new(io::Cursor::new(file))).unwrap();
            reader.read_to_string(&mut text).unwrap();
            assert_eq!(text, "what the records\nhave in common\n");
        }
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
