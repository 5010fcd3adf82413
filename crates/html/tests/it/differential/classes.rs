//! The classes of pages that we read otherwise than the standard has it, on purpose or because it does not matter.

/// Formatting elements that may be open before the oldest is forgotten, and a little less than elements may be open.
const MANY: usize = 64;

/// Why the blocks of a page may differ; `None` if they must not.
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
    if has_open_title(&html) {
        return Some("a title that is not closed ends before the next tag, not with the page");
    }
    if html.matches('<').count() >= MANY {
        return Some("more is open than we keep");
    }
    None
}

/// Whether the first title has no end tag, or only one behind the head.
fn has_open_title(html: &str) -> bool {
    let Some((_, rest)) = html.split_once("<title") else {
        return false;
    };
    match rest.split_once("</title") {
        None => true,
        Some((content, _)) => ["<body", "</head"].iter().any(|tag| content.contains(tag)),
    }
}

/// The end tags that move elements about ("adoption agency"), and the start tags that do so too.
const FORMATTING: [&str; 16] = [
    "</a", "</b", "</big", "</code", "</em", "</font", "</i", "</nobr", "</s", "</strike",
    "</strong", "</tt", "</u", "<a", "<nobr", "</small",
];

/// What keeps text from being shown.
const HIDING: [&str; 15] = [
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
    "<select",
    "<template",
    "<video",
];
