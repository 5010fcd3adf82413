//! Worker heartbeats. A worker holds an advisory lock on a connection of its own, and its leases
//! carry the number of that lock. When the process ends, so do the connection and the lock. A lease
//! whose lock is free therefore belongs to a dead worker, and is ended before it expires.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection, PgConnection};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::once::locked;

/// Interval of the pings that detect a lost connection.
const PING_INTERVAL: Duration = Duration::from_secs(2);
/// Timeout of a ping.
const PING_TIMEOUT: Duration = Duration::from_secs(5);

/// The lock of this process, and since when the locks of others have been free.
#[derive(Debug)]
pub(crate) struct Heartbeat {
    number: i64,
    /// The task that holds the lock, and whether it does now.
    task: Mutex<Option<(JoinHandle<()>, watch::Receiver<bool>)>>,
    free_since: Mutex<HashMap<i64, Instant>>,
}

impl Default for Heartbeat {
    fn default() -> Self {
        // A random number, above those that people would choose.
        let random = RandomState::new().build_hasher().finish();
        Self {
            number: (random >> 1 | 1 << 62).cast_signed(),
            task: Mutex::default(),
            free_since: Mutex::default(),
        }
    }
}

impl Heartbeat {
    /// The number, once the lock is held. `None` if it cannot be acquired now: a lease without a
    /// number ends only when it expires.
    pub(crate) async fn lock_number(&self, options: &PgConnectOptions) -> Option<i64> {
        let mut held = {
            let mut task = locked(&self.task);
            let (_, held) = task.get_or_insert_with(|| {
                let (tell, held) = watch::channel(false);
                let task = tokio::spawn(hold_lock(options.clone(), self.number, tell));
                (task, held)
            });
            held.clone()
        };
        let waited = tokio::time::timeout(PING_TIMEOUT, held.wait_for(|held| *held)).await;
        matches!(waited, Ok(Ok(_))).then_some(self.number)
    }

    /// Closes the connection, which releases the lock.
    pub(crate) fn end(&self) {
        let task = locked(&self.task).take();
        if let Some((running, _)) = task {
            running.abort();
        }
    }

    /// Those of these free locks that have been free for at least `dead_after`.
    pub(crate) fn dead(&self, free: &[i64], dead_after: Duration) -> Vec<i64> {
        let mut free_since = locked(&self.free_since);
        free_since.retain(|number, _| free.contains(number));
        let now = Instant::now();
        let since = free
            .iter()
            .map(|&number| (number, *free_since.entry(number).or_insert(now)));
        since
            .filter(|(_, since)| now.duration_since(*since) >= dead_after)
            .map(|(number, _)| number)
            .collect()
    }
}

impl Drop for Heartbeat {
    fn drop(&mut self) {
        self.end();
    }
}

/// Holds the lock, and reconnects as often as needed.
async fn hold_lock(options: PgConnectOptions, number: i64, tell: watch::Sender<bool>) {
    loop {
        if let Ok(mut connection) = lock(&options, number).await {
            tell.send_replace(true);
            loop {
                tokio::time::sleep(PING_INTERVAL).await;
                if !matches!(
                    tokio::time::timeout(PING_TIMEOUT, connection.ping()).await,
                    Ok(Ok(()))
                ) {
                    break;
                }
            }
            tell.send_replace(false);
        }
        tokio::time::sleep(PING_INTERVAL / 4).await;
    }
}

async fn lock(options: &PgConnectOptions, number: i64) -> Result<PgConnection, sqlx::Error> {
    let made = async {
        let mut connection = options.connect().await?;
        sqlx::query("select pg_advisory_lock($1)")
            .bind(number)
            .execute(&mut connection)
            .await?;
        Ok(connection)
    };
    tokio::time::timeout(PING_TIMEOUT, made)
        .await
        .unwrap_or(Err(sqlx::Error::PoolTimedOut))
}
