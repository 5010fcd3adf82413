//! Between desk and database: tasks are brought before they are asked for, labels are put away while the next task is
//! looked at.

use std::sync::mpsc::Sender;
use std::time::Duration;

use anyhow::{Context as _, anyhow};
use store::StoreError;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio_util::sync::CancellationToken;

use super::desk::{Count, Delivery, Desk};
use super::screen::{self, Wires};
use super::task::Task;

/// Tasks brought at a time.
const BRING: usize = 8;

/// Where tasks come from, and where their labels go.
pub(super) trait Source: Sized {
    /// What lies on the desk.
    type Task: Task;
    /// A label as the database has it.
    type Kept;
    /// How far the tasks have been brought.
    type Queue: Default;

    /// Who labels.
    fn who(&self) -> &str;
    /// Labels of this person so far.
    async fn labelled(&self) -> Result<u64, StoreError>;
    /// The next task, and how many are behind it; `None`: there are no more.
    async fn next(&self, queue: &mut Self::Queue) -> anyhow::Result<Option<(Self::Task, u64)>>;
    /// Keeps a label; gives what it is of, and the label it replaces.
    async fn save(&self, label: <Self::Task as Task>::Label) -> Result<Replaced<Self>, StoreError>;
    /// Keeps a label again.
    async fn restore(&self, label: &Self::Kept) -> Result<(), StoreError>;
    /// Takes a label back.
    async fn remove(&self, key: &<Self::Task as Task>::Key) -> Result<(), StoreError>;
}

/// What a label is of, and the label it replaces.
pub(super) type Replaced<S> = (
    <<S as Source>::Task as Task>::Key,
    Option<<S as Source>::Kept>,
);

/// Something for the database to keep.
#[derive(Debug)]
pub(super) enum Errand<L, K> {
    Save(Box<L>),
    Undo(K),
}

/// The errands of such tasks.
pub(super) type ErrandOf<T> = Errand<<T as Task>::Label, <T as Task>::Key>;

/// A session that is over.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Session {
    /// Labels made and kept.
    pub(crate) labels: u64,
    /// Time at work.
    pub(crate) spent: Duration,
    pub(crate) per_hour: Option<u64>,
    /// Labels of this person, of all sessions.
    pub(crate) all: u64,
}

impl Session {
    fn of(count: &Count) -> Self {
        Self {
            labels: count.session,
            spent: count.spent,
            per_hour: count.per_hour(),
            all: count.all,
        }
    }
}

/// Lets a person label on the terminal until they quit or are stopped.
pub(super) async fn label<S: Source>(
    source: &S,
    stop: &CancellationToken,
) -> anyhow::Result<Session> {
    let desk = Desk::new(source.who(), source.labelled().await?);
    let over = stop.child_token();
    let (deliver, deliveries) = std::sync::mpsc::channel();
    let (more, asked) = unbounded_channel();
    let (errands, to_do) = unbounded_channel();
    let wires = Wires {
        deliveries,
        more,
        errands,
        over: over.clone(),
    };
    let shown = tokio::task::spawn_blocking(move || screen::run(desk, &wires));
    // Whoever fails ends the session; whoever is at the screen ends it for all, and what was said is still put away.
    let bring = ending(&over, Box::pin(bring(source, asked, deliver)));
    let bring = async {
        tokio::select! {
            done = bring => done,
            () = over.cancelled() => Ok(()),
        }
    };
    let keep = ending(&over, Box::pin(keep(source, to_do)));
    let shown = ending(&over, async { shown.await.context("the screen")? });
    let (brought, kept, shown) = tokio::join!(bring, keep, shown);
    kept?;
    brought?;
    Ok(Session::of(&shown?.count))
}

/// Ends the session if the work fails.
async fn ending<T>(
    over: &CancellationToken,
    work: impl Future<Output = anyhow::Result<T>>,
) -> anyhow::Result<T> {
    let done = work.await;
    if done.is_err() {
        over.cancel();
    }
    done
}

/// Brings tasks whenever more are asked for.
async fn bring<S: Source>(
    source: &S,
    mut asked: UnboundedReceiver<()>,
    deliver: Sender<Delivery<S::Task>>,
) -> anyhow::Result<()> {
    let mut queue = S::Queue::default();
    while asked.recv().await.is_some() {
        let mut brought = 0;
        while brought < BRING
            && let Some((task, behind)) = source.next(&mut queue).await?
        {
            brought += 1;
            let sheet = Box::new(task);
            // A desk that is gone asks for no more.
            let _ = deliver.send(Delivery::Sheet { sheet, behind });
        }
        let _ = deliver.send(if brought == 0 {
            Delivery::End
        } else {
            Delivery::Done
        });
    }
    Ok(())
}

/// Puts labels away, in the order in which they were made, until no more can come.
async fn keep<S: Source>(
    source: &S,
    mut to_do: UnboundedReceiver<ErrandOf<S::Task>>,
) -> anyhow::Result<()> {
    // What each label of this session replaced, so that taking it back brings that again.
    let mut replaced: Vec<Replaced<S>> = Vec::new();
    while let Some(errand) = to_do.recv().await {
        let done = match errand {
            Errand::Save(label) => source.save(*label).await.map(|saved| replaced.push(saved)),
            Errand::Undo(key) => {
                let last = replaced.iter().rposition(|(of, _)| *of == key);
                match last.and_then(|last| replaced.remove(last).1) {
                    Some(before) => source.restore(&before).await,
                    None => source.remove(&key).await,
                }
            }
        };
        done.map_err(|error| anyhow!(error))
            .context("the last label is not saved, those before it are")?;
    }
    Ok(())
}
