//! `gleaner rehydrate`: fetches the texts of a corpus that was shared without them.

use std::path::PathBuf;

use crate::console::ask;
use crate::files::{input, rehydrate};
use crate::program::Context;

/// Fetch the articles of a shared corpus again, and write their texts
///
/// Reads the output of `gleaner export --profile share`, JSONL (plain, .gz, .zst) or Parquet, and fetches each URL once, if robots.txt
/// allows it, with the crawl delay between two pages of a site, and several sites at a time. Writes one line of JSON per version:
/// `version_id`, the key for joining it with the corpus, `state`, `reason`, and the text and metadata as in
/// `gleaner text --format jsonl`. `state` is `same` (the text has the hash given in the corpus), `changed` (it has another hash), or
/// `missing` (there is no page, no article or no text; `reason` says why).
///
/// With --out, an interrupted command continues, and fetches only what is not there yet or was missing; of two lines with one
/// `version_id`, the later one is valid. A crawl running at the same time is not taken into account.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  gleaner rehydrate shared/data/*/*/*.parquet --out texts.jsonl")]
pub(crate) struct Args {
    /// Files of a shared corpus; - is standard input, as JSONL
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// File to which the lines are appended [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(crate) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    if args.files.iter().any(|file| input::is_stdin(file)) {
        ask::input(&context.stop).await?;
    }
    rehydrate::run(&args.files, args.out.as_deref(), context).await
}
