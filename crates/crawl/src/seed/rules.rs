//! `[site.rules]` of a seed: how pages of the site are extracted and classified.

use serde::{Deserialize, Serialize};

/// The rules as the user wrote them. Without rules the extractor and the model decide.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeedRules {
    /// CSS selectors of the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub text: Vec<String>,
    /// CSS selectors of elements that are also text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keep: Vec<String>,
    /// CSS selectors of elements that are never text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drop: Vec<String>,
    /// CSS selectors of the headline.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub title: Vec<String>,
    /// CSS selectors of the authors' names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub author: Vec<String>,
    /// CSS selectors of the date of publication.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub date: Vec<String>,
    /// Patterns of URLs that are articles.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub articles: Vec<String>,
    /// Patterns of URLs that are not articles.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_articles: Vec<String>,
    /// The time zone (IANA) of times that pages state without an offset. Default: that of the site's country, if it has only one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_zone: Option<String>,
}

impl SeedRules {
    /// The keys of the lists, in the order of a seed file.
    pub const KEYS: [&'static str; 8] = [
        "text",
        "keep",
        "drop",
        "title",
        "author",
        "date",
        "articles",
        "not_articles",
    ];

    /// The rules of a key; empty if there is no such key.
    pub fn rules(&self, key: &str) -> &[String] {
        match key {
            "text" => &self.text,
            "keep" => &self.keep,
            "drop" => &self.drop,
            "title" => &self.title,
            "author" => &self.author,
            "date" => &self.date,
            "articles" => &self.articles,
            "not_articles" => &self.not_articles,
            _ => &[],
        }
    }

    /// The rules of a key, for modification. `None` if there is no such key.
    pub fn of_key(&mut self, key: &str) -> Option<&mut Vec<String>> {
        Some(match key {
            "text" => &mut self.text,
            "keep" => &mut self.keep,
            "drop" => &mut self.drop,
            "title" => &mut self.title,
            "author" => &mut self.author,
            "date" => &mut self.date,
            "articles" => &mut self.articles,
            "not_articles" => &mut self.not_articles,
            _ => return None,
        })
    }

    /// The rules in the format of a seed file; empty if there are none. The reader shows them.
    pub fn to_toml(&self) -> String {
        let lines = toml::to_string(self).unwrap_or_default();
        if lines.is_empty() {
            return lines;
        }
        format!("[site.rules]\n{lines}")
    }

    /// Whether there is no rule.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The rules as stored in the database: an object without empty lists.
    pub fn to_json(&self) -> serde_json::Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_written_as_they_are_read() {
        let mut rules = SeedRules::default();
        assert_eq!(rules.to_toml(), "");
        for key in SeedRules::KEYS {
            rules
                .of_key(key)
                .unwrap()
                .push(format!("[a=\"{key}\"] \\31 b"));
            assert_eq!(rules.rules(key).len(), 1);
        }
        rules.time_zone = Some("Europe/Berlin".to_owned());
        let toml = rules.to_toml();
        let lines = toml.strip_prefix("[site.rules]\n").unwrap();
        assert_eq!(toml::from_str::<SeedRules>(lines).unwrap(), rules);
        assert_eq!(rules.of_key("colour"), None);
    }
}
