//! RSS and Atom. Names are compared case-insensitively, and by their vocabularies, since others use the same names (`media:title`).

use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use url::Url;

use super::item::{ItemBuilder, LinkRank};
use super::markup::{self, Rank, Tag, Vocabulary};
use super::title::{from_html, title};
use super::{Feed, Format, Item, MAX_FIELD, base_of_items, read_date};
use crate::seed::primary_language;
use crate::url::web_url;

/// Base64 with or without its padding.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

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
    Title(TitleKind),
    Link,
    /// The link of the channel.
    Home,
    Guid,
    /// The page of its comments, which may be its own.
    Comments,
    OriginalLink,
    /// In the vocabulary of the feed or, with 1, another.
    Published(usize),
    Updated,
    /// Text that may hold the only link of an item.
    Summary,
    Language,
}

/// How a title is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct TitleKind {
    /// Of several titles that with the lowest rank counts.
    rank: u8,
    html: bool,
    base64: bool,
}

/// The state between two events.
struct FeedParser {
    feed: Feed,
    language: Option<String>,
    open_elements: Vec<Element>,
    /// The values of `xml:base`, each with the depth of its element.
    bases: Vec<(usize, Url)>,
    item: ItemBuilder,
    field: Option<(Field, usize)>,
    /// The depth of a script within the field.
    hidden: Option<usize>,
    text: String,
}

/// Parses RSS or Atom. `None` if there is no root element.
pub(super) fn parse(text: &str, url: &Url) -> Option<Feed> {
    let document = markup::read(text.as_bytes(), |root| FeedParser::begin(root, url)).0?;
    let mut feed = document.format.feed;
    feed.truncated |= !document.complete;
    Some(feed)
}

impl markup::Format for FeedParser {
    const ROOTS: &'static [&'static str] = &["rss", "rdf", "feed"];

    fn rank(tag: &Tag<'_>) -> Option<Rank> {
        use Vocabulary::{Atom, DublinCore, Own};
        let (level, ends) = match (tag.vocabulary, tag.name.as_str()) {
            (Own, "item" | "entry") => (1, true),
            (
                Own | Atom,
                "title" | "link" | "guid" | "id" | "pubdate" | "published" | "updated" | "issued"
                | "modified",
            )
            | (DublinCore, "title" | "date") => (2, true),
            // These may hold markup with any of the names above.
            (
                Own,
                "description" | "summary" | "content" | "author" | "category" | "comments"
                | "enclosure",
            ) => (2, false),
            _ => return None,
        };
        Some(Rank { level, ends })
    }

    fn open(&mut self, tag: &Tag<'_>) {
        let parent = self.open_elements.last().copied().unwrap_or(Element::Other);
        let own = tag.vocabulary == Vocabulary::Own;
        let element = match (parent, tag.name.as_str()) {
            (Element::Root, "channel") if own => Element::Channel,
            // RSS 1.0 has its items beside the channel, other formats have them within it.
            (Element::Root | Element::Channel, "item" | "entry") if own => {
                let about = tag.attribute_where(|name| name.ends_with(":about"));
                self.item = ItemBuilder {
                    guid: about.and_then(|about| self.absolute(&about)),
                    ..ItemBuilder::default()
                };
                Element::Item
            }
            _ => Element::Other,
        };
        self.open_elements.push(element);
        self.rebase(tag);
        if self.field.is_some() {
            // Markup within a title.
            if self.hidden.is_none() && matches!(tag.name.as_str(), "script" | "style") {
                self.hidden = Some(self.open_elements.len());
            }
            return;
        }
        if parent == Element::Channel && tag.name == "link" {
            self.open_channel_link(tag);
        }
        let is_rss = self.feed.format == Format::Rss;
        let field = match parent {
            Element::Item => self.field_of_item(tag),
            Element::Channel if is_rss && own && tag.name == "link" => Some(Field::Home),
            Element::Root | Element::Channel if tag.name == "language" => Some(Field::Language),
            _ => None,
        };
        if let Some(field) = field {
            self.field = Some((field, self.open_elements.len()));
            self.text.clear();
        }
    }

    fn text(&mut self, piece: &str) {
        let Some((field, _)) = self.field.filter(|_| self.hidden.is_none()) else {
            return;
        };
        let room = MAX_FIELD.saturating_sub(self.text.len());
        // An address or a date that is cut off would be another one.
        if piece.len() <= room || matches!(field, Field::Title(_) | Field::Summary) {
            self.text
                .push_str(&piece[..piece.floor_char_boundary(room)]);
        }
    }

    fn close(&mut self) {
        self.hidden = self
            .hidden
            .filter(|depth| *depth < self.open_elements.len());
        if let Some((field, depth)) = self.field
            && depth == self.open_elements.len()
        {
            self.field = None;
            self.set(field);
        }
        let element = self.open_elements.pop();
        let depth = self.open_elements.len();
        self.bases.retain(|(of, _)| *of == 0 || *of <= depth);
        if element == Some(Element::Item) {
            self.push_item();
        }
    }
}

impl FeedParser {
    fn begin(root: &Tag<'_>, url: &Url) -> Self {
        let (format, element) = match root.name.as_str() {
            "feed" => (Format::Atom, Element::Channel),
            _ => (Format::Rss, Element::Root),
        };
        let mut parser = Self {
            feed: Feed::empty(format),
            language: None,
            open_elements: vec![element],
            bases: vec![(0, url.clone())],
            item: ItemBuilder::default(),
            field: None,
            hidden: None,
            text: String::new(),
        };
        parser.rebase(root);
        parser.language = root.attribute("xml:lang");
        parser
    }

    fn push_item(&mut self) {
        let mut item = std::mem::take(&mut self.item);
        let language = self.language.as_deref();
        let read = |text: Option<String>| text.and_then(|text| read_date(&text, language));
        let updated = read(item.updated.take());
        let published = std::mem::take(&mut item.published);
        let published = published.into_iter().find_map(read).or(updated);
        let name = item.title.take().and_then(|(_, text)| title(&text));
        let others = [&item.guid, &item.comments].into_iter().flatten();
        let others: Vec<String> = others.map(Url::to_string).collect();
        let mut urls = item.urls();
        if urls.is_empty()
            && let Some((summary, base)) = item.summary.zip(self.base())
        {
            let summary = html::decode(summary.as_bytes(), None);
            let links = html::links(&summary, base, "").links.into_iter();
            urls.extend(links.map(|link| link.url).next());
        }
        for url in urls {
            self.feed.push(Item {
                url: url.to_string(),
                others: others.clone(),
                title: name.clone(),
                published,
                updated,
            });
        }
    }

    fn base(&self) -> Option<&Url> {
        self.bases.last().map(|(_, base)| base)
    }

    fn rebase(&mut self, tag: &Tag<'_>) {
        if let Some(value) = tag.attribute("xml:base")
            && let Some(base) = self.base().and_then(|base| web_url(base, &value))
        {
            self.bases.push((self.open_elements.len(), base));
        }
    }

    fn field_of_item(&mut self, tag: &Tag<'_>) -> Option<Field> {
        use Vocabulary::{Atom, DublinCore, Media, Own};
        if matches!(tag.vocabulary, Own | Atom) && tag.name == "content" {
            self.push_related(tag, "src");
        }
        let field = match (tag.vocabulary, tag.name.as_str()) {
            (Own | Atom, "link") => return self.open_item_link(tag),
            (vocabulary @ (Own | Atom | DublinCore | Media), "title") => {
                Field::Title(self.title_kind(tag, vocabulary))
            }
            (Own | Atom, "guid" | "id") => Field::Guid,
            (Own, "comments") => Field::Comments,
            (_, "origlink") => Field::OriginalLink,
            (Own | Atom | DublinCore, "pubdate" | "published" | "issued" | "created" | "date") => {
                Field::Published(usize::from(tag.vocabulary == DublinCore))
            }
            (Own | Atom | DublinCore, "updated" | "modified") => Field::Updated,
            (_, "description" | "summary" | "content" | "encoded")
                if self.item.links.is_empty() && self.item.guid.is_none() =>
            {
                Field::Summary
            }
            _ => return None,
        };
        Some(field)
    }

    fn open_channel_link(&mut self, tag: &Tag<'_>) {
        let rel = tag.attribute("rel");
        if rel.is_some_and(|rel| rel.trim().eq_ignore_ascii_case("next"))
            && let (Some(base), Some(href)) = (self.base(), tag.attribute("href"))
        {
            self.feed.next = web_url(base, &href);
        }
    }

    fn open_item_link(&mut self, tag: &Tag<'_>) -> Option<Field> {
        let rel = tag.attribute("rel").unwrap_or_default();
        let rel = rel.to_ascii_lowercase();
        // Also written as the address of its registration.
        match rel.trim().rsplit('/').next() {
            Some("" | "alternate" | "canonical") => {}
            Some("self" | "related") => {
                self.push_related(tag, "href");
                return None;
            }
            _ => return None,
        }
        let Some(href) = tag.attribute("href") else {
            return Some(Field::Link);
        };
        let own = self.language.as_deref().map(primary_language);
        let is_own = |language: String| own == Some(primary_language(&language));
        let rank = if !has_page_type(tag) {
            LinkRank::OtherType
        } else if tag.attribute("hreflang").is_none_or(is_own) {
            LinkRank::Page
        } else {
            LinkRank::Translation
        };
        let url = self.base().and_then(|base| web_url(base, &href));
        self.item.push_link(rank, url);
        None
    }

    /// Adds the URL in an attribute, which may be that of the page.
    fn push_related(&mut self, tag: &Tag<'_>, wanted: &str) {
        let value = tag.attribute(wanted).filter(|_| has_page_type(tag));
        let url = value.and_then(|value| web_url(self.base()?, &value));
        self.item.push_link(LinkRank::Related, url);
    }

    /// How a title is written: as HTML in RSS, or as its type says (RFC 4287, section 3.1.1; `text/html` and `mode` in Atom 0.3).
    fn title_kind(&self, tag: &Tag<'_>, vocabulary: Vocabulary) -> TitleKind {
        let value = |wanted| tag.attribute(wanted).unwrap_or_default();
        let kind = value("type").trim().to_ascii_lowercase();
        let is_text = kind.starts_with("text/") || kind.ends_with("xml") || !kind.contains('/');
        TitleKind {
            rank: match vocabulary {
                Vocabulary::Own | Vocabulary::Atom => 0,
                Vocabulary::DublinCore => 1,
                _ => 2,
            },
            html: self.feed.format == Format::Rss || matches!(kind.as_str(), "html" | "text/html"),
            base64: !is_text || value("mode").eq_ignore_ascii_case("base64"),
        }
    }

    fn set(&mut self, field: Field) {
        let text = std::mem::take(&mut self.text);
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        let url = || web_url(self.base()?, text);
        match field {
            Field::Title(kind) => {
                let known = self.item.title.as_ref().map_or(u8::MAX, |(rank, _)| *rank);
                let text = kind.read(text);
                if kind.rank < known && !text.trim().is_empty() {
                    self.item.title = Some((kind.rank, text));
                }
            }
            Field::Published(rank) => {
                self.item.published[rank].get_or_insert_with(|| text.to_owned());
            }
            Field::Updated => self.item.updated = Some(text.to_owned()),
            Field::Link => {
                let url = url();
                self.item.push_link(LinkRank::Page, url);
            }
            // The feed may name another base.
            Field::Home => {
                if let [(_, base)] = &mut self.bases[..]
                    && let Some(home) = base_of_items(base, text)
                {
                    *base = home;
                }
            }
            Field::OriginalLink => self.item.original = self.absolute(text),
            Field::Guid => self.item.guid = self.item.guid.take().or_else(|| self.absolute(text)),
            Field::Comments => self.item.comments = url(),
            Field::Summary => {
                self.item.summary.get_or_insert_with(|| text.to_owned());
            }
            Field::Language => self.language = Some(text.to_owned()),
        }
    }

    /// An absolute URL or path: a guid that is neither must not be resolved.
    fn absolute(&self, text: &str) -> Option<Url> {
        let text = text.trim();
        let is_web = |start: &str| start.eq_ignore_ascii_case("http");
        let full = text.starts_with('/') || text.get(..4).is_some_and(is_web);
        full.then(|| web_url(self.base()?, text)).flatten()
    }
}

/// Whether what an element links to is a page by its type, or may be one.
fn has_page_type(tag: &Tag<'_>) -> bool {
    tag.attribute("type").is_none_or(|kind| {
        let kind = kind.trim().to_ascii_lowercase();
        kind.starts_with("text/html") || kind.starts_with("application/xhtml")
    })
}

impl TitleKind {
    /// The plain text of a title.
    fn read(self, text: &str) -> String {
        let letters: String = text.split_whitespace().collect();
        let bytes = self.base64.then(|| BASE64.decode(letters).ok()).flatten();
        // What is no text after decoding was not encoded.
        let decoded = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
        let text = decoded.as_deref().unwrap_or(text);
        if self.html {
            from_html(text).into_owned()
        } else {
            text.to_owned()
        }
    }
}
