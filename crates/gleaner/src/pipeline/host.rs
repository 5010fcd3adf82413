//! The knowledge of the hosts of a batch of pages.

use std::collections::{HashMap, HashSet};

use extract::HostKnowledge;
use extract::host_knowledge::{FORMAT, PageSignature};
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use store::{KnownPage, PageKey, Store, TraceToReview};

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

    /// The pages whose extraction would differ with the present knowledge: those of the samples and those of these traces.
    pub(crate) fn outdated(&self, traces: &[TraceToReview]) -> HashSet<PageKey> {
        let sampled = self.hosts.par_iter().flat_map_iter(|(host, (_, pages))| {
            let pages = pages.iter();
            pages.map(|page| (*host, page.key, page.bytes.as_slice()))
        });
        let traces = traces.par_iter();
        let traces = traces.map(|trace| (trace.host_id, trace.key, trace.bytes.as_slice()));
        let is_outdated = |host: i64, bytes: &[u8]| {
            let signature = PageSignature::from_bytes(bytes);
            signature.is_some_and(|signature| self.host(host).is_outdated(&signature))
        };
        sampled
            .chain(traces)
            .filter_map(|(host, key, bytes)| is_outdated(host, bytes).then_some(key))
            .collect()
    }
}
