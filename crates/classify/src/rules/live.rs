//! Reports that grow while something happens.

use crate::Evidence;

/// What only addresses of such reports say in their last part, among other words.
const WORDS: [&str; 12] = [
    "as-it-happened",
    "en-direct",
    "en-vivo",
    "im-ticker",
    "live-blog",
    "live-ticker",
    "liveblog",
    "liveticker",
    "minute-by-minute",
    "minuto-a-minuto",
    "newsblog",
    "relacja-na-zywo",
];

/// Parts of a path below which such reports stand.
const PARTS: [&str; 4] = ["live", "liveblogs", "livestory", "liveticker"];

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
    let said = WORDS
        .into_iter()
        .find(|word| last.contains(word) && last != *word)
        .or_else(|| page.below(&PARTS).filter(|_| !page.calls_itself_article()))?;
    Some(format!(
        "the URL says {said}, and {entries} times are given"
    ))
}
