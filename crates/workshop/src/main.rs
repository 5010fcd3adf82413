#![doc = include_str!("../README.md")]

mod cli;
mod commands;
mod label;

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(gleaner::program::run::<cli::Cli>(std::env::args_os()))
}
