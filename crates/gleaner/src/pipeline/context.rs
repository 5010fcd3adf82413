//! The context of a batch of pages: the extractor, and the rules of their sites.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use ::crawl::SeedRules;
use rayon::iter::{IntoParallelRefIterator as _, ParallelExtend as _, ParallelIterator as _};
use store::{Store, StoredPage};

use crate::reading::stored::{CompiledRules, ExtractedPage, PageExtractor};

/// Pages per batch: enough to keep every core busy, few enough to hold in memory.
pub(super) const BATCH: i64 = 64;
/// Bytes of the bodies extracted at a time; a larger page is extracted alone. A hostile page takes thirty times its bytes.
const PARALLEL_BYTES: usize = 5 << 20;

/// Everything on which the extraction of a page in the batch depends.
#[derive(Debug)]
pub(super) struct BatchContext {
    pub(super) extractor: Arc<PageExtractor>,
    rules: KnownRules,
}

impl BatchContext {
    /// Loads the context of these pages. `rules` are reused from batch to batch.
    pub(super) async fn load(
        store: &Store,
        extractor: &Arc<PageExtractor>,
        rules: &mut KnownRules,
        pages: &[StoredPage],
    ) -> anyhow::Result<Arc<Self>> {
        rules.refresh(store, pages).await?;
        Ok(Arc::new(Self {
            extractor: Arc::clone(extractor),
            rules: rules.clone(),
        }))
    }

    /// Extracts and classifies pages on all cores, at most [`PARALLEL_BYTES`] at a time.
    pub(super) fn extract_all(&self, mut pages: &[StoredPage]) -> Vec<ExtractedPage> {
        let mut extracted = Vec::with_capacity(pages.len());
        while !pages.is_empty() {
            let mut bytes = 0;
            let within = pages.iter().take_while(|page| {
                bytes += page.body.len();
                bytes <= PARALLEL_BYTES
            });
            let (next, rest) = pages.split_at(within.count().max(1));
            extracted.par_extend(next.par_iter().map(|page| self.extract(page)));
            pages = rest;
        }
        extracted
    }

    /// Extracts and classifies a page.
    pub(super) fn extract(&self, page: &StoredPage) -> ExtractedPage {
        self.extractor.extract(page, self.rules.of(&page.site_id))
    }

    /// Extracts a further page of an article.
    pub(super) fn extract_further_page(&self, page: &StoredPage) -> ExtractedPage {
        let rules = self.rules.of(&page.site_id);
        self.extractor.extract_further_page(page, rules)
    }
}

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
