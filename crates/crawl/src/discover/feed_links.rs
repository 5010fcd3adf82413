//! URLs announced by channels: items of feeds, entries of sitemaps, sitemaps in robots.txt.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use store::{Due, NewUrl, UrlKind, Via};
use url::Url;

use crate::discover::scope::{Scope, channel, is_of_comments, item};
use crate::discover::sitemap::{Entry, Sitemap};
use crate::feeds::Item;
use crate::feeds::date::begun_by;
use crate::frontier::priority;
use crate::frontier::schedule::is_of_index;
use crate::url::canonical::CanonicalUrl;
use crate::url::traps::{self, Announced};
use crate::url::{dates, web_url};

/// Bound on the nesting of sitemap indexes.
const MAX_SITEMAP_DEPTH: i16 = 3;
/// Maximum parameters of a link in which the URL of a page is looked for.
const MAX_PARAMETERS: usize = 16;
/// Maximum depth, in clicks from the front page, at which a feed or sitemap that was linked as a page becomes a channel.
const MAX_CHANNEL_DEPTH: i16 = 2;

/// The items of a feed that are not too old. Those with the date of a template never are.
pub(crate) fn of_feed(scope: &Scope, due: &Due, via: Via, items: Vec<Item>) -> Vec<NewUrl> {
    let template = template_date(items.iter().map(|item| item.published));
    let fresh = items.into_iter().filter_map(|item| {
        let url = page_of(scope, &item)?;
        let date = item.published.filter(|at| Some(*at) != template);
        (!scope.is_old_page(&url, date)).then_some((item, url))
    });
    fresh
        .enumerate()
        .filter_map(|(index, (feed, url))| {
            let url = scope.accept(&url, Announced::Listed)?;
            let dated = feed.published.is_some();
            let mut new = item(&url, via, due.depth, feed.title, feed.published, scope.now);
            new.changed = feed
                .updated
                .max(feed.published)
                .and_then(|at| change(scope, &url, at));
            if !dated {
                // Without dates the order of the feed counts: by convention newest first.
                new.priority = priority::undated(new.priority, index);
            }
            Some(new)
        })
        .collect()
}

/// The last of the dates if several items or entries have it: then it is that of a template, not of the pages.
fn template_date(
    dates: impl Iterator<Item = Option<DateTime<Utc>>> + Clone,
) -> Option<DateTime<Utc>> {
    let newest = dates.clone().flatten().max();
    newest.filter(|_| dates.filter(|date| *date == newest).count() > 1)
}

/// The URL of an item's page. If its link is on another site, perhaps a tracker, then another URL that it names, or that the link
/// has in its query, if that is of the site.
fn page_of(scope: &Scope, item: &Item) -> Option<Url> {
    let url = Url::parse(&item.url).ok()?;
    let is_own = |url: &Url| CanonicalUrl::new(url).is_ok_and(|url| scope.has(&url));
    if is_own(&url) {
        return Some(url);
    }
    let others = item
        .others
        .iter()
        .filter_map(|other| Url::parse(other).ok());
    let in_query = url.query_pairs().take(MAX_PARAMETERS);
    let in_query = in_query.filter_map(|(_, value)| Url::parse(&value).ok());
    let own = others.chain(in_query).find(is_own);
    Some(own.unwrap_or(url))
}

/// The next page of a feed, on the same host. It is requested again only if the page before it has nothing but new items.
pub(crate) fn next_page(scope: &Scope, due: &Due, url: &Url, next: Option<Url>) -> Option<NewUrl> {
    let next = next.filter(|next| next.host() == url.host())?;
    let next = scope.accept_channel(&next)?;
    let mut new = channel(&next, UrlKind::Feed, Via::Feed, due.depth);
    // The store makes it due again if this is after its last visit.
    new.changed = Some(scope.now);
    (new.url != due.url).then_some(new)
}

/// The channel entry for a feed or sitemap that was linked as a page. None for feeds of readers' comments.
pub(crate) fn as_channel(scope: &Scope, due: &Due, url: &Url, kind: UrlKind) -> Option<NewUrl> {
    if due.depth > MAX_CHANNEL_DEPTH || is_of_comments(url) {
        return None;
    }
    Some(channel(
        &scope.accept_channel(url)?,
        kind,
        due.via,
        due.depth - 1,
    ))
}

/// The pages and further sitemaps of a sitemap.
pub(crate) fn of_sitemap(scope: &Scope, due: &Due, sitemap: Sitemap) -> Vec<NewUrl> {
    let mut found = Vec::new();
    let Ok(base) = Url::parse(&due.url) else {
        return found;
    };
    let resolved = |entries: Vec<Entry>| {
        let entries = entries.into_iter();
        entries
            .filter_map(|entry| Some((web_url(&base, &entry.url)?, entry)))
            .collect::<Vec<_>>()
    };
    // Some sites list sitemaps as pages, and pages as sitemaps. Other sitemaps among pages are told by their content.
    let listed = resolved(sitemap.pages).into_iter();
    let is_sitemap = |(url, _): &(Url, Entry)| {
        let ending = url.path().rsplit_once('.');
        ending.is_some_and(|(_, ending)| ending.eq_ignore_ascii_case("gz"))
    };
    let (mut sitemaps, mut pages): (Vec<_>, Vec<_>) = listed.partition(is_sitemap);
    let listed = resolved(sitemap.sitemaps).into_iter();
    let (others, listed): (Vec<_>, Vec<_>) = listed.partition(|(url, _)| is_page_in_index(url));
    pages.extend(others);
    sitemaps.extend(listed);
    let modified = || sitemaps.iter().filter_map(|(_, entry)| entry.modified);
    // An index whose dates are all old was written once: then its newest are as good as none.
    let newest = modified().max();
    // One whose dates are all new was written just now: then the months in the addresses count, if they are several.
    let dates_tell = modified().any(|at| scope.is_old(Some(at)));
    let mut months = sitemaps
        .iter()
        .filter_map(|(url, _)| dates::of_sitemap(url));
    let first = months.next();
    let are_several = months.any(|month| Some(month) != first);
    // An archive has several volumes, whose addresses differ only by numbers. The date of another sitemap may be wrong.
    let series = |url: &Url| url.as_str().replace(|c: char| c.is_ascii_digit(), "");
    let mut volumes: HashMap<String, usize> = HashMap::new();
    for (url, _) in &sitemaps {
        *volumes.entry(series(url)).or_default() += 1;
    }
    if due.depth >= MAX_SITEMAP_DEPTH {
        for (url, _) in &sitemaps {
            scope.skipped.record(url, "in too many sitemap indexes");
        }
    } else {
        for (url, entry) in sitemaps {
            let is_volume = volumes.get(&series(&url)).is_some_and(|known| *known > 1);
            let is_old = is_volume && scope.is_old(entry.modified) && entry.modified != newest;
            let is_dated = dates_tell && entry.modified.is_some();
            let is_of_month = are_several && !is_dated && scope.is_old(dates::of_sitemap(&url));
            if !is_old
                && !is_of_month
                && let Some(url) = scope.accept_channel(&url)
            {
                let mut new = channel(&url, UrlKind::Sitemap, Via::Sitemap, due.depth);
                new.priority = priority::of_sitemap(entry.modified, scope.now);
                new.changed = entry.modified.map(|at| changed_at(at, scope.now));
                found.push(new);
            }
        }
    }
    let template = template_date(pages.iter().map(|(_, entry)| entry.date()));
    // The children of an index may be archives, each with a last date of its own.
    let template = template.filter(|_| !is_of_index(due.via, due.depth));
    let pages = pages.into_iter();
    found.extend(pages.filter_map(|(url, entry)| of_entry(scope, due, &url, entry, template)));
    found
}

/// Whether an entry of an index is a page by its URL: neither a file of another type, nor by its words a sitemap or feed.
fn is_page_in_index(url: &Url) -> bool {
    let path = url.path().to_ascii_lowercase();
    let file = path.rsplit('/').next().unwrap_or_default();
    let is_page_type = file
        .rsplit_once('.')
        .is_none_or(|(_, end)| matches!(end, "html" | "htm"));
    let words = ["sitemap", "site-map", "site_map", "index", "feed", "rss"];
    url.query().is_none()
        && is_page_type
        && path != "/"
        && !words.iter().any(|word| path.contains(word))
}

/// When a sitemap last changed. A day, a month or a year was parsed as its last second. Until that has passed, the first
/// counts instead: otherwise the sitemap would be due again and again until then.
fn changed_at(modified: DateTime<Utc>, now: DateTime<Utc>) -> DateTime<Utc> {
    if modified > now {
        begun_by(now, modified)
    } else {
        modified
    }
}

fn of_entry(
    scope: &Scope,
    due: &Due,
    url: &Url,
    entry: Entry,
    template: Option<DateTime<Utc>>,
) -> Option<NewUrl> {
    let date = entry.date().filter(|at| Some(*at) != template);
    // The date of publication takes precedence over that in the URL, and that over the last change.
    if scope.is_old_page(url, date)
        || (entry.published.is_none() && scope.is_old_page(url, dates::of_page(url)))
    {
        return None;
    }
    let via = if entry.news {
        Via::NewsSitemap
    } else {
        Via::Sitemap
    };
    let url = scope.accept(url, Announced::Listed)?;
    let mut new = item(&url, via, due.depth, entry.title, date, scope.now);
    // `lastmod` sets the priority, but it is not a date of publication.
    new.published = entry.published;
    new.changed = entry
        .modified
        .max(entry.published)
        .and_then(|at| change(scope, &url, at));
    Some(new)
}

/// The time of a change that makes a known page due again: none in the future, and none of a list of articles, which changes all the
/// time.
fn change(scope: &Scope, url: &CanonicalUrl, at: DateTime<Utc>) -> Option<DateTime<Utc>> {
    (at <= scope.now && !traps::looks_like_section(url.as_url())).then_some(at)
}

/// The sitemaps that a robots.txt names.
pub(crate) fn of_robots(scope: &Scope, sitemaps: impl Iterator<Item = Url>) -> Vec<NewUrl> {
    let urls = sitemaps.filter_map(|url| scope.accept_channel(&url));
    urls.map(|url| channel(&url, UrlKind::Sitemap, Via::Sitemap, -1))
        .collect()
}
