//! Sure rules, asked before the model. The first that applies decides.
//!
//! A rule is here only if it is right on practically every page it applies to; a page that no rule
//! is sure of is left to the model. The lists are German and English first, and what they name is
//! a page's whole title or a whole part of its path, never a word somewhere in a headline.

mod address;
mod answer;
mod legal;
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
/// what its title and its address say, and last that there is nothing on it.
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
        summary: "the title says that there is no such page",
        apply: answer::not_found_title,
    },
    Rule {
        name: "legal",
        page_type: PageType::Legal,
        summary: "title or address is nothing but the name of an imprint, privacy or terms page",
        apply: legal::legal,
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
            assert!(!rule.page_type.is_article(), "{}", rule.name);
        }
    }
}
