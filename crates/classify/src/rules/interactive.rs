//! Pages that readers fill in or write: logins, quizzes, forums.

use crate::Evidence;
use crate::path::without_number;
use crate::title;
use extract::learned::features::{DISCUSSION_TYPES, THREAD_SCRIPTS};
use text::words;

/// Title or URL is that of a login form, and the page has a password field.
pub(super) fn login(page: &Evidence<'_>) -> Option<String> {
    let asks = page.shape.is_some_and(|shape| shape.counts.passwords > 0);
    if !asks || page.has_article_data() || page.has_whole_text() {
        return None;
    }
    let slug = page
        .parsed_url()
        .and_then(|(_, path)| path.last().map(without_number))
        .filter(|slug| words::forms::LOGIN_PATHS.contains(&slug.as_str()));
    if let Some(slug) = slug {
        return Some(format!(
            "the URL ends with {slug}, and the page has a password field"
        ));
    }
    let part = title::has_part(&page.title_parts, words::forms::LOGIN_TITLES)?;
    Some(format!(
        "the title says \"{part}\", and the page has a password field"
    ))
}

/// The URL names a quiz or puzzle, and the page has input fields.
pub(super) fn play(page: &Evidence<'_>) -> Option<String> {
    let inputs = page.shape?.counts.inputs;
    let part = page.below(words::forms::PLAY_PATHS)?;
    (inputs > 1 && !page.declares_article())
        .then(|| format!("the URL contains {part}, and the page has input fields"))
}

/// The page declares itself a discussion, or the URL is that of a thread, or of a forum with several dated posts.
pub(super) fn forum(page: &Evidence<'_>) -> Option<String> {
    if page.has_article_data() {
        return None;
    }
    if let Some(name) = page.schema_type(&DISCUSSION_TYPES) {
        return Some(format!("the page describes a {name}"));
    }
    let (url, path) = page.parsed_url()?;
    let last = path.last()?;
    if THREAD_SCRIPTS.contains(&last) {
        return Some(format!("the URL ends with {last}"));
    }
    if let Some(("threads" | "thread", thread)) = path.tail()
        && thread.contains(|c: char| c.is_ascii_digit())
    {
        return Some("the URL is a thread URL".to_owned());
    }
    if let ["t", _, number] | ["t", _, number, _] = path.parts().as_slice()
        && number.bytes().all(|byte| byte.is_ascii_digit())
    {
        return Some("the URL is a thread URL".to_owned());
    }
    let dated = page
        .shape
        .is_some_and(|shape| shape.times.max(shape.dates) >= 3.0);
    if !dated || page.declares_article() {
        return None;
    }
    let host = url.host_str().and_then(|host| host.split('.').next());
    let named = host
        .filter(|label| words::forum::PATHS.contains(label))
        .or_else(|| page.below(words::forum::PATHS))?;
    Some(format!("the URL contains {named}, and posts have dates"))
}
