//! The cluster: created once, started when needed, stopped by its last user.

use std::{
    fs::{self, DirBuilder, File, TryLockError},
    io::Write,
    os::unix::fs::DirBuilderExt,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use sqlx::{
    Connection, PgConnection,
    postgres::{PgConnectOptions, PgSslMode},
};

use super::{
    binaries, identity,
    server::{RESPONSE_TIMEOUT, Server},
    settings::{self, Durability, PORT},
    socket,
};
use crate::{
    StoreError,
    error::{at, did_not, reason},
};

/// Name of the superuser and of the database.
const NAME: &str = "gleaner";
/// Time limit for a server to recover from a crash, or to stop.
const RECOVERY_TIMEOUT: Duration = Duration::from_mins(2);
/// Waiting time for another process after which a warning is logged.
const WARN_AFTER: Duration = Duration::from_secs(5);

/// An attached cluster. Holds a shared lock that marks it as used.
#[derive(Debug)]
pub(crate) struct Cluster {
    home: PathBuf,
    socket: PathBuf,
    /// The folder of the server's programs.
    pub(crate) programs: PathBuf,
    durability: Durability,
    users: File,
}

impl Cluster {
    /// Creates the cluster in `home/postgres` if there is none, starts it if it is not running, and attaches.
    pub(crate) async fn attach(home: &Path, durability: Durability) -> Result<Self, StoreError> {
        check_path(home)?;
        let home = home.join("postgres");
        // owned by root at first; handed to the server's user below
        DirBuilder::new()
            .recursive(true)
            .mode(0o755)
            .create(home.parent().unwrap_or(&home))
            .map_err(at(&home))?;
        match DirBuilder::new().mode(0o700).create(&home) {
            Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => {
                return Err(at(&home)(error));
            }
            _ => {}
        }
        let home = home.canonicalize().map_err(at(&home))?;
        check_path(&home)?;
        let start_lock = lock(&home.join("lock")).await?;
        let (server, socket) = Self::server(&home, durability, &start_lock)?;
        let programs = server.bin.clone();
        server
            .ensure(&options(&socket, "postgres"), RECOVERY_TIMEOUT)
            .await?;
        tokio::time::timeout(RESPONSE_TIMEOUT, create_database(&home, &socket))
            .await
            .map_err(|_| server.unresponsive())??;
        let users = open_lock(&home.join("users"))?;
        users.lock_shared().map_err(at(&home))?;
        Ok(Self {
            home,
            socket,
            programs,
            durability,
            users,
        })
    }

    /// The folder of the cluster.
    pub(crate) fn home(&self) -> &Path {
        &self.home
    }

    /// Restarts the server if it has died.
    pub(crate) async fn revive(&self) -> Result<(), StoreError> {
        let start_lock = lock(&self.home.join("lock")).await?;
        let (server, socket) = Self::server(&self.home, self.durability, &start_lock)?;
        server
            .ensure(&options(&socket, "postgres"), RECOVERY_TIMEOUT)
            .await
    }

    /// Stops the server, unless another process (or another store of this one) uses it.
    pub(crate) async fn close(&self) -> Result<(), StoreError> {
        let start_lock = lock(&self.home.join("lock")).await?;
        // released first: changing the kind of lock on a file works differently on each system
        self.users.unlock().map_err(at(&self.home))?;
        match self.users.try_lock() {
            Err(TryLockError::WouldBlock) => Ok(()),
            Err(TryLockError::Error(error)) => Err(at(&self.home)(error)),
            Ok(()) => {
                let (server, _) = Self::server(&self.home, self.durability, &start_lock)?;
                let stopped = tokio::task::spawn_blocking(move || server.stop()).await;
                stopped.map_err(|error| StoreError::Invalid(error.to_string()))??;
                if self.socket != self.home {
                    let _ = fs::remove_dir(&self.socket); // created for a long path; empty by now
                }
                self.users.unlock().map_err(at(&self.home))
            }
        }
    }

    /// Connection options for the program's database.
    pub(crate) fn options(&self) -> PgConnectOptions {
        options(&self.socket, NAME)
    }

    /// The URL of a database of the cluster.
    pub(crate) fn url(&self, database: &str) -> String {
        let socket: String = self
            .socket
            .to_string_lossy()
            .bytes()
            .map(|byte| match byte {
                b'/' | b'-' | b'.' | b'_' | b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => {
                    char::from(byte).to_string()
                }
                _ => format!("%{byte:02X}"),
            })
            .collect();
        format!("postgresql:///{database}?host={socket}&port={PORT}&user={NAME}")
    }

    fn server(
        home: &Path,
        durability: Durability,
        start_lock: &Arc<File>,
    ) -> Result<(Server, PathBuf), StoreError> {
        let data = home.join("data");
        let major = fs::read_to_string(data.join("PG_VERSION")).ok();
        let run_as = identity::decide(home, &data)?;
        let binaries = binaries::find(major.and_then(|major| major.trim().parse().ok()), run_as)?;
        run_as.give(home).map_err(at(home))?;
        let socket = socket::folder(home, run_as)?;
        let server = Server {
            bin: binaries.bin,
            home: home.to_owned(),
            socket: socket.clone(),
            run_as,
            name: socket::cluster_name(home),
            start_lock: Arc::clone(start_lock),
        };
        server.initialise(NAME)?;
        settings::write(home, &socket, durability, run_as).map_err(at(home))?;
        Ok((server, socket))
    }
}

/// Refuses a path with a line break: the server's files have one path per line, so the running server would not be found again.
fn check_path(home: &Path) -> Result<(), StoreError> {
    if !home.to_string_lossy().contains(['\n', '\r']) {
        return Ok(());
    }
    let detail = "its path contains a line break, which PostgreSQL does not support; choose another folder with \
        GLEANER_DATA_DIR or the setting database.data_dir";
    Err(did_not("start", home, detail))
}

fn options(socket: &Path, database: &str) -> PgConnectOptions {
    PgConnectOptions::new_without_pgpass()
        .socket(socket)
        .host("localhost")
        .port(PORT)
        .username(NAME)
        .database(database)
        .ssl_mode(PgSslMode::Disable)
}

fn open_lock(path: &Path) -> Result<File, StoreError> {
    File::options()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
        .map_err(at(path))
}

/// Waits for the lock without blocking the runtime. The lock is released when the file is closed here
/// and in the programs started under it. The file contains the id of the process that holds the lock.
async fn lock(path: &Path) -> Result<Arc<File>, StoreError> {
    let mut file = open_lock(path)?;
    let since = Instant::now();
    let mut told = false;
    let holder = || fs::read_to_string(path).unwrap_or_default();
    loop {
        match file.try_lock() {
            Ok(()) => {
                // for messages only
                let _ = file.set_len(0);
                let _ = file.write_all(std::process::id().to_string().as_bytes());
                return Ok(Arc::new(file));
            }
            Err(TryLockError::Error(error)) => return Err(at(path)(error)),
            Err(TryLockError::WouldBlock) if since.elapsed() > 2 * RECOVERY_TIMEOUT => {
                let detail = format!(
                    "process {} or a program that it started has held {} for four minutes; find out which one hangs, end it with `kill`, \
                     and repeat the command",
                    holder(),
                    path.display()
                );
                return Err(did_not("start", path.parent().unwrap_or(path), detail));
            }
            Err(TryLockError::WouldBlock) if !told && since.elapsed() > WARN_AFTER => {
                told = true;
                tracing::warn!(
                    "waiting for process {}, which starts or stops the embedded database",
                    holder()
                );
            }
            Err(TryLockError::WouldBlock) => tokio::time::sleep(Duration::from_millis(10)).await,
        }
    }
}

async fn create_database(home: &Path, socket: &Path) -> Result<(), StoreError> {
    let failed = |error: sqlx::Error| did_not("create its database", home, reason(&error));
    let mut connection = PgConnection::connect_with(&options(socket, "postgres"))
        .await
        .map_err(failed)?;
    let there = sqlx::query_scalar!(
        r#"select exists(select from pg_database where datname = 'gleaner') as "there!""#
    )
    .fetch_one(&mut connection)
    .await
    .map_err(failed)?;
    if !there {
        sqlx::raw_sql("create database gleaner")
            .execute(&mut connection)
            .await
            .map_err(failed)?;
    }
    connection.close().await.map_err(failed)
}
