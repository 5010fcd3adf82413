//! What reads a batch of pages, with what is known of their hosts and the rules of their sites.

use std::collections::BTreeSet;
use std::sync::Arc;

use store::{Reading, Store, StoredPage};

use super::host::KnownHosts;
use super::rules::KnownRules;
use crate::stored::{Read, StoredReader};

/// Pages of a batch: enough to keep every core busy, few enough to hold in memory.
pub(super) const BATCH: i64 = 64;

/// All that the reading of a page of the batch depends on.
#[derive(Debug)]
pub(super) struct Desk {
    reader: Arc<StoredReader>,
    hosts: KnownHosts,
    rules: KnownRules,
}

impl Desk {
    /// Asks the store for what these pages need. `rules` are kept from batch to batch.
    pub(super) async fn gather(
        store: &Store,
        reader: &Arc<StoredReader>,
        rules: &mut KnownRules,
        pages: &[StoredPage],
    ) -> anyhow::Result<Arc<Self>> {
        rules.refresh(store, pages).await?;
        Ok(Arc::new(Self {
            reader: Arc::clone(reader),
            hosts: KnownHosts::load(store, &hosts_of(reader, pages)).await?,
            rules: rules.clone(),
        }))
    }

    /// Reads a page.
    pub(super) fn read(&self, page: &StoredPage) -> Read {
        let (host, rules) = (self.hosts.host(page.host_id), self.rules.of(&page.site_id));
        self.reader.read(page, host, rules)
    }

    /// Reads a further page of an article.
    pub(super) fn read_part(&self, page: &StoredPage) -> Read {
        let (host, rules) = (self.hosts.host(page.host_id), self.rules.of(&page.site_id));
        self.reader.read_part(page, host, rules)
    }

    /// What is saved of a page that was read.
    pub(super) fn saved(&self, read: Read) -> Reading {
        self.reader.saved(read)
    }
}

/// The hosts of these pages, each once; none if the reader does without what is known of them.
pub(super) fn hosts_of(reader: &StoredReader, pages: &[StoredPage]) -> Vec<i64> {
    let hosts: BTreeSet<i64> = pages.iter().map(|page| page.host_id).collect();
    hosts.into_iter().filter(|_| reader.on_hosts).collect()
}
