//! Pages that show no content: server errors, pages that do not exist, pages that wait for scripts.

use crate::Evidence;
use crate::rules::walls::has_many_blocks;
use crate::title;
use text::words;

/// The server answered with an error status.
pub(super) fn http_error(page: &Evidence<'_>) -> Option<String> {
    let status = page.http_status.filter(|status| *status >= 400)?;
    Some(format!("the server answered with status {status}"))
}

/// Bytes at the start of a text that are searched for such a phrase.
const OPENING_BYTES: usize = 300;

/// Title or headline says only that the page does not exist.
pub(super) fn not_found_title(page: &Evidence<'_>) -> Option<String> {
    if let Some(part) = title::has_part(&page.title_parts, words::not_found::TITLES) {
        return Some(format!("the title says \"{part}\""));
    }
    if page.declares_article() {
        return None;
    }
    let headline = page.headline();
    if headline.len() > OPENING_BYTES {
        return None;
    }
    let parts = title::parts(headline);
    let part = title::has_part(&parts, words::not_found::TITLES)?;
    Some(format!("the headline says \"{part}\""))
}

/// A short text begins by saying that the page does not exist.
pub(super) fn not_found_text(page: &Evidence<'_>) -> Option<String> {
    if page.declares_article() {
        return None;
    }
    let end = page.text.floor_char_boundary(OPENING_BYTES);
    let opening = page.text.get(..end)?.to_lowercase();
    let phrase = words::not_found::PHRASES
        .iter()
        .find(|phrase| opening.contains(**phrase))?;
    if page.text.len() <= 800 {
        return Some(format!("a short text says \"{phrase}\""));
    }
    let heading = heading(page.html)?;
    let name = words::not_found::TITLES
        .iter()
        .find(|name| heading == **name)?;
    Some(format!(
        "the heading says \"{name}\", and the text \"{phrase}\""
    ))
}

/// The first `<h1>` in lower case, without surrounding punctuation; empty if it begins with another element.
fn heading(html: &str) -> Option<String> {
    let (_, after) = html.split_once("<h1").or_else(|| html.split_once("<H1"))?;
    let (_, inside) = after.split_once('>')?;
    let text = inside.split('<').next()?;
    Some(
        text.trim_matches(|c: char| !c.is_alphanumeric())
            .to_lowercase(),
    )
}

/// The ids of elements that scripts fill.
const ROOTS: [&str; 4] = ["root", "app", "__next", "__nuxt"];

/// Almost no text, and markup that scripts fill.
pub(super) fn js_shell(page: &Evidence<'_>) -> Option<String> {
    if page.text.len() > 200 || page.blocks.is_none() || has_many_blocks(page) {
        return None;
    }
    if let Some(root) = empty_root(page.html) {
        return Some(format!(
            "almost no text, and an empty <{root}> for scripts to fill"
        ));
    }
    let text = page.text.to_lowercase();
    if let Some(phrase) = words::walls::LOADING
        .iter()
        .find(|phrase| text.contains(**phrase))
    {
        return Some(format!("almost no text except \"{phrase}\""));
    }
    (text.contains("javascript") || wants_scripts(page.html))
        .then(|| "almost no text except a request to enable scripts".to_owned())
}

/// The first empty element that scripts fill, as its tag name and id.
fn empty_root(html: &str) -> Option<String> {
    let mut starts = html.split('<');
    while let Some(start) = starts.next() {
        let Some((tag, "")) = start
            .split_once('>')
            .map(|(tag, inside)| (tag, inside.trim()))
        else {
            continue;
        };
        let id = tag.strip_prefix("div").and_then(|attributes| {
            let mut ids = attributes.split_ascii_whitespace();
            ids.find_map(|attribute| attribute.strip_prefix("id="))
        });
        let id = id.map(|id| id.trim_matches(['"', '\'']));
        let root = match id.filter(|id| ROOTS.contains(id)) {
            Some(id) => format!("div id=\"{id}\""),
            None if tag == "app-root" => tag.to_owned(),
            None => continue,
        };
        // a server that could fill it leaves a comment there
        let is_comment = |next: &&str| next.starts_with("!--") && next.trim_end().ends_with("-->");
        let mut inside = starts.clone().skip_while(is_comment);
        if inside.next().is_some_and(|next| next.starts_with('/')) {
            return Some(root);
        }
    }
    None
}

/// Whether a `<noscript>` mentions JavaScript.
fn wants_scripts(html: &str) -> bool {
    let lower = html.to_ascii_lowercase();
    lower
        .split("<noscript")
        .skip(1)
        .filter_map(|after| after.split("</noscript").next())
        .any(|inside| inside.contains("javascript"))
}

/// The extractor found no text.
pub(super) fn no_text(page: &Evidence<'_>) -> Option<String> {
    let empty = !page.text.contains(char::is_alphanumeric);
    empty.then(|| "no text was found on the page".to_owned())
}
