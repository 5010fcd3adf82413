//! Repairs XML before it is parsed.

use std::io::{self, BufRead, Read};

use encoding_rs::{Decoder, UTF_8};

/// Maximum bytes in which the end of a tag is searched for.
const MAX_TAG: usize = 4_096;
/// What begins text that is not escaped.
const CDATA: &[u8] = b"<![CDATA[";
/// Bytes that are read and repaired at a time.
const CHUNK: usize = 16 << 10;

/// A document in UTF-8 as a parser of XML needs it: without control characters, with every `<` escaped that begins no markup.
/// Shortens what is too long.
pub(super) struct RepairedXml<R> {
    input: R,
    decoder: Decoder,
    /// Text that is not repaired yet, because its end is open.
    raw: String,
    ended: bool,
    ready: Vec<u8>,
    /// The position in `ready`.
    at: usize,
    /// Bytes that the current text, comment or tag may still have.
    left: usize,
    /// What ends it, or its attribute, if the rest is left out; empty if that has happened.
    ends: &'static [&'static [u8]],
    in_cdata: bool,
    /// Whether there were bytes that are not UTF-8.
    pub(super) invalid: bool,
}

/// What a `<` begins.
enum Markup {
    Tag,
    Cdata,
    /// An end tag of this many bytes without its `>`.
    Unclosed(usize),
    Nothing,
    /// More bytes are needed to tell.
    Unknown,
}

impl<R: Read> RepairedXml<R> {
    pub(super) fn new(input: R) -> Self {
        Self {
            input,
            decoder: UTF_8.new_decoder_with_bom_removal(),
            raw: String::new(),
            ended: false,
            ready: Vec::new(),
            at: 0,
            left: 0,
            ends: &[],
            in_cdata: false,
            invalid: false,
        }
    }

    /// Begins the next text, comment or tag, of which a chunk more than `most` bytes are kept.
    pub(super) fn begin_event(&mut self, most: usize) {
        self.fill();
        self.left = most;
        self.ends = match &self.ready[self.at..] {
            [b'<', b'!', b'[', ..] => &[b"]]>"],
            [b'<', b'!', b'-', b'-', ..] => &[b"-->"],
            // Within an attribute, which an element of this size must have.
            [b'<', ..] => &[b"\"", b"'"],
            _ => &[b"<"],
        };
    }

    /// Leaves out the rest of what is too long. After an attribute, others may follow.
    fn skip(&mut self) {
        let ends = std::mem::take(&mut self.ends);
        let mut last = [0; 3];
        while !ends.is_empty() {
            self.fill();
            let Some(&byte) = self.ready.get(self.at) else {
                return;
            };
            self.at += 1;
            last = [last[1], last[2], byte];
            if let Some(end) = ends.iter().find(|end| last.ends_with(end)) {
                self.ready.splice(..self.at, end.iter().copied());
                self.at = 0;
                self.left = MAX_TAG;
                return;
            }
        }
    }

    /// Repairs the next bytes if none are ready.
    fn fill(&mut self) {
        while self.at == self.ready.len() && !(self.ended && self.raw.is_empty()) {
            self.ready.clear();
            self.at = 0;
            if !self.ended {
                self.decode();
            }
            self.repair();
        }
    }

    /// Decodes the next bytes. A failure, which is damage of the compression, ends the input.
    fn decode(&mut self) {
        let mut chunk = [0; CHUNK];
        let read = self.input.read(&mut chunk).unwrap_or_default();
        self.ended = read == 0;
        let bytes = &chunk[..read];
        let needed = self
            .decoder
            .max_utf8_buffer_length(read)
            .unwrap_or_default();
        self.raw.reserve(needed);
        let (_, _, invalid) = self
            .decoder
            .decode_to_string(bytes, &mut self.raw, self.ended);
        self.invalid |= invalid;
    }

    fn repair(&mut self) {
        let raw = std::mem::take(&mut self.raw);
        let bytes = raw.as_bytes();
        let mut from = 0;
        while let Some(rest) = bytes.get(from..).filter(|rest| !rest.is_empty()) {
            let is_special = |byte: &u8| match byte {
                b'<' => true,
                b']' => self.in_cdata,
                _ => *byte < b' ' && !byte.is_ascii_whitespace() || *byte == 0x0c,
            };
            let plain = rest.iter().position(is_special).unwrap_or(rest.len());
            self.ready.extend_from_slice(&rest[..plain]);
            from += plain;
            let rest = &rest[plain..];
            match rest.first() {
                None => break,
                Some(b']') => {
                    if rest.len() < 3 && !self.ended {
                        break;
                    }
                    self.in_cdata = !rest.starts_with(b"]]>");
                    self.ready.push(b']');
                }
                Some(b'<') if self.in_cdata => self.ready.push(b'<'),
                Some(b'<') => match markup(rest, self.ended) {
                    Markup::Tag => self.ready.push(b'<'),
                    Markup::Cdata => {
                        self.in_cdata = true;
                        // In any letter case; the parser knows one.
                        let mark = &CDATA[..rest.len().min(CDATA.len())];
                        self.ready.extend_from_slice(mark);
                        from += mark.len() - 1;
                    }
                    Markup::Unclosed(length) => {
                        self.ready.extend_from_slice(&rest[..length]);
                        self.ready.push(b'>');
                        from += length - 1;
                    }
                    Markup::Nothing => self.ready.extend_from_slice(b"&lt;"),
                    Markup::Unknown => break,
                },
                Some(_) => {}
            }
            from += 1;
        }
        self.raw = raw;
        self.raw.drain(..from);
    }
}

/// What the `<` at the start of a text begins.
fn markup(text: &[u8], ended: bool) -> Markup {
    let begins = |mark: &[u8]| {
        let known = text.len().min(mark.len());
        text[..known].eq_ignore_ascii_case(&mark[..known])
    };
    let is_name = |at: usize| {
        let first = text.get(at);
        first.is_some_and(|byte| {
            byte.is_ascii_alphabetic() || matches!(byte, b'_' | b':') || *byte >= 0x80
        })
    };
    if text.len() < "<!DOCTYPE".len() && !ended {
        return Markup::Unknown;
    }
    match text.get(1) {
        Some(b'!') if begins(CDATA) => Markup::Cdata,
        Some(b'!')
            if begins(b"<!--")
                || begins(b"<!DOCTYPE")
                || text.get(2).is_some_and(u8::is_ascii_uppercase) =>
        {
            Markup::Tag
        }
        Some(b'?') if is_name(2) => Markup::Tag,
        Some(b'/') if is_name(2) => match text[2..]
            .iter()
            .position(|byte| matches!(byte, b'<' | b'>'))
        {
            Some(at) if text[2 + at] == b'>' => Markup::Tag,
            None if text.len() > MAX_TAG => Markup::Tag,
            None if !ended => Markup::Unknown,
            at => Markup::Unclosed(at.map_or(text.len(), |at| 2 + at)),
        },
        Some(_) if is_name(1) => match text[1..]
            .iter()
            .find(|byte| matches!(byte, b'<' | b'>' | b'"' | b'\''))
        {
            Some(b'<') => Markup::Nothing,
            None if text.len() <= MAX_TAG && !ended => Markup::Unknown,
            None if ended => Markup::Nothing,
            _ => Markup::Tag,
        },
        _ => Markup::Nothing,
    }
}

impl<R: Read> BufRead for RepairedXml<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.left == 0 {
            self.skip();
        }
        if self.left == 0 {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.fill();
        // Whole characters.
        Ok(&self.ready[self.at..])
    }

    fn consume(&mut self, bytes: usize) {
        self.left = self.left.saturating_sub(bytes);
        self.at += bytes;
    }
}

impl<R: Read> Read for RepairedXml<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(into)?;
        self.consume(read);
        Ok(read)
    }
}
