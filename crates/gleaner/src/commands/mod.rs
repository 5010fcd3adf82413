//! The commands. The file of a command has its arguments (`Args`) and its `run`.

pub(crate) mod aggregate;
pub(crate) mod changes;
pub(crate) mod classify;
mod coverage;
pub(crate) mod crawl;
pub(crate) mod database;
pub(crate) mod demo;
pub(crate) mod diff;
pub(crate) mod doctor;
mod exit_code;
pub(crate) mod explain;
pub(crate) mod export;
pub(crate) mod extract;
pub(crate) mod import;
pub(crate) mod migrate;
pub(crate) mod nightly;
pub(crate) mod prune;
pub(crate) mod search;
pub(crate) mod seed;
pub mod serve;
pub(crate) mod site;
pub(crate) mod status;
pub(crate) mod stories;
pub(crate) mod text;
