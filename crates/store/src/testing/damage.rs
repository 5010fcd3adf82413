//! Damages what is stored, for tests.

use crate::{Store, StoreError};

/// Overwrites the stored bodies of the pages at these URLs. Returns how many.
pub async fn damage_bodies(store: &Store, urls: &[&str]) -> Result<u64, StoreError> {
    let damaged = sqlx::query("update pages set body = '\\xdeadbeef' where url_final = any($1)")
        .bind(urls)
        .execute(&store.pool)
        .await?;
    Ok(damaged.rows_affected())
}
