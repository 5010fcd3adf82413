//! `workshop train page`: trains the page classifier.

mod judgement;
mod plot;
mod report;
mod seven_features;
mod trees;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::bail;
use chrono::NaiveDate;
use clap::ValueEnum;
use extract::Extractor;
use gleaner::program::Context;
use gleaner::reading;

/// Train the page classifier: article or not, and the page type
///
/// Reads pages labelled with `label` (true or false) or `page_type`, computes their features, evaluates the method by cross-validation
/// with random folds and with folds by site, trains on all of them, and writes the weights with their provenance. To use the file, name
/// it in classify.model. Reliable rules decide before any model, as in `gleaner classify`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  workshop label export labels.jsonl && workshop train page --data labels.jsonl --out weights.json\n  workshop train page --data fundus.jsonl.gz frontpage_de.jsonl.gz --test senior_research.jsonl.gz --out weights.json"
)]
pub(crate) struct Args {
    /// Labelled pages, JSONL, also .gz
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    data: Vec<PathBuf>,
    /// Weights file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Model to train
    #[arg(long, value_enum, default_value_t, value_name = "NAME")]
    model: Kind,
    /// Labelled pages that take part in the cross-validation by site but are never trained on
    #[arg(long, num_args = 1.., value_name = "FILE")]
    never: Vec<PathBuf>,
    /// Labelled pages on which the model trained on all others is tested; their sites are excluded from training
    #[arg(long, num_args = 1.., value_name = "FILE")]
    test: Vec<PathBuf>,
    /// Minimum probability of an article [default: 0.4]
    #[arg(long, value_name = "P", value_parser = threshold)]
    threshold: Option<f32>,
    /// Languages of the legal words that `seven` counts: de, en, fr, es, it, nl, pl [default: de]
    #[arg(long, value_delimiter = ',', value_name = "LANGUAGE", value_parser = reading::language)]
    words: Vec<String>,
    /// Name of the model in verdicts [default: that of the weights file]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Extraction method, see `gleaner text --list-extractors` [default: the setting extract.extractor]
    #[arg(long, value_name = "NAME")]
    extractor: Option<String>,
    /// Folds of the cross-validation
    #[arg(long, default_value = "10", value_name = "N", value_parser = clap::value_parser!(u8).range(2..=20))]
    folds: u8,
    /// Also evaluate models trained on parts of the sites: the learning curve
    #[arg(long)]
    curve: bool,
    /// Draw the reliability diagram of the probabilities on unseen sites, as SVG
    #[arg(long, value_name = "FILE")]
    calibration: Option<PathBuf>,
    /// Write the pages that models which have not seen their site misclassify, as JSONL
    #[arg(long, value_name = "FILE")]
    errors: Option<PathBuf>,
    /// Date to write into the weights file [default: today]
    #[arg(long, value_name = "DATE")]
    date: Option<NaiveDate>,
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

/// The models that can be trained.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Boosted trees over many features: the default of `classify`.
    #[default]
    Gleaner,
    /// Seven features and a perceptron, as published in 2013.
    Seven,
}

/// Default of the minimum probability of an article.
const THRESHOLD: f32 = 0.4;

pub(super) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    if let Some(option) = args.idle() {
        bail!("{option} has no effect with --model {}", args.model.name());
    }
    match args.model {
        Kind::Gleaner => trees::run(args, context),
        Kind::Seven => seven_features::run(args, context),
    }
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Gleaner => "gleaner",
            Self::Seven => "seven",
        }
    }
}

impl Args {
    /// An option that was given but has no effect with the model.
    fn idle(&self) -> Option<&'static str> {
        let of_trees = [
            ("--never", !self.never.is_empty()),
            ("--test", !self.test.is_empty()),
            ("--threshold", self.threshold.is_some()),
            ("--curve", self.curve),
            ("--calibration", self.calibration.is_some()),
            ("--errors", self.errors.is_some()),
        ];
        let of_seven = [("--words", !self.words.is_empty())];
        let others = match self.model {
            Kind::Gleaner => &of_seven[..],
            Kind::Seven => &of_trees,
        };
        let given = others.iter().find(|(_, given)| *given);
        given.map(|(option, _)| *option)
    }

    fn threshold(&self) -> f32 {
        self.threshold.unwrap_or(THRESHOLD)
    }

    /// Languages of the words that `seven` counts.
    fn words(&self) -> Vec<String> {
        if self.words.is_empty() {
            vec!["de".to_owned()]
        } else {
            self.words.clone()
        }
    }

    fn extractor(&self, context: &Context) -> anyhow::Result<&'static Extractor> {
        let named = self.extractor.as_ref();
        reading::named(named.unwrap_or(&context.settings.extract.extractor))
    }

    /// Name of the model.
    fn name(&self) -> anyhow::Result<String> {
        match (&self.name, self.out.file_stem()) {
            (Some(name), _) => Ok(name.clone()),
            (None, Some(stem)) => Ok(stem.to_string_lossy().into_owned()),
            (None, None) => bail!("{} is not a file name", self.out.display()),
        }
    }

    fn date(&self) -> NaiveDate {
        self.date.unwrap_or_else(|| chrono::Utc::now().date_naive())
    }

    fn used(&self) -> String {
        format!(
            "{} written; use it with `gleaner classify --model {0}` or classify.model = {0:?}",
            self.out.display().to_string()
        )
    }
}

/// Fails if all pages are of one kind.
fn check_kinds(articles: usize, pages: usize) -> anyhow::Result<()> {
    if articles == 0 || articles == pages {
        bail!(
            "{articles} of {pages} labelled pages are articles; a model needs pages of both kinds"
        );
    }
    Ok(())
}

fn threshold(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(p) if (0.0..=1.0).contains(&p) => Ok(p),
        _ => Err("expected a number from 0 to 1".to_owned()),
    }
}
