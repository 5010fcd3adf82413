//! `gleaner database`.

use std::ffi::OsString;
use std::process::Command;

use anyhow::{Context as _, bail};

use crate::cli::Context;
use crate::console::interrupt;
use crate::console::output::Results;
use crate::database;

/// Keep the database running, and say where it is
///
/// Prints its URL for psql, a notebook or any other client, and keeps the embedded database running until Ctrl-C.
/// With a command, runs that instead, with `DATABASE_URL` set, and ends with it.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  gleaner database\n  gleaner database -- sh -c 'psql \"$DATABASE_URL\" -c \"select count(*) from news.articles\"'"
)]
pub(crate) struct Args {
    /// A command to run with `DATABASE_URL` set
    #[arg(last = true, value_name = "COMMAND")]
    pub(crate) command: Vec<OsString>,
}

pub(crate) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    database::with(context, async |store| {
        let url = store.url();
        if let [program, arguments @ ..] = args.command.as_slice() {
            interrupt::leave_to_child();
            return with_url(program.clone(), arguments.to_vec(), url).await;
        }
        let mut out = Results::new();
        out.line(&url)?;
        out.finish()?;
        tracing::info!("the database runs until Ctrl-C");
        context.stop.cancelled().await;
        Ok(())
    })
    .await
}

async fn with_url(program: OsString, arguments: Vec<OsString>, url: String) -> anyhow::Result<()> {
    let name = program.to_string_lossy().into_owned();
    let status = tokio::task::spawn_blocking(move || {
        Command::new(program)
            .args(arguments)
            .env("DATABASE_URL", url)
            .status()
    })
    .await
    .context("running the command")?
    .with_context(|| format!("cannot run {name}"))?;
    if !status.success() {
        bail!("{name} failed: {status}");
    }
    Ok(())
}
