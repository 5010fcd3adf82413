#![doc = include_str!("../README.md")]

mod clean;
mod cli;
mod commands;
mod corpus;
mod database;
mod diff;
mod duration;
mod failure;
mod health;
mod hex;
mod import;
mod input;
mod interrupt;
mod label;
mod leaning;
mod listen;
mod model;
mod output;
mod pages;
mod parallel;
mod picture;
mod pipeline;
mod preview;
mod progress;
mod reading;
mod record;
mod settings;
mod stored;
mod table;
mod telemetry;
mod warc;
mod worker;

use std::process::ExitCode;

use clap::Parser as _;

use crate::cli::Cli;

fn main() -> ExitCode {
    let cli = Cli::parse();
    telemetry::start(cli.log_format);
    match cli::run(&cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if output::is_closed(&error) => ExitCode::SUCCESS,
        Err(error) => {
            failure::print(&error);
            ExitCode::FAILURE
        }
    }
}
