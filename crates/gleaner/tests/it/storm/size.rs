//! The size of a storm.

/// The size of a storm, set by `GLEANER_STORM_HOSTS` and so on.
#[derive(Debug)]
pub(crate) struct Size {
    /// Sites.
    pub(crate) hosts: usize,
    /// Pages on each, all of them reachable.
    pub(crate) pages: usize,
    /// How often something is killed in the first night; in the second a third of that.
    pub(crate) rounds: usize,
    /// Number of concurrent workers.
    pub(crate) workers: usize,
    /// Determines what is killed and when.
    pub(crate) seed: u64,
}

/// The default seed.
const SEED: usize = 20_261_121;

impl Size {
    /// The size for every run of the tests: one worker is killed, then everything; in the second night everything.
    pub(crate) fn small() -> Self {
        Self {
            hosts: 4,
            pages: 40,
            rounds: 2,
            workers: 2,
            seed: u64::try_from(SEED).unwrap(),
        }
    }

    pub(crate) fn from_environment() -> Self {
        Self {
            hosts: number("HOSTS", 10),
            pages: number("PAGES", 120),
            rounds: number("ROUNDS", 6),
            workers: number("WORKERS", 3),
            seed: u64::try_from(number("SEED", SEED)).unwrap(),
        }
    }

    /// Pages of all sites.
    pub(crate) fn total(&self) -> usize {
        self.hosts * self.pages
    }

    /// Number of pages of a site that change in the second night: `/story/1` and every third after it.
    pub(crate) fn changed(&self) -> usize {
        (0..self.pages).filter(|page| page % 3 == 1).count()
    }

    /// Number of hosts that a worker crawls at a time: every host has a worker, and no worker has them all.
    pub(crate) fn hosts_at_once(&self) -> usize {
        self.hosts.div_ceil(self.workers)
    }
}

pub(super) fn number(name: &str, default: usize) -> usize {
    let value = std::env::var(format!("GLEANER_STORM_{name}"));
    value.map_or(default, |value| value.parse().unwrap())
}
