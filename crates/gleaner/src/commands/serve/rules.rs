//! Tries and saves rules of sites that are edited in the reader.

use std::sync::Arc;
use std::time::Instant;

use crawl::SeedRules;
use store::Store;
use web::RuleTrial;

use crate::pipeline;
use crate::reading::stored::{CompiledRules, PageExtractor};

/// Maximum number of pages on which rules are tried.
const MAX_PAGES: u32 = 50;

/// Reports what rules would change on the newest pages of a site, as far as it gets until `end`.
pub(super) async fn try_rules(
    store: &Store,
    extractor: &Arc<PageExtractor>,
    site: &str,
    rules: &SeedRules,
    end: Instant,
) -> anyhow::Result<RuleTrial> {
    let is_over = move || Instant::now() >= end;
    let trial = pipeline::try_rules(store, extractor, site, rules, MAX_PAGES, is_over).await?;
    let changed = trial.changed.into_iter().map(|change| change.page);
    Ok(RuleTrial {
        pages: trial.pages,
        left: trial.left,
        has_queued: trial.unread,
        fell_back: trial.fell_back,
        rules: trial.rules,
        changed: changed.collect(),
    })
}

/// Puts the rules of a site into force if the present ones are still of that revision. Returns whether it did.
pub(super) async fn save(
    store: &Store,
    site: &str,
    rules: &SeedRules,
    revision: i32,
) -> anyhow::Result<bool> {
    CompiledRules::new(rules, 0).map_err(anyhow::Error::msg)?;
    Ok(store.change_rules(site, &rules.to_json(), revision).await?)
}
