//! Heartbeats. A worker holds an advisory lock on a connection of its own, and its leases carry the number of that
//! lock. The connection ends with the process, and the lock with it: a lease whose lock is free belongs to a dead
//! worker, and is ended before it runs out.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection, PgConnection};
use store_macros::{boxed, retried};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::{Store, StoreError};

/// How often the connection is used, so that its end is noticed.
const PING_INTERVAL: Duration = Duration::from_secs(2);
/// A ping that takes longer has failed.
const PING_TIMEOUT: Duration = Duration::from_secs(5);
/// How long a lock must have been free before its worker counts as dead: it may be about to reconnect.
const DEAD_AFTER: Duration = Duration::from_secs(6);

/// The lock of this process, and since when the locks of others have been free.
#[derive(Debug)]
pub(crate) struct Session {
    number: i64,
    keeper: Mutex<Option<Keeper>>,
    free_since: Mutex<HashMap<i64, Instant>>,
}

#[derive(Debug)]
struct Keeper {
    task: JoinHandle<()>,
    held: watch::Receiver<bool>,
}

impl Default for Session {
    fn default() -> Self {
        // A random number, above those that people choose.
        let random = RandomState::new().build_hasher().finish();
        Self {
            number: (random >> 1 | 1 << 62).cast_signed(),
            keeper: Mutex::default(),
            free_since: Mutex::default(),
        }
    }
}

impl Session {
    /// The number, once the lock is held; `None` where it cannot be acquired now: a lease without a number
    /// runs out by its time.
    async fn number(&self, options: &PgConnectOptions) -> Option<i64> {
        let mut held = {
            let mut keeper = self.keeper.lock().unwrap_or_else(PoisonError::into_inner);
            let keeper = keeper.get_or_insert_with(|| {
                let (tell, held) = watch::channel(false);
                let task = tokio::spawn(keep(options.clone(), self.number, tell));
                Keeper { task, held }
            });
            keeper.held.clone()
        };
        let waited = tokio::time::timeout(PING_TIMEOUT, held.wait_for(|held| *held)).await;
        matches!(waited, Ok(Ok(_))).then_some(self.number)
    }

    /// Ends the connection and with it the lock.
    pub(crate) fn end(&self) {
        let keeper = self
            .keeper
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(keeper) = keeper {
            keeper.task.abort();
        }
    }

    /// Which of these free locks have been free for at least `dead_after`.
    fn dead(&self, free: &[i64], dead_after: Duration) -> Vec<i64> {
        let mut free_since = self
            .free_since
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
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

impl Drop for Session {
    fn drop(&mut self) {
        self.end();
    }
}

/// Holds the lock, and reconnects as often as needed.
async fn keep(options: PgConnectOptions, number: i64, tell: watch::Sender<bool>) {
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

impl Store {
    /// The number of the lock of this process.
    pub(crate) async fn session(&self) -> Option<i64> {
        self.session.number(&self.pool.connect_options()).await
    }

    /// Ends the leases of dead workers, so that their hosts can be claimed. Every worker calls this every few
    /// seconds. Returns the number of hosts.
    #[boxed]
    pub async fn release_dead_workers(&self) -> Result<u64, StoreError> {
        self.release_workers_dead_for(DEAD_AFTER).await
    }

    /// The same for workers whose lock has been free for `dead_after`.
    #[boxed]
    pub async fn release_workers_dead_for(&self, dead_after: Duration) -> Result<u64, StoreError> {
        let free = sqlx::query_scalar!(
            r#"select distinct h.lease_session as "session!" from hosts h
            where h.leased_until > now() and h.lease_session is not null
                and not exists (select from pg_locks l
                    where l.locktype = 'advisory' and l.objsubid = 1 and l.granted
                        and l.database = (select d.oid from pg_database d where d.datname = current_database())
                        and (l.classid::bigint << 32) | l.objid::bigint = h.lease_session)"#
        )
        .fetch_all(&self.pool)
        .await?;
        let dead = self.session.dead(&free, dead_after);
        if dead.is_empty() {
            return Ok(0);
        }
        self.end_leases(&dead).await
    }

    #[retried]
    async fn end_leases(&self, sessions: &[i64]) -> Result<u64, StoreError> {
        let freed = sqlx::query!(
            "with gone as (
                select host_id from hosts
                where leased_until > now() and lease_session = any($1)
                order by host_id for no key update skip locked
            )
            update hosts h set leased_until = now() from gone where h.host_id = gone.host_id",
            sessions
        )
        .execute(&self.pool)
        .await?;
        Ok(freed.rows_affected())
    }
}
