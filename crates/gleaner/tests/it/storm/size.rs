//! How large a storm is.

/// Numbers of a storm; `GLEANER_STORM_HOSTS` and so on set them.
#[derive(Debug)]
pub(crate) struct Size {
    /// Sites.
    pub(crate) hosts: usize,
    /// Pages on each, all of them reachable.
    pub(crate) pages: usize,
    /// Times that something is killed in the first night; in the second it is a third of that.
    pub(crate) rounds: usize,
    /// Workers at a time.
    pub(crate) workers: usize,
    /// Decides who is killed and when.
    pub(crate) seed: u64,
}

/// The seed of the storms that name none.
const SEED: usize = 20_261_121;

impl Size {
    /// For every run of the tests: one worker is killed, then everybody; in the second night everybody.
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

    /// Pages of one site that have changed in the second night: `/story/1` and every third after it.
    pub(crate) fn changed(&self) -> usize {
        (0..self.pages).filter(|page| page % 3 == 1).count()
    }

    /// Hosts that a worker walks at a time: all are in somebody's hands, and nobody has them all.
    pub(crate) fn hosts_at_once(&self) -> usize {
        self.hosts.div_ceil(self.workers)
    }
}

pub(super) fn number(name: &str, default: usize) -> usize {
    let value = std::env::var(format!("GLEANER_STORM_{name}"));
    value.map_or(default, |value| value.parse().unwrap())
}
