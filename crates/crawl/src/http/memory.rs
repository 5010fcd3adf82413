//! The memory budget of large bodies, shared by all hosts that are crawled at the same time.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Size in bytes up to which a body needs no permit.
pub(crate) const MAX_SMALL_BODY: usize = 1 << 20;
/// Bytes per permit of the semaphore.
const UNIT: usize = 4 << 10;

/// The memory for large bodies, shared by all hosts of a worker.
#[derive(Debug, Clone)]
pub(crate) struct MemoryBudget {
    units: Arc<Semaphore>,
    all: u32,
}

impl MemoryBudget {
    pub(crate) fn new(bytes: usize) -> Self {
        let all = u32::try_from(bytes.div_ceil(UNIT)).unwrap_or(u32::MAX);
        let all = all.clamp(1, u32::try_from(Semaphore::MAX_PERMITS).unwrap_or(u32::MAX));
        Self {
            units: Arc::new(Semaphore::new(all as usize)),
            all,
        }
    }

    /// Waits for memory for a body of up to `bytes`, which is reserved until the permit is dropped. A body larger than the whole budget
    /// takes all of it.
    pub(crate) async fn acquire(&self, bytes: usize) -> Option<OwnedSemaphorePermit> {
        let units = u32::try_from(bytes.div_ceil(UNIT)).unwrap_or(u32::MAX);
        let units = units.min(self.all);
        // The semaphore is never closed.
        Arc::clone(&self.units).acquire_many_owned(units).await.ok()
    }
}
