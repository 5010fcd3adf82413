//! Ctrl-C as a token: the first press asks the command to finish what it has in hand, the second ends it at once. So does
//! the time: what waits for a database or a disk that hangs has nothing in hand that it could finish.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::anyhow;
use tokio_util::sync::CancellationToken;

use crate::console::failure;

/// From the first press to the end of the command, whatever it waits for: five seconds, less what it takes to end.
const GRACE: Duration = Duration::from_millis(4_500);

/// A program that this one has started has the terminal: Ctrl-C is for it.
static CHILD_HAS_TERMINAL: AtomicBool = AtomicBool::new(false);

/// What is left to do has time limits of its own.
static GRACE_HELD: AtomicBool = AtomicBool::new(false);

/// Leaves Ctrl-C to a program that was started, from now on. `SIGTERM` still ends the command.
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

/// Listens for Ctrl-C and `SIGTERM` from now on, for commands with and without an async runtime alike.
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
                if asked().await.is_err() {
                    return;
                }
                tracing::info!(
                    "stopping after what is in hand; press Ctrl-C again to stop at once"
                );
                told.cancel();
                let again = async {
                    if asked().await.is_err() {
                        std::future::pending::<()>().await;
                    }
                };
                let mut again = std::pin::pin!(again);
                let mut is_late = tokio::time::timeout(GRACE, &mut again).await.is_err();
                // Who holds the grace gets it once more, and what comes after it too.
                while is_late && GRACE_HELD.load(Ordering::Relaxed) {
                    is_late = tokio::time::timeout(GRACE, &mut again).await.is_err();
                }
                if is_late {
                    failure::print(&anyhow!(
                        "stopped in the middle, since what was in hand took too long; all that was stored is whole, and the same command \
                         continues from there"
                    ));
                }
                std::process::exit(1);
            });
        });
    if let Err(error) = listener {
        tracing::warn!(%error, "Ctrl-C will end the command at once");
    }
    token
}

#[cfg(unix)]
async fn asked() -> std::io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    loop {
        tokio::select! {
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
async fn asked() -> std::io::Result<()> {
    tokio::signal::ctrl_c().await
}
