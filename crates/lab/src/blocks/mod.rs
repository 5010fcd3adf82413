//! Trains the block classifier. No page is scored by a model trained on its site.
//!
//! Pages are split into folds by site. The token values of a page come from other folds than its own (Wolpert, *Stacked
//! Generalization*, 1992).

pub mod align;
mod lcs;
mod names;
mod sample;
mod views;

use extract::learned::features;
use extract::learned::tokens::{self, TokenSums, TokenTable};
use extract::learned::trees::{FORMAT, ForestFile, Tree};
use rayon::iter::{IntoParallelIterator as _, IntoParallelRefIterator as _, ParallelIterator as _};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use self::names::{NameOdds, learn};
pub use self::sample::BlockSample;
pub use self::views::BlockView;
use crate::Random;
use crate::boost::{BoostSettings, Matrix, boost};
use crate::metrics::{ratio, real};

/// Number of columns of a row.
const WIDTH: usize = features::WIDTH + tokens::WIDTH;

/// The settings of training.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct BlockSettings {
    /// Number of folds.
    pub folds: usize,
    /// Share of the blocks far from content that is sampled; their weights are scaled up.
    pub far_share: f64,
    /// Settings of the trees.
    pub trees: BoostSettings,
}

/// A trained classifier.
#[derive(Clone, Debug)]
pub struct BlockWeights {
    /// Log-odds of element names.
    pub tokens: NameOdds,
    /// Trees over the blocks of a page.
    pub blocks: ForestFile,
}

/// Trained classifiers.
#[derive(Debug)]
pub struct Trained {
    /// Trained on all samples.
    pub whole: BlockWeights,
    /// By fold: trained on all the others.
    pub without: Vec<BlockWeights>,
}

/// Samples with what training needs to know about each.
struct Trainer<'a> {
    samples: &'a [BlockSample],
    settings: &'a BlockSettings,
    fold: Vec<usize>,
    /// By sample: the blocks trained on, with their weights.
    chosen: Vec<Vec<(usize, f32)>>,
}

/// Trains on all samples, and for each fold on all the others.
pub fn train(samples: &[BlockSample], settings: &BlockSettings) -> Trained {
    let trainer = Trainer::new(samples, settings);
    let folds = settings.folds;
    // By the one or two folds left out.
    let tables: Vec<Vec<NameOdds>> = (0..folds)
        .into_par_iter()
        .map(|a| (0..=a).map(|b| trainer.table(&[a, b])).collect())
        .collect();
    let without = |a: usize, b: usize| &tables[a.max(b)][a.min(b)];
    let forest = |left_out: Option<usize>| {
        let table = |fold: usize| without(left_out.unwrap_or(fold), fold);
        text(&trainer.forest(left_out, table), &names())
    };
    let without = (0..folds).map(|fold| BlockWeights {
        tokens: without(fold, fold).clone(),
        blocks: forest(Some(fold)),
    });
    Trained {
        without: without.collect(),
        whole: BlockWeights {
            tokens: trainer.table(&[]),
            blocks: forest(None),
        },
    }
}

impl<'a> Trainer<'a> {
    fn new(samples: &'a [BlockSample], settings: &'a BlockSettings) -> Self {
        let mut random = Random::new(settings.trees.seed);
        let share = settings.far_share;
        let scales = scales(samples);
        let chosen = samples.iter().map(|sample| {
            let mut blocks = Vec::new();
            for (block, weight) in sample.weights.iter().enumerate() {
                let weight = weight * sample.factor * scales[sample.set];
                let (near, taken) = (sample.near[block], random.unit() < share);
                if weight > 0.0 && (near || taken) {
                    blocks.push((block, if near { weight } else { weight / to_f32(share) }));
                }
            }
            blocks
        });
        let chosen = chosen.collect();
        Self {
            samples,
            settings,
            fold: samples
                .iter()
                .map(|sample| sample.fold(settings.folds))
                .collect(),
            chosen,
        }
    }

    /// The names of all samples except those of some folds.
    fn table(&self, left_out: &[usize]) -> NameOdds {
        let pages = std::iter::zip(self.samples, &self.fold)
            .filter(|(sample, _)| sample.trained_on() && sample.view.has_names())
            .filter(|(_, fold)| !left_out.contains(fold))
            .map(|(sample, _)| (sample.site.as_str(), &sample.names));
        learn(pages)
    }

    /// Indices of the samples on which a model that leaves out a fold is trained.
    fn training(&self, left_out: Option<usize>) -> Vec<usize> {
        (0..self.samples.len())
            .filter(|at| Some(self.fold[*at]) != left_out && !self.chosen[*at].is_empty())
            .collect()
    }

    /// The trees without a fold; `table` gives the names for the samples of a fold.
    fn forest<'t>(
        &self,
        left_out: Option<usize>,
        table: impl Fn(usize) -> &'t NameOdds,
    ) -> (f32, Vec<Tree>) {
        let folds = 0..self.settings.folds;
        let tables: Vec<TokenTable> = folds.map(|fold| table_of(table(fold))).collect();
        let chosen_rows = |at: &usize| {
            let rows = rows_of(&self.samples[*at], &tables[self.fold[*at]]);
            let chosen = self.chosen[*at].iter();
            chosen
                .flat_map(|(block, _)| rows[block * WIDTH..][..WIDTH].to_vec())
                .collect::<Vec<f32>>()
        };
        let training = self.training(left_out);
        let rows: Vec<Vec<f32>> = training.par_iter().map(chosen_rows).collect();
        self.boosted(&training, rows.concat())
    }

    fn boosted(&self, training: &[usize], values: Vec<f32>) -> (f32, Vec<Tree>) {
        let blocks = training.iter().flat_map(|at| {
            let content = &self.samples[*at].content;
            self.chosen[*at]
                .iter()
                .map(|(block, weight)| (content[*block], *weight))
        });
        let (targets, weights): (Vec<bool>, Vec<f32>) = blocks.unzip();
        let matrix = Matrix {
            width: WIDTH,
            values,
        };
        boost(&matrix, &targets, &weights, &self.settings.trees)
    }
}

/// By set: the factor that brings the mean weight of a block of its pages to 1; cut ones have other weights.
fn scales(samples: &[BlockSample]) -> Vec<f32> {
    let sets = samples.iter().map(|sample| sample.set + 1).max();
    let mut sums = vec![(0.0, 0); sets.unwrap_or_default()];
    let measured = |sample: &&BlockSample| sample.trained_on() && sample.view.has_names();
    for sample in samples.iter().filter(measured) {
        let (sum, count) = &mut sums[sample.set];
        *sum += sample.weights.iter().copied().map(f64::from).sum::<f64>();
        *count += sample.len();
    }
    let scale = |(sum, count)| to_f32(ratio(real(count), sum));
    sums.into_iter().map(scale).collect()
}

/// All rows of a page.
fn rows_of(sample: &BlockSample, table: &TokenTable) -> Vec<f32> {
    let sums = TokenSums::of(&sample.document, table);
    let mut rows = vec![0.0; sample.len() * WIDTH];
    let known = sample.rows.chunks_exact(features::WIDTH);
    for (block, (row, known)) in rows.chunks_exact_mut(WIDTH).zip(known).enumerate() {
        row[..features::WIDTH].copy_from_slice(known);
        sums.write_row(block, &mut row[features::WIDTH..]);
    }
    rows
}

fn table_of(table: &NameOdds) -> TokenTable {
    table
        .iter()
        .map(|(name, values)| (name.as_str(), *values))
        .collect()
}

fn names() -> Vec<&'static str> {
    features::NAMES
        .iter()
        .chain(&tokens::NAMES)
        .copied()
        .collect()
}

fn text((bias, trees): &(f32, Vec<Tree>), names: &[&str]) -> ForestFile {
    ForestFile {
        format: FORMAT,
        bias: *bias,
        trees: trees.iter().map(|tree| tree.to_text(names)).collect(),
    }
}

/// A number that depends on a text alone.
fn number_of(text: &str) -> u32 {
    let digest = Sha256::digest(text);
    let first = digest.iter().take(4);
    first.fold(0, |number, byte| number << 8 | u32::from(*byte))
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a weight of seven digits will do"
)]
fn to_f32(value: f64) -> f32 {
    value as f32
}
