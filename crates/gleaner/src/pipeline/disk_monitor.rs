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

/// The free space that a crawl leaves, and how to measure it.
pub(crate) struct DiskMonitor<'a> {
    min_free_bytes: u64,
    /// Returns the free bytes; `None` if unknown because the database is on another machine.
    free: &'a (dyn Fn() -> Result<Option<u64>, StoreError> + Sync),
}

impl<'a> DiskMonitor<'a> {
    pub(crate) fn new(
        min_free_bytes: u64,
        free: &'a (dyn Fn() -> Result<Option<u64>, StoreError> + Sync),
    ) -> Self {
        Self {
            min_free_bytes,
            free,
        }
    }

    /// Returns [`LowDisk`] if too little is free now.
    fn check(&self) -> Result<Option<LowDisk>, StoreError> {
        let free = (self.free)()?.filter(|&free| free < self.min_free_bytes);
        Ok(free.map(|free_bytes| LowDisk {
            free_bytes,
            min_free_bytes: self.min_free_bytes,
        }))
    }

    /// Waits until too little is free.
    pub(super) async fn until_low(&self) -> Result<LowDisk, StoreError> {
        loop {
            if let Some(low) = self.check()? {
                return Ok(low);
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }
}
