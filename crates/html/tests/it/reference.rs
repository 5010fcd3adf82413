//! The blocks of a page from html5ever's tree: slow, simple, and the reference for our parser.

use html5ever::tendril::TendrilSink;
use html5ever::{Attribute, parse_document};
use markup5ever_rcdom::{Handle, NodeData, RcDom};

const INLINE: &str = " a abbr acronym b basefont bdi bdo big blink cite code data del dfn em font i ins kbd label \
    mark nobr q rb rp rt ruby s samp small span strike strong sub sup time tt u var wbr ";
const SKIPPED: &str = " applet area audio button canvas datalist embed head iframe img image input link map math \
    meta meter noembed noframes noscript object option progress script select style svg template textarea title video ";

/// The texts of the blocks, with white space folded.
pub(crate) fn blocks(html: &str) -> Vec<String> {
    let length = |blocks: &[String]| blocks.join("\n").len();
    let shown = shown_blocks(html);
    if length(&shown) < 200 && html.contains("<noscript") {
        let opened = ["", "/"].iter().fold(html.to_owned(), |html, slash| {
            [">", " ", "/"].iter().fold(html, |html, end| {
                let (from, to) = (
                    format!("<{slash}noscript{end}"),
                    format!("<{slash}div{end}"),
                );
                html.replace(&from, &to)
            })
        });
        let without_scripts = shown_blocks(&opened);
        if length(&without_scripts) >= length(&shown) + 500 {
            return without_scripts;
        }
    }
    shown
}

fn shown_blocks(html: &str) -> Vec<String> {
    let dom = parse_document(RcDom::default(), html5ever::ParseOpts::default()).one(html);
    let mut shown = Blocks::default();
    shown.walk(&dom.document, 0);
    shown.end();
    let ink_shown: usize = shown.done.iter().map(|text| ink(text)).sum();
    if ink_shown >= 8 << 10 || shown.hidden <= ink_shown {
        return shown.done;
    }
    let mut all = Blocks {
        show_hidden: true,
        ..Blocks::default()
    };
    all.walk(&dom.document, 0);
    all.end();
    all.done
}

/// Bytes of a text, without white space.
fn ink(text: &str) -> usize {
    text.split_whitespace().map(str::len).sum()
}

#[derive(Default)]
struct Blocks {
    done: Vec<String>,
    text: String,
    breaks: usize,
    /// Bytes of text hidden only by its author.
    hidden: usize,
    show_hidden: bool,
    /// Number of open `<ruby>` elements.
    rubies: usize,
    /// Open headings: a button in one is its text.
    headings: usize,
}

impl Blocks {
    fn end(&mut self) {
        let text = self.text.split_whitespace().collect::<Vec<_>>().join(" ");
        if !text.is_empty() {
            self.done.push(text);
        }
        self.text.clear();
        self.breaks = 0;
    }

    fn walk(&mut self, node: &Handle, depth: usize) {
        match &node.data {
            NodeData::Text { contents } => {
                let text = contents.borrow().replace('\0', "");
                if !text.trim().is_empty() {
                    self.breaks = 0;
                }
                self.text.push_str(&text);
            }
            NodeData::Element { name, attrs, .. } => {
                let name: &str = &name.local;
                let listed = |list: &str| list.contains(&format!(" {name} "));
                if name == "br" {
                    self.line_break();
                } else if name == "body" || name == "html" {
                    self.children(node, depth);
                } else if listed(SKIPPED)
                    && !(name == "button" && self.headings > 0 && self.text.trim().is_empty())
                {
                    // nothing to read
                } else if self.rubies > 0 && matches!(name, "rp" | "rt" | "rtc") {
                    // how characters are read
                } else if !self.show_hidden && is_hidden(&attrs.borrow()) {
                    self.hidden += hidden_ink(node);
                } else if listed(INLINE) || name == "button" {
                    self.breaks = 0;
                    self.rubies += usize::from(name == "ruby");
                    self.children(node, depth);
                    self.rubies -= usize::from(name == "ruby");
                    self.breaks = 0;
                } else {
                    self.end();
                    self.headings += usize::from(is_heading(name));
                    self.children(node, depth);
                    self.headings -= usize::from(is_heading(name));
                    self.end();
                }
            }
            _ => self.children(node, depth),
        }
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
        }
    }
}

fn is_heading(name: &str) -> bool {
    matches!(name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6")
}

/// Bytes of text in a hidden element, without white space.
fn hidden_ink(node: &Handle) -> usize {
    let children = node.children.borrow();
    children
        .iter()
        .map(|child| match &child.data {
            NodeData::Text { contents } => ink(&contents.borrow()),
            NodeData::Element { name, .. } if SKIPPED.contains(&format!(" {} ", name.local)) => 0,
            _ => hidden_ink(child),
        })
        .sum()
}

fn is_hidden(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let value = attribute.value.to_lowercase();
        match &*attribute.name.local {
            "hidden" => value.trim() != "until-found",
            "style" => value.split(';').any(|declaration| {
                let (property, value) = declaration.split_once(':').unwrap_or_default();
                let value = value.split('!').next().unwrap_or_default();
                matches!(
                    (property.trim(), value.trim()),
                    ("display", "none") | ("visibility", "hidden")
                )
            }),
            _ => false,
        }
    })
}
