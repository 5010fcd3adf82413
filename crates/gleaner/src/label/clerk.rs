//! Between desk and database: pages are brought before they are asked for, labels are put away while the next page is
//! looked at.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Duration;

use anyhow::{Context as _, anyhow};
use chrono::Utc;
use store::{Address, Candidate, LabelWish, PageLabel, Store};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio_util::sync::CancellationToken;

use super::desk::{Count, Delivery, Desk, Marked};
use super::screen::{self, Wires};
use super::sheet::Sheet;
use crate::reading::FileReader;

/// Pages brought at a time.
const BRING: usize = 8;
/// Pages whose order is asked for at a time: that looks at every verdict.
const ORDER: i64 = 1_000;

/// Something for the database to keep.
#[derive(Debug)]
pub(super) enum Errand {
    Save(Box<Marked>),
    Undo(Address),
}

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

/// Lets a person label pages on the terminal until they quit or are stopped.
pub(crate) async fn label(
    store: &Store,
    wish: &LabelWish,
    reader: Arc<FileReader>,
    stop: &CancellationToken,
) -> anyhow::Result<Session> {
    let tallies = store.label_tallies().await?.tallies;
    let own = tallies.iter().filter(|tally| tally.who == wish.who);
    let labelled: i64 = own.map(|tally| tally.labels).sum();
    let desk = Desk::new(&wish.who, u64::try_from(labelled).unwrap_or_default());
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
    let bring = ending(&over, Box::pin(bring(store, wish, reader, asked, deliver)));
    let bring = async {
        tokio::select! {
            done = bring => done,
            () = over.cancelled() => Ok(()),
        }
    };
    let keep = ending(&over, Box::pin(keep(store, &wish.who, to_do)));
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

/// Brings pages whenever more are asked for.
async fn bring(
    store: &Store,
    wish: &LabelWish,
    reader: Arc<FileReader>,
    mut asked: UnboundedReceiver<()>,
    deliver: Sender<Delivery>,
) -> anyhow::Result<()> {
    let mut next: VecDeque<Candidate> = VecDeque::new();
    let mut had: Vec<Address> = Vec::new();
    let mut behind = 0;
    while asked.recv().await.is_some() {
        if next.is_empty() {
            let queue = store.label_queue(wish, &had, ORDER).await?;
            behind = queue.remaining;
            next = queue.next.into();
        }
        let delivered = |delivery| deliver.send(delivery).is_ok();
        let batch: Vec<Candidate> = next.drain(..next.len().min(BRING)).collect();
        if batch.is_empty() {
            delivered(Delivery::End);
            continue;
        }
        for candidate in batch {
            behind = behind.saturating_sub(1);
            had.push(candidate.address);
            // A page whose month was detached is no longer there to be looked at.
            let Some(page) = store.pages(&[candidate.page]).await?.pop() else {
                continue;
            };
            let reader = Arc::clone(&reader);
            let sheet =
                tokio::task::spawn_blocking(move || Sheet::read(candidate, &page, &reader)).await;
            let sheet = Box::new(sheet.context("reading a page")?);
            delivered(Delivery::Sheet { sheet, behind });
        }
        delivered(Delivery::Done);
    }
    Ok(())
}

/// Puts labels away, in the order in which they were made, until no more can come.
async fn keep(
    store: &Store,
    who: &str,
    mut to_do: UnboundedReceiver<Errand>,
) -> anyhow::Result<()> {
    // What each label of this session replaced, so that taking it back brings that again.
    let mut replaced: Vec<(Address, Option<PageLabel>)> = Vec::new();
    while let Some(errand) = to_do.recv().await {
        let done = match errand {
            Errand::Save(marked) => {
                let label = label_of(*marked, who);
                let saved = store.save_label(&label).await;
                saved.map(|before| replaced.push((label.address, before)))
            }
            Errand::Undo(address) => {
                let last = replaced.iter().rposition(|(of, _)| *of == address);
                match last.and_then(|last| replaced.remove(last).1) {
                    Some(before) => store.save_label(&before).await.map(drop),
                    None => store.remove_label(address, who).await.map(drop),
                }
            }
        };
        done.map_err(|error| anyhow!(error))
            .context("the last label is not saved, those before it are")?;
    }
    Ok(())
}

fn label_of(marked: Marked, who: &str) -> PageLabel {
    PageLabel {
        address: marked.address,
        page: marked.page,
        who: who.to_owned(),
        at: Utc::now(),
        judgement: marked.judgement,
        guess: Some(marked.guess),
    }
}
