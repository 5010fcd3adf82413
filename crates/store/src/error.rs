//! The errors of the store.

use std::{
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

use sqlx::migrate::MigrateError;

use crate::Cursor;

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
        source: io::Error,
    },
    /// No server answers at the database URL.
    #[error(
        "cannot reach the database at {url}: {}; {}",
        message(cause),
        advice(cause).unwrap_or("check DATABASE_URL, or unset it to use the embedded database")
    )]
    Connect {
        /// The URL without its password.
        url: String,
        /// The driver's reason.
        cause: sqlx::Error,
    },
    /// The schema was made by another development version, before the first release; nothing was changed.
    #[error(
        "this database was made by another development version of gleaner, and nothing in it was changed; to keep its pages and labels, run `gleaner export --format warc --out FOLDER` and `workshop label export` with that version, then `gleaner import FOLDER/*.warc.gz` and `workshop label import` with this one and an empty database (another DATABASE_URL or data directory)"
    )]
    OtherSchema,
    /// Only some of the 38 migrations before 0.1.0 were applied; nothing was changed.
    #[error(
        "this database was made by an early build of gleaner 0.1.0 ({0} of its 38 migrations), and nothing in it was changed; build commit 9be1d28d, run its `gleaner migrate`, then this version"
    )]
    EarlySchema(usize),
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
        "cannot migrate the database: {}; the failed step changed nothing, and {}",
        migration_reason(.0),
        migration_advice(.0)
    )]
    Migrate(MigrateError),
    /// A statement failed.
    #[error("the database refused a statement: {}", reason(.0))]
    Query(sqlx::Error),
    /// The lease on a host has passed to another worker; nothing was written.
    #[error(
        "the lease on host {host_id} has passed to another worker; nothing was written, claim again"
    )]
    LeaseLost {
        /// The host.
        host_id: i64,
    },
    /// The history of this database does not include a cursor: the database was restored from an older backup, or is another one.
    #[error(
        "the history of this database, up to {last}, does not include the cursor {cursor}: {}; use the database that the cursor comes from, or start over without a cursor",
        other_history(*cursor, *last)
    )]
    OtherHistory {
        /// The cursor.
        cursor: Cursor,
        /// The last number that this database has assigned.
        last: i64,
    },
    /// The error of work shared by several callers, reported to each.
    #[error(transparent)]
    Shared(Arc<Self>),
    /// A task of this program panicked: a bug.
    #[error(
        "{0} failed because of a bug; what was stored before is safe: start again, and please report the panic in the log"
    )]
    Panicked(&'static str),
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
            Self::Query(sqlx::Error::Database(refusal)) => {
                let code = refusal.code().unwrap_or_default();
                VALUE_CLASSES.iter().any(|class| code.starts_with(class))
            }
            _ => false,
        }
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        Self::Query(error)
    }
}

/// Makes the errors of a file or folder.
pub(crate) fn at(path: &Path) -> impl Fn(io::Error) -> StoreError + Copy {
    move |source| StoreError::Io {
        path: path.to_owned(),
        source,
    }
}

/// The error of an attempt with the embedded cluster: see [`StoreError::Cluster`].
pub(crate) fn did_not(action: &'static str, dir: &Path, detail: impl Into<String>) -> StoreError {
    StoreError::Cluster {
        dir: dir.to_owned(),
        action,
        detail: detail.into(),
    }
}

/// What the server or the driver says. The line that the driver adds to the server's message is one of the server's source code.
pub(crate) fn message(error: &sqlx::Error) -> String {
    match error {
        sqlx::Error::Database(refusal) => refusal.message().to_owned(),
        other => other.to_string(),
    }
}

/// Like [`message`]; with what helps, if that is known.
pub(crate) fn reason(error: &sqlx::Error) -> String {
    let message = message(error);
    match advice(error) {
        Some(advice) => format!("{message}; {advice}"),
        None => message,
    }
}

/// What helps after an error of the server, by its SQLSTATE.
fn advice(error: &sqlx::Error) -> Option<&'static str> {
    let refusal = error.as_database_error()?;
    Some(match &*refusal.code()? {
        // damaged data, a damaged index, a missing file and an unreadable one
        "XX001" | "XX002" | "58P01" | "58030" => {
            "a file of the database is damaged: `gleaner doctor` names damaged indexes, which `gleaner database -- psql -c 'reindex index NAME'` rebuilds without loss; for a damaged table, restore a backup"
        }
        "25006" => {
            "nothing can be written there: let DATABASE_URL name the primary server rather than a standby, and a user and database without `default_transaction_read_only`"
        }
        "3F000" => {
            "the tables need a schema of the search path: `create schema if not exists public`, and `alter role USER reset search_path` if it does not include public"
        }
        "42501" => {
            "the database user lacks a right that the message names: `grant create on schema public to USER`, or make it the owner of the database"
        }
        "57014" => {
            "it took too long or was cancelled by hand: start again, or ask for less; where the server or a pooler sets `statement_timeout`, raise it"
        }
        "22P05" => {
            "only a database in UTF8 stores the characters of every page: if `show server_encoding` says otherwise, let DATABASE_URL name one made with `createdb --encoding UTF8 --template template0`"
        }
        // a prepared statement that is missing or already there
        "26000" | "42P05" => POOLER,
        "08P01" if refusal.message().contains("startup parameter") => POOLER,
        _ => return None,
    })
}

const POOLER: &str = "a connection pooler such as PgBouncer is in between: connect to PostgreSQL itself, or to a pooler in session mode that takes all settings";

/// Why a history does not include a cursor.
fn other_history(cursor: Cursor, last: i64) -> &'static str {
    if cursor.token.is_none() && cursor.number <= last {
        "it has no token, the part after `~`, so that it cannot be told whether the database was restored from a backup since"
    } else {
        "it is a different database, or was restored from a backup that is older than the cursor"
    }
}

/// Why a migration failed.
fn migration_reason(error: &MigrateError) -> String {
    match error {
        MigrateError::Execute(cause) => message(cause),
        MigrateError::ExecuteMigration(cause, number) => {
            format!("migration {number}: {}", message(cause))
        }
        other => other.to_string(),
    }
}

/// What helps after a failed migration.
fn migration_advice(error: &MigrateError) -> &'static str {
    let (MigrateError::Execute(cause) | MigrateError::ExecuteMigration(cause, _)) = error else {
        return NEWEST;
    };
    advice(cause).unwrap_or(NEWEST)
}

const NEWEST: &str = "`gleaner migrate` with the newest version may help";

/// The SQLSTATE classes of value errors: violated cardinalities, data exceptions, violated constraints, exceeded limits.
const VALUE_CLASSES: [&str; 4] = ["21", "22", "23", "54"];

/// The SQLSTATE class of connections that could not be made or were lost.
const CONNECTION_CLASS: &str = "08";

/// Whether and when a retry after a database error may succeed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum ErrorClass {
    /// A deadlock, a serialisation failure, or a row that refers to one just deleted: a retry may succeed at once.
    Conflict,
    /// The server does not answer, or has no connection left: a retry may succeed later.
    Disconnected,
    /// A retry would not help.
    Permanent,
}

pub(crate) fn classify(error: &sqlx::Error) -> ErrorClass {
    match error {
        sqlx::Error::Database(refusal) => match refusal.code().as_deref() {
            Some("40P01" | "40001" | "23503") => ErrorClass::Conflict,
            // The last one: a parallel worker did not start or has ended, as when the server shuts down.
            Some("57P01" | "57P02" | "57P03" | "57P05" | "25P03" | "53300" | "55000") => {
                ErrorClass::Disconnected
            }
            Some(code) if code.starts_with(CONNECTION_CLASS) => ErrorClass::Disconnected,
            _ => ErrorClass::Permanent,
        },
        // A connection that ends while it is set up breaks the protocol: the driver expects an answer to its request for TLS.
        sqlx::Error::Io(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::Protocol(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::BeginFailed => ErrorClass::Disconnected,
        _ => ErrorClass::Permanent,
    }
}

#[cfg(test)]
mod tests {
    use std::{borrow::Cow, error::Error};

    use sqlx::error::{DatabaseError, ErrorKind};

    use super::*;
    use crate::connect::no_connection;

    /// An error of the server whose message begins with its SQLSTATE.
    #[derive(Debug, thiserror::Error)]
    #[error("{0}")]
    struct Refusal(&'static str);

    impl DatabaseError for Refusal {
        fn message(&self) -> &str {
            self.0
        }

        fn code(&self) -> Option<Cow<'_, str>> {
            Some(self.0.get(..5)?.into())
        }

        fn as_error(&self) -> &(dyn Error + Send + Sync + 'static) {
            self
        }

        fn as_error_mut(&mut self) -> &mut (dyn Error + Send + Sync + 'static) {
            self
        }

        fn into_error(self: Box<Self>) -> Box<dyn Error + Send + Sync + 'static> {
            self
        }

        fn kind(&self) -> ErrorKind {
            ErrorKind::Other
        }
    }

    fn refusal(message: &'static str) -> sqlx::Error {
        sqlx::Error::Database(Box::new(Refusal(message)))
    }

    #[test]
    fn an_error_of_the_values_is_told_from_one_of_the_database() {
        for (codes, is_value_error) in [
            ("21000 22021 23514 54000", true),
            ("42P01 53100 57014", false),
        ] {
            for code in codes.split(' ') {
                let error = StoreError::Query(refusal(code));
                let shared = StoreError::Shared(Arc::new(error));
                assert_eq!(shared.is_value_error(), is_value_error, "{code}");
            }
        }
        assert!(!StoreError::Panicked("a task").is_value_error());
    }

    #[test]
    fn the_message_of_the_server_is_told_without_the_line_of_its_source() {
        let why = "division by zero";
        for error in [
            StoreError::Query(refusal(why)),
            no_connection("postgres://localhost/news")(refusal(why)),
            StoreError::Migrate(MigrateError::ExecuteMigration(refusal(why), 7)),
        ] {
            let said = error.to_string();
            assert!(said.contains("division by zero"), "{said}");
            assert!(!said.contains("error returned from database"), "{said}");
            assert!(error.source().is_none());
        }
    }

    #[test]
    fn an_error_whose_remedy_is_known_ends_with_it_alone() {
        for (code, remedy) in [
            ("XX002", "restore a backup"),
            ("08P01 unsupported startup parameter", "takes all settings"),
            ("08P01", ""),
            ("XX000", ""),
        ] {
            let migration = MigrateError::Execute(refusal(code));
            for (error, otherwise) in [
                (StoreError::Query(refusal(code)), code),
                (
                    no_connection("postgres://localhost/news")(refusal(code)),
                    "to use the embedded database",
                ),
                (StoreError::Migrate(migration), NEWEST),
            ] {
                let error = error.to_string();
                let end = if remedy.is_empty() { otherwise } else { remedy };
                assert!(error.ends_with(end), "{error}");
                assert_eq!(
                    error.contains(otherwise),
                    end == otherwise || otherwise == code
                );
            }
        }
    }

    #[tokio::test]
    async fn what_a_real_server_refuses_is_said_with_what_to_do() {
        let database = crate::testing::database().await;
        for (statements, remedy) in [
            ("begin read only; create table a ()", "the primary server"),
            (
                "set search_path = nowhere; create table a ()",
                "create schema if not exists public",
            ),
            (
                "set statement_timeout = '10ms'; select pg_sleep(9)",
                "start again",
            ),
            ("select convert_to('ж', 'LATIN1')", "--encoding UTF8"),
            (
                "set role pg_monitor; create table public.a ()",
                "grant create on schema public",
            ),
            (
                "prepare a as select 1; prepare a as select 1",
                "session mode",
            ),
            ("execute missing", "session mode"),
        ] {
            let mut connection = database.store.pool.acquire().await.unwrap();
            let refused = sqlx::raw_sql(statements).execute(&mut *connection).await;
            let error = StoreError::Query(refused.unwrap_err()).to_string();
            assert!(error.contains(remedy), "{error}");
            connection.close().await.unwrap();
        }
    }

    #[test]
    fn a_server_that_restarts_or_has_no_free_connection_is_tried_again_later() {
        let disconnected = "57P01 57P02 57P03 57P05 08000 08007 55000 53300";
        for (codes, class) in [
            ("40P01 23503", ErrorClass::Conflict),
            (disconnected, ErrorClass::Disconnected),
            ("57014 57P04 53100 23505", ErrorClass::Permanent),
        ] {
            for code in codes.split(' ') {
                assert_eq!(classify(&refusal(code)), class, "{code}");
            }
        }
        let ended = sqlx::Error::Protocol("unexpected response from SSLRequest: 0x00".to_owned());
        assert_eq!(classify(&ended), ErrorClass::Disconnected);
    }
}
