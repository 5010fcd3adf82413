//! A tree over bins, and its conversion to a tree over values.

use extract::learned::trees::Tree;

use super::bins::Column;
use super::short;
use crate::metrics::real;

/// A tree over bins.
#[derive(Debug)]
pub(super) struct BinnedTree {
    /// The first is the root.
    pub(super) nodes: Vec<Node>,
}

/// A leaf, or a split with the indices of its halves.
#[derive(Clone, Copy, Debug)]
pub(super) enum Node {
    Leaf(f32),
    Split {
        column: u32,
        bin: u8,
        below: usize,
        above: usize,
    },
}

impl BinnedTree {
    /// Adds the leaf of each row to its score.
    pub(super) fn add_scores(&self, columns: &[Column], scores: &mut [f32]) {
        for (row, score) in scores.iter_mut().enumerate() {
            let mut node = self.nodes[0];
            while let Node::Split {
                column,
                bin,
                below,
                above,
            } = node
            {
                let next = if columns[column as usize].bins[row] <= bin {
                    below
                } else {
                    above
                };
                node = self.nodes[next];
            }
            if let Node::Leaf(value) = node {
                *score += value;
            }
        }
    }

    /// The tree over values instead of bins, its leaves divided by the number of forests.
    pub(super) fn into_tree(self, columns: &[Column], forests: usize) -> Tree {
        self.tree(0, columns, real(forests))
    }

    fn tree(&self, node: usize, columns: &[Column], part: f64) -> Tree {
        match self.nodes[node] {
            Node::Leaf(value) => Tree::Leaf(short(f64::from(value) / part)),
            Node::Split {
                column,
                bin,
                below,
                above,
            } => Tree::Split {
                feature: u16::try_from(column).unwrap_or(u16::MAX),
                threshold: columns[column as usize].edges[usize::from(bin)],
                below: Box::new(self.tree(below, columns, part)),
                above: Box::new(self.tree(above, columns, part)),
            },
        }
    }
}
