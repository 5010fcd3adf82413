//! The header of a WARC record: a version line, fields, an empty line.

use std::io::{BufRead, Read as _};

use chrono::{DateTime, NaiveDate, NaiveDateTime, Utc};

use crate::files::warc::{Counted, WarcError, value_of};

/// How the first line of a record begins.
const VERSION: &[u8] = b"WARC/";
/// Largest header of a record that is kept, in bytes.
const MAX_HEADER: u64 = 64 * 1024;
/// Largest header that is skipped to reach the next record, in bytes.
const MAX_SKIPPED: u64 = 64 << 20;
/// Longest line that is examined in a skipped header, in bytes.
const MAX_LINE: u64 = 1024;
/// Blank bytes allowed between two records; there should be four.
const MAX_GAP: u64 = 1024;

#[derive(Debug)]
pub(super) struct Header {
    /// Where the record begins.
    pub(super) offset: u64,
    /// `Content-Length`: bytes of the block that follows.
    pub(super) length: u64,
    /// Whether the header was too long to be kept whole: fields are missing, and the record cannot be used.
    pub(super) is_cut: bool,
    /// Names in lower case.
    fields: Vec<(String, String)>,
}

impl Header {
    /// The first value of a field; `name` is in lower case.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        value_of(&self.fields, name)
    }

    /// `WARC-Target-URI`, without the angle brackets that some writers of WARC 1.0 put around it.
    pub(super) fn url(&self) -> Option<String> {
        let url = self.get("warc-target-uri")?;
        let bare = url.strip_prefix('<').and_then(|url| url.strip_suffix('>'));
        Some(bare.unwrap_or(url).to_owned())
    }

    /// `WARC-Date`, which WARC 1.1 allows to be as coarse as a year.
    pub(super) fn date(&self) -> Option<DateTime<Utc>> {
        let text = self.get("warc-date")?;
        if let Ok(date) = DateTime::parse_from_rfc3339(text) {
            return Some(date.to_utc());
        }
        if let Ok(date) = NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%MZ") {
            return Some(date.and_utc());
        }
        ["", "-01", "-01-01"]
            .iter()
            .find_map(|rest| NaiveDate::parse_from_str(&format!("{text}{rest}"), "%Y-%m-%d").ok())
            .and_then(|day| day.and_hms_opt(0, 0, 0))
            .map(|date| date.and_utc())
    }
}

/// Reads the next header; `None` at the end of the file.
pub(super) fn read<R: BufRead>(input: &mut Counted<R>) -> Result<Option<Header>, WarcError> {
    if !skip_gap(input)? {
        return Ok(None);
    }
    let offset = input.offset;
    let mut room = MAX_HEADER;
    let version = line(input, &mut room, offset)?.unwrap_or_default();
    if !version.starts_with(VERSION) {
        return Err(not_warc(offset, &version));
    }
    let mut fields: Vec<(String, String)> = Vec::new();
    let mut is_cut = false;
    loop {
        let at_start = room == 0;
        let Some(text) = line(input, &mut room, offset)? else {
            is_cut = true;
            fields.extend(rest(input, at_start, offset)?);
            break;
        };
        let text = String::from_utf8_lossy(&text);
        let text = text.trim_end();
        if text.is_empty() {
            break;
        }
        if text.starts_with([' ', '\t']) {
            let Some((_, value)) = fields.last_mut() else {
                return Err(broken(offset, "it begins with a continuation"));
            };
            value.push(' ');
            value.push_str(text.trim());
        } else if let Some((name, value)) = text.split_once(':') {
            fields.push((name.trim().to_lowercase(), value.trim().to_owned()));
        } else {
            return Err(broken(offset, "a line without a colon"));
        }
    }
    let mut header = Header {
        offset,
        length: 0,
        is_cut,
        fields,
    };
    header.length = header
        .get("content-length")
        .and_then(|length| length.parse().ok())
        .ok_or_else(|| broken(offset, "no Content-Length"))?;
    Ok(Some(header))
}

fn broken(offset: u64, why: &str) -> WarcError {
    WarcError::Header {
        offset,
        why: why.to_owned(),
    }
}

/// Skips the blank lines between records; `false` at the end of the file.
fn skip_gap<R: BufRead>(input: &mut Counted<R>) -> Result<bool, WarcError> {
    let began = input.offset;
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) => return Err(input.failed(error, began)),
        };
        if buffer.is_empty() {
            return Ok(false);
        }
        let blank = buffer
            .iter()
            .take_while(|byte| matches!(byte, b'\r' | b'\n'))
            .count();
        let all = blank == buffer.len();
        input.consume(blank);
        if !all {
            return Ok(true);
        }
        if input.offset - began > MAX_GAP {
            return Err(not_warc(began, b"\n\n\n"));
        }
    }
}

/// Skips the rest of a header and returns its `Content-Length`.
fn rest<R: BufRead>(
    input: &mut Counted<R>,
    mut at_start: bool,
    record: u64,
) -> Result<Option<(String, String)>, WarcError> {
    let mut room = MAX_SKIPPED;
    let mut found = None;
    loop {
        let mut piece = Vec::new();
        let limit = room.min(MAX_LINE);
        if let Err(error) = input.by_ref().take(limit).read_until(b'\n', &mut piece) {
            return Err(input.failed(error, record));
        }
        if room == 0 {
            return Err(broken(record, "it is longer than 64 MiB"));
        }
        if piece.is_empty() {
            return Err(WarcError::Truncated { offset: record });
        }
        room -= piece.len() as u64;
        let ends = piece.last() == Some(&b'\n');
        if at_start && ends {
            let text = String::from_utf8_lossy(&piece);
            let text = text.trim();
            if text.is_empty() {
                return Ok(found);
            }
            if let Some((name, value)) = text.split_once(':')
                && name.trim().eq_ignore_ascii_case("content-length")
            {
                found.get_or_insert(("content-length".to_owned(), value.trim().to_owned()));
            }
        }
        at_start = ends;
    }
}

/// Reads one line without its line feed, within the `room` left for the header; `None` if it does not fit.
fn line<R: BufRead>(
    input: &mut Counted<R>,
    room: &mut u64,
    record: u64,
) -> Result<Option<Vec<u8>>, WarcError> {
    let mut line = Vec::new();
    let read = input.by_ref().take(*room).read_until(b'\n', &mut line);
    if let Err(error) = read {
        return Err(input.failed(error, record));
    }
    *room -= line.len() as u64;
    if line.last() == Some(&b'\n') {
        line.pop();
        return Ok(Some(line));
    }
    if *room == 0 {
        return Ok(None);
    }
    // The file ends here. If this is not even the start of a record, report that.
    let is_first_line = record + line.len() as u64 == input.offset;
    if is_first_line && !line.starts_with(b"WARC") && !b"WARC".starts_with(&line) {
        return Err(not_warc(record, &line));
    }
    Err(WarcError::Truncated { offset: record })
}

fn not_warc(offset: u64, line: &[u8]) -> WarcError {
    let found = line.get(..24).unwrap_or(line);
    WarcError::NotWarc {
        offset,
        found: String::from_utf8_lossy(found).into_owned(),
    }
}
