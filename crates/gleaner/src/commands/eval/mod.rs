//! `gleaner eval`: scores against gold.

mod aggregate;
mod classify;
mod extract;
mod labels;
mod metadata;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Subcommand;

use crate::cli::Context;
use crate::eval::gold::By;

/// Score extractors, the page classifier, what is found about articles, copies and stories against gold
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  gleaner eval extract --gold aeb.jsonl.gz --extractor all\n  gleaner eval classify --gold fundus.jsonl.gz frontpage_de.jsonl.gz --by page_type"
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
}

/// What every score is made from.
#[derive(Debug, clap::Args)]
struct Gold {
    /// Labelled pages, JSONL, also .gz; each file is a set of its own
    #[arg(long = "gold", required = true, num_args = 1.., value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Score groups of pages as well
    #[arg(long, value_enum, value_name = "FIELD")]
    by: Option<By>,
    /// A line of JSON for each set instead of a table
    #[arg(long)]
    json: bool,
    /// Threads to work with [default: one per core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    match &args.what {
        What::Extract(args) => extract::run(args, context),
        What::Classify(args) => classify::run(args, context),
        What::Metadata(args) => metadata::run(args, context),
        What::Aggregate(args) => aggregate::run(args),
    }
}
