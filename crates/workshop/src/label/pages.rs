//! Page labels as lines of JSON, which `workshop train page`, `workshop eval classify` and `workshop label import` read.

use chrono::{DateTime, Utc};
use classify::PageType;
use crawl::CanonicalUrl;
use gleaner::console::clean;
use gleaner::files::UNKNOWN_HOST;
use lab::gold::is_article;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{ImportedLabel, Judgement, Prediction, SiteLabel, StoredPage};

/// Maximum characters of a name.
const MAX_NAME: usize = 200;
/// Characters of a page id: enough to make ids unique.
const ID_LENGTH: usize = 16;

/// Normalises the name of a person for labels; an empty one is an error.
pub(crate) fn person(name: &str) -> Result<String, String> {
    let name: String = clean::line(name).chars().take(MAX_NAME).collect();
    if name.is_empty() {
        return Err("the name is empty".to_owned());
    }
    Ok(name)
}

/// The name of the user's account, normalised for labels.
pub(crate) fn account() -> Option<String> {
    let names = ["USER", "LOGNAME"].iter();
    let mut names = names.filter_map(|name| std::env::var(name).ok());
    names.find_map(|name| person(&name).ok())
}

/// The id of a page in a file of labels.
pub(crate) fn page_id(url_requested: &str) -> String {
    let mut id = store::article_id(url_requested);
    id.truncate(ID_LENGTH);
    id
}

/// An exported label with its page.
#[derive(Debug, Serialize)]
pub(crate) struct PageLabelRecord<'a> {
    id: String,
    url: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    url_requested: Option<&'a str>,
    site: &'a str,
    fetched_at: DateTime<Utc>,
    status: i16,
    page_type: Option<&'a str>,
    label: bool,
    labelled_by: &'a str,
    labelled_at: DateTime<Utc>,
    model: Option<&'a str>,
    model_page_type: Option<&'a str>,
    label_source: Option<&'a str>,
    news_score: Option<f32>,
    html: String,
}

impl<'a> PageLabelRecord<'a> {
    /// The line of a label and the page it was given for.
    pub(crate) fn of(labelled: &'a SiteLabel, page: &'a StoredPage) -> Self {
        let SiteLabel {
            label,
            url_requested,
            domain,
            ..
        } = labelled;
        let prediction = label.prediction.as_ref();
        Self {
            id: page_id(url_requested),
            url: &page.url,
            url_requested: (*url_requested != page.url).then_some(url_requested),
            site: domain,
            fetched_at: page.fetched_at,
            status: page.http_status,
            page_type: label.judgement.page_type.as_deref(),
            label: label.judgement.is_news,
            labelled_by: &label.who,
            labelled_at: label.at,
            model: prediction.map(|prediction| prediction.version.as_str()),
            model_page_type: prediction.map(|prediction| prediction.page_type.as_str()),
            label_source: prediction.map(|prediction| prediction.source.as_str()),
            news_score: prediction.map(|prediction| prediction.score),
            html: html::decode(&page.body, page.content_type.as_deref()).text,
        }
    }
}

/// A line to import: Gleaner's own, or one of a gold set.
#[derive(Debug, Deserialize)]
pub(crate) struct PageLabelInput {
    url: Option<String>,
    url_requested: Option<String>,
    fetched_at: Option<DateTime<Utc>>,
    page_type: Option<String>,
    label: Option<Value>,
    labelled_by: Option<String>,
    labelled_at: Option<DateTime<Utc>>,
    model: Option<String>,
    model_page_type: Option<String>,
    label_source: Option<String>,
    news_score: Option<f32>,
}

impl PageLabelInput {
    /// Whether it names a page type, known or not.
    pub(crate) fn names_type(&self) -> bool {
        self.page_type.is_some()
    }

    /// The label, by `who` if the line names nobody; `None` if it has no label.
    pub(crate) fn label(self, who: &str) -> Option<ImportedLabel> {
        // an export of articles: the verdict of a model or a rule is not a label
        if self.label_source.is_some() && self.label.is_none() && self.labelled_by.is_none() {
            return None;
        }
        let page_type = self.page_type.as_deref();
        let is_news = is_article(self.label.as_ref(), page_type)?;
        // A type that is unknown, or that its label contradicts, is dropped.
        let known = page_type.and_then(|name| name.parse::<PageType>().ok());
        let known = known.filter(|known| known.is_article() == is_news);
        let url = self.url_requested.or(self.url).unwrap_or_default();
        let canonical = CanonicalUrl::parse(&url).ok();
        let authority = canonical.as_ref().map(CanonicalUrl::authority);
        let prediction = self.model.zip(self.model_page_type);
        let prediction = prediction.zip(self.label_source.zip(self.news_score));
        Some(ImportedLabel {
            url: canonical.map_or(url, |url| url.as_str().to_owned()),
            authority: authority.unwrap_or_else(|| UNKNOWN_HOST.to_owned()),
            fetched_at: self.fetched_at,
            who: self
                .labelled_by
                .as_deref()
                .and_then(|name| person(name).ok())
                .unwrap_or_else(|| who.to_owned()),
            at: self.labelled_at,
            judgement: Judgement {
                is_news,
                page_type: known.map(|known| known.as_str().to_owned()),
            },
            prediction: prediction.map(|((version, page_type), (source, score))| Prediction {
                version,
                page_type,
                source,
                score,
            }),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_model_said_of_an_exported_article_is_no_label() {
        let label = |line: &str| {
            let line: PageLabelInput = serde_json::from_str(line).unwrap();
            line.label("ana").is_some()
        };
        let page = r#""url":"https://www.example.com/1","page_type":"article""#;
        assert!(label(&format!("{{{page}}}")));
        assert!(!label(&format!(
            r#"{{{page},"label_source":"model:gleaner-1","news_score":0.9}}"#
        )));
        assert!(label(&format!(
            r#"{{{page},"label_source":"model:gleaner-1","labelled_by":"ben"}}"#
        )));
    }
}
