//! Exports articles and pages, to files or to standard output.

pub(crate) mod arrays;
pub(crate) mod articles;
mod card;
pub(crate) mod folder;
mod lines;
mod manifest;
mod opt_outs;
pub(crate) mod output;
pub(crate) mod pages;
mod partitions;
pub(crate) mod profiles;
pub(crate) mod schema;
mod since;
mod spans;

use std::path::PathBuf;

pub(crate) use opt_outs::{OptOut, OptOutCounts, check, names};
#[cfg(test)]
pub(crate) use since::PageCursor;
pub(crate) use since::Since;

/// What exports of articles contain, for messages.
const WHAT: &str = "article versions";

/// What to do if the history of the database does not include the cursor of an export.
const START_OVER: &str = "an export into a folder starts over with --force, or in another folder";

/// The folder that files are written to.
#[derive(Debug)]
pub(crate) struct Target {
    pub(crate) folder: PathBuf,
    /// Whether files of earlier exports may be replaced.
    pub(crate) force: bool,
}
