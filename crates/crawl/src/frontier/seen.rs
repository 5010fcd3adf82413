//! Cache of the links that are known to be stored. Most links of a page were already on the previous page.

use std::hash::{BuildHasher as _, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use chrono::{DateTime, Utc};
use store::{NewUrl, UrlKind, Via};
use url::Url;

use crate::locked;

/// Slots of the table of stored links; the other has half as many. A power of two.
const SLOTS: usize = 1 << 18;
/// The key of rejected links.
const REJECTED: u64 = 0;

/// The cache of a process. It is replaced after URLs were deleted from the database, since links to them are stored no
/// more. Crawls of hosts that have begun before keep the cache they have.
#[derive(Debug, Default)]
pub(crate) struct CurrentCache(Mutex<(i64, Arc<SeenCache>)>);

impl CurrentCache {
    /// The cache to use if `deletions` is the database's present [`store::Lease::url_deletions`].
    pub(crate) fn as_of(&self, deletions: i64) -> Arc<SeenCache> {
        let mut current = locked(&self.0);
        if current.0 != deletions {
            *current = (deletions, Arc::default());
        }
        Arc::clone(&current.1)
    }
}

/// Two tables of fixed size: stored links, and links as written on pages. A new entry replaces an old one. Losing an
/// entry is harmless: the work is repeated. Hashes have a random key, so that no site can make its links look known.
#[derive(Debug)]
pub(crate) struct SeenCache {
    stored: Box<[AtomicU64]>,
    /// Hash of the href XOR key, and key. Two halves written by different threads do not match (R. Hyatt, "A lock-less
    /// transposition table", 1999).
    hrefs: Box<[[AtomicU64; 2]]>,
    keys: RandomState,
}

/// The cached result for a link, as written on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CachedLink {
    /// A link to another site, or a trap.
    Rejected,
    /// Accepted, with this key.
    Accepted(u64),
}

impl Default for SeenCache {
    fn default() -> Self {
        Self {
            stored: (0..SLOTS).map(|_| AtomicU64::new(0)).collect(),
            hrefs: (0..SLOTS / 2).map(|_| [0, 0].map(AtomicU64::new)).collect(),
            keys: RandomState::new(),
        }
    }
}

impl SeenCache {
    /// The key of a link as named by one channel. Another channel, a title or a date give another key, as does another day for a
    /// page that the site announces: the store makes it due if it is missing or has changed.
    pub(crate) fn key(&self, link: &NewUrl, now: DateTime<Utc>) -> u64 {
        let named = (link.title.is_some(), link.published.is_some());
        let is_announced = link.changed.is_some()
            || matches!(link.via, Via::FrontPage | Via::Feed | Via::NewsSitemap);
        let days = (link.kind == UrlKind::Page && is_announced)
            .then(|| (now.date_naive(), link.changed.map(|at| at.date_naive())));
        self.keys
            .hash_one((&link.url, link.kind, link.via, named, days))
            .max(REJECTED + 1)
    }

    /// Whether a link is known to be stored.
    pub(crate) fn contains(&self, key: u64) -> bool {
        self.stored[slot(key, SLOTS)].load(Ordering::Relaxed) == key
    }

    pub(crate) fn insert(&self, key: u64) {
        self.stored[slot(key, SLOTS)].store(key, Ordering::Relaxed);
    }

    /// The context of the links of a page. Whether they are accepted depends on site, channel and day, and on whether their text
    /// announces an article.
    pub(crate) fn context(
        &self,
        domain: &str,
        via: Via,
        is_announced: bool,
        now: DateTime<Utc>,
    ) -> u64 {
        self.keys
            .hash_one((domain, via, is_announced, now.date_naive()))
    }

    /// The key of a link as written on the page.
    pub(crate) fn href_key(&self, context: u64, url: &Url) -> u64 {
        self.keys.hash_one((context, url.as_str()))
    }

    /// The cached result for a link, if there is one.
    pub(crate) fn recall(&self, href: u64) -> Option<CachedLink> {
        let [both, link] = &self.hrefs[slot(href, SLOTS / 2)];
        let (both, link) = (both.load(Ordering::Relaxed), link.load(Ordering::Relaxed));
        (both ^ link == href).then_some(match link {
            REJECTED => CachedLink::Rejected,
            key => CachedLink::Accepted(key),
        })
    }

    pub(crate) fn remember(&self, href: u64, result: CachedLink) {
        let key = match result {
            CachedLink::Rejected => REJECTED,
            CachedLink::Accepted(key) => key,
        };
        let [both, link] = &self.hrefs[slot(href, SLOTS / 2)];
        both.store(href ^ key, Ordering::Relaxed);
        link.store(key, Ordering::Relaxed);
    }
}

/// The index of a hash in a table whose size is a power of two.
fn slot(hash: u64, slots: usize) -> usize {
    usize::try_from(hash & (slots as u64 - 1)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;
    use crate::tests::made::{self, url};

    fn link(path: &str, via: Via, title: Option<&str>) -> NewUrl {
        NewUrl {
            title: title.map(str::to_owned),
            ..made::link(UrlKind::Page, via, path)
        }
    }

    #[test]
    fn a_link_is_known_by_the_channel_that_named_it() {
        let cache = SeenCache::default();
        let now = DateTime::UNIX_EPOCH;
        let linked = link("/1", Via::Link, None);
        let seen = cache.key(&linked, now);
        assert!(!cache.contains(seen));
        cache.insert(seen);
        assert!(cache.contains(seen));
        for other in [
            link("/2", Via::Link, None),
            link("/1", Via::Feed, None),
            link("/1", Via::Link, Some("Title")),
        ] {
            assert!(!cache.contains(cache.key(&other, now)), "{other:?}");
        }
        let tomorrow = now + TimeDelta::days(1);
        assert_eq!(cache.key(&linked, tomorrow), seen);
        let changed = NewUrl {
            changed: Some(now),
            ..link("/1", Via::Sitemap, None)
        };
        for announced in [link("/1", Via::FrontPage, None), changed] {
            let keys = [now, tomorrow].map(|now| cache.key(&announced, now));
            assert_ne!(keys[0], keys[1], "{announced:?}");
        }
    }

    #[test]
    fn the_cache_is_another_one_after_urls_were_deleted() {
        let current = CurrentCache::default();
        let link = link("/1", Via::Link, None);
        let key = current.as_of(3).key(&link, DateTime::UNIX_EPOCH);
        current.as_of(3).insert(key);
        assert!(current.as_of(3).contains(key));
        assert!(!current.as_of(4).contains(key));
    }

    #[test]
    fn a_form_is_remembered_with_its_result() {
        let cache = SeenCache::default();
        let context = cache.context("a.example", Via::Link, false, DateTime::UNIX_EPOCH);
        let spelt = |text: &str| cache.href_key(context, &url(text));
        let (link, trap) = (spelt("/1?x"), spelt("https://b.example/"));
        assert_eq!(cache.recall(link), None);
        cache.remember(link, CachedLink::Accepted(7));
        cache.remember(trap, CachedLink::Rejected);
        assert_eq!(cache.recall(link), Some(CachedLink::Accepted(7)));
        assert_eq!(cache.recall(trap), Some(CachedLink::Rejected));
        let front_page = cache.context("a.example", Via::FrontPage, false, DateTime::UNIX_EPOCH);
        assert_ne!(front_page, context);
    }
}
