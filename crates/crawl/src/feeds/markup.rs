//! A tolerant reader of XML, for feeds and sitemaps as they are: text before and after the document, `&` and `<` that are not
//! escaped, control characters, bytes that are not UTF-8, missing and stray end tags. What can be read is read.

use std::borrow::Cow;
use std::io::Read;

use quick_xml::events::{BytesStart, Event};
use quick_xml::name::{NamespaceResolver, ResolveResult};
use quick_xml::{Reader, XmlVersion};

use super::repair::RepairedXml;
use super::title::entity;

/// Maximum nesting of elements; deeper nesting is an attack or noise.
const MAX_DEPTH: usize = 256;
/// Maximum bytes before the root element, as of the warnings of a broken program.
const MAX_PROLOG: u64 = 64 << 10;
/// Maximum bytes of a text, comment or tag, which is held as a whole. The rest of a larger one is left out.
pub(crate) const MAX_EVENT: usize = 1 << 20;
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
    fn is_full(&self) -> bool {
        false
    }

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
    /// The value of an attribute, unless it is blank.
    pub(crate) fn attribute(&self, name: &str) -> Option<String> {
        self.attribute_where(|known| known.eq_ignore_ascii_case(name))
    }

    /// The value of the first attribute whose name is as wanted, unless it is blank.
    pub(crate) fn attribute_where(&self, is_wanted: impl Fn(&str) -> bool) -> Option<String> {
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
    let mut reader = Reader::from_reader(RepairedXml::new(input));
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    config.allow_dangling_amp = true;
    config.expand_empty_elements = true;
    let document = read_events(&mut reader, begin);
    (document, reader.get_mut().invalid)
}

struct Open {
    /// The name with its prefix.
    name: String,
    rank: Option<Rank>,
    has_children: bool,
}

fn read_events<F: Format, R: Read>(
    reader: &mut Reader<RepairedXml<R>>,
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
        reader.get_mut().begin_event(MAX_EVENT);
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
