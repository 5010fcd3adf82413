//! A fresh, migrated database for each test.
//!
//! If `DATABASE_URL` is set, the database is on that server, and dropped at the end. Otherwise it is on a
//! temporary cluster in the temporary directory, shared by all test binaries with the same parent process
//! (`cargo test`, `cargo nextest`). A watchdog stops and removes the cluster when that parent has ended.

mod aggregation;
mod audit;
mod damage;
mod made;
mod sites;
mod time;
mod traces;

use std::{
    env, fs,
    ops::Deref,
    os::unix::process::{CommandExt, parent_id},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    str::FromStr,
    sync::atomic::{AtomicU32, Ordering},
    thread,
    time::{SystemTime, UNIX_EPOCH},
};

use sqlx::{ConnectOptions, Connection, PgConnection, postgres::PgConnectOptions};
use tokio::sync::OnceCell;
use url::Url;

use crate::{
    Store, StoreError,
    embedded::{Cluster, Durability},
    error::at,
    migrations::MIGRATOR,
};

pub use aggregation::{Aggregation, aggregation};
pub use audit::{Audit, HeldLease, audit, leases, visited};
pub use damage::{damage, damage_bodies, hold};
pub use made::{claim_after, finding, imported, member, page, record, story, verdict};
pub use sites::{cooling, overview};
pub use time::{age, age_robots, end_cooldowns, make_pages_due, put_clock_back, times_ahead};
pub use traces::{analyze, rows, traces};

/// Name prefix of test databases; no other database is ever dropped here.
const PREFIX: &str = "gleaner_test_";
/// Advisory lock: only one process at a time creates databases, since a template may not be in use.
const CREATION_LOCK: i64 = 0x676c_6e72;
/// Stops and removes the cluster in `$2` when process `$1` has ended. Waits until the server releases its files.
const WATCHDOG: &str = r#"
there() { if [ -d /proc/self ]; then [ -d "/proc/$1" ]; else kill -0 "$1" 2>/dev/null; fi; }
while there "$1"; do sleep 1; done
server=$(head -n 1 "$2/postgres/data/postmaster.pid" 2>/dev/null)
if [ -n "$server" ]; then
    kill -QUIT "$server" 2>/dev/null
    tries=0
    while [ -e "$2/postgres/data/postmaster.pid" ] && [ $tries -lt 100 ]; do sleep 0.1; tries=$((tries + 1)); done
fi
rm -rf "$2"
"#;

static CLUSTER: OnceCell<Cluster> = OnceCell::const_new();
static COUNTER: AtomicU32 = AtomicU32::new(0);

/// A database that is dropped with this value.
#[derive(Debug)]
pub struct TestDatabase {
    /// A store on it, migrated.
    pub store: Store,
    name: String,
    server: PgConnectOptions,
}

impl TestDatabase {
    /// A URL that `psql` and [`crate::Database::Url`] understand.
    pub fn url(&self) -> String {
        self.store.url()
    }
}

impl Deref for TestDatabase {
    type Target = Store;

    fn deref(&self) -> &Store {
        &self.store
    }
}

/// A fresh, migrated database.
///
/// # Panics
/// If no `PostgreSQL` is available; the message says how to get one.
pub async fn database() -> TestDatabase {
    match create(None).await {
        Ok(database) => database,
        Err(error) => panic!("{error}"),
    }
}

/// A copy of another database. Nothing may be connected to the original, so close its store first.
///
/// # Panics
/// If the server refuses.
pub async fn copy(original: &TestDatabase) -> TestDatabase {
    match create(Some(&original.name)).await {
        Ok(database) => database,
        Err(error) => panic!("{error}"),
    }
}

/// A copy of a database, or of the migrated template.
async fn create(original: Option<&str>) -> Result<TestDatabase, StoreError> {
    let (server, url_of) = server().await?;
    let name = format!(
        "{PREFIX}{}_{}_{}",
        std::process::id(),
        nanos(),
        COUNTER.fetch_add(1, Ordering::Relaxed)
    );
    let mut connection = server.connect().await?;
    sqlx::query("select pg_advisory_lock($1)")
        .bind(CREATION_LOCK)
        .execute(&mut connection)
        .await?;
    let template = match original {
        Some(name) => name.to_owned(),
        None => template(&mut connection, &server).await?,
    };
    let created = format!("create database {name} template {template}");
    execute(&mut connection, created).await?;
    connection.close().await?; // releases the lock
    let store = Store::connect(&url_of(&name)).await?;
    Ok(TestDatabase {
        store,
        name,
        server,
    })
}

type UrlOf = Box<dyn Fn(&str) -> String + Send>;

/// Connection options of the server, and a function for the URL of a database on it.
async fn server() -> Result<(PgConnectOptions, UrlOf), StoreError> {
    if let Some(url) = env::var("DATABASE_URL").ok().filter(|url| !url.is_empty()) {
        let options = PgConnectOptions::from_str(&url)?;
        let url = Url::parse(&url).map_err(|error| sqlx::Error::Configuration(error.into()))?;
        let url_of = move |name: &str| {
            let mut url = url.clone();
            url.set_path(&format!("/{name}"));
            url.to_string()
        };
        return Ok((options, Box::new(url_of)));
    }
    let cluster = CLUSTER.get_or_try_init(cluster).await?;
    Ok((cluster.options(), Box::new(|name| cluster.url(name))))
}

async fn cluster() -> Result<Cluster, StoreError> {
    let folder = folder_of_parent();
    fs::create_dir_all(&folder).map_err(at(&folder))?;
    watch(&folder)?;
    Cluster::attach(&folder, Durability::None).await
}

/// One folder per parent process, named by its id and, since ids are reused, by its start time.
fn folder_of_parent() -> PathBuf {
    let parent = parent_id();
    let stat = fs::read_to_string(format!("/proc/{parent}/stat")).unwrap_or_default();
    let started = stat
        .rsplit(')')
        .next()
        .and_then(|rest| rest.split_whitespace().nth(19))
        .unwrap_or("0")
        .to_owned();
    env::temp_dir().join(format!(
        "gleaner-test-{}-{parent}-{started}",
        rustix::process::geteuid().as_raw()
    ))
}

/// Starts the watchdog, once per folder.
fn watch(folder: &Path) -> Result<(), StoreError> {
    let watched = folder.join("watched");
    match fs::File::create_new(&watched) {
        Ok(_) => {}
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => return Ok(()),
        Err(error) => return Err(at(&watched)(error)),
    }
    Command::new("/bin/sh")
        .args(["-c", WATCHDOG, "gleaner-test-watchdog"])
        .arg(parent_id().to_string())
        .arg(folder)
        .current_dir("/")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0) // protects it from Ctrl-C
        .spawn()
        .map(drop)
        .map_err(at(Path::new("/bin/sh")))
}

/// The name of the migrated template, which is created at the first call for this state of the migrations.
async fn template(
    connection: &mut PgConnection,
    server: &PgConnectOptions,
) -> Result<String, StoreError> {
    use sha2::{Digest, Sha256};
    let mut digest = Sha256::new();
    for migration in MIGRATOR.iter() {
        digest.update(&*migration.checksum);
    }
    let name = format!("{PREFIX}template_{}", &hex::encode(digest.finalize())[..16]);
    let part = format!("{name}_part");
    let there: bool =
        sqlx::query_scalar("select exists(select from pg_database where datname = $1)")
            .bind(&name)
            .fetch_one(&mut *connection)
            .await?;
    if !there {
        drop_templates(connection).await?;
        let created = format!("create database {part} template template0 encoding 'UTF8'");
        execute(connection, created).await?;
        let mut inside = server.clone().database(&part).connect().await?;
        MIGRATOR
            .run(&mut inside)
            .await
            .map_err(StoreError::Migrate)?;
        inside.close().await?;
        let renamed = format!("alter database {part} rename to {name}");
        execute(connection, renamed).await?;
    }
    Ok(name)
}

/// Drops the templates of earlier states of the migrations, and incomplete ones.
async fn drop_templates(connection: &mut PgConnection) -> Result<(), StoreError> {
    let old: Vec<String> =
        sqlx::query_scalar("select datname from pg_database where starts_with(datname, $1)")
            .bind(format!("{PREFIX}template_"))
            .fetch_all(&mut *connection)
            .await?;
    for name in old {
        let dropped = format!("drop database if exists \"{name}\" with (force)");
        execute(connection, dropped).await?;
    }
    Ok(())
}

/// Runs a statement with a database name, which cannot be a parameter; ours consist of a-z, 0-9 and _.
async fn execute(connection: &mut PgConnection, statement: String) -> Result<(), StoreError> {
    sqlx::raw_sql(sqlx::AssertSqlSafe(statement))
        .execute(connection)
        .await?;
    Ok(())
}

fn nanos() -> u32 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.subsec_nanos())
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        let (name, server) = (self.name.clone(), self.server.clone());
        if !name.starts_with(PREFIX) {
            return;
        }
        // a separate thread: this may be inside a runtime that must not block, or is about to end
        let dropped = thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .map_err(sqlx::Error::Io)?;
            runtime.block_on(async {
                let mut connection = server.connect().await?;
                sqlx::raw_sql("set statement_timeout = '20s'")
                    .execute(&mut connection)
                    .await?;
                let dropped = format!("drop database if exists {name} with (force)");
                execute(&mut connection, dropped).await?;
                connection.close().await.map_err(StoreError::Query)
            })
        });
        if !matches!(dropped.join(), Ok(Ok(()))) {
            tracing::warn!("the test database {} could not be dropped", self.name);
        }
    }
}
