//! State shared by all callbacks of hubs.

use std::sync::Arc;

use store::Store;
use tokio::sync::{Notify, Semaphore};
use tokio_util::task::TaskTracker;

use crate::BoxFuture;

/// Maximum number of pushes processed at a time. A hub that is turned away tries again.
const MAX_PENDING: usize = 32;

/// The state of the callbacks.
#[derive(Debug, Clone)]
pub struct Callbacks {
    pub(crate) store: Store,
    pub(crate) settings: Arc<crawl::Settings>,
    /// Notified of every push that has entered the frontier.
    pub(crate) pushed: Arc<Notify>,
    pub(crate) pending: Arc<Semaphore>,
    /// Pushes that were acknowledged and are still being processed.
    pub(crate) tasks: TaskTracker,
}

impl Callbacks {
    /// Creates callbacks that write to `store`; `pushed` is notified of every push that has entered the frontier.
    pub fn new(store: &Store, settings: &crawl::Settings, pushed: Arc<Notify>) -> Self {
        Self {
            store: store.clone(),
            settings: Arc::new(settings.clone()),
            pushed,
            pending: Arc::new(Semaphore::new(MAX_PENDING)),
            tasks: TaskTracker::new(),
        }
    }

    /// Waits until every acknowledged push has been processed.
    pub fn finish(&self) -> BoxFuture<'_, ()> {
        self.tasks.close();
        Box::pin(self.tasks.wait())
    }
}
