//! Between a session and its items: items are fetched before they are needed, and labels are saved while the next item
//! is on the screen.

use std::sync::mpsc::Sender;
use std::time::Duration;

use anyhow::{Context as _, anyhow};
use store::StoreError;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio_util::sync::CancellationToken;

use super::item::Item;
use super::session::{Fetched, LabelCount, Session, Write};
use super::terminal::{self, Channels};

/// Items fetched at a time.
const BATCH: usize = 8;

/// Where items come from, and where their labels go.
pub(super) trait Backend: Sized {
    /// The items to be labelled.
    type Item: Item;
    /// The position of the next item.
    type Cursor: Default;

    /// Who labels.
    fn who(&self) -> &str;
    /// Labels of this person so far.
    async fn labelled(&self) -> Result<u64, StoreError>;
    /// The next item, and how many follow it; `None`: there are no more.
    async fn next(&self, cursor: &mut Self::Cursor) -> anyhow::Result<Option<(Self::Item, u64)>>;
    /// Saves a label. Returns the one it replaces.
    async fn save(&self, label: &LabelOf<Self>) -> Result<Option<LabelOf<Self>>, StoreError>;
    /// Removes a label.
    async fn remove(&self, key: &KeyOf<Self>) -> Result<(), StoreError>;
}

type KeyOf<B> = <<B as Backend>::Item as Item>::Key;
type LabelOf<B> = <<B as Backend>::Item as Item>::Label;

/// The result of a session.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SessionSummary {
    /// Labels made and saved.
    pub(crate) labels: u64,
    /// Time at work.
    pub(crate) spent: Duration,
    pub(crate) per_hour: Option<u64>,
    /// Labels of this person, of all sessions.
    pub(crate) all: u64,
}

impl SessionSummary {
    fn of(count: &LabelCount) -> Self {
        Self {
            labels: count.session,
            spent: count.spent,
            per_hour: count.per_hour(),
            all: count.all,
        }
    }
}

/// Lets a person label on the terminal until they quit or are stopped.
pub(super) async fn label<S: Backend>(
    backend: &S,
    stop: &CancellationToken,
) -> anyhow::Result<SessionSummary> {
    let session = Session::new(backend.who(), backend.labelled().await?);
    let ended = stop.child_token();
    let (send, fetched) = std::sync::mpsc::channel();
    let (requests, requested) = unbounded_channel();
    let (writes, pending) = unbounded_channel();
    let channels = Channels {
        fetched,
        requests,
        writes,
        ended: ended.clone(),
    };
    let shown = tokio::task::spawn_blocking(move || terminal::run(session, &channels));
    // A failure on either side ends the session. When the person ends it, pending labels are still saved.
    let fetch = ending(&ended, Box::pin(fetch(backend, requested, send)));
    let fetch = async {
        tokio::select! {
            done = fetch => done,
            () = ended.cancelled() => Ok(()),
        }
    };
    let save = ending(&ended, Box::pin(save(backend, pending)));
    let shown = ending(&ended, async { shown.await.context("the screen")? });
    let (fetched, saved, shown) = tokio::join!(fetch, save, shown);
    saved?;
    fetched?;
    Ok(SessionSummary::of(&shown?.count))
}

/// Ends the session if the work fails.
async fn ending<T>(
    ended: &CancellationToken,
    work: impl Future<Output = anyhow::Result<T>>,
) -> anyhow::Result<T> {
    let done = work.await;
    if done.is_err() {
        ended.cancel();
    }
    done
}

/// Fetches a batch for each request.
async fn fetch<S: Backend>(
    backend: &S,
    mut requests: UnboundedReceiver<()>,
    send: Sender<Fetched<S::Item>>,
) -> anyhow::Result<()> {
    let mut cursor = S::Cursor::default();
    while requests.recv().await.is_some() {
        let mut fetched = 0;
        while fetched < BATCH
            && let Some((item, behind)) = backend.next(&mut cursor).await?
        {
            fetched += 1;
            let item = Box::new(item);
            // After the end of the session nothing is received.
            let _ = send.send(Fetched::Item { item, behind });
        }
        let _ = send.send(if fetched == 0 {
            Fetched::Exhausted
        } else {
            Fetched::BatchEnd
        });
    }
    Ok(())
}

/// Saves labels in the order in which they were made, until the session has ended.
async fn save<S: Backend>(
    backend: &S,
    mut writes: UnboundedReceiver<Write<S::Item>>,
) -> anyhow::Result<()> {
    // What each label of this session replaced, to restore it on undo.
    let mut replaced: Vec<(KeyOf<S>, Option<LabelOf<S>>)> = Vec::new();
    while let Some(write) = writes.recv().await {
        let done = match write {
            Write::Save(key, label) => {
                let saved = backend.save(&label).await;
                saved.map(|before| replaced.push((key, before)))
            }
            Write::Undo(key) => {
                let last = replaced.iter().rposition(|(of, _)| *of == key);
                match last.and_then(|last| replaced.remove(last).1) {
                    Some(before) => backend.save(&before).await.map(drop),
                    None => backend.remove(&key).await,
                }
            }
        };
        done.map_err(|error| anyhow!(error))
            .context("the last label is not saved, those before it are")?;
    }
    Ok(())
}
