//! Rules of a site: created by choosing a block of a page, tried on stored pages, and saved.

mod list;
mod propose;
mod trial;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::routing::get;
use crawl::SeedRules;
use serde::{Deserialize, Serialize};
use tokio::sync::OwnedSemaphorePermit;

use super::Reader;
use super::page::{PageError, unknown_value};

/// Maximum duration of a trial, and how long another one waits for its end.
const MAX_TRIAL: Duration = Duration::from_secs(4);
const MAX_WAIT: Duration = Duration::from_secs(2);
/// Maximum length of a selector or pattern in bytes.
const MAX_RULE: usize = 500;

/// What rules change on stored pages of a site.
#[derive(Debug, Default, Serialize)]
pub struct RuleTrial {
    /// Number of pages that were tried.
    pub pages: usize,
    /// Number of pages for which there was no time.
    pub left: usize,
    /// Whether pages of the site are waiting for extraction.
    pub has_queued: bool,
    /// Number of articles on which the rules for the text matched nothing, so that the extractor decided.
    pub fell_back: usize,
    /// The use of each rule, in the order of their keys.
    pub rules: Vec<RuleUse>,
    /// Pages that change.
    pub changed: Vec<ChangedPage>,
}

/// The number of pages on which a rule matched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RuleUse {
    /// Its key in a seed file.
    pub key: String,
    /// The selector or pattern.
    pub rule: String,
    /// Number of pages.
    pub pages: usize,
}

/// A page that changes.
#[derive(Debug, Serialize)]
pub struct ChangedPage {
    /// Its URL.
    pub url: String,
    /// The id of its article before or, if there was none, after.
    #[serde(skip)]
    pub article_id: Option<String>,
    /// Values that differ, by name, such as `title`.
    #[serde(flatten)]
    pub values: BTreeMap<&'static str, ChangedValue>,
    /// The text before and after, if it differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub texts: Option<[String; 2]>,
    /// What the selectors for the date found, if it is not a date.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unreadable_date: Option<String>,
    /// Whether the page was an article and is none any more.
    #[serde(skip)]
    pub is_lost: bool,
}

/// A value before and after.
#[derive(Debug, Serialize)]
pub struct ChangedValue {
    /// Before.
    pub before: Option<String>,
    /// After.
    pub after: Option<String>,
}

/// The rules that are in force for a site.
#[derive(Default)]
struct InForce {
    rules: SeedRules,
    /// The rules of its seed.
    seeded: SeedRules,
    revision: i32,
}

/// What is done with a rule.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Action {
    #[default]
    Add,
    Remove,
}

/// One rule that is added or removed.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
struct RuleChange {
    action: Action,
    key: String,
    rule: String,
    /// A selector typed by the user, which replaces `rule`.
    own: String,
}

impl RuleChange {
    /// The selector or pattern.
    fn rule(&self) -> &str {
        match self.own.trim() {
            "" => self.rule.trim(),
            own => own,
        }
    }

    fn is_removal(&self) -> bool {
        self.action == Action::Remove
    }

    /// Applies the change to `rules`.
    fn apply(&self, mut rules: SeedRules) -> Result<SeedRules, PageError> {
        let rule = self.rule();
        if rule.is_empty() {
            return Err(invalid("Enter a selector."));
        }
        if rule.len() > MAX_RULE {
            return Err(invalid("This selector is too long."));
        }
        let of_key = rules.of_key(&self.key);
        let of_key = of_key.ok_or_else(|| unknown_value("key", &self.key, SeedRules::KEYS))?;
        let index = of_key.iter().position(|known| known == rule);
        match (self.action, index) {
            (Action::Add, Some(_)) => return Err(invalid("This rule is already in force.")),
            (Action::Remove, None) => return Err(invalid("This rule is not in force.")),
            (Action::Add, None) => of_key.push(rule.to_owned()),
            (Action::Remove, Some(index)) => drop(of_key.remove(index)),
        }
        // What is kept now is no longer dropped, and vice versa.
        let opposite = match self.key.as_str() {
            "keep" => Some(&mut rules.drop),
            "drop" => Some(&mut rules.keep),
            _ => None,
        };
        if let Some(opposite) = opposite.filter(|_| self.action == Action::Add) {
            opposite.retain(|known| known != rule);
        }
        Ok(rules)
    }
}

fn invalid(message: &str) -> PageError {
    PageError::Invalid(message.to_owned())
}

pub(super) fn routes() -> Router<Reader> {
    Router::new()
        .route("/article/{id}/rule", get(propose::propose))
        .route("/source/{id}/rules", get(list::list).post(list::save))
        .route("/source/{id}/rules/try", get(trial::trial))
}

/// Describes the kind of rule for people.
fn meaning(key: &str) -> &'static str {
    match key {
        "text" => "the text, instead of what the extractor finds",
        "keep" => "always text",
        "drop" => "never text",
        "title" => "the headline",
        "author" => "the authors",
        "date" => "the date of publication",
        "articles" => "URLs that are articles",
        "not_articles" => "URLs that are not articles",
        _ => "",
    }
}

/// The rules of a site.
async fn in_force(reader: &Reader, id: &str) -> Result<InForce, PageError> {
    let found = reader.store.site_rules(&[id.to_owned()]).await?;
    let Some(found) = found.into_iter().next() else {
        return Ok(InForce::default());
    };
    let read = |rules| {
        let rules = serde_json::from_value::<SeedRules>(rules);
        rules.map_err(|error| {
            PageError::Invalid(format!(
                "The rules of this site were made by another version of Gleaner and cannot be read: {error}"
            ))
        })
    };
    Ok(InForce {
        rules: read(found.rules)?,
        seeded: read(found.seeded)?,
        revision: found.revision,
    })
}

/// Acquires the only permit for a trial; `None` if another trial holds it.
async fn permit(reader: &Reader) -> Option<OwnedSemaphorePermit> {
    let permit = Arc::clone(&reader.trials).acquire_owned();
    tokio::time::timeout(MAX_WAIT, permit).await.ok()?.ok()
}

/// Tries rules on a site and passes the result to `show` while it holds the permit.
async fn run_trial<T: Send + 'static>(
    reader: &Reader,
    _permit: OwnedSemaphorePermit,
    id: &str,
    rules: SeedRules,
    show: impl FnOnce(RuleTrial) -> T + Send + 'static,
) -> Result<T, PageError> {
    let tried = (id.to_owned(), rules, Instant::now() + MAX_TRIAL);
    let trial = (reader.tools.try_rules)(tried).await;
    let trial = trial.map_err(PageError::Invalid)?;
    Ok(tokio::task::spawn_blocking(move || show(trial)).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(action: Action, key: &str, rule: &str) -> RuleChange {
        RuleChange {
            action,
            key: key.to_owned(),
            rule: rule.to_owned(),
            own: String::new(),
        }
    }

    #[test]
    fn a_rule_is_added_and_removed_once() {
        let none = SeedRules::default();
        let added =
            |key, rule, rules: &SeedRules| change(Action::Add, key, rule).apply(rules.clone());
        let one = added("drop", " .box ", &none).unwrap();
        assert_eq!(one.drop, [".box"]);
        assert!(added("drop", ".box", &one).is_err());
        let kept = added("keep", ".box", &one).unwrap();
        assert_eq!((kept.keep.len(), kept.drop.len()), (1, 0));
        let typed = RuleChange {
            own: "aside".to_owned(),
            ..change(Action::Add, "drop", ".box")
        };
        assert_eq!(typed.apply(none.clone()).unwrap().drop, ["aside"]);
        let removed = change(Action::Remove, "drop", ".box").apply(one);
        assert_eq!(removed.unwrap(), none);
        for odd in [
            change(Action::Remove, "drop", ".box"),
            change(Action::Add, "drop", " "),
            change(Action::Add, "drop", &"x".repeat(501)),
            change(Action::Add, "colour", ".box"),
        ] {
            assert!(odd.apply(none.clone()).is_err(), "{odd:?}");
        }
    }

    #[test]
    fn every_key_of_a_seed_has_a_meaning() {
        for key in SeedRules::KEYS {
            assert!(!meaning(key).is_empty(), "{key}");
        }
    }
}
