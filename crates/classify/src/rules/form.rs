//! Pages that are there to be filled in.

use crate::Evidence;
use crate::path::without_number;
use crate::title;

pub(super) fn login(page: &Evidence<'_>) -> Option<String> {
    let asks = page.shape.is_some_and(|shape| shape.counts.passwords > 0);
    if !asks || page.has_article_data() {
        return None;
    }
    let slug = page
        .address()
        .and_then(|(_, path)| path.last().map(without_number))
        .filter(|slug| words::forms::LOGIN_PATHS.contains(&slug.as_str()));
    if let Some(slug) = slug {
        return Some(format!(
            "the URL ends with {slug}, and a password is asked for"
        ));
    }
    let part = title::has_part(&page.title_parts, words::forms::LOGIN_TITLES)?;
    Some(format!(
        "the title says \"{part}\", and a password is asked for"
    ))
}

pub(super) fn play(page: &Evidence<'_>) -> Option<String> {
    let inputs = page.shape?.counts.inputs;
    let part = page.below(words::forms::PLAY_PATHS)?;
    (inputs > 1 && !page.calls_itself_article())
        .then(|| format!("the URL says {part}, and there is something to fill in"))
}
