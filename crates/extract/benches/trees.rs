//! Cost of scoring the blocks of one page with a forest: 170 blocks, the mean of the news pages measured.

extern crate gleaner_extract as extract;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use extract::learned::trees::{Forest, Tree};

const BLOCKS: usize = 170;
const FEATURES: usize = 137;

fn main() {
    divan::main();
}

/// A tree as boosting grows it: leaf by leaf and unbalanced.
fn tree(leaves: usize, noise: &mut Noise) -> Tree {
    if leaves < 2 {
        return Tree::Leaf(noise.unit() - 0.5);
    }
    let below = 1 + noise.below(leaves - 1);
    Tree::Split {
        feature: u16::try_from(noise.below(FEATURES)).unwrap_or_default(),
        threshold: noise.unit(),
        below: Box::new(tree(below, noise)),
        above: Box::new(tree(leaves - below, noise)),
    }
}

fn forest(trees: usize, leaves: usize) -> Forest {
    let mut noise = Noise(7);
    let trees: Vec<Tree> = (0..trees).map(|_| tree(leaves, &mut noise)).collect();
    Forest::new(0.0, &trees).unwrap_or_default()
}

/// The rows of one page. Time is per page; items per second are blocks.
#[divan::bench(args = [(160, 31), (60, 15), (80, 15)])]
fn page(bencher: Bencher, (trees, leaves): (usize, usize)) {
    let forest = forest(trees, leaves);
    let mut noise = Noise(9);
    let rows: Vec<f32> = (0..BLOCKS * FEATURES).map(|_| noise.unit()).collect();
    let mut scores = vec![0.0; BLOCKS];
    bencher.counter(ItemsCount::new(BLOCKS)).bench_local(|| {
        forest.score_rows(black_box(&rows), FEATURES, black_box(&mut scores));
    });
}

/// Marsaglia's xorshift.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() >> 33) as usize % limit
    }

    #[expect(clippy::cast_precision_loss, reason = "24 bits fit")]
    fn unit(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1 << 24) as f32
    }
}
