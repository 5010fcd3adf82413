//! Articles that are the same.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// A text shorter than this, in words, is never joined by its text.
pub const MIN_WORDS: usize = 20;

/// What is looked at of an article to find its copies.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Item {
    /// The article.
    pub id: String,
    /// [`content_hash`](crate::content_hash) of its text.
    pub hash: String,
    /// How many words its text has; see [`MIN_WORDS`].
    pub words: usize,
    /// When it says it was published.
    pub published: Option<DateTime<Utc>>,
    /// When its address was first met.
    pub first_seen: DateTime<Utc>,
    /// The address the page names as its own. The front page of a site is no such address:
    /// some sites name it on every page.
    pub url_canonical: Option<String>,
}

/// Why an article is held to be a copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// Its text is the same but for letter case, punctuation and white space.
    SameText,
    /// It names the same canonical URL.
    SameUrl,
}

impl Rule {
    /// The name that stands in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::SameText => "same_text",
            Self::SameUrl => "same_url",
        }
    }
}

/// An article that is a copy of another.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Copy {
    /// The copy.
    pub id: String,
    /// The leader: the earliest of the group, and never a copy itself.
    pub duplicate_of: String,
    /// The group, named by its leader.
    pub group: String,
    /// How sure the rule is, 0 to 1; both rules are sure.
    pub score: f32,
    /// The rule that found it.
    pub rule: Rule,
}

/// Every article that is a copy, with its leader, leaders and copies in order of time.
///
/// Articles are taken in order of publication, then of first sight, then of id; those that do not
/// say when they were published come last. Each becomes a copy of the leader with its text, else of
/// the leader with its canonical URL, else a leader itself. Only leaders are compared with, so a copy
/// always agrees with its leader directly.
pub fn copies(items: &[Item]) -> Vec<Copy> {
    let mut ordered: Vec<&Item> = items.iter().collect();
    ordered.sort_by_key(|item| {
        let undated = item.published.is_none();
        (undated, item.published, item.first_seen, &item.id, *item)
    });
    let mut known = HashSet::new();
    ordered.retain(|item| known.insert(item.id.as_str()));

    let mut leader_of_text: HashMap<&str, &Item> = HashMap::new();
    let mut leader_of_url: HashMap<&str, &Item> = HashMap::new();
    let mut found = Vec::new();
    for item in ordered {
        let text = text_key(item);
        let url = url_key(item);
        let by_text = text.and_then(|key| leader_of_text.get(key));
        let by_url = url.and_then(|key| leader_of_url.get(key));
        if let Some(leader) = by_text {
            found.push(link(item, leader, Rule::SameText));
        } else if let Some(leader) = by_url {
            found.push(link(item, leader, Rule::SameUrl));
        } else {
            leader_of_text.extend(text.map(|key| (key, item)));
            leader_of_url.extend(url.map(|key| (key, item)));
        }
    }
    found
}

fn link(copy: &Item, leader: &Item, rule: Rule) -> Copy {
    Copy {
        id: copy.id.clone(),
        duplicate_of: leader.id.clone(),
        group: leader.id.clone(),
        score: 1.0,
        rule,
    }
}

fn text_key(item: &Item) -> Option<&str> {
    (item.words >= MIN_WORDS).then_some(item.hash.as_str())
}

fn url_key(item: &Item) -> Option<&str> {
    item.url_canonical
        .as_deref()
        .filter(|url| !is_front_page(url))
}

/// Whether a URL has neither path nor query.
fn is_front_page(url: &str) -> bool {
    let after_scheme = url.split_once("://").map_or(url, |(_, rest)| rest);
    let before_fragment = after_scheme.split('#').next().unwrap_or(after_scheme);
    match before_fragment.split_once(['/', '?']) {
        Some((_, rest)) => rest.is_empty(),
        None => true,
    }
}
