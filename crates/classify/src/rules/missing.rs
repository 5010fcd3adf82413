//! Pages that say, with whatever status, that there is none.

use crate::Evidence;
use crate::title;

/// The first lines of a text, in bytes: such a page says so at once.
const OPENING: usize = 300;

/// A page that says so in its text only has no more of it than this, in bytes: a report of missing pages goes on.
const SHORT: usize = 800;

pub(super) fn not_found_title(page: &Evidence<'_>) -> Option<String> {
    if let Some(part) = title::has_part(&page.title_parts, words::not_found::TITLES) {
        return Some(format!("the title says \"{part}\""));
    }
    if page.calls_itself_article() {
        return None;
    }
    let headline = page.headline();
    if headline.len() > OPENING {
        return None;
    }
    let parts = title::parts(headline);
    let part = title::has_part(&parts, words::not_found::TITLES)?;
    Some(format!("the headline says \"{part}\""))
}

pub(super) fn not_found_text(page: &Evidence<'_>) -> Option<String> {
    if page.calls_itself_article() {
        return None;
    }
    let end = page.text.floor_char_boundary(OPENING);
    let opening = page.text.get(..end)?.to_lowercase();
    let phrase = words::not_found::PHRASES
        .iter()
        .find(|phrase| opening.contains(**phrase))?;
    if page.text.len() <= SHORT {
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

/// The first `<h1>` in lower case, without marks around it; empty where there is more than text in it.
fn heading(html: &str) -> Option<String> {
    let (_, after) = html.split_once("<h1").or_else(|| html.split_once("<H1"))?;
    let (_, inside) = after.split_once('>')?;
    let text = inside.split('<').next()?;
    Some(
        text.trim_matches(|c: char| !c.is_alphanumeric())
            .to_lowercase(),
    )
}
