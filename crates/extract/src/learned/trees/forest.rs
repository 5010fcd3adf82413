//! Evaluates a forest.

use super::{LANES, Leaves, MAX_FEATURES, MAX_LEAVES, Tree};

/// A split and its effect on the leaves of its tree.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Test {
    threshold: f32,
    feature: u32,
    /// The leaves that are still reachable for a row above the threshold.
    over: Leaves,
}

impl Test {
    pub(super) fn feature(&self) -> usize {
        self.feature as usize
    }
}

/// A tree. Its tests range from the `end` of the previous tree to its own.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Flat {
    end: usize,
    leaves: [f32; MAX_LEAVES],
}

/// [`LANES`] rows, transposed: one line for each feature.
pub(super) type Lines = [[f32; LANES]; MAX_FEATURES];

/// Flattens a tree; `None` if it has too many leaves.
pub(super) fn flatten(tree: &Tree, tests: &mut Vec<Test>) -> Option<Flat> {
    let mut leaves = Vec::new();
    lay(tree, tests, &mut leaves)?;
    let mut flat = Flat {
        end: tests.len(),
        leaves: [0.0; MAX_LEAVES],
    };
    flat.leaves
        .get_mut(..leaves.len())?
        .copy_from_slice(&leaves);
    Some(flat)
}

fn lay(tree: &Tree, tests: &mut Vec<Test>, leaves: &mut Vec<f32>) -> Option<()> {
    match tree {
        Tree::Leaf(value) => {
            leaves.push(*value);
            (leaves.len() <= MAX_LEAVES).then_some(())
        }
        Tree::Split {
            feature,
            threshold,
            below,
            above,
        } => {
            let at = tests.len();
            let first = leaves.len();
            tests.push(Test {
                threshold: *threshold,
                feature: u32::from(*feature),
                over: 0,
            });
            lay(below, tests, leaves)?;
            tests[at].over = !(bits_below(leaves.len()) & !bits_below(first));
            lay(above, tests, leaves)
        }
    }
}

/// The lowest `count` bits.
fn bits_below(count: usize) -> Leaves {
    match count {
        MAX_LEAVES.. => Leaves::MAX,
        count => (1 << count) - 1,
    }
}

/// Adds the leaf values of all trees to the scores of the rows in `lines`.
pub(super) fn add_scores(trees: &[Flat], tests: &[Test], lines: &Lines, scores: &mut [f32; LANES]) {
    let mut tests = tests;
    let mut start = 0;
    for tree in trees {
        let (own, others) = tests.split_at(tree.end - start);
        (tests, start) = (others, tree.end);
        let reachable = reachable(own, lines);
        for (score, reachable) in scores.iter_mut().zip(reachable) {
            *score += tree.leaves[reachable.trailing_zeros() as usize % MAX_LEAVES];
        }
    }
}

/// The reachable leaves of each row after all tests of a tree. Branchless, so that the compiler vectorises it.
fn reachable(tests: &[Test], lines: &Lines) -> [Leaves; LANES] {
    tests.iter().fold([Leaves::MAX; LANES], |leaves, test| {
        let line = &lines[test.feature as usize % MAX_FEATURES];
        std::array::from_fn(|lane| {
            let over = Leaves::from(line[lane] > test.threshold);
            leaves[lane] & (test.over | over.wrapping_sub(1))
        })
    })
}
