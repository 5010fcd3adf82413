//! `workshop train`: trains models from labelled data.

mod blocks;
mod frequencies;
mod names;
mod page;

use std::path::Path;

use anyhow::Context as _;
use clap::Subcommand;
use gleaner::console::failure::Advise as _;
use gleaner::program::Context;

/// Train a model from labelled data
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  workshop train page --data labelled.jsonl.gz --out weights.json"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Page(page::Args),
    Blocks(blocks::Args),
    Names(names::Args),
    Frequencies(frequencies::Args),
}

pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    match &args.what {
        What::Page(args) => page::run(args, context),
        What::Blocks(args) => blocks::run(args, context),
        What::Names(args) => names::run(args, context),
        What::Frequencies(args) => frequencies::run(args),
    }
}

/// Writes what a training has made.
fn write(file: &Path, content: impl AsRef<[u8]>) -> anyhow::Result<()> {
    std::fs::write(file, content)
        .with_context(|| format!("cannot write {}", file.display()))
        .advise("name a file in a folder that exists and may be written")
}
