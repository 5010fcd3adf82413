//! A host's opt-out files, as last fetched.

use chrono::{DateTime, Utc};
use store_macros::retried;

use crate::{Lease, Store, StoreError, text::names};

names! {
    /// An opt-out file other than robots.txt.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum WellKnown {
        /// `/.well-known/tdmrep.json`.
        TdmRep => "tdmrep.json",
        /// `/ai.txt`.
        AiTxt => "ai.txt",
    }
}

/// A fetched opt-out file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WellKnownFile {
    /// Its name.
    pub name: WellKnown,
    /// When it was fetched.
    pub fetched_at: DateTime<Utc>,
    /// HTTP status; `None` if unreachable.
    pub status: Option<i16>,
    /// The body, possibly truncated by the caller.
    pub body: Vec<u8>,
}

impl Store {
    /// The stored opt-out files of a host.
    #[retried]
    pub async fn well_known(&self, host_id: i64) -> Result<Vec<WellKnownFile>, StoreError> {
        let files = sqlx::query_as!(
            WellKnownFile,
            r#"select name as "name: WellKnown", fetched_at, status, body from opt_out_files where host_id = $1 order by name"#,
            host_id
        );
        Ok(files.fetch_all(&self.pool).await?)
    }

    /// Saves an opt-out file of a leased host.
    ///
    /// # Errors
    /// [`StoreError::LeaseLost`] if the lease has passed to another worker.
    #[retried]
    pub async fn save_well_known(
        &self,
        lease: &Lease,
        file: &WellKnownFile,
    ) -> Result<(), StoreError> {
        let saved = sqlx::query!(
            "insert into opt_out_files (host_id, name, fetched_at, status, body)
            select host_id, $3, $4, $5, $6 from hosts
            where host_id = $1 and lease_token = $2 and leased_until is not null
            on conflict (host_id, name) do update
                set fetched_at = excluded.fetched_at, status = excluded.status, body = excluded.body",
            lease.host_id,
            lease.token,
            file.name.as_str(),
            file.fetched_at,
            file.status,
            file.body
        )
        .execute(&self.pool)
        .await?;
        lease.require_written(saved.rows_affected())
    }
}
