//! What stands between the crawler and the page: challenges, consent walls, missing scripts.

use crate::Evidence;
use crate::title;

/// A wall's text is no longer than this, in bytes.
const WALL_TEXT: usize = 1_500;

/// A page without its scripts has no more text than this, in bytes.
const SHELL_TEXT: usize = 200;

/// What stands in front of a page has no more blocks of text than this: no navigation, no list of
/// links.
const FEW_BLOCKS: usize = 8;

/// Empty elements that scripts fill.
const ROOTS: [&str; 6] = [
    "<div id=\"root\"></div>",
    "<div id=\"app\"></div>",
    "<div id=\"__next\"></div>",
    "<div id=\"__nuxt\"></div>",
    "<app-root></app-root>",
    "<div id=root></div>",
];

pub(super) fn challenge(page: &Evidence<'_>) -> Option<String> {
    if page.text.len() > WALL_TEXT {
        return None;
    }
    if let Some(part) = title::has_part(&page.title_parts, words::walls::CHALLENGE_TITLES) {
        return Some(format!(
            "the title says \"{part}\" and there is little text"
        ));
    }
    if page.text.len() > SHELL_TEXT || has_many_blocks(page) {
        return None;
    }
    let mark = words::walls::CHALLENGE_MARKS
        .iter()
        .find(|mark| page.html.contains(**mark))?;
    Some(format!("a bot wall's script ({mark}) and little text"))
}

fn has_many_blocks(page: &Evidence<'_>) -> bool {
    page.blocks.is_some_and(|blocks| blocks > FEW_BLOCKS)
}

pub(super) fn consent(page: &Evidence<'_>) -> Option<String> {
    by_address(page).or_else(|| by_text(page))
}

fn by_address(page: &Evidence<'_>) -> Option<String> {
    let (url, path) = page.address()?;
    let host = url.host_str().and_then(|host| host.split('.').next());
    if let Some(host) = host.filter(|host| words::walls::CONSENT_ADDRESSES.contains(host)) {
        return Some(format!("the host is {host}"));
    }
    let last = path
        .last()
        .filter(|last| words::walls::CONSENT_ADDRESSES.contains(last))?;
    Some(format!("the URL ends with {last}"))
}

/// A text that asks for consent in at least two ways, in paragraphs that make up half of it. Where
/// the page has more to show, it asks in a banner beside its content, which is no wall.
fn by_text(page: &Evidence<'_>) -> Option<String> {
    let text = page.text;
    if text.len() > WALL_TEXT || has_many_blocks(page) {
        return None;
    }
    let mut asked = 0;
    let mut phrases: Vec<&str> = Vec::new();
    for paragraph in text.lines() {
        let lower = paragraph.to_lowercase();
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

pub(super) fn js_shell(page: &Evidence<'_>) -> Option<String> {
    if page.text.len() > SHELL_TEXT || page.blocks.is_none() || has_many_blocks(page) {
        return None;
    }
    if let Some(root) = ROOTS.iter().find(|root| page.html.contains(**root)) {
        return Some(format!(
            "next to no text, and an empty {root} for scripts to fill"
        ));
    }
    wants_scripts(page.html)
        .then(|| "next to no text but a request to switch scripts on".to_owned())
}

/// Whether a `<noscript>` speaks of JavaScript.
fn wants_scripts(html: &str) -> bool {
    let lower = html.to_ascii_lowercase();
    lower
        .split("<noscript")
        .skip(1)
        .filter_map(|after| after.split("</noscript").next())
        .any(|inside| inside.contains("javascript"))
}
