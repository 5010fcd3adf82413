//! What this process knows to be in the store: most links of a page were on the page before it, too.

use std::hash::{BuildHasher as _, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};

use chrono::{DateTime, Utc};
use store::{NewUrl, Via};
use url::Url;

/// Places in each table, of eight and sixteen bytes. A power of two.
const PLACES: usize = 1 << 18;
/// Instead of the key of a link: it is none that is taken up.
const REFUSED: u64 = 0;

/// Links that are stored for good, and what they look like on pages, as far as this process remembers:
/// two tables of fixed size in which a newcomer takes the place of another. To forget is harmless, the work
/// is just done once more. Hashes are keyed at random, so that no site can make its links look known.
#[derive(Debug)]
pub(crate) struct Known {
    stored: Box<[AtomicU64]>,
    /// Spelling and link, the former combined with the latter: two halves that were written by different
    /// threads do not fit (R. Hyatt, "A lock-less transposition table", 1999).
    spellings: Box<[[AtomicU64; 2]]>,
    keys: RandomState,
}

/// What became of a link as it was spelt on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spelling {
    /// It was not taken up: of another site, or a trap.
    Refused,
    /// It is the link of this key.
    Link(u64),
}

impl Default for Known {
    fn default() -> Self {
        Self {
            stored: (0..PLACES).map(|_| AtomicU64::new(0)).collect(),
            spellings: (0..PLACES / 2)
                .map(|_| [0, 0].map(AtomicU64::new))
                .collect(),
            keys: RandomState::new(),
        }
    }
}

impl Known {
    /// A link as one channel tells it: another channel, a title or a date make it news.
    pub(crate) fn key(&self, link: &NewUrl) -> u64 {
        let told = (link.title.is_some(), link.published.is_some());
        self.keys
            .hash_one((&link.url, link.kind, link.via, told))
            .max(REFUSED + 1)
    }

    /// Whether this has been noted, and not been forgotten.
    pub(crate) fn holds(&self, key: u64) -> bool {
        self.stored[place(key, PLACES)].load(Ordering::Relaxed) == key
    }

    /// Notes what is stored for good.
    pub(crate) fn note(&self, key: u64) {
        self.stored[place(key, PLACES)].store(key, Ordering::Relaxed);
    }

    /// What the links of a page are spelt in: the rules by which they are taken up depend on the site and the day.
    pub(crate) fn context(&self, domain: &str, via: Via, now: DateTime<Utc>) -> u64 {
        self.keys.hash_one((domain, via, now.date_naive()))
    }

    /// A link as it is spelt.
    pub(crate) fn spelling(&self, context: u64, url: &Url) -> u64 {
        self.keys.hash_one((context, url.as_str()))
    }

    /// What became of a spelling, if that is remembered.
    pub(crate) fn recall(&self, spelling: u64) -> Option<Spelling> {
        let [both, link] = &self.spellings[place(spelling, PLACES / 2)];
        let (both, link) = (both.load(Ordering::Relaxed), link.load(Ordering::Relaxed));
        (both ^ link == spelling).then_some(match link {
            REFUSED => Spelling::Refused,
            key => Spelling::Link(key),
        })
    }

    /// Remembers what became of a spelling.
    pub(crate) fn learn(&self, spelling: u64, became: Spelling) {
        let key = match became {
            Spelling::Refused => REFUSED,
            Spelling::Link(key) => key,
        };
        let [both, link] = &self.spellings[place(spelling, PLACES / 2)];
        both.store(spelling ^ key, Ordering::Relaxed);
        link.store(key, Ordering::Relaxed);
    }
}

/// The index of a hash in a table of so many places, a power of two.
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
        let known = Known::default();
        let seen = known.key(&link("https://a.example/1", Via::Link, None));
        assert!(!known.holds(seen));
        known.note(seen);
        assert!(known.holds(seen));
        for other in [
            link("https://a.example/2", Via::Link, None),
            link("https://a.example/1", Via::Feed, None),
            link("https://a.example/1", Via::Link, Some("Title")),
        ] {
            assert!(!known.holds(known.key(&other)), "{other:?}");
        }
    }

    #[test]
    fn the_table_does_not_grow() {
        let known = Known::default();
        for n in 0..2 * PLACES as u64 {
            known.note(n.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        }
        assert_eq!(known.stored.len(), PLACES);
    }

    #[test]
    fn a_spelling_is_remembered_with_what_became_of_it() {
        let known = Known::default();
        let context = known.context("a.example", Via::Link, DateTime::UNIX_EPOCH);
        let spelt = |text: &str| known.spelling(context, &Url::parse(text).unwrap());
        let (link, trap) = (spelt("https://a.example/1?x"), spelt("https://b.example/"));
        assert_eq!(known.recall(link), None);
        known.learn(link, Spelling::Link(7));
        known.learn(trap, Spelling::Refused);
        assert_eq!(known.recall(link), Some(Spelling::Link(7)));
        assert_eq!(known.recall(trap), Some(Spelling::Refused));
        let front_page = known.context("a.example", Via::FrontPage, DateTime::UNIX_EPOCH);
        assert_ne!(front_page, context);
    }
}
