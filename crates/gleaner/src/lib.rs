#![doc = include_str!("../README.md")]

mod article;
mod cli;
mod commands;
mod console;
mod database;
mod files;
#[cfg(test)]
mod fuzzing;
mod label;
pub mod library;
mod parallel;
mod pipeline;
mod reading;
mod settings;

use std::ffi::OsString;

use clap::Parser as _;

use crate::cli::Cli;
use crate::console::{failure, output, telemetry};

/// Runs the program with these arguments, of which the first is its name, and returns the exit code. An invalid command line ends
/// the process.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let mut arguments = arguments.into_iter().peekable();
    let program = arguments
        .peek()
        .map_or("gleaner".into(), |name| name.to_string_lossy().into_owned());
    let cli = Cli::parse_from(arguments);
    telemetry::start(cli.log_format, cli.is_tour());
    match cli::run(&cli, program) {
        Ok(()) => 0,
        Err(error) if output::is_closed(&error) => 0,
        Err(error) => {
            failure::print(&error);
            failure::code(&error)
        }
    }
}
