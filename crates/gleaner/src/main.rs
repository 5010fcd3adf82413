#![doc = include_str!("../README.md")]

mod article;
mod cli;
mod commands;
mod console;
mod database;
mod files;
mod label;
mod parallel;
mod pipeline;
mod reading;
mod settings;

use std::process::ExitCode;

use clap::Parser as _;

use crate::cli::Cli;
use crate::console::{failure, output, telemetry};

fn main() -> ExitCode {
    let cli = Cli::parse();
    telemetry::start(cli.log_format, cli.is_tour());
    match cli::run(&cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if output::is_closed(&error) => ExitCode::SUCCESS,
        Err(error) => {
            failure::print(&error);
            ExitCode::from(failure::code(&error))
        }
    }
}
