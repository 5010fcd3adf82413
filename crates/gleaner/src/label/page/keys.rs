//! The key of each page type.

use classify::PageType;

/// A key for each page type, in the order of [`PageType::ALL`].
pub(super) const TYPES: [(char, PageType); PageType::ALL.len()] = [
    ('a', PageType::Article),
    ('l', PageType::LiveBlog),
    ('v', PageType::Video),
    ('g', PageType::Gallery),
    ('d', PageType::Audio),
    ('s', PageType::Section),
    ('h', PageType::Home),
    ('t', PageType::Tag),
    ('w', PageType::Author),
    ('f', PageType::Search),
    ('i', PageType::Legal),
    ('k', PageType::Login),
    ('b', PageType::Product),
    ('r', PageType::Forum),
    ('c', PageType::ConsentWall),
    ('z', PageType::Challenge),
    ('j', PageType::JsShell),
    ('p', PageType::PaywallTeaser),
    ('e', PageType::Error),
    ('o', PageType::Other),
];

/// What a type is, in a few words beside its key.
pub(super) fn meaning(page_type: PageType) -> &'static str {
    match page_type {
        PageType::Article => "report, comment, interview",
        PageType::LiveBlog => "grows entry by entry",
        PageType::Video => "around a video",
        PageType::Gallery => "around pictures",
        PageType::Audio => "recording, podcast",
        PageType::Section => "front of a desk or topic",
        PageType::Home => "front page of a site",
        PageType::Tag => "list for one keyword",
        PageType::Author => "a person and their work",
        PageType::Search => "found by a search",
        PageType::Legal => "imprint, privacy, terms",
        PageType::Login => "sign in, register",
        PageType::Product => "something to buy",
        PageType::Forum => "readers among themselves",
        PageType::ConsentWall => "asks for consent first",
        PageType::Challenge => "wants proof of a person",
        PageType::JsShell => "text only by scripts",
        PageType::PaywallTeaser => "the rest is sold",
        PageType::Error => "there is no such page",
        PageType::Other => "anything else, no news",
    }
}

/// The page type of a key.
pub(super) fn page_type(key: char) -> Option<PageType> {
    let found = TYPES.iter().find(|(known, _)| *known == key);
    found.map(|(_, page_type)| *page_type)
}

/// A page type for people.
pub(super) fn name(page_type: &str) -> String {
    page_type.replace('_', " ")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_page_type_has_a_key_of_its_own() {
        let keys: BTreeSet<char> = TYPES.iter().map(|(key, _)| *key).collect();
        assert_eq!(keys.len(), PageType::ALL.len());
        assert_eq!(TYPES.map(|(_, page_type)| page_type), PageType::ALL);
        assert_eq!(page_type('h'), Some(PageType::Home));
        assert_eq!(page_type('7'), None);
    }
}
