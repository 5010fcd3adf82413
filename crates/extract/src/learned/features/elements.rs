//! Features of the elements around a block.

use memchr::memmem::Finder;

use super::columns::{BlockFeature, RowWriter, count};
use html::{Element, Tag, TextDocument};

/// The kinds of an element and its ancestors, as inherited bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Around(u32);

macro_rules! around {
    ($($name:ident $bit:literal $column:ident;)*) => {
        impl Around { $(const $name: Self = Self(1 << $bit);)* }
        /// The features that are single bits.
        static BITS: &[(Around, BlockFeature)] = &[$((Around::$name, BlockFeature::$column)),*];
    };
}

around! {
    PARAGRAPH 0 InParagraph;
    ITEM 1 InItem;
    MAIN 2 InMain;
    NAV 3 InNav;
    ASIDE 4 InAside;
    FOOTER 5 InFooter;
    HEADER 6 InHeader;
    FIGURE 7 InFigure;
    TABLE 8 InTable;
    FORM 9 InForm;
    QUOTE 10 InQuote;
    SECTION 11 InSection;
    DEFINITIONS 12 InDefinitions;
    HEADING 13 InHeading;
    BODY 14 InBody;
    PROPERTY 15 InProperty;
    LANDMARK 16 InLandmark;
    CUSTOM 17 InCustom;
    COMMENTS 18 InComments;
}

impl Around {
    const HEADLINE: Self = Self(1 << 19);

    fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The bits that an element adds for its descendants.
    fn of(document: &TextDocument, element: &Element, comments: &[Finder<'_>]) -> Self {
        let by_tag = match element.tag {
            Tag::P => Self::PARAGRAPH,
            Tag::Li => Self::ITEM,
            Tag::Main => Self::MAIN,
            Tag::Nav => Self::NAV,
            Tag::Aside => Self::ASIDE,
            Tag::Footer => Self::FOOTER,
            Tag::Header => Self::HEADER,
            Tag::Figure | Tag::Figcaption => Self::FIGURE,
            Tag::Table => Self::TABLE,
            Tag::Form => Self::FORM,
            Tag::Blockquote => Self::QUOTE,
            Tag::Section => Self::SECTION,
            Tag::Dl => Self::DEFINITIONS,
            Tag::H1 => Self(Self::HEADING.0 | Self::HEADLINE.0),
            Tag::Other => Self::CUSTOM,
            tag if tag.is_heading() => Self::HEADING,
            _ => Self::default(),
        };
        let itemprop = document.attribute(element.itemprop);
        let by_property = match itemprop {
            "" => Self::default(),
            _ if itemprop.to_ascii_lowercase().contains("articlebody") => Self::BODY,
            _ => Self::PROPERTY,
        };
        let by_role = match document.attribute(element.role) {
            "main" => Self::MAIN,
            "navigation" | "complementary" | "contentinfo" | "banner" | "dialog"
            | "alertdialog" | "menu" | "search" => Self::LANDMARK,
            _ => Self::default(),
        };
        let by_name = if element.parent.is_some() && has_name_part(document, element, comments) {
            Self::COMMENTS
        } else {
            Self::default()
        };
        Self(by_tag.0 | by_property.0 | by_role.0 | by_name.0)
    }
}

/// Substrings of names of comments: `comment-list`, `userComments`, `Kommentare`, `commentaires`, `disqus_thread`. Broader than
/// [`crate::element_names::is_called_comments`], which must exclude forms and counters.
const COMMENTS: [&str; 2] = ["omment", "disqus"];

/// Whether the class or the id of an element contains one of the substrings.
fn has_name_part(document: &TextDocument, element: &Element, parts: &[Finder<'_>]) -> bool {
    let has = |name: &str| {
        parts
            .iter()
            .any(|part| part.find(name.as_bytes()).is_some())
    };
    has(document.attribute(element.class)) || has(document.attribute(element.id))
}

/// Features that blocks inherit from their elements.
#[derive(Debug, Default)]
pub(crate) struct Elements {
    around: Vec<Around>,
    /// For each element: the number of `<article>`s around it, including itself, and the ordinal of the innermost.
    articles: Vec<(u16, u16)>,
    article_count: u16,
    has_main: bool,
    /// For each block: the number of blocks of the same parent up to this one, and of blocks directly in its element.
    siblings: Vec<(u32, u32)>,
}

/// The parent of an element; `<body>` is its own parent.
#[inline]
pub(crate) fn parent_of(document: &TextDocument, element: usize) -> usize {
    document.elements[element]
        .parent
        .map_or(0, |parent| parent as usize)
}

impl Elements {
    pub(super) fn of(document: &TextDocument) -> Self {
        let mut all = Self::default();
        let comments = COMMENTS.map(Finder::new);
        for element in &document.elements {
            let parent = element.parent.map(|parent| parent as usize);
            let outer = parent.map_or(Around::default(), |parent| all.around[parent]);
            let own = Around::of(document, element, &comments);
            all.has_main |= own.has(Around::MAIN);
            all.around.push(Around(outer.0 | own.0));
            let (mut depth, mut ordinal) = parent.map_or((0, 0), |parent| all.articles[parent]);
            if element.tag == Tag::Article {
                all.article_count = all.article_count.saturating_add(1);
                depth = depth.saturating_add(1);
                ordinal = all.article_count;
            }
            all.articles.push((depth, ordinal));
        }
        let mut below = vec![0_u32; document.elements.len()];
        let mut direct = vec![0_u32; document.elements.len()];
        for block in &document.blocks {
            let parent = parent_of(document, block.element as usize);
            below[parent] += 1;
            direct[block.element as usize] += 1;
            all.siblings.push((below[parent], 0));
        }
        for (block, sibling) in std::iter::zip(&document.blocks, &mut all.siblings) {
            sibling.1 = direct[block.element as usize];
        }
        all
    }

    /// Whether an element is inside comments.
    pub(super) fn in_comments(&self, element: usize) -> bool {
        self.around[element].has(Around::COMMENTS)
    }

    /// The blocks inside h1 elements.
    pub(super) fn headlines<'a>(
        &'a self,
        document: &'a TextDocument,
    ) -> impl Iterator<Item = usize> + 'a {
        let blocks = document.blocks.iter().enumerate();
        blocks
            .filter(|(_, block)| self.around[block.element as usize].has(Around::HEADLINE))
            .map(|(index, _)| index)
    }

    pub(super) fn write(&self, document: &TextDocument, block: usize, row: &mut RowWriter) {
        let element = document.blocks[block].element as usize;
        let parent = parent_of(document, element);
        let grandparent = parent_of(document, parent);
        let around = self.around[element];
        for (bit, column) in BITS {
            row.flag(*column, around.has(*bit));
        }
        row.set(
            BlockFeature::OwnTag,
            tag_code(document.elements[element].tag),
        );
        row.set(
            BlockFeature::ParentTag,
            tag_code(document.elements[parent].tag),
        );
        row.set(
            BlockFeature::GrandparentTag,
            tag_code(document.elements[grandparent].tag),
        );
        let depth = f32::from(document.elements[element].depth);
        let before = block.checked_sub(1).map(|before| &document.blocks[before]);
        row.set(BlockFeature::Depth, depth);
        row.set(
            BlockFeature::DepthChange,
            before.map_or(0.0, |before| {
                depth - f32::from(document.elements[before.element as usize].depth)
            }),
        );
        row.flag(
            BlockFeature::SameParentAsBefore,
            before.is_some_and(|before| parent_of(document, before.element as usize) == parent),
        );
        let (articles, ordinal) = self.articles[element];
        row.set(BlockFeature::InArticle, f32::from(articles));
        row.set(BlockFeature::ArticleOrdinal, f32::from(ordinal));
        row.set(BlockFeature::Articles, f32::from(self.article_count));
        row.flag(BlockFeature::HasMain, self.has_main);
        let (sibling, same) = self.siblings[block];
        row.set(BlockFeature::Sibling, count(sibling as usize));
        row.set(BlockFeature::InSameElement, count(same as usize));
    }
}

/// Numbers tags so that a tree can split them: the tags most likely to contain text come first.
fn tag_code(tag: Tag) -> f32 {
    const ORDER: &[Tag] = &[
        Tag::P,
        Tag::Li,
        Tag::Div,
        Tag::Td,
        Tag::H1,
        Tag::H2,
        Tag::H3,
        Tag::H4,
        Tag::H5,
        Tag::H6,
        Tag::Blockquote,
        Tag::Figcaption,
        Tag::Section,
        Tag::Article,
        Tag::Main,
        Tag::Aside,
        Tag::Footer,
        Tag::Header,
        Tag::Nav,
        Tag::Dd,
        Tag::Dt,
        Tag::Body,
        Tag::Th,
        Tag::Pre,
        Tag::Center,
        Tag::Form,
        Tag::Ul,
        Tag::Figure,
        Tag::Caption,
        Tag::Details,
        Tag::Summary,
        Tag::Address,
    ];
    count(
        ORDER
            .iter()
            .position(|known| *known == tag)
            .unwrap_or(ORDER.len()),
    )
}
