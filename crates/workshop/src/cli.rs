//! The command line: one variant per command. The arguments of a command are next to its code.

use clap::{Parser, Subcommand};
use gleaner::program::{Context, GlobalOptions, Program, wait};

use crate::commands as cmd;

/// Labels pages and articles, trains the models of Gleaner, and evaluates its results.
#[derive(Debug, Parser)]
#[command(
    name = "workshop",
    version,
    propagate_version = true,
    max_term_width = 100
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    options: GlobalOptions,
}

#[derive(Debug, Subcommand)]
enum Command {
    Label(cmd::label::Args),
    Train(cmd::train::Args),
    Eval(cmd::eval::Args),
}

impl Program for Cli {
    const NAME: &'static str = "workshop";

    fn options(&self) -> &GlobalOptions {
        &self.options
    }

    fn run(&self, context: &Context) -> anyhow::Result<()> {
        match &self.command {
            Command::Label(args) => wait(cmd::label::run(args, context)),
            Command::Train(args) => cmd::train::run(args, context),
            Command::Eval(args) => cmd::eval::run(args, context),
        }
    }
}
