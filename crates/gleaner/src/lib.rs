#![doc = include_str!("../README.md")]

mod article;
mod cli;
mod commands;
pub mod console;
pub mod database;
pub mod files;
pub mod library;
pub mod parallel;
mod pipeline;
pub mod program;
pub mod reading;
pub mod settings;

use std::ffi::OsString;

pub use commands::serve;

/// Runs the program with these arguments, of which the first is its name, and returns the exit code. An invalid command line ends
/// the process.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    program::run::<cli::Cli>(arguments)
}
