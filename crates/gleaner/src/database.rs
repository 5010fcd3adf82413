//! Which database a command works on, and its life during the command.

use anyhow::Context as _;
use store::{Database, Store};

use crate::cli::Context;

/// `DATABASE_URL`, or the private cluster in the data directory.
pub(crate) fn chosen(context: &Context) -> anyhow::Result<Database> {
    match std::env::var("DATABASE_URL") {
        Ok(url) if !url.trim().is_empty() => Ok(Database::Url(url)),
        _ => Ok(Database::Embedded(context.settings.data_dir()?)),
    }
}

/// Opens the database at its current schema, runs `work`, and closes it again whatever came of the work.
pub(crate) async fn with<T>(
    context: &Context,
    work: impl AsyncFnOnce(&Store) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let store = Store::open(&chosen(context)?).await?;
    let done = async {
        if context.migrate {
            store.migrate().await?;
        }
        work(&store).await
    }
    .await;
    let closed = store.close().await.context("closing the database");
    let value = done?;
    closed?;
    Ok(value)
}
