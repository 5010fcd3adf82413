//! The errors of the store.

use std::{path::PathBuf, sync::Arc};

/// A failure of the store. Each message says what to do about it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// No usable `PostgreSQL` programs were found for the embedded cluster.
    #[error(
        "no PostgreSQL for the embedded database: {0}; install one (`apt-get install postgresql`), point GLEANER_PG_BIN at its bin directory, or set DATABASE_URL"
    )]
    Binaries(String),
    /// The embedded cluster could not be created, started or stopped.
    #[error("the embedded database in {} did not {action}: {detail}", dir.display())]
    Cluster {
        /// Data directory of the cluster.
        dir: PathBuf,
        /// The attempt: `start`, `initialise`, …
        action: &'static str,
        /// The programs' output, with the end of the server's log.
        detail: String,
    },
    /// A file or folder beside the database could not be used.
    #[error("cannot use {}: {source}; check that the folder exists and belongs to you", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
    /// No server answers at the database URL.
    #[error(
        "cannot reach the database at {url}: {source}; check DATABASE_URL, or unset it to use the embedded database"
    )]
    Connect {
        /// The URL without its password.
        url: String,
        /// The driver's reason.
        source: sqlx::Error,
    },
    /// The schema was made by another development version, before the first release; nothing was changed.
    #[error(
        "this database was made by another development version of gleaner, and nothing in it was changed; to keep its pages and labels, run `gleaner export --format warc --out FOLDER` and `gleaner label export` with that version, then `gleaner import FOLDER/*.warc.gz` and `gleaner label import` with this one and an empty database (another DATABASE_URL or data directory)"
    )]
    OtherSchema,
    /// A newer version applied a migration with this number, which this one does not know; nothing was changed.
    #[error(
        "a newer version of gleaner has migrated this database (migration {0}), and nothing in it was changed; use that version here too (`gleaner --version`)"
    )]
    NewerSchema(i64),
    /// Migrations are missing and may not be applied here; nothing was changed.
    #[error(
        "this database has {applied} of {all} migrations, and nothing in it was changed; run `gleaner migrate`"
    )]
    OldSchema {
        /// Number of applied migrations.
        applied: usize,
        /// Number of known migrations.
        all: usize,
    },
    /// The schema could not be brought up to date.
    #[error(
        "cannot migrate the database: {0}; the failed step changed nothing, and `gleaner migrate` with the newest version may help"
    )]
    Migrate(#[from] sqlx::migrate::MigrateError),
    /// A statement failed.
    #[error("the database refused a statement: {0}")]
    Query(#[from] sqlx::Error),
    /// The lease on a host has passed to another worker; nothing was written.
    #[error(
        "the lease on host {host_id} has passed to another worker; nothing was written, claim again"
    )]
    LeaseLost {
        /// The host.
        host_id: i64,
    },
    /// The error of work shared by several callers, reported to each.
    #[error(transparent)]
    Shared(Arc<Self>),
    /// A stored or given value cannot be used.
    #[error("unusable value: {0}")]
    Invalid(String),
}

impl StoreError {
    /// Whether the server cancelled a statement that took too long: see [`crate::Store::with_statement_timeout`].
    pub fn is_statement_timeout(&self) -> bool {
        match self {
            Self::Shared(error) => error.is_statement_timeout(),
            Self::Query(sqlx::Error::Database(refusal)) => {
                refusal.code().is_some_and(|code| code == "57014")
            }
            _ => false,
        }
    }

    /// Whether the error concerns the values to be stored or read rather than the database. Work on
    /// other values may well succeed.
    pub fn is_value_error(&self) -> bool {
        match self {
            Self::Invalid(_)
            | Self::Query(
                sqlx::Error::Decode(_) | sqlx::Error::ColumnDecode { .. } | sqlx::Error::Encode(_),
            ) => true,
            Self::Shared(error) => error.is_value_error(),
            // data exceptions, and violated constraints
            Self::Query(sqlx::Error::Database(refusal)) => refusal
                .code()
                .is_some_and(|code| code.starts_with("22") || code.starts_with("23")),
            _ => false,
        }
    }
}

/// Whether and when a retry after a database error may succeed.
pub(crate) enum ErrorClass {
    /// A deadlock or serialisation failure: a retry may succeed at once.
    Conflict,
    /// The server does not answer: a retry may succeed later.
    Disconnected,
    /// A retry would not help.
    Permanent,
}

pub(crate) fn classify(error: &sqlx::Error) -> ErrorClass {
    match error {
        sqlx::Error::Database(refusal) => match refusal.code().as_deref() {
            Some("40P01" | "40001") => ErrorClass::Conflict,
            Some("57P01" | "57P02" | "57P03" | "25P03" | "08006" | "08003") => {
                ErrorClass::Disconnected
            }
            _ => ErrorClass::Permanent,
        },
        sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut => ErrorClass::Disconnected,
        _ => ErrorClass::Permanent,
    }
}
