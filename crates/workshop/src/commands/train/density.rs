//! `workshop train density`: trains the perceptrons over the densities of lines.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::bail;
use gleaner::console::output::Results;
use gleaner::console::table;
use gleaner::parallel;
use gleaner::program::Context;
use lab::density::{DensityPage, DensitySet, Validation, by_site, train, weights_file};
use lab::perceptron::PerceptronSettings;
use serde_json::json;

use super::write;
use crate::commands::eval::gold;

/// Train the perceptrons of density-slp and density-mlp
///
/// Reads pages with `gold_text`, labels their lines by it, evaluates thresholds and networks by cross-validation with folds by site,
/// trains both networks on all lines, and writes density-slp.json and density-mlp.json with their provenance. The extractors have
/// these files built in.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  workshop train density --data wcxb_dev.jsonl.gz --page-type article --out crates/methods/models"
)]
pub(crate) struct Args {
    /// Pages with gold text, JSONL, also .gz
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    data: Vec<PathBuf>,
    /// Folder to write the two weights files to
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Only pages of this `page_type`
    #[arg(long, value_name = "NAME")]
    page_type: Option<String>,
    /// Hidden units of the multilayer perceptron
    #[arg(long, default_value = "9", value_name = "N")]
    hidden: NonZeroUsize,
    /// Maximum number of conjugate gradient steps
    #[arg(long, default_value = "100", value_name = "N")]
    epochs: NonZeroUsize,
    /// Folds of the cross-validation
    #[arg(long, default_value = "5", value_name = "N")]
    folds: NonZeroUsize,
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

pub(super) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    if !args.out.is_dir() {
        bail!("{} is not a folder", args.out.display());
    }
    let pool = parallel::threads(args.threads)?;
    let mut pages: Vec<DensityPage> = Vec::new();
    gold::each(
        &args.data,
        &pool,
        &context.stop,
        |set, page| {
            let page_type = page.page_type();
            let is_wanted = args
                .page_type
                .as_ref()
                .is_none_or(|name| *name == page_type);
            is_wanted.then(|| DensityPage::of(set, &page)).flatten()
        },
        |page| pages.extend(page),
    )?;
    let data = data_sets(&args.data, &pages)?;
    let settings = |hidden| PerceptronSettings {
        hidden,
        epochs: args.epochs.get() as u64,
        ..PerceptronSettings::default()
    };
    let networks = [
        ("density-slp", settings(0)),
        ("density-mlp", settings(args.hidden.get())),
    ];
    let validation = pool.install(|| by_site(&pages, args.folds, networks.each_ref()));
    let trained = pool.install(|| {
        let [slp, mlp] = networks.each_ref();
        rayon::join(|| train(&pages, &slp.1), || train(&pages, &mlp.1))
    });
    let mut results = Results::new();
    results.text(&table(&validation))?;
    for ((name, settings), perceptron) in networks.into_iter().zip([trained.0, trained.1]) {
        let provenance = json!({
            "data": data,
            "page_type": args.page_type,
            "settings": settings,
            "date": chrono::Utc::now().date_naive(),
            "cross_validation": validation,
        });
        let path = args.out.join(format!("{name}.json"));
        write(&path, weights_file(name, &provenance, &perceptron))?;
        results.line(&format!("{} written", path.display()))?;
    }
    results.finish()
}

fn data_sets(files: &[PathBuf], pages: &[DensityPage]) -> anyhow::Result<Vec<DensitySet>> {
    let set = |(index, file): (usize, &PathBuf)| {
        let set = DensitySet::of(
            gold::set_name(file),
            pages.iter().filter(|page| page.set == index),
        );
        if set.text_lines == 0 || set.text_lines == set.lines {
            bail!(
                "of {} lines in {}, {} are text; a network needs lines of both kinds",
                set.lines,
                file.display(),
                set.text_lines
            );
        }
        Ok(set)
    };
    files.iter().enumerate().map(set).collect()
}

/// The cross-validation results as a table.
fn table(validation: &Validation) -> String {
    let heading = format!(
        "lines, {} folds by site | >accuracy | >precision | >recall | >f1",
        validation.folds
    );
    let rows = validation.methods.iter().map(|method| {
        let s = method.scores;
        let numbers = [s.accuracy, s.precision, s.recall, s.f1];
        let mut row = vec![method.name.to_owned()];
        row.extend(numbers.map(|number| format!("{number:.4}")));
        row
    });
    table::of(&heading, rows)
}
