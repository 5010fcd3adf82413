//! `workshop train blocks`: trains the learned extractor.

mod report;

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::bail;
use chrono::NaiveDate;
use extract::learned::{BlockModel, BlockModelFile, FORMAT, Thresholds};
use gleaner::console::output::Results;
use gleaner::parallel;
use gleaner::program::Context;
use lab::blocks::{BlockSample, BlockSettings, BlockView, BlockWeights, Trained, train};
use lab::boost::BoostSettings;
use lab::gold::GoldPage;
use lab::lengthen::Paragraphs;
use serde_json::{Value, json};

use super::write;
use crate::commands::eval::gold;

/// Train the learned extractor: content or not, block by block
///
/// Reads pages with their gold text, labels each block by whether the gold text contains it, and trains the trees. The method is
/// evaluated by cross-validation with folds by site, on blocks and on texts, with the measure of `workshop eval extract`. Pages that do
/// not contain their gold text are excluded.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  workshop train blocks --data wcxb_dev.jsonl.gz fundus.jsonl.gz --weigh forum=0.3 product=0.3 \\\n    --never aeb.jsonl.gz --out blocks.json"
)]
pub(crate) struct Args {
    /// Pages with their HTML and gold text, JSONL, also .gz
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    data: Vec<PathBuf>,
    /// Weights file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Pages whose sites are excluded from training, as they are reserved for tests
    #[arg(long, num_args = 1.., value_name = "FILE")]
    never: Vec<PathBuf>,
    /// Write the text of each page, extracted by a model that has not seen its site, as JSONL of {"id","text"}
    #[arg(long, value_name = "FILE")]
    predictions: Option<PathBuf>,
    /// Folds of the cross-validation, by site
    #[arg(long, default_value = "3", value_name = "N", value_parser = clap::value_parser!(u8).range(2..=20))]
    folds: u8,
    /// Number of forests, with different seeds, whose scores are averaged
    #[arg(long, default_value = "6", value_name = "N", value_parser = clap::value_parser!(u8).range(1..=16))]
    forests: u8,
    /// Number of trees per forest
    #[arg(long, default_value = "30", value_name = "N")]
    trees: usize,
    /// Number of leaves per tree, at most 32
    #[arg(long, default_value = "31", value_name = "N")]
    leaves: usize,
    /// Shrinkage of each tree
    #[arg(long, default_value = "0.3", value_name = "X")]
    learning_rate: f32,
    /// Share of the blocks far from content that are used for training
    #[arg(long, default_value = "0.25", value_name = "X")]
    far_share: f64,
    /// Weight of the pages of a set or page type relative to others; 0 excludes them
    #[arg(long, num_args = 1.., value_name = "NAME=X", value_parser = weight)]
    weigh: Vec<(String, f32)>,
    /// Weight of second copies of the pages in plain markup, without class names, headings and sections; 0 excludes
    /// them
    #[arg(long, default_value = "0", value_name = "X")]
    plain: f32,
    /// Weight of copies of the articles that are cut after two to four paragraphs, as short reports are; 0 excludes them
    #[arg(long, default_value = "0", value_name = "X")]
    cut: f32,
    /// Weight of copies of the articles with hashes in place of the names of classes and ids; 0 excludes them
    #[arg(long, default_value = "0", value_name = "X")]
    hashed: f32,
    /// Weight of copies of the articles that are cut and have hashes in place of names; 0 excludes them
    #[arg(long, default_value = "0", value_name = "X")]
    cut_hashed: f32,
    /// Weight of copies of the pages in another script; 0 excludes them
    #[arg(long, default_value = "0", value_name = "X")]
    script: f32,
    /// Weight of copies of the articles with paragraphs of other articles; 0 excludes them
    #[arg(long, default_value = "0", value_name = "X")]
    long: f32,
    /// Minimum share of the gold text that a page must contain
    #[arg(long, default_value = "0.85", value_name = "X")]
    least_gold: f64,
    /// Seed of the random numbers
    #[arg(long, default_value = "7", value_name = "N")]
    seed: u64,
    /// Date to write into the weights file [default: today]
    #[arg(long, value_name = "DATE")]
    date: Option<NaiveDate>,
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

/// The minimum probabilities of content blocks.
const THRESHOLDS: Thresholds = Thresholds {
    balanced: 0.5,
    precision: 0.7,
    recall: 0.3,
    more_after: 0.4,
    core: 0.55,
};

impl Args {
    /// The weight of a view relative to the page as it is.
    fn view(&self, view: BlockView) -> f32 {
        match view {
            BlockView::Whole => 1.0,
            BlockView::Plain => self.plain,
            BlockView::Cut => self.cut,
            BlockView::Hashed => self.hashed,
            BlockView::CutHashed => self.cut_hashed,
            BlockView::Script => self.script,
            BlockView::Long => self.long,
        }
    }

    fn settings(&self) -> BlockSettings {
        BlockSettings {
            folds: usize::from(self.folds),
            far_share: self.far_share.clamp(0.01, 1.0),
            trees: BoostSettings {
                forests: usize::from(self.forests),
                trees: self.trees,
                leaves: self.leaves,
                learning_rate: self.learning_rate,
                seed: self.seed,
                ..BoostSettings::default()
            },
        }
    }
}

pub(super) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let pool = parallel::threads(args.threads)?;
    let never = sites(args, context, &pool)?;
    let samples = samples(args, context, &pool, &never)?;
    let settings = args.settings();
    let whole = || {
        samples
            .iter()
            .filter(|sample| sample.view == BlockView::Whole)
    };
    let blocks: usize = whole().map(BlockSample::len).sum();
    tracing::info!(
        "{} pages, {blocks} blocks; training {} times",
        whole().count(),
        settings.folds + 1
    );
    let trained = pool.install(|| train(&samples, &settings));
    let Trained { whole, without } = trained;
    let models = without
        .into_iter()
        .map(|weights| BlockModel::from_text(&model_text(weights, Value::Null)))
        .collect::<Result<Vec<_>, _>>()?;
    let names = set_names(&args.data);
    let judged = pool.install(|| report::judge(&samples, &models));
    let provenance = json!({
        "made_by": format!("workshop train blocks, extract {}", extract::VERSION),
        "date": args.date.unwrap_or_else(|| chrono::Utc::now().date_naive()),
        "data": report::data(&names, &samples),
        "never": {
            "sets": set_names(&args.never),
            "sites": never.len(),
        },
        "plain": args.plain,
        "cut": args.cut,
        "hashed": args.hashed,
        "cut_hashed": args.cut_hashed,
        "script": args.script,
        "long": args.long,
        "weigh": args.weigh.iter().cloned().collect::<BTreeMap<_, _>>(),
        "settings": settings,
        "cross_validation_by_site": report::scores(&names, &samples, &judged),
    });
    let weights = report::pretty(&model_text(whole, provenance))?;
    write(&args.out, weights)?;
    if let Some(file) = &args.predictions {
        let judged =
            std::iter::zip(&samples, &judged).filter(|(sample, _)| sample.view == BlockView::Whole);
        let lines = judged.map(|(sample, judged)| {
            json!({"id": sample.id, "text": judged.text}).to_string() + "\n"
        });
        write(file, lines.collect::<String>())?;
    }
    let mut results = Results::new();
    results.text(&report::table(&names, &samples, &judged))?;
    results.line(&format!("{} written", args.out.display()))?;
    results.finish()
}

fn model_text(weights: BlockWeights, provenance: Value) -> BlockModelFile {
    BlockModelFile {
        format: FORMAT,
        provenance,
        thresholds: THRESHOLDS,
        tokens: weights.tokens,
        blocks: weights.blocks,
    }
}

/// The sites that are excluded from training.
fn sites(
    args: &Args,
    context: &Context,
    pool: &rayon::ThreadPool,
) -> anyhow::Result<BTreeSet<String>> {
    let mut sites = BTreeSet::new();
    if !args.never.is_empty() {
        gold::each(
            &args.never,
            pool,
            &context.stop,
            |_, page| page.site(),
            |site| {
                sites.insert(site);
            },
        )?;
    }
    Ok(sites)
}

fn samples(
    args: &Args,
    context: &Context,
    pool: &rayon::ThreadPool,
    never: &BTreeSet<String>,
) -> anyhow::Result<Vec<BlockSample>> {
    let sets = set_names(&args.data);
    let mut samples = Vec::new();
    let mut others = Paragraphs::default();
    if args.long > 0.0 {
        let add = |page: GoldPage| others.add(&page);
        gold::each(&args.data, pool, &context.stop, |_, page| page, add)?;
    }
    let views = |set: usize, page: GoldPage| {
        let used = BlockView::ALL.into_iter().filter(|view| {
            let suits = !view.is_of_articles() || page.is_article() != Some(false);
            args.view(*view) > 0.0 && suits
        });
        used.filter_map(|view| BlockSample::of(set, &page, view, &others))
            .collect::<Vec<_>>()
    };
    gold::each(&args.data, pool, &context.stop, views, |views| {
        for mut sample in views {
            let may = sample.of_gold >= args.least_gold && !never.contains(&sample.site);
            sample.factor = if may {
                args.view(sample.view) * factor(args, &sets[sample.set], &sample.page_type)
            } else {
                0.0
            };
            samples.push(sample);
        }
    })?;
    let sites: BTreeSet<&str> = samples
        .iter()
        .filter(|sample| sample.trained_on())
        .map(|sample| sample.site.as_str())
        .collect();
    if sites.len() < usize::from(args.folds) {
        bail!(
            "pages with gold text come from {} sites that may be trained on; {} folds need as many",
            sites.len(),
            args.folds
        );
    }
    Ok(samples)
}

/// The weight of a page: the product of the weights of its set and its type.
fn factor(args: &Args, set: &str, page_type: &str) -> f32 {
    let weighs = args
        .weigh
        .iter()
        .filter(|(name, _)| name == set || name == page_type);
    weighs.map(|(_, weight)| weight).product()
}

fn weight(text: &str) -> Result<(String, f32), String> {
    let (name, weight) = text.split_once('=').ok_or("expected NAME=NUMBER")?;
    match weight.parse() {
        Ok(weight) if (0.0..=1000.0).contains(&weight) => Ok((name.to_owned(), weight)),
        _ => Err(format!("{weight:?} is not a number from 0 to 1000")),
    }
}

fn set_names(files: &[PathBuf]) -> Vec<String> {
    files.iter().map(|file| gold::set_name(file)).collect()
}
