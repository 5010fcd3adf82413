//! Small helpers for markup.

use std::fmt::Write as _;

use crate::prose::Part;

/// Text as it may stand in markup and attributes.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            _ => out.push(letter),
        }
    }
    out
}

/// A link.
pub(crate) fn link(href: &str, text: &str) -> String {
    format!("<a href=\"{}\">{}</a>", escape(href), escape(text))
}

/// `<li>` around each item.
pub(crate) fn items<I: IntoIterator<Item = String>>(items: I) -> String {
    let mut out = String::new();
    for item in items {
        let _ = write!(out, "<li>{item}</li>");
    }
    out
}

/// All pieces, one after the other.
pub(crate) fn joined<I: IntoIterator<Item = String>>(pieces: I) -> String {
    pieces
        .into_iter()
        .fold(String::new(), |out, piece| out + &piece)
}

/// How a template writes the pieces of a body. `*` stands for the text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pieces {
    pub(crate) paragraph: &'static str,
    pub(crate) heading: &'static str,
    pub(crate) list: &'static str,
    pub(crate) item: &'static str,
}

impl Pieces {
    /// The parts of a story, one after the other. `inset` is put in after the second.
    pub(crate) fn body(&self, parts: &[Part], tags: &[(String, String)], inset: &str) -> String {
        let mut out = String::new();
        let mut linked = vec![false; tags.len()];
        for (place, part) in parts.iter().enumerate() {
            if place == 2 {
                out.push_str(inset);
            }
            match part {
                Part::Paragraph(text) => {
                    let text = escape(text);
                    let text = if place > 1 {
                        with_links(text, tags, &mut linked)
                    } else {
                        text
                    };
                    out.push_str(&self.paragraph.replace('*', &text));
                }
                Part::Heading(text) => out.push_str(&self.heading.replace('*', &escape(text))),
                Part::List(intro, points) => {
                    out.push_str(&self.paragraph.replace('*', &escape(intro)));
                    let points: String = points
                        .iter()
                        .map(|point| self.item.replace('*', &escape(point)))
                        .collect();
                    out.push_str(&self.list.replace('*', &points));
                }
            }
            out.push('\n');
        }
        out
    }
}

/// Links the first mention of a keyword that is not linked yet, as editors' systems do.
fn with_links(text: String, tags: &[(String, String)], linked: &mut [bool]) -> String {
    for ((tag, href), done) in tags.iter().zip(linked) {
        let tag = escape(tag);
        if let (false, Some(at)) = (*done, text.find(&tag)) {
            *done = true;
            let (before, after) = (&text[..at], &text[at + tag.len()..]);
            return format!("{before}<a href=\"{}\">{tag}</a>{after}", escape(href));
        }
    }
    text
}
