//! The database server itself.

use chrono::{DateTime, Utc};
use store_macros::boxed;

use crate::{Store, StoreError};

/// The server a store works on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Server {
    /// Name and version, such as `PostgreSQL 17.2`.
    pub version: String,
    /// Its clock.
    pub now: DateTime<Utc>,
}

impl Store {
    /// Asks the server who it is and what time it has.
    #[boxed]
    pub async fn server(&self) -> Result<Server, StoreError> {
        let server = sqlx::query_as!(
            Server,
            r#"select 'PostgreSQL ' || current_setting('server_version') as "version!", clock_timestamp() as "now!""#
        )
        .fetch_one(&self.pool)
        .await?;
        Ok(server)
    }
}
