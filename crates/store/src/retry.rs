//! Work that is done again when the database asks for it.

use std::time::{Duration, Instant};

use crate::{Store, StoreError};

/// A database that went away may take so long to come back.
const AWAY: Duration = Duration::from_mins(1);
/// Deadlocks in a row that a piece of work survives.
const CONFLICTS: u32 = 10;

impl Store {
    /// Runs a piece of work again when the database asks for it: after a deadlock or a serialisation
    /// failure, and after the embedded server has died (it is started again). The work must be one
    /// transaction, and harmless when repeated.
    pub(crate) async fn retrying<T, F, W>(&self, work: F) -> Result<T, StoreError>
    where
        F: Fn() -> W,
        W: Future<Output = Result<T, StoreError>>,
    {
        let since = Instant::now();
        let mut tries = 0u32;
        loop {
            let done = match self.bound {
                None => work().await,
                Some(bound) => tokio::time::timeout(bound, work())
                    .await
                    .unwrap_or(Err(StoreError::Query(sqlx::Error::PoolTimedOut))),
            };
            let error = match done {
                Err(StoreError::Query(error)) => error,
                other => return other,
            };
            tries += 1;
            let pause = Duration::from_millis(u64::from(tries.min(20) * tries.min(20)) * 5);
            match trouble(&error) {
                Trouble::Conflict if tries <= CONFLICTS => tokio::time::sleep(pause).await,
                Trouble::Gone if since.elapsed() < AWAY => {
                    tracing::warn!(error = %error, "the database went away; trying again");
                    tokio::time::sleep(pause).await;
                    if let Some(cluster) = &self.cluster {
                        cluster.revive().await?;
                    }
                }
                _ => return Err(error.into()),
            }
        }
    }
}

/// What an error of the database means for the work.
pub(crate) enum Trouble {
    /// Others were in the way.
    Conflict,
    /// Nobody answers, for now.
    Gone,
    /// To try again would not help.
    Final,
}

pub(crate) fn trouble(error: &sqlx::Error) -> Trouble {
    match error {
        sqlx::Error::Database(refusal) => match refusal.code().as_deref() {
            Some("40P01" | "40001") => Trouble::Conflict,
            Some("57P01" | "57P02" | "57P03" | "25P03" | "08006" | "08003") => Trouble::Gone,
            _ => Trouble::Final,
        },
        sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut => Trouble::Gone,
        _ => Trouble::Final,
    }
}
