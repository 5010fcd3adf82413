//! Reports why a command failed: what failed, why, and what to do about it, on one line.

use std::io::Write as _;

use crate::console::clean;

/// What the user can do about a failure. Attach it with [`Advise::advise`].
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Advice(String);

/// Adds advice to an error.
pub trait Advise<T> {
    /// Adds `advice`: an imperative sentence without a full stop, such as "set crawl.contact in config/gleaner.toml".
    fn advise(self, advice: impl Into<String>) -> anyhow::Result<T>;
}

impl<T, E: Into<anyhow::Error>> Advise<T> for Result<T, E> {
    fn advise(self, advice: impl Into<String>) -> anyhow::Result<T> {
        self.map_err(|error| error.into().context(Advice(advice.into())))
    }
}

/// A command that finished its work, but not well, which its exit code tells the user.
#[derive(Debug, thiserror::Error)]
#[error("{why}")]
pub(crate) struct UnsuccessfulEnd {
    pub(crate) code: u8,
    pub(crate) why: String,
}

/// The exit code of a failure: 1, unless the command defines another.
pub(crate) fn code(error: &anyhow::Error) -> u8 {
    error
        .downcast_ref::<UnsuccessfulEnd>()
        .map_or(1, |unsuccessful| unsuccessful.code)
}

/// Writes `gleaner: what failed: why; what to do`, with the name of the program, to standard error.
pub(crate) fn print(program: &str, error: &anyhow::Error) {
    let message = clean::lines(&describe(error));
    // If standard error is closed too, there is nowhere left to report it.
    let _ = writeln!(std::io::stderr(), "{program}: {message}");
}

/// What failed, why, and what to do about it.
pub fn describe(error: &anyhow::Error) -> String {
    let advice = error
        .downcast_ref::<Advice>()
        .map(|advice| advice.0.clone());
    let mut message = String::new();
    for cause in error.chain().map(ToString::to_string) {
        // A cause that an outer error already quotes in full adds nothing.
        if Some(&cause) == advice.as_ref() || message.contains(&cause) {
            continue;
        }
        if !message.is_empty() {
            message.push_str(": ");
        }
        message.push_str(&cause);
    }
    if let Some(advice) = advice {
        message.extend(["; ", &advice]);
    }
    message
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context as _;

    #[test]
    fn a_failure_says_what_why_and_what_to_do() {
        let error = Err::<(), _>(std::io::Error::other("permission denied"))
            .context("cannot read page.html")
            .advise("check its owner")
            .context("text")
            .unwrap_err();
        assert_eq!(
            describe(&error),
            "text: cannot read page.html: permission denied; check its owner"
        );
    }

    #[test]
    fn a_cause_quoted_by_its_consequence_is_said_once() {
        let error =
            anyhow::Error::msg("disk full").context("cannot write: disk full, try elsewhere");
        assert_eq!(describe(&error), "cannot write: disk full, try elsewhere");
    }
}
