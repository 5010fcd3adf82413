//! A tolerant reader of XML, for feeds and sitemaps as they are: text before and after the document, `&` and `<` that are not
//! escaped, control characters, bytes that are not UTF-8, missing and stray end tags. What can be read is read.

use std::borrow::Cow;
use std::io::{self, BufRead, Read};

use encoding_rs::{Decoder, UTF_8};
use quick_xml::events::{BytesStart, Event};
use quick_xml::name::{NamespaceResolver, ResolveResult};
use quick_xml::{Reader, XmlVersion};

use super::title::entity;

/// Maximum nesting of elements; deeper nesting is an attack or noise.
const MAX_DEPTH: usize = 256;
/// Maximum bytes before the root element, as of the warnings of a broken program.
const MAX_PROLOG: u64 = 64 << 10;
/// Maximum bytes of a text, comment or tag. A larger one, which would be held as a whole, ends the document.
pub(crate) const MAX_EVENT: usize = 1 << 20;
/// Maximum bytes in which the end of a tag is searched for.
const MAX_TAG: usize = 4_096;
/// Bytes that are read and mended at a time.
const CHUNK: usize = 16 << 10;
/// Root elements of the known formats: within another document they do not begin one.
const ROOTS: [&str; 6] = ["html", "rss", "feed", "rdf", "urlset", "sitemapindex"];

/// What reads the elements of a format.
pub(crate) trait Format {
    /// The local names of its root elements, in lower case.
    const ROOTS: &'static [&'static str];

    /// An element has begun.
    fn open(&mut self, tag: &Tag<'_>);

    /// A piece of text in the innermost element.
    fn text(&mut self, piece: &str);

    /// The innermost element has ended.
    fn close(&mut self);

    /// Whether nothing further is wanted.
    fn is_full(&self) -> bool;

    /// Which open elements a start tag ends, because their own end tags must be missing: from the outermost one with at least
    /// this rank.
    fn rank(tag: &Tag<'_>) -> Option<Rank>;
}

/// The place of an element among those of its format: items have 1, their fields 2, the fields of these 3.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rank {
    pub(crate) level: u8,
    /// Whether an element of the same or a lower level cannot be within it.
    pub(crate) ends: bool,
}

/// The vocabulary of an element, by its namespace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Vocabulary {
    /// That of the root element, RSS, or none.
    Own,
    Atom,
    DublinCore,
    Media,
    Other,
}

/// A start tag.
pub(crate) struct Tag<'a> {
    /// The local name in lower case.
    pub(crate) name: String,
    pub(crate) vocabulary: Vocabulary,
    start: &'a BytesStart<'a>,
}

impl Tag<'_> {
    /// The value of the first attribute whose name is as wanted, unless it is blank.
    pub(crate) fn attribute(&self, is_wanted: impl Fn(&str) -> bool) -> Option<String> {
        let mut attributes = self.start.attributes();
        let found = attributes
            .with_checks(false)
            .flatten()
            .find(|attribute| is_wanted(attribute.key.0))?;
        let value = found.normalized_value(XmlVersion::Implicit1_0);
        // With an unknown entity or an unescaped "&" it is taken as written.
        let value = value.map_or_else(|_| found.value.clone().into_owned(), Cow::into_owned);
        Some(value).filter(|value| !value.trim().is_empty())
    }
}

/// A document as far as it could be read.
pub(crate) struct Document<F> {
    pub(crate) format: F,
    /// Whether it was read to the end tag of its root element.
    pub(crate) complete: bool,
}

/// Reads a document, of which `begin` gets the root element; `None` if it has none of the format. Also returns whether it has bytes
/// that are not UTF-8, which are replaced.
pub(crate) fn read<F: Format>(
    input: impl Read,
    begin: impl Fn(&Tag<'_>) -> F,
) -> (Option<Document<F>>, bool) {
    let mut reader = Reader::from_reader(Mended::new(input));
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    config.allow_dangling_amp = true;
    config.expand_empty_elements = true;
    let document = read_events(&mut reader, begin);
    (document, reader.get_mut().invalid)
}

/// An open element.
struct Open {
    /// The name with its prefix.
    name: String,
    rank: Option<Rank>,
    has_children: bool,
}

fn read_events<F: Format, R: Read>(
    reader: &mut Reader<Mended<R>>,
    begin: impl Fn(&Tag<'_>) -> F,
) -> Option<Document<F>> {
    let mut format: Option<F> = None;
    let mut names = NamespaceResolver::default();
    let mut own = Own::default();
    let mut open: Vec<Open> = Vec::new();
    let mut buffer = Vec::new();
    let mut complete = false;
    loop {
        buffer.clear();
        reader.get_mut().left = MAX_EVENT;
        if format.is_none() && reader.buffer_position() > MAX_PROLOG {
            return None;
        }
        let Ok(event) = reader.read_event_into(&mut buffer) else {
            break;
        };
        match (&mut format, event) {
            (_, Event::Eof) => break,
            (None, Event::Start(start)) => {
                let name = start.local_name().as_ref().to_ascii_lowercase();
                if !F::ROOTS.contains(&name.as_str()) {
                    if ROOTS.contains(&name.as_str()) {
                        return None;
                    }
                    continue; // markup before the document
                }
                let _ = names.push(&start);
                own = Own::of(&start, &names);
                format = Some(begin(&own.tag(&start, &names)));
                open.push(Open::of(&start, None));
            }
            (Some(format), Event::Start(start)) => {
                let _ = names.push(&start);
                let tag = own.tag(&start, &names);
                let rank = F::rank(&tag);
                if let Some(Rank { level, .. }) = rank {
                    let is_ended = |open: &Open| {
                        open.rank
                            .is_some_and(|rank| rank.ends && rank.level >= level)
                    };
                    if let Some(keep) = open.iter().position(is_ended) {
                        open.drain(keep..).for_each(|_| format.close());
                        names.set_level(level_of(keep));
                        let _ = names.push(&start);
                    }
                }
                if let Some(parent) = open.last_mut() {
                    parent.has_children = true;
                }
                format.open(&tag);
                open.push(Open::of(&start, rank));
                if open.len() > MAX_DEPTH || format.is_full() {
                    break;
                }
            }
            (Some(format), Event::End(end)) => {
                let is_it = |open: &Open| open.name.eq_ignore_ascii_case(end.name().0);
                // A misspelt end tag ends a field that has only text so far.
                let is_field = |open: &Open| {
                    !open.has_children && open.rank.is_some_and(|rank| rank.ends && rank.level > 1)
                };
                let last = || {
                    open.last()
                        .filter(|last| is_field(last))
                        .map(|_| open.len() - 1)
                };
                let Some(keep) = open.iter().rposition(is_it).or_else(last) else {
                    continue;
                };
                open.drain(keep..).for_each(|_| format.close());
                names.set_level(level_of(keep));
                complete = open.is_empty();
                if complete || format.is_full() {
                    break;
                }
            }
            (Some(format), Event::Text(piece)) => format.text(&piece.xml10_content()),
            (Some(format), Event::CData(piece)) => format.text(&piece.xml10_content()),
            (Some(format), Event::GeneralRef(name)) => match name.resolve_char_ref() {
                Ok(Some(c)) => format.text(c.encode_utf8(&mut [0; 4])),
                _ => format.text(&reference(&name.xml10_content())),
            },
            _ => {}
        }
    }
    Some(Document {
        format: format?,
        complete,
    })
}

/// The level of the resolver with this many open elements.
fn level_of(open: usize) -> u16 {
    u16::try_from(open).unwrap_or(u16::MAX)
}

impl Open {
    fn of(start: &BytesStart<'_>, rank: Option<Rank>) -> Self {
        Self {
            name: start.name().0.to_owned(),
            rank,
            has_children: false,
        }
    }
}

/// The text of a reference: entities of HTML occur although they are not declared. What is none is text, as after an unescaped `&`.
fn reference(name: &str) -> String {
    entity(name).unwrap_or_else(|| format!("&{name};"))
}

/// The names that belong to the vocabulary of the root element.
#[derive(Default)]
struct Own {
    prefix: String,
    namespace: Option<String>,
}

impl Own {
    fn of(root: &BytesStart<'_>, names: &NamespaceResolver) -> Self {
        let prefix = root.name().prefix();
        let namespace = match names.resolve_prefix(prefix, true) {
            ResolveResult::Bound(namespace) => Some(namespace.0.to_owned()),
            _ => None,
        };
        let prefix = prefix.map_or_else(String::new, |prefix| prefix.as_ref().to_ascii_lowercase());
        Self { prefix, namespace }
    }

    fn tag<'a>(&self, start: &'a BytesStart<'a>, names: &NamespaceResolver) -> Tag<'a> {
        Tag {
            name: start.local_name().as_ref().to_ascii_lowercase(),
            vocabulary: self.vocabulary(start, names),
            start,
        }
    }

    /// By the namespace, or by the prefix if it is not declared.
    fn vocabulary(&self, start: &BytesStart<'_>, names: &NamespaceResolver) -> Vocabulary {
        let prefix = start.name().prefix();
        match names.resolve_prefix(prefix, true) {
            ResolveResult::Unbound => Vocabulary::Own,
            ResolveResult::Bound(namespace) if self.namespace.as_deref() == Some(namespace.0) => {
                Vocabulary::Own
            }
            ResolveResult::Bound(namespace) => match by_namespace(namespace.0) {
                // Feeds state odd namespaces of their own.
                Vocabulary::Other if prefix.is_none() => Vocabulary::Own,
                vocabulary => vocabulary,
            },
            ResolveResult::Unknown(prefix) => match prefix.to_ascii_lowercase().as_str() {
                "rss" => Vocabulary::Own,
                prefix if prefix == self.prefix => Vocabulary::Own,
                "atom" | "atom10" | "a10" => Vocabulary::Atom,
                "dc" | "dcterms" => Vocabulary::DublinCore,
                "media" => Vocabulary::Media,
                _ => Vocabulary::Other,
            },
        }
    }
}

fn by_namespace(namespace: &str) -> Vocabulary {
    let name = namespace.trim().to_ascii_lowercase();
    let name = name
        .split_once("://")
        .map_or(name.as_str(), |(_, rest)| rest);
    match name.trim_end_matches(['/', '#']) {
        "" | "purl.org/rss/1.0" | "purl.org/net/rss1.1" | "blogs.law.harvard.edu/tech/rss" => {
            Vocabulary::Own
        }
        name if name.ends_with("netscape.com/rdf/simple/0.9") => Vocabulary::Own,
        name if name.starts_with("backend.userland.com/rss") => Vocabulary::Own,
        name if name.ends_with("w3.org/2005/atom") || name.starts_with("purl.org/atom/ns") => {
            Vocabulary::Atom
        }
        name if name.starts_with("purl.org/dc/") => Vocabulary::DublinCore,
        name if name.starts_with("search.yahoo.com/mrss") => Vocabulary::Media,
        _ => Vocabulary::Other,
    }
}

/// A document in UTF-8 as a parser of XML needs it: without control characters, with every `<` escaped that begins no markup.
/// Fails after `left` bytes.
struct Mended<R> {
    input: R,
    decoder: Decoder,
    /// Text that is not mended yet, because its end is open.
    raw: String,
    ended: bool,
    ready: Vec<u8>,
    /// The position in `ready`.
    at: usize,
    left: usize,
    in_cdata: bool,
    /// Whether there were bytes that are not UTF-8.
    invalid: bool,
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

impl<R: Read> Mended<R> {
    fn new(input: R) -> Self {
        Self {
            input,
            decoder: UTF_8.new_decoder_with_bom_removal(),
            raw: String::new(),
            ended: false,
            ready: Vec::new(),
            at: 0,
            left: 0,
            in_cdata: false,
            invalid: false,
        }
    }

    /// Mends the next bytes if none are ready.
    fn fill(&mut self) {
        while self.at == self.ready.len() && !(self.ended && self.raw.is_empty()) {
            self.ready.clear();
            self.at = 0;
            if !self.ended {
                self.decode();
            }
            self.mend();
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

    fn mend(&mut self) {
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
                        self.ready.push(b'<');
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
    let begins = |mark: &str| {
        let known = text.len().min(mark.len());
        text[..known].eq_ignore_ascii_case(&mark.as_bytes()[..known])
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
        Some(b'!') if begins("<![CDATA[") => Markup::Cdata,
        Some(b'!')
            if begins("<!--")
                || begins("<!DOCTYPE")
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

impl<R: Read> BufRead for Mended<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.left == 0 {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.fill();
        let bytes = &self.ready[self.at..];
        Ok(&bytes[..bytes.len().min(self.left)])
    }

    fn consume(&mut self, bytes: usize) {
        self.left -= bytes;
        self.at += bytes;
    }
}

impl<R: Read> Read for Mended<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(into)?;
        self.consume(read);
        Ok(read)
    }
}
