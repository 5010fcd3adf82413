//! The weights of the page model: read, checked, applied.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use extract::learned::trees::{Forest, ForestError, ForestText};
use serde::{Deserialize, Serialize};
use url::Url;

use super::columns::{GROUPS, NAMES, WIDTH};
use super::row::Row;
use crate::{Evidence, Features, Page, PageType, Verdict, Weighed};

/// The layout of weights files that this reads and writes.
pub const FORMAT: u32 = 1;
/// A group of features is named in the reason if it moves the log-odds of the verdict at least so far.
const WORTH_NAMING: f32 = 0.3;

/// A weights file.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PageModelText {
    /// Version of the layout: [`FORMAT`].
    pub format: u32,
    /// Name and version, as it stands in verdicts.
    pub name: String,
    /// Where the weights come from: data, counts, settings, scores. For people.
    pub provenance: serde_json::Value,
    /// From this probability on a page is an article.
    pub threshold: f32,
    /// By registrable domain: thresholds of sites whose own labels ask for another one.
    #[serde(default)]
    pub sites: BTreeMap<String, f32>,
    /// What makes the trees' log-odds a probability on pages they have not seen: slope and intercept (Platt,
    /// *Probabilistic Outputs for Support Vector Machines*, 1999).
    pub calibration: [f32; 2],
    /// By feature: the median over the training pages, to tell what is unusual about a page.
    pub typical: BTreeMap<String, f32>,
    /// The trees that tell articles, over [`NAMES`].
    pub articles: ForestText,
    /// The trees that guess by the address alone, over the same columns.
    pub addresses: ForestText,
    /// The trees that tell types of other pages, each against the others.
    pub types: BTreeMap<PageType, ForestText>,
}

/// Why a weights file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PageModelError {
    /// It is not JSON of the expected layout.
    #[error("the weights file cannot be read: {0}")]
    Json(#[from] serde_json::Error),
    /// It was written by another version of this program.
    #[error("the weights file has format {0}, this program reads format {FORMAT}")]
    Format(u32),
    /// One of its forests is no forest.
    #[error("the weights file: {0}")]
    Forest(ForestError),
    /// A number is out of its range.
    #[error("the weights file has an impossible number in `{0}`")]
    Number(&'static str),
}

/// The page model, ready for use.
#[derive(Debug, Clone)]
pub struct PageModel {
    /// Name and version.
    pub name: String,
    /// From this probability on a page is an article.
    pub threshold: f32,
    /// By registrable domain: the threshold of that site.
    pub sites: BTreeMap<String, f32>,
    calibration: [f32; 2],
    typical: Vec<f32>,
    articles: Forest,
    addresses: Forest,
    types: Vec<(PageType, Forest)>,
}

static SHIPPED: LazyLock<PageModel> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "a test reads the committed weights")]
    PageModel::parse(include_str!("../../models/gleaner.json"))
        .expect("the committed weights are whole")
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

    /// Lays out weights for use.
    pub fn from_text(text: &PageModelText) -> Result<Self, PageModelError> {
        if text.format != FORMAT {
            return Err(PageModelError::Format(text.format));
        }
        let mut thresholds = text.sites.values().chain([&text.threshold]);
        if !thresholds.all(|threshold| (0.0..=1.0).contains(threshold)) {
            return Err(PageModelError::Number("threshold"));
        }
        if !text.calibration.iter().all(|number| number.is_finite()) || text.calibration[0] <= 0.0 {
            return Err(PageModelError::Number("calibration"));
        }
        let forest = |text: &ForestText| Forest::read(text, NAMES).map_err(PageModelError::Forest);
        let types = text.types.iter().map(|(of, text)| Ok((*of, forest(text)?)));
        Ok(Self {
            name: text.name.clone(),
            threshold: text.threshold,
            sites: text.sites.clone(),
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
    pub fn score(&self, row: &Row) -> f32 {
        self.probability(self.articles.score(row.values()))
    }

    /// The probability that an address is an article's, before it was fetched.
    pub fn prior(&self, url: &Url) -> f32 {
        let page = Page {
            url: Some(url.as_str()),
            ..Page::default()
        };
        sigmoid(self.addresses.score(Row::of(&Evidence::of(&page)).values()))
    }

    fn probability(&self, log_odds: f32) -> f32 {
        let [slope, intercept] = self.calibration;
        sigmoid(slope * log_odds + intercept)
    }

    /// The verdict of the model alone, without rules.
    pub(crate) fn verdict(&self, evidence: &Evidence<'_>) -> Verdict {
        let row = Row::of(evidence);
        let log_odds = self.by_groups(&row);
        let news_score = self.probability(log_odds[0]);
        let threshold = self.threshold_of(evidence);
        let is_news = news_score >= threshold;
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
            reason: reason(is_news, (news_score, threshold), &log_odds),
        }
    }

    /// The threshold of the page's site.
    fn threshold_of(&self, evidence: &Evidence<'_>) -> f32 {
        if self.sites.is_empty() {
            return self.threshold;
        }
        let host = evidence.address().and_then(|(url, _)| url.host_str());
        let site = host.map(|host| psl::domain_str(host).unwrap_or(host));
        let own = site.and_then(|site| self.sites.get(site));
        own.copied().unwrap_or(self.threshold)
    }

    /// What a page is that is no article: the likeliest type, if it is likelier than not.
    pub fn type_of(&self, row: &Row) -> PageType {
        let scores = self
            .types
            .iter()
            .map(|(of, forest)| (*of, forest.score(row.values())));
        scores
            .filter(|(_, score)| *score > 0.0)
            .max_by(|a, b| a.1.total_cmp(&b.1))
            .map_or(PageType::Other, |(of, _)| of)
    }

    /// The log-odds of the page, and of the page were it ordinary in one group of features after the other.
    fn by_groups(&self, row: &Row) -> [f32; GROUPS.len() + 1] {
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

    /// By feature: what it does to the log-odds.
    pub(crate) fn weigh(&self, row: &Row) -> Vec<Weighed> {
        let whole = self.articles.score(row.values());
        let columns = NAMES.iter().zip(row.values()).enumerate();
        let weighed = columns.map(|(at, (feature, value))| {
            let mut ordinary = row.values().to_vec();
            ordinary[at] = self.typical[at];
            Weighed {
                feature,
                value: *value,
                effect: whole - self.articles.score(&ordinary),
            }
        });
        weighed.collect()
    }
}

/// Why the page scored so, in one line: the score against the threshold, and what speaks for the verdict.
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
    crate::reason::sentence(is_news, score, threshold, &names)
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
        let text: PageModelText = serde_json::from_str(json).unwrap();
        assert_eq!(text.typical.len(), WIDTH);
        PageModel::from_text(&text).unwrap();
    }

    #[test]
    fn other_files_are_refused() {
        let json = include_str!("../../models/gleaner.json");
        let mut text: PageModelText = serde_json::from_str(json).unwrap();
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
