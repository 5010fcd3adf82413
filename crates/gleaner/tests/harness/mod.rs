//! What the tests of the programs `gleaner` and `workshop` share.

pub(crate) mod cli;
pub(crate) mod pipeline;
pub(crate) mod serving;

use std::path::{Path, PathBuf};

/// The arguments of a command line.
pub(crate) fn typed(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

/// The program that has the command of these arguments. It is in the folder above that of the tests.
fn binary(args: &[&str]) -> PathBuf {
    let name = match args.first() {
        Some(&("label" | "train" | "eval")) => "workshop",
        _ => "gleaner",
    };
    let tests = std::env::current_exe().unwrap();
    let folder = tests.parent().and_then(Path::parent).unwrap();
    let program = folder.join(name);
    assert!(
        program.exists(),
        "there is no {}: run `cargo build`",
        program.display()
    );
    program
}
