//! Optional parts of an article: standfirst, captions, tables, comments. Each is a step that runs after the steps of the
//! extractor and only adds to the text.

mod captions;
mod comments;
mod lead;
mod tables;

use std::ops::RangeInclusive;

use crate::element_names::is_apart;
use crate::labels::title::headline_block;
use crate::labels::{Filter, Labels};
use html::{TextBlock, TextDocument};
use serde::{Deserialize, Serialize};

/// Maximum link density of a caption, a table or a comment: menus and controls have more.
const MAX_LINK_DENSITY: f32 = 0.5;

/// An optional part of an article.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Inclusion {
    /// The standfirst between headline and text.
    Lead,
    /// Captions of pictures beside and inside the text.
    Captions,
    /// Tables between paragraphs of the text.
    Tables,
    /// Reader comments.
    Comments,
}

impl Inclusion {
    /// All inclusions with their names on the command line.
    pub const ALL: [(&'static str, Self); 4] = [
        ("lead", Self::Lead),
        ("captions", Self::Captions),
        ("tables", Self::Tables),
        ("comments", Self::Comments),
    ];
}

/// A set of [`Inclusion`]s.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Inclusions(u8);

impl Inclusions {
    /// The empty set: the text is that of the extractor.
    pub const NONE: Self = Self(0);

    /// Whether the set contains `part`.
    pub fn has(self, part: Inclusion) -> bool {
        self.0 & 1 << part as u8 != 0
    }

    /// The set with `part` added.
    #[must_use]
    pub fn and(self, part: Inclusion) -> Self {
        Self(self.0 | 1 << part as u8)
    }
}

impl FromIterator<Inclusion> for Inclusions {
    fn from_iter<T: IntoIterator<Item = Inclusion>>(parts: T) -> Self {
        parts.into_iter().fold(Self::NONE, Self::and)
    }
}

/// The step that adds a part.
pub fn step(part: Inclusion) -> Filter {
    match part {
        Inclusion::Lead => Filter::new("with-lead", |document, labels| {
            add(lead::find, document, labels);
        }),
        Inclusion::Captions => Filter::new("with-captions", |document, labels| {
            add(captions::find, document, labels);
        }),
        Inclusion::Tables => Filter::new("with-tables", |document, labels| {
            add(tables::find, document, labels);
        }),
        Inclusion::Comments => Filter::new("with-comments", |document, labels| {
            add(comments::find, document, labels);
        }),
    }
}

/// Labels more blocks as content, except the headline. Adds nothing to a page without content.
fn add(find: fn(&ContentMap<'_>) -> Vec<usize>, document: &TextDocument, labels: &mut Labels) {
    let Some(map) = ContentMap::of(document, labels) else {
        return;
    };
    let mut blocks = find(&map);
    blocks.retain(|block| Some(*block) != map.headline);
    labels.add(document, &blocks);
}

/// The content after the previous steps.
struct ContentMap<'a> {
    document: &'a TextDocument,
    /// For each block: whether it is content.
    kept: Vec<bool>,
    /// For each element: whether it contains content.
    holds_content: Vec<bool>,
    /// The first and the last block of content.
    content: RangeInclusive<usize>,
    /// The block of the headline, if it is before the content.
    headline: Option<usize>,
}

impl<'a> ContentMap<'a> {
    /// `None` without content.
    fn of(document: &'a TextDocument, labels: &Labels) -> Option<Self> {
        let mut kept = vec![false; document.blocks.len()];
        let mut holds_content = vec![false; document.elements.len()];
        for block in labels.content_blocks() {
            kept[block] = true;
            let mut inner = Some(document.blocks[block].element);
            while let Some(element) = inner {
                let element = element as usize;
                if std::mem::replace(&mut holds_content[element], true) {
                    break;
                }
                inner = document.elements[element].parent;
            }
        }
        let first = kept.iter().position(|kept| *kept)?;
        let last = kept.iter().rposition(|kept| *kept)?;
        let headline = labels.title.or_else(|| headline_block(document));
        Some(Self {
            document,
            kept,
            holds_content,
            content: first..=last,
            headline: headline.filter(|headline| *headline <= first),
        })
    }

    fn block(&self, index: usize) -> &TextBlock {
        &self.document.blocks[index]
    }

    /// For each element: whether it is, or is inside, a menu, footer, aside or the like without content.
    fn set_apart(&self) -> Vec<bool> {
        self.document
            .inherited(|at, element| is_apart(element) && !self.holds_content[at])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_inclusions_has_what_was_added() {
        let some: Inclusions = [Inclusion::Lead, Inclusion::Comments].into_iter().collect();
        for (name, part) in Inclusion::ALL {
            assert_eq!(
                some.has(part),
                matches!(name, "lead" | "comments"),
                "{name}"
            );
            assert!(!Inclusions::NONE.has(part));
        }
        assert_eq!(some.and(Inclusion::Lead), some);
    }

    #[test]
    fn a_standfirst_is_added_and_what_is_known_of_the_page_is_kept() {
        let document = html::parse(
            "<h1>New bridge in Easton</h1><div class=standfirst>The council has decided after a long night.</div><p>Text</p>",
        );
        let mut labels = Labels::new(&document);
        labels.keep(|block| block == 2);
        labels.probabilities = vec![0.5; 3];
        labels.is_unsure = vec![true; 3];
        labels.lexicon_hits = vec![crate::lexicon::LexiconHits::default(); 3];
        let before = labels.clone();
        (step(Inclusion::Lead).apply)(&document, &mut labels);
        assert_eq!(labels.content_blocks().collect::<Vec<_>>(), [1, 2]);
        assert_eq!(labels.probabilities, before.probabilities);
        assert_eq!(labels.is_unsure, before.is_unsure);
        assert_eq!(labels.lexicon_hits.len(), 3);
    }
}
