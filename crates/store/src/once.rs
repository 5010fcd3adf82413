//! Transactions that are committed only once, even if the answer to the commit is lost.

use std::sync::{Mutex, MutexGuard, PoisonError};

use sqlx::{PgConnection, Postgres, Transaction};

use crate::StoreError;

/// What a mutex protects, also after a panic.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a method knows of its last attempt, for transactions that are not harmless when repeated: those of `#[retried(once)]`. If the
/// connection was lost during the commit, only the server knows whether it succeeded.
#[derive(Debug)]
pub(crate) struct Once<T> {
    /// The id and the result of the transaction.
    last: Mutex<Option<(String, T)>>,
}

impl<T: Clone> Once<T> {
    pub(crate) fn new() -> Self {
        Self {
            last: Mutex::new(None),
        }
    }

    /// The result of an earlier attempt, if that was committed.
    pub(crate) async fn committed(
        &self,
        connection: &mut PgConnection,
    ) -> Result<Option<T>, StoreError> {
        let last = locked(&self.last).clone();
        let Some((transaction, result)) = last else {
            return Ok(None);
        };
        // An id that a crash has taken back is not below a new one.
        let state = sqlx::query_scalar!(
            "select case when $1::text::xid8 < pg_current_xact_id() then pg_xact_status($1::text::xid8) end",
            transaction
        );
        match state.fetch_one(connection).await?.as_deref() {
            Some("committed") => Ok(Some(result)),
            // The server has not noticed yet that the connection was lost.
            Some("in progress") => Err(sqlx::Error::PoolTimedOut.into()),
            _ => Ok(None),
        }
    }

    /// Commits, and keeps the result for [`Once::committed`].
    pub(crate) async fn commit(
        &self,
        mut transaction: Transaction<'_, Postgres>,
        result: T,
    ) -> Result<T, StoreError> {
        let id = sqlx::query_scalar!(r#"select pg_current_xact_id()::text as "id!""#)
            .fetch_one(&mut *transaction)
            .await?;
        *locked(&self.last) = Some((id, result.clone()));
        transaction.commit().await?;
        Ok(result)
    }
}
