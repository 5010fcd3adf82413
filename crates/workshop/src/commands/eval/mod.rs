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

use clap::{Subcommand, ValueEnum};
use gleaner::console::output::Results;
use gleaner::console::table::{self, Align, lay_out};
use gleaner::program::Context;
use lab::gold::GoldPage;
use lab::score_table::{Group, ScoreRow};

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

/// The row of a set, followed by one row for each group of its pages if `by` is given.
fn rows_of_set<P>(
    by: Option<By>,
    pages: &[&P],
    group: impl Fn(&P) -> Option<&str>,
    row: impl Fn(Option<Group>, &[&P]) -> ScoreRow,
) -> Vec<ScoreRow> {
    let mut rows = vec![row(None, pages)];
    let Some(by) = by else { return rows };
    let mut groups: BTreeMap<&str, Vec<&P>> = BTreeMap::new();
    for page in pages {
        if let Some(value) = group(page) {
            groups.entry(value).or_default().push(page);
        }
    }
    rows.extend(groups.iter().map(|(value, pages)| {
        let group = Group {
            by: by.to_string(),
            value: (*value).to_owned(),
        };
        row(Some(group), pages)
    }));
    rows
}

/// Writes the scores; `measures` are the metrics that the table shows.
fn write(rows: &[ScoreRow], measures: &[&str], json: bool) -> anyhow::Result<()> {
    let mut results = Results::new();
    if json {
        for row in rows {
            results.json(row)?;
        }
        return results.finish();
    }
    let mut columns = table::columns("set | group | method");
    columns.push(("n", Align::Right));
    columns.extend(measures.iter().map(|name| (*name, Align::Right)));
    let cells: Vec<Vec<String>> = rows.iter().map(|row| row.cells(measures)).collect();
    results.text(&lay_out(&columns, &cells))?;
    results.finish()
}
