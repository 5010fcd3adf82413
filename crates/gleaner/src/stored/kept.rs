//! What is kept of a page's own account, and where it was found.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use crawl::CanonicalUrl;
use extract::{Metadata, Source};
use serde_json::{Map, Value};
use store::{NewArticle, StoredPage, Via};

/// A date this much after the fetch is a clock that goes fast; later ones are wrong.
const FAST_CLOCK: TimeDelta = TimeDelta::hours(1);

/// The latest instant that a page can speak of.
pub(super) fn latest_date(page: &StoredPage) -> DateTime<Utc> {
    page.fetched_at + FAST_CLOCK
}

/// Where the values of an article were found, by the names of their fields: of those alone that it has. `said` is where
/// the page says them; what it does not say was told by the channel that named it.
pub(super) fn field_sources(
    article: &NewArticle,
    said: &BTreeMap<&'static str, Source>,
    via: Via,
) -> Option<Value> {
    let has = |field: &str| match field {
        "authors" => !article.authors.is_empty(),
        "agencies" => !article.agencies.is_empty(),
        "organizations" => !article.organizations.is_empty(),
        "url_canonical" => article.url_canonical.is_some(),
        "date_modified" => article.date_modified.is_some(),
        _ => true,
    };
    let said = said.iter().filter(|(field, _)| has(field));
    let mut sources: Map<String, Value> = said
        .filter_map(|(field, source)| Some(((*field).to_owned(), name(source)?.into())))
        .collect();
    if article.title.is_some() && !sources.contains_key("title") {
        sources.insert("title".to_owned(), feed_name(via).into());
    }
    match &article.date_published_source {
        Some(source) => sources.insert("date_published".to_owned(), source.clone().into()),
        None => sources.remove("date_published"),
    };
    (!sources.is_empty()).then_some(Value::Object(sources))
}

/// The address a page names as its own, if that is on the same site. A front page named by another
/// page is a mistake of its template, and would make one article of many.
pub(super) fn canonical_of(page: &StoredPage, metadata: &Metadata) -> Option<String> {
    let here = CanonicalUrl::parse(&page.url).ok()?;
    let named = CanonicalUrl::parse(metadata.url_canonical.as_deref()?).ok()?;
    let is_front =
        |url: &CanonicalUrl| url.as_url().path() == "/" && url.as_url().query().is_none();
    let usable = named.domain() == here.domain() && (!is_front(&named) || is_front(&here));
    usable.then(|| named.as_str().to_owned())
}

/// When an article was published, by the best evidence there is. Never after it was fetched.
#[derive(Debug, Default)]
pub(super) struct Dated {
    pub(super) at: Option<DateTime<Utc>>,
    pub(super) offset_minutes: Option<i32>,
    pub(super) precision: Option<String>,
    pub(super) source: Option<String>,
}

impl Dated {
    pub(super) fn of(page: &StoredPage, metadata: &Metadata) -> Self {
        let limit = latest_date(page);
        if let Some(said) = metadata.date_published.filter(|said| said.at <= limit) {
            return Self {
                at: Some(said.at),
                offset_minutes: said.offset_minutes,
                precision: name(&said.precision),
                source: name(&said.source),
            };
        }
        match page.published_feed.filter(|&at| at <= limit) {
            Some(at) => Self {
                at: Some(at),
                offset_minutes: None,
                precision: Some("second".to_owned()),
                source: Some(feed_name(page.via).to_owned()),
            },
            None => Self::default(),
        }
    }
}

/// The word an enum stands for in the article record.
fn name<T: serde::Serialize>(value: &T) -> Option<String> {
    serde_json::to_value(value)
        .ok()?
        .as_str()
        .map(str::to_owned)
}

fn feed_name(via: Via) -> &'static str {
    match via {
        Via::NewsSitemap => "news_sitemap",
        _ => "feed",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use store::PageKey;

    use super::super::{ReadBy, StoredReader};
    use super::*;
    use crate::settings::tests::built_in;

    /// What is made of a page as an article, with what a news sitemap told of it.
    fn read(html: &str, told: Option<&str>, rules: Option<&ReadBy>) -> NewArticle {
        let at: DateTime<Utc> = "2026-03-01T09:00:00Z".parse().unwrap();
        let page = StoredPage {
            key: PageKey {
                fetched_at: at,
                page_id: 1,
            },
            host_id: 1,
            url: "https://www.a.example/rat".to_owned(),
            url_requested: "https://www.a.example/rat".to_owned(),
            site_id: "a".to_owned(),
            domain: "a.example".to_owned(),
            fetched_at: at,
            http_status: 200,
            content_type: Some("text/html; charset=utf-8".to_owned()),
            headers: json!({}),
            body: html.as_bytes().to_vec(),
            via: Via::NewsSitemap,
            title_feed: told.map(|_| "Rat tagt".to_owned()),
            published_feed: told.map(|at| at.parse().unwrap()),
        };
        let reader = StoredReader::new(&built_in()).unwrap();
        let read = reader.read_part(&page, &extract::HostKnowledge::default(), rules);
        read.reading.article.unwrap()
    }

    fn source<'a>(article: &'a NewArticle, field: &str) -> Option<&'a str> {
        article.field_sources.as_ref()?[field].as_str()
    }

    const FUTURE: &str = "<link rel=canonical href='https://b.example/rat'>\
        <script type='application/ld+json'>{\"@type\":\"NewsArticle\",\"datePublished\":\"2031-01-01T00:00:00Z\",\
        \"dateModified\":\"2031-01-02T00:00:00Z\"}</script>\
        <p>Der Rat der Stadt tagt heute Abend im neuen Saal.";

    #[test]
    fn values_that_are_refused_have_no_source() {
        let article = read(FUTURE, None, None);
        assert_eq!(
            (article.date_published, &article.url_canonical),
            (None, &None)
        );
        assert_eq!(source(&article, "date_published"), None);
        assert_eq!(source(&article, "url_canonical"), None);
        assert_eq!(article.date_modified, None);
        assert_eq!(source(&article, "date_modified"), None);
    }

    #[test]
    fn values_that_the_feed_told_are_the_feeds() {
        let article = read(FUTURE, Some("2026-03-01T08:00:00Z"), None);
        assert_eq!(article.title.as_deref(), Some("Rat tagt"));
        assert_eq!(
            article.date_published_source.as_deref(),
            Some("news_sitemap")
        );
        assert_eq!(source(&article, "date_published"), Some("news_sitemap"));
        assert_eq!(source(&article, "title"), Some("news_sitemap"));
    }

    #[test]
    fn a_rule_that_finds_persons_has_found_no_agency() {
        let rules = crawl::SeedRules {
            author: vec![".by".to_owned()],
            ..crawl::SeedRules::default()
        };
        let rules = ReadBy::new(&rules, 1).unwrap();
        let html = "<h1>Rat tagt</h1><p class=by>Ana Berg<p>Der Rat der Stadt tagt heute Abend.";
        let article = read(html, None, Some(&rules));
        assert_eq!(article.authors, ["Ana Berg"]);
        assert_eq!(source(&article, "authors"), Some("rule"));
        assert_eq!(source(&article, "agencies"), None);
        assert_eq!(source(&article, "title"), Some("heading"));
    }
}
