//! `gleaner seed`.

mod check;
mod test;
mod trial;
mod words;

use std::path::PathBuf;

use crate::cli::Context;
use crate::console::output::Results;
use crate::{database, pipeline};

/// Add or update sites from seed files or folders
///
/// Where the rules of a site have changed, its stored pages are read again by the next `gleaner extract`; `seed test`
/// shows beforehand what that will change.
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Examples:\n  gleaner seed seeds/de.toml\n  gleaner seed reader.opml sites.csv sitelist.hjson homes.txt\n  gleaner seed check mine.toml\n  gleaner seed test mine.toml --site example"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// Seed files, or folders of them: TOML, CSV, OPML, news-please's sitelist.hjson, or lists of one address a line
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Check(check::Args),
    Test(test::Args),
}

pub(crate) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    match &args.command {
        Some(Command::Check(args)) => return check::run(args, context).await,
        Some(Command::Test(args)) => return test::run(args, context).await,
        None => {}
    }
    let seeded = database::with(context, async |store| {
        pipeline::seed(store, &args.paths).await
    })
    .await?;
    let mut out = Results::new();
    out.line(&format!(
        "{} sites added, {} updated, {} unchanged",
        seeded.added, seeded.updated, seeded.unchanged
    ))?;
    out.line("Next: gleaner crawl")?;
    out.finish()
}
