//! Progress of long work: a bar on a terminal, one log line at the end elsewhere.

use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressState, ProgressStyle};

/// All bars of the process; draws to standard error, and nothing at all where that is no terminal.
static BARS: LazyLock<MultiProgress> = LazyLock::new(MultiProgress::new);

/// The stage of the process that began last and is under way.
static UNDER_WAY: Mutex<Option<Stage>> = Mutex::new(None);

#[derive(Debug, Clone)]
struct Stage {
    name: &'static str,
    began: Instant,
    bar: ProgressBar,
}

/// How far a stage has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Point {
    pub(crate) stage: &'static str,
    pub(crate) done: u64,
    /// The total, if it is known.
    pub(crate) of: Option<u64>,
    pub(crate) seconds: u64,
}

/// How far the stage has come that is under way.
pub(crate) fn under_way() -> Option<Point> {
    let stage = UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner);
    stage.as_ref().map(|stage| Point {
        stage: stage.name,
        done: stage.bar.position(),
        of: stage.bar.length(),
        seconds: stage.began.elapsed().as_secs(),
    })
}

fn set_under_way(stage: Option<Stage>) {
    *UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner) = stage;
}

/// Runs `write` while no bar is on the screen.
pub(crate) fn suspend<T>(write: impl FnOnce() -> T) -> T {
    BARS.suspend(write)
}

/// The progress of one stage.
#[derive(Debug)]
pub(crate) struct Progress {
    stage: &'static str,
    began: Instant,
    bar: ProgressBar,
}

/// How many a second.
fn rate(state: &ProgressState, out: &mut dyn std::fmt::Write) {
    // A bar that cannot be drawn is no reason to end the work.
    let _ = write!(out, "{:.1}/s", state.per_sec());
}

impl Progress {
    /// Begins a stage, such as `("extract", "pages", Some(1200))`. Without a total the bar shows done and rate only.
    pub(crate) fn begin(stage: &'static str, unit: &'static str, total: Option<u64>) -> Self {
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
        set_under_way(Some(Stage {
            name: stage,
            began,
            bar: bar.clone(),
        }));
        Self { stage, began, bar }
    }

    /// Notes that `n` more are done.
    pub(crate) fn add(&self, n: u64) {
        self.bar.inc(n);
    }

    /// Sets how many are done.
    pub(crate) fn set(&self, done: u64) {
        self.bar.set_position(done);
    }

    /// Sets what stands behind the number on the bar.
    pub(crate) fn say(&self, message: String) {
        self.bar.set_message(message);
    }

    /// Takes the bar away and writes the log line of a stage without counts of its own.
    pub(crate) fn finish(self) {
        let stage = self.stage;
        let Pace {
            done,
            per_second,
            millis,
        } = self.end();
        tracing::info!(
            stage.done = done,
            stage.per_second = per_second,
            duration_ms = millis,
            "{stage} finished"
        );
    }

    /// Takes the bar away. The caller writes the log line, with the counts of the stage.
    pub(crate) fn end(self) -> Pace {
        set_under_way(None);
        self.bar.finish_and_clear();
        let done = self.bar.position();
        let millis = millis(self.began.elapsed());
        Pace {
            done,
            per_second: done.saturating_mul(1000) / millis.max(1),
            millis,
        }
    }
}

/// How far and how fast a stage went.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pace {
    pub(crate) done: u64,
    pub(crate) per_second: u64,
    pub(crate) millis: u64,
}

/// A duration as log lines have it.
pub(crate) fn millis(took: Duration) -> u64 {
    u64::try_from(took.as_millis()).unwrap_or(u64::MAX)
}
