//! The frontier: which links enter it, and when its URLs are due.

use std::hash::{DefaultHasher, Hash, Hasher as _};

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

/// The hash of a value, the same in each crawl.
fn hash(value: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
