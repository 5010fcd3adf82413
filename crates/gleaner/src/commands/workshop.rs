//! The commands of the program `workshop`, which is beside this one or on `PATH`: they are handed over to it.

use std::ffi::OsString;
use std::io::ErrorKind;
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::Command;

use anyhow::anyhow;

use crate::console::failure::{Advise as _, UnsuccessfulEnd};
use crate::program::Context;

const PROGRAM: &str = "workshop";
/// The exit code of wrong usage.
const USAGE: u8 = 2;

/// A command of the program workshop
#[derive(Debug, clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Args {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    _arguments: Vec<OsString>,
}

/// Becomes the program workshop, with the same arguments. Returns only if that fails.
pub(crate) fn run(command: &str, context: &Context) -> anyhow::Result<()> {
    let beside = std::env::current_exe().map(|this| this.with_file_name(PROGRAM));
    for program in beside.into_iter().chain([PathBuf::from(PROGRAM)]) {
        let failed = Command::new(&program)
            .args(context.arguments.iter().skip(1))
            .exec();
        if failed.kind() != ErrorKind::NotFound {
            return Err(anyhow!(failed).context(format!("cannot run {}", program.display())));
        }
    }
    Err(UnsuccessfulEnd {
        code: USAGE,
        why: format!("`{command}` is a command of the program {PROGRAM}"),
    })
    .advise("build it from a checkout with `cargo build --release`, or install it with `cargo install --locked --path crates/workshop`")
}
