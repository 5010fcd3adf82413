//! Tests of the program from outside, as users run it, with pages that `gleaner` crawls or imports.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod eval;
#[path = "../../../gleaner/tests/harness/mod.rs"]
mod harness;
mod labels;
mod pairs;
mod serving;
mod train;
mod usage;
