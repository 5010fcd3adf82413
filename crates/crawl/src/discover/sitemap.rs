//! Sitemaps: `urlset`, index or list of lines, plain or gzipped, with the Google News extension
//! (sitemaps.org protocol 0.9; Google, *News sitemaps*). Parsed as a stream, within bounds and as far as possible.

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, Read};

use chrono::{DateTime, Utc};
use flate2::bufread::MultiGzDecoder;

use crate::feeds::date::last_instant;
use crate::feeds::markup::{self, Rank, Tag};
use crate::feeds::read_date;
use crate::feeds::title::title;
use crate::http::body::GZIP;
use crate::http::request::MAX_SITEMAP_BYTES;

/// Maximum entries: the protocol's own bound.
pub(crate) const MAX_ENTRIES: usize = 50_000;
/// Maximum size of a sitemap in an encoding other than UTF-8, and of a gzipped feed, in bytes: they are decoded in memory.
const MAX_DECODED: u64 = 8 << 20;
/// Maximum bytes of a field, the rest of which is cut off, and of a line; longer lines are skipped.
const MAX_FIELD: usize = 4_096;

#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Sitemap {
    /// Pages, in document order.
    pub(crate) pages: Vec<Entry>,
    /// The sitemaps listed by an index.
    pub(crate) sitemaps: Vec<Entry>,
    /// Whether it was parsed only in part, because of damage or a bound.
    pub(crate) truncated: bool,
}

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
    let (read_as_utf8, invalid) = read(|| decoder(body));
    // That in UTF-16 may have no other bytes, but begins no markup.
    if !invalid && read_as_utf8.is_some() {
        return read_as_utf8;
    }
    let mut bytes = Vec::new();
    // The bytes before the damage are used.
    let _ = decoder(body).take(MAX_DECODED).read_to_end(&mut bytes);
    let text = html::decode(&bytes, None).text;
    let decoded = read(|| text.as_bytes()).0;
    // The first parse reaches further if the sitemap is large.
    read_as_utf8
        .into_iter()
        .chain(decoded)
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
    if !body.starts_with(&GZIP) {
        return Box::new(body.take(limit));
    }
    let mut once = BufReader::new(MultiGzDecoder::new(body).take(limit));
    // Some servers compress what is compressed already.
    if once.fill_buf().is_ok_and(|begin| begin.starts_with(&GZIP)) {
        Box::new(MultiGzDecoder::new(once).take(limit))
    } else {
        Box::new(once)
    }
}

/// Reads a sitemap of elements, else of lines. Also returns whether it has bytes that are not UTF-8.
fn read<R: Read>(input: impl Fn() -> R) -> (Option<Sitemap>, bool) {
    let (document, invalid) = markup::read(input(), SitemapParser::begin);
    let sitemap = document.map(|document| Sitemap {
        truncated: !document.complete,
        ..document.format.sitemap
    });
    (
        sitemap.or_else(|| read_lines(BufReader::new(input()))),
        invalid,
    )
}

/// Reads a list of URLs, one a line. `None` if most lines are something else.
fn read_lines(mut input: impl BufRead) -> Option<Sitemap> {
    let mut sitemap = Sitemap::default();
    let mut others = 0;
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
        if let Some(url) = absolute(line) {
            if !sitemap.push(
                true,
                Entry {
                    url,
                    ..Entry::default()
                },
            ) {
                break;
            }
        } else {
            others += usize::from(!line.is_empty());
        }
    }
    (!sitemap.pages.is_empty() && sitemap.len() >= others).then_some(sitemap)
}

/// The URL in a line, possibly without its scheme.
fn absolute(line: &str) -> Option<String> {
    let (host, _) = line.split_once('/')?;
    if ["http://", "https://"]
        .iter()
        .any(|scheme| line.starts_with(scheme))
    {
        return Some(line.to_owned());
    }
    let is_host = |c: char| c.is_ascii_alphanumeric() || "-.:".contains(c);
    let is_url = host.trim_start_matches('.').contains('.')
        && host.chars().all(is_host)
        && !line.contains(char::is_whitespace);
    is_url.then(|| format!("//{line}"))
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
    pub(crate) fn len(&self) -> usize {
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

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    Url,
    /// The URL in an entry without `loc`.
    BareUrl,
    Modified,
    Title,
    Published,
}

fn field(parent: &str, name: &str) -> Option<Field> {
    match (parent, name) {
        ("url" | "sitemap", "loc") => Some(Field::Url),
        ("urlset" | "sitemapindex", "url" | "sitemap") => Some(Field::BareUrl),
        ("url" | "sitemap", "lastmod") => Some(Field::Modified),
        ("news", "title") => Some(Field::Title),
        ("news", "publication_date") => Some(Field::Published),
        _ => None,
    }
}

/// The state between two events.
#[derive(Default)]
struct SitemapParser {
    sitemap: Sitemap,
    is_full: bool,
    /// The names of the open elements.
    path: Vec<String>,
    entry: Entry,
    field: Option<Field>,
    text: String,
}

impl SitemapParser {
    fn begin(root: &Tag<'_>) -> Self {
        Self {
            path: vec![root.name.clone()],
            ..Self::default()
        }
    }

    /// Adds the entry, of a page or a sitemap.
    fn push(&mut self, is_page: bool) {
        let entry = std::mem::take(&mut self.entry);
        if !entry.url.is_empty() {
            self.is_full |= !self.sitemap.push(is_page, entry);
        }
    }
}

impl markup::Format for SitemapParser {
    const ROOTS: &'static [&'static str] = &["urlset", "sitemapindex"];

    fn rank(tag: &Tag<'_>) -> Option<Rank> {
        let (level, ends) = match tag.name.as_str() {
            "url" | "sitemap" => (1, true),
            "loc" | "lastmod" | "changefreq" | "priority" => (2, true),
            "news" | "image" | "video" => (2, false),
            "publication" | "publication_date" | "title" | "keywords" => (3, true),
            _ => return None,
        };
        Some(Rank { level, ends })
    }

    fn is_full(&self) -> bool {
        self.is_full
    }

    fn open(&mut self, tag: &Tag<'_>) {
        // The address that an entry without `loc` is may stand before its other fields.
        if self.field == Some(Field::BareUrl) {
            self.entry.set(Field::BareUrl, self.text.trim());
        }
        let parent = self.path.last().map(String::as_str).unwrap_or_default();
        self.field = field(parent, &tag.name);
        match tag.name.as_str() {
            "url" | "sitemap" => self.entry = Entry::default(),
            "news" => self.entry.news = true,
            // Several addresses in one element are several entries.
            "loc" if self.field.is_some() && !self.entry.url.is_empty() => {
                self.push(parent == "url");
            }
            _ => {}
        }
        self.text.clear();
        self.path.push(tag.name.clone());
    }

    fn text(&mut self, piece: &str) {
        if self.field.is_some() && self.text.len() + piece.len() <= MAX_FIELD {
            self.text.push_str(piece);
        }
    }

    fn close(&mut self) {
        let name = self.path.pop().unwrap_or_default();
        if let Some(field) = self.field.take() {
            self.entry.set(field, self.text.trim());
        }
        if matches!(name.as_str(), "url" | "sitemap") {
            self.push(name == "url");
        }
    }
}

impl Entry {
    /// The date by which its page may be too old.
    pub(crate) fn date(&self) -> Option<DateTime<Utc>> {
        self.published.or(self.modified)
    }

    fn set(&mut self, field: Field, text: &str) {
        match field {
            // What begins so is an entity that is not declared.
            Field::Url if text.starts_with('&') => {}
            Field::Url => text.clone_into(&mut self.url),
            Field::BareUrl => self.url = absolute(text).unwrap_or_default(),
            Field::Modified => self.modified = last_instant(text),
            Field::Title => self.title = title(text),
            Field::Published => self.published = read_date(text, None),
        }
    }
}

#[cfg(test)]
mod tests;
