//! The sieve that links pass before they enter the frontier: the site's own spelling, within the budgets.

use std::collections::HashSet;

use store::{Fold, Lease, NewUrl, Store, StoreError};
use url::Url;

use crate::budgets::Budgets;
use crate::canonical::CanonicalUrl;
use crate::folding::{Aliases, plain};

/// What a walk knows about the spelling and the worth of its site's addresses.
#[derive(Debug, Default)]
pub(crate) struct Sieve {
    pub(crate) aliases: Aliases,
    budgets: Budgets,
    /// What this walk has passed over and remembered already.
    folded: HashSet<String>,
}

/// Addresses passed over that a walk keeps in mind, so as not to tell the store again.
const MAX_FOLDED: usize = 10_000;

impl Sieve {
    /// What is known at the beginning of a walk: two bounded queries.
    pub(crate) async fn load(
        store: &Store,
        lease: &Lease,
        domain: &str,
    ) -> Result<Self, StoreError> {
        Ok(Self {
            aliases: Aliases::new(store.aliases(domain).await?),
            budgets: Budgets::learned(&store.yields(&lease.site_id).await?),
            folded: HashSet::new(),
        })
    }

    /// Turns a link into the spelling to ask for, and says whether that is another one. `memory` becomes
    /// what has to be remembered in order to come back to it.
    pub(crate) fn fold(
        &mut self,
        link: &mut NewUrl,
        url: &mut Url,
        memory: &mut Option<(Fold, NewUrl)>,
    ) -> bool {
        let mut folded = None;
        let mut retractable = false;
        while let Some(next) = plain(folded.as_ref().unwrap_or(url)) {
            retractable |= next.retractable;
            folded = Some(next.url);
        }
        folded = self
            .aliases
            .preferred(folded.as_ref().unwrap_or(url))
            .or(folded);
        let Some(canonical) = folded.and_then(|folded| CanonicalUrl::new(&folded).ok()) else {
            return false;
        };
        let before = retractable.then(|| link.clone());
        link.authority = canonical.authority();
        link.url = canonical.to_string();
        *url = canonical.as_url().clone();
        if let Some(before) = before {
            if self.folded.len() >= MAX_FOLDED {
                self.folded.clear();
            }
            if self.folded.insert(before.url.clone()) {
                let fold = Fold {
                    taken: link.url.clone(),
                    authority: link.authority.clone(),
                    passed_over: before.url.clone(),
                };
                *memory = Some((fold, before));
            }
        }
        true
    }

    /// Whether a link is within the budget of its pattern; gives it the priority of that.
    pub(crate) fn admit(&mut self, link: &mut NewUrl, url: &Url) -> bool {
        let admitted = self.budgets.allow(url, link.via);
        if admitted {
            link.priority = self.budgets.priority(url, link.via, link.priority);
        }
        admitted
    }
}
