//! Scoring against gold: the same measures as the published benchmarks, so that numbers can be compared.

pub(crate) mod bootstrap;
pub(crate) mod candidate;
pub(crate) mod facts;
pub(crate) mod gold;
pub(crate) mod league;
pub(crate) mod snippets;
pub(crate) mod strata;
pub(crate) mod text;
pub(crate) mod tokens;
