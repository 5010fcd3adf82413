//! The perceptrons over line densities: lines of pages with gold, and networks trained on them.

mod file;
mod validate;

use methods::density::perceptron::{INPUTS, LineInput, Perceptron, inputs};
use methods::density::{Line, lines};

pub use self::file::{DensitySet, weights_file};
pub use self::validate::{Method, Validation, by_site};
use crate::blocks::align;
use crate::gold::GoldPage;
use crate::perceptron::{PerceptronSettings, fit, scaling};

/// The lines of a page, and which of them are text.
#[derive(Debug)]
pub struct DensityPage {
    /// Index of the file it comes from.
    pub set: usize,
    /// The site it is grouped by.
    pub site: String,
    /// Its lines, in order.
    pub lines: Vec<Line>,
    /// By line: whether more than half of it is in the gold.
    pub is_text: Vec<bool>,
}

impl DensityPage {
    /// Labels the lines of a page; `None` without gold text.
    pub fn of(set: usize, page: &GoldPage) -> Option<Self> {
        let gold = page.gold_text.as_deref().filter(|gold| !gold.is_empty())?;
        let document = html::parse(&page.html);
        let texts: Vec<&str> = (document.blocks.iter())
            .map(|block| document.text_of(block))
            .collect();
        let covered = align::coverage(&texts, gold).of_blocks;
        Some(Self {
            set,
            site: page.site(),
            lines: lines(&document),
            is_text: covered.into_iter().map(|share| share > 0.5).collect(),
        })
    }

    /// The inputs of each line.
    pub fn inputs(&self) -> impl Iterator<Item = [f64; INPUTS.len()]> {
        (0..self.lines.len()).map(|line| inputs(&self.lines, line))
    }
}

/// Trains a network on all lines of the pages.
pub fn train<'a>(
    pages: impl IntoIterator<Item = &'a DensityPage>,
    settings: &PerceptronSettings,
) -> Perceptron {
    let (mut rows, mut targets) = (Vec::new(), Vec::new());
    for page in pages {
        rows.extend(page.inputs());
        targets.extend(
            page.is_text
                .iter()
                .map(|is_text| f64::from(u8::from(*is_text))),
        );
    }
    let inputs = INPUTS.iter().enumerate().map(|(index, name)| {
        let values: Vec<f64> = rows.iter().map(|row| row[index]).collect();
        let (mean, deviation) = scaling(&values);
        LineInput {
            name: (*name).to_owned(),
            mean,
            deviation,
        }
    });
    let inputs: Vec<LineInput> = inputs.collect();
    for row in &mut rows {
        for (value, input) in row.iter_mut().zip(&inputs) {
            *value = (*value - input.mean) / input.deviation;
        }
    }
    let network = fit(rows.into_flattened(), targets, INPUTS.len(), settings);
    Perceptron { inputs, network }
}
