//! The command line: one variant per command. The arguments of a command are next to its code.

use clap::{Parser, Subcommand};

use crate::commands as cmd;
use crate::program::{Context, GlobalOptions, Program, wait};

/// Crawls news sites, and extracts, groups, searches and exports their articles.
#[derive(Debug, Parser)]
#[command(
    name = "gleaner",
    version,
    propagate_version = true,
    max_term_width = 100
)]
#[command(after_help = "Get started with:\n  gleaner demo")]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    options: GlobalOptions,
}

#[derive(Debug, Subcommand)]
enum Command {
    Demo(cmd::demo::Args),
    Migrate(cmd::migrate::Args),
    Seed(cmd::seed::Args),
    Site(cmd::site::Args),
    Crawl(cmd::crawl::Args),
    Extract(cmd::extract::Args),
    Aggregate(cmd::aggregate::Args),
    Nightly(cmd::nightly::Args),
    Prune(cmd::prune::Args),
    Status(cmd::status::Args),
    Doctor(cmd::doctor::Args),
    Import(cmd::import::Args),
    Text(cmd::text::Args),
    Classify(cmd::classify::Args),
    Explain(cmd::explain::Args),
    Search(cmd::search::Args),
    Stories(cmd::stories::Args),
    Changes(cmd::changes::Args),
    Diff(cmd::diff::Args),
    Export(cmd::export::Args),
    Serve(cmd::serve::Args),
    Database(cmd::database::Args),
}

impl Program for Cli {
    const NAME: &'static str = "gleaner";

    fn options(&self) -> &GlobalOptions {
        &self.options
    }

    fn is_tour(&self) -> bool {
        matches!(self.command, Command::Demo(_))
    }

    fn run(&self, context: &Context) -> anyhow::Result<()> {
        match &self.command {
            Command::Demo(args) => wait(cmd::demo::run(args, context)),
            Command::Migrate(args) => wait(cmd::migrate::run(args, context)),
            Command::Seed(args) => wait(cmd::seed::run(args, context)),
            Command::Site(args) => wait(cmd::site::run(args, context)),
            Command::Crawl(args) => wait(cmd::crawl::run(args, context)),
            Command::Extract(args) => wait(cmd::extract::run(args, context)),
            Command::Aggregate(args) => wait(cmd::aggregate::run(args, context)),
            Command::Nightly(args) => wait(cmd::nightly::run(args, context)),
            Command::Prune(args) => wait(cmd::prune::run(args, context)),
            Command::Status(args) => wait(cmd::status::run(args, context)),
            Command::Doctor(args) => wait(cmd::doctor::run(args, context)),
            Command::Import(args) => wait(cmd::import::run(args, context)),
            Command::Search(args) => wait(cmd::search::run(args, context)),
            Command::Stories(args) => wait(cmd::stories::run(args, context)),
            Command::Changes(args) => wait(cmd::changes::run(args, context)),
            Command::Diff(args) => wait(cmd::diff::run(args, context)),
            Command::Export(args) => wait(cmd::export::run(args, context)),
            Command::Serve(args) => wait(cmd::serve::run(args, context)),
            Command::Database(args) => wait(cmd::database::run(args, context)),
            Command::Text(args) => cmd::text::run(args, context),
            Command::Classify(args) => cmd::classify::run(args, context),
            Command::Explain(args) => wait(cmd::explain::run(args, context)),
        }
    }
}
