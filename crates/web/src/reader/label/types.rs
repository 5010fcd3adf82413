//! Page types and their keys.

use classify::PageType;

/// A page type that can be chosen.
pub(super) struct TypeChoice {
    pub(super) key: char,
    pub(super) page_type: PageType,
    /// A short description.
    pub(super) meaning: &'static str,
}

const fn choice(key: char, page_type: PageType, meaning: &'static str) -> TypeChoice {
    TypeChoice {
        key,
        page_type,
        meaning,
    }
}

/// All page types, in the order of [`PageType::ALL`].
pub(super) const TYPES: [TypeChoice; PageType::ALL.len()] = [
    choice('a', PageType::Article, "report, comment, interview"),
    choice('l', PageType::LiveBlog, "grows entry by entry"),
    choice('v', PageType::Video, "built around a video"),
    choice('g', PageType::Gallery, "built around pictures"),
    choice('d', PageType::Audio, "recording, podcast"),
    choice('s', PageType::Section, "front page of a section or topic"),
    choice('h', PageType::Home, "front page of a site"),
    choice('t', PageType::Tag, "list of articles on one keyword"),
    choice('w', PageType::Author, "a person and their work"),
    choice('f', PageType::Search, "results of a search"),
    choice('i', PageType::Legal, "legal notice, privacy, terms"),
    choice('k', PageType::Login, "sign in, register"),
    choice('b', PageType::Product, "something to buy"),
    choice('r', PageType::Forum, "discussion among readers"),
    choice('c', PageType::ConsentWall, "asks for consent first"),
    choice('z', PageType::Challenge, "checks for a human visitor"),
    choice('j', PageType::JsShell, "needs scripts to show its text"),
    choice('p', PageType::PaywallTeaser, "only the beginning is free"),
    choice('e', PageType::Error, "page not found"),
    choice('o', PageType::Other, "anything else that is not news"),
];

/// The page types that are news.
pub(super) fn news() -> Vec<String> {
    let news = PageType::ALL.into_iter().filter(|known| known.is_article());
    news.map(|known| known.as_str().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_page_type_has_a_key_of_its_own() {
        let keys: BTreeSet<char> = TYPES.iter().map(|choice| choice.key).collect();
        assert_eq!(keys.len(), PageType::ALL.len());
        assert_eq!(TYPES.map(|choice| choice.page_type), PageType::ALL);
        assert_eq!(news(), ["article", "live_blog"]);
    }
}
