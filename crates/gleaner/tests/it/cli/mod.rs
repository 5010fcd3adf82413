//! Commands that do not need a database, run as a user runs them.

mod faults;
mod formats;
mod interrupt;
mod text;
mod usage;

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use crate::harness::cli::{
    Folder, article, assert_help, code, front, json_lines, name, program, run, stderr, stdout,
};

/// The program without arguments.
fn gleaner(folder: &Folder) -> Command {
    program(folder, &[])
}

fn run_with_stdin(folder: &Folder, args: &[&str], stdin: &[u8]) -> Output {
    let mut child = gleaner(folder)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(stdin).unwrap();
    child.wait_with_output().unwrap()
}
