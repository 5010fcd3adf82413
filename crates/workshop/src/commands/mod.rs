//! The commands. The file of a command has its arguments (`Args`) and its `run`.

pub(crate) mod eval;
pub(crate) mod label;
pub(crate) mod train;
