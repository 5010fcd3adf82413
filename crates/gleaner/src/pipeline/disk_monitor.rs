//! The disk monitor, which ends a crawl before the disk of the database is full.

use std::fmt;
use std::time::Duration;

use serde::Serialize;
use store::StoreError;

use crate::console::bytes;

/// Interval between checks of the disk. Pages of 32 hosts use little of the remaining space in this time.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// The disk has less free space than a crawl must leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(crate) struct LowDisk {
    free_bytes: u64,
    min_free_bytes: u64,
}

impl fmt::Display for LowDisk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the disk of the database has {} free, less than database.min_free_bytes ({}), so that nothing more is fetched; \
             make room, or lower [retention] and run gleaner prune",
            bytes::describe(self.free_bytes),
            bytes::describe(self.min_free_bytes)
        )
    }
}

/// Waits until less than `min_free_bytes` are free. `free` returns the free bytes; `None` if unknown because the database is on another
/// machine.
pub(super) async fn until_low(
    min_free_bytes: u64,
    free: impl Fn() -> Result<Option<u64>, StoreError>,
) -> Result<LowDisk, StoreError> {
    loop {
        let low = free()?.filter(|&free| free < min_free_bytes);
        if let Some(free_bytes) = low {
            return Ok(LowDisk {
                free_bytes,
                min_free_bytes,
            });
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}
