//! The blocks of a page from html5ever's tree: slow, simple, and the reference for our parser. What styles and classes hide is read by
//! the same code, which has tests of its own.

use std::cell::RefCell;
use std::rc::Rc;

use html5ever::tendril::TendrilSink;
use html5ever::{Attribute, parse_document};
use markup5ever_rcdom::{Handle, NodeData, RcDom};

const INLINE: &str = " a abbr acronym b basefont bdi bdo big blink cite code data del dfn em font i ins kbd label \
    mark nobr q rb rp rt ruby s samp small span strike strong sub sup time tt u var wbr ";
const SKIPPED: &str = " applet area audio button canvas datalist embed head iframe img image input link map math \
    meta meter noembed noframes noscript object option progress script select style svg template textarea title video ";
const BLOCK: &str = " address annotation-xml article aside base bgsound blockquote body br caption center col colgroup dd desc \
    details dialog dir div dl dt fieldset figcaption figure footer foreignobject form frame frameset h1 h2 h3 \
    h4 h5 h6 header hgroup hr html keygen li listing main marquee menu mi mn mo ms mtext nav ol optgroup p \
    param plaintext pre rtc search section source summary table tbody td tfoot th thead tr track ul xmp ";

/// Parts of the classes, ids and roles of dialogs.
const DIALOGS: [&str; 10] = [
    "cookie", "consent", "gdpr", "modal", "dialog", "popup", "pop-up", "lightbox", "overlay",
    "privacy",
];

#[path = "../../src/parse/tree/style.rs"]
mod style;

use style::Hiding;

/// A block: its text with white space folded, the part of it in links, whether its element is a heading, and the number of the
/// element around that.
struct Block {
    text: String,
    linked: String,
    is_heading: bool,
    outer: usize,
}

/// The texts of the blocks.
pub(crate) fn blocks(html: &str) -> Vec<String> {
    let mut blocks = shown_blocks(html);
    let shown = content(&blocks);
    if let Some(opened) = noscript_opened(html) {
        let without_scripts = shown_blocks(&opened);
        if content(&without_scripts) >= shown + usize::max(500, 3 * shown) {
            blocks = without_scripts;
        }
    }
    let texts = blocks.iter().map(|block| without_wraps(&block.text));
    texts.collect()
}

/// A text without blanks between characters that are as wide as ideographs: whether one is there depends on where the source wraps its
/// lines, which this reference does not follow.
pub(crate) fn without_wraps(text: &str) -> String {
    let is_wide = |c: char| matches!(c, '\u{3001}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff01}'..='\u{ff9f}' | '\u{20000}'..='\u{3ffff}');
    let mut kept = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let is_between = c == ' ' && kept.ends_with(is_wide) && text[at + 1..].starts_with(is_wide);
        if !is_between {
            kept.push(c);
        }
    }
    kept
}

/// Bytes of the blocks of at least eight words that are not mostly links.
fn content(blocks: &[Block]) -> usize {
    let are_words = |block: &&Block| {
        let all = words(&block.text);
        all >= 8 && 2 * words(&block.linked) < all
    };
    let sentences = blocks.iter().filter(are_words);
    sentences.map(|block| block.text.len()).sum()
}

/// Number of words of a text; each ideograph is one.
fn words(text: &str) -> usize {
    let ideographs = text.chars().filter(|c| html::is_ideograph(*c)).count();
    let others = text.split(|c: char| c.is_whitespace() || html::is_ideograph(c));
    ideographs
        + others
            .filter(|word| word.contains(char::is_alphanumeric))
            .count()
}

/// The page with `<div>` for `<noscript>`, if it has any.
fn noscript_opened(html: &str) -> Option<String> {
    let lower = html.to_ascii_lowercase();
    let mut opened = String::new();
    let mut rest = 0;
    for (at, name) in lower.match_indices("noscript") {
        let is_tag = lower[..at].ends_with('<') || lower[..at].ends_with("</");
        let end = lower[at + name.len()..].chars().next().unwrap_or('>');
        if is_tag && (end.is_ascii_whitespace() || matches!(end, '/' | '>')) {
            opened.push_str(&html[rest..at]);
            opened.push_str("div");
            rest = at + name.len();
        }
    }
    opened.push_str(&html[rest..]);
    (rest > 0).then_some(opened)
}

fn shown_blocks(html: &str) -> Vec<Block> {
    let dom = parse_document(RcDom::default(), html5ever::ParseOpts::default()).one(html);
    let walked = |mut blocks: Blocks| {
        blocks.walk(&dom.document, 0);
        blocks.end();
        blocks
    };
    let shown = walked(Blocks::default());
    let ink_shown: usize = shown.done.iter().map(|block| ink(&block.text)).sum();
    if ink_shown < 8 << 10 && shown.hidden > ink_shown {
        let all = Blocks {
            show_hidden: true,
            ..Blocks::default()
        };
        return walked(all).done;
    }
    if shown.rests.is_empty() {
        return shown.done;
    }
    let with_rests = Blocks {
        opened: shown.rests,
        ..Blocks::default()
    };
    walked(with_rests).done
}

/// Bytes of a text, without white space.
fn ink(text: &str) -> usize {
    text.split_whitespace().map(str::len).sum()
}

#[derive(Default)]
struct Blocks {
    done: Vec<Block>,
    text: String,
    /// The part of the text in links.
    linked: String,
    /// Number of open links.
    links: usize,
    /// The open block-level elements inside the body, and the number of those so far.
    around: Vec<Around>,
    entered: usize,
    /// The hidden elements that continue a text, those in a row that may do so, with their place and bytes outside links, and those that
    /// are read nonetheless.
    rests: Vec<Handle>,
    row: Vec<Handle>,
    place: Option<[usize; 3]>,
    in_row: usize,
    opened: Vec<Handle>,
    /// The last button that was skipped, if it may be a word of a sentence, with the number of blocks and the text before it.
    button: Option<(Handle, usize, String)>,
    breaks: usize,
    /// Whether only blanks followed the last line break.
    begins_line: bool,
    /// Bytes of text hidden only by its author.
    hidden: usize,
    show_hidden: bool,
    /// Number of open `<ruby>` elements.
    rubies: usize,
    /// Open headings: a button in one is its text.
    headings: usize,
    /// Open paragraphs: an unknown element in one, or in a heading, is its text.
    paragraphs: usize,
}

/// An open block-level element inside the body: the first block that begins in it, its number from 1 on, and whether it is a heading.
struct Around {
    first: usize,
    number: usize,
    is_heading: bool,
}

impl Blocks {
    fn begun(&self) -> String {
        self.text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The number of the element around the innermost; 0 for the body.
    fn outer(&self) -> usize {
        let outer = self.around.iter().rev().nth(1);
        outer.map_or(0, |outer| outer.number)
    }

    fn end(&mut self) {
        let text = self.begun();
        if !text.is_empty() {
            let block = Block {
                text,
                linked: std::mem::take(&mut self.linked),
                is_heading: self.around.last().is_some_and(|last| last.is_heading),
                outer: self.outer(),
            };
            self.done.push(block);
        }
        self.linked.clear();
        self.text.clear();
        self.breaks = 0;
        self.begins_line = false;
    }

    fn walk(&mut self, node: &Handle, depth: usize) {
        match &node.data {
            NodeData::Text { contents } => {
                let text = contents.borrow().replace('\0', "");
                let blanks = &text[..text.len() - text.trim_start().len()];
                let is_indent =
                    blanks.contains("\u{3000}\u{3000}") || blanks.contains("\u{2003}\u{2003}");
                if self.begins_line && is_indent {
                    self.end();
                }
                if !text.trim().is_empty() {
                    self.go_on_after_button(&text);
                    self.breaks = 0;
                    self.begins_line = false;
                }
                let text = text.replace(['\u{ad}', '\u{2060}', '\u{feff}'], "");
                self.text.push_str(&text);
                if self.links > 0 {
                    self.linked.push_str(&text);
                }
            }
            NodeData::Element {
                name,
                attrs,
                template_contents,
                ..
            } => {
                let name: &str = &name.local;
                let listed = |list: &str| list.contains(&format!(" {name} "));
                let hiding = hiding(name, &attrs.borrow());
                let is_inline = listed(INLINE)
                    || name == "button"
                    || !listed(BLOCK) && self.headings + self.paragraphs > 0;
                if name == "br" {
                    self.line_break();
                } else if name == "body" || name == "html" {
                    self.children(node, depth);
                } else if let Some(shadow) = shadow(name, &attrs.borrow(), template_contents) {
                    self.children(&shadow, depth);
                } else if listed(SKIPPED) && !(name == "button" && self.reads_button(node))
                    || self.rubies > 0 && is_reading(name)
                    || hiding == Hiding::Unseen
                {
                    if name == "button" && hiding == Hiding::Shown {
                        let begun = self.begun();
                        let is_word = self.paragraphs > 0 && leads_to_word(&begun);
                        self.button = is_word.then(|| (node.clone(), self.done.len(), begun));
                    }
                } else if !self.show_hidden
                    && hiding != Hiding::Shown
                    && !self.opened.iter().any(|opened| Rc::ptr_eq(opened, node))
                {
                    let in_ruby = self.rubies > 0 || name == "ruby";
                    self.hidden += hidden_ink(node, in_ruby, true);
                    let in_link = self.links > 0 || name == "a";
                    let prose = hidden_ink(node, in_ruby, false) * usize::from(!in_link);
                    self.note_hidden(node, is_inline, prose);
                } else if is_inline {
                    self.breaks = 0;
                    self.rubies += usize::from(name == "ruby");
                    self.links += usize::from(name == "a");
                    self.children(node, depth);
                    self.links -= usize::from(name == "a");
                    self.rubies -= usize::from(name == "ruby");
                    self.breaks = 0;
                } else {
                    self.end();
                    self.headings += usize::from(is_heading(name));
                    self.paragraphs += usize::from(name == "p");
                    self.enter(name);
                    self.children(node, depth);
                    self.headings -= usize::from(is_heading(name));
                    self.paragraphs -= usize::from(name == "p");
                    self.end();
                    self.around.pop();
                }
            }
            _ => self.children(node, depth),
        }
    }

    /// Whether a button is the first text of a heading, or a word of a sentence.
    fn reads_button(&self, node: &Handle) -> bool {
        self.headings > 0 && self.text.trim().is_empty()
            || self.opened.iter().any(|opened| Rc::ptr_eq(opened, node))
    }

    /// Notes that the button before a text is a word of the sentence.
    fn go_on_after_button(&mut self, text: &str) {
        if let Some((button, done, begun)) = self.button.take()
            && done == self.done.len()
            && begun == self.begun()
            && letters(&button, self.rubies > 0) >= 2
            && begins_lower(text.trim_start())
        {
            self.rests.push(button);
        }
    }

    /// Enters an element inside the body.
    fn enter(&mut self, name: &str) {
        let begun = usize::from(!self.text.trim().is_empty());
        self.entered += 1;
        self.around.push(Around {
            first: self.done.len() + begun,
            number: self.entered,
            is_heading: is_heading(name),
        });
    }

    /// Notes a hidden element with its bytes outside links.
    fn note_hidden(&mut self, node: &Handle, is_inline: bool, prose: usize) {
        let innermost = self.around.last().map_or(0, |last| last.number);
        let place = [innermost, self.done.len(), self.begun().len()];
        if self.place != Some(place) {
            self.place = self.continues_text(is_inline).then_some(place);
            self.row.clear();
            self.in_row = 0;
        }
        if self.place.is_some() {
            self.row.push(node.clone());
        }
        if prose >= 100 {
            self.in_row += prose;
        }
        if self.in_row >= 400 {
            self.rests.append(&mut self.row);
        }
    }

    /// Whether a paragraph without links precedes in the same element, which is not the body, or beside it, with two labels between.
    fn continues_text(&self, is_inline: bool) -> bool {
        let begun = self.begun();
        let has_dots = begun.ends_with('…') || begun.ends_with("...");
        let Some(innermost) = self.around.last() else {
            return false;
        };
        if is_inline && !begun.is_empty() && !has_dots {
            return false;
        }
        if begun.len() >= 60 {
            return has_dots && begun.len() >= 100;
        }
        let mut above = self.done.iter().enumerate().rev().take(3);
        let last = above.find(|(_, block)| block.is_heading || block.text.len() >= 60);
        last.is_some_and(|(at, last)| {
            let is_beside = self.outer() > 0 && last.outer == self.outer();
            last.text.len() >= 100
                && words(&last.linked) == 0
                && (at >= innermost.first || is_beside)
        })
    }

    fn children(&mut self, node: &Handle, depth: usize) {
        assert!(depth < 2_000, "too deep for a reference that recurses");
        for child in node.children.borrow().iter() {
            self.walk(child, depth + 1);
        }
    }

    fn line_break(&mut self) {
        self.breaks += 1;
        if self.breaks >= 2 {
            self.end();
            self.breaks = 1;
        } else {
            self.text.push(' ');
            self.begins_line = !self.text.trim().is_empty();
        }
    }
}

fn is_heading(name: &str) -> bool {
    matches!(name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6")
}

/// Whether an element of a `<ruby>` tells how its characters are read.
fn is_reading(name: &str) -> bool {
    matches!(name, "rp" | "rt" | "rtc")
}

/// Bytes of text in a hidden element, without white space, with or without links.
fn hidden_ink(node: &Handle, in_ruby: bool, with_links: bool) -> usize {
    let children = node.children.borrow();
    children
        .iter()
        .map(|child| match &child.data {
            NodeData::Text { contents } => ink(&contents.borrow()),
            NodeData::Element { name, attrs, .. }
                if SKIPPED.contains(&format!(" {} ", name.local))
                    || (in_ruby && is_reading(&name.local))
                    || hiding(&name.local, &attrs.borrow()) == Hiding::Unseen
                    || !with_links && &*name.local == "a" =>
            {
                0
            }
            NodeData::Element { name, .. } => {
                hidden_ink(child, in_ruby || &*name.local == "ruby", with_links)
            }
            _ => 0,
        })
        .sum()
}

/// Whether the last word of a text is its first, or is in lower case.
fn leads_to_word(begun: &str) -> bool {
    let last = begun.split(' ').next_back().unwrap_or_default();
    last.ends_with(char::is_alphanumeric) && (last.len() == begun.len() || begins_lower(last))
}

fn begins_lower(text: &str) -> bool {
    let first = text.chars().next();
    first.is_some_and(|first| first.is_alphabetic() && !first.is_uppercase())
}

/// Number of letters that are shown in a button.
fn letters(node: &Handle, in_ruby: bool) -> usize {
    let children = node.children.borrow();
    let letters = children.iter().map(|child| match &child.data {
        NodeData::Text { contents } => {
            let text = contents.borrow();
            text.chars().filter(|c| c.is_alphabetic()).count()
        }
        NodeData::Element { name, attrs, .. }
            if SKIPPED.contains(&format!(" {} ", name.local))
                || in_ruby && is_reading(&name.local)
                || hiding(&name.local, &attrs.borrow()) != Hiding::Shown =>
        {
            0
        }
        NodeData::Element { name, .. } => letters(child, in_ruby || &*name.local == "ruby"),
        _ => 0,
    });
    letters.sum()
}

/// The content of a template that a browser shows in its place.
fn shadow(
    name: &str,
    attributes: &[Attribute],
    contents: &RefCell<Option<Handle>>,
) -> Option<Handle> {
    let mut names = attributes.iter().map(|attribute| &*attribute.name.local);
    (name == "template" && names.any(|name| name == "shadowrootmode"))
        .then(|| contents.borrow().clone())?
}

/// How an element is hidden. What is hidden and named as a dialog, but for the categories of a post, is never read.
fn hiding(name: &str, attributes: &[Attribute]) -> Hiding {
    let value = |wanted: &str| {
        let mut attributes = attributes.iter();
        let found = attributes.find(|attribute| &*attribute.name.local == wanted);
        found.map(|attribute| &*attribute.value)
    };
    let mut marks = attributes.iter();
    let mark = marks.find(|attribute| matches!(&*attribute.name.local, "hidden" | "popover"));
    let is_marked = mark.is_some_and(|mark| !mark.value.trim().eq_ignore_ascii_case("until-found"));
    let class = value("class").unwrap_or_default();
    let hiding = style::hiding(name, is_marked, value("style"), class);
    let is_dialog = || {
        let names = ["class", "id", "role"].map(|name| value(name).unwrap_or_default());
        let lower = names.join(" ").to_lowercase();
        let mut names = lower.split_whitespace();
        name == "dialog"
            || names.any(|name| {
                !name.starts_with("category-")
                    && !name.starts_with("tag-")
                    && DIALOGS.iter().any(|dialog| name.contains(dialog))
            })
    };
    if hiding != Hiding::Shown && !matches!(name, "article" | "main") && is_dialog() {
        return Hiding::Unseen;
    }
    let is_ad = matches!(
        name,
        "amp-ad" | "amp-auto-ads" | "amp-embed" | "amp-sticky-ad"
    );
    if hiding == Hiding::Shown && is_ad {
        return Hiding::NotDrawn;
    }
    hiding
}
