//! URLs from the links of pages and from redirects.

use chrono::{DateTime, Utc};
use html::PageLinks;
use store::{Due, NewUrl, UrlKind, Via};
use url::Url;

use crate::discover::scope::{MissingChannels, Scope, channel, is_of_comments, item};
use crate::discover::well_known;
use crate::frontier::schedule::is_of_index;
use crate::frontier::seen::CachedLink;
use crate::url::canonical::CanonicalUrl;
use crate::url::traps::{self, Announced};

/// Maximum feeds and sitemaps taken from a front page, and feeds from a section that it links to.
const MAX_FEEDS: usize = 50;
const MAX_FEEDS_OF_SECTION: usize = 3;
/// The reasons recorded for links with `nofollow`, and for feeds and sitemaps beyond the maximum.
const NOFOLLOW: &str = "nofollow";
const TOO_MANY: &str = "too many feeds or sitemaps named by one page";

/// The links and feeds of a page, and the number of further links that are known to be stored. Links are left out if
/// the page says `nofollow` or if they would exceed the maximum depth.
pub(crate) fn of_page(
    scope: &Scope,
    due: &Due,
    url: &Url,
    page: &PageLinks,
    nofollow: bool,
) -> (Vec<NewUrl>, usize) {
    let section = traps::looks_like_section(url);
    // Every other page, such as a tag page, may have its own feed.
    let (limit, named_by) = match (due.kind, due.via) {
        (UrlKind::Home, _) => (MAX_FEEDS, Via::Link),
        (_, Via::FrontPage) if section => (MAX_FEEDS_OF_SECTION, Via::Section),
        _ => (0, Via::Link),
    };
    let feeds = page.feeds.iter().filter(|feed| !is_of_comments(feed));
    let mut found = channels(scope, feeds, UrlKind::Feed, named_by, due.depth, limit);
    if due.kind == UrlKind::Home {
        let (sitemaps, kind) = (page.sitemaps.iter(), UrlKind::Sitemap);
        let sitemaps = channels(scope, sitemaps, kind, Via::Link, due.depth, MAX_FEEDS);
        // One on another domain may be out of reach for ever.
        let is_own = |new: &NewUrl| CanonicalUrl::parse(&new.url).is_ok_and(|url| scope.has(&url));
        let missing = MissingChannels {
            feeds: scope.missing.feeds && !found.iter().any(is_own),
            sitemaps: scope.missing.sitemaps && !sitemaps.iter().any(is_own),
        };
        found.extend(sitemaps);
        found.extend(well_known::first(url, missing));
    }
    let reason = if nofollow {
        Some(NOFOLLOW)
    } else {
        (due.depth >= scope.max_depth).then_some("deeper than crawl.max_depth")
    };
    if let Some(reason) = reason {
        for link in &page.links {
            scope.skipped.record(&link.url, reason);
        }
        return (found, 0);
    }
    let via = match due.kind {
        UrlKind::Home => Via::FrontPage,
        _ if section => Via::Section,
        _ => Via::Link,
    };
    let followed = page.links.iter().filter_map(|link| {
        if link.nofollow {
            scope.skipped.record(&link.url, NOFOLLOW);
        }
        (!link.nofollow).then(|| (&link.url, traps::is_headline(&link.text)))
    });
    let context = scope.seen.as_ref().map(|seen| {
        let context = |is_announced| seen.context(&scope.domain, via, is_announced, scope.now);
        (seen, [context(false), context(true)])
    });
    let refresh = page.refresh.iter().map(|url| (url, false));
    let mut stored = 0;
    for (url, is_announced) in followed.chain(refresh) {
        let href = context.map(|(seen, contexts)| {
            let context = contexts[usize::from(is_announced)];
            (seen, seen.href_key(context, url))
        });
        match href.and_then(|(seen, href)| seen.recall(href)) {
            Some(CachedLink::Rejected) => continue,
            Some(CachedLink::Accepted(key)) if href.is_some_and(|(seen, _)| seen.contains(key)) => {
                stored += 1;
                continue;
            }
            _ => {}
        }
        let announced = match via {
            _ if !is_announced => Announced::No,
            Via::FrontPage => Announced::Listed,
            _ => Announced::Headline,
        };
        let new = scope
            .accept(url, announced)
            .map(|url| item(&url, via, due.depth, None, None, scope.now));
        if let Some((seen, href)) = href {
            let result = new.as_ref().map_or(CachedLink::Rejected, |new| {
                CachedLink::Accepted(seen.key(new, scope.now))
            });
            seen.remember(href, result);
        }
        found.extend(new);
    }
    (found, stored)
}

/// The feeds or sitemaps that a page names, `limit` at most. The others are noted as skipped if it may name any.
fn channels<'a>(
    scope: &Scope,
    named: impl Iterator<Item = &'a Url>,
    kind: UrlKind,
    via: Via,
    depth: i16,
    limit: usize,
) -> Vec<NewUrl> {
    let mut found = Vec::new();
    for url in named.filter_map(|url| scope.accept_channel(url)) {
        if found.len() < limit {
            found.push(channel(&url, kind, via, depth));
        } else if limit > 0 {
            scope.skipped.record(url.as_url(), TOO_MANY);
        }
    }
    found
}

/// The target of a redirect, with the origin (`via`) of the redirecting URL, except that of a channel which no index names. `None`
/// if it leaves the site or leads back to the same URL.
pub(crate) fn of_redirect(scope: &Scope, due: &Due, location: &Url) -> Option<NewUrl> {
    let url = match due.kind {
        UrlKind::Page => {
            let announced = match due.via {
                Via::FrontPage | Via::Feed | Via::NewsSitemap if !leads_back(location, due) => {
                    Announced::Listed
                }
                Via::Feed | Via::NewsSitemap => Announced::Headline,
                _ => Announced::No,
            };
            scope.accept(location, announced)?
        }
        UrlKind::Home => scope
            .accept_channel(location)
            .filter(|there| scope.has(there))?,
        _ => scope.accept_channel(location)?,
    };
    if url.as_str() == due.url || due.depth >= scope.max_depth {
        return None;
    }
    if due.via == Via::WellKnown && !well_known::may_be_at(url.as_url()) {
        return None;
    }
    // A login or consent page is named by nothing else.
    let is_login = due.kind == UrlKind::Page && leads_back(location, due);
    let via = if is_login {
        Via::Redirect
    } else {
        via_of_target(due)
    };
    // Not a click, but a step: chains of redirects end at the maximum depth too.
    Some(target(due, &url, via, due.depth + 1, scope.now))
}

/// The same URL at the scheme at which its host answers.
pub(crate) fn at_open_scheme(due: &Due, url: &CanonicalUrl, now: DateTime<Utc>) -> NewUrl {
    target(due, url, via_of_target(due), due.depth, now)
}

fn via_of_target(due: &Due) -> Via {
    match due.via {
        Via::Seed => Via::Redirect,
        // What names the channel does not name the target.
        Via::FrontPage | Via::Section | Via::Link | Via::Sitemap
            if due.kind != UrlKind::Page && !is_of_index(due.via, due.depth) =>
        {
            Via::Redirect
        }
        via => via,
    }
}

fn target(due: &Due, url: &CanonicalUrl, via: Via, depth: i16, now: DateTime<Utc>) -> NewUrl {
    let new = match due.kind {
        UrlKind::Page => item(url, via, due.depth, None, None, now),
        kind => channel(url, kind, via, due.depth),
    };
    NewUrl { depth, ..new }
}

/// Whether the target of a redirect names the page to return to, as that of a login does.
fn leads_back(location: &Url, due: &Due) -> bool {
    let Ok(page) = Url::parse(&due.url) else {
        return false;
    };
    let leads_to_page = |value: &str| {
        let target = page.join(value);
        value.contains('/') && target.is_ok_and(|target| target.path() == page.path())
    };
    let mut values = location.query_pairs().map(|(_, value)| value);
    values.any(|value| value.contains(page.path()) || leads_to_page(&value))
}
