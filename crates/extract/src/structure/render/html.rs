//! Renders HTML: an `<article>` of plain semantic elements without attributes.

use super::{Article, split_captions};
use crate::structure::{Container, Node, Passage, PassageKind};

/// Renders an article as HTML, one line per block.
pub fn html(article: &Article<'_>) -> String {
    let mut html = String::with_capacity(article.text.len() + article.text.len() / 4 + 64);
    html.push_str("<article>\n");
    if let Some(title) = article.title {
        wrap(&mut html, "h1", &escaped(title));
    }
    let mut writer = Writer { article, html };
    writer.nodes(&article.structure.nodes, "article");
    writer.html + "</article>\n"
}

struct Writer<'a> {
    article: &'a Article<'a>,
    html: String,
}

impl Writer<'_> {
    /// Writes nodes in order. `around` is the name of the element around them.
    fn nodes(&mut self, nodes: &[Node], around: &str) {
        let mut rest = nodes;
        while !rest.is_empty() {
            let (captions, others) = split_captions(rest);
            self.captions(captions, around);
            let Some((node, after)) = others.split_first() else {
                return;
            };
            match node {
                Node::Passage(passage) => self.passage(passage),
                Node::Container(group, inner) => self.group(*group, inner),
            }
            rest = after;
        }
    }

    fn passage(&mut self, passage: &Passage) {
        if self.article.repeats_title(passage) {
            return;
        }
        let text = passage.lines.as_deref();
        let text = escaped(text.unwrap_or_else(|| self.article.of(passage)));
        let name = match passage.kind {
            PassageKind::Heading { level } => {
                ["h1", "h2", "h3", "h4", "h5", "h6"][usize::from(self.article.level(level)) - 1]
            }
            PassageKind::Preformatted => "pre",
            PassageKind::Paragraph | PassageKind::Caption => "p",
        };
        wrap(&mut self.html, name, &text);
    }

    fn group(&mut self, group: Container, nodes: &[Node]) {
        match group {
            Container::List { ordered: true } => self.block("ol", nodes),
            Container::List { ordered: false } => self.block("ul", nodes),
            Container::Item => self.line("li", nodes),
            Container::Quote => self.block("blockquote", nodes),
            Container::Figure => self.block("figure", nodes),
            Container::Table => self.block("table", nodes),
            Container::Row => self.block("tr", nodes),
            Container::Cell { header: true } => self.line("th", nodes),
            Container::Cell { header: false } => self.line("td", nodes),
        }
    }

    fn block(&mut self, name: &str, nodes: &[Node]) {
        self.tag(&["<", name, ">\n"]);
        self.nodes(nodes, name);
        self.tag(&["</", name, ">\n"]);
    }

    /// Writes an element without `<p>` around its text if it has only one paragraph.
    fn line(&mut self, name: &str, nodes: &[Node]) {
        let is_text = |node: &Node| matches!(node, Node::Passage(_));
        let rest = match nodes {
            [Node::Passage(passage), rest @ ..]
                if passage.kind == PassageKind::Paragraph && !rest.iter().any(is_text) =>
            {
                let text = escaped(self.article.of(passage));
                self.tag(&["<", name, ">", &text]);
                rest
            }
            _ => {
                self.tag(&["<", name, ">"]);
                nodes
            }
        };
        if !rest.is_empty() {
            self.html.push('\n');
        }
        self.nodes(rest, name);
        self.tag(&["</", name, ">\n"]);
    }

    fn tag(&mut self, pieces: &[&str]) {
        self.html.extend(pieces.iter().copied());
    }

    /// Writes adjacent captions as one.
    fn captions(&mut self, captions: &[Node], around: &str) {
        let texts: Vec<String> = captions
            .iter()
            .filter_map(|node| match node {
                Node::Passage(passage) => Some(escaped(self.article.of(passage))),
                Node::Container(..) => None,
            })
            .collect();
        let all = match texts.as_slice() {
            [] => return,
            [one] => one.clone(),
            several => several
                .iter()
                .map(|text| ["<p>", text, "</p>"].concat())
                .collect(),
        };
        match around {
            "figure" => wrap(&mut self.html, "figcaption", &all),
            "table" => wrap(&mut self.html, "caption", &all),
            _ => wrap(
                &mut self.html,
                "figure",
                &format!("<figcaption>{all}</figcaption>"),
            ),
        }
    }
}

fn wrap(html: &mut String, name: &str, inner: &str) {
    html.extend(["<", name, ">", inner, "</", name, ">\n"]);
}

/// Escapes text for content and double-quoted attributes of HTML and XML.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len() + text.len() / 16);
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            // XML allows neither control characters nor these two
            '\u{fffe}' | '\u{ffff}' => {}
            c if c.is_control() && !c.is_whitespace() => {}
            c => safe.push(c),
        }
    }
    safe
}
