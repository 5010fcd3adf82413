//! Outgoing feeds: searches, sites, changes and the leading stories as RSS, Atom and JSON Feed, and the sources as OPML.

use std::collections::{BTreeMap, BTreeSet};

use askama::Template;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Router, middleware};
use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::json;
use store::{Field, Lifecycle, Passages, SearchHit, SearchOrder, SearchQuery, Site, StoryQuery};

use super::format::{beginning, link, segment};
use super::guard::is_encrypted;
use super::page::{Answer, PageError};
use super::sources::find;
use super::{Reader, changes, fresh, language};

/// Maximum number of entries of a feed.
const MAX_ENTRIES: i64 = 50;
/// Maximum length of a summary in characters.
const MAX_SUMMARY_CHARS: usize = 280;

/// A feed format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Rss,
    Atom,
    Json,
}

impl Format {
    /// The name and the format of a feed, from its file name.
    fn of(file: &str) -> Option<(&str, Self)> {
        let (name, ending) = file.rsplit_once('.')?;
        let format = match ending {
            "rss" => Self::Rss,
            "atom" => Self::Atom,
            "json" => Self::Json,
            _ => return None,
        };
        Some((name, format))
    }

    fn media_type(self) -> HeaderValue {
        HeaderValue::from_static(match self {
            Self::Rss => "application/rss+xml; charset=utf-8",
            Self::Atom => "application/atom+xml; charset=utf-8",
            Self::Json => "application/feed+json; charset=utf-8",
        })
    }
}

#[derive(Debug)]
struct Feed {
    id: String,
    title: String,
    about: String,
    /// The URL of the feed.
    address: String,
    /// The URL of the page that shows the same.
    home: String,
    entries: Vec<Entry>,
}

impl Feed {
    /// When the last entry changed.
    fn updated(&self) -> DateTime<Utc> {
        let dates = self.entries.iter().map(|entry| entry.updated);
        dates.max().unwrap_or(DateTime::UNIX_EPOCH)
    }
}

#[derive(Debug)]
struct Entry {
    id: String,
    title: String,
    link: String,
    /// As stated by the publisher.
    published: Option<DateTime<Utc>>,
    /// Likewise.
    modified: Option<DateTime<Utc>>,
    /// The last change, or the fetch if the publisher states none; Atom requires it.
    updated: DateTime<Utc>,
    authors: Vec<String>,
    /// Whether it is gone or has moved.
    mark: Option<&'static str>,
    language: Option<String>,
    summary: String,
}

#[derive(Template)]
#[template(path = "feeds/rss.xml")]
struct Rss<'a> {
    feed: &'a Feed,
}

#[derive(Template)]
#[template(path = "feeds/atom.xml")]
struct Atom<'a> {
    feed: &'a Feed,
}

#[derive(Template)]
#[template(path = "feeds/opml.xml")]
struct Opml {
    sites: Vec<Site>,
}

/// Removes the characters that XML 1.0 forbids even if escaped, and control characters.
fn xml(text: &str) -> String {
    let is_allowed = |char: &char| matches!(char, '\t' | '\n' | '\r' | ' '..='~' | '\u{a0}'..='\u{fffd}' | '\u{10000}'..);
    text.chars().filter(is_allowed).collect()
}

/// The query parameters of a feed.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Params {
    q: String,
    language: String,
    site: String,
    what: String,
}

pub(super) fn routes() -> Router<Reader> {
    Router::new()
        .route("/feeds/{file}", get(feed))
        .route("/feeds/source/{file}", get(source))
        .layer(middleware::from_fn(fresh::conditional))
}

/// The base URL of the reader, from the headers of the request.
fn base(headers: &HeaderMap) -> String {
    let scheme = if is_encrypted(headers) {
        "https"
    } else {
        "http"
    };
    let host = headers.get(header::HOST);
    let host = host.and_then(|host| host.to_str().ok());
    format!("{scheme}://{}", host.unwrap_or("localhost"))
}

async fn feed(
    State(reader): State<Reader>,
    Path(file): Path<String>,
    Query(params): Query<Params>,
    headers: HeaderMap,
) -> Answer {
    if file == "sources.opml" {
        return opml(&reader).await;
    }
    let base = base(&headers);
    let (name, format) = Format::of(&file).ok_or(PageError::NotFound("feed"))?;
    let feed = match name {
        "search" => search(&reader, &params.q, &base, &file).await?,
        "stories" => stories(&reader, &params.language, &base, &file).await?,
        "changes" => changed(&reader, params, &base, &file).await?,
        _ => return Err(PageError::NotFound("feed")),
    };
    respond(&feed, format)
}

/// The URL of the feed of the leading stories in a language, or in all if it is empty.
pub(super) fn stories_feed(language: &str) -> String {
    format!("/feeds/stories.atom?language={}", segment(language))
}

async fn search(reader: &Reader, q: &str, base: &str, file: &str) -> Result<Feed, PageError> {
    let query = SearchQuery::parse(q, Utc::now());
    let query = query.map_err(|error| PageError::Invalid(error.to_string()))?;
    let entries = newest(reader, &query).await?;
    if let Some(why) = super::unknown(&reader.searches, &query, !entries.is_empty()).await? {
        return Err(PageError::Invalid(why));
    }
    let q = q.trim();
    let value = segment(q);
    let story = match &query.values(Field::Story)[..] {
        [id] if q.strip_prefix("story:") == Some(id.as_str()) => {
            reader.store.story_named(id).await?
        }
        _ => None,
    };
    Ok(Feed {
        id: feed_id("search", &value),
        title: match story.and_then(|story| story.title) {
            Some(title) => format!("Story: {title}"),
            None if q.is_empty() => "New articles".to_owned(),
            None => format!("Articles: {q}"),
        },
        about: "Articles that match the search, the newest first".to_owned(),
        address: format!("{base}/feeds/{file}?q={value}"),
        home: format!("{base}/search?q={value}"),
        entries,
    })
}

async fn source(
    State(reader): State<Reader>,
    Path(file): Path<String>,
    headers: HeaderMap,
) -> Answer {
    let base = base(&headers);
    let (id, format) = Format::of(&file).ok_or(PageError::NotFound("feed"))?;
    let site = find(&reader.store, id, false).await?;
    let query = SearchQuery::default().narrowed(Field::Site, [site.id.clone()]);
    let entries = newest(&reader, &query).await?;
    let feed = Feed {
        id: format!("urn:gleaner:source:{}", segment(&site.id)),
        about: format!("Articles of {}, the newest first", site.name),
        title: site.name,
        address: format!("{base}/feeds/source/{}", segment(&file)),
        home: format!("{base}/source/{}", segment(&site.id)),
        entries,
    };
    respond(&feed, format)
}

/// The newest articles that match.
async fn newest(reader: &Reader, query: &SearchQuery) -> Result<Vec<Entry>, PageError> {
    let query = SearchQuery {
        order: SearchOrder::Newest,
        limit: MAX_ENTRIES,
        passages: Passages::Beginnings,
        ..query.clone()
    };
    let page = reader.searches.search(&query).await?;
    Ok(page.hits.into_iter().map(entry).collect())
}

fn entry(hit: SearchHit) -> Entry {
    let passage: String = hit.snippet.pieces().map(|(text, _)| text).collect();
    Entry {
        id: format!("urn:gleaner:article:{}", hit.id),
        title: hit.title.unwrap_or_else(|| "(no title)".to_owned()),
        link: link(&hit.url).unwrap_or_default().to_owned(),
        published: hit.date_published,
        modified: hit.date_modified,
        updated: hit.date_modified.unwrap_or(hit.date_crawled),
        authors: hit.authors,
        mark: hit.date_gone.is_some().then_some("gone"),
        language: hit.language,
        summary: beginning(&passage, MAX_SUMMARY_CHARS),
    }
}

async fn stories(
    reader: &Reader,
    language: &str,
    base: &str,
    file: &str,
) -> Result<Feed, PageError> {
    let language = match language {
        "" => None,
        named => Some(language::code(named).map_err(PageError::Invalid)?),
    };
    let value = language.clone().unwrap_or_default();
    let query = StoryQuery {
        language,
        limit: MAX_ENTRIES,
        ..StoryQuery::default()
    };
    let stories = reader.store.stories(&query).await?;
    let ids: Vec<String> = stories.iter().map(|story| story.id.clone()).collect();
    let leads = reader.store.story_leads(&ids).await?;
    let leads = leads.into_iter().map(|lead| (lead.story_id, lead.summary));
    let mut leads: BTreeMap<String, String> = leads.collect();
    let entries = stories.into_iter().map(|story| Entry {
        link: format!("{base}/story/{}", segment(&story.id)),
        title: story.title.unwrap_or_else(|| "(no title)".to_owned()),
        published: Some(story.date_founded),
        modified: Some(story.date_active),
        updated: story.date_active,
        authors: Vec::new(),
        mark: None,
        language: Some(story.language),
        summary: beginning(
            &leads.remove(&story.id).unwrap_or_default(),
            MAX_SUMMARY_CHARS,
        ),
        id: format!("urn:gleaner:story:{}", segment(&story.id)),
    });
    let entries: Vec<Entry> = entries.collect();
    Ok(Feed {
        id: feed_id("stories", &value),
        title: "Leading stories".to_owned(),
        about: "Events and the articles that report them, by score".to_owned(),
        address: format!("{base}/feeds/{file}?language={value}"),
        home: format!("{base}/?language={value}"),
        entries,
    })
}

async fn changed(
    reader: &Reader,
    params: Params,
    base: &str,
    file: &str,
) -> Result<Feed, PageError> {
    let choice = changes::Choice {
        site: params.site,
        what: params.what,
        after: String::new(),
    };
    let (found, _) = changes::find(reader, &choice, MAX_ENTRIES, true).await?;
    let entries = found.into_iter().map(|shown| {
        let change = &shown.change;
        let headline = change.title_before.as_ref().filter(|_| change.of_headline);
        let headline = headline.map(|title| format!("The headline was: {title}"));
        // many readers of feeds show no categories
        let what = format!("{}: {}", shown.mark(), change.source_name);
        let parts = [Some(what), headline, shown.text()];
        let at = change.at;
        // a page may be gone again, or move again, without another version
        let id = format!(
            "urn:gleaner:change:{}:{}:{}",
            change.id, change.version, change.change
        );
        Entry {
            id: match change.version_before {
                Some(_) => id,
                None => format!("{id}:{}", at.timestamp()),
            },
            title: shown.heading().to_owned(),
            link: format!("{base}{}", shown.address()),
            published: Some(at),
            modified: None,
            updated: at,
            authors: Vec::new(),
            mark: Some(shown.mark()),
            language: change.language.clone(),
            summary: parts.into_iter().flatten().collect::<Vec<_>>().join(". "),
        }
    });
    let entries: Vec<Entry> = entries.collect();
    let path = choice.address("", None);
    Ok(Feed {
        id: feed_id("changes", &segment(&path)),
        title: "Changed, gone, moved".to_owned(),
        about: "Articles with another headline or text, and those that are gone or have moved"
            .to_owned(),
        address: format!("{base}/feeds/{file}{path}"),
        home: format!("{base}/changes{path}"),
        entries,
    })
}

/// The id of a feed of this kind; `value` is what it selects, empty for all. A URN must not end with a colon.
fn feed_id(kind: &str, value: &str) -> String {
    let id = format!("urn:gleaner:{kind}:{value}");
    id.trim_end_matches(':').to_owned()
}

/// The sites that have not been removed, with their own feeds.
async fn opml(reader: &Reader) -> Answer {
    let mut sites = reader.store.sites().await?;
    let overviews = reader.store.site_overviews(&[], false).await?;
    let ended = [Lifecycle::Removed, Lifecycle::Forgotten];
    let ended = overviews
        .iter()
        .filter(|site| ended.contains(&site.lifecycle));
    let ended: BTreeSet<&str> = ended.map(|site| site.id.as_str()).collect();
    sites.retain(|site| !ended.contains(site.id.as_str()));
    let kind = HeaderValue::from_static("text/x-opml; charset=utf-8");
    let body = Opml { sites }.render()?;
    Ok(([(header::CONTENT_TYPE, kind)], body).into_response())
}

fn respond(feed: &Feed, format: Format) -> Answer {
    let body = match format {
        Format::Rss => Rss { feed }.render()?,
        Format::Atom => Atom { feed }.render()?,
        Format::Json => json_feed(feed).to_string(),
    };
    Ok(([(header::CONTENT_TYPE, format.media_type())], body).into_response())
}

/// JSON Feed 1.1.
fn json_feed(feed: &Feed) -> serde_json::Value {
    let items = feed.entries.iter().map(|entry| {
        let authors = entry.authors.iter().map(|name| json!({ "name": name }));
        let mut item = json!({
            "id": entry.id,
            "url": entry.link,
            "title": entry.title,
            "content_text": entry.summary,
            "authors": authors.collect::<Vec<_>>(),
        });
        let optional = [
            ("date_published", entry.published.map(|at| json!(at))),
            ("date_modified", entry.modified.map(|at| json!(at))),
            ("language", entry.language.as_ref().map(|code| json!(code))),
            ("tags", entry.mark.map(|mark| json!([mark]))),
        ];
        for (key, value) in optional {
            if let Some(value) = value {
                item[key] = value;
            }
        }
        item
    });
    json!({
        "version": "https://jsonfeed.org/version/1.1",
        "title": feed.title,
        "description": feed.about,
        "home_page_url": feed.home,
        "feed_url": feed.address,
        "items": items.collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests;
