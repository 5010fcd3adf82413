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

use crate::Evidence;
use crate::PageType::{
    self, Audio, Author, Challenge, ConsentWall, Error, Forum, Gallery, Home, JsShell, Legal,
    LiveBlog, Login, Other, PaywallTeaser, Product, Search, Section, Tag, Video,
};

/// A rule.
#[derive(Debug)]
pub struct Rule {
    /// The name in `label_source`, after `rule:`.
    pub name: &'static str,
    /// The type of the pages it applies to.
    pub page_type: PageType,
    /// The readable reason if the rule applies. The function says what it tests.
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
    rule("http-error", Error, unavailable::http_error),
    rule("challenge", Challenge, walls::challenge),
    rule("consent-wall", ConsentWall, walls::consent),
    rule("not-found-title", Error, unavailable::not_found_title),
    rule("not-found-text", Error, unavailable::not_found_text),
    rule("legal", Legal, legal::legal),
    rule("login", Login, interactive::login),
    rule("js-shell", JsShell, unavailable::js_shell),
    rule("home", Home, url::home),
    rule("search", Search, url::search),
    rule("tag", Tag, url::tag),
    rule("author", Author, url::author),
    rule("section", Section, url::section),
    rule("search-title", Search, listing::search),
    rule("tag-list", Tag, listing::tag),
    rule("author-page", Author, listing::author),
    rule("section-list", Section, listing::section),
    rule("live-blog", LiveBlog, media::live_blog),
    rule("video", Video, media::video),
    rule("gallery", Gallery, media::gallery),
    rule("audio", Audio, media::audio),
    rule("forum", Forum, interactive::forum),
    rule("product", Product, shop::product),
    rule("play", Other, interactive::play),
    rule("paywall", PaywallTeaser, shop::paywall),
    rule("no-text", Other, unavailable::no_text),
];

const fn rule(
    name: &'static str,
    page_type: PageType,
    apply: fn(&Evidence<'_>) -> Option<String>,
) -> Rule {
    Rule {
        name,
        page_type,
        apply,
    }
}

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
