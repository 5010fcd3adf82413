//! Articles that went on at another address.

use store_macros::retried;

use crate::{Store, StoreError};

impl Store {
    /// Links these articles, and others of their sites with the same text, to the article as which they went on at
    /// another address, or unlinks them. Texts of fewer than `least_words` words are not held to be the same. Gives the
    /// number of articles that turned out to have moved. To do it again is harmless.
    #[retried]
    pub async fn link_moved(&self, ids: &[String], least_words: i32) -> Result<u64, StoreError> {
        let moved = sqlx::query_file_scalar!("queries/link_moved.sql", ids, least_words)
            .fetch_one(&self.pool)
            .await?;
        Ok(u64::try_from(moved).unwrap_or(0))
    }
}
