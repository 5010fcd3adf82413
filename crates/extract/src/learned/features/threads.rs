//! Whether a page is a forum thread, whose text is written by readers.

use html::TextDocument;
use memchr::memmem::Finder;
use text::words;

/// JSON-LD types of discussions.
pub const DISCUSSION_TYPES: [&str; 2] = ["DiscussionForumPosting", "QAPage"];

/// Forum software, as named in `<meta name="generator">`.
const PROGRAMS: [&str; 10] = [
    "discourse",
    "discuz",
    "flarum",
    "invision",
    "mybb",
    "nodebb",
    "phpbb",
    "vanilla",
    "vbulletin",
    "xenforo",
];

/// Scripts that show a thread, as parts of a path.
pub const THREAD_SCRIPTS: [&str; 3] = ["showthread", "viewthread", "viewtopic"];

/// Parts of the path of a thread, in addition to those of forums.
const PATHS: [&str; 4] = ["discussion", "discussions", "questions", "threads"];

/// Whether a page declares itself a thread, by its JSON-LD, generator, canonical URL or `og:url`.
pub(crate) fn is_thread(document: &TextDocument) -> bool {
    let head = &document.head;
    let types = DISCUSSION_TYPES.map(Finder::new);
    let has_type = |json: &String| {
        types
            .iter()
            .any(|name| name.find(json.as_bytes()).is_some())
    };
    head.json_ld.iter().any(has_type)
        || head.meta_all("generator").any(is_forum_program)
        || head.meta_all("og:url").any(is_of_thread)
        || head
            .links_rel("canonical")
            .any(|link| is_of_thread(&link.href))
}

fn is_forum_program(generator: &str) -> bool {
    let generator = generator.to_ascii_lowercase();
    PROGRAMS.iter().any(|program| generator.contains(program))
}

/// Whether a part of a URL's path is typical of forums or threads.
fn is_of_thread(address: &str) -> bool {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let mut parts = path.split(['/', '.']);
    parts.any(|part| {
        PATHS.contains(&part)
            || THREAD_SCRIPTS.contains(&part)
            || words::forum::PATHS.contains(&part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn says_thread(head: &str) -> bool {
        is_thread(&html::parse(&format!("<head>{head}</head><body><p>Text")))
    }

    #[test]
    fn a_declared_thread_is_recognised() {
        for head in [
            r#"<script type="application/ld+json">{"@type": "DiscussionForumPosting"}</script>"#,
            r#"<meta name="generator" content="Discourse 3.2">"#,
            r#"<link rel="canonical" href="https://site.example/viewtopic.php?t=7">"#,
            r#"<meta property="og:url" content="https://forum.site.example/t/brakes/7">"#,
        ] {
            assert!(says_thread(head), "{head}");
        }
        for head in [
            "",
            r#"<meta name="generator" content="WordPress 6.5">"#,
            r#"<link rel="canonical" href="https://site.example/news/forum-opens?t=/forum/">"#,
            r#"<script type="application/ld+json">{"@type": "NewsArticle"}</script>"#,
        ] {
            assert!(!says_thread(head), "{head}");
        }
    }
}
