//! Discussions among readers.

use crate::Evidence;

/// What discussions are in JSON-LD.
const DATA: [&str; 2] = ["DiscussionForumPosting", "QAPage"];

/// Programs that show a thread.
const PROGRAMS: [&str; 3] = ["showthread", "viewthread", "viewtopic"];

/// Posts with their dates, at least.
const POSTS: f32 = 3.0;

pub(super) fn forum(page: &Evidence<'_>) -> Option<String> {
    if page.has_article_data() {
        return None;
    }
    if let Some(name) = page.schema_type(&DATA) {
        return Some(format!("the page describes a {name}"));
    }
    let (url, path) = page.address()?;
    let last = path.last()?;
    if PROGRAMS.contains(&last) {
        return Some(format!("the URL ends with {last}"));
    }
    if let Some(("threads" | "thread", thread)) = path.tail()
        && thread.contains(|c: char| c.is_ascii_digit())
    {
        return Some("the URL is that of a thread".to_owned());
    }
    if let ["t", _, number] | ["t", _, number, _] = path.parts().as_slice()
        && number.bytes().all(|byte| byte.is_ascii_digit())
    {
        return Some("the URL is that of a thread".to_owned());
    }
    let dated = page
        .shape
        .is_some_and(|shape| shape.times.max(shape.dates) >= POSTS);
    if !dated || page.calls_itself_article() {
        return None;
    }
    let host = url.host_str().and_then(|host| host.split('.').next());
    let named = host
        .filter(|label| words::forum::PATHS.contains(label))
        .or_else(|| page.below(words::forum::PATHS))?;
    Some(format!("the URL says {named}, and posts have their dates"))
}
