//! The sieve that links pass before they enter the frontier: the site's own spelling, within the budgets.

use std::collections::HashSet;

use store::{Lease, NewUrl, Store, StoreError, UrlKind, UrlVariant, Via};
use url::Url;

use crate::frontier::budgets::{ArticlePrior, Budgets};
use crate::url::canonical::CanonicalUrl;
use crate::url::variants::{HostAliases, strip_variant};

/// What a walk knows about the spelling and the worth of its site's addresses.
#[derive(Debug, Default)]
pub(crate) struct LinkFilter {
    pub(crate) aliases: HostAliases,
    budgets: Budgets,
    /// What this walk has passed over and remembered already.
    folded: HashSet<String>,
    /// Feeds and sitemaps that were named in this walk.
    named: HashSet<String>,
}

/// Addresses of either kind that a walk keeps in mind, so as not to tell the store again.
const MAX_KEPT: usize = 10_000;

impl LinkFilter {
    /// What is known at the beginning of a walk: two bounded queries.
    pub(crate) async fn load(
        store: &Store,
        lease: &Lease,
        domain: &str,
        prior: ArticlePrior,
    ) -> Result<Self, StoreError> {
        Ok(Self {
            aliases: HostAliases::new(store.aliases(domain).await?),
            budgets: Budgets::learned(&store.pattern_stats(&lease.site_id).await?, prior),
            ..Self::default()
        })
    }

    /// The feeds and sitemaps among these links that are named for the first time in this walk, or with the
    /// time of their last change, which is taken off the link: it is no date of publication.
    pub(crate) fn channels(&mut self, links: &mut [NewUrl]) -> Vec<NewUrl> {
        // A guess is no naming.
        let channels = links
            .iter_mut()
            .filter(|link| link.kind != UrlKind::Page && link.via != Via::WellKnown);
        let named = channels.filter_map(|link| {
            let named = link.clone();
            if self.named.len() >= MAX_KEPT {
                self.named.clear();
            }
            let first = self.named.insert(link.url.clone());
            (link.published.take().is_some() || first).then_some(named)
        });
        named.collect()
    }

    /// Turns a link into the spelling to ask for, and says whether that is another one. `memory` becomes
    /// what has to be remembered in order to come back to it.
    pub(crate) fn fold(
        &mut self,
        link: &mut NewUrl,
        url: &mut Url,
        memory: &mut Option<(UrlVariant, NewUrl)>,
    ) -> bool {
        let mut folded = None;
        let mut reversible = false;
        while let Some(next) = strip_variant(folded.as_ref().unwrap_or(url)) {
            reversible |= next.reversible;
            folded = Some(next.url);
        }
        folded = self
            .aliases
            .preferred(folded.as_ref().unwrap_or(url))
            .or(folded);
        let Some(canonical) = folded.and_then(|folded| CanonicalUrl::new(&folded).ok()) else {
            return false;
        };
        let before = reversible.then(|| link.clone());
        link.authority = canonical.authority();
        link.url = canonical.to_string();
        *url = canonical.as_url().clone();
        if let Some(before) = before {
            if self.folded.len() >= MAX_KEPT {
                self.folded.clear();
            }
            if self.folded.insert(before.url.clone()) {
                let fold = UrlVariant {
                    kept: link.url.clone(),
                    authority: link.authority.clone(),
                    alternate: before.url.clone(),
                };
                *memory = Some((fold, before));
            }
        }
        true
    }

    /// Whether a link is within the budget of its pattern; gives it the priority of that.
    pub(crate) fn admit(&mut self, link: &mut NewUrl, url: &Url) -> bool {
        self.budgets.admit(url, link.via, &mut link.priority)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn feed(number: usize) -> NewUrl {
        NewUrl {
            url: format!("https://a.example/feed/{number}"),
            authority: "a.example".to_owned(),
            kind: UrlKind::Feed,
            via: Via::Link,
            priority: 11,
            depth: 1,
            title: None,
            published: None,
        }
    }

    #[test]
    fn a_site_that_names_channels_without_end_fills_no_memory() {
        let mut filter = LinkFilter::default();
        assert_eq!(filter.channels(&mut [feed(0), feed(0)]).len(), 1);
        for number in 0..3 * MAX_KEPT {
            filter.channels(&mut [feed(number)]);
            assert!(filter.named.len() <= MAX_KEPT);
        }
    }
}
