//! Standard output: the one door through which results leave the program.

use std::io::{self, BufWriter, StdoutLock, Write};

/// The reader of our output has gone, as `head` does. The command ends, and that is no failure.
#[derive(Debug, thiserror::Error)]
#[error("nobody reads the output any more")]
struct Closed;

/// Whether a command ended only because its reader hung up.
pub(crate) fn is_closed(error: &anyhow::Error) -> bool {
    error.downcast_ref::<Closed>().is_some()
}

/// Buffered results on standard output. Call [`Results::finish`] at the end, or the last lines may be lost unnoticed.
#[derive(Debug)]
pub(crate) struct Results(BufWriter<StdoutLock<'static>>);

impl Results {
    /// Takes hold of standard output.
    #[expect(
        clippy::disallowed_methods,
        reason = "the one place where results leave the program"
    )]
    pub(crate) fn new() -> Self {
        Self(BufWriter::with_capacity(64 * 1024, io::stdout().lock()))
    }

    /// Whether a person would see them.
    #[expect(clippy::disallowed_methods, reason = "asked for, not written to")]
    pub(crate) fn go_to_a_terminal() -> bool {
        io::IsTerminal::is_terminal(&io::stdout())
    }

    /// Writes text as it is.
    pub(crate) fn text(&mut self, text: &str) -> anyhow::Result<()> {
        self.0.write_all(text.as_bytes()).map_err(failed)
    }

    /// Writes bytes as they are.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        self.0.write_all(bytes).map_err(failed)
    }

    /// Writes text and a line feed.
    pub(crate) fn line(&mut self, text: &str) -> anyhow::Result<()> {
        self.text(text)?;
        self.text("\n")
    }

    /// Writes one line of JSON.
    pub(crate) fn json<T: serde::Serialize>(&mut self, value: &T) -> anyhow::Result<()> {
        let line = serde_json::to_string(value)?;
        self.line(&line)
    }

    /// Hands over what is buffered so far, for readers that follow along.
    pub(crate) fn flush(&mut self) -> anyhow::Result<()> {
        self.0.flush().map_err(failed)
    }

    /// Hands over everything.
    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        self.flush()
    }
}

fn failed(error: io::Error) -> anyhow::Error {
    if error.kind() == io::ErrorKind::BrokenPipe {
        Closed.into()
    } else {
        anyhow::Error::new(error).context("cannot write the results")
    }
}
