//! Turns: the right to send one request to a host, a registrable domain and an address, over all workers.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::Duration;

use chrono::{DateTime, Utc};
use store_macros::retried;

use crate::{Lease, Store, StoreError};

/// What a request needs a turn for, and how long the pause after it is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct TurnKey {
    /// `host:…`, `domain:…` or `ip:…`.
    pub key: String,
    /// From the end of this request to the start of the next.
    pub delay: Duration,
}

/// The turns of one request, taken together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    id: i64,
    keys: Vec<TurnKey>,
}

/// The answer to the wish for a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// It is ours until it ends, or until the time it was asked for is over.
    Taken,
    /// Another request is in hand or its pause not over; ask again after this time.
    Wait(Duration),
    /// The lease has passed to another worker: nothing may be requested.
    LeaseLost,
}

impl Turn {
    /// A turn to be asked for. Keys without a delay need none and are left out.
    pub fn new(mut keys: Vec<TurnKey>) -> Self {
        keys.retain(|key| !key.delay.is_zero());
        keys.sort();
        keys.dedup_by(|a, b| a.key == b.key);
        // A number that nobody else has: a hasher with random keys that has been given nothing.
        let id = RandomState::new().build_hasher().finish().cast_signed();
        Self { id, keys }
    }

    /// The shortest of the pauses that it keeps.
    pub fn shortest_delay(&self) -> Duration {
        let delays = self.keys.iter().map(|key| key.delay);
        delays.min().unwrap_or_default()
    }

    /// Whether nothing is to be waited for: then neither question nor answer reaches the database.
    pub fn is_free(&self) -> bool {
        self.keys.is_empty()
    }
}

impl Store {
    /// Takes all turns of a request, or none. They are kept for `hold`, which must cover the request, and
    /// for the delay after it; [`Store::end_turn`] shortens that to the true end. Whoever dies in between
    /// makes others wait, but not too short.
    #[retried]
    pub async fn take_turn(
        &self,
        lease: &Lease,
        turn: &Turn,
        hold: Duration,
    ) -> Result<Asked, StoreError> {
        if turn.is_free() {
            return Ok(Asked::Taken);
        }
        let (keys, delays) = turn.columns();
        let wait = sqlx::query_scalar!(
            "select acquire_slots($1, $2, $3, $4, $5, $6)",
            turn.id,
            lease.host_id,
            lease.token,
            &keys,
            &delays,
            hold.as_secs_f64()
        )
        .fetch_one(&self.pool)
        .await?;
        Ok(match wait {
            None => Asked::LeaseLost,
            Some(wait) if wait > 0.0 => {
                Asked::Wait(Duration::try_from_secs_f64(wait).unwrap_or(Duration::MAX))
            }
            Some(_) => Asked::Taken,
        })
    }

    /// Ends a turn now that its request has ended: the next may start a delay from now. A turn that has run
    /// out and is another's by now is left alone.
    #[retried]
    pub async fn end_turn(&self, turn: &Turn) -> Result<(), StoreError> {
        if turn.is_free() {
            return Ok(());
        }
        let (keys, delays) = turn.columns();
        sqlx::query!(
            "with mine as (
                select key from request_slots where key = any($2) and held_by = $1 order by key for no key update
            )
            update request_slots s
            set held_by = null, next_at = clock_timestamp() + make_interval(secs => wanted.delay)
            from mine, unnest($2::text[], $3::float8[]) wanted (key, delay)
            where s.key = mine.key and wanted.key = mine.key",
            turn.id,
            &keys,
            &delays
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Removes turns that have long been free: addresses change over the years. Returns how many.
    #[retried]
    pub async fn forget_turns(&self, before: DateTime<Utc>) -> Result<u64, StoreError> {
        let gone = sqlx::query!(
            "delete from request_slots where next_at < $1 and next_at < now()",
            before
        )
        .execute(&self.pool)
        .await?;
        Ok(gone.rows_affected())
    }
}

impl Turn {
    fn columns(&self) -> (Vec<String>, Vec<f64>) {
        self.keys
            .iter()
            .map(|key| (key.key.clone(), key.delay.as_secs_f64()))
            .unzip()
    }
}
