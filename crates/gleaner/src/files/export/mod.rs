//! Articles and pages out of the store, into files or onto standard output.

pub(crate) mod archive;
pub(crate) mod articles;
mod opt_outs;
mod raw;
mod since;
mod stream;

pub(crate) use opt_outs::{OptOut, Tally, names};
pub(crate) use since::Since;
