//! Signs of life. A worker holds an advisory lock on a connection of its own, and its leases carry the number
//! of that lock. The connection ends with the process, and with it the lock: a lease whose lock is free is of
//! a worker that is gone, and need not run out before another takes over.

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
const PULSE: Duration = Duration::from_secs(2);
/// An answer that takes longer is none.
const SILENCE: Duration = Duration::from_secs(5);
/// How long a lock must have been free before its worker is taken for dead: it may be about to connect again.
const DOUBT: Duration = Duration::from_secs(6);

/// The lock of this process, and the locks of others found free.
#[derive(Debug)]
pub(crate) struct Session {
    number: i64,
    keeper: Mutex<Option<Keeper>>,
    doubted: Mutex<HashMap<i64, Instant>>,
}

#[derive(Debug)]
struct Keeper {
    task: JoinHandle<()>,
    held: watch::Receiver<bool>,
}

impl Default for Session {
    fn default() -> Self {
        // A number that nobody else has, above those that people choose.
        let random = RandomState::new().build_hasher().finish();
        Self {
            number: (random >> 1 | 1 << 62).cast_signed(),
            keeper: Mutex::default(),
            doubted: Mutex::default(),
        }
    }
}

impl Session {
    /// The number, once the lock is held; `None` where it cannot be had just now: a lease without a number
    /// simply runs out.
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
        let waited = tokio::time::timeout(SILENCE, held.wait_for(|held| *held)).await;
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

    /// Which of these locks, found free just now, have been so for long enough.
    fn dead(&self, free: &[i64], doubt: Duration) -> Vec<i64> {
        let mut doubted = self.doubted.lock().unwrap_or_else(PoisonError::into_inner);
        doubted.retain(|number, _| free.contains(number));
        let now = Instant::now();
        let since = free
            .iter()
            .map(|&number| (number, *doubted.entry(number).or_insert(now)));
        since
            .filter(|(_, since)| now.duration_since(*since) >= doubt)
            .map(|(number, _)| number)
            .collect()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.end();
    }
}

/// Holds the lock, over as many connections as it takes.
async fn keep(options: PgConnectOptions, number: i64, tell: watch::Sender<bool>) {
    loop {
        if let Ok(mut connection) = lock(&options, number).await {
            tell.send_replace(true);
            loop {
                tokio::time::sleep(PULSE).await;
                if !matches!(
                    tokio::time::timeout(SILENCE, connection.ping()).await,
                    Ok(Ok(()))
                ) {
                    break;
                }
            }
            tell.send_replace(false);
        }
        tokio::time::sleep(PULSE / 4).await;
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
    tokio::time::timeout(SILENCE, made)
        .await
        .unwrap_or(Err(sqlx::Error::PoolTimedOut))
}

impl Store {
    /// The number of this process' lock.
    pub(crate) async fn session(&self) -> Option<i64> {
        self.session.number(&self.pool.connect_options()).await
    }

    /// Ends the leases of workers that have been gone for a while, so that their hosts can be claimed.
    /// To be called every few seconds by every worker. Returns how many hosts became free.
    #[boxed]
    pub async fn free_hosts_of_the_dead(&self) -> Result<u64, StoreError> {
        self.free_hosts_of_those_gone(DOUBT).await
    }

    /// The same for those that have been gone for `doubt`.
    #[boxed]
    pub async fn free_hosts_of_those_gone(&self, doubt: Duration) -> Result<u64, StoreError> {
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
        let dead = self.session.dead(&free, doubt);
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
