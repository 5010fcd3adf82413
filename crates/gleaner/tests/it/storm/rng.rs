//! Reproducible random numbers.

/// What is killed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Victim {
    /// These workers, by index.
    Workers(Vec<usize>),
    /// The database server's first process.
    Server,
    /// One of the server's other processes, after which it ends all of them and recovers.
    Backend,
    /// All workers and the server.
    Everything,
}

/// `SplitMix64` (Steele, Lea and Flood 2014).
#[derive(Debug)]
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound.max(1) as u64).unwrap()
    }

    /// A number within half of `width` of `middle`.
    pub(crate) fn near(&mut self, middle: usize, width: usize) -> usize {
        (middle + self.below(width)).saturating_sub(width / 2)
    }

    /// Six times in ten a worker, once two of them, twice the server, once one of its processes.
    pub(crate) fn victim(&mut self, workers: usize) -> Victim {
        match self.below(10) {
            0..6 => Victim::Workers(vec![self.below(workers)]),
            6 => {
                let first = self.below(workers);
                Victim::Workers(vec![first, (first + 1) % workers])
            }
            7 | 8 => Victim::Server,
            _ => Victim::Backend,
        }
    }
}
