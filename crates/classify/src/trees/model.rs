//! The weights file of the page model: parsing, validation, inference.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use extract::learned::trees::{Forest, ForestError, ForestFile};
use serde::{Deserialize, Serialize};
use url::Url;

use super::features::{GROUPS, NAMES, WIDTH};
use super::row::PageRow;
use crate::verdict::{NOTHING_STANDS_OUT, comparison};
use crate::{Evidence, FeatureEffect, Features, Page, PageType, Verdict};

/// Version of the layout of weights files.
pub const FORMAT: u32 = 1;
/// Minimum effect of a group of features, in log-odds, to be named in the reason.
const WORTH_NAMING: f32 = 0.3;

/// A weights file.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PageModelFile {
    /// Version of the layout: [`FORMAT`].
    pub format: u32,
    /// Name and version, as it is in verdicts.
    pub name: String,
    /// Provenance of the weights: data, counts, settings, scores.
    pub provenance: serde_json::Value,
    /// Minimum probability of an article.
    pub threshold: f32,
    /// Slope and intercept that calibrate the log-odds of the trees (Platt, *Probabilistic Outputs for Support Vector
    /// Machines*, 1999).
    pub calibration: [f32; 2],
    /// The median of each feature over the training pages, to explain verdicts.
    pub typical: BTreeMap<String, f32>,
    /// The trees for articles, over [`NAMES`].
    pub articles: ForestFile,
    /// The trees for the prior of a URL, over the same columns.
    pub addresses: ForestFile,
    /// The trees for types of other pages, one against the rest.
    pub types: BTreeMap<PageType, ForestFile>,
}

/// An invalid weights file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PageModelError {
    /// It is not JSON of the expected layout.
    #[error("the weights file cannot be read: {0}")]
    Json(#[from] serde_json::Error),
    /// It was written by another version of this program.
    #[error("the weights file has format {0}, this program reads format {FORMAT}")]
    Format(u32),
    /// One of its forests is invalid.
    #[error("invalid weights file: {0}")]
    Forest(ForestError),
    /// A number is out of its range.
    #[error("the weights file has an invalid number in `{0}`")]
    Number(&'static str),
}

/// The page model, ready for use.
#[derive(Debug, Clone)]
pub struct PageModel {
    /// Name and version.
    pub name: String,
    /// Minimum probability of an article.
    pub threshold: f32,
    calibration: [f32; 2],
    typical: Vec<f32>,
    articles: Forest,
    addresses: Forest,
    types: Vec<(PageType, Forest)>,
}

static SHIPPED: LazyLock<PageModel> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "a test reads the committed weights")]
    PageModel::parse(include_str!("../../models/gleaner.json"))
        .expect("the committed weights are valid")
});

impl PageModel {
    /// The weights that come with the program.
    pub fn shipped() -> &'static Self {
        &SHIPPED
    }

    /// Reads a weights file.
    pub fn parse(json: &str) -> Result<Self, PageModelError> {
        Self::from_text(&serde_json::from_str(json)?)
    }

    /// Validates and converts a weights file.
    pub fn from_text(text: &PageModelFile) -> Result<Self, PageModelError> {
        if text.format != FORMAT {
            return Err(PageModelError::Format(text.format));
        }
        if !(0.0..=1.0).contains(&text.threshold) {
            return Err(PageModelError::Number("threshold"));
        }
        if !text.calibration.iter().all(|number| number.is_finite()) || text.calibration[0] <= 0.0 {
            return Err(PageModelError::Number("calibration"));
        }
        let forest = |text: &ForestFile| Forest::read(text, NAMES).map_err(PageModelError::Forest);
        let types = text.types.iter().map(|(of, text)| Ok((*of, forest(text)?)));
        Ok(Self {
            name: text.name.clone(),
            threshold: text.threshold,
            calibration: text.calibration,
            typical: NAMES
                .iter()
                .map(|name| text.typical.get(*name).copied().unwrap_or_default())
                .collect(),
            articles: forest(&text.articles)?,
            addresses: forest(&text.addresses)?,
            types: types.collect::<Result<_, PageModelError>>()?,
        })
    }

    /// The probability that a page is an article.
    pub fn score(&self, row: &PageRow) -> f32 {
        self.probability(self.articles.score(row.values()))
    }

    /// The probability that a URL is an article's, before it was fetched.
    pub fn prior(&self, url: &Url) -> f32 {
        let page = Page {
            url: Some(url.as_str()),
            ..Page::default()
        };
        sigmoid(
            self.addresses
                .score(PageRow::of(&Evidence::of(&page)).values()),
        )
    }

    fn probability(&self, log_odds: f32) -> f32 {
        let [slope, intercept] = self.calibration;
        sigmoid(slope * log_odds + intercept)
    }

    /// The verdict of the model alone, without rules.
    pub(crate) fn verdict(&self, evidence: &Evidence<'_>) -> Verdict {
        let row = PageRow::of(evidence);
        let log_odds = self.by_groups(&row);
        let news_score = self.probability(log_odds[0]);
        let is_news = news_score >= self.threshold;
        let page_type = if is_news {
            PageType::Article
        } else {
            self.type_of(&row)
        };
        Verdict {
            page_type,
            news_score,
            features: Features::named(NAMES.iter().copied().zip(row.values().iter().copied())),
            label_source: format!("model:{}", self.name),
            reason: reason(is_news, (news_score, self.threshold), &log_odds),
        }
    }

    /// The type of a page that is not an article: the most probable type, if its probability exceeds one half.
    pub fn type_of(&self, row: &PageRow) -> PageType {
        let scores = self
            .types
            .iter()
            .map(|(of, forest)| (*of, forest.score(row.values())));
        scores
            .filter(|(_, score)| *score > 0.0)
            .max_by(|a, b| a.1.total_cmp(&b.1))
            .map_or(PageType::Other, |(of, _)| of)
    }

    /// The log-odds of the page, and those with typical values in one group of features at a time.
    fn by_groups(&self, row: &PageRow) -> [f32; GROUPS.len() + 1] {
        let mut rows = [0.0; WIDTH * (GROUPS.len() + 1)];
        for (at, part) in rows.chunks_exact_mut(WIDTH).enumerate() {
            part.copy_from_slice(row.values());
            let Some(group) = at.checked_sub(1) else {
                continue;
            };
            let first = GROUPS[group].0 as usize;
            let end = GROUPS.get(group + 1).map_or(WIDTH, |next| next.0 as usize);
            part[first..end].copy_from_slice(&self.typical[first..end]);
        }
        let mut log_odds = [0.0; GROUPS.len() + 1];
        self.articles.score_rows(&rows, WIDTH, &mut log_odds);
        log_odds
    }

    /// The effect of each feature on the log-odds.
    pub(crate) fn feature_effects(&self, row: &PageRow) -> Vec<FeatureEffect> {
        let whole = self.articles.score(row.values());
        let columns = NAMES.iter().zip(row.values()).enumerate();
        let weighed = columns.map(|(at, (feature, value))| {
            let mut ordinary = row.values().to_vec();
            ordinary[at] = self.typical[at];
            FeatureEffect {
                feature,
                value: *value,
                effect: whole - self.articles.score(&ordinary),
            }
        });
        weighed.collect()
    }
}

/// The reason in one line: score, threshold, and the groups of features that support the verdict.
fn reason(
    is_news: bool,
    (score, threshold): (f32, f32),
    log_odds: &[f32; GROUPS.len() + 1],
) -> String {
    let [whole, without @ ..] = log_odds;
    let mut carried: Vec<(f32, &str)> = std::iter::zip(without, GROUPS)
        .map(|(without, (_, name))| {
            let gain = whole - without;
            (if is_news { gain } else { -gain }, name)
        })
        .filter(|(gain, _)| *gain > WORTH_NAMING)
        .collect();
    carried.sort_by(|a, b| b.0.total_cmp(&a.0));
    let names: Vec<&str> = carried.iter().take(3).map(|(_, name)| *name).collect();
    let compared = comparison(is_news, score, threshold);
    match names.split_last() {
        None => format!("{compared}: {NOTHING_STANDS_OUT}"),
        Some((last, [])) => format!("{compared}, mainly because of {last}"),
        Some((last, others)) => {
            format!(
                "{compared}, mainly because of {} and {last}",
                others.join(", ")
            )
        }
    }
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_weights_can_be_read_and_are_small() {
        let json = include_str!("../../models/gleaner.json");
        assert!(json.len() <= 1 << 20);
        let text: PageModelFile = serde_json::from_str(json).unwrap();
        assert_eq!(text.typical.len(), WIDTH);
        PageModel::from_text(&text).unwrap();
    }

    #[test]
    fn other_files_are_refused() {
        let json = include_str!("../../models/gleaner.json");
        let mut text: PageModelFile = serde_json::from_str(json).unwrap();
        text.threshold = 2.0;
        assert!(matches!(
            PageModel::from_text(&text),
            Err(PageModelError::Number("threshold"))
        ));
        text.format = 99;
        assert!(matches!(
            PageModel::from_text(&text),
            Err(PageModelError::Format(99))
        ));
        assert!(matches!(
            PageModel::parse("{}"),
            Err(PageModelError::Json(_))
        ));
    }
}
