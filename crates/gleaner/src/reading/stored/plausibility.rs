//! Drops implausible values of a page, and fills gaps from the feed or news sitemap that named it.

use chrono::{DateTime, NaiveTime, TimeDelta, Utc};
use crawl::CanonicalUrl;
use extract::DatePrecision;
use store::{StoredPage, Via};

use crate::article::{Article, Origin};
use crate::reading::neutral::neutral_owned;

/// Maximum time by which a date may be later than the fetch, since clocks differ.
const MAX_CLOCK_SKEW: TimeDelta = TimeDelta::hours(1);

/// Drops values that cannot be true, and takes missing ones from the channel that named the URL.
pub(super) fn check(article: &mut Article, page: &StoredPage) {
    let latest = page.fetched_at + MAX_CLOCK_SKEW;
    let channel = Origin::Channel(match page.via {
        Via::NewsSitemap => "news_sitemap",
        _ => "feed",
    });
    article.url_canonical = article
        .url_canonical
        .take()
        .and_then(|named| canonical(&named, &page.url));
    article.date_modified = article.date_modified.filter(|&at| at <= latest);
    if article.date_published.is_none_or(|at| at > latest) {
        article.date_published = page.published_feed.filter(|&at| at <= latest);
        article.date_published_tz = None;
        article.date_published_precision = article.date_published.map(precision_of_channel);
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
    article.title = article
        .title
        .take()
        .or_else(|| page.title_feed.clone().map(neutral_owned));
    if article.title.is_some() {
        sources.entry("title").or_insert(channel);
    }
    article.field_sources = Some(sources).filter(|sources| !sources.is_empty());
}

/// The canonical URL that a page names, if it is on the same site. A page whose canonical URL is its own section has a faulty template;
/// accepting it would merge many articles into one.
pub(crate) fn canonical(named: &str, url: &str) -> Option<String> {
    let here = CanonicalUrl::parse(url).ok()?;
    let named = CanonicalUrl::parse(named).ok()?;
    let usable =
        named.domain() == here.domain() && !crawl::is_section_of(named.as_url(), here.as_url());
    usable.then(|| named.as_str().to_owned())
}

/// The precision of a date from a feed or news sitemap. A date without a time of day is stored as midnight in UTC.
fn precision_of_channel(at: DateTime<Utc>) -> DatePrecision {
    if at.time() == NaiveTime::MIN {
        DatePrecision::Day
    } else {
        DatePrecision::Second
    }
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, Utc};
    use extract::FieldSource;
    use serde_json::json;
    use store::PageKey;

    use super::super::{CompiledRules, PageExtractor, article_id};
    use super::*;
    use crate::settings::tests::built_in;

    /// The article of a page that a news sitemap names, with this date.
    fn read(html: &str, published: Option<&str>, rules: Option<&CompiledRules>) -> Article {
        let at: DateTime<Utc> = "2026-03-01T09:00:00Z".parse().unwrap();
        let page = StoredPage {
            key: PageKey {
                fetched_at: at,
                page_id: 1,
            },
            rendered: false,
            host_id: 1,
            url: "https://www.a.example/rat".to_owned(),
            url_requested: "https://www.a.example/rat".to_owned(),
            site_id: "a".to_owned(),
            domain: "a.example".to_owned(),
            country: Some("DE".to_owned()),
            fetched_at: at,
            http_status: 200,
            content_type: Some("text/html; charset=utf-8".to_owned()),
            headers: json!({}),
            body: html.as_bytes().to_vec(),
            damage: None,
            boxes: None,
            via: Via::NewsSitemap,
            title_feed: published.map(|_| "Rat tagt".to_owned()),
            published_feed: published.map(|at| at.parse().unwrap()),
        };
        let reader = PageExtractor::new(&built_in()).unwrap();
        let read = reader.extract_further_page(&page, rules);
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
    fn a_local_time_is_not_in_the_future() {
        let html =
            "<h1>Rat tagt</h1><p>1. März 2026, 10:15 Uhr<p>Der Rat der Stadt tagt heute Abend.";
        let at = |article: Article| article.date_published.unwrap().to_rfc3339();
        assert_eq!(at(read(html, None, None)), "2026-03-01T09:15:00+00:00");
        let rules = crawl::SeedRules {
            time_zone: Some("Asia/Tokyo".to_owned()),
            ..crawl::SeedRules::default()
        };
        let rules = CompiledRules::new(&rules, 1).unwrap();
        let read = read(html, None, Some(&rules));
        assert_eq!(read.date_published_tz, Some(540));
        assert_eq!(at(read), "2026-03-01T01:15:00+00:00");
    }

    #[test]
    fn values_from_the_feed_have_the_feed_as_their_source() {
        let article = read(FUTURE, Some("2026-03-01T08:00:00Z"), None);
        assert_eq!(article.title.as_deref(), Some("Rat tagt"));
        assert_eq!(article.date_published_source, NEWS_SITEMAP);
        assert_eq!(source(&article, "date_published"), NEWS_SITEMAP);
        assert_eq!(source(&article, "title"), NEWS_SITEMAP);
    }

    #[test]
    fn a_section_is_not_the_canonical_url_of_its_articles() {
        let article = "https://www.a.example/politik/rat-tagt-heute-im-saal";
        for (named, url, usable) in [
            ("https://www.a.example/politik/", article, false),
            ("https://www.a.example/", article, false),
            (
                "https://b.example/politik/rat-tagt-heute-im-saal",
                article,
                false,
            ),
            (
                article,
                "https://www.a.example/politik/rat-tagt-heute-im-saal/2",
                true,
            ),
            (article, "https://www.a.example/?p=12345", true),
            (
                "https://www.a.example/rat",
                "https://www.a.example/rat/amp",
                true,
            ),
            ("https://www.a.example/kultur", article, true),
        ] {
            assert_eq!(canonical(named, url).is_some(), usable, "{named} of {url}");
        }
    }

    #[test]
    fn amp_and_print_forms_of_an_article_are_one_article() {
        let own = "https://news.example/deich-hamburg-4711.html";
        for (url, named) in [
            ("https://amp.news.example/deich-hamburg", Some(own)),
            ("https://news.example/druck/4711", Some(own)),
            ("https://news.example/deich-hamburg-4711.amp.html", None),
            ("https://news.example/deich-hamburg-4711.html/print", None),
        ] {
            assert_eq!(article_id(url, named), store::article_id(own), "{url}");
        }
    }

    #[test]
    fn a_rule_that_finds_persons_has_found_no_agency() {
        let rules = crawl::SeedRules {
            author: vec![".by".to_owned()],
            ..crawl::SeedRules::default()
        };
        let rules = CompiledRules::new(&rules, 1).unwrap();
        let html = "<h1>Rat tagt</h1><p class=by>Ana Berg<p>Der Rat der Stadt tagt heute Abend.";
        let article = read(html, None, Some(&rules));
        assert_eq!(article.authors, ["Ana Berg"]);
        let page = |source| Some(Origin::Page(source));
        assert_eq!(source(&article, "authors"), page(FieldSource::Rule));
        assert_eq!(source(&article, "agencies"), None);
        assert_eq!(source(&article, "title"), page(FieldSource::Heading));
    }
}
