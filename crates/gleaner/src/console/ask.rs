//! A question before something that cannot be undone.

use std::io::{BufRead as _, IsTerminal as _, Write as _};

use anyhow::anyhow;

use crate::console::clean;
use crate::console::failure::Advise as _;
use crate::console::output::Results;

/// Asks whether to go on. `yes`: that was answered on the command line. Without a terminal it must be.
pub(crate) fn confirm(question: &str, yes: bool) -> anyhow::Result<()> {
    if yes {
        return Ok(());
    }
    let stdin = std::io::stdin();
    if !stdin.is_terminal() || !Results::go_to_a_terminal() {
        return Err(anyhow!("{question} There is no terminal to ask on"))
            .advise("answer with --yes");
    }
    // Results go to standard output; questions do not.
    write!(std::io::stderr(), "{} [y/N] ", clean::lines(question))?;
    let mut answer = String::new();
    stdin.lock().read_line(&mut answer)?;
    if ["y", "yes"].contains(&answer.trim().to_ascii_lowercase().as_str()) {
        return Ok(());
    }
    Err(anyhow!("nothing was done"))
}
