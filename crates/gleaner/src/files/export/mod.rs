//! Exports articles and pages, to files or to standard output.

pub(crate) mod articles;
mod opt_outs;
pub(crate) mod pages;
mod since;

pub(crate) use opt_outs::{OptOut, OptOutCounts, names};
pub(crate) use since::Since;
