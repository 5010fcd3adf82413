//! `initdb` and `pg_ctl`, and what to do when they fail.

use std::{
    fs,
    os::unix::fs::chown,
    path::{Path, PathBuf},
    process::Stdio,
    thread,
    time::{Duration, Instant},
};

use sqlx::postgres::PgConnectOptions;

use super::{cluster::answers, identity::RunAs};
use crate::StoreError;

/// A killed server may linger this long: as a zombie, or by its last children.
const LINGER: Duration = Duration::from_secs(30);
/// The log is put aside when it is longer.
const LONGEST_LOG: u64 = 10 << 20;
/// Lines of the log shown in an error.
const TAIL: usize = 12;

/// Programs, place and identity of the server in `home/data`.
#[derive(Debug, Clone)]
pub(super) struct Server {
    pub(super) bin: PathBuf,
    pub(super) home: PathBuf,
    pub(super) run_as: RunAs,
}

impl Server {
    /// Makes the cluster if there is none: in a folder of its own that is renamed when all is well,
    /// so that a crash in between leaves no half cluster.
    pub(super) fn initialise(&self, superuser: &str) -> Result<(), StoreError> {
        let data = self.home.join("data");
        if data.join("PG_VERSION").exists() {
            return Ok(());
        }
        let io = |source| StoreError::Io {
            path: self.home.clone(),
            source,
        };
        let part = self.home.join("data.part");
        if part.exists() {
            fs::remove_dir_all(&part).map_err(io)?; // left behind by a crash of this function
        }
        let mut initdb = self.run_as.command(&self.bin.join("initdb"));
        initdb.args([
            "-D",
            "data.part",
            "-A",
            "trust",
            "--no-locale",
            "-E",
            "UTF8",
            "--data-checksums",
            "-U",
            superuser,
        ]);
        let done = initdb
            .current_dir(&self.home)
            .stdin(Stdio::null())
            .output()
            .map_err(io)?;
        if !done.status.success() {
            return Err(self.failed("initialise", &done.stderr));
        }
        let main = part.join("postgresql.conf");
        let mut settings = fs::read_to_string(&main).map_err(io)?;
        settings.push_str("\ninclude_if_exists = 'gleaner.conf'\n");
        fs::write(&main, settings).map_err(io)?;
        if let Some((uid, gid)) = self.run_as.owner() {
            chown(&main, Some(uid), Some(gid)).map_err(io)?;
        }
        fs::rename(&part, &data).map_err(io)?;
        fs::File::open(&self.home)
            .and_then(|home| home.sync_all())
            .map_err(io)
    }

    /// Sees to it that the server takes connections.
    pub(super) async fn ensure(
        &self,
        options: &PgConnectOptions,
        patience: Duration,
    ) -> Result<(), StoreError> {
        if answers(options, patience).await {
            return Ok(());
        }
        let server = self.clone();
        let started = tokio::task::spawn_blocking(move || server.start()).await;
        started.map_err(|error| StoreError::Invalid(error.to_string()))??;
        if answers(options, patience).await {
            return Ok(());
        }
        Err(self.failed("start", b"it runs, but takes no connections"))
    }

    fn start(&self) -> Result<(), StoreError> {
        let log = self.home.join("server.log");
        if fs::metadata(&log).is_ok_and(|meta| meta.len() > LONGEST_LOG) {
            fs::rename(&log, self.home.join("server.log.1"))
                .map_err(|source| StoreError::Io { path: log, source })?;
        }
        let since = Instant::now();
        self.forget_the_dead(since)?;
        loop {
            let mut pg_ctl = self.run_as.command(&self.bin.join("pg_ctl"));
            // relative paths: pg_ctl hands them to a shell
            pg_ctl.args([
                "start",
                "-D",
                "data",
                "-l",
                "server.log",
                "-w",
                "-t",
                "120",
                "-s",
            ]);
            let done = pg_ctl
                .current_dir(&self.home)
                .stdin(Stdio::null())
                .output()
                .map_err(|source| StoreError::Io {
                    path: self.bin.join("pg_ctl"),
                    source,
                })?;
            if done.status.success() {
                return Ok(());
            }
            // the children of a killed server hold its memory until they notice
            let tail = self.log_tail();
            let lingers = tail.contains("pre-existing shared memory")
                || tail.contains("lock file \"postmaster.pid\" already exists");
            if !lingers || since.elapsed() > LINGER {
                return Err(self.failed("start", &done.stderr));
            }
            thread::sleep(Duration::from_millis(200));
        }
    }

    /// Stops the server: open transactions are rolled back, all that was committed is on disk.
    pub(super) fn stop(&self) -> Result<(), StoreError> {
        if !self.home.join("data/postmaster.pid").exists() {
            return Ok(());
        }
        let mut pg_ctl = self.run_as.command(&self.bin.join("pg_ctl"));
        pg_ctl.args(["stop", "-D", "data", "-m", "fast", "-w", "-t", "120", "-s"]);
        let done = pg_ctl
            .current_dir(&self.home)
            .stdin(Stdio::null())
            .output()
            .map_err(|source| StoreError::Io {
                path: self.bin.join("pg_ctl"),
                source,
            })?;
        // a server that died meanwhile needs no stopping
        if done.status.success()
            || String::from_utf8_lossy(&done.stderr).contains("No such process")
        {
            return Ok(());
        }
        Err(self.failed("stop", &done.stderr))
    }

    /// A killed server leaves `postmaster.pid`. `PostgreSQL` clears it away itself, but for two cases:
    /// the server is a zombie until process 1 reaps it, or its number belongs to another program by now.
    fn forget_the_dead(&self, since: Instant) -> Result<(), StoreError> {
        let file = self.home.join("data/postmaster.pid");
        loop {
            let pid = fs::read_to_string(&file)
                .ok()
                .and_then(|text| text.lines().next()?.trim().parse::<u32>().ok());
            let Some(stat) =
                pid.and_then(|pid| fs::read_to_string(format!("/proc/{pid}/stat")).ok())
            else {
                return Ok(()); // no file, no such process, or no /proc
            };
            let name = stat
                .split_once('(')
                .and_then(|(_, rest)| rest.rsplit_once(')'))
                .map_or("", |(name, _)| name);
            let state = stat.rsplit(')').next().unwrap_or_default().trim_start();
            if !state.starts_with('Z') {
                if name != "postgres" {
                    fs::remove_file(&file)
                        .map_err(|source| StoreError::Io { path: file, source })?;
                }
                return Ok(());
            }
            if since.elapsed() > LINGER {
                let detail = "the killed server is a zombie that process 1 does not reap; run the container with an init process (`docker run --init`)";
                return Err(self.failed("start", detail.as_bytes()));
            }
            thread::sleep(Duration::from_millis(100));
        }
    }

    fn failed(&self, action: &'static str, said: &[u8]) -> StoreError {
        let said = String::from_utf8_lossy(said);
        let detail = format!("{}\n{}", said.trim(), self.log_tail());
        StoreError::Cluster {
            dir: self.home.clone(),
            action,
            detail: detail.trim().to_owned(),
        }
    }

    fn log_tail(&self) -> String {
        tail(&self.home.join("server.log"))
    }
}

fn tail(log: &Path) -> String {
    let text = fs::read(log).unwrap_or_default();
    let text = String::from_utf8_lossy(&text[text.len().saturating_sub(8192)..]).into_owned();
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(TAIL)..].join("\n")
}
