//! Which of the links of a page are worth telling the store.

use std::collections::HashSet;

use store::{NewUrl, UrlKind};

use crate::host::Host;

/// The links of a page, sifted.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// Those that may be followed, known ones included.
    pub(crate) count: usize,
    /// Those that may be news to the store.
    pub(crate) news: Vec<NewUrl>,
    /// What to note of them once they are stored.
    pub(crate) keys: Vec<u64>,
}

impl Host {
    /// Each link once, no more of a pattern than its budget, and none that is known to be stored.
    pub(crate) fn sift(&self, links: Vec<NewUrl>) -> Found {
        let mut found = Found::default();
        let mut seen = HashSet::with_capacity(links.len());
        self.progress(|progress| {
            for link in links {
                let key = self.known.key(&link);
                if !seen.insert(key) {
                    continue;
                }
                if self.known.holds(key) {
                    found.count += 1;
                } else if link.kind != UrlKind::Page
                    || url::Url::parse(&link.url)
                        .is_ok_and(|url| progress.budgets.allow(&url, link.via))
                {
                    found.count += 1;
                    found.news.push(link);
                    found.keys.push(key);
                }
            }
        });
        found
    }
}
