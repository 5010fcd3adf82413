//! URLs: canonical form, variants, patterns, and crawler traps.

pub(crate) mod canonical;
pub(crate) mod dates;
pub(crate) mod pattern;
pub(crate) mod tracking;
pub(crate) mod traps;
pub(crate) mod variants;
