//! `gleaner site`: how sites stand, and what may be done with them.

pub(crate) mod add;
mod forget;
mod lifecycle;
mod list;

use crate::cli::Context;

/// Add, list, show, pause, retry, remove or forget sites
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  gleaner site add www.example.com\n  gleaner site list\n  gleaner site show example\n  gleaner site retry example && gleaner crawl --site example"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Add(add::Args),
    List(list::ListArgs),
    Show(list::ShowArgs),
    /// Fetch nothing of a site until it is resumed; seeding it again does not resume it
    Pause(One),
    /// Fetch a paused site again
    Resume(One),
    /// End the waits of a site: its robots.txt and the pages that failed become due at once
    Retry(One),
    /// Fetch nothing more of a site, until a seed names it again; its articles and pages stay
    Remove(One),
    Forget(forget::Args),
}

#[derive(Debug, clap::Args)]
struct One {
    /// The site
    #[arg(value_name = "ID")]
    id: String,
}

pub(crate) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    match &args.command {
        Command::Add(args) => add::run(args, context).await,
        Command::List(args) => list::list(args, context).await,
        Command::Show(args) => list::show(args, context).await,
        Command::Pause(one) => lifecycle::pause(&one.id, true, context).await,
        Command::Resume(one) => lifecycle::pause(&one.id, false, context).await,
        Command::Retry(one) => lifecycle::retry(&one.id, context).await,
        Command::Forget(args) => forget::run(args, context).await,
        Command::Remove(one) => lifecycle::remove(&one.id, context).await,
    }
}
