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

pub use self::site::{UrlRuleError, UrlRules};

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
        summary: "short text under a title, or around a script, that asks the visitor to prove they are human",
        apply: walls::challenge,
    },
    Rule {
        name: "consent-wall",
        page_type: PageType::ConsentWall,
        summary: "the URL is that of a consent page, or the page is mainly a request for consent",
        apply: walls::consent,
    },
    Rule {
        name: "not-found-title",
        page_type: PageType::Error,
        summary: "title or headline says only that the page does not exist",
        apply: unavailable::not_found_title,
    },
    Rule {
        name: "not-found-text",
        page_type: PageType::Error,
        summary: "a short text begins by saying that the page does not exist",
        apply: unavailable::not_found_text,
    },
    Rule {
        name: "legal",
        page_type: PageType::Legal,
        summary: "title or URL is only the name of a legal notice, privacy policy or terms page",
        apply: legal::legal,
    },
    Rule {
        name: "login",
        page_type: PageType::Login,
        summary: "title or URL is that of a login form, and the page has a password field",
        apply: interactive::login,
    },
    Rule {
        name: "js-shell",
        page_type: PageType::JsShell,
        summary: "almost no text, and markup that scripts fill",
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
        summary: "the URL is that of a search with its query",
        apply: url::search,
    },
    Rule {
        name: "tag",
        page_type: PageType::Tag,
        summary: "the URL ends with `/tag/` and a keyword",
        apply: url::tag,
    },
    Rule {
        name: "author",
        page_type: PageType::Author,
        summary: "the URL ends with `/author/` and a name",
        apply: url::author,
    },
    Rule {
        name: "section",
        page_type: PageType::Section,
        summary: "the URL ends with `/category/` and a word, or consists only of names of news desks",
        apply: url::section,
    },
    Rule {
        name: "search-title",
        page_type: PageType::Search,
        summary: "the title is that of a search, and the page has an input field; or the page declares itself a `SearchResultsPage`",
        apply: listing::search,
    },
    Rule {
        name: "tag-list",
        page_type: PageType::Tag,
        summary: "a list of articles whose title names a keyword, or whose URL ends with `/topic/` and a keyword",
        apply: listing::tag,
    },
    Rule {
        name: "author-page",
        page_type: PageType::Author,
        summary: "the page declares itself a `ProfilePage`, lists articles by someone, or its headline is the name at the end of the URL",
        apply: listing::author,
    },
    Rule {
        name: "section-list",
        page_type: PageType::Section,
        summary: "a list of articles that declares itself a `CollectionPage`, or is named after a news desk",
        apply: listing::section,
    },
    Rule {
        name: "live-blog",
        page_type: PageType::LiveBlog,
        summary: "the page declares itself a `LiveBlogPosting`, or its URL names a live blog and several entries have times",
        apply: media::live_blog,
    },
    Rule {
        name: "video",
        page_type: PageType::Video,
        summary: "`og:type` is a video, or the URL contains `/video/` and a video is on the page",
        apply: media::video,
    },
    Rule {
        name: "gallery",
        page_type: PageType::Gallery,
        summary: "the page declares itself an `ImageGallery`, or its URL names a gallery and there are as many pictures as paragraphs",
        apply: media::gallery,
    },
    Rule {
        name: "audio",
        page_type: PageType::Audio,
        summary: "the page describes an episode, or the URL contains `/podcast/` and a recording is on the page",
        apply: media::audio,
    },
    Rule {
        name: "forum",
        page_type: PageType::Forum,
        summary: "the page declares itself a discussion, or the URL is that of a thread, or of a forum with several dated posts",
        apply: interactive::forum,
    },
    Rule {
        name: "product",
        page_type: PageType::Product,
        summary: "the page describes one product with its price and no article, or `og:type` is a product",
        apply: shop::product,
    },
    Rule {
        name: "play",
        page_type: PageType::Other,
        summary: "the URL names a quiz or puzzle, and the page has input fields",
        apply: interactive::play,
    },
    Rule {
        name: "paywall",
        page_type: PageType::PaywallTeaser,
        summary: "few words of a text that the page declares not free, above an offer of the rest",
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
    fn rules_have_unique_names_and_never_mean_article() {
        for rule in RULES {
            let same = RULES.iter().filter(|other| other.name == rule.name);
            assert_eq!(same.count(), 1, "{}", rule.name);
            assert_ne!(rule.page_type, PageType::Article, "{}", rule.name);
        }
    }
}
