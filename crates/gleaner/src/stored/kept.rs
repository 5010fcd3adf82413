//! What is kept of a page's own account, and where it was found.

use chrono::TimeDelta;
use crawl::CanonicalUrl;
use extract::DatePrecision;
use store::{StoredPage, Via};

use crate::article::{Article, Origin};

/// A date this much after the fetch is a clock that is fast; later ones are wrong.
const FAST_CLOCK: TimeDelta = TimeDelta::hours(1);

/// Refuses what cannot be true of the page, and adds what the channel that named it said where the page says nothing.
pub(super) fn check(article: &mut Article, page: &StoredPage) {
    let latest = page.fetched_at + FAST_CLOCK;
    let channel = Origin::Channel(match page.via {
        Via::NewsSitemap => "news_sitemap",
        _ => "feed",
    });
    article.url_canonical = article
        .url_canonical
        .take()
        .and_then(|named| canonical(&named, page));
    article.date_modified = article.date_modified.filter(|&at| at <= latest);
    if article.date_published.is_none_or(|at| at > latest) {
        article.date_published = page.published_feed.filter(|&at| at <= latest);
        article.date_published_tz = None;
        article.date_published_precision = article.date_published.map(|_| DatePrecision::Second);
        article.date_published_source = article.date_published.map(|_| channel);
    }
    let mut sources = article.field_sources.take().unwrap_or_default();
    sources.retain(|field, _| match *field {
        "authors" => !article.authors.is_empty(),
        "agencies" => !article.agencies.is_empty(),
        "organizations" => !article.organizations.is_empty(),
        "url_canonical" => article.url_canonical.is_some(),
        "date_modified" => article.date_modified.is_some(),
        "date_published" => article.date_published.is_some(),
        _ => true,
    });
    if let Some(source) = article.date_published_source {
        sources.insert("date_published", source);
    }
    article.title = article.title.take().or_else(|| page.title_feed.clone());
    if article.title.is_some() {
        sources.entry("title").or_insert(channel);
    }
    article.field_sources = Some(sources).filter(|sources| !sources.is_empty());
}

/// The URL that a page names as its own, if that is on the same site. A front page named by another page is a mistake of
/// its template, and would make one article of many.
fn canonical(named: &str, page: &StoredPage) -> Option<String> {
    let here = CanonicalUrl::parse(&page.url).ok()?;
    let named = CanonicalUrl::parse(named).ok()?;
    let is_front =
        |url: &CanonicalUrl| url.as_url().path() == "/" && url.as_url().query().is_none();
    let usable = named.domain() == here.domain() && (!is_front(&named) || is_front(&here));
    usable.then(|| named.as_str().to_owned())
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, Utc};
    use extract::FieldSource;
    use serde_json::json;
    use store::PageKey;

    use super::super::{ReadBy, StoredReader};
    use super::*;
    use crate::settings::tests::built_in;

    /// What is made of a page as an article, with what a news sitemap told of it.
    fn read(html: &str, told: Option<&str>, rules: Option<&ReadBy>) -> Article {
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
        read.article.unwrap()
    }

    fn source(article: &Article, field: &str) -> Option<Origin> {
        article.field_sources.as_ref()?.get(field).copied()
    }

    const NEWS_SITEMAP: Option<Origin> = Some(Origin::Channel("news_sitemap"));

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
        assert_eq!(article.date_published_source, NEWS_SITEMAP);
        assert_eq!(source(&article, "date_published"), NEWS_SITEMAP);
        assert_eq!(source(&article, "title"), NEWS_SITEMAP);
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
        let page = |source| Some(Origin::Page(source));
        assert_eq!(source(&article, "authors"), page(FieldSource::Rule));
        assert_eq!(source(&article, "agencies"), None);
        assert_eq!(source(&article, "title"), page(FieldSource::Heading));
    }
}
