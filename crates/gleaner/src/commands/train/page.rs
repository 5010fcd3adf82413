//! `gleaner train page`: the page classifier.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::{Context as _, bail};
use classify::evaluate::{Grouping, Scores, cross_validate};
use classify::provenance::{CrossValidation, DataSet, Provenance};
use classify::train::{self, Example};
use extract::Extractor;

use crate::cli::Context;
use crate::eval::gold::{self, GoldPage};
use crate::failure::Advise as _;
use crate::output::Results;
use crate::parallel;
use crate::reading;
use crate::table::{Align, lay_out};

/// What was published for these seven features: T. Jungblut, *Extracting articles from crawled HTML sites*, 2013,
/// ten random folds.
const PUBLISHED: [f64; 4] = [0.9259, 0.9174, 0.9823, 0.9487];

/// Train the page classifier: article or not
///
/// Reads pages labelled by `label` (true or false) or `page_type`, measures them, judges the method by cross-validation
/// with random folds and with folds that keep sites together, trains on all of them, and writes the weights with where
/// they came from. Name the file in classify.model to use it.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  gleaner train page --data fundus.jsonl.gz frontpage_de.jsonl.gz --out weights.json"
)]
pub(crate) struct Args {
    /// Labelled pages, JSONL, also .gz
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    data: Vec<PathBuf>,
    /// Weights file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Name of the model in verdicts [default: that of the weights file]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Method that makes the text [default: the setting extract.extractor]
    #[arg(long, value_name = "NAME")]
    extractor: Option<String>,
    /// Folds of the cross-validation
    #[arg(long, default_value = "10", value_name = "N")]
    folds: NonZeroUsize,
    /// Threads to work with [default: one per core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

pub(super) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let extractor = reading::named(
        args.extractor
            .as_ref()
            .unwrap_or(&context.settings.extract.extractor),
    )?;
    let name = match (&args.name, args.out.file_stem()) {
        (Some(name), _) => name.clone(),
        (None, Some(stem)) => stem.to_string_lossy().into_owned(),
        (None, None) => bail!("{} is no file name", args.out.display()),
    };
    let pool = parallel::threads(args.threads)?;
    let sets = measured(args, context, &pool, extractor)?;
    let examples = sets.concat();
    let articles = examples.iter().filter(|example| example.is_article).count();
    if articles == 0 || articles == examples.len() {
        bail!(
            "{articles} of {} labelled pages are articles; a model needs pages of both kinds",
            examples.len()
        );
    }
    let settings = train::Settings::default();
    tracing::info!(
        "{} pages, {articles} of them articles; training {} times",
        examples.len(),
        2 * args.folds.get() + 1
    );
    let validate = |grouping| CrossValidation {
        grouping,
        folds: u32::try_from(args.folds.get()).unwrap_or(u32::MAX),
        scores: cross_validate(&examples, args.folds.get(), grouping, &settings),
    };
    let (mut model, (random, by_site)) = pool.install(|| {
        rayon::join(
            || train::train(&examples, &settings),
            || rayon::join(|| validate(Grouping::Random), || validate(Grouping::BySite)),
        )
    });
    let report = report(args.folds, &random.scores, &by_site.scores);
    model.name = name;
    model.provenance = Provenance {
        extractor: format!("{} {}", extractor.name, extract::VERSION),
        data: std::iter::zip(&args.data, &sets)
            .map(|(file, set)| data_set(gold::set_name(file), set))
            .collect(),
        settings,
        date: Some(chrono::Utc::now().date_naive()),
        cross_validation: vec![random, by_site],
    };
    std::fs::write(&args.out, model.to_json())
        .with_context(|| format!("cannot write {}", args.out.display()))
        .advise("name a file in a folder that exists and may be written")?;
    let mut results = Results::new();
    results.text(&report)?;
    results.line(&format!(
        "{} written; use it with `gleaner classify --model {0}` or classify.model = {0:?}",
        args.out.display().to_string()
    ))?;
    results.finish()
}

/// The labelled pages of each file, measured.
fn measured(
    args: &Args,
    context: &Context,
    pool: &rayon::ThreadPool,
    extractor: &'static Extractor,
) -> anyhow::Result<Vec<Vec<Example>>> {
    let mut sets = vec![Vec::new(); args.data.len()];
    gold::each(
        &args.data,
        pool,
        &context.stop,
        |set, page| Some((set, example(&page, extractor)?)),
        |measured| {
            if let Some((set, example)) = measured {
                sets[set].push(example);
            }
        },
    )?;
    if let Some(empty) = sets.iter().position(Vec::is_empty) {
        bail!(
            "{} has no page with \"page_type\" or \"label\"",
            args.data[empty].display()
        );
    }
    Ok(sets)
}

fn example(page: &GoldPage, extractor: &Extractor) -> Option<Example> {
    let is_article = page.is_article()?;
    let url = page.url.as_deref();
    let extraction = extract::extract_with(extractor, &page.html, reading::parsed(url).as_ref());
    let seen = classify::Page::new(url, page.http_status, &page.html, &extraction);
    Some(Example::new(&seen, is_article, page.site()))
}

fn data_set(name: String, examples: &[Example]) -> DataSet {
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let sites: BTreeSet<&String> = examples.iter().map(|example| &example.site).collect();
    DataSet {
        name,
        pages: count(examples.len()),
        articles: count(examples.iter().filter(|example| example.is_article).count()),
        sites: count(sites.len()),
    }
}

fn report(folds: NonZeroUsize, random: &Scores, by_site: &Scores) -> String {
    let row = |name: String, n: String, [accuracy, precision, recall, f1]: [f64; 4]| {
        let number = |value| format!("{value:.4}");
        vec![
            name,
            n,
            number(accuracy),
            number(precision),
            number(recall),
            number(f1),
        ]
    };
    let measured = |name: &str, s: &Scores| {
        row(
            format!("{folds} folds, {name}"),
            s.n.to_string(),
            [s.accuracy, s.precision, s.recall, s.f1],
        )
    };
    let rows = [
        row(
            "published (10 random folds)".to_owned(),
            "-".to_owned(),
            PUBLISHED,
        ),
        measured("random", random),
        measured("by site", by_site),
    ];
    let columns = [
        ("cross-validation", Align::Left),
        ("pages", Align::Right),
        ("accuracy", Align::Right),
        ("precision", Align::Right),
        ("recall", Align::Right),
        ("f1", Align::Right),
    ];
    lay_out(&columns, &rows)
}
