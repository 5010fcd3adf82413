//! Reports how a nightly run ended to a command of the operator. A failure here is only logged.

use std::process::Stdio;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::process::{Child, Command};
use tokio_util::sync::CancellationToken;

use super::report::{Ending, Report};
use crate::console::{clean, interrupt};
use crate::program::Context;
use crate::settings::NotifyOn;

/// Timeout of the command, and the shorter one once the program is asked to stop.
const TIMEOUT: Duration = Duration::from_mins(1);
const TIMEOUT_WHEN_STOPPED: Duration = Duration::from_secs(4);
/// Maximum bytes read from a command's standard error.
const MAX_STDERR: u64 = 4 << 10;

/// Sends the report of a nightly run if the settings require it or if watches have something new, and returns whether the command
/// succeeded. `ended` is the result of the command.
pub(super) async fn notify(context: &Context, ended: &anyhow::Result<()>, ending: &Ending) -> bool {
    let settings = &context.settings.notify;
    let report = Report::new(ended, ending);
    let is_wanted = report.exit_code != 0
        || settings.on == NotifyOn::Always
        || !ending.digest.named().is_empty();
    if !is_wanted || settings.command.trim().is_empty() {
        return false;
    }
    let code = report.exit_code;
    let report = match serde_json::to_value(report) {
        Ok(report) => report,
        Err(error) => {
            tracing::error!(%error, "the report of the nightly run could not be written");
            return false;
        }
    };
    // The run is over, and what follows has its own timeouts.
    let _grace = interrupt::hold_grace();
    let sent = run(&settings.command, &report, code, &context.stop).await;
    match &sent {
        Ok(stderr) => tracing::info!(stderr, "notify.command has run"),
        Err(why) => tracing::error!("notify.command failed: {why}"),
    }
    sent.is_ok()
}

/// Runs the command with the report on its standard input. Returns its standard error.
async fn run(
    command: &str,
    report: &Value,
    code: u8,
    stop: &CancellationToken,
) -> Result<String, String> {
    let mut child = Command::new("sh")
        .args(["-c", command])
        .env("GLEANER_EXIT_CODE", code.to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        // Keeps Ctrl-C from it, and lets a command that hangs be killed with all its children.
        .process_group(0)
        .spawn()
        .map_err(|error| format!("sh: {error}"))?;
    let group = child.id().and_then(|id| Pid::from_raw(id.try_into().ok()?));
    tokio::select! {
        ended = finish(&mut child, report) => ended,
        () = out_of_time(stop) => {
            if let Some(group) = group {
                // It may have exited in the meantime.
                let _ = kill_process_group(group, Signal::KILL);
            }
            Err("it did not end in time and was killed".to_owned())
        }
    }
}

async fn finish(child: &mut Child, report: &Value) -> Result<String, String> {
    let (stdin, stderr) = (child.stdin.take(), child.stderr.take());
    let input = report.to_string() + "\n";
    let write = async {
        if let Some(mut stdin) = stdin {
            // A command may ignore the report.
            let _ = stdin.write_all(input.as_bytes()).await;
        }
    };
    let mut output = Vec::new();
    let read = async {
        if let Some(mut stderr) = stderr {
            let _ = (&mut stderr)
                .take(MAX_STDERR)
                .read_to_end(&mut output)
                .await;
            // A closed pipe would kill a command that writes more.
            let _ = tokio::io::copy(&mut stderr, &mut tokio::io::sink()).await;
        }
    };
    let ((), (), status) = tokio::join!(write, read, child.wait());
    let message = clean::line(&String::from_utf8_lossy(&output));
    match status {
        Ok(status) if status.success() => Ok(message),
        Ok(status) if message.is_empty() => Err(status.to_string()),
        Ok(status) => Err(format!("{status}: {message}")),
        Err(error) => Err(error.to_string()),
    }
}

async fn out_of_time(stop: &CancellationToken) {
    tokio::select! {
        () = tokio::time::sleep(TIMEOUT) => return,
        () = stop.cancelled() => {}
    }
    tokio::time::sleep(TIMEOUT_WHEN_STOPPED).await;
}
