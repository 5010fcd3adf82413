//! Text that authors hide, and when it is read nonetheless.

use memchr::memchr_iter;

use crate::parse::tree::Tree;
use crate::parse::tree::element::Phase;
use crate::parse::tree::style::{Hiding, StyleSheets};

/// A page that shows this many bytes, about 1,300 words, shows its main text.
const MAX_SHOWN_BYTES: usize = 8 << 10;
/// Minimum bytes of the paragraph before the hidden rest of a text, and of the rest.
const MIN_PARAGRAPH_BYTES: usize = 100;
const MIN_REST_BYTES: usize = 400;
/// Parts of the classes and ids of dialogs that a script opens over the page.
const DIALOGS: [&str; 10] = [
    "cookie", "consent", "gdpr", "modal", "dialog", "popup", "pop-up", "lightbox", "overlay",
    "privacy",
];

/// Beginnings of classes that name what a post is about.
const TOPICS: [&str; 2] = ["category-", "tag-"];

/// What is skipped only because its author hides it.
#[derive(Clone, Default)]
pub(crate) struct Hidden {
    /// Whether it is read as if it were shown.
    pub(crate) is_shown: bool,
    /// The style sheets of the page, as far as they are read.
    pub(crate) sheets: StyleSheets,
    /// Number of open elements that are skipped only because they are hidden.
    pub(crate) open: u32,
    /// Bytes of text skipped in them, without white space.
    bytes: usize,
    /// Those of them that certainly are not drawn.
    bytes_not_drawn: usize,
    /// The open elements that may be text nonetheless.
    rests: Vec<Rest>,
    /// The positions of the elements that are read because they proved to be text, in order.
    opened: Vec<usize>,
    /// The positions of those that proved to be text when they ended.
    found: Vec<usize>,
}

/// A hidden element that may be text nonetheless.
#[derive(Clone, Copy)]
struct Rest {
    serial: u32,
    /// Its position in the page.
    at: usize,
    /// Bytes skipped before it.
    before: usize,
    min_bytes: usize,
}

impl<'a> Tree<'a> {
    /// A tree that also reads what authors hide.
    pub(crate) fn showing_hidden(html: &'a str) -> Tree<'a> {
        let mut tree = Tree::new(html);
        tree.hidden.is_shown = true;
        tree
    }

    /// A tree that also reads the hidden elements that a script shows: those that continue a shown text in the element around
    /// both when the reader asks for more, and paragraphs that are hidden in an uncertain way. `None` if there are none.
    pub(crate) fn showing_rests(&mut self) -> Option<Tree<'a>> {
        let mut opened = std::mem::take(&mut self.hidden.found);
        opened.sort_unstable();
        (!opened.is_empty()).then(|| {
            let mut tree = Tree::new(self.html);
            tree.hidden.opened = opened;
            tree
        })
    }

    /// Whether an element that begins here is not read because its author hides it so.
    pub(crate) fn hides(&self, hiding: Hiding) -> bool {
        let hidden = &self.hidden;
        match hiding {
            Hiding::Shown => false,
            Hiding::Unseen => true,
            Hiding::Maybe | Hiding::NotDrawn => {
                !hidden.is_shown && hidden.opened.binary_search(&self.at).is_err()
            }
        }
    }

    /// Notes a hidden element that begins here inside an element of the text.
    pub(crate) fn note_hidden(&mut self, around: u32, hiding: Hiding) {
        let min_bytes = if hiding == Hiding::Maybe {
            MIN_PARAGRAPH_BYTES
        } else if self.skipped == 0 && self.follows_paragraph(around) {
            MIN_REST_BYTES
        } else {
            return;
        };
        self.hidden.rests.push(Rest {
            serial: self.serial,
            at: self.at,
            before: self.hidden.bytes,
            min_bytes,
        });
    }

    /// Whether the last block is a paragraph of an element that is not the whole page.
    fn follows_paragraph(&self, around: u32) -> bool {
        let document = &self.blocks.document;
        let (Some(last), Some(around), false) = (
            document.blocks.last(),
            document.elements.get(around as usize),
            self.blocks.has_text(),
        ) else {
            return false;
        };
        last.text.len() >= MIN_PARAGRAPH_BYTES
            && last.link_words == 0
            && last.offset >= around.source.start
            && around.parent.is_some()
    }

    /// Notes that the hidden element with that serial ended.
    pub(crate) fn end_hidden(&mut self, serial: u32) {
        let hidden = &mut self.hidden;
        hidden.open -= 1;
        let rest = hidden.rests.iter().rposition(|rest| rest.serial == serial);
        if let Some(rest) = rest.map(|at| hidden.rests.remove(at))
            && hidden.bytes >= rest.before + rest.min_bytes
        {
            hidden.found.push(rest.at);
        }
    }

    /// Counts skipped text, if it is skipped only because its author hides it.
    pub(crate) fn count_skipped(&mut self, text: &str) {
        if self.skipped == self.hidden.open && self.phase == Phase::Body {
            let bytes = text_bytes(text);
            self.hidden.bytes += bytes;
            let mut rests = self.hidden.rests.iter();
            if rests.all(|rest| rest.min_bytes != MIN_PARAGRAPH_BYTES) {
                self.hidden.bytes_not_drawn += bytes;
            }
        }
    }

    /// Whether the page shows little text and hides more: then a script reveals it, and it is the main
    /// text.
    pub(crate) fn hides_most(&self) -> bool {
        if self.hidden.bytes_not_drawn == 0 {
            return false;
        }
        let shown = text_bytes(&self.blocks.document.text);
        shown < MAX_SHOWN_BYTES && self.hidden.bytes_not_drawn > shown
    }
}

/// Whether a class, id or role is that of a dialog. The classes of a post may name its category: `category-privacy`.
pub(crate) fn names_dialog(names: &str) -> bool {
    let lower = names.to_ascii_lowercase();
    let mut names = lower.split_ascii_whitespace();
    let is_topic = |name: &str| TOPICS.iter().any(|topic| name.starts_with(topic));
    names.any(|name| !is_topic(name) && DIALOGS.iter().any(|dialog| name.contains(dialog)))
}

/// Bytes of a text, without white space and NUL.
fn text_bytes(text: &str) -> usize {
    let words = text.split_whitespace().map(str::len);
    words.sum::<usize>() - memchr_iter(0, text.as_bytes()).count()
}
