//! Articles to copies and stories, in chunks, each of which is saved whole.

mod finish;
mod link;
mod state;
mod take;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::num::NonZeroU32;

use anyhow::anyhow;
use chrono::Utc;
use serde::Serialize;
use store::{AggregateClaim, Aggregates, CopyWork, Store, StoryReport};
use tokio_util::sync::CancellationToken;

use crate::failure::Advise as _;
use crate::progress::Progress;
use state::{Phase, State};

/// Stories whose articles are asked for at a time.
const STORIES: usize = 10_000;

/// What aggregating did.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Aggregated {
    /// Articles looked at.
    pub(crate) articles: u64,
    /// Of those, copies of another.
    pub(crate) copies: u64,
    /// Stories that got an article.
    pub(crate) stories: u64,
    /// Of those, the ones that began with it.
    pub(crate) new_stories: u64,
    /// Stories that became part of another.
    pub(crate) merged: u64,
    /// Articles that went on at another address.
    pub(crate) moved: u64,
    /// Ended early by request; the rest is still due.
    pub(crate) stopped: bool,
}

impl fmt::Display for Aggregated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            articles,
            copies,
            stories,
            new_stories,
            merged,
            moved,
            ..
        } = self;
        write!(
            f,
            "{articles} articles looked at: {copies} are copies of another; {stories} stories, {new_stories} of them new"
        )?;
        if *merged > 0 {
            write!(f, ", {merged} merged into others")?;
        }
        if *moved > 0 {
            write!(f, "; {moved} articles have moved")?;
        }
        Ok(())
    }
}

/// Finds copies and stories among the articles that are new since the last time, so many between two transactions.
pub(crate) async fn aggregate(
    store: &Store,
    chunk: NonZeroU32,
    stop: &CancellationToken,
) -> anyhow::Result<Aggregated> {
    let progress = Progress::begin("aggregate", "articles", None);
    let mut done = Aggregated::default();
    let mut work = store.copies_due(i64::from(chunk.get())).await?;
    let (turn, saved) = store.aggregate_states(::aggregate::VERSION).await?;
    if work.cursor == work.since && !State::is_open(&saved)? {
        progress.finish(&done.to_string());
        return Ok(done);
    }
    let mut desk = Desk::open(store, turn, work.since, saved).await?;
    let mut grown = HashSet::new();
    loop {
        if stop.is_cancelled() {
            done.stopped = true;
            break;
        }
        if work.cursor == work.since {
            desk.finish(work.cursor, &mut done).await?;
            break;
        }
        let ids: Vec<String> = work.due.iter().map(|a| a.id.clone()).collect();
        let least_words = i32::try_from(::aggregate::MIN_WORDS)?;
        done.moved += store.link_moved(&ids, least_words).await?;
        let found = desk.take(work).await?;
        done.articles += ids.len() as u64;
        let copies = found.copies.iter().filter(|c| c.duplicate_of.is_some());
        done.copies += copies.count() as u64;
        for member in found.members {
            // A story bears the name of the article that founded it, and a number if it was taken.
            done.new_stories += u64::from(member.story_id.starts_with(&member.id));
            grown.insert(member.story_id);
        }
        progress.add(ids.len() as u64);
        work = store.copies_due(i64::from(chunk.get())).await?;
    }
    done.stories = grown.len() as u64;
    progress.finish(&done.to_string());
    Ok(done)
}

/// The state while it is worked on, and the right to save it.
struct Desk<'a> {
    store: &'a Store,
    state: State,
    last: AggregateClaim,
}

impl<'a> Desk<'a> {
    async fn open(
        store: &'a Store,
        turn: i64,
        since: i64,
        saved: Vec<(String, Vec<u8>)>,
    ) -> anyhow::Result<Self> {
        // who begins anew, as `--all` does, has no earlier articles
        if saved.is_empty() && turn > 0 && since > 0 {
            tracing::warn!(
                "what is known of earlier articles is of another version of the program; new articles form stories of their \
                 own. `gleaner aggregate --all` groups all articles again"
            );
        }
        let loaded = tokio::task::spawn_blocking(move || State::load(&saved)).await?;
        let state = loaded.advise("`gleaner aggregate --all` groups all articles again")?;
        let now = Utc::now().timestamp_nanos_opt().unwrap_or_default();
        let owner = format!("{}-{now}", std::process::id());
        Ok(Self {
            store,
            state,
            last: AggregateClaim { turn, owner },
        })
    }

    async fn take(&mut self, work: CopyWork) -> anyhow::Result<Aggregates> {
        let hashes: Vec<String> = work.due.iter().map(|a| a.content_hash.clone()).collect();
        let older = self.store.leaders_with_hash(&hashes).await?;
        let older: HashMap<String, String> = older.into_iter().collect();
        self.work(move |state| take::take(state, work, &older))
            .await
    }

    async fn finish(&mut self, cursor: i64, done: &mut Aggregated) -> anyhow::Result<()> {
        if self.state.run.phase == Phase::Taking {
            let reports = self.reports(finish::to_close(&self.state)).await?;
            let repaired = self.work(move |state| finish::repair(state, reports, cursor));
            done.merged += repaired.await?.merged.len() as u64;
        }
        let reports = self.reports(finish::to_rank(&self.state)).await?;
        self.work(move |state| finish::rank(state, reports, cursor))
            .await?;
        Ok(())
    }

    async fn reports(&self, stories: Vec<String>) -> anyhow::Result<Vec<StoryReport>> {
        let mut reports = Vec::new();
        for stories in stories.chunks(STORIES) {
            reports.extend(self.store.story_reports(stories).await?);
        }
        Ok(reports)
    }

    /// Works on the state, away from those that wait, and saves what comes of it.
    async fn work(
        &mut self,
        work: impl FnOnce(&mut State) -> anyhow::Result<Aggregates> + Send + 'static,
    ) -> anyhow::Result<Aggregates> {
        let mut state = std::mem::take(&mut self.state);
        let worked = tokio::task::spawn_blocking(move || {
            let found = work(&mut state);
            (state, found)
        });
        let (state, found) = worked.await?;
        self.state = state;
        let found = found?;
        let saved = self.store.save_aggregates(&found, &self.last).await?;
        overtaken(saved)?;
        self.last.turn += 1;
        Ok(found)
    }
}

fn overtaken(saved: bool) -> anyhow::Result<()> {
    if saved {
        return Ok(());
    }
    Err(anyhow!(
        "another `gleaner aggregate` or nightly run is grouping the same articles"
    ))
    .advise("let that one end; the same command then goes on with the rest")
}
