//! Learning from labelled pages: gold text to labels, labels to trees.

pub(crate) mod align;
pub(crate) mod blocks;
pub(crate) mod boost;
pub(crate) mod calibrate;
mod lcs;
mod names;
pub(crate) mod page;
pub(crate) mod sample;
pub(crate) mod sharpen;
pub(crate) mod shorten;
