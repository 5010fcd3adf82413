//! Connections and their settings.

use std::time::{Duration, Instant};

use sqlx::{
    ConnectOptions, Connection, PgPool,
    postgres::{PgConnectOptions, PgPoolOptions},
};
use url::Url;

use crate::{StoreError, retry::MAX_OUTAGE};

/// Maximum number of connections per process.
const CONNECTIONS: u32 = 16;
/// Connections for recording visits. A process has one recorder, and a single connection keeps its plans and caches warm.
const WRITERS: u32 = 1;
/// How long a connection returned to its pool may take to answer. Behind a broken network it never
/// answers, and would occupy its place in the pool until TCP gives up.
const RELEASE_TIMEOUT: Duration = Duration::from_secs(5);
/// Time between two attempts to connect to a server that is starting.
const RESTART_INTERVAL: Duration = Duration::from_millis(200);
/// How long a server may take to answer the first connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(20);

pub(crate) async fn connect(
    options: PgConnectOptions,
    url: &str,
    acquire: Duration,
) -> Result<PgPool, StoreError> {
    let options = with_settings(options);
    // The pool would keep trying a server that is not there.
    let since = Instant::now();
    while let Err(cause) = first(&options).await {
        if !is_restarting(&cause) || since.elapsed() >= MAX_OUTAGE {
            return Err(no_connection(url)(cause));
        }
        tokio::time::sleep(RESTART_INTERVAL).await;
    }
    let pool = pool(CONNECTIONS, acquire).connect_with(options).await;
    pool.map_err(no_connection(url))
}

/// Makes the errors of a database URL at which no server answers.
pub(crate) fn no_connection(url: &str) -> impl Fn(sqlx::Error) -> StoreError {
    move |cause| StoreError::Connect {
        url: without_password(url),
        cause,
    }
}

/// Makes the first connection, and closes it.
async fn first(options: &PgConnectOptions) -> Result<(), sqlx::Error> {
    let first = tokio::time::timeout(CONNECT_TIMEOUT, async {
        options.connect().await?.close().await
    });
    first.await.unwrap_or_else(|_| {
        let message = format!(
            "no response for {} seconds; the server may be suspended or waiting for its disk",
            CONNECT_TIMEOUT.as_secs()
        );
        let error = std::io::Error::new(std::io::ErrorKind::TimedOut, message);
        Err(sqlx::Error::Io(error))
    })
}

/// Whether the server says that it is starting or shutting down.
fn is_restarting(error: &sqlx::Error) -> bool {
    let refusal = error.as_database_error();
    let code = refusal.and_then(sqlx::error::DatabaseError::code);
    matches!(code.as_deref(), Some("57P01" | "57P02" | "57P03"))
}

/// The pool for recording visits. Its statements look up rows by key in tables of any size. Each is
/// planned once, and must not read a whole table, which a plan made while the tables are small would do.
pub(crate) fn writer(options: PgConnectOptions, acquire: Duration) -> PgPool {
    let options = with_settings(options).options([
        ("plan_cache_mode", "force_generic_plan"),
        ("enable_seqscan", "off"),
        ("enable_hashjoin", "off"),
        ("enable_mergejoin", "off"),
        ("work_mem", "16MB"),
    ]);
    pool(WRITERS, acquire)
        // Work on a dead connection fails and is retried.
        .test_before_acquire(false)
        .connect_lazy_with(options)
}

/// A pool whose statements the server cancels after `limit`.
pub(crate) fn with_statement_timeout(
    options: PgConnectOptions,
    acquire: Duration,
    limit: Duration,
) -> PgPool {
    let limit = limit.as_millis().to_string();
    pool(CONNECTIONS, acquire).connect_lazy_with(options.options([("statement_timeout", limit)]))
}

fn pool(connections: u32, acquire: Duration) -> PgPoolOptions {
    PgPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(acquire)
        .after_release(|connection, _| {
            Box::pin(async move {
                tokio::time::timeout(RELEASE_TIMEOUT, connection.ping())
                    .await
                    .unwrap_or(Err(sqlx::Error::PoolTimedOut))
                    .map(|()| true)
            })
        })
}

fn with_settings(options: PgConnectOptions) -> PgConnectOptions {
    options.application_name("gleaner").options([
        ("timezone", "UTC"),
        // That of a role is meant for people; a migration or an export takes longer.
        ("statement_timeout", "0"),
        // A worker cut off from the network must not keep its locks for the hours that TCP would wait for it.
        ("idle_in_transaction_session_timeout", "20s"),
        ("tcp_keepalives_idle", "15"),
        ("tcp_keepalives_interval", "5"),
        ("tcp_keepalives_count", "3"),
        ("tcp_user_timeout", "30s"),
    ])
}

/// `postgresql://me:secret@host/db?password=secret` → `postgresql://me@host/db`.
pub(crate) fn without_password(url: &str) -> String {
    let Ok(mut url) = Url::parse(url) else {
        return "the given URL".to_owned();
    };
    // Fails if there is none.
    let _ = url.set_password(None);
    url.set_query(None);
    url.set_fragment(None);
    url.into()
}

#[cfg(test)]
mod tests {
    use super::without_password;

    #[test]
    fn a_password_is_never_shown() {
        assert_eq!(
            without_password("postgresql://me:s%40cret@host:5432/db?sslmode=require"),
            "postgresql://me@host:5432/db"
        );
        assert_eq!(
            without_password("postgresql:///gleaner?host=/tmp&password=x"),
            "postgresql:///gleaner"
        );
        // not escaped, so that what follows is no host
        let unescaped = "postgres://me:pa?ss@host/db";
        assert_eq!(without_password(unescaped), "the given URL");
        assert_eq!(
            without_password("postgres://me:pa@ss@host/db#pass"),
            "postgres://me@host/db"
        );
        assert_eq!(without_password("nonsense"), "the given URL");
    }
}
