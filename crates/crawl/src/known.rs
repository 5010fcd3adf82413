//! What this process knows to be in the store: most links of a page were on the page before it, too.

use std::hash::{BuildHasher as _, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};

use store::NewUrl;

/// Places in the table, of eight bytes each. A power of two.
const PLACES: usize = 1 << 18;

/// Links that are stored for good, as far as this process remembers: a table of fixed size in which a
/// newcomer takes the place of another. To forget is harmless, the store just says once more that it
/// knows the link. Hashes are keyed at random, so that no site can make its links look known.
#[derive(Debug)]
pub(crate) struct Known {
    places: Box<[AtomicU64]>,
    keys: RandomState,
}

impl Default for Known {
    fn default() -> Self {
        Self {
            places: (0..PLACES).map(|_| AtomicU64::new(0)).collect(),
            keys: RandomState::new(),
        }
    }
}

impl Known {
    /// A link as one channel tells it: another channel, a title or a date make it news.
    pub(crate) fn key(&self, link: &NewUrl) -> u64 {
        let told = (link.title.is_some(), link.published.is_some());
        self.keys.hash_one((&link.url, link.kind, link.via, told))
    }

    /// Whether this has been noted, and not been forgotten.
    pub(crate) fn holds(&self, key: u64) -> bool {
        self.place(key).load(Ordering::Relaxed) == key
    }

    /// Notes what is stored for good.
    pub(crate) fn note(&self, key: u64) {
        self.place(key).store(key, Ordering::Relaxed);
    }

    fn place(&self, key: u64) -> &AtomicU64 {
        // The mask keeps the index within the table.
        let index = usize::try_from(key & (PLACES as u64 - 1)).unwrap_or_default();
        &self.places[index]
    }
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
        assert_eq!(known.places.len(), PLACES);
    }
}
