//! Sure rules, asked before the model. The first that applies decides.
//!
//! A rule is here only if it is right on practically every page it applies to; a page that no rule
//! is sure of is left to the model. The lists are German and English first. What they name is
//! a page's whole title, a whole part of its path, or a type it gives itself, never a word somewhere in
//! a headline; where an address leaves doubt, what is on the page must agree with it.

mod address;
mod answer;
mod form;
mod forum;
mod legal;
mod list;
mod live;
mod media;
mod missing;
mod offer;
mod person;
mod wall;

use crate::{Evidence, PageType};

/// A rule that is sure of itself.
#[derive(Debug)]
pub struct Rule {
    /// The name in `label_source`, after `rule:`.
    pub name: &'static str,
    /// What a page is when the rule applies.
    pub page_type: PageType,
    /// What the rule looks for.
    pub summary: &'static str,
    /// The reason for people if the rule applies.
    pub apply: fn(&Evidence<'_>) -> Option<String>,
}

/// A rule that applied.
#[derive(Debug)]
pub struct Finding {
    /// The rule.
    pub rule: &'static Rule,
    /// Why it applied, for people.
    pub reason: String,
}

/// Every rule, in the order they are asked: what the server said, what stands in front of the page,
/// what its title and its address say, what it is built around, and last that there is nothing on it.
pub static RULES: &[Rule] = &[
    Rule {
        name: "http-error",
        page_type: PageType::Error,
        summary: "the server answered with an error status",
        apply: answer::http_error,
    },
    Rule {
        name: "challenge",
        page_type: PageType::Challenge,
        summary: "short text under a title, or around a script, that asks for proof of a person",
        apply: wall::challenge,
    },
    Rule {
        name: "consent-wall",
        page_type: PageType::ConsentWall,
        summary: "the address is a consent page, or the page is little but a request for consent",
        apply: wall::consent,
    },
    Rule {
        name: "not-found-title",
        page_type: PageType::Error,
        summary: "title or headline is nothing but the news that there is no such page",
        apply: missing::not_found_title,
    },
    Rule {
        name: "not-found-text",
        page_type: PageType::Error,
        summary: "a short text begins with the news that there is no such page",
        apply: missing::not_found_text,
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
        apply: form::login,
    },
    Rule {
        name: "home",
        page_type: PageType::Home,
        summary: "the path of the URL is `/`",
        apply: address::home,
    },
    Rule {
        name: "search",
        page_type: PageType::Search,
        summary: "the address is that of a search with its query",
        apply: address::search,
    },
    Rule {
        name: "tag",
        page_type: PageType::Tag,
        summary: "the address ends in `/tag/` and a keyword",
        apply: address::tag,
    },
    Rule {
        name: "author",
        page_type: PageType::Author,
        summary: "the address ends in `/author/` and a name",
        apply: address::author,
    },
    Rule {
        name: "section",
        page_type: PageType::Section,
        summary: "the address ends in `/category/` and a word, or is made of names of news desks only",
        apply: address::section,
    },
    Rule {
        name: "search-title",
        page_type: PageType::Search,
        summary: "the title is that of a search, over a field to fill in; or the page calls itself `SearchResultsPage`",
        apply: list::search,
    },
    Rule {
        name: "tag-list",
        page_type: PageType::Tag,
        summary: "a list of articles whose title names a keyword, or whose address ends in `/topic/` and a keyword",
        apply: list::tag,
    },
    Rule {
        name: "author-page",
        page_type: PageType::Author,
        summary: "the page calls itself `ProfilePage`, lists articles by someone, or has the name at the end of its address for a headline",
        apply: person::author,
    },
    Rule {
        name: "section-list",
        page_type: PageType::Section,
        summary: "a list of articles that calls itself `CollectionPage`, or is named after a news desk",
        apply: list::section,
    },
    Rule {
        name: "live-blog",
        page_type: PageType::LiveBlog,
        summary: "the page calls itself `LiveBlogPosting`, or its address says so and several entries have their times",
        apply: live::live_blog,
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
        apply: forum::forum,
    },
    Rule {
        name: "product",
        page_type: PageType::Product,
        summary: "the page describes one product with its price and no article, or `og:type` says so",
        apply: offer::product,
    },
    Rule {
        name: "play",
        page_type: PageType::Other,
        summary: "the address says quiz or puzzle, and there is something to fill in",
        apply: form::play,
    },
    Rule {
        name: "paywall",
        page_type: PageType::PaywallTeaser,
        summary: "few words of a text that the page says is not free, over a box that sells the rest",
        apply: offer::paywall,
    },
    Rule {
        name: "js-shell",
        page_type: PageType::JsShell,
        summary: "next to no text, and marks of a page that scripts would fill",
        apply: wall::js_shell,
    },
    Rule {
        name: "no-text",
        page_type: PageType::Other,
        summary: "the extractor found no text",
        apply: answer::no_text,
    },
];

/// The first rule that applies.
pub fn first(page: &Evidence<'_>) -> Option<Finding> {
    RULES.iter().find_map(|rule| {
        let reason = (rule.apply)(page)?;
        Some(Finding { rule, reason })
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
