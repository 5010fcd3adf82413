//! Groups by average linkage.

use std::cmp::Ordering;
use std::collections::{BTreeSet, BinaryHeap};

use super::node::Node;
use super::rules::{INDEXED, Telling};
use crate::hash::Hashed;

/// A term shared by more nodes than this brings no two of them together.
const POSTING_CAP: usize = 500;

/// Two groups and how alike they are.
#[derive(Debug, PartialEq)]
struct Pair {
    similarity: f64,
    a: usize,
    b: usize,
}

impl Eq for Pair {}

impl Ord for Pair {
    fn cmp(&self, other: &Self) -> Ordering {
        self.similarity
            .total_cmp(&other.similarity)
            .then_with(|| (other.a, other.b).cmp(&(self.a, self.b)))
    }
}

impl PartialOrd for Pair {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Joins the two most similar groups, again and again, as long as the rules let them (Sokal and
/// Michener 1958, UPGMA). Answers the groups as lists of places in `nodes`, each ascending.
///
/// Ties go to the earlier nodes, so the same nodes in the same order give the same groups.
pub(super) fn groups(nodes: Vec<Node>, rules: &Telling) -> Vec<Vec<usize>> {
    let mut neighbours = neighbours(&nodes, rules);
    let mut members: Vec<Vec<usize>> = (0..nodes.len()).map(|at| vec![at]).collect();
    let mut alive: Vec<Option<Node>> = nodes.into_iter().map(Some).collect();
    let mut heap = BinaryHeap::new();
    for (a, near) in neighbours.iter().enumerate() {
        for b in near.range(a + 1..) {
            heap.extend(pair(&alive, a, *b));
        }
    }
    while let Some(Pair { similarity, a, b }) = heap.pop() {
        let (Some(first), Some(second)) = (&alive[a], &alive[b]) else {
            continue;
        };
        // A pair that fails is looked at again when one of the two has grown.
        if similarity < rules.to_merge(first, second) {
            continue;
        }
        let whole = first.join(second);
        alive[a] = None;
        alive[b] = None;
        let new = alive.len();
        alive.push(Some(whole));
        let mut joined = std::mem::take(&mut members[a]);
        joined.append(&mut members[b]);
        members.push(joined);
        let mut near = std::mem::take(&mut neighbours[a]);
        near.append(&mut neighbours[b]);
        near.remove(&a);
        near.remove(&b);
        near.retain(|other| alive[*other].is_some());
        for other in &near {
            neighbours[*other].remove(&a);
            neighbours[*other].remove(&b);
            neighbours[*other].insert(new);
            heap.extend(pair(&alive, *other, new));
        }
        neighbours.push(near);
    }
    let mut groups: Vec<Vec<usize>> = members.into_iter().filter(|m| !m.is_empty()).collect();
    for group in &mut groups {
        group.sort_unstable();
    }
    groups.sort_unstable();
    groups
}

fn pair(alive: &[Option<Node>], a: usize, b: usize) -> Option<Pair> {
    let similarity = alive[a].as_ref()?.average(alive[b].as_ref()?);
    (similarity > 0.0).then_some(Pair { similarity, a, b })
}

/// For each node those that share a weighty term and are alike enough to be joined at once. Two
/// groups whose mean reaches the threshold hold a pair that does, so no other pairs are needed.
fn neighbours(nodes: &[Node], rules: &Telling) -> Vec<BTreeSet<usize>> {
    let mut index: Hashed<Vec<usize>> = Hashed::default();
    let tops: Vec<Vec<u64>> = nodes.iter().map(|node| node.top(INDEXED)).collect();
    for (at, top) in tops.iter().enumerate() {
        for term in top {
            index.entry(*term).or_default().push(at);
        }
    }
    let mut near = vec![BTreeSet::new(); nodes.len()];
    for (a, top) in tops.iter().enumerate() {
        let mut met = BTreeSet::new();
        for term in top {
            match index.get(term) {
                Some(others) if others.len() <= POSTING_CAP => {
                    met.extend(others.iter().copied().filter(|b| *b > a));
                }
                _ => {}
            }
        }
        for b in met {
            let similarity = nodes[a].average(&nodes[b]);
            if similarity > 0.0 && similarity >= rules.to_merge(&nodes[a], &nodes[b]) * SLACK {
                near[a].insert(b);
                near[b].insert(a);
            }
        }
    }
    near
}

/// Groups of titles and texts mixed have lower thresholds than some pairs in them.
const SLACK: f64 = 0.8;
