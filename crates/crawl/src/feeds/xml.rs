//! RSS and Atom as a stream of events. Names count without regard to case, and by their prefix where other
//! vocabularies reuse them (`media:title`).

use quick_xml::Reader;
use quick_xml::XmlVersion;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesStart, Event};
use url::Url;

use super::draft::Draft;
use super::{Feed, Format, MAX_ITEMS, web_url};

/// Longest content of one field; the rest is cut off.
const MAX_FIELD: usize = 4_096;
/// Elements within elements; deeper is an attack or noise.
const MAX_DEPTH: usize = 256;

/// Where an element stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// `rss`, `RDF` or `feed`.
    Root,
    Channel,
    Item,
    Other,
}

/// A field whose text is being read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    Title,
    Link,
    Guid,
    OriginalLink,
    Published,
    Updated,
}

/// The state between two events.
struct Scan {
    feed: Feed,
    places: Vec<Place>,
    /// `xml:base`, with the depth at which it was said.
    bases: Vec<(usize, Url)>,
    /// The prefix of the root: what it marks is as good as without.
    prefix: String,
    draft: Draft,
    field: Option<(Field, usize)>,
    text: String,
}

/// Reads RSS or Atom. `None`: another root, or none.
pub(super) fn parse(text: &str, url: &Url) -> Option<Feed> {
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    config.allow_dangling_amp = true;
    config.expand_empty_elements = true;
    let mut scan: Option<Scan> = None;
    loop {
        let event = match reader.read_event() {
            Ok(Event::Eof) => break,
            Ok(event) => event,
            Err(_) => {
                scan.as_mut()?.feed.cut = true;
                break;
            }
        };
        match (&mut scan, event) {
            (None, Event::Start(tag)) => scan = Some(Scan::begin(&tag, url)?),
            (Some(scan), Event::Start(tag)) => {
                scan.open(&tag);
                if scan.places.len() > MAX_DEPTH || scan.feed.items.len() >= MAX_ITEMS {
                    scan.feed.cut = true;
                    break;
                }
            }
            (Some(scan), Event::End(_)) => scan.close(),
            (Some(scan), Event::Text(piece)) => scan.add(&piece.xml10_content()),
            (Some(scan), Event::CData(piece)) => scan.add(&piece.xml10_content()),
            (Some(scan), Event::GeneralRef(name)) => match name.resolve_char_ref() {
                Ok(Some(c)) => scan.add(c.encode_utf8(&mut [0; 4])),
                // Other names are of HTML and not declared here; most of them are spaces.
                _ => scan.add(resolve_predefined_entity(&name.xml10_content()).unwrap_or(" ")),
            },
            _ => {}
        }
    }
    let mut scan = scan?;
    scan.feed.cut |= !scan.places.is_empty();
    Some(scan.feed)
}

impl Scan {
    fn begin(root: &BytesStart<'_>, url: &Url) -> Option<Self> {
        let name = root.local_name().as_ref().to_ascii_lowercase();
        let (format, place) = match name.as_str() {
            "rss" | "rdf" => (Format::Rss, Place::Root),
            "feed" => (Format::Atom, Place::Channel),
            "entry" => (Format::Atom, Place::Item), // a push may bring one alone
            _ => return None,
        };
        let mut scan = Self {
            feed: Feed::empty(format),
            places: vec![place],
            bases: vec![(0, url.clone())],
            prefix: prefix(root),
            draft: Draft::default(),
            field: None,
            text: String::new(),
        };
        scan.rebase(root);
        Some(scan)
    }

    fn base(&self) -> Option<&Url> {
        self.bases.last().map(|(_, base)| base)
    }

    fn rebase(&mut self, tag: &BytesStart<'_>) {
        let said = attribute(tag, |name| name.eq_ignore_ascii_case("xml:base"));
        if let Some(said) = said
            && let Some(base) = self.base().and_then(|base| web_url(base, &said))
        {
            self.bases.push((self.places.len(), base));
        }
    }

    fn open(&mut self, tag: &BytesStart<'_>) {
        let parent = self.places.last().copied().unwrap_or(Place::Other);
        let name = tag.local_name().as_ref().to_ascii_lowercase();
        let prefix = prefix(tag);
        let plain = prefix.is_empty() || prefix == self.prefix;
        let place = match (parent, name.as_str()) {
            (Place::Root, "channel") if plain => Place::Channel,
            // RSS 1.0 has its items beside the channel, all others within
            (Place::Root | Place::Channel, "item" | "entry") if plain => {
                self.draft = Draft::default();
                self.draft.identity = attribute(tag, |name| name.ends_with(":about"))
                    .and_then(|about| self.absolute(&about));
                Place::Item
            }
            _ => Place::Other,
        };
        self.places.push(place);
        self.rebase(tag);
        if self.field.is_some() {
            return; // markup within a title
        }
        match parent {
            Place::Item => self.open_field(tag, &name, &prefix, plain),
            Place::Root | Place::Channel if name == "link" => self.open_channel_link(tag),
            _ => {}
        }
    }

    fn open_field(&mut self, tag: &BytesStart<'_>, name: &str, prefix: &str, plain: bool) {
        let atom = matches!(prefix, "atom" | "atom10" | "a10");
        let field = match name {
            "link" if plain || atom => {
                if let Some(href) = attribute(tag, |name| name == "href") {
                    let rel = attribute(tag, |name| name == "rel");
                    if rel.is_none_or(|rel| rel.eq_ignore_ascii_case("alternate"))
                        && self.draft.link.is_none()
                    {
                        self.draft.link = self.base().and_then(|base| web_url(base, &href));
                    }
                    return;
                }
                Field::Link
            }
            "title" if plain => Field::Title,
            "guid" | "id" if plain => {
                let permanent = attribute(tag, |name| name.eq_ignore_ascii_case("ispermalink"));
                self.draft.guid_is_name =
                    permanent.is_some_and(|said| said.trim().eq_ignore_ascii_case("false"));
                Field::Guid
            }
            "origlink" => Field::OriginalLink,
            "pubdate" | "published" | "issued" | "created" if plain || atom => Field::Published,
            "date" if prefix == "dc" => Field::Published,
            "updated" | "modified" if plain || atom => Field::Updated,
            _ => return,
        };
        self.field = Some((field, self.places.len()));
        self.text.clear();
    }

    fn open_channel_link(&mut self, tag: &BytesStart<'_>) {
        let Some(href) = attribute(tag, |name| name == "href") else {
            return;
        };
        let target = self.base().and_then(|base| web_url(base, &href));
        let rel = attribute(tag, |name| name == "rel").unwrap_or_default();
        for rel in rel.split_ascii_whitespace() {
            match rel.to_ascii_lowercase().as_str() {
                "hub" => self.feed.push_hub(target.clone()),
                "self" if self.feed.topic.is_none() => self.feed.topic.clone_from(&target),
                _ => {}
            }
        }
    }

    fn add(&mut self, piece: &str) {
        if self.field.is_some() && self.text.len() + piece.len() <= MAX_FIELD {
            self.text.push_str(piece);
        }
    }

    fn close(&mut self) {
        if let Some((field, depth)) = self.field
            && depth == self.places.len()
        {
            self.field = None;
            self.set(field);
        }
        let place = self.places.pop();
        while self.bases.len() > 1
            && self
                .bases
                .last()
                .is_some_and(|(depth, _)| *depth > self.places.len())
        {
            self.bases.pop();
        }
        if place == Some(Place::Item)
            && let Some(item) = std::mem::take(&mut self.draft).finish()
        {
            self.feed.push(item);
        }
    }

    fn set(&mut self, field: Field) {
        let text = std::mem::take(&mut self.text);
        if text.trim().is_empty() {
            return;
        }
        let draft = &mut self.draft;
        match field {
            Field::Title if draft.title.is_none() => draft.title = Some(text),
            Field::Published if draft.published.is_none() => draft.published = Some(text),
            Field::Updated => draft.updated = Some(text),
            Field::Link => {
                let base = self.bases.last().map(|(_, base)| base);
                let url = base.and_then(|base| web_url(base, &text));
                self.draft.link = self.draft.link.take().or(url);
            }
            Field::OriginalLink => self.draft.original = self.absolute(&text),
            Field::Guid if !draft.guid_is_name => {
                let url = self.absolute(&text);
                self.draft.identity = self.draft.identity.take().or(url);
            }
            _ => {}
        }
    }

    /// An address in full: a guid that is none would otherwise become one.
    fn absolute(&self, text: &str) -> Option<Url> {
        let text = text.trim();
        let full = text
            .get(..4)
            .is_some_and(|start| start.eq_ignore_ascii_case("http"));
        full.then(|| web_url(self.base()?, text)).flatten()
    }
}

fn prefix(tag: &BytesStart<'_>) -> String {
    let name = tag.name();
    let prefix = name.prefix();
    prefix.map_or_else(String::new, |prefix| prefix.as_ref().to_ascii_lowercase())
}

fn attribute(tag: &BytesStart<'_>, is_it: impl Fn(&str) -> bool) -> Option<String> {
    let mut attributes = tag.attributes();
    let found = attributes
        .with_checks(false)
        .flatten()
        .find(|attribute| is_it(attribute.key.0))?;
    let value = found.normalized_value(XmlVersion::Implicit1_0);
    value
        .map_or_else(
            |_| Some(found.value.clone().into_owned()), // an unknown entity
            |value| Some(value.into_owned()),
        )
        .filter(|value| !value.trim().is_empty())
}
