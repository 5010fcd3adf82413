//! Trains the page model. No page is scored by a model trained on its site.

pub mod conceal;
pub mod truncate;

use std::collections::BTreeMap;

use classify::PageType;
use classify::trees::{NAMES, PageModel, PageModelFile, PageRow, WIDTH};
use extract::learned::trees::{FORMAT, ForestFile};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use serde::Serialize;
use serde_json::Value;

use self::conceal::View;
use crate::boost::{BoostSettings, Matrix, boost};
use crate::folds::{FoldGrouping, deal};
use crate::{Random, calibrate};

/// Weight of a truncated page, in addition to the complete one.
const TRUNCATED_WEIGHT: f32 = 0.3;
/// The learned types; others are `other`. The remaining types are recognised by rules.
const LEARNED: [PageType; 5] = [
    PageType::Section,
    PageType::Legal,
    PageType::Login,
    PageType::Product,
    PageType::Forum,
];

/// A page in one [`View`].
#[derive(Clone, Debug)]
pub struct PageView {
    /// Its features.
    pub row: PageRow,
    /// Those of a variant, for training in place of them; see [`View::varied`].
    pub varied: Option<PageRow>,
    /// The same page, or its variant, with its text truncated, for training; see [`truncate`].
    pub short: Option<PageRow>,
    /// Its type, if a rule decides it.
    pub rule: Option<PageType>,
}

impl PageView {
    /// The features to learn from.
    fn learned(&self) -> &PageRow {
        self.varied.as_ref().unwrap_or(&self.row)
    }
}

/// A labelled page.
#[derive(Clone, Debug)]
pub struct PageExample {
    /// The page in each view, in the order of [`View::ALL`].
    pub views: [PageView; VIEWS],
    /// Its label.
    pub is_article: bool,
    /// Its type, if the label has one.
    pub page_type: Option<PageType>,
    /// The site it is grouped by.
    pub site: String,
    /// Index of the file it is from.
    pub set: usize,
    /// Whether a model may be trained on it.
    pub trained_on: bool,
    /// The features of the URL alone.
    pub of_address: PageRow,
    /// Its URL.
    pub url: Option<String>,
    /// Its title.
    pub title: String,
}

/// Number of views.
pub const VIEWS: usize = View::ALL.len();
/// Number of views with parts concealed or added.
const CONCEALED: u8 = View::ShortHeadline as u8 - 1;

impl PageExample {
    /// The whole page.
    pub fn whole(&self) -> &PageView {
        &self.views[View::Whole as usize]
    }

    /// Whether it is kept as an article in a view, with this probability.
    pub fn kept(&self, view: View, probability: f32, threshold: f32) -> bool {
        self.views[view as usize]
            .rule
            .map_or(probability >= threshold, PageType::is_article)
    }
}

/// The settings of training.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PageSettings {
    /// Number of folds of the cross-validation.
    pub folds: usize,
    /// Seed of the folds.
    pub seed: u64,
    /// Weight of the views with parts concealed or added together, in addition to the whole page.
    pub concealed_weight: f32,
    /// Weight of the view with a short headline, in addition to both.
    pub short_headline_weight: f32,
    /// Settings of the trees for articles.
    pub articles: BoostSettings,
    /// Settings of the trees for a type.
    pub types: BoostSettings,
}

impl Default for PageSettings {
    fn default() -> Self {
        let articles = BoostSettings {
            forests: 3,
            trees: 300,
            leaves: 12,
            learning_rate: 0.05,
            least_rows: 15,
            l2: 3.0,
            column_share: 0.2,
            row_share: 0.8,
            random_splits: true,
            ..BoostSettings::default()
        };
        Self {
            folds: 10,
            seed: 1,
            concealed_weight: 2.4,
            short_headline_weight: 1.0,
            articles,
            types: BoostSettings {
                forests: 1,
                trees: 40,
                learning_rate: 0.1,
                column_share: 0.4,
                random_splits: false,
                ..articles
            },
        }
    }
}

/// The out-of-fold prediction for a page.
#[derive(Clone, Copy, Debug)]
pub struct JudgedPage {
    /// Uncalibrated log-odds of being an article, in the order of [`View::ALL`].
    pub log_odds: [f32; VIEWS],
    /// The type of the whole page, if it is not an article.
    pub page_type: PageType,
}

/// Scores each page by a model that was trained without its fold.
pub fn out_of_fold(
    examples: &[PageExample],
    grouping: FoldGrouping,
    settings: &PageSettings,
) -> Vec<JudgedPage> {
    let sites = examples.iter().map(|example| example.site.as_str());
    let fold_of = deal(sites, settings.folds, grouping, settings.seed);
    let judged = (0..settings.folds).into_par_iter().map(|fold| {
        let training = (0..examples.len()).filter(|at| fold_of[*at] != fold);
        let model = fit(examples, &training.collect::<Vec<_>>(), settings);
        let own = (0..examples.len()).filter(|at| fold_of[*at] == fold);
        own.map(|at| (at, model.judge(&examples[at])))
            .collect::<Vec<_>>()
    });
    let mut judged: Vec<(usize, JudgedPage)> = judged.flatten_iter().collect();
    judged.sort_by_key(|(at, _)| *at);
    judged.into_iter().map(|(_, judged)| judged).collect()
}

/// Trained forests.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The weights, without name and calibration.
    text: PageModelFile,
    model: PageModel,
}

impl Fitted {
    /// Scores a page in all views.
    pub fn judge(&self, example: &PageExample) -> JudgedPage {
        let log_odds = |view: View| {
            let row = &example.views[view as usize].row;
            calibrate::log_odds(self.model.score(row))
        };
        JudgedPage {
            log_odds: View::ALL.map(log_odds),
            page_type: self.model.type_of(&example.whole().row),
        }
    }

    /// The weights file.
    pub fn text(
        self,
        name: &str,
        threshold: f32,
        calibration: [f32; 2],
        provenance: Value,
    ) -> PageModelFile {
        PageModelFile {
            name: name.to_owned(),
            provenance,
            threshold,
            calibration,
            ..self.text
        }
    }
}

/// Trains on the chosen examples that may be trained on.
///
/// # Panics
/// Never: the model is read from the forests that were just grown.
pub fn fit<'a>(examples: &'a [PageExample], chosen: &[usize], settings: &PageSettings) -> Fitted {
    let chosen = chosen.iter().map(|at| &examples[*at]);
    let chosen: Vec<&'a PageExample> = chosen.filter(|example| example.trained_on).collect();
    let articles = forest(
        &chosen,
        |example: &&'a PageExample| {
            let rows =
                std::iter::zip(&example.views, weights(settings)).flat_map(|(view, weight)| {
                    let short = view.short.iter();
                    let short =
                        short.map(move |row| (row, example.is_article, weight * TRUNCATED_WEIGHT));
                    [(view.learned(), example.is_article, weight)]
                        .into_iter()
                        .chain(short)
                });
            rows.collect()
        },
        &settings.articles,
    );
    let addresses = forest(
        &chosen,
        |example: &&'a PageExample| {
            let known = example.url.iter();
            known
                .map(|_| (&example.of_address, example.is_article, 1.0))
                .collect()
        },
        &settings.types,
    );
    let types = LEARNED.into_iter().filter_map(|of| {
        let is_it = |example: &'a PageExample| {
            let known = example.page_type.filter(|_| !example.is_article)?;
            Some(known == of || (of, known) == (PageType::Section, PageType::Home))
        };
        let known = chosen.iter().filter(|example| is_it(example) == Some(true));
        let row = |example: &&'a PageExample| {
            let target = is_it(example).into_iter();
            let rows = target.flat_map(|target| {
                let views = std::iter::zip(&example.views, weights(settings));
                let views = views.take(View::ShortHeadline as usize);
                views.map(move |(view, weight)| (view.learned(), target, weight))
            });
            rows.collect()
        };
        // fewer are too few for trees of their own
        (known.count() >= 30).then(|| (of, forest(&chosen, row, &settings.types)))
    });
    let text = PageModelFile {
        format: classify::trees::FORMAT,
        name: String::new(),
        provenance: Value::Null,
        threshold: 0.5,
        calibration: [1.0, 0.0],
        typical: typical(&chosen),
        articles,
        addresses,
        types: types.collect(),
    };
    #[expect(
        clippy::expect_used,
        reason = "the trees were just grown over these columns"
    )]
    let model = PageModel::from_text(&text).expect("trained forests can be read");
    Fitted { text, model }
}

/// By view: its weight in training. The views with parts concealed share theirs.
fn weights(settings: &PageSettings) -> [f32; VIEWS] {
    let concealed = settings.concealed_weight / f32::from(CONCEALED);
    View::ALL.map(|view| match view {
        View::Whole => 1.0,
        View::ShortHeadline => settings.short_headline_weight,
        _ => concealed,
    })
}

/// Trees for one target; pages without that label are left out.
fn forest<'a, T>(
    examples: &[T],
    question: impl Fn(&T) -> Vec<(&'a PageRow, bool, f32)>,
    settings: &BoostSettings,
) -> ForestFile {
    let mut matrix = Matrix {
        width: WIDTH,
        values: Vec::new(),
    };
    let mut targets = Vec::new();
    let mut weights = Vec::new();
    for example in examples {
        for (row, target, weight) in question(example) {
            matrix.values.extend_from_slice(row.values());
            targets.push(target);
            weights.push(weight);
        }
    }
    let (bias, trees) = boost(&matrix, &targets, &weights, settings);
    ForestFile {
        format: FORMAT,
        bias,
        trees: trees.iter().map(|tree| tree.to_text(NAMES)).collect(),
    }
}

/// The median of each feature.
fn typical(examples: &[&PageExample]) -> BTreeMap<String, f32> {
    let median = |column: usize| {
        let mut values: Vec<f32> = examples
            .iter()
            .map(|example| example.whole().row.values()[column])
            .collect();
        values.sort_by(f32::total_cmp);
        values.get(values.len() / 2).copied().unwrap_or_default()
    };
    let columns = NAMES.iter().enumerate();
    columns
        .map(|(column, name)| ((*name).to_owned(), median(column)))
        .collect()
}

/// A share of the sites, deterministic for a seed: for learning curves.
pub fn share_of_sites(examples: &[PageExample], share: f64, seed: u64) -> Vec<PageExample> {
    let mut sites: Vec<&str> = examples.iter().map(|e| e.site.as_str()).collect();
    sites.sort_unstable();
    sites.dedup();
    Random::new(seed).shuffle(&mut sites);
    let chosen = Random::new(seed).choose(sites.len(), share);
    let chosen: std::collections::BTreeSet<&str> =
        chosen.iter().map(|at| sites[*at as usize]).collect();
    let mut examples = examples.to_vec();
    for example in &mut examples {
        example.trained_on &= chosen.contains(example.site.as_str());
    }
    examples
}
