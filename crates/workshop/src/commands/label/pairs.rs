//! `workshop label pairs` and `workshop label stories`.

use std::num::NonZeroU32;

use anyhow::anyhow;
use gleaner::console::failure::Advise as _;
use gleaner::database;
use gleaner::program::Context;
use store::{PairKind, Store};

use super::serving::Serving;
use crate::label;

/// The arguments of both commands.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Number of the sample. A sample is drawn on first use and then stays; the same articles and number give the same pairs
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: i64,
    /// Number of pairs to draw from each bin of scores [default: 40]
    #[arg(long, value_name = "N")]
    per_bin: Option<NonZeroU32>,
    /// Number of newest articles from which pairs are drawn [default: 20000]
    #[arg(long, value_name = "N")]
    newest: Option<NonZeroU32>,
    /// Include pairs that the same person has labelled before
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    serving: Serving,
}

pub(super) async fn run(kind: PairKind, args: &Args, context: &Context) -> anyhow::Result<()> {
    database::with(context, async |store| {
        draw(store, kind, args, context).await?;
        let mut query = vec![("seed", args.seed.to_string())];
        if args.all {
            query.push(("all", "true".to_owned()));
        }
        let path = format!("label/{}", command(kind));
        args.serving.run(store, &path, query, context).await
    })
    .await
}

/// Draws the sample unless it exists.
async fn draw(store: &Store, kind: PairKind, args: &Args, context: &Context) -> anyhow::Result<()> {
    if store.pair_sample(kind, args.seed).await?.is_none() {
        let newest = args.newest.unwrap_or(label::NEWEST);
        let per_bin = args.per_bin.unwrap_or(label::PER_BIN);
        return label::draw(store, kind, args.seed, newest, per_bin, &context.stop).await;
    }
    if args.newest.is_some() || args.per_bin.is_some() {
        return Err(anyhow!(
            "the sample {} already exists and does not change",
            args.seed
        ))
        .advise(
            "continue without --per-bin and --newest, or draw another sample with another --seed",
        );
    }
    Ok(())
}

/// The subcommand that makes labels of a kind.
pub(super) fn command(kind: PairKind) -> &'static str {
    match kind {
        PairKind::Copies => "pairs",
        PairKind::Stories => "stories",
    }
}
