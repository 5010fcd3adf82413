//! The rules of the sites of a batch of pages.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use ::crawl::SeedRules;
use store::{Store, StoredPage};

use crate::reading::stored::CompiledRules;

/// The rules of sites, by site id. Sites without rules are absent.
#[derive(Debug, Clone, Default)]
pub(crate) struct KnownRules(HashMap<String, Arc<CompiledRules>>);

impl KnownRules {
    /// Loads the rules of the sites of these pages if they have changed.
    pub(crate) async fn refresh(
        &mut self,
        store: &Store,
        pages: &[StoredPage],
    ) -> anyhow::Result<()> {
        let sites: BTreeSet<&String> = pages.iter().map(|page| &page.site_id).collect();
        let sites: Vec<String> = sites.into_iter().cloned().collect();
        for found in store.site_rules(&sites).await? {
            let known = self.0.get(&found.site_id);
            if known.is_some_and(|known| known.revision == found.revision) {
                continue;
            }
            let rules = serde_json::from_value::<SeedRules>(found.rules);
            let rules = rules.map_err(|error| error.to_string());
            let compiled = rules.and_then(|rules| CompiledRules::new(&rules, found.revision));
            // The rules were valid when they were seeded, possibly by a newer version of the program that has more keys.
            let compiled = compiled.unwrap_or_else(|error| {
                tracing::warn!(
                    site.id = found.site_id,
                    error,
                    "the rules of {} cannot be used and are left out: {error}; correct them and run `gleaner seed` again",
                    found.site_id
                );
                CompiledRules {
                    revision: found.revision,
                    ..CompiledRules::default()
                }
            });
            self.0.insert(found.site_id, Arc::new(compiled));
        }
        Ok(())
    }

    /// The rules of a site.
    pub(crate) fn of(&self, site_id: &str) -> Option<&CompiledRules> {
        self.0.get(site_id).map(Arc::as_ref)
    }
}
