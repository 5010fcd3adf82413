//! Learning from labelled pages: gold text to labels, labels to trees.

pub(crate) mod align;
pub(crate) mod blocks;
pub(crate) mod boost;
mod lcs;
mod names;
pub(crate) mod sample;
