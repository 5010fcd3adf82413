//! Sums over blocks that share a signature.

/// What the blocks of one signature add up to.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sum {
    pub(super) blocks: u32,
    pub(super) words: f32,
    pub(super) link_words: f32,
    pub(super) long: f32,
}

impl Sum {
    pub(super) fn add(&mut self, other: &Self) {
        self.blocks += other.blocks;
        self.words += other.words;
        self.link_words += other.link_words;
        self.long += other.long;
    }
}

/// Numbers equal signatures alike, from 0 on in no special order; gives the number of each, and how many there are.
pub(crate) fn number(signatures: &[u64]) -> (Vec<u32>, usize) {
    let mut order: Vec<u32> = (0..).take(signatures.len()).collect();
    order.sort_unstable_by_key(|at| signatures[*at as usize]);
    let mut numbers = vec![0; signatures.len()];
    let mut next = 0;
    let mut before = None;
    for at in order {
        let signature = signatures[at as usize];
        if before.is_some_and(|before| before != signature) {
            next += 1;
        }
        before = Some(signature);
        numbers[at as usize] = next;
    }
    (numbers, next as usize + 1)
}
