//! Group commit: the visits of all hosts of a worker are recorded together.
//!
//! Visits queue up while a transaction runs; the next takes all that wait. An idle worker records
//! each visit at once, and a busy one shares statements and the flush to disk among many.

use std::sync::{Arc, OnceLock};

use store::{Record, Recorded, Store, StoreError};
use tokio::sync::{mpsc, oneshot};

/// Maximum visits in one transaction.
const MAX_VISITS: usize = 128;
/// Approximate maximum size of one transaction, in bytes. The last visit may exceed it.
const MAX_BYTES: usize = 8 << 20;
/// Maximum visits in the queue; further senders wait.
const MAX_WAITING: usize = 64;

/// Records visits. Cheap to clone; the task ends with the last clone.
#[derive(Debug, Clone)]
pub(crate) struct GroupCommit {
    store: Store,
    waiting: Arc<OnceLock<mpsc::Sender<Job>>>,
}

#[derive(Debug)]
struct Job {
    record: Record,
    answer: oneshot::Sender<Result<Recorded, StoreError>>,
}

impl GroupCommit {
    pub(crate) fn new(store: &Store) -> Self {
        Self {
            store: store.clone(),
            waiting: Arc::default(),
        }
    }

    /// Records a visit. Returns once it is durable or has failed.
    pub(crate) async fn record(&self, record: Record) -> Result<Recorded, StoreError> {
        let waiting = self.waiting.get_or_init(|| {
            let (sender, receiver) = mpsc::channel(MAX_WAITING);
            tokio::spawn(run(self.store.clone(), receiver));
            sender
        });
        let (answer, answered) = oneshot::channel();
        if waiting.send(Job { record, answer }).await.is_err() {
            return Err(broken());
        }
        answered.await.unwrap_or_else(|_| Err(broken()))
    }
}

/// The task ended too early: a bug.
fn broken() -> StoreError {
    StoreError::Invalid("the task that records visits ended unexpectedly".to_owned())
}

async fn run(store: Store, mut waiting: mpsc::Receiver<Job>) {
    while let Some(first) = waiting.recv().await {
        let mut size = first.record.size();
        let mut records = vec![first.record];
        let mut answers = vec![first.answer];
        while records.len() < MAX_VISITS
            && size < MAX_BYTES
            && let Ok(job) = waiting.try_recv()
        {
            size += job.record.size();
            records.push(job.record);
            answers.push(job.answer);
        }
        // A dropped receiver belongs to a host whose crawl has ended.
        match store.record_visits(&records).await {
            Ok(recorded) => {
                for (answer, recorded) in answers.into_iter().zip(recorded) {
                    let _ = answer.send(Ok(recorded));
                }
            }
            Err(error) => {
                let error = Arc::new(error);
                for answer in answers {
                    let _ = answer.send(Err(StoreError::Shared(Arc::clone(&error))));
                }
            }
        }
    }
}
