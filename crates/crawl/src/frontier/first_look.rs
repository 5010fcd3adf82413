//! The order of requests to a new host: the front page, one feed and the first pages come before other channels.
//!
//! A new site has articles after the first dozen requests, not only after every feed, sitemap and guess. Only the order of
//! waiting URLs changes. It depends on the database alone, so it is the same after a crash and for any worker.

use store::{Due, FirstVisits, Lease, Store, StoreError, UrlKind, Via};

use crate::frontier::priority;

/// Pages that come before other channels.
const PAGES: i64 = 10;
/// Visited URLs from which a host is no longer new, whatever their outcomes.
const MAX_VISITS: i64 = 50;
/// Maximum channels among which the first is chosen.
const MAX_CHANNELS: i64 = 64;

/// The next URLs to request from a new host, at most `limit`; `wanted` filters them. `None` if the order of the frontier
/// applies, because the host is not new or no channel is waiting.
pub(crate) async fn due(
    store: &Store,
    lease: &Lease,
    limit: i64,
    wanted: impl Fn(&Due) -> bool,
) -> Result<Option<Vec<Due>>, StoreError> {
    let visited = store.first_visits(lease, MAX_VISITS).await?;
    let left = (PAGES - visited.pages).min(limit);
    if left <= 0 || visited.urls >= MAX_VISITS {
        return Ok(None);
    }
    let channels = store.queued(lease, priority::CHANNELS, MAX_CHANNELS);
    let mut channels = channels.await?;
    channels.retain(&wanted);
    if let Some(first) = first_channel(&channels, visited) {
        return Ok(Some(vec![first.clone()]));
    }
    let named = channels.iter().find(|due| due.via != Via::WellKnown);
    let Some(next) = named.or(channels.first()) else {
        return Ok(None);
    };
    // A guess comes after all links of the front page.
    let pages = match named {
        Some(_) => priority::LIKELY_ARTICLES,
        None => priority::FRONT_PAGE_LINKS,
    };
    let mut pages = store.queued(lease, pages, left).await?;
    pages.retain(wanted);
    if pages.is_empty() {
        pages.push(next.clone());
    }
    Ok(Some(pages))
}

/// The front page; then one of the named feeds or, if there are none, one of the news sitemaps. Feeds of the seed take
/// precedence, then the shortest URL, which is likely to be that of the whole site. One that failed at its last visit comes later.
fn first_channel(channels: &[Due], visited: FirstVisits) -> Option<&Due> {
    let order = |due: &&Due| {
        let kind = match due.kind {
            UrlKind::Home => 0,
            UrlKind::Feed => 1,
            _ => 2,
        };
        (kind, due.via != Via::Seed, due.url.len())
    };
    let is_news = |kind| matches!(kind, UrlKind::Feed | UrlKind::NewsSitemap);
    let failed = |due: &&Due| due.history.as_ref().is_some_and(|h| h.failures > 0);
    let first = channels.iter().filter(|due| !failed(due)).filter(|due| {
        let is_named = is_news(due.kind) && due.via != Via::WellKnown;
        due.kind == UrlKind::Home || (is_named && visited.feeds == 0)
    });
    first.min_by_key(order)
}
