//! The parts of a byline by the inline elements that hold them.

use html::{Element, TextBlock, TextDocument};

use super::label::after_words;
use super::name::begins_with_name;
use super::{at_last_part, is_caseless_name, is_full_name, is_home};
use crate::element_names::element_around;
use crate::metadata::authors::names::{
    agency, is_institution, is_job_of_writer, is_outlet, is_person, is_place,
};

/// The text of a block with a line break wherever an inline element ends and the next begins.
pub(crate) fn lines_of_elements(document: &TextDocument, block: &TextBlock) -> String {
    let text = document.lines_of(block);
    let plain = document.text_of(block);
    if text.len() != plain.len() {
        // words that touch are in lines of their own already, and places differ
        return text.into_owned();
    }
    let mut lines = text.into_owned();
    for at in document.joints_of(block) {
        if plain[at..].starts_with(' ') {
            lines.replace_range(at..=at, "\n");
        }
    }
    lines
}

/// A byline, which starts at a place of the document, up to the first link after the name that is no name: `Jane Doe <a>Follow</a>`.
pub(super) fn without_tools<'a>(document: &TextDocument, start: u32, byline: &'a str) -> &'a str {
    let mut before_tools = document.head.anchors.iter().filter_map(|link| {
        let at = link.text.start.checked_sub(start)?;
        let before = byline.get(..at as usize)?.trim_end();
        if before.is_empty() {
            return None;
        }
        let shown = link.text.of(&document.text).trim();
        if shown.is_empty() || begins_with_name(shown) || is_caseless_name(shown) {
            return None;
        }
        let name = after_words(before).trim();
        let is_named =
            name.ends_with(char::is_alphabetic) && (is_full_name(name) || is_caseless_name(name));
        is_named.then_some(before)
    });
    before_tools.next().unwrap_or(byline)
}

/// The names at the start of a byline in lines of elements, if the next element has something other than names: `Jane Doe` before
/// `Science reporter, BBC News`.
pub(super) fn names_before_other(lines: &str) -> Option<&str> {
    let (names, others) = lines.split_once('\n')?;
    let names = names.trim();
    let next = others.split(['\n', ',']).next().unwrap_or_default().trim();
    // a single word may be the surname, and one in lower case may join the names
    let is_other =
        next.starts_with(char::is_uppercase) && (next.contains(' ') || is_job_of_writer(next));
    (is_other && !names.ends_with([',', '&', '/']) && begins_with_name(names)).then_some(names)
}

/// The element around two at the same place of its items: they and those around them, up to it, have the same tag and class.
pub(super) fn list_around(document: &TextDocument, one: u32, other: u32) -> Option<&Element> {
    let around = |element: u32| document.ancestors(element).take(3);
    let is_alike = |one: &Element, other: &Element| {
        one.tag == other.tag && document.attribute(one.class) == document.attribute(other.class)
    };
    let pairs = around(one).zip(around(other));
    let mut alike = pairs.take_while(|(one, other)| one != other && is_alike(one, other));
    let (item, _) = alike.find(|(one, other)| one.parent == other.parent)?;
    element_around(document, item)
}

/// A name, and those in other links of its block that lead to the same place: `/staff/jane-doe`, `/staff/john-roe`.
pub(super) fn names_in_links_like<'a>(
    document: &'a TextDocument,
    block: &TextBlock,
    name: &'a str,
) -> Vec<&'a str> {
    let links = document.head.anchors.iter();
    let links = links.filter(|link| link.text.overlaps(block.text));
    let links: Vec<(&str, &str)> = links
        .map(|link| {
            let (place, _) = at_last_part(document.attribute(link.href));
            (place, link.text.of(&document.text).trim())
        })
        .collect();
    // sections are often right below the home page
    let mut own = links.iter();
    let own = own.find(|(place, text)| *text == name && !is_home(place));
    let Some((own, _)) = own else {
        return vec![name];
    };
    let alike = links
        .iter()
        .filter(|(place, text)| place == own && is_person_alone(text));
    alike.map(|(_, text)| *text).collect()
}

/// The persons in the lines right after the first, each alone in its element: `John Roe` after `Jane Doe`.
pub(super) fn persons_after(lines: &str) -> impl Iterator<Item = &str> {
    let lines = lines.split('\n').skip(1).map(str::trim);
    lines.take_while(|line| is_person_alone(line))
}

/// Whether a line may be a full name and nothing else: no place, job or outlet.
pub(super) fn is_person_alone(line: &str) -> bool {
    !line.contains(',')
        && is_full_name(line)
        && is_person(line)
        && !is_place(line)
        && !is_job_of_writer(line)
        && !is_institution(line)
        && !is_outlet(line)
        && agency(line).is_none()
}

#[cfg(test)]
mod tests {
    fn authors(byline: &str) -> Vec<String> {
        let html = format!("<h1>New bridge</h1><p>{byline}</p><p>The council has decided.");
        let found = super::super::shown(&html::parse(&html), Some(0));
        found.map(|credits| credits.persons).unwrap_or_default()
    }

    #[test]
    fn the_element_after_the_name_is_no_part_of_it() {
        for byline in [
            "<span>By Jane Doe</span> <span>Science reporter, Easton News</span>",
            "<b>By Jane Doe</b> <i>Health and science reporter</i>",
            "<span>By <a>Jane Doe</a></span> <span>Editor</span>",
            "<b>By Jane Doe</b> <i>Easton Hill, Northland</i>",
        ] {
            assert_eq!(authors(byline), ["Jane Doe"], "{byline}");
        }
        // names in several elements
        for byline in [
            "<b>By Mary Ann</b> <b>Doe</b>",
            "<b>By</b> <b>Mary</b> <b>Ann Doe</b>",
        ] {
            assert_eq!(authors(byline), ["Mary Ann Doe"], "{byline}");
        }
        // a link that is no name ends it
        for byline in [
            "Von Jane Doe <a href=#>Folgen</a>",
            "<b>By Jane Doe</b> <a href=/rss>Email the author</a> <a href=#>Follow</a>",
            "<span class=autor>Autor: Jane Doe <a href=#>Napisz do autora</a> <a href=#>Obserwuj</a></span>",
            "<span class=byline>Par Jane Doe <a href=/s>S'abonner</a></span>",
        ] {
            assert_eq!(authors(byline), ["Jane Doe"], "{byline}");
        }
        assert_eq!(
            authors("By <a>Jane Doe</a> <span>and John Roe</span>"),
            ["Jane Doe", "John Roe"]
        );
    }

    #[test]
    fn authors_in_elements_of_their_own_need_no_word_between() {
        for line in [
            "<b>By Jane Doe</b> <b>John Roe</b>",
            "<b>By Jane Doe</b><br><b>John Roe</b>",
            "By <span class=a>Jane Doe</span> <span class=a>John Roe</span>",
            "By <a href=/x>Jane Doe</a> <a href=/y>John Roe</a>",
        ] {
            assert_eq!(authors(line), ["Jane Doe", "John Roe"], "{line}");
        }
        for line in [
            "<b>By Jane Doe</b> <b>Easton News</b>",
            "<b>By Jane Doe</b> <b>Staff Writer</b>",
            "<b>By Jane Doe</b> <b>May 3, 2024</b>",
            "<b>By Jane Doe</b> <a href=/share>Share Article</a>",
        ] {
            assert_eq!(authors(line), ["Jane Doe"], "{line}");
        }
    }
}
