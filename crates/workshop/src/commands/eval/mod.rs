//! `workshop eval`: scores against gold labels.

pub(crate) mod aggregate;
mod candidate;
mod classify;
mod extract;
pub(crate) mod gold;
mod labels;
mod metadata;
pub(crate) mod names;

use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::bail;
use clap::{Subcommand, ValueEnum};
use gleaner::console::output;
use gleaner::console::table;
use gleaner::parallel;
use gleaner::program::Context;
use lab::gold::GoldPage;
use lab::score_table::{Group, Metrics, ScoreRow};

/// Score extractors, the page classifier, metadata, copies, stories and names against gold labels
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  workshop eval extract --gold aeb.jsonl.gz --extractor all\n  workshop eval classify --gold fundus.jsonl.gz frontpage_de.jsonl.gz --by page_type"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Extract(extract::Args),
    Classify(classify::Args),
    Metadata(metadata::Args),
    Aggregate(aggregate::Args),
    Names(names::Args),
}

/// The arguments of every evaluation on gold pages.
#[derive(Debug, clap::Args)]
struct Gold {
    /// Labelled pages, JSONL, also .gz; each file is a separate set
    #[arg(long = "gold", required = true, num_args = 1.., value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Also score groups of pages
    #[arg(long, value_enum, value_name = "FIELD")]
    by: Option<By>,
    /// Print one line of JSON per set instead of a table
    #[arg(long)]
    json: bool,
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    match &args.what {
        What::Extract(args) => extract::run(args, context),
        What::Classify(args) => classify::run(args, context),
        What::Metadata(args) => metadata::run(args, context),
        What::Aggregate(args) => aggregate::run(args),
        What::Names(args) => names::run(args),
    }
}

/// The property by which pages are grouped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum By {
    /// The site given in the gold, otherwise the registrable domain.
    Site,
    /// The language given in the gold, otherwise the detected one.
    Language,
    /// The type of page.
    #[value(name = "page_type")]
    PageType,
}

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Site => "site",
            Self::Language => "language",
            Self::PageType => "page_type",
        })
    }
}

impl By {
    /// The group of a page.
    fn group(self, page: &GoldPage) -> String {
        match self {
            Self::Site => page.site(),
            Self::Language => page.language(),
            Self::PageType => page.page_type(),
        }
    }
}

/// What one of the methods reached on a page.
struct Measured<T> {
    set: usize,
    method: usize,
    group: Option<String>,
    value: T,
}

/// Measures the methods on every page of gold, and computes the rows of each set: one per method, each followed by those of the groups
/// of its pages. `measure` has a value for each method; `None` if the page has no gold for it. `sum` has the scores of some pages, and
/// how many have gold. Without a page with gold, which `needs` describes, a set is an error.
fn measured<T: Send>(
    gold: &Gold,
    context: &Context,
    needs: &str,
    methods: &[&str],
    measure: impl Fn(&GoldPage) -> Vec<Option<T>> + Sync,
    sum: impl Fn(&[&T]) -> (usize, Metrics),
) -> anyhow::Result<(Vec<ScoreRow>, Vec<Measured<T>>)> {
    let pool = parallel::threads(gold.threads)?;
    let mut measured: Vec<Measured<T>> = Vec::new();
    gold::each(
        &gold.files,
        &pool,
        &context.stop,
        |set, page| {
            let values = measure(&page).into_iter().enumerate();
            let measured = values.filter_map(|(method, value)| {
                Some(Measured {
                    set,
                    method,
                    value: value?,
                    group: gold.by.map(|by| by.group(&page)),
                })
            });
            measured.collect::<Vec<_>>()
        },
        |some| measured.extend(some),
    )?;
    let mut rows = Vec::new();
    for (set, file) in gold.files.iter().enumerate() {
        if !measured.iter().any(|page| page.set == set) {
            bail!("{} has no page with {needs}", file.display());
        }
        for (index, method) in methods.iter().enumerate() {
            let pages = measured.iter();
            let pages = pages.filter(|page| page.set == set && page.method == index);
            let mut all = Vec::new();
            let mut groups: BTreeMap<&str, Vec<&T>> = BTreeMap::new();
            for page in pages {
                all.push(&page.value);
                if let Some(group) = &page.group {
                    groups.entry(group).or_default().push(&page.value);
                }
            }
            let row = |group: Option<&str>, values: &[&T]| {
                let (n, metrics) = sum(values);
                ScoreRow {
                    set: gold::set_name(file),
                    group: gold.by.zip(group).map(|(by, value)| Group {
                        by: by.to_string(),
                        value: value.to_owned(),
                    }),
                    n,
                    extractor: (*method).to_owned(),
                    model: None,
                    metrics,
                }
            };
            rows.push(row(None, &all));
            rows.extend(
                groups
                    .iter()
                    .map(|(group, values)| row(Some(group), values)),
            );
        }
    }
    Ok((rows, measured))
}

/// Writes the scores; `measures` are the metrics that the table shows.
fn write(rows: &[ScoreRow], measures: &[&str], json: bool) -> anyhow::Result<()> {
    output::all(rows, json, "no scores", |rows| {
        let mut headings = "set | group | method | >n".to_owned();
        for measure in measures {
            headings.extend([" | >", *measure]);
        }
        table::of(&headings, rows.iter().map(|row| row.cells(measures)))
    })
}
