//! Walls in front of the content: against bots ("checking your browser") and for consent to cookies.

use crate::Evidence;
use crate::title;
use text::words;

/// Maximum bytes of the text of a wall.
const MAX_WALL_TEXT: usize = 1_500;

/// Short text under a title, or around a script, that asks the visitor to prove they are human.
pub(super) fn challenge(page: &Evidence<'_>) -> Option<String> {
    if page.text.len() > MAX_WALL_TEXT {
        return None;
    }
    if let Some(part) = title::has_part(&page.title_parts, words::walls::CHALLENGE_TITLES) {
        return Some(format!(
            "the title says \"{part}\" and there is little text"
        ));
    }
    if page.text.len() > 200 || has_many_blocks(page) {
        return None;
    }
    let mark = words::walls::CHALLENGE_MARKS
        .iter()
        .find(|mark| page.html.contains(**mark))?;
    Some(format!("a bot wall's script ({mark}) and little text"))
}

pub(super) fn has_many_blocks(page: &Evidence<'_>) -> bool {
    // it has no navigation and no list of links
    page.blocks.is_some_and(|blocks| blocks > 8)
}

/// The URL is that of a consent page, or the page is mainly a request for consent.
pub(super) fn consent(page: &Evidence<'_>) -> Option<String> {
    by_url(page).or_else(|| by_text(page))
}

fn by_url(page: &Evidence<'_>) -> Option<String> {
    let (url, path) = page.parsed_url()?;
    let host = url.host_str().and_then(|host| host.split('.').next());
    if let Some(host) = host.filter(|host| words::walls::CONSENT_ADDRESSES.contains(host)) {
        return Some(format!("the host is {host}"));
    }
    let last = path
        .last()
        .filter(|last| words::walls::CONSENT_ADDRESSES.contains(last))?;
    Some(format!("the URL ends with {last}"))
}

/// A text without its numbers: "our 842 partners" are "our partners".
fn without_numbers(text: &str) -> String {
    let is_number = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit());
    let words = text.split_whitespace().filter(|word| !is_number(word));
    words.collect::<Vec<_>>().join(" ")
}

/// A text with at least two phrases of consent, in paragraphs that are at least half of it. A banner next to other content
/// is not a wall.
fn by_text(page: &Evidence<'_>) -> Option<String> {
    let text = page.text;
    if text.len() > MAX_WALL_TEXT || has_many_blocks(page) {
        return None;
    }
    let mut asked = 0;
    let mut phrases: Vec<&str> = Vec::new();
    for paragraph in text.lines() {
        let lower = without_numbers(&paragraph.to_lowercase());
        let before = phrases.len();
        phrases.extend(
            words::walls::CONSENT_PHRASES
                .iter()
                .filter(|phrase| lower.contains(**phrase)),
        );
        if phrases.len() > before {
            asked += paragraph.len();
        }
    }
    phrases.sort_unstable();
    phrases.dedup();
    match phrases.as_slice() {
        [first, second, ..] if 2 * asked >= text.len() => Some(format!(
            "the text asks for consent (\"{first}\", \"{second}\")"
        )),
        _ => None,
    }
}
