//! The element names the parser knows, and how each is treated.
//!
//! The traits follow the tree construction rules of the HTML standard (§13.2.6). The first two are
//! our own: `INLINE` elements do not end a text block, `SKIPPED` elements have no readable text.

/// The element does not end a block of text.
pub(crate) const INLINE: u16 = 1 << 0;
/// The content of the element is not readable text: scripts, controls, images, embedded content.
pub(crate) const SKIPPED: u16 = 1 << 1;
/// The element has no content and no end tag.
pub(crate) const VOID: u16 = 1 << 2;
/// In the standard's "special" category: stops the search for an ordinary end tag's element.
pub(crate) const SPECIAL: u16 = 1 << 3;
/// Its start tag closes an open paragraph.
pub(crate) const CLOSES_P: u16 = 1 << 4;
/// Its content is raw text up to its own end tag.
pub(crate) const RAW: u16 = 1 << 5;
/// In the standard's "formatting" category: reopened when misnested.
pub(crate) const FORMATTING: u16 = 1 << 6;
/// Bounds the search of "has an element in scope".
pub(crate) const SCOPE: u16 = 1 << 7;
/// Its start tag ends an `<svg>` or `<math>` around it.
pub(crate) const LEAVES_FOREIGN: u16 = 1 << 8;
/// Allowed in the head of the page.
pub(crate) const HEAD: u16 = 1 << 9;
/// Its end tag closes whatever is open inside it, if it is in scope.
pub(crate) const SCOPED_END: u16 = 1 << 10;
/// Puts a marker on the list of active formatting elements.
pub(crate) const MARKER: u16 = 1 << 11;
/// A table or a part of one.
pub(crate) const TABLE_PART: u16 = 1 << 12;

/// Means something only inside `<svg>` or `<math>`.
pub(crate) const FOREIGN: u16 = 1 << 13;

const BLOCK: u16 = SPECIAL | CLOSES_P | SCOPED_END;
const FORMAT: u16 = INLINE | FORMATTING;

macro_rules! tags {
    ($($variant:ident $name:literal $traits:expr;)*) => {
        /// An element name known to the parser.
        #[repr(u8)]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Tag {
            /// A name not listed here, such as that of a custom element.
            Other,
            $(#[doc = concat!("`<", $name, ">`")] $variant),*
        }

        pub(crate) const ALL: &[(&str, u16, Tag)] = &[("", 0, Tag::Other), $(($name, $traits, Tag::$variant)),*];
    };
}

tags! {
    A "a" FORMAT;
    Abbr "abbr" INLINE;
    Acronym "acronym" INLINE;
    Address "address" BLOCK;
    AnnotationXml "annotation-xml" SPECIAL | SCOPE | FOREIGN;
    Applet "applet" SKIPPED | SPECIAL | SCOPE | MARKER;
    Area "area" SKIPPED | SPECIAL | VOID;
    Article "article" BLOCK;
    Aside "aside" BLOCK;
    Audio "audio" SKIPPED;
    B "b" FORMAT | LEAVES_FOREIGN;
    Base "base" SPECIAL | VOID | HEAD;
    Basefont "basefont" INLINE | SPECIAL | VOID | HEAD;
    Bdi "bdi" INLINE;
    Bdo "bdo" INLINE;
    Bgsound "bgsound" SPECIAL | VOID | HEAD;
    Big "big" FORMAT | LEAVES_FOREIGN;
    Blink "blink" INLINE;
    Blockquote "blockquote" BLOCK | LEAVES_FOREIGN;
    Body "body" SPECIAL | LEAVES_FOREIGN;
    Br "br" SPECIAL | VOID | LEAVES_FOREIGN;
    Button "button" SKIPPED | SPECIAL;
    Canvas "canvas" SKIPPED;
    Caption "caption" SPECIAL | SCOPE | MARKER | TABLE_PART;
    Center "center" BLOCK | LEAVES_FOREIGN;
    Cite "cite" INLINE;
    Code "code" FORMAT | LEAVES_FOREIGN;
    Col "col" SPECIAL | VOID | TABLE_PART;
    Colgroup "colgroup" SPECIAL | TABLE_PART;
    Data "data" INLINE;
    Datalist "datalist" SKIPPED;
    Dd "dd" SPECIAL | LEAVES_FOREIGN;
    Del "del" INLINE;
    Desc "desc" SPECIAL | SCOPE | FOREIGN;
    Details "details" BLOCK;
    Dfn "dfn" INLINE;
    Dialog "dialog" CLOSES_P | SCOPED_END;
    Dir "dir" BLOCK;
    Div "div" BLOCK | LEAVES_FOREIGN;
    Dl "dl" BLOCK | LEAVES_FOREIGN;
    Dt "dt" SPECIAL | LEAVES_FOREIGN;
    Em "em" FORMAT | LEAVES_FOREIGN;
    Embed "embed" SKIPPED | SPECIAL | VOID | LEAVES_FOREIGN;
    Fieldset "fieldset" BLOCK;
    Figcaption "figcaption" BLOCK;
    Figure "figure" BLOCK;
    Font "font" FORMAT;
    Footer "footer" BLOCK;
    ForeignObject "foreignobject" SPECIAL | SCOPE | FOREIGN;
    Form "form" SPECIAL | CLOSES_P;
    Frame "frame" SPECIAL | VOID;
    Frameset "frameset" SPECIAL;
    H1 "h1" SPECIAL | CLOSES_P | LEAVES_FOREIGN;
    H2 "h2" SPECIAL | CLOSES_P | LEAVES_FOREIGN;
    H3 "h3" SPECIAL | CLOSES_P | LEAVES_FOREIGN;
    H4 "h4" SPECIAL | CLOSES_P | LEAVES_FOREIGN;
    H5 "h5" SPECIAL | CLOSES_P | LEAVES_FOREIGN;
    H6 "h6" SPECIAL | CLOSES_P | LEAVES_FOREIGN;
    Head "head" SKIPPED | SPECIAL | LEAVES_FOREIGN;
    Header "header" BLOCK;
    Hgroup "hgroup" BLOCK;
    Hr "hr" SPECIAL | CLOSES_P | VOID | LEAVES_FOREIGN;
    Html "html" SPECIAL | SCOPE;
    I "i" FORMAT | LEAVES_FOREIGN;
    Iframe "iframe" SKIPPED | SPECIAL | RAW;
    Image "image" SKIPPED | SPECIAL | VOID;
    Img "img" SKIPPED | SPECIAL | VOID | LEAVES_FOREIGN;
    Input "input" SKIPPED | SPECIAL | VOID;
    Ins "ins" INLINE;
    Kbd "kbd" INLINE;
    Keygen "keygen" SPECIAL | VOID;
    Label "label" INLINE;
    Li "li" SPECIAL | LEAVES_FOREIGN;
    Link "link" SKIPPED | SPECIAL | VOID | HEAD;
    Listing "listing" BLOCK | LEAVES_FOREIGN;
    Main "main" BLOCK;
    Map "map" SKIPPED;
    Mark "mark" INLINE;
    Marquee "marquee" SPECIAL | SCOPE | MARKER;
    Math "math" SKIPPED;
    Menu "menu" BLOCK | LEAVES_FOREIGN;
    Meta "meta" SKIPPED | SPECIAL | VOID | HEAD | LEAVES_FOREIGN;
    Meter "meter" SKIPPED;
    Mi "mi" SPECIAL | SCOPE | FOREIGN;
    Mn "mn" SPECIAL | SCOPE | FOREIGN;
    Mo "mo" SPECIAL | SCOPE | FOREIGN;
    Ms "ms" SPECIAL | SCOPE | FOREIGN;
    Mtext "mtext" SPECIAL | SCOPE | FOREIGN;
    Nav "nav" BLOCK;
    Nobr "nobr" FORMAT | LEAVES_FOREIGN;
    Noembed "noembed" SKIPPED | SPECIAL | RAW;
    Noframes "noframes" SKIPPED | SPECIAL | RAW | HEAD;
    Noscript "noscript" SKIPPED | SPECIAL | RAW | HEAD;
    Object "object" SKIPPED | SPECIAL | SCOPE | MARKER;
    Ol "ol" BLOCK | LEAVES_FOREIGN;
    Optgroup "optgroup" 0;
    Option "option" SKIPPED;
    P "p" SPECIAL | CLOSES_P | LEAVES_FOREIGN;
    Param "param" SPECIAL | VOID;
    Plaintext "plaintext" SPECIAL | CLOSES_P | RAW;
    Pre "pre" BLOCK | LEAVES_FOREIGN;
    Progress "progress" SKIPPED;
    Q "q" INLINE;
    Rb "rb" INLINE;
    Rp "rp" INLINE;
    Rt "rt" INLINE;
    Rtc "rtc" 0;
    Ruby "ruby" INLINE | LEAVES_FOREIGN;
    S "s" FORMAT | LEAVES_FOREIGN;
    Samp "samp" INLINE;
    Script "script" SKIPPED | SPECIAL | RAW | HEAD;
    Search "search" BLOCK;
    Section "section" BLOCK;
    Select "select" SKIPPED | SPECIAL | SCOPE | SCOPED_END;
    Small "small" FORMAT | LEAVES_FOREIGN;
    Source "source" SPECIAL | VOID;
    Span "span" INLINE | LEAVES_FOREIGN;
    Strike "strike" FORMAT | LEAVES_FOREIGN;
    Strong "strong" FORMAT | LEAVES_FOREIGN;
    Style "style" SKIPPED | SPECIAL | RAW | HEAD;
    Sub "sub" INLINE | LEAVES_FOREIGN;
    Summary "summary" BLOCK;
    Sup "sup" INLINE | LEAVES_FOREIGN;
    Svg "svg" SKIPPED;
    Table "table" SPECIAL | SCOPE | LEAVES_FOREIGN | TABLE_PART;
    Tbody "tbody" SPECIAL | TABLE_PART;
    Td "td" SPECIAL | SCOPE | MARKER | TABLE_PART;
    Template "template" SKIPPED | SPECIAL | SCOPE | HEAD | MARKER;
    Textarea "textarea" SKIPPED | SPECIAL | RAW;
    Tfoot "tfoot" SPECIAL | TABLE_PART;
    Th "th" SPECIAL | SCOPE | MARKER | TABLE_PART;
    Thead "thead" SPECIAL | TABLE_PART;
    Time "time" INLINE;
    Title "title" SKIPPED | SPECIAL | RAW | HEAD;
    Tr "tr" SPECIAL | TABLE_PART;
    Track "track" SPECIAL | VOID;
    Tt "tt" FORMAT | LEAVES_FOREIGN;
    U "u" FORMAT | LEAVES_FOREIGN;
    Ul "ul" BLOCK | LEAVES_FOREIGN;
    Var "var" INLINE | LEAVES_FOREIGN;
    Video "video" SKIPPED;
    Wbr "wbr" INLINE | SPECIAL | VOID;
    Xmp "xmp" SPECIAL | CLOSES_P | RAW;
}

impl Tag {
    pub(crate) const COUNT: usize = ALL.len();

    /// The name in lower case; empty for [`Tag::Other`].
    #[inline]
    pub fn name(self) -> &'static str {
        ALL[self as usize].0
    }

    /// Whether the element has one of the given traits.
    #[inline]
    pub(crate) fn is(self, traits: u16) -> bool {
        TRAITS[self as usize] & traits != 0
    }

    /// Whether it is one of `<h1>` to `<h6>`.
    #[inline]
    pub fn is_heading(self) -> bool {
        matches!(
            self,
            Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6
        )
    }
}

static TRAITS: [u16; ALL.len()] = {
    let mut traits = [0; ALL.len()];
    let mut i = 0;
    while i < ALL.len() {
        traits[i] = ALL[i].1;
        i += 1;
    }
    traits
};
