//! URLs: their canonical form, their variants, their patterns, and the traps among them.

pub(crate) mod canonical;
pub(crate) mod dates;
pub(crate) mod pattern;
pub(crate) mod tracking;
pub(crate) mod traps;
pub(crate) mod variants;
