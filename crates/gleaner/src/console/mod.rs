//! The interface to people on a console: results, tables, failures, progress, log lines, and Ctrl-C.

pub(crate) mod ask;
pub(crate) mod bytes;
pub(crate) mod clean;
pub(crate) mod colours;
pub(crate) mod diff;
pub(crate) mod duration;
pub(crate) mod failure;
pub(crate) mod interrupt;
pub(crate) mod number;
pub(crate) mod output;
pub(crate) mod plural;
pub(crate) mod progress;
pub(crate) mod table;
pub(crate) mod telemetry;
