//! Tests of the program from outside, as users run it. They are one binary, so that it is linked once.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod cli;
#[path = "../harness/mod.rs"]
mod harness;
mod network;
mod pipeline;
mod storm;
mod workers;
