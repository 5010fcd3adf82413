//! `gleaner train`: trains models from labelled data.

mod blocks;
mod density;
mod frequencies;
mod names;
mod page;

use clap::Subcommand;
pub(crate) use page::language;

use crate::cli::Context;

/// Train a model from labelled data
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  gleaner train page --data labelled.jsonl.gz --out weights.json"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Page(page::Args),
    Density(density::Args),
    Blocks(blocks::Args),
    Names(names::Args),
    Frequencies(frequencies::Args),
}

/// Parses the weight of a set or a page type: `forum=0.3`.
fn weight(text: &str) -> Result<(String, f32), String> {
    let (name, weight) = text.split_once('=').ok_or("expected NAME=NUMBER")?;
    match weight.parse() {
        Ok(weight) if (0.0..=1000.0).contains(&weight) => Ok((name.to_owned(), weight)),
        _ => Err(format!("{weight:?} is not a number from 0 to 1000")),
    }
}

/// The weight of a page: the product of the weights of its set and its type.
fn factor(weights: &[(String, f32)], set: &str, page_type: &str) -> f32 {
    let own = weights
        .iter()
        .filter(|(name, _)| name == set || name == page_type);
    own.map(|(_, weight)| weight).product()
}

pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    match &args.what {
        What::Page(args) => page::run(args, context),
        What::Density(args) => density::run(args, context),
        What::Blocks(args) => blocks::run(args, context),
        What::Names(args) => names::run(args, context),
        What::Frequencies(args) => frequencies::run(args),
    }
}
