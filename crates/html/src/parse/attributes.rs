//! Scans the attributes of a tag for its end and the values we look at.

use memchr::memchr;

use crate::span::{Span, span};

/// The attributes we look at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Attribute {
    Class,
    Id,
    Role,
    Itemprop,
    Itemtype,
    Hidden,
    Style,
    Href,
    Rel,
    Type,
    Hreflang,
    Name,
    Property,
    HttpEquiv,
    Content,
    Lang,
    Datetime,
    Title,
    DataTime,
    Encoding,
    Color,
    Face,
    Size,
    Src,
    Srcset,
    DataSrc,
    DataSrcset,
    Alt,
    Width,
    Height,
    ShadowRootMode,
    DataName,
    AriaLabel,
}

const COUNT: usize = Attribute::AriaLabel as usize + 1;

impl Attribute {
    #[inline]
    fn named(name: &[u8]) -> Option<Attribute> {
        let found = Attribute::in_lower_case(name);
        if found.is_some()
            || name.len() > MAX_NAME_BYTES
            || !name.iter().any(u8::is_ascii_uppercase)
        {
            return found;
        }
        let mut lower = [0; MAX_NAME_BYTES];
        let lower = &mut lower[..name.len()];
        lower.copy_from_slice(name);
        lower.make_ascii_lowercase();
        Attribute::in_lower_case(lower)
    }

    #[inline]
    fn in_lower_case(name: &[u8]) -> Option<Attribute> {
        use Attribute as A;
        Some(match name {
            b"class" => A::Class,
            b"id" => A::Id,
            b"href" => A::Href,
            b"style" => A::Style,
            b"rel" => A::Rel,
            b"role" => A::Role,
            b"type" => A::Type,
            b"name" => A::Name,
            b"lang" => A::Lang,
            b"title" => A::Title,
            b"aria-label" => A::AriaLabel,
            b"data-date" | b"data-time" | b"data-datetime" | b"data-timestamp" | b"data-ts"
            | b"data-published" | b"data-pubdate" | b"data-publish-date" => A::DataTime,
            b"size" => A::Size,
            b"face" => A::Face,
            b"color" => A::Color,
            // an element with `popover` is not drawn until it is opened
            b"hidden" | b"popover" => A::Hidden,
            b"content" => A::Content,
            b"property" => A::Property,
            b"itemprop" => A::Itemprop,
            b"itemtype" => A::Itemtype,
            b"datetime" => A::Datetime,
            b"encoding" => A::Encoding,
            b"hreflang" => A::Hreflang,
            b"http-equiv" => A::HttpEquiv,
            b"src" => A::Src,
            b"alt" => A::Alt,
            b"width" => A::Width,
            b"height" => A::Height,
            b"srcset" => A::Srcset,
            b"data-src" | b"data-lazy-src" | b"data-original" | b"data-hi-res-src"
            | b"data-full" => A::DataSrc,
            b"data-srcset" => A::DataSrcset,
            b"shadowrootmode" => A::ShadowRootMode,
            b"data-testid" | b"data-test-id" | b"data-test" | b"data-cy" | b"data-qa"
            | b"data-component" => A::DataName,
            _ => return None,
        })
    }
}

/// Length of the longest name we look at, in bytes.
const MAX_NAME_BYTES: usize = "data-publish-date".len();

/// The positions of a tag's attribute values. Of several attributes with the same name, the first counts.
#[derive(Debug)]
pub(crate) struct Attributes {
    /// Values of attributes that are not present are left over from another tag.
    values: [Span; COUNT],
    present: u64,
    /// From the end of the tag's name to the end of the tag.
    pub(crate) source: Span,
}

impl Default for Attributes {
    fn default() -> Self {
        Self {
            values: [Span::default(); COUNT],
            present: 0,
            source: Span::default(),
        }
    }
}

impl Attributes {
    /// The attributes of a reopened element: no values, only their position in the page.
    pub(crate) fn again(source: Span) -> Self {
        Self {
            source,
            ..Self::default()
        }
    }

    /// The value as written; empty for an attribute without one.
    #[inline]
    pub(crate) fn get(&self, attribute: Attribute) -> Option<Span> {
        self.is_present(attribute)
            .then_some(self.values[attribute as usize])
    }

    #[inline]
    fn is_present(&self, attribute: Attribute) -> bool {
        self.present >> attribute as u32 & 1 == 1
    }

    /// The value as written; empty if the attribute is missing too.
    #[inline]
    pub(crate) fn value(&self, attribute: Attribute) -> Span {
        self.get(attribute).unwrap_or_default()
    }

    /// Whether any of them is present, with or without a value.
    pub(crate) fn has_any(&self, attributes: &[Attribute]) -> bool {
        let mut attributes = attributes.iter();
        attributes.any(|&attribute| self.get(attribute).is_some())
    }

    /// Reads the attributes of the tag whose name ends at `from`, replacing those of another tag; `None` if the page ends
    /// inside the tag.
    #[inline]
    pub(crate) fn read(&mut self, html: &[u8], from: usize) -> Option<TagEnd> {
        self.present = 0;
        let end = scan(html, from, |name, value| {
            if let Some(attribute) = Attribute::named(name) {
                self.set(attribute, value);
            }
        })?;
        self.source = span(from, end.after);
        Some(end)
    }

    #[inline]
    fn set(&mut self, attribute: Attribute, value: Span) {
        if !self.is_present(attribute) {
            self.present |= 1 << attribute as u32;
            self.values[attribute as usize] = value;
        }
    }
}

/// The end of a tag.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TagEnd {
    /// One past its `>`.
    pub(crate) after: usize,
    /// Whether it ended in `/>`.
    pub(crate) self_closing: bool,
}

/// Finds the end of the tag whose name ends at `from`; `None` if the page ends inside the tag.
#[inline]
pub(crate) fn skip(html: &[u8], from: usize) -> Option<TagEnd> {
    if html.get(from) == Some(&b'>') {
        return Some(TagEnd {
            after: from + 1,
            self_closing: false,
        });
    }
    scan(html, from, |_, _| {})
}

/// Calls `each` with the name and the span of the value of every attribute (§13.2.5.32 to 40).
#[inline]
pub(crate) fn scan<'h>(
    html: &'h [u8],
    from: usize,
    mut each: impl FnMut(&'h [u8], Span),
) -> Option<TagEnd> {
    let mut at = from;
    loop {
        at = skip_blanks(html, at);
        match *html.get(at)? {
            b'>' => {
                return Some(TagEnd {
                    after: at + 1,
                    self_closing: false,
                });
            }
            b'/' if html.get(at + 1) == Some(&b'>') => {
                return Some(TagEnd {
                    after: at + 2,
                    self_closing: true,
                });
            }
            b'/' => {
                at += 1;
                continue;
            }
            _ => {}
        }
        let name_start = at;
        at += 1; // a leading `=` belongs to the name
        while at < html.len() && !ENDS_ATTRIBUTE[html[at] as usize] {
            at += 1;
        }
        let name = &html[name_start..at];
        at = skip_blanks(html, at);
        if html.get(at) != Some(&b'=') {
            each(name, Span::default());
            continue;
        }
        at = skip_blanks(html, at + 1);
        match *html.get(at)? {
            quote @ (b'"' | b'\'') => {
                let start = at + 1;
                let end = start + memchr(quote, &html[start..])?;
                each(name, span(start, end));
                at = end + 1;
            }
            b'>' => each(name, Span::default()),
            _ => {
                let start = at;
                while at < html.len() && !is_blank(html[at]) && html[at] != b'>' {
                    at += 1;
                }
                each(name, span(start, at));
            }
        }
    }
}

#[inline]
fn skip_blanks(html: &[u8], mut at: usize) -> usize {
    while at < html.len() && is_blank(html[at]) {
        at += 1;
    }
    at
}

/// The bytes that end the name of a tag: white space, `/` and `>`.
pub(crate) static ENDS: [bool; 256] = bytes(b" \n\t\r\x0c/>");

/// The bytes that end the name of an attribute.
static ENDS_ATTRIBUTE: [bool; 256] = bytes(b" \n\t\r\x0c/>=");

const fn bytes(listed: &[u8]) -> [bool; 256] {
    let mut table = [false; 256];
    let mut i = 0;
    while i < listed.len() {
        table[listed[i] as usize] = true;
        i += 1;
    }
    table
}

/// Whether the byte is HTML white space.
#[inline]
pub(crate) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\t' | b'\r' | b'\x0c')
}

#[cfg(test)]
mod tests {
    use super::Attribute;

    #[test]
    fn names_count_in_capitals_too() {
        for name in [
            "Data-Publish-Date",
            "DATA-PUBLISH-DATE",
            "Data-Component",
            "ShadowRootMode",
            "SRC",
        ] {
            let lower = Attribute::in_lower_case(name.to_ascii_lowercase().as_bytes());
            assert!(lower.is_some(), "{name}");
            assert_eq!(Attribute::named(name.as_bytes()), lower, "{name}");
        }
        assert_eq!(Attribute::named(b"Data-Publish-Dates"), None);
    }
}
