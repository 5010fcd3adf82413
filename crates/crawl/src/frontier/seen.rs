//! What this process knows to be in the store: most links of a page were already on the page before it.

use std::hash::{BuildHasher as _, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};

use chrono::{DateTime, Utc};
use store::{NewUrl, Via};
use url::Url;

/// Slots of each table, of eight and sixteen bytes. A power of two.
const PLACES: usize = 1 << 18;
/// In place of a key: the link is rejected.
const REJECTED: u64 = 0;

/// Links that are stored, and how pages spell them: two tables of fixed size, in which a new entry replaces an
/// old one. Forgetting is harmless: the work is done once more. Hashes are keyed at random, so that no site can
/// make its links look known.
#[derive(Debug)]
pub(crate) struct SeenCache {
    stored: Box<[AtomicU64]>,
    /// Spelling and link, the former combined with the latter: two halves that were written by different
    /// threads do not fit (R. Hyatt, "A lock-less transposition table", 1999).
    hrefs: Box<[[AtomicU64; 2]]>,
    keys: RandomState,
}

/// What became of a link, by its spelling on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CachedLink {
    /// Of another site, or a trap.
    Rejected,
    /// Accepted, with this key.
    Accepted(u64),
}

impl Default for SeenCache {
    fn default() -> Self {
        Self {
            stored: (0..PLACES).map(|_| AtomicU64::new(0)).collect(),
            hrefs: (0..PLACES / 2)
                .map(|_| [0, 0].map(AtomicU64::new))
                .collect(),
            keys: RandomState::new(),
        }
    }
}

impl SeenCache {
    /// The key of a link as one channel names it: another channel, a title or a date make it new.
    pub(crate) fn key(&self, link: &NewUrl) -> u64 {
        let told = (link.title.is_some(), link.published.is_some());
        self.keys
            .hash_one((&link.url, link.kind, link.via, told))
            .max(REJECTED + 1)
    }

    /// Whether a link is stored, as far as this process remembers.
    pub(crate) fn contains(&self, key: u64) -> bool {
        self.stored[place(key, PLACES)].load(Ordering::Relaxed) == key
    }

    /// Remembers a stored link.
    pub(crate) fn insert(&self, key: u64) {
        self.stored[place(key, PLACES)].store(key, Ordering::Relaxed);
    }

    /// The context of the links of a page: whether they are accepted depends on the site and the day.
    pub(crate) fn context(&self, domain: &str, via: Via, now: DateTime<Utc>) -> u64 {
        self.keys.hash_one((domain, via, now.date_naive()))
    }

    /// The key of a link as a page spells it.
    pub(crate) fn href_key(&self, context: u64, url: &Url) -> u64 {
        self.keys.hash_one((context, url.as_str()))
    }

    /// What became of a link, if that is remembered.
    pub(crate) fn recall(&self, href: u64) -> Option<CachedLink> {
        let [both, link] = &self.hrefs[place(href, PLACES / 2)];
        let (both, link) = (both.load(Ordering::Relaxed), link.load(Ordering::Relaxed));
        (both ^ link == href).then_some(match link {
            REJECTED => CachedLink::Rejected,
            key => CachedLink::Accepted(key),
        })
    }

    /// Remembers what became of a link.
    pub(crate) fn remember(&self, href: u64, became: CachedLink) {
        let key = match became {
            CachedLink::Rejected => REJECTED,
            CachedLink::Accepted(key) => key,
        };
        let [both, link] = &self.hrefs[place(href, PLACES / 2)];
        both.store(href ^ key, Ordering::Relaxed);
        link.store(key, Ordering::Relaxed);
    }
}

/// The index of a hash in a table whose size is a power of two.
fn place(hash: u64, places: usize) -> usize {
    usize::try_from(hash & (places as u64 - 1)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::{UrlKind, Via};

    fn link(url: &str, via: Via, title: Option<&str>) -> NewUrl {
        NewUrl {
            url: url.to_owned(),
            authority: "a.example".to_owned(),
            kind: UrlKind::Page,
            via,
            priority: 1,
            depth: 1,
            title: title.map(str::to_owned),
            published: None,
        }
    }

    #[test]
    fn a_link_is_known_by_the_channel_that_told_it() {
        let cache = SeenCache::default();
        let seen = cache.key(&link("https://a.example/1", Via::Link, None));
        assert!(!cache.contains(seen));
        cache.insert(seen);
        assert!(cache.contains(seen));
        for other in [
            link("https://a.example/2", Via::Link, None),
            link("https://a.example/1", Via::Feed, None),
            link("https://a.example/1", Via::Link, Some("Title")),
        ] {
            assert!(!cache.contains(cache.key(&other)), "{other:?}");
        }
    }

    #[test]
    fn the_table_does_not_grow() {
        let cache = SeenCache::default();
        for n in 0..2 * PLACES as u64 {
            cache.insert(n.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        }
        assert_eq!(cache.stored.len(), PLACES);
    }

    #[test]
    fn a_spelling_is_remembered_with_what_became_of_it() {
        let cache = SeenCache::default();
        let context = cache.context("a.example", Via::Link, DateTime::UNIX_EPOCH);
        let spelt = |text: &str| cache.href_key(context, &Url::parse(text).unwrap());
        let (link, trap) = (spelt("https://a.example/1?x"), spelt("https://b.example/"));
        assert_eq!(cache.recall(link), None);
        cache.remember(link, CachedLink::Accepted(7));
        cache.remember(trap, CachedLink::Rejected);
        assert_eq!(cache.recall(link), Some(CachedLink::Accepted(7)));
        assert_eq!(cache.recall(trap), Some(CachedLink::Rejected));
        let front_page = cache.context("a.example", Via::FrontPage, DateTime::UNIX_EPOCH);
        assert_ne!(front_page, context);
    }
}
