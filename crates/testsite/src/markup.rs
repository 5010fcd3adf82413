//! Escaping, and the bodies of articles as HTML.

use std::fmt;

use serde::Deserialize;

use crate::prose::Part;

/// Escapes text and attributes in templates.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Escaper;

impl askama::filters::Escaper for Escaper {
    fn write_escaped_str<W: fmt::Write>(&self, mut out: W, text: &str) -> fmt::Result {
        out.write_str(&escape(text))
    }
}

/// Escapes text for HTML and attributes.
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

/// The HTML of a site for each kind of part. `*` is the text.
#[derive(Debug, Deserialize)]
pub(crate) struct BodyMarkup {
    pub(crate) paragraph: String,
    pub(crate) heading: String,
    pub(crate) list: String,
    pub(crate) item: String,
}

/// The parts of a story as HTML. `links` are keywords and the paths of their pages; the first mention of each is linked,
/// one per paragraph, as content management systems do.
pub(crate) fn body<'p>(
    markup: &BodyMarkup,
    parts: impl Iterator<Item = &'p Part>,
    mut links: Vec<(String, String)>,
) -> String {
    let mut out = String::new();
    for part in parts {
        match part {
            Part::Paragraph(text) => {
                let text = with_link(escape(text), &mut links);
                out.push_str(&markup.paragraph.replace('*', &text));
            }
            Part::Heading(text) => out.push_str(&markup.heading.replace('*', &escape(text))),
            Part::List(intro, points) => {
                let points = points
                    .iter()
                    .map(|point| markup.item.replace('*', &escape(point)));
                let points: String = points.collect();
                out.push_str(&markup.paragraph.replace('*', &escape(intro)));
                out.push_str(&markup.list.replace('*', &points));
            }
        }
        out.push('\n');
    }
    out
}

fn with_link(text: String, links: &mut Vec<(String, String)>) -> String {
    for index in 0..links.len() {
        let tag = escape(&links[index].0);
        if let Some((before, after)) = text.split_once(&tag) {
            let (_, path) = links.remove(index);
            return format!("{before}<a href=\"{}\">{tag}</a>{after}", escape(&path));
        }
    }
    text
}
