//! Streaming parser for RSS and Atom. Names are compared case-insensitively, and with their prefix where other
//! vocabularies use the same name (`media:title`).

use quick_xml::Reader;
use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};
use url::Url;

use super::title::{entity, from_html, title};
use super::{Feed, Format, Item, MAX_FIELD, MAX_ITEMS, read_date, web_url};

/// Maximum nesting of elements; deeper nesting is an attack or noise.
const MAX_DEPTH: usize = 256;

/// An open element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Element {
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
    /// An HTML title: any title in RSS, or one of that type in Atom.
    HtmlTitle,
    Link,
    Guid,
    OriginalLink,
    Published,
    Updated,
}

/// The state between two events.
struct FeedParser {
    feed: Feed,
    open_elements: Vec<Element>,
    /// The values of `xml:base`, each with the depth of its element.
    bases: Vec<(usize, Url)>,
    /// The prefix of the root element. Elements with it count as elements without a prefix.
    prefix: String,
    item: ItemBuilder,
    field: Option<(Field, usize)>,
    text: String,
}

/// An item whose fields are being read.
#[derive(Debug, Default)]
struct ItemBuilder {
    title: Option<String>,
    link: Option<Url>,
    original: Option<Url>,
    /// The guid or id, if it is a URL.
    guid: Option<Url>,
    guid_is_no_url: bool,
    published: Option<String>,
    updated: Option<String>,
}

impl ItemBuilder {
    /// The item. `None` if it has no page, only enclosures, comments or the like.
    fn build(self) -> Option<Item> {
        let url = self.original.or(self.link).or(self.guid)?;
        let read = |text: Option<String>| text.as_deref().and_then(read_date);
        Some(Item {
            url: url.to_string(),
            title: self.title.as_deref().and_then(title),
            published: read(self.published).or_else(|| read(self.updated)),
        })
    }
}

/// Parses RSS or Atom. `None` if there is no root element, or a different one.
pub(super) fn parse(text: &str, url: &Url) -> Option<Feed> {
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    config.allow_dangling_amp = true;
    config.expand_empty_elements = true;
    let mut parser: Option<FeedParser> = None;
    loop {
        let event = match reader.read_event() {
            Ok(Event::Eof) => break,
            Ok(event) => event,
            Err(_) => {
                parser.as_mut()?.feed.truncated = true;
                break;
            }
        };
        match (&mut parser, event) {
            (None, Event::Start(tag)) => parser = Some(FeedParser::begin(&tag, url)?),
            (Some(parser), Event::Start(tag)) => {
                parser.open(&tag);
                if parser.open_elements.len() > MAX_DEPTH || parser.feed.items.len() >= MAX_ITEMS {
                    parser.feed.truncated = true;
                    break;
                }
            }
            (Some(parser), Event::End(_)) => parser.close(),
            (Some(parser), Event::Text(piece)) => parser.add(&piece.xml10_content()),
            (Some(parser), Event::CData(piece)) => parser.add(&piece.xml10_content()),
            (Some(parser), Event::GeneralRef(name)) => match name.resolve_char_ref() {
                Ok(Some(c)) => parser.add(c.encode_utf8(&mut [0; 4])),
                // HTML entities occur although they are not declared.
                _ => parser.add(entity(&name.xml10_content()).as_deref().unwrap_or(" ")),
            },
            _ => {}
        }
    }
    let mut parser = parser?;
    parser.feed.truncated |= !parser.open_elements.is_empty();
    Some(parser.feed)
}

impl FeedParser {
    fn begin(root: &BytesStart<'_>, url: &Url) -> Option<Self> {
        let name = root.local_name().as_ref().to_ascii_lowercase();
        let (format, element) = match name.as_str() {
            "rss" | "rdf" => (Format::Rss, Element::Root),
            "feed" => (Format::Atom, Element::Channel),
            "entry" => (Format::Atom, Element::Item), // a push may consist of a single entry
            _ => return None,
        };
        let mut parser = Self {
            feed: Feed::empty(format),
            open_elements: vec![element],
            bases: vec![(0, url.clone())],
            prefix: prefix(root),
            item: ItemBuilder::default(),
            field: None,
            text: String::new(),
        };
        parser.rebase(root);
        Some(parser)
    }

    fn base(&self) -> Option<&Url> {
        self.bases.last().map(|(_, base)| base)
    }

    fn rebase(&mut self, tag: &BytesStart<'_>) {
        let value = attribute(tag, |name| name.eq_ignore_ascii_case("xml:base"));
        if let Some(value) = value
            && let Some(base) = self.base().and_then(|base| web_url(base, &value))
        {
            self.bases.push((self.open_elements.len(), base));
        }
    }

    fn open(&mut self, tag: &BytesStart<'_>) {
        let parent = self.open_elements.last().copied().unwrap_or(Element::Other);
        let name = tag.local_name().as_ref().to_ascii_lowercase();
        let prefix = prefix(tag);
        let plain = prefix.is_empty() || prefix == self.prefix;
        let element = match (parent, name.as_str()) {
            (Element::Root, "channel") if plain => Element::Channel,
            // RSS 1.0 has its items beside the channel, other formats have them within it.
            (Element::Root | Element::Channel, "item" | "entry") if plain => {
                self.item = ItemBuilder::default();
                self.item.guid = attribute(tag, |name| name.ends_with(":about"))
                    .and_then(|about| self.absolute(&about));
                Element::Item
            }
            _ => Element::Other,
        };
        self.open_elements.push(element);
        self.rebase(tag);
        if self.field.is_some() {
            return; // markup within a title
        }
        match parent {
            Element::Item => self.open_field(tag, &name, &prefix, plain),
            Element::Root | Element::Channel if name == "link" => self.open_channel_link(tag),
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
                        && self.item.link.is_none()
                    {
                        self.item.link = self.base().and_then(|base| web_url(base, &href));
                    }
                    return;
                }
                Field::Link
            }
            "title" if plain && self.is_html(tag) => Field::HtmlTitle,
            "title" if plain => Field::Title,
            "guid" | "id" if plain => {
                let permanent = attribute(tag, |name| name.eq_ignore_ascii_case("ispermalink"));
                self.item.guid_is_no_url =
                    permanent.is_some_and(|value| value.trim().eq_ignore_ascii_case("false"));
                Field::Guid
            }
            "origlink" => Field::OriginalLink,
            "pubdate" | "published" | "issued" | "created" if plain || atom => Field::Published,
            "date" if prefix == "dc" => Field::Published,
            "updated" | "modified" if plain || atom => Field::Updated,
            _ => return,
        };
        self.field = Some((field, self.open_elements.len()));
        self.text.clear();
    }

    /// Whether the text of an element is HTML (RFC 4287, section 3.1.1; `text/html` in Atom 0.3).
    fn is_html(&self, tag: &BytesStart<'_>) -> bool {
        let kind = || attribute(tag, |name| name == "type").unwrap_or_default();
        let html = ["html", "text/html"];
        self.feed.format == Format::Rss
            || html
                .iter()
                .any(|name| kind().trim().eq_ignore_ascii_case(name))
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
            && depth == self.open_elements.len()
        {
            self.field = None;
            self.set(field);
        }
        let element = self.open_elements.pop();
        while self.bases.len() > 1
            && self
                .bases
                .last()
                .is_some_and(|(depth, _)| *depth > self.open_elements.len())
        {
            self.bases.pop();
        }
        if element == Some(Element::Item)
            && let Some(item) = std::mem::take(&mut self.item).build()
        {
            self.feed.push(item);
        }
    }

    fn set(&mut self, field: Field) {
        let text = std::mem::take(&mut self.text);
        if text.trim().is_empty() {
            return;
        }
        let item = &mut self.item;
        match field {
            Field::Title if item.title.is_none() => item.title = Some(text),
            Field::HtmlTitle if item.title.is_none() => {
                item.title = Some(from_html(&text).into_owned());
            }
            Field::Published if item.published.is_none() => item.published = Some(text),
            Field::Updated => item.updated = Some(text),
            Field::Link => {
                let base = self.bases.last().map(|(_, base)| base);
                let url = base.and_then(|base| web_url(base, &text));
                self.item.link = self.item.link.take().or(url);
            }
            Field::OriginalLink => self.item.original = self.absolute(&text),
            Field::Guid if !item.guid_is_no_url => {
                let url = self.absolute(&text);
                self.item.guid = self.item.guid.take().or(url);
            }
            _ => {}
        }
    }

    /// An absolute URL: a guid that is not a URL must not be resolved.
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
