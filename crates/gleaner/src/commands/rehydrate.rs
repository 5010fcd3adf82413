//! `gleaner rehydrate`: the texts of a corpus that was shared without them.

use std::path::PathBuf;

use crate::cli::Context;
use crate::console::ask;
use crate::files::{input, rehydrate};

/// Request the articles of a shared corpus again, and write their texts
///
/// Reads what `gleaner export --profile share` wrote, JSONL (plain, .gz, .zst) or Parquet, and requests each URL once: if robots.txt
/// allows it, with the delay of a crawl between two pages of a site, several sites at a time. Writes a line of JSON for each
/// version: `version_id`, by which it is joined with the corpus, `state`, `reason`, and the text with its facts as
/// `gleaner text --format jsonl` has them. `state` is `same` (the text has the hash of the corpus), `changed` (it is another
/// one), or `missing` (there is no page, no article or no text; `reason` says why).
///
/// Up to 64 pages of a host are read together, since what repeats on them is no part of their texts, and are written then.
/// With --out it continues where it was interrupted, and requests only what is not there yet or was missing; of two lines
/// with one `version_id` the later one counts. A crawl at the same time is not taken into account.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  gleaner rehydrate shared/data/*/*/*.parquet --out texts.jsonl")]
pub(crate) struct Args {
    /// Files of a shared corpus; - is standard input, as JSONL
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// File to which the lines are added [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(crate) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    if args.files.iter().any(|file| input::is_stdin(file)) {
        ask::input(&context.stop).await?;
    }
    rehydrate::run(&args.files, args.out.as_deref(), context).await
}
