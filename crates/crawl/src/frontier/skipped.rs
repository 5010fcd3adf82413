//! Collects the URLs that the crawl of a host finds but does not request, with the reason.

use std::collections::{HashMap, HashSet};
use std::sync::Mutex;

use store::SkippedUrl;
use url::Url;

use crate::frontier::hash;
use crate::locked;
use crate::url::canonical::{CanonicalUrl, UrlError};

/// Maximum number of URLs noted per reason in one crawl of a host.
const MAX_PER_REASON: usize = 1_000;
/// Bytes kept of a URL that is too long.
const SHOWN: usize = 200;

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
        if !known.insert(hash(url.as_str())) {
            return;
        }
        let url = match CanonicalUrl::new(url) {
            Ok(url) => url.to_string(),
            Err(UrlError::TooLong) => format!("{}…", &url.as_str()[..SHOWN]), // it is ASCII
            Err(_) => return,
        };
        noted.waiting.push(SkippedUrl { url, reason });
    }

    /// Takes the URLs noted since the last call.
    pub(crate) fn take(&self) -> Vec<SkippedUrl> {
        let mut noted = locked(&self.0);
        std::mem::take(&mut noted.waiting)
    }
}

#[cfg(test)]
mod tests {
    use chrono::Utc;

    use super::*;
    use crate::discover::scope::Scope;
    use crate::tests::made::{self, url};
    use crate::url::traps::Announced;

    #[test]
    fn a_url_that_is_too_long_is_noted_with_its_beginning() {
        let scope = Scope {
            domain: "a.example".to_owned(),
            ..Scope::new("", &made::settings(), Utc::now())
        };
        for (site, bytes) in [("a", 1_900), ("a", 2_100), ("a", 3_000), ("b", 3_000)] {
            let text = format!(
                "https://{site}.example/news/{bytes}?t={}",
                "a".repeat(bytes)
            );
            let accepted = scope.accept(&Url::parse(&text).unwrap(), Announced::Listed);
            assert_eq!(accepted.is_some(), bytes == 1_900);
        }
        let taken = scope.skipped.take();
        let starts = taken.iter().map(|skipped| &skipped.url[..30]);
        assert_eq!(
            starts.collect::<Vec<_>>(),
            [
                "https://a.example/news/2100?t=",
                "https://a.example/news/3000?t="
            ]
        );
        assert!(
            taken.iter().all(
                |skipped| skipped.url.len() < 210 && skipped.reason == "longer than 2048 bytes"
            )
        );
    }

    #[test]
    fn each_url_is_noted_once_and_a_flood_is_bounded() {
        let skipped = SkippedUrls::default();
        let url = |n: usize| url(&format!("/kalender/{n}"));
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
