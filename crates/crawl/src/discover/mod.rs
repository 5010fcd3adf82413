//! What an answer leads to: links, feeds and sitemaps become addresses for the frontier.

pub(crate) mod priority;
pub(crate) mod read;
pub(crate) mod sitemap;
pub(crate) mod well_known;

mod announced;

use std::sync::Arc;

use chrono::{DateTime, Utc};
use html::PageLinks;
use store::{Due, NewUrl, UrlKind, Via};
use url::Url;

use crate::discover::well_known::Wanted;
use crate::frontier::seen::{CachedLink, SeenCache};
use crate::settings::Settings;
use crate::url::canonical::CanonicalUrl;
use crate::url::traps;
use crate::worker::politeness::span;

pub(crate) use announced::{as_channel, of_feed, of_robots, of_sitemap};

/// Feeds taken up of a front page, at most, and of a section that it links to.
const MAX_FEEDS: usize = 50;
const MAX_FEEDS_OF_SECTION: usize = 3;

/// What decides whether an address is taken up.
#[derive(Debug, Clone)]
pub(crate) struct Scope {
    /// Registrable domain of the site.
    pub(crate) domain: String,
    pub(crate) now: DateTime<Utc>,
    pub(crate) max_depth: i16,
    /// Items from before are left out.
    pub(crate) oldest: DateTime<Utc>,
    /// What may be guessed at, once the home page has been read.
    pub(crate) wanted: Wanted,
    /// Where it is remembered which links are stored.
    pub(crate) seen: Option<Arc<SeenCache>>,
}

impl Scope {
    pub(crate) fn new(domain: &str, settings: &Settings, now: DateTime<Utc>) -> Self {
        Self {
            domain: domain.to_owned(),
            now,
            max_depth: settings.max_depth,
            oldest: now - span(settings.max_item_age),
            wanted: Wanted::default(),
            seen: None,
        }
    }

    /// The canonical address, if it is of this site and nothing about it looks like a trap.
    fn accept(&self, url: &Url) -> Option<CanonicalUrl> {
        let url = CanonicalUrl::new(url).ok()?;
        (url.domain() == self.domain && traps::suspicion(url.as_url(), self.now).is_none())
            .then_some(url)
    }

    /// The same for feeds and sitemaps, whose addresses may look like anything.
    fn accept_channel(&self, url: &Url) -> Option<CanonicalUrl> {
        CanonicalUrl::new(url)
            .ok()
            .filter(|url| url.domain() == self.domain)
    }

    fn is_old(&self, date: Option<DateTime<Utc>>) -> bool {
        date.is_some_and(|date| date < self.oldest)
    }
}

/// The links and feeds of a page, and how many more there are that are known to be stored. No link where
/// the page asks for that, and none past the depth.
pub(crate) fn of_page(
    scope: &Scope,
    due: &Due,
    url: &Url,
    page: &PageLinks,
    nofollow: bool,
) -> (Vec<NewUrl>, usize) {
    let mut found = Vec::new();
    let section = traps::looks_like_section(url);
    // Beyond the sections of the front page, every keyword may have a feed.
    let most = match (due.kind, due.via) {
        (UrlKind::Home, _) => MAX_FEEDS,
        (_, Via::FrontPage) if section => MAX_FEEDS_OF_SECTION,
        _ => 0,
    };
    let feeds = page.feeds.iter().filter(|feed| !is_of_comments(feed));
    let feeds = feeds.filter_map(|feed| scope.accept_channel(feed));
    found.extend(
        feeds
            .take(most)
            .map(|feed| channel(&feed, UrlKind::Feed, Via::Link, due.depth)),
    );
    if due.kind == UrlKind::Home {
        let wanted = Wanted {
            feeds: scope.wanted.feeds && found.is_empty(),
            ..scope.wanted
        };
        found.extend(well_known::first(url, wanted));
    }
    if nofollow || due.depth >= scope.max_depth {
        return (found, 0);
    }
    let via = match due.kind {
        UrlKind::Home => Via::FrontPage,
        _ if section => Via::Section,
        _ => Via::Link,
    };
    let followed = page
        .links
        .iter()
        .filter(|link| !link.nofollow)
        .map(|link| &link.url);
    let context = scope
        .seen
        .as_ref()
        .map(|seen| (seen, seen.context(&scope.domain, via, scope.now)));
    let mut stored = 0;
    for url in followed.chain(&page.refresh) {
        let href = context.map(|(seen, context)| (seen, seen.href_key(context, url)));
        match href.and_then(|(seen, href)| seen.recall(href)) {
            Some(CachedLink::Rejected) => continue,
            Some(CachedLink::Accepted(key)) if href.is_some_and(|(seen, _)| seen.contains(key)) => {
                stored += 1;
                continue;
            }
            _ => {}
        }
        let new = scope
            .accept(url)
            .map(|url| item(&url, via, due.depth, None, None, scope.now));
        if let Some((seen, href)) = href {
            let became = new.as_ref().map_or(CachedLink::Rejected, |new| {
                CachedLink::Accepted(seen.key(new))
            });
            seen.remember(href, became);
        }
        found.extend(new);
    }
    (found, stored)
}

/// Whether a feed is most likely one of readers' comments.
fn is_of_comments(feed: &Url) -> bool {
    let path = feed.path().to_ascii_lowercase();
    path.contains("comment") || path.contains("kommentare")
}

/// Where a redirect leads: the same thing under another address, found as the first was.
/// `None` if it leaves the site, or to what it came from.
pub(crate) fn of_redirect(scope: &Scope, due: &Due, location: &Url) -> Option<NewUrl> {
    let url = if due.kind == UrlKind::Page {
        scope.accept(location)?
    } else {
        scope.accept_channel(location)?
    };
    if url.as_str() == due.url || due.depth >= scope.max_depth {
        return None;
    }
    if due.via == Via::WellKnown && !well_known::may_be_at(url.as_url()) {
        return None;
    }
    let via = if due.via == Via::Seed {
        Via::Redirect
    } else {
        due.via
    };
    let mut new = match due.kind {
        UrlKind::Page => item(&url, via, due.depth, None, None, scope.now),
        kind => channel(&url, kind, via, due.depth),
    };
    // Not one click further, but one step: chains of redirects end at the depth bound too.
    new.depth = due.depth + 1;
    Some(new)
}

/// A feed or sitemap named by something at this depth.
pub(crate) fn channel(url: &CanonicalUrl, kind: UrlKind, via: Via, depth: i16) -> NewUrl {
    let priority = priority::of_channel(kind);
    NewUrl {
        authority: url.authority(),
        url: url.to_string(),
        kind,
        via,
        priority,
        depth: depth + 1,
        title: None,
        published: None,
    }
}

fn item(
    url: &CanonicalUrl,
    via: Via,
    depth: i16,
    title: Option<String>,
    published: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> NewUrl {
    let depth = depth + 1;
    NewUrl {
        authority: url.authority(),
        url: url.to_string(),
        kind: UrlKind::Page,
        via,
        priority: priority::of_page(via, depth, published, now),
        depth,
        title,
        published,
    }
}

#[cfg(test)]
mod tests;
