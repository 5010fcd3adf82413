//! The weights file of the learned extractor: parsing, validation, inference.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::core::Limits;
use super::features::{self, PageFeatures};
use super::tokens::{self, TokenSums, TokenTable, ZONES};
use super::trees::{Forest, ForestError, ForestFile};
use crate::labels::Mode;

/// Version of the format of weights files.
pub const FORMAT: u32 = 1;
/// Columns of a row.
const WIDTH: usize = features::WIDTH + tokens::WIDTH;
/// Rows per batch, so that memory does not grow with the page.
const BATCH_ROWS: usize = 64;

/// A weights file.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlockModelFile {
    /// Version of the format: [`FORMAT`].
    pub format: u32,
    /// Provenance of the weights: data, counts, settings, scores.
    pub provenance: serde_json::Value,
    /// The required probabilities.
    pub thresholds: Thresholds,
    /// Log-odds of the names of elements, in the order of [`tokens::ZONE_NAMES`].
    pub tokens: BTreeMap<String, [f32; ZONES]>,
    /// The trees, over [`features::NAMES`] and [`tokens::NAMES`].
    pub blocks: ForestFile,
}

/// The required probabilities.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Thresholds {
    /// See [`Mode::Balanced`].
    pub balanced: f32,
    /// See [`Mode::Precision`].
    pub precision: f32,
    /// See [`Mode::Recall`].
    pub recall: f32,
    /// The additional probability required after the core.
    pub more_after: f32,
    /// The mean probability above which blocks extend the core.
    pub core: f32,
}

impl Thresholds {
    /// The required probabilities in a mode.
    pub fn limits(&self, mode: Mode) -> Limits {
        let within = match mode {
            Mode::Balanced => self.balanced,
            Mode::Precision => self.precision,
            Mode::Recall => self.recall,
        };
        Limits {
            core: self.core,
            within,
            after: (within + self.more_after).min(0.98),
        }
    }
}

/// An invalid weights file.
#[derive(Debug)]
#[non_exhaustive]
pub enum BlockModelError {
    /// The file is not JSON, or does not have the expected structure.
    Json(serde_json::Error),
    /// The file has another format version.
    Format(u32),
    /// The forest is invalid.
    Forest(ForestError),
}

impl std::fmt::Display for BlockModelError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Json(error) => write!(f, "invalid weights file: {error}"),
            Self::Format(format) => {
                write!(f, "the weights file is in format {format}, not {FORMAT}")
            }
            Self::Forest(error) => write!(f, "invalid weights file: {error}"),
        }
    }
}

impl std::error::Error for BlockModelError {}

/// The learned extractor's weights, ready for use.
#[derive(Debug, Clone)]
pub struct BlockModel {
    thresholds: Thresholds,
    tokens: TokenTable,
    blocks: Forest,
}

static SHIPPED: LazyLock<BlockModel> = LazyLock::new(|| {
    // a test parses the shipped file; without weights every block would be content
    BlockModel::read(include_str!("../../models/blocks.json")).unwrap_or(BlockModel {
        thresholds: Thresholds {
            balanced: 0.5,
            precision: 0.5,
            recall: 0.5,
            more_after: 0.0,
            core: 0.5,
        },
        tokens: TokenTable::default(),
        blocks: Forest::default(),
    })
});

impl BlockModel {
    /// The weights shipped with the program.
    pub fn shipped() -> &'static Self {
        &SHIPPED
    }

    /// Reads a weights file.
    pub fn read(json: &str) -> Result<Self, BlockModelError> {
        let text: BlockModelFile = serde_json::from_str(json).map_err(BlockModelError::Json)?;
        Self::from_text(&text)
    }

    /// Validates and converts a weights file.
    pub fn from_text(text: &BlockModelFile) -> Result<Self, BlockModelError> {
        if text.format != FORMAT {
            return Err(BlockModelError::Format(text.format));
        }
        let tokens = text
            .tokens
            .iter()
            .map(|(token, values)| (token.as_str(), *values));
        let blocks = Forest::read(&text.blocks, &names()).map_err(BlockModelError::Forest)?;
        Ok(Self {
            thresholds: text.thresholds,
            tokens: tokens.collect(),
            blocks,
        })
    }

    /// The required probabilities.
    pub fn thresholds(&self) -> &Thresholds {
        &self.thresholds
    }

    /// The probability of each block that it is content, by its own features.
    pub fn probabilities(&self, page: &PageFeatures) -> Vec<f32> {
        let sums = TokenSums::of(page.document, &self.tokens);
        let mut rows = vec![0.0; BATCH_ROWS * WIDTH];
        let mut scores = vec![0.0; page.len()];
        for (chunk, scores) in scores.chunks_mut(BATCH_ROWS).enumerate() {
            for (at, row) in rows.chunks_exact_mut(WIDTH).take(scores.len()).enumerate() {
                write_row(page, &sums, chunk * BATCH_ROWS + at, row);
            }
            self.blocks.score_rows(&rows, WIDTH, scores);
        }
        for score in &mut scores {
            *score = 1.0 / (1.0 + (-*score).exp());
        }
        scores
    }

    /// A function that returns the input of the trees for a block.
    pub(super) fn rows<'a>(
        &'a self,
        page: &'a PageFeatures<'a>,
    ) -> impl Fn(usize) -> Vec<f32> + use<'a> {
        let sums = TokenSums::of(page.document, &self.tokens);
        move |block| {
            let mut row = vec![0.0; WIDTH];
            write_row(page, &sums, block, &mut row);
            row
        }
    }
}

/// Names of the columns.
pub(crate) fn names() -> Vec<&'static str> {
    features::NAMES
        .iter()
        .chain(&tokens::NAMES)
        .copied()
        .collect()
}

/// Writes a row: the features of a block, then those of the element names around it.
fn write_row(page: &PageFeatures, sums: &TokenSums, block: usize, row: &mut [f32]) {
    page.write_row(block, row);
    if let Some(names) = row.get_mut(features::WIDTH..) {
        sums.write_row(block, names);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_weights_can_be_read() {
        let model = BlockModel::read(include_str!("../../models/blocks.json")).unwrap();
        assert!(!model.blocks.is_empty());
        let Thresholds {
            balanced,
            precision,
            recall,
            ..
        } = model.thresholds;
        assert!(recall < balanced && balanced < precision);
    }

    #[test]
    fn other_files_are_refused() {
        assert!(matches!(
            BlockModel::read("{}"),
            Err(BlockModelError::Json(_))
        ));
        let shipped = include_str!("../../models/blocks.json");
        let mut text: BlockModelFile = serde_json::from_str(shipped).unwrap();
        text.blocks.trees[0] = "word_count<=1 0 1".to_owned();
        assert!(matches!(
            BlockModel::from_text(&text),
            Err(BlockModelError::Forest(_))
        ));
        text.format = 99;
        assert!(matches!(
            BlockModel::from_text(&text),
            Err(BlockModelError::Format(99))
        ));
    }
}
