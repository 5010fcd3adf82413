//! Clustering by average linkage.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BinaryHeap};
use std::sync::Arc;

use super::cluster::Cluster;
use super::thresholds::{INDEXED, StoryParams};
use super::times::Times;
use crate::hash::PrehashedMap;

/// Two clusters and their similarity.
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

/// Joins the two most similar clusters that may be one story until none reaches its threshold (Sokal and Michener 1958, UPGMA). `times` are
/// those of their articles. Returns groups of indices into `clusters`, each ascending. Ties go to the earlier clusters, so
/// the same input gives the same groups.
pub(super) fn groups(
    clusters: Vec<Arc<Cluster>>,
    mut times: Vec<Times>,
    params: &StoryParams,
) -> Vec<Vec<usize>> {
    let mut sums = neighbours(&clusters, &times, params);
    let mut members: Vec<Vec<usize>> = (0..clusters.len()).map(|at| vec![at]).collect();
    let mut alive: Vec<Option<Arc<Cluster>>> = clusters.into_iter().map(Some).collect();
    let mut heap = BinaryHeap::new();
    for (a, near) in sums.iter().enumerate() {
        let later = near.range(a + 1..);
        heap.extend(later.filter_map(|(b, sum)| pair(&alive, a, *b, *sum)));
    }
    while let Some(Pair { similarity, a, b }) = heap.pop() {
        let (Some(first), Some(second)) = (&alive[a], &alive[b]) else {
            continue;
        };
        // A pair that fails is compared again when one of the two has grown.
        let gap = params.of_gap(times[a].gap(&times[b]));
        if similarity < params.merging(first, second) + gap {
            continue;
        }
        let both = times[a].join(&times[b]);
        if !both.is_one_story() {
            continue;
        }
        times.push(both);
        let (first, second) = (alive[a].take(), alive[b].take());
        let (Some(first), Some(second)) = (first, second) else {
            continue;
        };
        let new = alive.len();
        alive.push(Some(Arc::new(first.join(&second))));
        let mut joined = std::mem::take(&mut members[a]);
        joined.append(&mut members[b]);
        members.push(joined);
        let (near_a, near_b) = (std::mem::take(&mut sums[a]), std::mem::take(&mut sums[b]));
        let mut near = BTreeMap::new();
        for other in near_a.keys().chain(near_b.keys()) {
            let Some(cluster) = &alive[*other] else {
                continue;
            };
            if near.contains_key(other) {
                continue;
            }
            // A sum that was not kept is computed now.
            let with_a = near_a.get(other).copied();
            let with_b = near_b.get(other).copied();
            let sum = with_a.unwrap_or_else(|| first.sum.dot(&cluster.sum))
                + with_b.unwrap_or_else(|| second.sum.dot(&cluster.sum));
            near.insert(*other, sum);
            sums[*other].remove(&a);
            sums[*other].remove(&b);
            sums[*other].insert(new, sum);
            heap.extend(pair(&alive, *other, new, sum));
        }
        sums.push(near);
    }
    let mut groups: Vec<Vec<usize>> = members.into_iter().filter(|m| !m.is_empty()).collect();
    for group in &mut groups {
        group.sort_unstable();
    }
    groups.sort_unstable();
    groups
}

fn pair(alive: &[Option<Arc<Cluster>>], a: usize, b: usize, sum: f64) -> Option<Pair> {
    let similarity = alive[a].as_ref()?.mean(alive[b].as_ref()?, sum);
    (similarity > 0.0).then_some(Pair { similarity, a, b })
}

/// For each cluster the others that are similar enough to be joined, with the sum of the similarities between their articles. Two
/// groups whose mean reaches the threshold contain such a pair, so no other pairs are needed at the start.
fn neighbours(
    clusters: &[Arc<Cluster>],
    times: &[Times],
    params: &StoryParams,
) -> Vec<BTreeMap<usize, f64>> {
    let tops: Vec<Vec<(u64, f32)>> = clusters
        .iter()
        .map(|cluster| cluster.top(INDEXED))
        .collect();
    let mut common: PrehashedMap<u32> = PrehashedMap::default();
    for (term, _) in tops.iter().flatten() {
        *common.entry(*term).or_default() += 1;
    }
    let mut index: PrehashedMap<Vec<(usize, f32)>> = PrehashedMap::default();
    let mut near = vec![BTreeMap::new(); clusters.len()];
    let mut score = vec![0.0_f32; clusters.len()];
    let is_frozen = |at: usize| times.get(at).is_some_and(Times::is_frozen);
    for (a, top) in tops.iter().enumerate() {
        let mut found: Vec<usize> = Vec::new();
        let still = is_frozen(a);
        let rare = |term: &u64| common.get(term).is_some_and(|n| *n <= 500);
        for (term, weight) in top.iter().filter(|(term, _)| rare(term)) {
            let others = index.entry(*term).or_default();
            for (b, theirs) in others.iter() {
                // Two frozen ones were compared before they froze.
                if still && is_frozen(*b) {
                    continue;
                }
                if score[*b] == 0.0 {
                    found.push(*b);
                }
                score[*b] += weight * theirs;
            }
            others.push((a, *weight));
        }
        let mut best: Vec<(f32, usize)> = found
            .into_iter()
            .map(|b| (std::mem::take(&mut score[b]), b))
            .collect();
        best.sort_by(|x, y| y.0.total_cmp(&x.0).then(x.1.cmp(&y.1)));
        for (partial, b) in best.into_iter().take(32) {
            // mixed groups of titles and texts have lower thresholds than some of their pairs
            let needed = params.merging(&clusters[a], &clusters[b]) * 0.8;
            // The weightiest terms make up most of what two articles share.
            if f64::from(partial) < needed * 0.5 {
                break;
            }
            let sum = clusters[a].sum.dot(&clusters[b].sum);
            let similarity = clusters[a].mean(&clusters[b], sum);
            if similarity > 0.0 && similarity >= needed {
                near[a].insert(b, sum);
                near[b].insert(a, sum);
            }
        }
    }
    near
}
