//! Collects the URLs that the crawl of a host finds but does not request, with the reason.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Mutex;

use store::SkippedUrl;
use url::Url;

use crate::locked;
use crate::url::canonical::CanonicalUrl;

/// Maximum number of URLs noted per reason in one crawl of a host.
const MAX_PER_REASON: usize = 1_000;

/// URLs that are not requested, each once per reason.
#[derive(Debug, Default)]
pub(crate) struct SkippedUrls(Mutex<Noted>);

#[derive(Debug, Default)]
struct Noted {
    /// Hashes of the URLs.
    known: HashMap<&'static str, HashSet<u64>>,
    /// Not yet stored.
    waiting: Vec<SkippedUrl>,
}

impl SkippedUrls {
    /// Notes a URL, unless the maximum for this reason is reached.
    pub(crate) fn record(&self, url: &Url, reason: &'static str) {
        let mut noted = locked(&self.0);
        let known = noted.known.entry(reason).or_default();
        if known.len() >= MAX_PER_REASON {
            return;
        }
        let mut hasher = DefaultHasher::new();
        url.as_str().hash(&mut hasher);
        if known.insert(hasher.finish())
            && let Ok(url) = CanonicalUrl::new(url)
        {
            let url = url.to_string();
            noted.waiting.push(SkippedUrl { url, reason });
        }
    }

    /// Takes the URLs noted since the last call.
    pub(crate) fn take(&self) -> Vec<SkippedUrl> {
        let mut noted = locked(&self.0);
        std::mem::take(&mut noted.waiting)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_url_is_noted_once_and_a_flood_is_bounded() {
        let skipped = SkippedUrls::default();
        let url = |n: usize| Url::parse(&format!("https://a.example/kalender/{n}")).unwrap();
        for n in [1, 2, 1] {
            skipped.record(&url(n), "calendar");
        }
        skipped.record(&Url::parse("mailto:a@a.example").unwrap(), "another site");
        let taken = skipped.take();
        assert_eq!(taken.len(), 2);
        assert_eq!(taken[0].url, "https://a.example/kalender/1");
        for n in 0..2 * MAX_PER_REASON {
            skipped.record(&url(n), "calendar");
        }
        assert_eq!(skipped.take().len(), MAX_PER_REASON - 2);
    }
}
