//! The blocks of a page over html5ever's tree: slow, simple, and what our front end is held to.

use html5ever::tendril::TendrilSink;
use html5ever::{Attribute, parse_document};
use markup5ever_rcdom::{Handle, NodeData, RcDom};

const INLINE: &str = " a abbr acronym b basefont bdi bdo big blink cite code data del dfn em font i ins kbd label \
    mark nobr q rb rp rt ruby s samp small span strike strong sub sup time tt u var wbr ";
const SKIPPED: &str = " applet area audio button canvas datalist embed head iframe img image input link map math \
    meta meter noembed noframes noscript object option progress script select style svg template textarea title video ";

/// The texts of the blocks, white space folded.
pub(crate) fn blocks(html: &str) -> Vec<String> {
    let html = html.strip_prefix('\u{feff}').unwrap_or(html);
    let dom = parse_document(RcDom::default(), html5ever::ParseOpts::default()).one(html);
    let mut blocks = Blocks::default();
    blocks.walk(&dom.document, 0);
    blocks.end();
    blocks.done
}

#[derive(Default)]
struct Blocks {
    done: Vec<String>,
    text: String,
    breaks: usize,
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
                } else if listed(SKIPPED) {
                } else if is_hidden(&attrs.borrow()) {
                    if !listed(INLINE) { /* nothing shown, nothing ended */ }
                } else if listed(INLINE) {
                    self.breaks = 0;
                    self.children(node, depth);
                    self.breaks = 0;
                } else {
                    self.end();
                    self.children(node, depth);
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

fn is_hidden(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let value = attribute.value.to_lowercase();
        match &*attribute.name.local {
            "hidden" => value.trim() != "until-found",
            "style" => value.split(';').any(|declaration| {
                let declaration: String = declaration.split_whitespace().collect();
                let declaration = declaration.split('!').next().unwrap_or_default();
                declaration == "display:none" || declaration == "visibility:hidden"
            }),
            _ => false,
        }
    })
}
