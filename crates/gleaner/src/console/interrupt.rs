//! Ctrl-C as a token: the first press asks the command to finish what it has in hand, the second ends it at once. So does
//! the time: what waits for a database or a disk that hangs has nothing in hand that it could finish.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::anyhow;
use tokio_util::sync::CancellationToken;

use crate::console::{failure, progress};

/// From the first press to the end of the command, whatever it waits for: five seconds, less what it takes to end.
const GRACE: Duration = Duration::from_millis(4_500);

/// A program that this one has started has the terminal: Ctrl-C is for it.
static CHILD_HAS_TERMINAL: AtomicBool = AtomicBool::new(false);

/// What is left to do has time limits of its own.
static GRACE_HELD: AtomicBool = AtomicBool::new(false);

/// Leaves Ctrl-C to a program that was started, from now on. `SIGTERM` still asks the command to end.
pub(crate) fn leave_to_child() {
    CHILD_HAS_TERMINAL.store(true, Ordering::Relaxed);
}

/// While this is alive, the grace does not end the command.
#[derive(Debug)]
pub(crate) struct HeldGrace(());

/// For what comes after the work and has time limits of its own.
pub(crate) fn hold_grace() -> HeldGrace {
    GRACE_HELD.store(true, Ordering::Relaxed);
    HeldGrace(())
}

impl Drop for HeldGrace {
    fn drop(&mut self) {
        GRACE_HELD.store(false, Ordering::Relaxed);
    }
}

/// Listens for Ctrl-C, `SIGTERM` and the end of the terminal from now on, for commands with and without an async runtime alike.
pub(crate) fn listen() -> CancellationToken {
    let token = CancellationToken::new();
    let told = token.clone();
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
                if asked(true).await.is_err() {
                    return;
                }
                announce();
                told.cancel();
                let again = async {
                    if asked(false).await.is_err() {
                        std::future::pending::<()>().await;
                    }
                };
                let mut again = std::pin::pin!(again);
                let is_held = || GRACE_HELD.load(Ordering::Relaxed);
                let is_late = loop {
                    let was_held = is_held();
                    let is_late = tokio::time::timeout(GRACE, &mut again).await.is_err();
                    // Who holds the grace gets it once more, and what comes after it too.
                    if !(is_late && (was_held || is_held())) {
                        break is_late;
                    }
                };
                failure::print(&if is_late {
                    anyhow!(
                        "stopped in the middle, since what was in hand took too long; all that was stored is whole, and the same command \
                         continues from there"
                    )
                } else {
                    anyhow!("stopped at once; all that was stored is whole")
                });
                std::process::exit(1);
            });
        });
    if let Err(error) = listener {
        tracing::warn!(%error, "Ctrl-C will end the command at once");
    }
    token
}

/// Says what the first press does: on a terminal, where log lines of this level are not shown, as a line of its own. A program that
/// has the terminal speaks for itself.
fn announce() {
    if CHILD_HAS_TERMINAL.load(Ordering::Relaxed) {
        return;
    }
    let said = "stopping after what is in hand; press Ctrl-C again to stop at once";
    if !io::stderr().is_terminal() {
        tracing::info!("{said}");
        return;
    }
    // Behind `^C`. A terminal that has gone reads nothing.
    let _ = progress::suspend(|| writeln!(io::stderr(), "\n{said}"));
}

/// Asked before the first handler: that stays.
#[cfg(unix)]
static HEARS_HANGUP: LazyLock<bool> = LazyLock::new(hears_hangup);

/// Whether the end of the terminal is to be told: not to what was started by `nohup`. Where that cannot be known, it ends the program.
#[cfg(unix)]
fn hears_hangup() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask & 1 == 0) // SIGHUP is 1
}

/// Waits for Ctrl-C, SIGTERM or, at first, the end of the terminal, which often is told twice.
#[cfg(unix)]
async fn asked(is_first: bool) -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut hangup = (is_first && *HEARS_HANGUP)
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

#[cfg(not(unix))]
async fn asked(_is_first: bool) -> io::Result<()> {
    tokio::signal::ctrl_c().await
}
