//! The interface to people on a console: results, tables, failures, progress, log lines, and Ctrl-C.

pub(crate) mod argument;
pub(crate) mod ask;
pub mod clean;
pub(crate) mod colours;
pub(crate) mod diff;
pub(crate) mod duration;
pub mod failure;
pub(crate) mod interrupt;
pub mod output;
pub mod plural;
pub mod progress;
pub mod table;
pub(crate) mod telemetry;
