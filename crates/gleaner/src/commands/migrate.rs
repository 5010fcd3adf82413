//! `gleaner migrate`.

use anyhow::bail;

use crate::console::output;
use crate::console::plural::count;
use crate::database;
use crate::program::Context;

/// Migrate the database to the current schema
///
/// Commands that use the database do this by themselves unless --no-migrate is given.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  gleaner migrate")]
pub(crate) struct Args {}

pub(crate) async fn run(_args: &Args, context: &Context) -> anyhow::Result<()> {
    if !context.migrate {
        bail!("`migrate` contradicts --no-migrate; leave one of them out");
    }
    let applied = database::with_any_schema(context, async |store| Ok(store.migrate().await?));
    output::message(&match applied.await? {
        0 => "the schema is current".to_owned(),
        n => format!("{} applied; the schema is current", count(n, "migration")),
    })
}
