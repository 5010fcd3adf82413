//! Reports that grow while something happens.

use crate::Evidence;

/// Entries with their times, at least.
const ENTRIES: f32 = 4.0;

/// Paragraphs, at least: a list of such reports has none.
const PARAGRAPHS: f32 = 3.0;

pub(super) fn live_blog(page: &Evidence<'_>) -> Option<String> {
    let shape = page.shape?;
    if shape.big_blocks < PARAGRAPHS {
        return None;
    }
    if page.schema_type(&["LiveBlogPosting"]).is_some() {
        return Some("the page calls itself a LiveBlogPosting".to_owned());
    }
    let entries = shape.times.max(shape.dates);
    if entries < ENTRIES {
        return None;
    }
    let (_, path) = page.address()?;
    let last = path.last()?;
    let said = words::live::SURE
        .iter()
        .find(|word| last.contains(*word) && last != **word)
        .copied()
        .or_else(|| {
            page.below(words::live::PATHS)
                .filter(|_| !page.calls_itself_article())
        })?;
    Some(format!(
        "the URL says {said}, and {entries} times are given"
    ))
}
