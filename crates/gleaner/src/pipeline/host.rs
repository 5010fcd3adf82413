//! The knowledge of the hosts of a batch of pages.

use std::collections::{HashMap, HashSet};

use extract::HostKnowledge;
use extract::host_knowledge::{FORMAT, PageSignature};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use store::{KnownPage, PageKey, Store};

/// The knowledge of hosts, by their ids.
#[derive(Debug, Default)]
pub(crate) struct KnownHosts {
    hosts: HashMap<i64, (HostKnowledge, Vec<KnownPage>)>,
    /// The knowledge of all other hosts.
    nothing: HostKnowledge,
}

impl KnownHosts {
    /// Loads the knowledge of these hosts, including that from other workers.
    pub(crate) async fn load(store: &Store, hosts: &[i64]) -> anyhow::Result<Self> {
        let known = store.host_knowledge(hosts, FORMAT).await?.into_iter();
        let known = known.map(|(host, pages)| {
            let traces = pages
                .iter()
                .filter_map(|page| PageSignature::from_bytes(&page.bytes));
            (host, (traces.collect(), pages))
        });
        Ok(Self {
            hosts: known.collect(),
            nothing: HostKnowledge::default(),
        })
    }

    /// The knowledge of a host; empty for unknown ones.
    pub(crate) fn host(&self, id: i64) -> &HostKnowledge {
        self.hosts.get(&id).map_or(&self.nothing, |(host, _)| host)
    }

    /// The pages whose extraction would differ with the present knowledge.
    pub(crate) fn outdated(self) -> HashSet<PageKey> {
        let hosts = self.hosts.into_par_iter();
        let outdated = hosts.flat_map_iter(|(_, (host, pages))| {
            let places: HashSet<i16> = host.outdated().into_iter().collect();
            let pages = pages.into_iter();
            pages.filter_map(move |page| places.contains(&page.slot).then_some(page.key))
        });
        outdated.collect()
    }
}
