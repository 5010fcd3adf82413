//! `gleaner label pairs` and `gleaner label stories`.

use std::num::NonZeroU32;

use anyhow::anyhow;
use store::{PairKind, PairQuery};

use crate::cli::Context;
use crate::console::failure::Advise as _;
use crate::console::output::Results;
use crate::database;
use crate::label;
use crate::label::pair::{self, DrawLimits};

/// Pairs of a bin, and the newest articles, where nothing else is asked for.
const PER_BIN: NonZeroU32 = NonZeroU32::new(40).unwrap();
const NEWEST: NonZeroU32 = NonZeroU32::new(20_000).unwrap();

/// The arguments of both commands.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Which sample: it is drawn when it is first asked for, and stays; the same articles and the same number give the same pairs
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: i64,
    /// Pairs to draw of each bin of scores [default: 40]
    #[arg(long, value_name = "N")]
    per_bin: Option<NonZeroU32>,
    /// Number of articles to draw among, the newest [default: 20000]
    #[arg(long, value_name = "N")]
    newest: Option<NonZeroU32>,
    /// Who labels [default: the name of the account]
    #[arg(long, value_name = "NAME")]
    who: Option<String>,
    /// Also pairs that the same person has labelled before
    #[arg(long)]
    all: bool,
}

pub(super) async fn run(kind: PairKind, args: &Args, context: &Context) -> anyhow::Result<()> {
    label::needs_a_terminal()?;
    let query = PairQuery {
        who: super::who(args.who.as_deref())?,
        kind,
        seed: args.seed,
        again: args.all,
    };
    let session = database::with(context, async |store| {
        if store.pair_sample(kind, args.seed).await?.is_none() {
            let limits = DrawLimits {
                newest: args.newest.unwrap_or(NEWEST),
                per_bin: args.per_bin.unwrap_or(PER_BIN),
            };
            pair::draw(store, kind, args.seed, limits, &context.stop).await?;
        } else if args.newest.is_some() || args.per_bin.is_some() {
            return Err(anyhow!(
                "the sample {} is drawn already, and stays as it is",
                args.seed
            ))
            .advise(
                "continue without --per-bin and --newest, or draw another sample with another --seed",
            );
        }
        if store.pair_queue(&query, 0, 1).await?.1 == 0 {
            return Ok(None);
        }
        let session = pair::label_pairs(store, &query, &context.stop).await;
        session.map(Some)
    })
    .await?;
    let command = command(kind);
    let mut out = Results::new();
    match session {
        None => out.line(&format!(
            "{} has labelled every pair of the sample {}; --seed with another number draws another, --all shows them again\n\
            Next: gleaner label export {command}.jsonl.gz --of {command}, then gleaner eval aggregate --labels {command}.jsonl.gz",
            query.who, query.seed
        ))?,
        Some(session) => {
            let next = format!(
                "gleaner label export {command}.jsonl.gz --of {command}, then gleaner eval aggregate --labels \
                {command}.jsonl.gz; or gleaner label {command} to go on"
            );
            out.text(&super::describe(&session, &query.who, &next))?;
        }
    }
    out.finish()
}

/// The subcommand that makes labels of a kind.
pub(super) fn command(kind: PairKind) -> &'static str {
    match kind {
        PairKind::Copies => "pairs",
        PairKind::Stories => "stories",
    }
}
