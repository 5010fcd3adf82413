#![doc = include_str!("../README.md")]

mod cli;
mod commands;
mod duration;
mod failure;
mod interrupt;
mod output;
mod progress;
mod settings;
mod telemetry;

use std::process::ExitCode;

use clap::Parser as _;

use crate::cli::Cli;

fn main() -> ExitCode {
    let cli = Cli::parse();
    telemetry::start(cli.log_format);
    match cli::run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if output::is_closed(&error) => ExitCode::SUCCESS,
        Err(error) => {
            failure::print(&error);
            ExitCode::FAILURE
        }
    }
}
