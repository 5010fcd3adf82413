//! `gleaner site`: shows and manages sites.

pub(crate) mod add;
mod forget;
mod lifecycle;
mod list;

use crate::program::Context;

/// Add, list, show, pause, resume, retry, remove or forget sites
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
    /// Stop fetching a site until it is resumed; seeding it again does not resume it
    Pause(One),
    /// Resume fetching a paused site
    Resume(One),
    /// End the cooldowns of a site: its robots.txt and the pages that failed become due at once
    Retry(One),
    /// Stop fetching a site until a seed names it again; its articles and pages are kept
    Remove(One),
    Forget(forget::Args),
}

#[derive(Debug, clap::Args)]
struct One {
    /// Id, host or domain of the site
    #[arg(value_name = "SITE")]
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
