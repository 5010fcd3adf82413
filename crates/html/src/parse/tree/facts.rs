//! Records the metadata of a page as its tags are parsed.

use crate::head::{Anchor, HeadLink, Meta, Time};
use crate::name::Name;
use crate::parse::attributes::{Attribute, Attributes};
use crate::parse::blocks::MAX_ENTRIES;
use crate::parse::tree::Tree;
use crate::parse::tree::element::{Extent, Open, StartTag, Traits};
use crate::parse::tree::hidden::{is_hovered, names_dialog};
use crate::parse::tree::style::{self, Hiding};
use crate::span::Span;
use crate::span::span;
use crate::tag::{FORMATTING, INLINE, SKIPPED, Tag};
use crate::text::{decode, decode_attribute, fold};

/// How the types of microdata end whose image is that of the page, in lower case.
const OF_PAGES: [&str; 6] = [
    "article",
    "posting",
    "report",
    "webpage",
    "itempage",
    "creativework",
];

/// Elements of advertisements in AMP.
const AMP_ADS: [Name; 4] = [
    Name::new(b"amp-ad"),
    Name::new(b"amp-auto-ads"),
    Name::new(b"amp-embed"),
    Name::new(b"amp-sticky-ad"),
];

/// The property of an image in microdata.
const IMAGE: &str = "image";
/// The name of images in AMP.
const AMP_IMG: Name = Name::new(b"amp-img");

impl Tree<'_> {
    /// Records the facts of an element that begins, and returns the traits to keep.
    pub(crate) fn note_facts(&mut self, start: &StartTag) -> Traits {
        let attributes = start.attributes;
        self.note_item_type(attributes);
        match start.tag {
            Tag::Html => {
                let lang = self.text_of(attributes, Attribute::Lang);
                let head = &mut self.blocks.document.head;
                head.lang = head.lang.take().or(lang);
            }
            Tag::Body => self.note_body(attributes),
            Tag::Base => {
                let base = self.text_of(attributes, Attribute::Href);
                let head = &mut self.blocks.document.head;
                head.base = head.base.take().or(base);
            }
            Tag::Meta => self.note_meta(attributes),
            Tag::Link => self.note_link(attributes),
            Tag::Img => {
                self.blocks.document.counts.images += 1;
                self.note_image(attributes);
            }
            Tag::Source => self.note_source(attributes),
            Tag::Frame | Tag::Iframe => {
                self.count(start.tag, attributes);
                self.note_frame(attributes);
            }
            Tag::Other if start.name == AMP_IMG => self.note_image(attributes),
            tag => self.count(tag, attributes),
        }
        let hiding = self.hiding(start);
        let extent = match start.tag {
            Tag::A | Tag::Area => {
                self.note_date(attributes);
                self.note_anchor(attributes, hiding != Hiding::Shown)
            }
            Tag::Time => self.note_time(attributes),
            Tag::Meta => Extent::None,
            _ => {
                self.note_date(attributes);
                Extent::None
            }
        };
        let names = match start.tag {
            Tag::A | Tag::Span | Tag::Time => {
                let [class, id] =
                    [Attribute::Class, Attribute::Id].map(|name| attributes.value(name));
                [class, id, self.property_of_author(start)]
            }
            _ => [Span::default(); 3],
        };
        Traits {
            hiding,
            is_shadow: start.tag == Tag::Template
                && attributes.get(Attribute::ShadowRootMode).is_some(),
            extent,
            names,
        }
    }

    /// The `itemprop` or the `RDFa` `property` or `rel` with which an element names the author: `author`, `sioc:has_creator`. Of all
    /// properties, only that of the author adds to what the text says.
    fn property_of_author(&self, start: &StartTag) -> Span {
        let value = |attribute| start.attributes.value(attribute);
        let itemprop = value(Attribute::Itemprop);
        let is_author = |property: &str| property.eq_ignore_ascii_case("author");
        if is_author(itemprop.of(self.html).trim_ascii()) {
            return itemprop;
        }
        let names_author = |rdfa: &Span| {
            let rdfa = rdfa.of(self.html).trim_ascii();
            let property = rdfa.rsplit([':', '/', '#', '_']).next().unwrap_or(rdfa);
            is_author(property) || property.eq_ignore_ascii_case("creator")
        };
        // the `rel` of a link is kept with it
        let rel = Some(value(Attribute::Rel)).filter(|_| start.tag != Tag::A);
        let mut rdfa = std::iter::once(value(Attribute::Property)).chain(rel);
        rdfa.find(names_author).unwrap_or_default()
    }

    fn count(&mut self, tag: Tag, attributes: &Attributes) {
        let counts = &mut self.blocks.document.counts;
        let count = match tag {
            Tag::Article => &mut counts.articles,
            Tag::Video => &mut counts.videos,
            Tag::Audio => &mut counts.audios,
            Tag::Iframe => &mut counts.frames,
            Tag::Form => &mut counts.forms,
            Tag::Input => {
                let kind = attributes.value(Attribute::Type).of(self.html);
                counts.passwords += u32::from(kind.trim().eq_ignore_ascii_case("password"));
                let emails = &mut self.blocks.document.head.emails;
                if kind.trim().eq_ignore_ascii_case("email") && emails.len() < 100 {
                    emails.push(span(0, self.at).end);
                }
                &mut counts.inputs
            }
            _ => return,
        };
        *count += 1;
    }

    /// Whether and how an element's author hides it. `aria-hidden` does not count, as it marks what is shown but
    /// not read aloud, such as an initial letter; nor does `until-found`, which a search reveals.
    fn hiding(&self, start: &StartTag) -> Hiding {
        let attributes = start.attributes;
        let is_marked = attributes.get(Attribute::Hidden).is_some_and(|value| {
            !value
                .of(self.html)
                .trim()
                .eq_ignore_ascii_case("until-found")
        });
        let style = attributes.get(Attribute::Style);
        let style = style.map(|style| decode_attribute(style.of(self.html)));
        let class = self
            .cut_names(attributes.value(Attribute::Class))
            .of(self.html);
        match style::hiding(start.tag.name(), is_marked, style.as_deref(), class) {
            Hiding::Shown if self.is_tooltip(attributes, class) => Hiding::Unseen,
            // its text is a placeholder
            Hiding::Shown if start.tag == Tag::Other && AMP_ADS.contains(&start.name) => {
                Hiding::NotDrawn
            }
            Hiding::Shown => Hiding::Shown,
            _ if self.is_dialog(start.tag, attributes) => Hiding::Unseen,
            hiding => hiding,
        }
    }

    /// Whether an element is the text of a tooltip, by its role or, inside the word that has it, by its class.
    fn is_tooltip(&self, attributes: &Attributes, class: &str) -> bool {
        let role = attributes.value(Attribute::Role).of(self.html).trim();
        let around = self.innermost();
        let is_in_word = around == Tag::A || around.is(INLINE) && !around.is(FORMATTING);
        let word = self.open.last().map(|open| self.cut_names(open.class));
        let class_of_word = word.unwrap_or_default().of(self.html);
        role.eq_ignore_ascii_case("tooltip") || is_in_word && is_hovered(class, class_of_word)
    }

    /// Whether an element is a dialog by its name. Those of a text never are.
    fn is_dialog(&self, tag: Tag, attributes: &Attributes) -> bool {
        if matches!(tag, Tag::Article | Tag::Main) {
            return false;
        }
        let names = [Attribute::Class, Attribute::Id, Attribute::Role];
        let mut names = names
            .map(|name| self.cut_names(attributes.value(name)).of(self.html))
            .into_iter();
        tag == Tag::Dialog || names.any(names_dialog)
    }

    /// Handles the content of a raw text element.
    pub(crate) fn raw_text(&mut self, tag: Tag, attributes: &Attributes, text: &str, at: usize) {
        match tag {
            Tag::Title if self.blocks.document.title.is_empty() => {
                let mut title = fold(&decode(text));
                // others compare it with every headline; the longest of 4,500 pages has 1,017
                title.truncate(title.floor_char_boundary(10_000));
                title.truncate(title.trim_end().len());
                self.blocks.document.title = title;
            }
            Tag::Script if self.is_json_ld(attributes) => {
                self.blocks.document.head.json_ld.push(text.to_owned());
            }
            Tag::Script if text.len() >= 500 => {
                let scripts = &mut self.blocks.document.head.scripts;
                if scripts.len() < 100 {
                    scripts.push(span(at, at + text.len()));
                }
            }
            Tag::Noscript => {
                self.blocks.document.counts.noscript_bytes += text.len();
                self.note_image_without_scripts(at..at + text.len());
            }
            _ if !tag.is(SKIPPED) => {
                let source = at..at + text.len();
                self.text(&text.replace('\0', "\u{fffd}"), source);
            }
            _ => {}
        }
    }

    fn is_json_ld(&self, attributes: &Attributes) -> bool {
        // the second is a common mistake
        const JSON_LD: [&str; 2] = ["application/ld+json", "application/json+ld"];
        let kind = attributes.value(Attribute::Type).of(self.html).trim_start();
        JSON_LD.iter().any(|known| {
            kind.get(..known.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(known))
        })
    }

    fn note_body(&mut self, attributes: &Attributes) {
        let at = span(0, self.at).end;
        for (attribute, place) in [
            (Attribute::Class, 0),
            (Attribute::Id, 1),
            (Attribute::Role, 2),
            (Attribute::Itemprop, 3),
        ] {
            let value = attributes.value(attribute);
            let body = self.blocks.document.elements[0];
            let known = [body.class, body.id, body.role, body.itemprop][place];
            if known.is_empty() && !value.is_empty() {
                let kept = self.keep_names(value);
                let body = &mut self.blocks.document.elements[0];
                *[
                    &mut body.class,
                    &mut body.id,
                    &mut body.role,
                    &mut body.itemprop,
                ][place] = kept;
            }
        }
        let body = &mut self.blocks.document.elements[0];
        if body.source.start == 0 {
            body.source.start = at;
        }
    }

    fn note_item_type(&mut self, attributes: &Attributes) {
        if self.blocks.document.head.item_types.len() < 100
            && let Some(kind) = self.text_of(attributes, Attribute::Itemtype)
        {
            self.blocks.document.head.item_types.push(kind);
        }
    }

    fn note_meta(&mut self, attributes: &Attributes) {
        let content = self.text_of(attributes, Attribute::Content);
        let content = content.or_else(|| self.text_of(attributes, Attribute::Datetime));
        let Some(content) = content else {
            return;
        };
        let names = [
            Attribute::Name,
            Attribute::Property,
            Attribute::Itemprop,
            Attribute::HttpEquiv,
        ]
        .map(|attribute| self.text_of(attributes, attribute));
        let property = attributes.value(Attribute::Itemprop).of(self.html);
        let is_author = property.trim_ascii() == "name" && self.is_in_author();
        let author = is_author.then(|| "author".to_owned());
        let is_image_of_other = property.trim_ascii() == IMAGE && self.is_in_other_item();
        let names = names.into_iter().flatten().chain(author);
        let names = names.filter(|name| !(is_image_of_other && name == IMAGE));
        let offset = span(0, self.at).end;
        let metas = &mut self.blocks.document.head.meta;
        metas.extend(names.map(|name| Meta {
            name: name.to_ascii_lowercase(),
            content: content.clone(),
            offset,
        }));
    }

    /// Whether the innermost element is the author of the page in microdata, and not of an item inside it, such as a comment.
    fn is_in_author(&self) -> bool {
        let is_author = |open: &Open| {
            let property = open.itemprop.of(self.html).trim_ascii();
            property.eq_ignore_ascii_case("author")
        };
        let properties = self.open.iter().filter(|open| !open.itemprop.is_empty());
        self.open.last().is_some_and(is_author) && properties.count() == 1
    }

    /// Whether the innermost item of microdata is not an article or its page, but the publisher or the like.
    fn is_in_other_item(&self) -> bool {
        let mut types = self.open.iter().rev().map(|open| open.itemtype);
        let item = types.find(|kind| !kind.is_empty());
        item.is_some_and(|kind| {
            let kinds = kind.of(self.html).to_ascii_lowercase();
            let mut kinds = kinds.split_ascii_whitespace();
            !kinds.any(|kind| {
                let kind = kind.trim_end_matches('/');
                OF_PAGES.iter().any(|end| kind.ends_with(end))
            })
        })
    }

    fn note_link(&mut self, attributes: &Attributes) {
        let text = |attribute| self.text_of(attributes, attribute);
        let Some(href) = text(Attribute::Href) else {
            return;
        };
        let Some(mut rel) = text(Attribute::Rel) else {
            let property = text(Attribute::Itemprop);
            if property.as_deref() == Some(IMAGE) && !self.is_in_other_item() {
                self.blocks.document.head.meta.push(Meta {
                    name: IMAGE.to_owned(),
                    content: href,
                    offset: span(0, self.at).end,
                });
            }
            return;
        };
        let mut media_type = text(Attribute::Type).unwrap_or_default();
        let hreflang = text(Attribute::Hreflang).unwrap_or_default();
        rel.make_ascii_lowercase();
        media_type.make_ascii_lowercase();
        self.blocks.document.head.links.push(HeadLink {
            rel,
            href,
            media_type,
            hreflang,
        });
    }

    fn note_anchor(&mut self, attributes: &Attributes, hidden: bool) -> Extent {
        let Some(href) = attributes.get(Attribute::Href) else {
            return Extent::None;
        };
        let index = self.blocks.document.head.anchors.len();
        let hidden = hidden || !self.is_shown();
        let in_template = hidden && self.open.iter().any(|open| open.tag == Tag::Template);
        if index < MAX_ENTRIES && !in_template {
            let anchor = Anchor {
                href: self.keep(href),
                rel: self.keep_names(attributes.value(Attribute::Rel)),
                text: self.empty_text(),
                element: self.insertion_element(),
                hidden,
            };
            self.blocks.document.head.anchors.push(anchor);
        }
        Extent::Link(index)
    }

    fn note_frame(&mut self, attributes: &Attributes) {
        if let Some(src) = attributes.get(Attribute::Src)
            && self.blocks.document.head.frames.len() < 100
        {
            let src = self.keep(src);
            self.blocks.document.head.frames.push(src);
        }
    }

    fn note_time(&mut self, attributes: &Attributes) -> Extent {
        let index = self.blocks.document.head.times.len();
        if index >= MAX_ENTRIES {
            return Extent::None;
        }
        let datetime = attributes.get(Attribute::Datetime);
        let datetime = datetime.or_else(|| self.date_in_words(attributes));
        let datetime = datetime.or_else(|| self.date_in_data(attributes));
        let time = Time {
            datetime: self.keep(datetime.unwrap_or_default()),
            itemprop: self.keep_names(attributes.value(Attribute::Itemprop)),
            class: self.keep_names(attributes.value(Attribute::Class)),
            text: self.empty_text(),
            element: self.insertion_element(),
            offset: span(0, self.at).end,
        };
        self.blocks.document.head.times.push(time);
        Extent::Time(index)
    }

    /// Marks a link that began in a hidden element and continues where text is shown.
    pub(crate) fn show_anchor(&mut self, index: usize) {
        let text = self.empty_text();
        if let Some(anchor) = self.blocks.document.head.anchors.get_mut(index)
            && anchor.hidden
        {
            anchor.hidden = false;
            anchor.text = text;
        }
    }

    pub(crate) fn empty_text(&self) -> Span {
        let position = self.blocks.position();
        Span {
            start: position,
            end: position,
        }
    }

    /// An attribute's value, decoded and trimmed; `None` if it is missing or blank.
    fn text_of(&self, attributes: &Attributes, attribute: Attribute) -> Option<String> {
        let value = decode_attribute(attributes.get(attribute)?.of(self.html));
        let value = value.trim();
        (!value.is_empty()).then(|| value.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use crate::cases::assert_texts;

    #[test]
    fn a_declared_shadow_tree_is_read() {
        assert_texts(
            "<x-a><template shadowrootmode=open><p>The bridge.</template></x-a><template><p>Other => The bridge.",
        );
    }

    #[test]
    fn the_placeholder_of_an_advertisement_is_no_text() {
        assert_texts(
            "<p>It is closed.</p><amp-ad type=x><div placeholder>Loading</div></amp-ad><p>May.</p> => It is closed.¶May.
            <p>It is closed.</p><AMP-AD><p fallback>Keine Anzeige</p></AMP-AD><p>May.</p> => It is closed.¶May.
            <p>It is closed.</p><amp-embed type=y><div>أنت مدعو</div></amp-embed><p>May.</p> => It is closed.¶May.
            <amp-img><p>A picture.</amp-img> => A picture.",
        );
    }

    #[test]
    fn a_button_is_text_where_it_is_a_heading() {
        assert_texts(
            "<h3><button aria-expanded=false>Who pays <b>for it</b>?</button></h3><p>The town. => Who pays for it?¶The town.
            <h3>Who pays? <button>Link</button></h3> => Who pays?
            <h3><button>Who pays?</button> <button>Share</button> Now</h3> => Who pays? Now",
        );
    }
}
