//! Running `initdb` and `pg_ctl`, and recovery when they fail.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    sync::Arc,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use sqlx::{ConnectOptions, Connection, postgres::PgConnectOptions};

use super::{identity::RunAs, lock_files::pid_in};
use crate::{
    StoreError,
    error::{at, did_not},
};

/// How long the last child processes of a killed server may linger.
const MAX_LINGER: Duration = Duration::from_secs(30);
/// Time within which a running server answers a connection, if only to say that it is not ready.
pub(super) const RESPONSE_TIMEOUT: Duration = Duration::from_secs(20);
/// Size in bytes above which the log is rotated.
const MAX_LOG_BYTES: u64 = 10 << 20;
/// Free bytes that a server needs to start: one WAL segment.
const MIN_FREE_BYTES: u64 = 16 << 20;
/// Number of log lines shown in an error.
const TAIL_LINES: usize = 12;
/// Locales for a new cluster, in order of preference: with Unicode character classes if the machine
/// has such a locale. Sorting is by bytes in any case.
const LOCALES: [&[&str]; 2] = [&["--no-locale", "--lc-ctype=C.UTF-8"], &["--no-locale"]];
/// Name prefix of a cluster that is being created.
const PARTIAL_PREFIX: &str = "data.part";

/// Programs, folders and user of the server in `home/data`.
#[derive(Debug, Clone)]
pub(super) struct Server {
    pub(super) bin: PathBuf,
    pub(super) home: PathBuf,
    pub(super) socket: PathBuf,
    pub(super) run_as: RunAs,
    /// The cluster name, which appears in the command lines of the server and all its child processes.
    pub(super) name: String,
    /// The lock under which the server is started and stopped. The programs inherit it, so that one
    /// that outlives this process makes the next process wait instead of conflicting with it.
    pub(super) start_lock: Arc<File>,
}

/// What the log says while the child processes of a killed server still end.
const LINGERING: [&str; 3] = [
    "pre-existing shared memory",
    "lock file \"postmaster.pid\" already exists",
    "unexpected postmaster exit",
];

/// Whether the end of the log tells that they still end.
fn lingers(log: &str) -> bool {
    LINGERING.iter().any(|message| log.contains(message))
}

/// The result of an attempt to start.
#[derive(Debug)]
enum Start {
    Done,
    /// Remains of another server are in the way, which may be temporary.
    Later(StoreError),
}

impl Server {
    /// Creates the cluster if there is none. It is made in a temporary folder, a different one for
    /// each attempt, that is renamed at the end, so that a crash in between leaves no partial cluster.
    pub(super) fn initialise(&self, superuser: &str) -> Result<(), StoreError> {
        let data = self.home.join("data");
        if data.join("PG_VERSION").exists() {
            return Ok(());
        }
        let io = at(&self.home);
        for entry in fs::read_dir(&self.home).map_err(io)?.flatten() {
            if entry
                .file_name()
                .to_string_lossy()
                .starts_with(PARTIAL_PREFIX)
            {
                let _ = fs::remove_dir_all(entry.path()); // left behind by a crash of this function
            }
        }
        let part = self.make_cluster(superuser)?;
        let main = part.join("postgresql.conf");
        let mut settings = fs::read_to_string(&main).map_err(io)?;
        settings.push_str("\ninclude_if_exists = 'gleaner.conf'\n");
        fs::write(&main, settings).map_err(io)?;
        self.run_as.give(&main).map_err(io)?;
        fs::rename(&part, &data).map_err(io)?;
        File::open(&self.home)
            .and_then(|home| home.sync_all())
            .map_err(io)
    }

    /// Runs `initdb` with the first locale that it accepts (it refuses unknown ones). Returns the folder.
    fn make_cluster(&self, superuser: &str) -> Result<PathBuf, StoreError> {
        let mut stderr = Vec::new();
        for locale in LOCALES {
            let now = SystemTime::now().duration_since(UNIX_EPOCH);
            let now = now.unwrap_or_default().as_nanos();
            let name = format!("{PARTIAL_PREFIX}-{}-{now}", std::process::id());
            let mut initdb = self.run_as.command(&self.bin.join("initdb"));
            initdb.args(["-D", &name, "-A", "trust", "-E", "UTF8"]);
            initdb.args(locale);
            initdb.args(["--data-checksums", "-U", superuser]);
            let done = self.run(initdb)?;
            if done.status.success() {
                return Ok(self.home.join(name));
            }
            stderr = done.stderr;
        }
        Err(self.failed("initialise", &stderr))
    }

    /// Ensures that the server accepts connections.
    pub(super) async fn ensure(
        &self,
        options: &PgConnectOptions,
        timeout: Duration,
    ) -> Result<(), StoreError> {
        let since = Instant::now();
        loop {
            // Also after a failed start: a server that recovers from the death of one of its own
            // processes breaks off connections for a moment, and prevents a second server from starting.
            if self.answers(options, timeout).await? {
                return Ok(());
            }
            let server = self.clone();
            let started = tokio::task::spawn_blocking(move || server.start()).await;
            match started.map_err(|error| StoreError::Invalid(error.to_string()))?? {
                Start::Done if self.answers(options, timeout).await? => return Ok(()),
                Start::Done => {
                    return Err(self.failed("start", b"it runs, but does not accept connections"));
                }
                Start::Later(error) if since.elapsed() > MAX_LINGER => return Err(error),
                Start::Later(_) => tokio::time::sleep(Duration::from_millis(200)).await,
            }
        }
    }

    /// Tries once to start the server.
    fn start(&self) -> Result<Start, StoreError> {
        let log = self.home.join("server.log");
        if fs::metadata(&log).is_ok_and(|meta| meta.len() > MAX_LOG_BYTES) {
            fs::rename(&log, self.home.join("server.log.1")).map_err(at(&log))?;
        }
        self.clear_stale_pids()?;
        if let Some(error) = self.remove_damaged_lock_files()? {
            return Ok(Start::Later(error));
        }
        let before = pid_in(&self.pid_file());
        let mut pg_ctl = self.run_as.command(&self.bin.join("pg_ctl"));
        // relative paths, since pg_ctl passes them to a shell
        let arguments = "start -D data -l server.log -w -t 120 -s -o";
        pg_ctl.args(arguments.split(' '));
        pg_ctl.arg(format!("-c cluster_name={}", self.name));
        let done = self.run(pg_ctl)?;
        if done.status.success() {
            return Ok(Start::Done);
        }
        // the child processes of a killed server hold its memory until they notice, and then fill the log
        let tail = self.log_tail();
        let lingers = lingers(&tail);
        // a server that ends by itself removes its file
        let after = pid_in(&self.pid_file());
        let killed_meanwhile = after.is_some() && after != before;
        let error = self.failed("start", &done.stderr);
        if lingers || killed_meanwhile {
            Ok(Start::Later(error))
        } else {
            Err(error)
        }
    }

    /// Stops the server. Open transactions are rolled back; everything committed is on disk.
    pub(super) fn stop(&self) -> Result<(), StoreError> {
        if pid_in(&self.pid_file()).is_none_or(|pid| self.is_dead(pid)) {
            return Ok(());
        }
        let mut pg_ctl = self.run_as.command(&self.bin.join("pg_ctl"));
        pg_ctl.args(["stop", "-D", "data", "-m", "fast", "-w", "-t", "120", "-s"]);
        let done = self.run(pg_ctl)?;
        // a server that died meanwhile needs no stopping
        if done.status.success()
            || String::from_utf8_lossy(&done.stderr).contains("No such process")
        {
            return Ok(());
        }
        Err(self.failed("stop", &done.stderr))
    }

    /// Runs a program to completion in the folder of the cluster. It gets the lock as its standard input, which none reads.
    fn run(&self, mut command: Command) -> Result<Output, StoreError> {
        let io = at(&self.bin);
        let start_lock = self.start_lock.try_clone().map_err(io)?;
        command
            .current_dir(&self.home)
            .stdin(Stdio::from(start_lock))
            .output()
            .map_err(io)
    }

    /// Waits until the server accepts connections. Returns `false` if there is no server.
    async fn answers(
        &self,
        options: &PgConnectOptions,
        timeout: Duration,
    ) -> Result<bool, StoreError> {
        let since = Instant::now();
        loop {
            match tokio::time::timeout(RESPONSE_TIMEOUT, options.connect()).await {
                Err(_) => return Err(self.unresponsive()),
                Ok(Ok(connection)) => {
                    let _ = tokio::time::timeout(RESPONSE_TIMEOUT, connection.close()).await;
                    return Ok(true);
                }
                // It is starting, recovering or stopping, or all connections are in use: there is a server.
                Ok(Err(sqlx::Error::Database(error))) => match error.code().as_deref() {
                    Some("57P03") if since.elapsed() < timeout => {
                        tokio::time::sleep(Duration::from_millis(50)).await;
                    }
                    Some("57P03") => return Ok(false),
                    _ => return Ok(true),
                },
                Ok(Err(_)) => return Ok(false),
            }
        }
    }

    /// The error of a server that exists but does not answer.
    pub(super) fn unresponsive(&self) -> StoreError {
        let pid = pid_in(&self.pid_file()).map_or_else(|| "PID".to_owned(), |pid| pid.to_string());
        let detail = format!(
            "its server, process {pid}, accepts connections but has not responded for {} seconds; if it was suspended, `kill -CONT {pid}` resumes it; \
             if its disk hangs, repair the disk; `kill -QUIT {pid}` ends the server, and the next command starts it again",
            RESPONSE_TIMEOUT.as_secs()
        );
        did_not("respond", &self.home, detail)
    }

    pub(super) fn failed(&self, action: &'static str, output: &[u8]) -> StoreError {
        let output = String::from_utf8_lossy(output);
        let mut detail = format!("{}\n{}", output.trim(), self.log_tail());
        if detail.contains("No space left on device") || is_full(&self.home) {
            "the disk is full; make room, and the same command continues: nothing that was stored is lost".clone_into(&mut detail);
        }
        did_not(action, &self.home, detail.trim())
    }

    fn log_tail(&self) -> String {
        let text = fs::read(self.home.join("server.log")).unwrap_or_default();
        let text = String::from_utf8_lossy(&text[text.len().saturating_sub(8192)..]);
        let lines: Vec<&str> = text.lines().collect();
        lines[lines.len().saturating_sub(TAIL_LINES)..].join("\n")
    }
}

/// Whether the disk of a folder is too full for a server to start.
fn is_full(folder: &Path) -> bool {
    let free = rustix::fs::statvfs(folder).map(|disk| disk.f_bavail.saturating_mul(disk.f_frsize));
    free.is_ok_and(|free| free < MIN_FREE_BYTES)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::embedded) fn server(home: &Path) -> Server {
        fs::create_dir(home.join("data")).unwrap();
        Server {
            bin: PathBuf::from("/nowhere"),
            home: home.to_owned(),
            socket: home.to_owned(),
            run_as: RunAs::Me,
            name: format!("gleaner-{}", home.display()),
            start_lock: Arc::new(File::open(home).unwrap()),
        }
    }

    #[test]
    fn the_children_of_a_killed_server_are_known_by_what_they_write_last() {
        let end = "2026-11-29 07:43:44.041 UTC [31228] FATAL:  terminating connection due to unexpected postmaster exit\n";
        assert!(lingers(&end.repeat(TAIL_LINES)));
        assert!(lingers(
            "FATAL:  pre-existing shared memory block is still in use"
        ));
        assert!(!lingers("FATAL:  could not create any TCP/IP sockets"));
    }

    #[tokio::test(start_paused = true)]
    async fn a_server_that_hangs_is_an_error_that_says_what_to_do() {
        let home = tempfile::tempdir().unwrap();
        let server = server(home.path());
        fs::write(server.pid_file(), "4711\n/data\n1\n5432\n").unwrap();
        let socket = home.path().join(".s.PGSQL.5432");
        let _hangs = std::os::unix::net::UnixListener::bind(socket).unwrap();
        let options = PgConnectOptions::new_without_pgpass().socket(home.path());
        let ensured = server.ensure(&options, Duration::from_mins(2));
        let ensured = tokio::time::timeout(Duration::from_mins(5), ensured).await;
        let error = ensured.expect("a bound").unwrap_err().to_string();
        assert!(
            error.contains("kill -CONT 4711") && error.contains("did not respond"),
            "{error}"
        );
    }
}
