//! The second stage: what the first one thinks of a block's neighbours, near and alike.
//!
//! Stacking in the sense of Wolpert (1992): trained on probabilities that the first stage gave to pages it was not
//! trained on.

use super::features::{Column, NAMES as FEATURES, Page, count};

/// Blocks before and after over which means are taken.
const AROUND: [usize; 2] = [3, 8];
/// Features of the first stage that are looked at again.
const AGAIN: [Column; 20] = [
    Column::Words,
    Column::LinkDensity,
    Column::OwnTag,
    Column::TitleCover,
    Column::IsHeadline,
    Column::EndKind,
    Column::InHeading,
    Column::RelativeIndex,
    Column::Related,
    Column::Byline,
    Column::Media,
    Column::UpperShare,
    Column::StopShare,
    Column::ParentScore,
    Column::ClassShare,
    Column::Date,
    Column::InItem,
    Column::InFigure,
    Column::SameBefore,
    Column::DescriptionCover,
];

static OWN_NAMES: [&str; 26] = [
    "p",
    "p-4",
    "p-3",
    "p-2",
    "p-1",
    "p+1",
    "p+2",
    "p+3",
    "p+4",
    "page_mass",
    "mass_before",
    "mass_after",
    "mass_share_before",
    "siblings_p",
    "other_siblings_p",
    "siblings_mass",
    "sibling_blocks",
    "alike_p",
    "other_alike_p",
    "alike_mass",
    "alike_blocks",
    "in_core",
    "from_core",
    "p_around_3",
    "p_around_8",
    "largest_mass",
];

/// Number of features of the second stage.
pub const WIDTH: usize = OWN_NAMES.len() + AGAIN.len();

/// Names of the features, in the order of their columns.
pub fn names() -> impl Iterator<Item = &'static str> {
    let again = AGAIN.iter().map(|column| FEATURES[*column as usize]);
    OWN_NAMES.iter().copied().chain(again)
}

/// What the second stage looks at again of a row of the first.
pub fn again(first: &[f32]) -> [f32; AGAIN.len()] {
    AGAIN.map(|column| first.get(column as usize).copied().unwrap_or_default())
}

/// Sums over a group of blocks.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    /// Probabilities, weighted by words + 1.
    weighted: f32,
    weight: f32,
    blocks: f32,
}

impl Group {
    fn add(&mut self, probability: f32, words: f32) {
        self.weighted += probability * (words + 1.0);
        self.weight += words + 1.0;
        self.blocks += 1.0;
    }

    /// Mean with the block, mean without it, share of the page's mass, blocks.
    fn features(&self, probability: f32, words: f32, mass: f32) -> [f32; 4] {
        let own = words + 1.0;
        [
            self.weighted / self.weight.max(1.0),
            (self.weighted - probability * own) / (self.weight - own).max(1.0),
            self.weighted / mass.max(1.0),
            self.blocks,
        ]
    }
}

/// All that the second stage's features draw on.
#[derive(Debug)]
pub struct Neighbours<'a> {
    page: &'a Page<'a>,
    probabilities: &'a [f32],
    /// Sums of probability × words before each block, and of words + 1.
    mass: Vec<f32>,
    weight: Vec<f32>,
    /// By parent element, and by path of tags and classes.
    siblings: Vec<Group>,
    alike: Vec<Group>,
    core: std::ops::RangeInclusive<usize>,
    largest: f32,
}

impl<'a> Neighbours<'a> {
    /// Sums up a page's first probabilities, one for each block.
    pub fn of(page: &'a Page<'a>, probabilities: &'a [f32]) -> Self {
        let document = page.document;
        let mut all = Self {
            page,
            probabilities,
            mass: vec![0.0],
            weight: vec![0.0],
            siblings: vec![Group::default(); document.elements.len()],
            alike: vec![Group::default(); page.containers.groups],
            core: core(
                probabilities
                    .iter()
                    .enumerate()
                    .map(|(at, p)| (p - 0.5) * (page.words(at) + 2.0)),
            ),
            largest: 0.0,
        };
        for (block, p) in probabilities.iter().enumerate() {
            let words = page.words(block);
            all.mass.push(all.mass[block] + p * words);
            all.weight.push(all.weight[block] + words + 1.0);
            all.siblings[page.parent(block)].add(*p, words);
            all.alike[page.containers.class_paths[block] as usize].add(*p, words);
            all.largest = all.largest.max(p * words);
        }
        all
    }

    /// Writes the features of a block; `again` is what [`again`] took of its row of the first stage.
    pub fn write_row(&self, block: usize, again: &[f32; AGAIN.len()], row: &mut [f32]) {
        let blocks = self.probabilities.len();
        let p = self.probabilities[block];
        let words = self.page.words(block);
        let near = |distance: isize| {
            let at = block.checked_add_signed(distance);
            at.and_then(|at| self.probabilities.get(at))
                .copied()
                .unwrap_or(-0.2)
        };
        let total = self.mass[blocks];
        let before = self.mass[block];
        let mean = |radius: usize| {
            let (from, to) = (
                block.saturating_sub(radius),
                (block + radius + 1).min(blocks),
            );
            (self.mass[to] - self.mass[from]) / (self.weight[to] - self.weight[from])
        };
        let siblings = self.siblings[self.page.parent(block)].features(p, words, total);
        let alike =
            self.alike[self.page.containers.class_paths[block] as usize].features(p, words, total);
        let (first_core, last_core) = (*self.core.start(), *self.core.end());
        let from_core = if block < first_core {
            count(block) - count(first_core)
        } else {
            count(block.saturating_sub(last_core))
        };
        let nearby = [p, near(-4), near(-3), near(-2), near(-1), near(1), near(2), near(3), near(4)];
        let masses = [total, before, total - before - p * words, before / total.max(1.0)];
        let in_core = f32::from(u8::from(self.core.contains(&block)));
        let own = nearby
            .into_iter()
            .chain(masses)
            .chain(siblings)
            .chain(alike)
            .chain([in_core, from_core])
            .chain(AROUND.map(mean))
            .chain([self.largest]);
        for (cell, value) in std::iter::zip(row, own.chain(again.iter().copied())) {
            *cell = value;
        }
    }
}

/// The run of the greatest sum (Kadane); empty before the first if none is positive.
///
/// Pasternack & Roth, *Extracting Article Text from the Web with Maximum Subsequence Segmentation* (WWW 2009).
pub(super) fn core(values: impl Iterator<Item = f32>) -> std::ops::RangeInclusive<usize> {
    let (mut best, mut run) = ((0.0, 0..=0), (0.0, 0));
    for (at, value) in values.enumerate() {
        run = if run.0 <= 0.0 {
            (value, at)
        } else {
            (run.0 + value, run.1)
        };
        if run.0 > best.0 {
            best = (run.0, run.1..=at);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_core_is_the_run_of_the_greatest_sum() {
        assert_eq!(core([-1.0, 2.0, -1.0, 3.0, -5.0, 1.0].into_iter()), 1..=3);
        assert_eq!(core([-1.0, -2.0].into_iter()), 0..=0);
    }

    #[test]
    fn there_is_a_name_for_each_column() {
        assert_eq!(names().count(), WIDTH);
    }
}
