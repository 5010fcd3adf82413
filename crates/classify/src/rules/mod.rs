//! Reliable rules that precede the model. The first that applies decides.
//!
//! A rule must be right on practically every page it applies to; other pages are left to the model. Rules test a whole
//! title, a whole path segment or a declared type, never a word in a headline; where a URL is ambiguous, the content of
//! the page must agree with it.

mod interactive;
mod legal;
mod listing;
mod media;
mod shop;
mod site;
mod unavailable;
mod url;
mod walls;

pub use self::site::{AddressRuleError, AddressRules};

use crate::{Evidence, PageType};

/// A rule.
#[derive(Debug)]
pub struct Rule {
    /// The name in `label_source`, after `rule:`.
    pub name: &'static str,
    /// The type of the pages it applies to.
    pub page_type: PageType,
    /// What the rule tests.
    pub summary: &'static str,
    /// The readable reason if the rule applies.
    pub apply: fn(&Evidence<'_>) -> Option<String>,
}

/// A rule that applied.
#[derive(Debug)]
#[non_exhaustive]
pub struct RuleMatch {
    /// The rule.
    pub rule: &'static Rule,
    /// The readable reason.
    pub reason: String,
}

/// All rules in order: server status, walls, title, pages that wait for scripts, URL, main content, and last missing text.
pub static RULES: &[Rule] = &[
    Rule {
        name: "http-error",
        page_type: PageType::Error,
        summary: "the server answered with an error status",
        apply: unavailable::http_error,
    },
    Rule {
        name: "challenge",
        page_type: PageType::Challenge,
        summary: "short text under a title, or around a script, that asks for proof of a person",
        apply: walls::challenge,
    },
    Rule {
        name: "consent-wall",
        page_type: PageType::ConsentWall,
        summary: "the address is a consent page, or the page is little but a request for consent",
        apply: walls::consent,
    },
    Rule {
        name: "not-found-title",
        page_type: PageType::Error,
        summary: "title or headline is nothing but the news that there is no such page",
        apply: unavailable::not_found_title,
    },
    Rule {
        name: "not-found-text",
        page_type: PageType::Error,
        summary: "a short text begins with the news that there is no such page",
        apply: unavailable::not_found_text,
    },
    Rule {
        name: "legal",
        page_type: PageType::Legal,
        summary: "title or address is nothing but the name of an imprint, privacy or terms page",
        apply: legal::legal,
    },
    Rule {
        name: "login",
        page_type: PageType::Login,
        summary: "title or address is that of a form to sign in, and a password is asked for",
        apply: interactive::login,
    },
    Rule {
        name: "js-shell",
        page_type: PageType::JsShell,
        summary: "next to no text, and marks of a page that scripts would fill",
        apply: unavailable::js_shell,
    },
    Rule {
        name: "home",
        page_type: PageType::Home,
        summary: "the path of the URL is `/`",
        apply: url::home,
    },
    Rule {
        name: "search",
        page_type: PageType::Search,
        summary: "the address is that of a search with its query",
        apply: url::search,
    },
    Rule {
        name: "tag",
        page_type: PageType::Tag,
        summary: "the address ends in `/tag/` and a keyword",
        apply: url::tag,
    },
    Rule {
        name: "author",
        page_type: PageType::Author,
        summary: "the address ends in `/author/` and a name",
        apply: url::author,
    },
    Rule {
        name: "section",
        page_type: PageType::Section,
        summary: "the address ends in `/category/` and a word, or is made of names of news desks only",
        apply: url::section,
    },
    Rule {
        name: "search-title",
        page_type: PageType::Search,
        summary: "the title is that of a search, over a field to fill in; or the page calls itself `SearchResultsPage`",
        apply: listing::search,
    },
    Rule {
        name: "tag-list",
        page_type: PageType::Tag,
        summary: "a list of articles whose title names a keyword, or whose address ends in `/topic/` and a keyword",
        apply: listing::tag,
    },
    Rule {
        name: "author-page",
        page_type: PageType::Author,
        summary: "the page calls itself `ProfilePage`, lists articles by someone, or has the name at the end of its address for a headline",
        apply: listing::author,
    },
    Rule {
        name: "section-list",
        page_type: PageType::Section,
        summary: "a list of articles that calls itself `CollectionPage`, or is named after a news desk",
        apply: listing::section,
    },
    Rule {
        name: "live-blog",
        page_type: PageType::LiveBlog,
        summary: "the page calls itself `LiveBlogPosting`, or its address says so and several entries have their times",
        apply: media::live_blog,
    },
    Rule {
        name: "video",
        page_type: PageType::Video,
        summary: "`og:type` is a video, or the address has `/video/` in it and a video is on the page",
        apply: media::video,
    },
    Rule {
        name: "gallery",
        page_type: PageType::Gallery,
        summary: "the page calls itself `ImageGallery`, or its address says so and there are as many pictures as paragraphs",
        apply: media::gallery,
    },
    Rule {
        name: "audio",
        page_type: PageType::Audio,
        summary: "the page describes an episode, or the address has `/podcast/` in it and a recording is on the page",
        apply: media::audio,
    },
    Rule {
        name: "forum",
        page_type: PageType::Forum,
        summary: "the page calls itself a discussion, the address is a thread's, or it is a forum's and several posts have their dates",
        apply: interactive::forum,
    },
    Rule {
        name: "product",
        page_type: PageType::Product,
        summary: "the page describes one product with its price and no article, or `og:type` says so",
        apply: shop::product,
    },
    Rule {
        name: "play",
        page_type: PageType::Other,
        summary: "the address says quiz or puzzle, and there is something to fill in",
        apply: interactive::play,
    },
    Rule {
        name: "paywall",
        page_type: PageType::PaywallTeaser,
        summary: "few words of a text that the page says is not free, over a box that sells the rest",
        apply: shop::paywall,
    },
    Rule {
        name: "no-text",
        page_type: PageType::Other,
        summary: "the extractor found no text",
        apply: unavailable::no_text,
    },
];

/// The first rule that applies.
pub fn first(page: &Evidence<'_>) -> Option<RuleMatch> {
    RULES.iter().find_map(|rule| {
        let reason = (rule.apply)(page)?;
        Some(RuleMatch { rule, reason })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_have_names_of_their_own_and_never_say_article() {
        for rule in RULES {
            let same = RULES.iter().filter(|other| other.name == rule.name);
            assert_eq!(same.count(), 1, "{}", rule.name);
            assert_ne!(rule.page_type, PageType::Article, "{}", rule.name);
        }
    }
}
