//! Request slots: the right to send one request to a host, a registrable domain and an IP address, across all workers.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::Duration;

use chrono::{DateTime, Utc};
use store_macros::retried;

use crate::{Lease, Store, StoreError};

/// A key of the rate limiter, and the delay after a request.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SlotKey {
    /// `host:…`, `domain:…` or `ip:…`.
    pub key: String,
    /// From the end of this request to the start of the next.
    pub delay: Duration,
}

/// The right to send one request, on all of its keys at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestSlot {
    id: i64,
    keys: Vec<SlotKey>,
}

/// Whether a request may be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SlotAnswer {
    /// The slot is acquired until it is released or expires.
    Acquired,
    /// Another request is running, or the delay after it is not over; try again after this time.
    Wait(Duration),
    /// The lease has passed to another worker, so nothing may be requested.
    LeaseLost,
}

impl RequestSlot {
    /// A slot to acquire. Keys without a delay are left out.
    pub fn new(mut keys: Vec<SlotKey>) -> Self {
        keys.retain(|key| !key.delay.is_zero());
        keys.sort();
        keys.dedup_by(|a, b| a.key == b.key);
        // A random number: a hasher with random keys and no input.
        let id = RandomState::new().build_hasher().finish().cast_signed();
        Self { id, keys }
    }

    /// The shortest delay of its keys.
    pub fn shortest_delay(&self) -> Duration {
        let delays = self.keys.iter().map(|key| key.delay);
        delays.min().unwrap_or_default()
    }

    /// Whether it has no keys: such a slot is acquired without the database.
    pub fn is_free(&self) -> bool {
        self.keys.is_empty()
    }

    fn columns(&self) -> (Vec<String>, Vec<f64>) {
        let keys = self.keys.iter();
        keys.map(|key| (key.key.clone(), key.delay.as_secs_f64()))
            .unzip()
    }
}

impl Store {
    /// Acquires all keys of a slot, or none. They are held for `hold`, which must cover the
    /// request, and for the delay after it; [`Store::release_slot`] shortens that to the true end.
    /// A worker that dies in between makes others wait longer, but never shortens a delay.
    #[retried]
    pub async fn acquire_slot(
        &self,
        lease: &Lease,
        slot: &RequestSlot,
        hold: Duration,
    ) -> Result<SlotAnswer, StoreError> {
        if slot.is_free() {
            return Ok(SlotAnswer::Acquired);
        }
        let (keys, delays) = slot.columns();
        let wait = sqlx::query_scalar!(
            "select acquire_slots($1, $2, $3, $4, $5, $6)",
            slot.id,
            lease.host_id,
            lease.token,
            &keys,
            &delays,
            hold.as_secs_f64()
        )
        .fetch_one(&self.pool)
        .await?;
        Ok(match wait {
            None => SlotAnswer::LeaseLost,
            Some(wait) if wait > 0.0 => {
                SlotAnswer::Wait(Duration::try_from_secs_f64(wait).unwrap_or(Duration::MAX))
            }
            Some(_) => SlotAnswer::Acquired,
        })
    }

    /// Releases a slot after its request has ended: the next request may start after the delay,
    /// counted from now. Keys that another worker has acquired since are not changed.
    #[retried]
    pub async fn release_slot(&self, slot: &RequestSlot) -> Result<(), StoreError> {
        if slot.is_free() {
            return Ok(());
        }
        let (keys, delays) = slot.columns();
        sqlx::query!(
            "with mine as (
                select key from request_slots where key = any($2) and held_by = $1 order by key for no key update
            )
            update request_slots s
            set held_by = null, next_at = clock_timestamp() + make_interval(secs => wanted.delay)
            from mine, unnest($2::text[], $3::float8[]) wanted (key, delay)
            where s.key = mine.key and wanted.key = mine.key",
            slot.id,
            &keys,
            &delays
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Deletes keys that have been free since before this time: IP addresses change. Returns how many.
    #[retried]
    pub async fn delete_idle_slots(&self, before: DateTime<Utc>) -> Result<u64, StoreError> {
        let gone = sqlx::query!(
            "delete from request_slots where next_at < $1 and next_at < now()",
            before
        )
        .execute(&self.pool)
        .await?;
        Ok(gone.rows_affected())
    }
}
