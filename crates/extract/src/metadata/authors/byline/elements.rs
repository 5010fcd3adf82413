//! The parts of a byline by the inline elements that hold them.

use html::{Element, TextBlock, TextDocument};

use super::label::after_words;
use super::line::is_label_of_date;
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
    is_full_name(line) && is_nothing_else(line)
}

/// The same in a marked byline, where names may be without capitals.
pub(super) fn is_marked_person_alone(line: &str) -> bool {
    let is_caseless = || {
        let mut words = line.split(' ');
        is_caseless_name(line) && !is_label_of_date(line) && !words.any(is_label_of_date)
    };
    (is_full_name(line) || is_caseless()) && is_nothing_else(line)
}

/// Whether a line is neither several names nor a place, job or outlet.
fn is_nothing_else(line: &str) -> bool {
    !line.contains(',')
        && is_person(line)
        && !is_place(line)
        && !is_job_of_writer(line)
        && !is_institution(line)
        && !is_outlet(line)
        && agency(line).is_none()
}
