//! Which of the links of a page are worth telling the store.

use std::collections::HashSet;

use store::{NewUrl, UrlKind, UrlVariant};
use url::Url;

use crate::worker::host::Host;

/// The links of a page, sifted.
#[derive(Debug, Default)]
pub(crate) struct DiscoveredLinks {
    /// Those that may be followed, known ones included.
    pub(crate) count: usize,
    /// Those that may be news to the store.
    pub(crate) new: Vec<NewUrl>,
    /// What to note of them once they are stored.
    pub(crate) seen_keys: Vec<u64>,
    /// Those that were passed over in favour of another spelling, with that.
    pub(crate) variants: Vec<(UrlVariant, NewUrl)>,
    /// Whether the store did not know one of those a channel names; `None`: it was not asked.
    pub(crate) any_new: Option<bool>,
    /// Whether the page is but a form of another one, which is among the news.
    pub(crate) is_variant: bool,
    /// How long what was visited rests at least, whatever the schedule says.
    pub(crate) min_wait: Option<std::time::Duration>,
}

impl Host {
    /// Each link once, in the site's own spelling, no more of a pattern than its budget, and none that is
    /// known to be stored. With `as_given` in no other spelling than the one given: what a server answers
    /// with is exact.
    pub(crate) fn filter_links(&self, links: Vec<NewUrl>, as_given: bool) -> DiscoveredLinks {
        let mut found = DiscoveredLinks::default();
        let mut seen = HashSet::with_capacity(links.len());
        self.progress(|progress| {
            for mut link in links {
                let key = self.seen.key(&link);
                if !seen.insert(key) {
                    continue;
                }
                if self.seen.contains(key) {
                    found.count += 1;
                    continue;
                }
                let mut keys = vec![key];
                let mut fold = None;
                if link.kind == UrlKind::Page {
                    let Ok(mut url) = Url::parse(&link.url) else {
                        continue;
                    };
                    let folded = !as_given && progress.filter.fold(&mut link, &mut url, &mut fold);
                    let own = if folded { self.seen.key(&link) } else { key };
                    let again = folded && !seen.insert(own);
                    let known = again || (folded && self.seen.contains(own));
                    if !known && !progress.filter.admit(&mut link, &url) {
                        continue;
                    }
                    found.count += usize::from(!again);
                    found.variants.extend(fold);
                    if known {
                        found.seen_keys.push(key);
                        continue;
                    }
                    if folded {
                        keys.push(own);
                    }
                } else {
                    found.count += 1;
                }
                found.new.push(link);
                found.seen_keys.extend(keys);
            }
        });
        found
    }
}
