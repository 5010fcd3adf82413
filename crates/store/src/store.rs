//! The database handle, [`Store`].

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
    str::FromStr,
    sync::{Arc, Mutex},
    time::Duration,
};

use chrono::{DateTime, Datelike, Utc};
use sqlx::{PgPool, migrate::MigrateError, postgres::PgConnectOptions};
use store_macros::{boxed, retried};

use crate::{
    StoreError,
    connect::{connect, no_connection, with_statement_timeout, without_password, writer},
    crawl::heartbeat::Heartbeat,
    embedded::{Cluster, Durability},
    error::{ErrorClass, classify},
    migrations::{self, MIGRATOR, applied},
    once::locked,
};

/// Oldest supported server version, as a `server_version_num`.
const MIN_SERVER_VERSION: i32 = 150_000;
/// How long to wait for a connection. The pool cannot distinguish a dead server from a slow one, so the wait is shorter for
/// the embedded server, which can be restarted.
const ACQUIRE: Duration = Duration::from_secs(30);
const ACQUIRE_EMBEDDED: Duration = Duration::from_secs(3);

/// Where the database is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Database {
    /// The URL of any `PostgreSQL` from version 15 on.
    Url(String),
    /// The data directory of a private cluster, which is created and started when needed.
    Embedded(PathBuf),
}

/// A database handle; cheap to clone.
#[derive(Debug, Clone)]
pub struct Store {
    pub(crate) pool: PgPool,
    /// For the transactions that record visits: see [`crate::connect::writer`].
    pub(crate) writer: PgPool,
    url: String,
    pub(crate) cluster: Option<Arc<Cluster>>,
    /// Months whose partitions are known to exist.
    months: Arc<Mutex<HashSet<(i32, u32)>>>,
    pub(crate) heartbeat: Arc<Heartbeat>,
    /// Time limit for one attempt, if any: see [`Store::bounded`].
    pub(crate) bound: Option<Duration>,
}

impl Store {
    /// Attaches to the database, starting the embedded cluster if needed. Does not migrate.
    ///
    /// # Errors
    /// [`StoreError::Binaries`] or [`StoreError::Cluster`] where the embedded server cannot run,
    /// [`StoreError::Connect`] where no server answers at the URL.
    #[boxed]
    pub async fn open(database: &Database) -> Result<Self, StoreError> {
        match database {
            Database::Url(url) => Self::connect(url).await,
            Database::Embedded(dir) => {
                let cluster = Arc::new(Cluster::attach(dir, Durability::Full).await?);
                let url = cluster.url("gleaner");
                let options = cluster.options();
                let pool = match connect(options.clone(), &url, ACQUIRE_EMBEDDED).await {
                    Err(StoreError::Connect { .. }) => {
                        cluster.revive().await?; // it died after we attached
                        connect(options.clone(), &url, ACQUIRE_EMBEDDED).await?
                    }
                    pool => pool?,
                };
                let writer = writer(options, ACQUIRE_EMBEDDED);
                Ok(Self::of(pool, writer, url, Some(cluster)))
            }
        }
    }

    pub(crate) async fn connect(url: &str) -> Result<Self, StoreError> {
        let options = PgConnectOptions::from_str(url).map_err(no_connection(url))?;
        let pool = connect(options.clone(), url, ACQUIRE).await?;
        let writer = writer(options, ACQUIRE);
        let store = Self::of(pool, writer, url.to_owned(), None);
        let version = store.server_version().await?;
        if version < MIN_SERVER_VERSION {
            return Err(StoreError::Invalid(format!(
                "the server at {} is PostgreSQL {}; 15 or later is needed",
                without_password(url),
                version / 10_000
            )));
        }
        Ok(store)
    }

    /// As a `server_version_num`.
    #[retried]
    async fn server_version(&self) -> Result<i32, StoreError> {
        let version = sqlx::query_scalar!(
            r#"select current_setting('server_version_num')::int as "version!""#
        );
        Ok(version.fetch_one(&self.pool).await?)
    }

    fn of(pool: PgPool, writer: PgPool, url: String, cluster: Option<Arc<Cluster>>) -> Self {
        Self {
            pool,
            writer,
            url,
            cluster,
            months: Arc::default(),
            heartbeat: Arc::default(),
            bound: None,
        }
    }

    /// The same store with a time limit for each attempt, for work known to be short. Behind a
    /// broken network a query may never be answered.
    #[must_use]
    pub fn bounded(&self, bound: Duration) -> Self {
        Self {
            bound: Some(bound),
            ..self.clone()
        }
    }

    /// The same store with its own connections, on which the server cancels a statement after
    /// `limit`. They close when the last clone is dropped.
    #[must_use]
    pub fn with_statement_timeout(&self, limit: Duration) -> Self {
        let options = PgConnectOptions::clone(&self.pool.connect_options());
        let acquire = self.pool.options().get_acquire_timeout();
        Self {
            pool: with_statement_timeout(options, acquire, limit),
            ..self.clone()
        }
    }

    /// Brings the schema up to date; one of before 0.1.0 is carried over first. Returns how many migrations were applied.
    ///
    /// # Errors
    /// [`StoreError::OtherSchema`], [`StoreError::EarlySchema`] and [`StoreError::NewerSchema`], with nothing changed;
    /// [`StoreError::Migrate`], with the schema as the last completed step left it.
    #[retried]
    pub async fn migrate(&self) -> Result<usize, StoreError> {
        let before = applied(&self.pool).await?;
        if before == MIGRATOR.iter().count() {
            return Ok(0); // without a right to create, and on a server that is only read
        }
        migrations::migrate(&self.pool)
            .await
            .map_err(|error| match error {
                MigrateError::Execute(cause) | MigrateError::ExecuteMigration(cause, _)
                    if classify(&cause) != ErrorClass::Permanent =>
                {
                    StoreError::Query(cause) // each migration is a transaction, so it can be retried
                }
                error => StoreError::Migrate(error),
            })?;
        Ok(applied(&self.pool).await? - before)
    }

    /// Checks that the schema is current, and changes nothing.
    ///
    /// # Errors
    /// [`StoreError::OldSchema`], and as [`Self::migrate`].
    #[retried]
    pub async fn check_schema(&self) -> Result<(), StoreError> {
        let (applied, all) = (applied(&self.pool).await?, MIGRATOR.iter().count());
        if applied < all {
            return Err(StoreError::OldSchema { applied, all });
        }
        Ok(())
    }

    /// A URL that `psql` understands. It contains the password if the given URL did.
    pub fn url(&self) -> String {
        self.url.clone()
    }

    /// The folder with the programs of the embedded server, `psql` and `pg_dump` among them. `None`
    /// if the database is not embedded.
    pub fn programs(&self) -> Option<&Path> {
        Some(&self.cluster.as_ref()?.programs)
    }

    /// Closes the connections of this handle and its clones, and stops the embedded server if no other process uses it.
    #[boxed]
    pub async fn close(self) -> Result<(), StoreError> {
        self.writer.close().await;
        self.heartbeat.end();
        self.pool.close().await;
        match &self.cluster {
            Some(cluster) => cluster.close().await,
            None => Ok(()),
        }
    }

    /// Creates the partition for this time if it is missing, outside any transaction.
    #[retried]
    pub(crate) async fn ensure_month(&self, at: DateTime<Utc>) -> Result<(), StoreError> {
        let month = (at.year(), at.month());
        if locked(&self.months).contains(&month) {
            return Ok(());
        }
        sqlx::query_scalar!("select ensure_month($1)", at)
            .fetch_one(&self.pool)
            .await?;
        locked(&self.months).insert(month);
        Ok(())
    }

    /// Clears the cache of known months after partitions were dropped.
    pub(crate) fn forget_months(&self) {
        locked(&self.months).clear();
    }
}
