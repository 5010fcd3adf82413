//! The command line: one variant per command. The arguments of a command are next to its code.

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use tokio_util::sync::CancellationToken;

use crate::commands as cmd;
use crate::console::interrupt;
use crate::console::telemetry::LogFormat;
use crate::settings::{self, Settings};

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
    /// Settings file that overrides the built-in settings [default: config/gleaner.toml, if it exists]
    #[arg(
        long,
        global = true,
        value_name = "FILE",
        help_heading = "Global options"
    )]
    config: Option<PathBuf>,
    /// Format of log lines on standard error: text or json
    #[arg(
        long,
        global = true,
        value_enum,
        default_value_t,
        value_name = "FORMAT",
        hide_possible_values = true,
        help_heading = "Global options"
    )]
    pub(crate) log_format: LogFormat,
    /// Do not migrate the database; fail if its schema is not current
    #[arg(long, global = true, help_heading = "Global options")]
    no_migrate: bool,
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
    Label(cmd::label::Args),
    Train(cmd::train::Args),
    Eval(cmd::eval::Args),
    Search(cmd::search::Args),
    Stories(cmd::stories::Args),
    Changes(cmd::changes::Args),
    Diff(cmd::diff::Args),
    Export(cmd::export::Args),
    Rehydrate(cmd::rehydrate::Args),
    Serve(cmd::serve::Args),
    Database(cmd::database::Args),
}

/// The input of every command besides its own arguments.
#[derive(Debug)]
pub(crate) struct Context {
    /// The name under which the user called the program.
    pub(crate) program: String,
    pub(crate) settings: Settings,
    /// Whether commands first migrate the database to the current schema.
    pub(crate) migrate: bool,
    /// Cancelled by Ctrl-C. The command then finishes its work in progress, says how to continue, and returns.
    pub(crate) stop: CancellationToken,
}

impl Cli {
    /// Whether the command is the tour, in which failures are planned.
    pub(crate) fn is_tour(&self) -> bool {
        matches!(self.command, Command::Demo(_))
    }
}

/// Reads the settings and runs the command.
pub(crate) fn run(cli: &Cli, program: String) -> anyhow::Result<()> {
    let context = Context {
        program,
        settings: settings::load(cli.config.as_deref())?,
        migrate: !cli.no_migrate,
        stop: interrupt::listen(),
    };
    match &cli.command {
        Command::Demo(args) => wait(cmd::demo::run(args, &context)),
        Command::Migrate(args) => wait(cmd::migrate::run(args, &context)),
        Command::Seed(args) => wait(cmd::seed::run(args, &context)),
        Command::Site(args) => wait(cmd::site::run(args, &context)),
        Command::Crawl(args) => wait(cmd::crawl::run(args, &context)),
        Command::Extract(args) => wait(cmd::extract::run(args, &context)),
        Command::Aggregate(args) => wait(cmd::aggregate::run(args, &context)),
        Command::Nightly(args) => wait(cmd::nightly::run(args, &context)),
        Command::Prune(args) => wait(cmd::prune::run(args, &context)),
        Command::Status(args) => wait(cmd::status::run(args, &context)),
        Command::Doctor(args) => wait(cmd::doctor::run(args, &context)),
        Command::Import(args) => wait(cmd::import::run(args, &context)),
        Command::Search(args) => wait(cmd::search::run(args, &context)),
        Command::Stories(args) => wait(cmd::stories::run(args, &context)),
        Command::Changes(args) => wait(cmd::changes::run(args, &context)),
        Command::Diff(args) => wait(cmd::diff::run(args, &context)),
        Command::Export(args) => wait(cmd::export::run(args, &context)),
        Command::Rehydrate(args) => wait(cmd::rehydrate::run(args, &context)),
        Command::Serve(args) => wait(cmd::serve::run(args, &context)),
        Command::Database(args) => wait(cmd::database::run(args, &context)),
        Command::Text(args) => cmd::text::run(args, &context),
        Command::Classify(args) => cmd::classify::run(args, &context),
        Command::Explain(args) => wait(cmd::explain::run(args, &context)),
        Command::Label(args) => wait(cmd::label::run(args, &context)),
        Command::Train(args) => cmd::train::run(args, &context),
        Command::Eval(args) => cmd::eval::run(args, &context),
    }
}

/// Runs a command that waits for the network or the database. The other commands need no runtime.
fn wait(command: impl Future<Output = anyhow::Result<()>>) -> anyhow::Result<()> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?
        .block_on(command)
}
