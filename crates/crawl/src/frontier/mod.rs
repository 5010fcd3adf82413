//! The frontier: which links enter it, and when its URLs are due.

pub(crate) mod admit;
pub(crate) mod budgets;
pub(crate) mod filter;
pub(crate) mod first_look;
pub(crate) mod priority;
pub(crate) mod quota;
pub(crate) mod refused;
pub(crate) mod schedule;
pub(crate) mod seen;
pub(crate) mod skipped;
pub(crate) mod traps;
