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

use std::process::Output;

use harness::cli::{Folder, code, run, stderr};
use harness::pipeline::World;
use harness::typed;

/// The output of a command, which must succeed.
#[track_caller]
fn done(folder: &Folder, args: &[&str]) -> Output {
    let output = run(folder, args);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    output
}

/// Why a command fails, as it must.
#[track_caller]
fn failed(folder: &Folder, args: &[&str]) -> String {
    let output = run(folder, args);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    stderr(&output).to_owned()
}

/// The output of a command line, which must succeed.
async fn ok(world: &World, line: &str) -> String {
    world.ok(&typed(line)).await
}

/// Asserts that an output has a part.
#[track_caller]
fn has(output: &str, part: &str) {
    assert!(output.contains(part), "{part} is missing: {output}");
}
