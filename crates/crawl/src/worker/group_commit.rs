//! Group commit: the visits of all hosts of a worker are recorded together.
//!
//! Visits queue up while a transaction runs; the next takes all that wait. An idle worker records
//! each visit at once, and a busy one shares statements and the flush to disk among many.

use std::sync::{Arc, OnceLock};

use store::{Record, Recorded, Store, StoreError};
use tokio::sync::{mpsc, oneshot};

/// Maximum visits in one transaction, and in the queue; further senders wait.
const MAX_VISITS: usize = 128;
/// Approximate maximum size of one transaction, in bytes. The last visit may exceed it.
const MAX_BYTES: usize = 8 << 20;

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
            let (sender, receiver) = mpsc::channel(MAX_VISITS);
            tokio::spawn(run(self.store.clone(), receiver));
            sender
        });
        send(waiting, record).await
    }
}

const PANICKED: StoreError = StoreError::Panicked("the task that records visits");

/// Has the task record a visit. Fails if the task has panicked; this ends the run, which could not record anything.
async fn send(waiting: &mpsc::Sender<Job>, record: Record) -> Result<Recorded, StoreError> {
    let (answer, answered) = oneshot::channel();
    if waiting.send(Job { record, answer }).await.is_err() {
        return Err(PANICKED);
    }
    answered.await.unwrap_or(Err(PANICKED))
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

#[cfg(test)]
mod tests {
    use chrono::Utc;
    use store::{Lease, Outcome, Visit};

    use super::*;
    use crate::Seed;

    fn record() -> Record {
        let seed = Seed::from_home("https://a.example/").unwrap();
        let lease = Lease {
            host_id: 1,
            site_id: seed.id.clone(),
            authority: "a.example".to_owned(),
            scheme: "https".to_owned(),
            token: 1,
            next_request_at: Utc::now(),
            failures: 0,
            claimed_at: Utc::now(),
            url_deletions: 1,
            site: seed.to_site().unwrap().site,
            domain: "a.example".to_owned(),
        };
        let visit = Visit::new(1, "https://a.example/", Utc::now(), Outcome::Fetched);
        Record::new(&Arc::new(lease), visit).unwrap()
    }

    #[tokio::test]
    async fn a_panic_of_the_task_is_no_error_of_the_visit() {
        let (waiting, mut receiver) = mpsc::channel(1);
        let task = tokio::spawn(async move {
            let _job = receiver.recv().await;
            panic!("a test");
        });
        for _ in 0..2 {
            let error = send(&waiting, record()).await.unwrap_err();
            assert!(!error.is_value_error());
            assert!(error.to_string().contains("start again"), "{error}");
        }
        assert!(task.await.is_err());
    }
}
