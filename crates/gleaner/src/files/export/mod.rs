//! Exports articles and pages, to files or to standard output.

pub(crate) mod articles;
mod batches;
mod card;
mod folder;
mod manifest;
mod opt_outs;
pub(crate) mod pages;
mod partitions;
pub(crate) mod selection;
mod since;

use std::path::PathBuf;

use store::{Cursor, Series, Store};

pub(crate) use opt_outs::OptOutCounts;
pub(crate) use since::Since;

use crate::console::failure::Advise as _;

/// What exports of articles contain, for messages.
const WHAT: &str = "article versions";

/// Refuses a cursor that the history of the database does not include, before anything is written.
async fn check_cursor(store: &Store, series: Series, cursor: Cursor) -> anyhow::Result<()> {
    let checked = store.check_cursor(series, cursor).await;
    checked.advise("an export into a folder starts over with --force, or in another folder")
}

/// The file or folder that is written to.
#[derive(Debug)]
pub(crate) struct Target {
    pub(crate) path: PathBuf,
    /// Whether files of earlier exports may be replaced.
    pub(crate) force: bool,
}
