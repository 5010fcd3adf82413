//! Damages stored data and blocks statements, for tests.

use std::time::Duration;

use crate::{Store, StoreError};

/// Overwrites the stored bodies of the pages at these URLs. Returns how many.
pub async fn damage_bodies(store: &Store, urls: &[&str]) -> Result<u64, StoreError> {
    let damaged = sqlx::query("update pages set body = '\\xdeadbeef' where url_final = any($1)")
        .bind(urls)
        .execute(&store.pool)
        .await?;
    Ok(damaged.rows_affected())
}

/// Runs arbitrary statements, as anyone with the password could.
pub async fn damage(store: &Store, statements: &str) -> Result<(), StoreError> {
    let statements = sqlx::AssertSqlSafe(statements.to_owned());
    sqlx::raw_sql(statements).execute(&store.pool).await?;
    Ok(())
}

/// Keeps a transaction open for `time` after a statement, then rolls it back.
pub async fn hold(store: &Store, statement: &str, time: Duration) -> Result<(), StoreError> {
    let mut transaction = store.pool.begin().await?;
    let statement = sqlx::AssertSqlSafe(statement.to_owned());
    sqlx::raw_sql(statement).execute(&mut *transaction).await?;
    tokio::time::sleep(time).await;
    Ok(transaction.rollback().await?)
}
