//! A name alone beside the date, without any word for authors or after one: `Jane Doe | 3 May 2026`. Outlets and sections also stand
//! there, to which the menu has a link.

use super::label::after_words;
use super::line::{is_address, is_label_of_date};
use super::other_persons::is_among_comments;
use super::position::{is_job, name_alone, name_before_job, name_beside_date};
use super::{LineKind, MIN_PARAGRAPH_WORDS, is_caseless_name, is_full_name, kind_of_line};
use crate::metadata::Page;
use crate::metadata::authors::names::{Credits, Outlet};
use html::{Anchor, TextBlock, TextDocument};

/// Marks between a name and that of the outlet.
const MARKS: [char; 8] = ['|', '·', '•', ',', '/', '–', '—', '-'];

/// The only full name that is in one line with a date, or in the line before or after one. Before one, other details of the author may
/// follow the name.
pub(in crate::metadata) fn named(page: &Page<'_>) -> Credits {
    let document = page.document;
    let Some(headline) = page.headline else {
        return Credits::default();
    };
    let below = document.blocks.get(headline + 1..).unwrap_or_default();
    let end = below
        .iter()
        .take(8)
        .take_while(|block| block.words <= MIN_PARAGRAPH_WORDS)
        .count();
    let lines = &below[..end];
    let is_date = |at: usize| {
        let line = lines.get(at);
        line.is_some_and(|line| kind_of_line(&document.lines_of(line)) == Some(LineKind::Date))
    };
    let mut names: Vec<String> = Vec::new();
    for (at, block) in lines.iter().enumerate() {
        let lines = document.lines_of(block);
        let after_label = after_words(&lines);
        let text = without_outlet(after_label, page.outlet);
        let alone = text.trim();
        let is_labelled = || after_label.len() < lines.len() && is_caseless_name(alone);
        let is_beside = || {
            let mut following = (at + 1..end).filter(|next| !is_detail(document, &below[*next]));
            at.checked_sub(1).is_some_and(is_date) || following.next().is_some_and(is_date)
        };
        // before a comma may be a place: `Bad Ellern, Nordland`
        let name = if is_full_name(alone) && !alone.contains(',') || is_labelled() {
            name_alone(alone).filter(|_| is_beside())
        } else {
            name_beside_date(text).or_else(|| name_before_job(text).filter(|_| is_beside()))
        };
        if let Some(name) = name
            // "View/Post Comments"
            && !name.contains('/')
            && !name.split(' ').any(is_label_of_date)
            && !is_linked_elsewhere(document, block, name)
            && !is_among_comments(document, block.element)
            && !names.iter().any(|known| known == name)
        {
            names.push(name.to_owned());
        }
    }
    let only = names.iter().map(String::as_str);
    let credits = Credits::of(only.filter(|_| names.len() == 1), page.outlet);
    if credits.persons.is_empty() {
        Credits::default()
    } else {
        credits
    }
}

/// A line without the name of the outlet at its end: `Jane Doe, The Courier`.
fn without_outlet<'a>(line: &'a str, outlet: &Outlet) -> &'a str {
    let ends = line.rsplit_once(MARKS);
    let own = ends.filter(|(_, last)| outlet.is_called(last.trim()));
    own.map_or(line, |(rest, _)| rest.trim_end())
}

/// Whether a block has only the job or the address of an author, or is a link of one word, such as `Follow`.
fn is_detail(document: &TextDocument, block: &TextBlock) -> bool {
    let text = document.text_of(block);
    is_job(text) || is_address(text) || block.words == 1 && block.link_words == 1
}

/// Whether a link outside a block has some text: one to a section, or to the home page.
fn is_linked_elsewhere(document: &TextDocument, block: &TextBlock, text: &str) -> bool {
    // the text of a link may begin with the blank before it
    let is_own = |link: &Anchor| link.text.overlaps(block.text);
    let mut links = document.head.anchors.iter();
    links.any(|link| !is_own(link) && link.text.of(&document.text).trim() == text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_outlet_after_a_name_is_no_part_of_the_byline() {
        let outlet = Outlet::new(Some("Der Bote"), None);
        for line in [
            "Jane Doe, Der Bote",
            "Jane Doe | Der Bote",
            "Jane Doe – Der Bote",
        ] {
            assert_eq!(without_outlet(line, &outlet), "Jane Doe", "{line}");
        }
        for line in ["Jane Doe, Easton", "Der Bote", "Jane Doe"] {
            assert_eq!(without_outlet(line, &outlet), line);
        }
    }
}
