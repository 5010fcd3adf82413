//! The classes of pages that we read differently from the standard, on purpose or because it does not matter.

/// The reason why the blocks of a page may differ; `None` if they must not.
pub(crate) fn explained(html: &str) -> Option<&'static str> {
    let html = html.to_ascii_lowercase();
    let has = |names: &[&str]| names.iter().any(|name| html.contains(name));
    if has(&["<table"]) {
        return Some("text is moved out of a table, and joined there with what it finds");
    }
    if has(&["<svg", "<math"]) {
        return Some("HTML is nested in a picture or a formula that is not closed in order");
    }
    if has(&FORMATTING) && has(&HIDING) {
        return Some("misnested formatting moves text out of what is not shown");
    }
    if with_closed_title(&html).is_some() {
        return Some("a title that is not closed ends before the next tag, not with the page");
    }
    if has(&["<frameset"]) && has(&["\0"]) {
        return Some("NUL does not begin the body, so that frames may follow it");
    }
    if html.matches('<').count() >= 64 {
        return Some("more is open than we keep");
    }
    None
}

/// The page with an end tag where we end its first title, if that has none or only one after the head.
pub(crate) fn with_closed_title(html: &str) -> Option<String> {
    let lower = html.to_ascii_lowercase();
    let title = tags(&lower, "<title").find(|at| !ends_in_tag(&lower[..*at]))?;
    let start = title + lower[title..].find('>')? + 1;
    let end = tags(&lower[start..], "</title").next();
    let end = end.map(|end| start + end);
    let content = &lower[start..end.unwrap_or(lower.len())];
    if end.is_some() && !["<body", "</head"].iter().any(|tag| content.contains(tag)) {
        return None;
    }
    let is_tag = |at: &usize| {
        let name = content[at + 1..].trim_start_matches('/');
        name.starts_with(|c: char| c.is_ascii_alphabetic())
    };
    let next = content.match_indices('<').map(|(at, _)| at).find(is_tag)?;
    let (before, after) = html.split_at(start + next);
    Some(format!("{before}</title>{after}"))
}

/// The positions of tags with this beginning, except those with a longer name.
fn tags(html: &str, begin: &str) -> impl Iterator<Item = usize> {
    let is_whole = move |at: &usize| {
        let after = html[at + begin.len()..].chars().next();
        after.is_some_and(|char| char.is_ascii_whitespace() || matches!(char, '/' | '>'))
    };
    let found = html.match_indices(begin).map(|(at, _)| at);
    found.filter(is_whole)
}

/// Whether a tag or declaration is open at the end: `<t<title>` and `<!<title>` are one each, but not a title.
fn ends_in_tag(html: &str) -> bool {
    let open = html.rsplit('>').next().unwrap_or_default();
    let mut tags = open.split('<').skip(1);
    tags.any(|tag| {
        tag.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?'))
    })
}

/// The end tags that move elements ("adoption agency"), and the start tags that do so, too.
const FORMATTING: [&str; 16] = [
    "</a", "</b", "</big", "</code", "</em", "</font", "</i", "</nobr", "</s", "</strike",
    "</strong", "</tt", "</u", "<a", "<nobr", "</small",
];

/// Markup that hides text.
const HIDING: [&str; 16] = [
    "hidden",
    "style=",
    "<applet",
    "<audio",
    "<button",
    "<canvas",
    "<datalist",
    "<map",
    "<meter",
    "<object",
    "<option",
    "<progress",
    "<ruby",
    "<select",
    "<template",
    "<video",
];
