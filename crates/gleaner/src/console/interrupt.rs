//! Ctrl-C as a cancellation token: the first press asks the command to finish its work in progress, the second ends it at once. So
//! does a timeout, since a command may be waiting for a database or a disk that hangs.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::anyhow;
use tokio_util::sync::CancellationToken;

use crate::console::{failure, progress};

/// Time between the first press and the forced end of the command: five seconds, less the time that ending takes.
const GRACE: Duration = Duration::from_millis(4_500);

/// Whether a child process has the terminal and handles Ctrl-C.
static CHILD_HAS_TERMINAL: AtomicBool = AtomicBool::new(false);

/// Whether the grace period is suspended; see [`hold_grace`].
static GRACE_HELD: AtomicBool = AtomicBool::new(false);

/// Leaves Ctrl-C to a child process from now on. `SIGTERM` still asks the command to end.
pub(crate) fn leave_to_child() {
    CHILD_HAS_TERMINAL.store(true, Ordering::Relaxed);
}

/// Suspends the grace period while it is alive; see [`hold_grace`].
#[derive(Debug)]
pub(crate) struct HeldGrace(());

/// Suspends the grace period for steps after the work that have their own timeouts.
pub(crate) fn hold_grace() -> HeldGrace {
    GRACE_HELD.store(true, Ordering::Relaxed);
    HeldGrace(())
}

impl Drop for HeldGrace {
    fn drop(&mut self) {
        GRACE_HELD.store(false, Ordering::Relaxed);
    }
}

/// Listens for Ctrl-C, `SIGTERM` and `SIGHUP` from now on. Works for commands with and without an async runtime. `program` is named in
/// messages.
pub(crate) fn listen(program: &'static str) -> CancellationToken {
    let token = CancellationToken::new();
    let stop = token.clone();
    let listener = std::thread::Builder::new()
        .name("interrupt".to_owned())
        .spawn(move || {
            let Ok(runtime) = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
            else {
                return;
            };
            runtime.block_on(async {
                if stop_requested(true).await.is_err() {
                    return;
                }
                announce();
                stop.cancel();
                let again = async {
                    if stop_requested(false).await.is_err() {
                        std::future::pending::<()>().await;
                    }
                };
                let mut again = std::pin::pin!(again);
                let is_held = || GRACE_HELD.load(Ordering::Relaxed);
                let is_late = loop {
                    let was_held = is_held();
                    let is_late = tokio::time::timeout(GRACE, &mut again).await.is_err();
                    // If the grace period was suspended, it begins again.
                    if !(is_late && (was_held || is_held())) {
                        break is_late;
                    }
                };
                failure::print(program, &if is_late {
                    anyhow!(
                        "stopped in the middle, because the work in progress took too long; everything stored is complete, and the same \
                         command continues from there (with --all it begins again)"
                    )
                } else {
                    anyhow!("stopped at once; everything stored is complete")
                });
                std::process::exit(1);
            });
        });
    if let Err(error) = listener {
        tracing::warn!(%error, "Ctrl-C will end the command at once");
    }
    token
}

/// Says what the first press does, as a log line or, on a terminal, where log lines of this level are hidden, as a plain line. Says
/// nothing if a child process has the terminal.
fn announce() {
    if CHILD_HAS_TERMINAL.load(Ordering::Relaxed) {
        return;
    }
    let message = "finishing the work in progress; press Ctrl-C again to stop at once";
    if !io::stderr().is_terminal() {
        tracing::info!("{message}");
        return;
    }
    // Begins a new line after `^C`. Fails if the terminal is gone.
    let _ = progress::suspend(|| writeln!(io::stderr(), "\n{message}"));
}

/// Evaluated before the first handler is installed, since a handler stays.
static HANDLES_SIGHUP: LazyLock<bool> = LazyLock::new(handles_sighup);

/// Whether to handle `SIGHUP`: not if it is ignored, as under `nohup`. If that cannot be determined, the default action applies, which
/// ends the program.
fn handles_sighup() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask & 1 == 0) // SIGHUP is 1
}

/// Waits for Ctrl-C, SIGTERM or, the first time only, SIGHUP, which often arrives twice.
async fn stop_requested(is_first: bool) -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut hangup = (is_first && *HANDLES_SIGHUP)
        .then(|| signal(SignalKind::hangup()))
        .transpose()?;
    let hung_up = async {
        match &mut hangup {
            Some(hangup) => {
                hangup.recv().await;
            }
            None => std::future::pending().await,
        }
    };
    tokio::pin!(hung_up);
    loop {
        tokio::select! {
            () = &mut hung_up => return Ok(()),
            result = tokio::signal::ctrl_c() => {
                if result.is_err() || !CHILD_HAS_TERMINAL.load(Ordering::Relaxed) {
                    return result;
                }
            }
            _ = terminate.recv() => return Ok(()),
        }
    }
}
