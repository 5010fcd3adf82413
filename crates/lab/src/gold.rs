//! Gold: pages labelled by a person, or by a site's own parser.

use std::collections::BTreeSet;

use classify::PageType;
use html::TextBox;
use serde::Deserialize;
use serde_json::Value;
use unicode_normalization::UnicodeNormalization as _;

/// A page with its gold; a set has only some of the fields.
#[derive(Debug, Deserialize)]
pub struct GoldPage {
    /// Its id in its set.
    #[serde(default)]
    pub id: Value,
    /// Its URL.
    pub url: Option<String>,
    /// Its decoded HTML.
    pub html: String,
    /// The HTTP status of its response.
    #[serde(alias = "status")]
    pub http_status: Option<u16>,
    /// The text of the article.
    pub gold_text: Option<String>,
    /// Phrases of the article.
    pub with: Option<Vec<String>>,
    /// Phrases of the text that surrounds the article.
    pub without: Option<Vec<String>>,
    /// The title of the article.
    pub gold_title: Option<String>,
    /// Names of authors: a list, or one string separated by semicolons.
    pub gold_author: Option<Value>,
    /// A day, or a day and a time.
    pub gold_date: Option<String>,
    /// URL of the lead image.
    pub gold_lead_image: Option<String>,
    /// URLs of images, the lead image first.
    pub images: Option<Vec<Value>>,
    /// Sections.
    pub categories: Option<Vec<String>>,
    /// Keywords; see also `tags`.
    pub topics: Option<Vec<String>>,
    /// Keywords; see also `topics`.
    pub tags: Option<Vec<String>>,
    /// Language of the article.
    #[serde(alias = "language")]
    pub gold_language: Option<String>,
    est_language: Option<String>,
    page_type: Option<String>,
    label: Option<Value>,
    /// Name of the site, if the set groups pages by site.
    pub site: Option<String>,
    /// Its registrable domain, if the set does not give its URL.
    domain: Option<String>,
    /// The boxes in which a browser drew its text, if the set has rendered pages.
    #[serde(default)]
    pub boxes: Vec<TextBox>,
}

impl GoldPage {
    /// Whether the page is an article, by `label` (true, 1, "article", "news") or by `page_type`; `None` without either.
    pub fn is_article(&self) -> Option<bool> {
        is_article(self.label.as_ref(), self.page_type.as_deref())
    }

    /// Its type in the terms of the article record; names used by data sets are mapped to them.
    pub fn known_type(&self) -> Option<PageType> {
        let name = self.page_type.as_deref()?;
        name.parse().ok().or(match name {
            "imprint" | "privacy" | "terms" | "legal_other" => Some(PageType::Legal),
            "collection" | "listing" => Some(PageType::Section),
            "service" | "documentation" => Some(PageType::Other),
            "registration" | "password_recovery" => Some(PageType::Login),
            _ => None,
        })
    }

    /// The site for folds by site.
    pub fn site(&self) -> String {
        let or_id = self.domain.clone().unwrap_or_else(|| id_text(&self.id));
        site(self.site.as_deref(), self.url.as_deref(), &or_id)
    }

    /// Its gold language, else the estimated one; "unknown" without either.
    pub fn language(&self) -> String {
        known(self.gold_language.as_ref().or(self.est_language.as_ref()))
    }

    /// Its type as named by the set; "unknown" without one.
    pub fn page_type(&self) -> String {
        known(self.page_type.as_ref())
    }

    /// The gold names of the authors; `None` without any.
    pub fn authors(&self) -> Option<BTreeSet<String>> {
        let names: BTreeSet<String> = match self.gold_author.as_ref()? {
            Value::String(names) => listed(names).map(fold).collect(),
            Value::Array(names) => names.iter().filter_map(Value::as_str).map(fold).collect(),
            _ => return None,
        };
        let names: BTreeSet<String> = names.into_iter().filter(|name| !name.is_empty()).collect();
        (!names.is_empty()).then_some(names)
    }

    /// The URL of the lead image.
    pub fn lead_image(&self) -> Option<&str> {
        let first = || self.images.as_ref()?.first().and_then(Value::as_str);
        let image = self.gold_lead_image.as_deref().or_else(first);
        image.filter(|url| url.starts_with("http"))
    }

    /// The keywords, under either name.
    pub fn keywords(&self) -> Option<&[String]> {
        let keywords = self.topics.as_deref().or(self.tags.as_deref());
        keywords.filter(|words| !words.is_empty())
    }
}

fn known(value: Option<&String>) -> String {
    value.cloned().unwrap_or_else(|| "unknown".to_owned())
}

/// Whether a page is an article by `label`, else by `page_type`; `None` without either.
pub fn is_article(label: Option<&Value>, page_type: Option<&str>) -> Option<bool> {
    let names_article = |name: &str| name == "news" || name.parse().is_ok_and(PageType::is_article);
    match label {
        Some(Value::Bool(label)) => Some(*label),
        Some(Value::Number(label)) => Some(label.as_f64() == Some(1.0)),
        Some(Value::String(label)) => Some(names_article(label)),
        _ => page_type.map(names_article),
    }
}

/// The id of a page as text, whatever its JSON type.
pub fn id_text(id: &Value) -> String {
    id.as_str().map_or_else(|| id.to_string(), str::to_owned)
}

/// The site a page is grouped by: the name in the data, else the registrable domain of its URL (the
/// host if there is none), else what stands in for it: the domain in the data, or the id of the page itself.
pub fn site(named: Option<&str>, url: Option<&str>, otherwise: &str) -> String {
    let host = || {
        let url = url::Url::parse(url?).ok()?;
        let host = url.host_str()?;
        Some(psl::domain_str(host).unwrap_or(host).to_owned())
    };
    named
        .map(str::to_owned)
        .or_else(host)
        .unwrap_or_else(|| otherwise.to_owned())
}

/// The names in one string, separated by semicolons, else by commas and "and".
fn listed(names: &str) -> impl Iterator<Item = &str> {
    let at_semicolons = names.contains(';');
    let parts = names.split(move |c| c == ';' || (c == ',' && !at_semicolons));
    parts.flat_map(move |part| {
        let ands = if at_semicolons { "\0" } else { " and " };
        part.trim().trim_start_matches("and ").split(ands)
    })
}

/// Folds white space, unifies quotation marks and apostrophes, and composes characters (NFC).
pub(crate) fn fold(text: &str) -> String {
    let folded: String = text
        .nfc()
        .map(|c| match c {
            '\u{2018}' | '\u{2019}' | '\u{201a}' | '\u{201b}' | '\u{2032}' | '`' | '\u{b4}' => '\'',
            '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{201f}' | '\u{ab}' | '\u{bb}'
            | '\u{2033}' => '"',
            c => c,
        })
        .collect();
    html::fold(&folded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_taken_from_label_or_page_type() {
        for (json, is_article) in [
            (r#"{"html":"","page_type":"article"}"#, Some(true)),
            (r#"{"html":"","page_type":"imprint"}"#, Some(false)),
            (
                r#"{"html":"","page_type":"article","label":false}"#,
                Some(false),
            ),
            (r#"{"html":"","label":"news"}"#, Some(true)),
            (r#"{"html":"","page_type":null}"#, None),
        ] {
            let page: GoldPage = serde_json::from_str(json).unwrap();
            assert_eq!(page.is_article(), is_article, "{json}");
        }
    }

    #[test]
    fn a_site_is_its_name_its_registrable_domain_or_the_page_itself() {
        let url = Some("https://www.news.bbc.co.uk/a");
        assert_eq!(site(Some("bbc"), url, "7"), "bbc");
        assert_eq!(site(None, url, "7"), "bbc.co.uk");
        assert_eq!(site(None, Some("http://localhost:80/"), "7"), "localhost");
        assert_eq!(site(None, Some("hard::odd.html"), "7"), "7");
        assert_eq!(site(None, None, "7"), "7");
    }
}
