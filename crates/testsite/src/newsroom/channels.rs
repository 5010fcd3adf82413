//! Machine-readable files: robots.txt, the reservation of rights, sitemaps and feeds.

use askama::Template;
use chrono::TimeDelta;
use serde_json::json;

use super::{
    article::ArticleMeta,
    site::{Feed, RequestPath},
    site_day::SiteDay,
    templates::rendered,
};
use crate::server::reply::{Reply, gzip};

/// Number of entries of a feed.
const FEED_ENTRIES: usize = 15;
/// Number of articles in one file of a sitemap index.
const PER_FILE: usize = 1_000;

#[derive(Template)]
#[template(path = "channels/rss.xml")]
struct Rss<'a> {
    day: &'a SiteDay<'a>,
    articles: Vec<ArticleMeta>,
}

#[derive(Template)]
#[template(path = "channels/atom.xml")]
struct Atom<'a> {
    day: &'a SiteDay<'a>,
    articles: Vec<ArticleMeta>,
}

#[derive(Template)]
#[template(path = "channels/sitemap_index.xml")]
struct SitemapIndex<'a> {
    day: &'a SiteDay<'a>,
    paths: Vec<String>,
}

#[derive(Template)]
#[template(path = "channels/sitemap.xml")]
struct Sitemap<'a> {
    day: &'a SiteDay<'a>,
    articles: Vec<ArticleMeta>,
}

/// A sitemap for Google News.
#[derive(Template)]
#[template(path = "channels/news_sitemap.xml")]
struct NewsSitemap<'a> {
    day: &'a SiteDay<'a>,
    articles: Vec<ArticleMeta>,
}

/// The link tag that announces the feed.
pub(crate) fn feed_link(day: &SiteDay) -> String {
    day.site
        .feed
        .as_ref()
        .map_or_else(String::new, |Feed { path, media_type }| {
            let name = &day.site.name;
            format!(
                "<link rel=\"alternate\" type=\"{media_type}\" title=\"{name}\" href=\"{path}\">"
            )
        })
}

pub(crate) fn answer(day: &SiteDay, request: &RequestPath) -> Option<Reply> {
    robots(day, request)
        .or_else(|| sitemap(day, request))
        .or_else(|| feed(day, request))
}

fn robots(day: &SiteDay, request: &RequestPath) -> Option<Reply> {
    match request.path {
        "/robots.txt" => Some(match &day.site.robots {
            Some(text) => {
                let delay = day.state.settings.crawl_delay.as_secs_f64().to_string();
                let text = text
                    .replace("{home}", &day.url("/"))
                    .replace("{delay}", &delay);
                Reply::bytes("text/plain; charset=utf-8", text)
            }
            None => Reply::bytes("text/plain", "no such file").status(404),
        }),
        "/.well-known/tdmrep.json" if day.site.reserves_rights => {
            let policy = day.url("/agb");
            Some(Reply::bytes(
                "application/json",
                format!(
                    "[{{\"location\":\"/\",\"tdm-reservation\":1,\"tdm-policy\":\"{policy}\"}}]"
                ),
            ))
        }
        _ => None,
    }
}

fn sitemap(day: &SiteDay, request: &RequestPath) -> Option<Reply> {
    let (sitemaps, path) = (&day.site.sitemaps, Some(request.path));
    let (mut media_type, mut zipped) = ("application/xml; charset=utf-8", false);
    let text = if path == sitemaps.index.as_deref() {
        let files = 1..=day.history.count.div_ceil(PER_FILE).max(1);
        let pattern = sitemaps.articles.iter();
        let paths = files.flat_map(|file| {
            pattern
                .clone()
                .map(move |p| p.replace('*', &file.to_string()))
        });
        let news = sitemaps.news.clone().filter(|_| sitemaps.news_in_index);
        let paths = paths.chain(news).collect();
        rendered(&SitemapIndex { day, paths })
    } else if path == sitemaps.news.as_deref() {
        let since = day.changed() - TimeDelta::days(2);
        let newest = day.newest().take(1_000);
        let articles = newest.take_while(|meta| meta.published > since).collect();
        rendered(&NewsSitemap { day, articles })
    } else {
        let (before, _) = sitemaps.articles.as_ref()?.split_once('*')?;
        request.path.strip_prefix(before)?;
        let from = request.last_number()?.checked_sub(1)? * PER_FILE;
        let numbers = from..(from + PER_FILE).min(day.history.count);
        if numbers.is_empty() {
            return None;
        }
        if sitemaps.gzip {
            (media_type, zipped) = ("application/gzip", true);
        }
        let numbers = numbers.filter(|number| day.is_present(*number));
        let articles = numbers.filter_map(|number| day.meta(number)).collect();
        rendered(&Sitemap { day, articles })
    };
    let bytes = if zipped {
        gzip(text.as_bytes())
    } else {
        text.into_bytes()
    };
    Some(Reply::bytes(media_type, bytes).changed(day.changed()))
}

fn feed(day: &SiteDay, request: &RequestPath) -> Option<Reply> {
    let feed = day
        .site
        .feed
        .as_ref()
        .filter(|feed| feed.path == request.path)?;
    let articles: Vec<_> = day.newest().take(FEED_ENTRIES).collect();
    let body = match feed.media_type.as_str() {
        "application/atom+xml" => rendered(&Atom { day, articles }),
        "application/feed+json" => json_feed(day, &feed.path, &articles),
        _ => rendered(&Rss { day, articles }),
    };
    Some(Reply::bytes(&feed.media_type, body).changed(day.changed()))
}

fn json_feed(day: &SiteDay, path: &str, articles: &[ArticleMeta]) -> String {
    let items = articles.iter().map(|meta| {
        let author = meta.author.iter().map(|name| json!({"name": name}));
        json!({
            "id": day.url(&meta.path),
            "url": day.url(&meta.path),
            "title": meta.title,
            "summary": meta.standfirst(),
            "date_published": day.rfc3339(meta.published),
            "date_modified": day.rfc3339(meta.modified),
            "authors": author.collect::<Vec<_>>(),
            "tags": [meta.section],
        })
    });
    let feed = json!({
        "version": "https://jsonfeed.org/version/1.1",
        "title": day.site.name,
        "home_page_url": day.url("/"),
        "feed_url": day.url(path),
        "language": day.site.language.code(),
        "items": items.collect::<Vec<_>>(),
    });
    feed.to_string()
}
