//! `[site.rules]` of a seed: how pages of the site are extracted and classified.

use serde::{Deserialize, Serialize};

/// Rules as the user wrote them. Without a rule the extractor and the model decide.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeedRules {
    /// CSS selectors of the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub text: Vec<String>,
    /// CSS selectors of elements that are never text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drop: Vec<String>,
    /// CSS selectors of the headline.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub title: Vec<String>,
    /// CSS selectors of the authors' names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub author: Vec<String>,
    /// CSS selectors of the day of publication.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub date: Vec<String>,
    /// Patterns of URLs that are articles.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub articles: Vec<String>,
    /// Patterns of URLs that are no articles.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_articles: Vec<String>,
}

impl SeedRules {
    /// Whether there is no rule.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The rules as the database keeps them: an object without empty lists.
    pub fn to_json(&self) -> serde_json::Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}
