//! One `gleaner crawl` as a process that can be killed.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// A running worker. Killed when dropped.
#[derive(Debug)]
pub(crate) struct Worker {
    /// Its name in the database.
    pub(crate) name: String,
    child: Child,
    log: PathBuf,
}

impl Worker {
    /// Starts `gleaner crawl` with the environment of `command`, which holds everything before the arguments.
    pub(crate) fn start(mut command: Command, name: &str, folder: &Path) -> Self {
        let log = folder.join(format!("{name}.log"));
        let file = File::create(&log).unwrap();
        let child = command
            .args(["crawl", "--worker", name])
            .stdin(Stdio::null())
            .stdout(file.try_clone().unwrap())
            .stderr(file)
            .spawn()
            .unwrap();
        Self {
            name: name.to_owned(),
            child,
            log,
        }
    }

    /// Sends SIGKILL: no handler runs, no lease is released, no connection is closed properly.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Its exit status, if it has ended.
    pub(crate) fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().unwrap()
    }

    /// What it has logged.
    pub(crate) fn log(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap_or_default()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Waits until all workers have ended by themselves; returns those that failed, with their output.
pub(crate) async fn ended_well(workers: &mut [Worker], timeout: Duration) -> Vec<String> {
    let since = Instant::now();
    while workers.iter_mut().any(|worker| worker.ended().is_none()) && since.elapsed() < timeout {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let mut bad = Vec::new();
    for worker in workers {
        match worker.ended() {
            Some(status) if status.success() => {}
            ended => bad.push(format!("{} {ended:?}: {}", worker.name, worker.log())),
        }
    }
    bad
}
