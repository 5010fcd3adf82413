//! Pages of types other than article: videos, galleries, paywall teasers, live blogs and others.

use askama::Template;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;

use super::{
    metadata,
    site::{OtherPage, RequestPath},
    site_day::SiteDay,
    templates::{Head, framed, rendered, teasers},
};
use crate::{
    markup::escape,
    prose::{self, Part, Plan},
    random::mix,
    server::reply::Reply,
};

/// The content of a page, without the frame.
#[derive(Template)]
#[template(path = "pages/other.html")]
struct Main<'a> {
    day: &'a SiteDay<'a>,
    page: &'static OtherPage,
    title: &'a str,
    text: Vec<String>,
}

impl Main<'_> {
    /// The first paragraphs; all of them on a long page.
    fn paragraphs(&self, short: usize) -> impl Iterator<Item = &String> {
        let count = if self.page.long { usize::MAX } else { short };
        self.text.iter().take(count)
    }

    /// Popular articles, for a long error page.
    fn teasers(&self) -> String {
        teasers(self.day, self.day.newest().take(8))
    }
}

#[derive(Template)]
#[template(path = "pages/live_blog.html")]
struct LiveBlogMain<'a> {
    day: &'a SiteDay<'a>,
    title: &'a str,
    blog: &'a LiveBlog,
}

/// An entry of a live blog.
#[derive(Debug)]
pub(crate) struct LiveEntry {
    pub(crate) at: DateTime<Utc>,
    pub(crate) text: String,
}

/// A live blog, newest entry first.
#[derive(Debug)]
pub(crate) struct LiveBlog {
    pub(crate) standfirst: String,
    pub(crate) entries: Vec<LiveEntry>,
    pub(crate) first: DateTime<Utc>,
    pub(crate) last: DateTime<Utc>,
}

impl LiveBlog {
    pub(crate) fn new(day: &SiteDay, page: &OtherPage) -> Self {
        let last = day.state.settings.now - TimeDelta::hours(4);
        let before = (0..).map(|index| TimeDelta::minutes(index * 17));
        let texts = paragraphs(day, page).into_iter();
        let entries: Vec<_> = texts
            .zip(before)
            .map(|(text, before)| LiveEntry {
                at: last - before,
                text,
            })
            .collect();
        Self {
            standfirst: prose::standfirst(&plan(day, page)),
            first: entries.last().map_or(last, |entry| entry.at),
            last,
            entries,
        }
    }

    /// The JSON-LD of the head; only on tagnetz it includes the entries. The other sites mark them by microdata.
    fn metadata(&self, day: &SiteDay, title: &str) -> String {
        let mut data = json!({
            "@context": "https://schema.org",
            "@type": "LiveBlogPosting",
            "headline": title,
            "datePublished": day.rfc3339(self.first),
            "dateModified": day.rfc3339(self.last),
            "author": {"@type": "Organization", "name": day.site.name},
        });
        if day.site.id == "tagnetz" {
            let updates = self.entries.iter().map(|entry| {
                json!({
                    "@type": "BlogPosting",
                    "datePublished": day.rfc3339(entry.at),
                    "articleBody": format!("<p>{}</p>", escape(&entry.text)),
                })
            });
            data["liveBlogUpdate"] = updates.collect();
        }
        metadata::json_ld(&data)
    }
}

/// Path and title of each page, for the home page.
pub(crate) fn links(day: &SiteDay) -> impl Iterator<Item = (String, String)> {
    let pages = day.site.other_pages.iter();
    pages.map(|page| (page.path.clone(), title(day, page)))
}

/// Headline of a page.
pub(crate) fn title(day: &SiteDay, page: &OtherPage) -> String {
    prose::title(&plan(day, page))
}

fn plan(day: &SiteDay, page: &OtherPage) -> Plan {
    let seed = mix(day.state.settings.seed, &page.path);
    Plan::new(day.site.language, page.topic, seed)
}

/// Running text of a page, without lists and subheadings.
fn paragraphs(day: &SiteDay, page: &OtherPage) -> Vec<String> {
    let parts = prose::story(&plan(day, page)).parts.into_iter();
    let texts = parts.filter_map(|part| match part {
        Part::Paragraph(text) => Some(text),
        Part::Heading(_) | Part::List(..) => None,
    });
    texts.collect()
}

pub(crate) fn answer(day: &SiteDay, request: &RequestPath) -> Option<Reply> {
    let full = request.full();
    let page = day.site.other_pages.iter().find(|page| page.path == full)?;
    let (title, now) = (title(day, page), day.state.settings.now);
    // A shop declares its prices and a paywall its terms, however short the page is.
    let described = page.long || matches!(page.page_type.as_str(), "paywall_teaser" | "product");
    let mut extra = String::new();
    if described {
        extra = metadata::page(day, &page.page_type, &title);
    }
    let main = if page.page_type == "live_blog" {
        let blog = LiveBlog::new(day, page);
        extra.push_str(&blog.metadata(day, &title));
        rendered(&LiveBlogMain {
            day,
            title: &title,
            blog: &blog,
        })
    } else {
        let text = paragraphs(day, page);
        rendered(&Main {
            day,
            page,
            title: &title,
            text,
        })
    };
    match page.page_type.as_str() {
        "challenge" => return Some(Reply::page("challenge", main)),
        "js_shell" => return Some(Reply::page("js_shell", main).changed(now)),
        _ => {}
    }
    let head = Head {
        title: match page.page_type.as_str() {
            "error" if page.long => &day.site.motto,
            "error" => day.text("Seite nicht gefunden", "Page not found"),
            _ => &title,
        },
        canonical: &page.path,
        extra,
        ..Head::default()
    };
    Some(framed(day, &page.page_type, &head, &main).changed(now))
}
