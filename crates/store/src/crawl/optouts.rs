//! Files with opt-outs of a host, as they were last fetched.

use chrono::{DateTime, Utc};
use store_macros::retried;

use crate::{Lease, Store, StoreError, text::names};

/// A file with opt-outs, beside robots.txt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WellKnown {
    /// `/.well-known/tdmrep.json`.
    TdmRep,
    /// `/ai.txt`.
    AiTxt,
}

names!(WellKnown {
    TdmRep => "tdmrep.json",
    AiTxt => "ai.txt",
});

/// A file with opt-outs as it was fetched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WellKnownFile {
    /// Its name.
    pub name: WellKnown,
    /// When.
    pub fetched_at: DateTime<Utc>,
    /// HTTP status; `None`: unreachable.
    pub status: Option<i16>,
    /// The body, perhaps cut by the caller.
    pub body: Vec<u8>,
}

impl Store {
    /// The known files of a host.
    #[retried]
    pub async fn well_known(&self, host_id: i64) -> Result<Vec<WellKnownFile>, StoreError> {
        let rows = sqlx::query!(
            "select name, fetched_at, status, body from opt_out_files where host_id = $1 order by name",
            host_id
        )
        .fetch_all(&self.pool)
        .await?;
        rows.into_iter()
            .map(|row| {
                Ok(WellKnownFile {
                    name: row.name.parse()?,
                    fetched_at: row.fetched_at,
                    status: row.status,
                    body: row.body,
                })
            })
            .collect()
    }

    /// Saves a file of a leased host.
    ///
    /// # Errors
    /// [`StoreError::LeaseLost`] if the lease has passed to another.
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
