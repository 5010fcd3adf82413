//! Standard output, to which all results are written through [`Results`]. Untrusted text is cleaned for a terminal; files and pipes
//! receive it unchanged.

use std::borrow::Cow;
use std::io::{self, BufWriter, StdoutLock, Write as _};

use crate::console::clean;

/// The reader of the output has closed the pipe, as `head` does. The command ends without a failure.
#[derive(Debug, thiserror::Error)]
#[error("the reader of the output is gone")]
struct Closed;

/// Whether a command ended only because its reader closed the pipe.
pub(crate) fn is_closed(error: &anyhow::Error) -> bool {
    error.downcast_ref::<Closed>().is_some()
}

/// Buffered results on standard output. Call [`Results::finish`] at the end, or the last lines may be lost without an error.
#[derive(Debug)]
pub struct Results {
    out: BufWriter<StdoutLock<'static>>,
    to_terminal: bool,
}

impl Results {
    /// Locks standard output.
    #[expect(clippy::new_without_default, reason = "a lock is taken knowingly")]
    #[expect(
        clippy::disallowed_methods,
        reason = "the one place where results leave the program"
    )]
    pub fn new() -> Self {
        Self {
            out: BufWriter::with_capacity(64 * 1024, io::stdout().lock()),
            to_terminal: Self::go_to_a_terminal(),
        }
    }

    /// Whether results go to a terminal.
    #[expect(clippy::disallowed_methods, reason = "asked for, not written to")]
    pub(crate) fn go_to_a_terminal() -> bool {
        io::IsTerminal::is_terminal(&io::stdout())
    }

    /// Writes text, cleaned if it goes to a terminal.
    pub fn text(&mut self, text: &str) -> anyhow::Result<()> {
        let text = written(text, self.to_terminal);
        self.out.write_all(text.as_bytes()).map_err(Self::failed)
    }

    /// Writes text with colours unchanged. The caller must have removed all other escape sequences.
    pub(crate) fn coloured(&mut self, text: &str) -> anyhow::Result<()> {
        self.bytes(text.as_bytes())
    }

    /// Writes bytes unchanged.
    pub fn bytes(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        self.out.write_all(bytes).map_err(Self::failed)
    }

    /// Writes text and a line feed.
    pub fn line(&mut self, text: &str) -> anyhow::Result<()> {
        self.text(text)?;
        self.text("\n")
    }

    /// Writes one line of JSON.
    pub fn json<T: serde::Serialize>(&mut self, value: &T) -> anyhow::Result<()> {
        let line = serde_json::to_string(value)?;
        self.line(&line)
    }

    /// Writes out the buffer, for readers that follow along.
    pub(crate) fn flush(&mut self) -> anyhow::Result<()> {
        self.out.flush().map_err(Self::failed)
    }

    /// Converts the error of a write. A closed pipe ends the command without a failure.
    fn failed(error: io::Error) -> anyhow::Error {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Closed.into()
        } else {
            anyhow::Error::new(error).context("cannot write the results")
        }
    }

    /// Writes out everything.
    pub fn finish(mut self) -> anyhow::Result<()> {
        self.flush()
    }
}

/// Writes a message on a line of its own.
pub fn message(text: &str) -> anyhow::Result<()> {
    let mut out = Results::new();
    out.line(text)?;
    out.finish()
}

/// Writes one value: as a line of JSON, or as text for people.
pub(crate) fn one<T: serde::Serialize>(
    value: &T,
    json: bool,
    text: impl FnOnce(&T) -> String,
) -> anyhow::Result<()> {
    let mut out = Results::new();
    if json {
        out.json(value)?;
    } else {
        out.text(&text(value))?;
    }
    out.finish()
}

/// Writes values: a line of JSON each, or as text for people, who are told if there are `none`.
pub fn all<T: serde::Serialize>(
    values: &[T],
    json: bool,
    none: &str,
    text: impl FnOnce(&[T]) -> String,
) -> anyhow::Result<()> {
    let mut out = Results::new();
    if json {
        values.iter().try_for_each(|value| out.json(value))?;
    } else if values.is_empty() {
        out.line(none)?;
    } else {
        out.text(&text(values))?;
    }
    out.finish()
}

fn written(text: &str, to_terminal: bool) -> Cow<'_, str> {
    if to_terminal {
        Cow::Owned(clean::lines(text))
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_does_nothing_to_a_terminal_and_is_kept_in_files() {
        let text = "a\x1b]0;owned\x07\u{9b}2J\u{202e}b\x0c\n";
        assert_eq!(written(text, true), "a]0;owned2Jb \n");
        assert_eq!(written(text, false), text);
    }
}
