//! Asks for confirmation of an action that cannot be undone.

use std::io::{self, BufRead as _, IsTerminal as _, Write as _};

use anyhow::anyhow;
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

use crate::console::clean;
use crate::console::output::Results;

/// Asks for confirmation with the last line of the question, unless `yes` was given on the command line. Fails if the answer is no, if there
/// is no terminal, or on `stop`.
pub(crate) async fn confirm(
    question: &str,
    yes: bool,
    stop: &CancellationToken,
) -> anyhow::Result<()> {
    if yes {
        return Ok(());
    }
    let stdin = io::stdin();
    if !stdin.is_terminal() || !Results::go_to_a_terminal() {
        let (shown, question) = question.rsplit_once('\n').unwrap_or(("", question));
        if !shown.is_empty() {
            writeln!(io::stderr(), "{}", clean::lines(shown))?;
        }
        return Err(anyhow!("{question} Not a terminal: pass --yes"));
    }
    // Standard output is reserved for results.
    write!(io::stderr(), "{} [y/N] ", clean::lines(question))?;
    let line = || {
        let mut answer = String::new();
        io::stdin().lock().read_line(&mut answer)?;
        Ok(answer)
    };
    let answer = before_stop(line, stop).await?;
    if ["y", "yes"].contains(&answer.trim().to_ascii_lowercase().as_str()) {
        return Ok(());
    }
    Err(anyhow!("nothing was done"))
}

/// Reads on a separate thread, for which the end of the program does not wait.
async fn before_stop<T: Send + 'static>(
    read: impl FnOnce() -> io::Result<T> + Send + 'static,
    stop: &CancellationToken,
) -> anyhow::Result<T> {
    let (answer, answered) = oneshot::channel();
    let thread = std::thread::Builder::new().name("input".to_owned());
    // The receiver is gone if the command was stopped.
    thread.spawn(move || drop(answer.send(read())))?;
    tokio::select! {
        answer = answered => Ok(answer??),
        () = stop.cancelled() => Err(anyhow!("nothing was done")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_stop_does_not_wait_for_an_answer() {
        let stop = CancellationToken::new();
        let answer = before_stop(|| Ok(7), &stop).await;
        assert_eq!(answer.unwrap(), 7);
        let (never, silence) = std::sync::mpsc::channel::<()>();
        let asked = before_stop(move || Ok(silence.recv().is_ok()), &stop);
        let (refused, ()) = tokio::join!(asked, async { stop.cancel() });
        assert_eq!(refused.unwrap_err().to_string(), "nothing was done");
        drop(never);
    }
}
