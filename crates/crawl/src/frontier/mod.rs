//! The frontier: which links enter it, and when what is in it is due.

pub(crate) mod budgets;
pub(crate) mod channel;
pub(crate) mod filter;
pub(crate) mod found;
pub(crate) mod rations;
pub(crate) mod schedule;
pub(crate) mod seen;
pub(crate) mod variants;
