//! The tracing subscriber: log lines on standard error, as text or JSON, that do not disturb the progress bars.

use std::io::{self, IsTerminal as _, Write};

use clap::ValueEnum;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::MakeWriter;

use crate::console::{clean, colours, progress};

/// The filter unless `RUST_LOG` is set: information from our own crates, and warnings or errors from others. `RUST_LOG=sqlx=warn` also
/// logs the SQL of slow statements, which is long.
const DEFAULT_FILTER: &str =
    "warn,gleaner=info,workshop=info,crawl=info,store=info,testsite=info,sqlx=error,spider=error";

/// The filter on a terminal: warnings and errors only, besides bars and results.
const TERMINAL_FILTER: &str = "warn,sqlx=error,spider=error";

/// Format of log lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    /// Lines for people.
    #[default]
    Text,
    /// One JSON object per line, for programs.
    Json,
}

/// The filter of the tour, whose failures are planned: only errors that break it.
const TOUR_FILTER: &str = "off,gleaner=error";

/// Installs the subscriber. Call once, first of all.
pub(crate) fn start(format: LogFormat, is_tour: bool) {
    let by_default = if is_tour {
        TOUR_FILTER
    } else if io::stderr().is_terminal() {
        TERMINAL_FILTER
    } else {
        DEFAULT_FILTER
    };
    let wanted = std::env::var(EnvFilter::DEFAULT_ENV).unwrap_or_default();
    let filter = filter(&wanted, by_default);
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(AroundProgress);
    match format {
        LogFormat::Text => lines
            .with_target(false)
            .with_ansi(colours::are_wanted(io::stderr().is_terminal()))
            .init(),
        LogFormat::Json => lines.json().flatten_event(true).init(),
    }
}

/// The requested filter, or the default if it is invalid or empty, as when an environment file names the variable without a value.
fn filter(wanted: &str, by_default: &str) -> EnvFilter {
    match wanted.parse() {
        Ok(filter) if !wanted.is_empty() => filter,
        _ => EnvFilter::new(by_default),
    }
}

/// Standard error, with the progress bars hidden while a line is written.
#[derive(Clone, Copy, Debug)]
struct AroundProgress;

impl Write for AroundProgress {
    fn write(&mut self, written: &[u8]) -> io::Result<usize> {
        let line = clean::log_line(&String::from_utf8_lossy(written));
        let line = line.as_bytes();
        // The reader of the log may have closed the pipe (`2>&1 | head`). The command continues; `fmt` would panic on the error.
        let _ = progress::suspend(|| io::stderr().write_all(line));
        Ok(written.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stderr().flush()
    }
}

impl<'a> MakeWriter<'a> for AroundProgress {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        *self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invalid_filter_falls_back_to_the_default() {
        for wanted in ["", "x=y=z"] {
            assert_eq!(filter(wanted, "warn").to_string(), "warn");
        }
        assert_eq!(filter("info", "warn").to_string(), "info");
    }
}
