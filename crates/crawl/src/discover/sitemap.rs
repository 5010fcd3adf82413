//! Sitemaps: `urlset`, index or list of lines, plain or gzipped, with the Google News extension
//! (sitemaps.org protocol 0.9; Google, *News sitemaps*). Parsed as a stream and within bounds.

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, Read};

use chrono::{DateTime, Utc};
use flate2::bufread::MultiGzDecoder;
use quick_xml::Reader;
use quick_xml::events::Event;

use crate::feeds::date::{last_instant, w3c_date};
use crate::feeds::title::{entity, title};
use crate::http::request::MAX_SITEMAP_BYTES;

/// The magic number of gzip.
pub(crate) const GZIP: [u8; 2] = [0x1f, 0x8b];
/// Maximum entries: the protocol's own bound.
const MAX_ENTRIES: usize = 50_000;
/// Maximum size of a sitemap in an encoding other than UTF-8, and of a gzipped feed, in bytes: they are decoded in memory.
const MAX_DECODED: u64 = 8 << 20;
/// Maximum bytes of a field, the rest of which is cut off, and of a line; longer lines are skipped.
const MAX_FIELD: usize = 4_096;
/// Maximum bytes of a text, comment or tag. A larger one, which would be held as a whole, ends the sitemap.
const MAX_EVENT: usize = 1 << 20;

/// A parsed sitemap.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Sitemap {
    /// Pages, in document order.
    pub(crate) pages: Vec<Entry>,
    /// The sitemaps listed by an index.
    pub(crate) sitemaps: Vec<Entry>,
    /// Whether it was parsed only in part, because of damage or a bound.
    pub(crate) truncated: bool,
}

/// One entry of a sitemap.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    /// As written, possibly relative.
    pub(crate) url: String,
    /// The last instant at which it may have changed.
    pub(crate) modified: Option<DateTime<Utc>>,
    /// The title in the news extension.
    pub(crate) title: Option<String>,
    /// The news extension's date.
    pub(crate) published: Option<DateTime<Utc>>,
    /// Whether the entry has the news extension.
    pub(crate) news: bool,
}

/// Parses a sitemap; `None` if it is something else, such as an error page.
pub(crate) fn parse(body: &[u8]) -> Option<Sitemap> {
    let read_as_utf8 = read(BufReader::new(decoder(body)));
    if read_as_utf8
        .as_ref()
        .is_some_and(|sitemap| !sitemap.truncated)
    {
        return read_as_utf8;
    }
    let mut bytes = Vec::new();
    // The bytes before the damage are used.
    let _ = decoder(body).take(MAX_DECODED).read_to_end(&mut bytes);
    if std::str::from_utf8(&bytes).is_ok() {
        return read_as_utf8;
    }
    let decoded = read(html::decode(&bytes, None).text.as_bytes());
    // The first parse reaches further if the sitemap is large.
    decoded
        .into_iter()
        .chain(read_as_utf8)
        .max_by_key(Sitemap::len)
}

/// The body of a feed that was requested as a sitemap, and may still be gzipped. The bytes before damage or the bound
/// are used.
pub(crate) fn decompressed(body: &[u8]) -> Cow<'_, [u8]> {
    if !body.starts_with(&GZIP) {
        return Cow::Borrowed(body);
    }
    let mut bytes = Vec::new();
    let _ = decoder(body).take(MAX_DECODED).read_to_end(&mut bytes);
    Cow::Owned(bytes)
}

/// The decompressed bytes, within the bound.
fn decoder(body: &[u8]) -> Box<dyn Read + '_> {
    let limit = MAX_SITEMAP_BYTES as u64;
    if body.starts_with(&GZIP) {
        Box::new(MultiGzDecoder::new(body).take(limit))
    } else {
        Box::new(body.take(limit))
    }
}

fn read(mut input: impl BufRead) -> Option<Sitemap> {
    // A list of URLs may begin with a byte-order mark, but never with a tag.
    let head = input.fill_buf().ok()?;
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let first = head.iter().find(|b| !b.is_ascii_whitespace());
    match first {
        Some(b'<') => read_xml(input),
        Some(_) if head.trim_ascii_start().starts_with(b"http") => Some(read_lines(input)),
        _ => None,
    }
}

fn read_lines(mut input: impl BufRead) -> Sitemap {
    let mut sitemap = Sitemap::default();
    let mut bytes = Vec::new();
    loop {
        match read_line(&mut input, &mut bytes) {
            Ok(true) => {}
            Ok(false) => break,
            Err(_) => {
                sitemap.truncated = true;
                break;
            }
        }
        let line = String::from_utf8_lossy(&bytes);
        let line = line.trim_start_matches('\u{feff}').trim();
        if line.starts_with("http")
            && !sitemap.push(
                true,
                Entry {
                    url: line.to_owned(),
                    ..Entry::default()
                },
            )
        {
            break;
        }
    }
    sitemap
}

/// Reads the next line into `line`; one that is too long is skipped and leaves it empty. Returns `false` at the end.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let limit = MAX_FIELD as u64 + 1;
    let read = input.by_ref().take(limit).read_until(b'\n', line)?;
    if read > MAX_FIELD && !line.ends_with(b"\n") {
        input.skip_until(b'\n')?;
        line.clear();
    }
    Ok(read > 0)
}

impl Sitemap {
    fn len(&self) -> usize {
        self.pages.len() + self.sitemaps.len()
    }

    fn push(&mut self, page: bool, entry: Entry) -> bool {
        if self.len() >= MAX_ENTRIES {
            self.truncated = true;
            return false;
        }
        if page {
            self.pages.push(entry);
        } else {
            self.sitemaps.push(entry);
        }
        true
    }
}

/// The fields of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    Url,
    Modified,
    Title,
    Published,
}

fn field(parent: &str, name: &str) -> Option<Field> {
    match (parent, name) {
        ("url" | "sitemap", "loc") => Some(Field::Url),
        ("url" | "sitemap", "lastmod") => Some(Field::Modified),
        ("news", "title") => Some(Field::Title),
        ("news", "publication_date") => Some(Field::Published),
        _ => None,
    }
}

fn read_xml(input: impl BufRead) -> Option<Sitemap> {
    let mut reader = Reader::from_reader(Bounded { input, left: 0 });
    reader.config_mut().check_end_names = false;
    reader.config_mut().allow_unmatched_ends = true;
    let mut sitemap = Sitemap::default();
    let mut known_root = false;
    let mut path: Vec<String> = Vec::new();
    let mut entry = Entry::default();
    let mut current: Option<Field> = None;
    let mut text = String::new();
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        reader.get_mut().left = MAX_EVENT;
        let Ok(event) = reader.read_event_into(&mut buffer) else {
            // Anything may follow the end: some compressors append zeros or omit the checksum.
            sitemap.truncated = !known_root || !path.is_empty();
            break;
        };
        match event {
            Event::Start(tag) => {
                let name = tag.local_name().as_ref().to_ascii_lowercase();
                match path.last() {
                    None if name != "urlset" && name != "sitemapindex" => return None,
                    None => known_root = true,
                    Some(parent) => current = field(parent, &name),
                }
                match name.as_str() {
                    "url" | "sitemap" => entry = Entry::default(),
                    "news" => entry.news = true,
                    _ => {}
                }
                text.clear();
                // A sitemap has five levels; deeper nesting is an attack or noise.
                if path.len() > 32 {
                    sitemap.truncated = true;
                    break;
                }
                path.push(name);
            }
            Event::End(_) => {
                let name = path.pop().unwrap_or_default();
                if let Some(field) = current.take() {
                    entry.set(field, text.trim());
                }
                let page = name == "url";
                if (page || name == "sitemap")
                    && !entry.url.is_empty()
                    && !sitemap.push(page, std::mem::take(&mut entry))
                {
                    break;
                }
            }
            Event::Text(piece) if current.is_some() => add(&mut text, &piece.xml10_content()),
            Event::CData(piece) if current.is_some() => add(&mut text, &piece.xml10_content()),
            Event::GeneralRef(name) if current.is_some() => match name.resolve_char_ref() {
                Ok(Some(c)) => add(&mut text, c.encode_utf8(&mut [0; 4])),
                _ => add(
                    &mut text,
                    &entity(&name.xml10_content()).unwrap_or_default(),
                ),
            },
            Event::Eof => {
                sitemap.truncated |= !path.is_empty();
                break;
            }
            _ => {}
        }
    }
    known_root.then_some(sitemap)
}

/// A reader that fails after a number of bytes.
struct Bounded<R> {
    input: R,
    left: usize,
}

impl<R: BufRead> BufRead for Bounded<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.left == 0 {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let bytes = self.input.fill_buf()?;
        Ok(&bytes[..bytes.len().min(self.left)])
    }

    fn consume(&mut self, bytes: usize) {
        self.left -= bytes;
        self.input.consume(bytes);
    }
}

impl<R: BufRead> Read for Bounded<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(into)?;
        self.consume(read);
        Ok(read)
    }
}

fn add(text: &mut String, piece: &str) {
    if text.len() + piece.len() <= MAX_FIELD {
        text.push_str(piece);
    }
}

impl Entry {
    fn set(&mut self, field: Field, text: &str) {
        match field {
            Field::Url => text.clone_into(&mut self.url),
            Field::Modified => self.modified = last_instant(text),
            Field::Title => self.title = title(text),
            Field::Published => self.published = w3c_date(text),
        }
    }
}

#[cfg(test)]
mod tests;
