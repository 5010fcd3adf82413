//! Progress of long work: a bar on a terminal, elsewhere one log line at the end.

use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressState, ProgressStyle};
use serde_json::Value;

/// All bars of the process, drawn to standard error if it is a terminal.
static BARS: LazyLock<MultiProgress> = LazyLock::new(MultiProgress::new);

/// The stage in progress that began last.
static UNDER_WAY: Mutex<Option<Progress>> = Mutex::new(None);

/// The progress of the stage in progress, as counts of a run.
pub(crate) fn under_way() -> Vec<(String, Value)> {
    let stage = UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner);
    let counts = stage.iter().flat_map(|progress| {
        let seconds = progress.began.elapsed().as_secs();
        [
            ("stage", Value::from(progress.stage)),
            ("stage_done", Value::from(progress.bar.position())),
            ("stage_of", Value::from(progress.bar.length())),
            ("stage_seconds", Value::from(seconds)),
        ]
    });
    counts
        .map(|(name, count)| (name.to_owned(), count))
        .collect()
}

fn set_under_way(stage: Option<Progress>) {
    *UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner) = stage;
}

/// Runs `write` while no bar is on the screen.
pub(crate) fn suspend<T>(write: impl FnOnce() -> T) -> T {
    BARS.suspend(write)
}

/// The progress of one stage.
#[derive(Debug, Clone)]
pub struct Progress {
    stage: &'static str,
    began: Instant,
    bar: ProgressBar,
}

fn rate(state: &ProgressState, out: &mut dyn std::fmt::Write) {
    // A bar that cannot be drawn must not end the work.
    let _ = write!(out, "{:.1}/s", state.per_sec());
}

impl Progress {
    /// Begins a stage, such as `("extract", "pages", Some(1200))`. Without a total, the bar shows no remaining time.
    pub fn begin(stage: &'static str, unit: &'static str, total: Option<u64>) -> Self {
        let bar = BARS.add(total.map_or_else(ProgressBar::no_length, ProgressBar::new));
        let template = match total {
            Some(_) => "{prefix:>10} [{bar:30}] {pos}/{len} {msg} {rate} ETA {eta}",
            None => "{prefix:>10} {spinner} {pos} {msg} {rate} {elapsed}",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> ").with_key("rate", rate));
        }
        bar.set_prefix(stage);
        bar.set_message(unit);
        bar.enable_steady_tick(Duration::from_millis(250));
        let began = Instant::now();
        let progress = Self { stage, began, bar };
        set_under_way(Some(progress.clone()));
        progress
    }

    /// Adds `n` to the number of items done.
    pub fn add(&self, n: u64) {
        self.bar.inc(n);
    }

    pub(crate) fn set(&self, done: u64) {
        self.bar.set_position(done);
    }

    /// Sets the text after the number on the bar.
    pub(crate) fn set_message(&self, message: String) {
        self.bar.set_message(message);
    }

    /// Removes the bar and writes the log line of a stage without further counts.
    pub fn finish(self) {
        let stage = self.stage;
        let ended = self.end();
        tracing::info!(
            stage.done = ended.done,
            stage.per_second = ended.per_second,
            duration_ms = ended.millis,
            "{stage} finished"
        );
    }

    /// Removes the bar. The caller writes the log line, with the counts of the stage.
    pub(crate) fn end(self) -> Throughput {
        set_under_way(None);
        self.bar.finish_and_clear();
        let done = self.bar.position();
        let millis = millis(self.began.elapsed());
        Throughput {
            done,
            per_second: done.saturating_mul(1000) / millis.max(1),
            millis,
        }
    }
}

/// The result of a stage: items done, rate and duration.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Throughput {
    pub(crate) done: u64,
    pub(crate) per_second: u64,
    pub(crate) millis: u64,
}

/// A duration in milliseconds, as in log lines.
pub(crate) fn millis(took: Duration) -> u64 {
    u64::try_from(took.as_millis()).unwrap_or(u64::MAX)
}
