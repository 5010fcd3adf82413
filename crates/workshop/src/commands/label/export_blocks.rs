//! `workshop label export --of blocks`.

use std::collections::BTreeSet;

use anyhow::anyhow;
use gleaner::console::failure::Advise as _;
use gleaner::console::plural::count;
use gleaner::database;
use gleaner::program::Context;
use store::{SiteBlockLabel, Store, StoredPage};

use super::export::Args;
use super::out::{self, JsonLines};
use crate::label::blocks::BlockLabelRecord;

/// Counts of an export.
#[derive(Debug, Default)]
struct BlockExportCounts {
    labels: u64,
    blocks: i64,
    content: usize,
    sites: BTreeSet<String>,
    /// Labels whose pages are no longer stored or are damaged.
    lost: u64,
}

/// Writes the labels of blocks. Returns a summary.
pub(super) async fn write(args: &Args, store: &Store, context: &Context) -> anyhow::Result<String> {
    let site = database::optional_site(store, args.site.as_ref()).await?;
    let (who, site) = (args.who.as_deref(), site.as_deref());
    let mut labels = store.block_labels(who, site, None).await?;
    labels.retain(|label| args.wants(&label.domain));
    if labels.is_empty() {
        return Err(anyhow!("there are no such labels"))
            .advise("make some on the page /label/blocks that `workshop label` serves");
    }
    let work = async |out: &mut JsonLines<'_>| write_all(store, &labels, context, out).await;
    let counts = out::write(&args.file, work).await?;
    let why = "their pages are no longer stored or damaged";
    let lost = out::left_out(counts.lost, why);
    Ok(format!(
        "{} of {}, {} of {} content{lost}",
        count(counts.labels, "page"),
        count(counts.sites.len(), "site"),
        counts.content,
        count(counts.blocks, "block")
    ))
}

/// Writes each label with its page.
async fn write_all(
    store: &Store,
    labels: &[SiteBlockLabel],
    context: &Context,
    out: &mut JsonLines<'_>,
) -> anyhow::Result<BlockExportCounts> {
    let mut counts = BlockExportCounts::default();
    let key = |label: &SiteBlockLabel| label.label.page;
    let take = |label: &SiteBlockLabel, page: Option<&StoredPage>| {
        let Some(page) = page.filter(|page| page.damage.is_none()) else {
            counts.lost += 1;
            return Ok(());
        };
        out.json(&BlockLabelRecord::of(label, page))?;
        counts.labels += 1;
        counts.blocks += i64::from(label.label.blocks);
        counts.content += label.label.content.len();
        counts.sites.insert(label.domain.clone());
        Ok(())
    };
    out::with_pages(store, labels, key, context, take).await?;
    Ok(counts)
}
