//! Shares of the page's text in the containers of a block.

use std::ops::AddAssign;

use foldhash::{HashMap, HashMapExt as _};

use super::Elements;
use super::columns::{BlockFeature, RowWriter, count, long_words, share};
use super::elements::parent_of;
use super::positions::first_best;
use html::{Tag, TextDocument};
use text::hash::FNV_PRIME;

/// Blocks on each side that [`BlockFeature::LongAround`] covers.
const RADIUS: usize = 5;

/// Sums over elements and over groups of similar blocks.
#[derive(Debug, Default)]
pub(super) struct Containers {
    rows: Vec<ContainerRow>,
    /// For each block: the number of its group of equal tags and classes.
    pub(super) class_paths: Vec<u32>,
}

/// Values in the order of the columns from [`BlockFeature::ParentWords`] on.
type ContainerRow = [f32; 28];

impl Containers {
    pub(super) fn of(document: &TextDocument, elements: &Elements) -> Self {
        let blocks = document.blocks.len();
        let sums: Vec<Sum> = (0..blocks).map(|block| sum_of(document, block)).collect();
        let page = total(&sums);
        let within = document.sums(sums.iter().copied());
        let scores = Scores::of(document, &sums);
        let flags = Flags::of(document, &within, page.long, &scores);
        let paths = Paths::of(document);
        let (path, path_sums) = grouped(&paths.tags, document, &sums);
        let (class_path, class_path_sums) = grouped(&paths.classes, document, &sums);
        let (class, class_sums) = grouped(&paths.own, document, &sums);
        let (first, last) = flags.extent(document, &sums);
        let spread = parents(document, &class_path, class_path_sums.len());
        let comments: f32 = (0..blocks)
            .filter(|block| elements.in_comments(document.blocks[*block].element as usize))
            .map(|block| sums[block].long)
            .sum();
        let mut before = vec![0.0];
        for sum in &sums {
            before.push(before[before.len() - 1] + sum.long);
        }
        let rows = (0..blocks).map(|block| {
            let element = document.blocks[block].element as usize;
            let parent = parent_of(document, element);
            let grandparent = parent_of(document, parent);
            let great = parent_of(document, grandparent);
            let (p, g) = (&within[parent], &within[grandparent]);
            let path = &path_sums[path[block] as usize];
            let alike = &class_path_sums[class_path[block] as usize];
            let long = page.long.max(1.0);
            let index = count(block);
            let is = |flag| f32::from(u8::from(flags.has(element, flag)));
            let around =
                before[(block + RADIUS + 1).min(blocks)] - before[block.saturating_sub(RADIUS)];
            [
                p.words,
                share(p.link_words, p.words),
                count(p.blocks as usize),
                p.long,
                p.long / long,
                g.words,
                share(g.link_words, g.words),
                g.long / long,
                within[great].long / long,
                path.long / long,
                count(path.blocks as usize),
                alike.long / long,
                count(alike.blocks as usize),
                share(alike.link_words, alike.words),
                share(alike.words, count(alike.blocks as usize)),
                share(
                    spread[class_path[block] as usize],
                    count(alike.blocks as usize),
                ),
                class_sums[class[block] as usize].long / long,
                scores.below[parent] / scores.best_below,
                scores.near[parent]
                    .max(scores.near[grandparent])
                    .max(scores.near[element])
                    / scores.best_near,
                is(IN_TOP),
                is(IN_NEAR_TOP),
                first.map_or(0.0, |first| index - count(first)),
                last.map_or(0.0, |last| index - count(last)),
                is(IN_HALF),
                is(IN_MOST),
                is(IN_NEARLY_ALL),
                comments / long,
                around,
            ]
        });
        let rows = rows.collect();
        Self {
            rows,
            class_paths: class_path,
        }
    }

    pub(super) fn write(&self, block: usize, row: &mut RowWriter) {
        row.set_from(BlockFeature::ParentWords, &self.rows[block]);
    }
}

fn sum_of(document: &TextDocument, block: usize) -> Sum {
    let words = count(document.blocks[block].words as usize);
    Sum {
        blocks: 1,
        words,
        link_words: count(document.blocks[block].link_words as usize),
        long: long_words(document, block),
    }
}

fn total(sums: &[Sum]) -> Sum {
    let mut total = Sum::default();
    for sum in sums {
        total += *sum;
    }
    total
}

/// Groups blocks by the signature of their elements: the group of each block, and the sums of each group.
fn grouped(of_elements: &[u64], document: &TextDocument, sums: &[Sum]) -> (Vec<u32>, Vec<Sum>) {
    let blocks = document.blocks.iter();
    let signatures: Vec<u64> = blocks.map(|b| of_elements[b.element as usize]).collect();
    let (numbers, groups) = number(&signatures);
    let mut of_groups = vec![Sum::default(); groups];
    for (number, sum) in std::iter::zip(&numbers, sums) {
        of_groups[*number as usize] += *sum;
    }
    (numbers, of_groups)
}

/// For each group: the number of runs of blocks with the same parent.
fn parents(document: &TextDocument, groups: &[u32], of: usize) -> Vec<f32> {
    let mut last = vec![usize::MAX; of];
    let mut parents = vec![0.0; of];
    for (block, group) in std::iter::zip(&document.blocks, groups) {
        let parent = parent_of(document, block.element as usize);
        let last = &mut last[*group as usize];
        if *last != parent {
            *last = parent;
            parents[*group as usize] += 1.0;
        }
    }
    parents
}

/// Scores like Readability's: the text of the children plus half of that of the grandchildren.
struct Scores {
    below: Vec<f32>,
    near: Vec<f32>,
    best_below: f32,
    best_near: f32,
}

impl Scores {
    fn of(document: &TextDocument, sums: &[Sum]) -> Self {
        let mut below = vec![0.0; document.elements.len()];
        for (block, sum) in std::iter::zip(&document.blocks, sums) {
            below[parent_of(document, block.element as usize)] += sum.long;
        }
        let mut near = below.clone();
        for (block, sum) in std::iter::zip(&document.blocks, sums) {
            let element = block.element as usize;
            near[parent_of(document, parent_of(document, element))] += sum.long * 0.5;
            let holds_text = matches!(
                document.elements[element].tag,
                Tag::Div | Tag::Td | Tag::Article | Tag::Section
            );
            if holds_text {
                near[element] += sum.long;
            }
        }
        let best = |scores: &[f32]| scores.iter().fold(1.0_f32, |best, score| best.max(*score));
        Self {
            best_below: best(&below),
            best_near: best(&near),
            below,
            near,
        }
    }
}

const IN_TOP: u8 = 1;
const IN_NEAR_TOP: u8 = 1 << 1;
const IN_HALF: u8 = 1 << 2;
const IN_MOST: u8 = 1 << 3;
const IN_NEARLY_ALL: u8 = 1 << 4;

/// For each element: flags for the main containers of the page that it is in.
struct Flags(Vec<u8>);

impl Flags {
    fn of(document: &TextDocument, within: &[Sum], long: f32, scores: &Scores) -> Self {
        let best = |scores: &[f32]| first_best(scores.iter().copied().enumerate());
        let deepest = |least: f32| {
            let elements = document.elements.iter().enumerate();
            let holding = elements.filter(|(at, _)| within[*at].long >= least * long.max(1.0));
            first_best(holding.map(|(at, element)| (at, f32::from(element.depth))))
        };
        let roots = [
            (best(&scores.below), IN_TOP),
            (best(&scores.near), IN_NEAR_TOP),
            (deepest(0.5), IN_HALF),
            (deepest(0.7), IN_MOST),
            (deepest(0.9), IN_NEARLY_ALL),
        ];
        let mut flags = vec![0; document.elements.len()];
        for (root, flag) in roots {
            if let Some(root) = root {
                flags[root] |= flag;
            }
        }
        for element in 1..flags.len() {
            flags[element] |= flags[parent_of(document, element)];
        }
        Self(flags)
    }

    fn has(&self, element: usize, flag: u8) -> bool {
        self.0[element] & flag != 0
    }

    /// The first and last long block in the element of the best near score.
    fn extent(&self, document: &TextDocument, sums: &[Sum]) -> (Option<usize>, Option<usize>) {
        let is_long = |block: &usize| {
            let element = document.blocks[*block].element as usize;
            sums[*block].long > 0.0 && self.has(element, IN_NEAR_TOP)
        };
        let first = (0..sums.len()).find(is_long);
        (first, (0..sums.len()).rev().find(is_long))
    }
}

/// Sums over blocks.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    blocks: u32,
    words: f32,
    link_words: f32,
    long: f32,
}

impl AddAssign for Sum {
    fn add_assign(&mut self, other: Self) {
        self.blocks += other.blocks;
        self.words += other.words;
        self.link_words += other.link_words;
        self.long += other.long;
    }
}

/// For each element: hashes of its path of tags, of that with the classes and ids of the last three elements, and of its own
/// tag, class and id.
struct Paths {
    tags: Vec<u64>,
    classes: Vec<u64>,
    own: Vec<u64>,
}

impl Paths {
    fn of(document: &TextDocument) -> Self {
        let elements = document.elements.len();
        let mut paths = Self {
            tags: Vec::with_capacity(elements),
            classes: Vec::with_capacity(elements),
            own: Vec::with_capacity(elements),
        };
        for (at, element) in document.elements.iter().enumerate() {
            let tag = element.tag as u64 + 1;
            let outer = element
                .parent
                .map_or(0, |parent| paths.tags[parent as usize]);
            paths.tags.push(mix(outer, tag));
            let class = hash(document.attribute(element.class));
            paths
                .own
                .push(mix(mix(tag, class), hash(document.attribute(element.id))));
            let parent = if at == 0 { 0 } else { parent_of(document, at) };
            let up = [parent, parent_of(document, parent)].map(|at| paths.own[at]);
            let named = mix(mix(paths.own[at], up[0]), up[1]);
            paths.classes.push(mix(paths.tags[at], named));
        }
        paths
    }
}

fn mix(one: u64, two: u64) -> u64 {
    (one.rotate_left(27) ^ two).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// A fast hash, eight bytes at a time, for the names of all elements; only equality counts.
fn hash(text: &str) -> u64 {
    let mut hash = 0;
    for eight in text.as_bytes().chunks(8) {
        let mut bytes = [0; 8];
        bytes[..eight.len()].copy_from_slice(eight);
        hash = (hash ^ u64::from_le_bytes(bytes))
            .wrapping_mul(FNV_PRIME ^ 0x9e37_79b9_7f4a_7c15)
            .rotate_left(31);
    }
    hash
}

/// Numbers distinct signatures from 0 in the order of first occurrence. Returns the number of each and their count.
pub(super) fn number(signatures: &[u64]) -> (Vec<u32>, usize) {
    let mut known: HashMap<u64, u32> = HashMap::with_capacity(signatures.len());
    let numbers = signatures.iter().map(|signature| {
        let next = u32::try_from(known.len()).unwrap_or(u32::MAX);
        *known.entry(*signature).or_insert(next)
    });
    (numbers.collect(), known.len())
}
