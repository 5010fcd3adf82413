//! The aggregate stage: finds copies and stories. Loads the articles that are due, advances the [`Grouping`], and saves each step in
//! one transaction.

mod rows;

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::num::NonZeroU32;

use ::aggregate::{Changes, Grouping, KnownText, Phase, StateError, StoryArticle};
use anyhow::Context as _;
use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use store::{AggregateClaim, Aggregates, CopyBatch, Store, StoryMember, StoryMerge};
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

use crate::console::failure::Advise as _;
use crate::console::plural::count;
use crate::console::progress::Progress;

/// Maximum bytes of text per chunk. The data about its articles needs about six times as much memory.
const CHUNK_BYTES: i64 = 16 << 20;

/// Number of stories whose articles are loaded at a time.
const STORIES: usize = 10_000;

/// How often in succession a run begins again because another one saved its step first. Each time, the other one has made progress.
const MAX_OVERTAKEN: u32 = 100;

/// A saved run that is further ahead of the database's clock had pages dated by a wrong clock.
const MAX_CLOCK_SKEW: TimeDelta = TimeDelta::days(1);

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Aggregated {
    /// Articles processed.
    pub(crate) articles: u64,
    /// Articles among them that are copies of another.
    pub(crate) copies: u64,
    /// Stories that got an article and still exist.
    pub(crate) stories: u64,
    /// Stories among them that are new.
    pub(crate) new_stories: u64,
    /// Stories of earlier runs that were merged into another.
    pub(crate) merged: u64,
    /// Articles that moved to another URL.
    pub(crate) moved: u64,
    /// Whether it was stopped early; the rest is still due.
    pub(crate) stopped: bool,
}

impl fmt::Display for Aggregated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} grouped, {} of them copies of another; {}, {} of them new",
            count(self.articles, "article"),
            self.copies,
            count(self.stories, "story"),
            self.new_stories
        )?;
        if self.merged > 0 {
            write!(f, ", {} merged into others", self.merged)?;
        }
        if self.moved > 0 {
            write!(f, "; {} moved to another URL", count(self.moved, "article"))?;
        }
        Ok(())
    }
}

/// Finds copies and stories among the articles that are new since the last run, `chunk` of them per transaction. On `stop`, it abandons
/// the chunk in progress, which is still due.
pub(crate) async fn aggregate(
    store: &Store,
    chunk: NonZeroU32,
    stop: &CancellationToken,
) -> anyhow::Result<Aggregated> {
    let progress = Progress::begin("aggregate", "articles", None);
    let mut done = Aggregated::default();
    let mut overtaken = 0;
    loop {
        let before = done.articles;
        let grouped = tokio::select! {
            grouped = group(store, chunk, &progress, &mut done) => grouped,
            () = stop.cancelled() => {
                done.stopped = true;
                Ok(())
            }
        };
        match grouped {
            Err(error) if error.is::<Overtaken>() && overtaken < MAX_OVERTAKEN => {
                tracing::debug!(
                    "another run has grouped the same articles; continuing with what it left"
                );
                let is_first = done.articles > before;
                overtaken = if is_first { 1 } else { overtaken + 1 };
            }
            grouped => break grouped?,
        }
    }
    let throughput = progress.end();
    tracing::info!(
        articles_grouped = done.articles,
        articles_moved = done.moved,
        copies = done.copies,
        stories = done.stories,
        stories_added = done.new_stories,
        stories_merged = done.merged,
        stage.done = throughput.done,
        stage.per_second = throughput.per_second,
        duration_ms = throughput.millis,
        "aggregate finished"
    );
    Ok(done)
}

async fn group(
    store: &Store,
    chunk: NonZeroU32,
    progress: &Progress,
    done: &mut Aggregated,
) -> anyhow::Result<()> {
    let present = store.server().await?.now;
    let (mut token, mut saved) = store.aggregate_states(::aggregate::VERSION).await?;
    if let Some(ahead) = Grouping::saved_now(&saved)?.filter(|at| *at > present + MAX_CLOCK_SKEW) {
        // that run discarded recent articles as too old
        tracing::warn!(
            "articles were last grouped as of {}, which is in the future: a clock was wrong; all articles are grouped again",
            ahead.format("%Y-%m-%d %H:%M")
        );
        store.forget_aggregates().await?;
        (token, saved) = store.aggregate_states(::aggregate::VERSION).await?;
    }
    let due = || store.copies_due(i64::from(chunk.get()), CHUNK_BYTES);
    let mut work = due().await?;
    if work.cursor == work.since && Grouping::saved_phase(&saved)? == Phase::Done {
        return Ok(());
    }
    let mut run = OpenRun::open(store, token, work.since, saved).await?;
    loop {
        let is_last = work.cursor == work.since;
        if is_last || run.grouping.must_end() {
            run.finish(work.since, is_last.then_some(present), done)
                .await?;
        }
        if is_last {
            return Ok(());
        }
        // a newer program may have migrated the database meanwhile
        store.check_schema().await?;
        let ids: Vec<String> = work.due.iter().map(|a| a.id.clone()).collect();
        let least_words = i32::try_from(::aggregate::MIN_WORDS)?;
        done.moved += store.link_moved(&ids, least_words).await?;
        let found = run.ingest(work, present).await?;
        done.articles += ids.len() as u64;
        let copies = found.copies.iter().filter(|c| c.duplicate_of.is_some());
        done.copies += copies.count() as u64;
        // The id of a story is that of the article that founded it, with a number if that was taken.
        let is_new = |member: &StoryMember| member.story_id.starts_with(&member.id);
        run.grown.join(found.members, is_new, done);
        progress.add(ids.len() as u64);
        work = due().await?;
    }
}

/// The stories that got an article in the current run.
#[derive(Debug, Default)]
struct Grown {
    all: HashSet<String>,
    /// The stories that began in it.
    new: HashSet<String>,
}

impl Grown {
    /// Counts the stories that these articles joined.
    fn join(
        &mut self,
        members: Vec<StoryMember>,
        is_new: impl Fn(&StoryMember) -> bool,
        done: &mut Aggregated,
    ) {
        for member in members {
            if is_new(&member) && self.new.insert(member.story_id.clone()) {
                done.new_stories += 1;
            }
            done.stories += u64::from(self.all.insert(member.story_id));
        }
    }

    /// Subtracts the stories that were merged into another.
    fn merge(&mut self, merged: &[StoryMerge], done: &mut Aggregated) {
        for merge in merged {
            done.stories -= u64::from(self.all.remove(&merge.from));
            if self.new.remove(&merge.from) {
                done.new_stories -= 1;
            } else {
                done.merged += 1;
            }
        }
    }
}

/// A run in progress, with the claim to save its state.
struct OpenRun<'a> {
    store: &'a Store,
    grouping: Grouping,
    last: AggregateClaim,
    grown: Grown,
}

impl<'a> OpenRun<'a> {
    async fn open(
        store: &'a Store,
        token: i64,
        since: i64,
        saved: Vec<(String, Vec<u8>)>,
    ) -> anyhow::Result<Self> {
        // after `--all` there are no earlier articles
        if saved.is_empty() && token > 0 && since > 0 {
            tracing::warn!(
                "the state of earlier articles comes from another version of the program; new articles form stories of their \
                 own. `gleaner aggregate --all` groups all articles again"
            );
        }
        let loaded = tokio::task::spawn_blocking(move || Grouping::load(&saved)).await?;
        let grouping = loaded.advise("`gleaner aggregate --all` groups all articles again")?;
        let now = Utc::now().timestamp_nanos_opt().unwrap_or_default();
        let owner = format!("{}-{now}", std::process::id());
        Ok(Self {
            store,
            grouping,
            last: AggregateClaim { token, owner },
            grown: Grown::default(),
        })
    }

    async fn ingest(
        &mut self,
        work: CopyBatch,
        present: DateTime<Utc>,
    ) -> anyhow::Result<Aggregates> {
        let hashes: Vec<String> = work.due.iter().map(|a| a.content_hash.clone()).collect();
        let leaders = self.store.leaders_with_hash(&hashes).await?;
        let leaders: HashMap<String, KnownText> =
            leaders.into_iter().filter_map(rows::known).collect();
        let CopyBatch {
            due, gone, cursor, ..
        } = work;
        self.step(cursor, None, gone.clone(), move |grouping| {
            let batch = due.into_iter().map(|row| rows::article(row, present));
            let batch = batch.collect();
            grouping.ingest(batch, &gone, &leaders)
        })
        .await
    }

    /// Ends the run at a cursor. `until` is when it began, if nothing is left to group.
    async fn finish(
        &mut self,
        cursor: i64,
        until: Option<DateTime<Utc>>,
        done: &mut Aggregated,
    ) -> anyhow::Result<()> {
        if self.grouping.phase() == Phase::Ingesting {
            let reports = self.reports(self.grouping.expiring()).await?;
            let before: HashSet<String> = self.grouping.live().into_iter().collect();
            let repair = move |grouping: &mut Grouping| grouping.repair(reports);
            let repaired = self.step(cursor, None, Vec::new(), repair).await?;
            let is_new = |member: &StoryMember| !before.contains(&member.story_id);
            self.grown.join(repaired.members, is_new, done);
            self.grown.merge(&repaired.merged, done);
        }
        self.grown = Grown::default();
        let reports = self.reports(self.grouping.live()).await?;
        let rank = move |grouping: &mut Grouping| grouping.rank(reports);
        self.step(cursor, until, Vec::new(), rank).await?;
        Ok(())
    }

    async fn reports(&self, stories: Vec<String>) -> anyhow::Result<Vec<StoryArticle>> {
        let mut reports = Vec::new();
        for stories in stories.chunks(STORIES) {
            let rows = self.store.story_reports(stories).await?;
            reports.extend(rows.into_iter().map(rows::report));
        }
        Ok(reports)
    }

    /// Runs one step on a separate thread, for which the end of the program does not wait, and saves its changes.
    async fn step(
        &mut self,
        cursor: i64,
        grouped_until: Option<DateTime<Utc>>,
        gone: Vec<String>,
        step: impl FnOnce(&mut Grouping) -> Result<Changes, StateError> + Send + 'static,
    ) -> anyhow::Result<Aggregates> {
        let mut grouping = std::mem::take(&mut self.grouping);
        let (answer, stepped) = oneshot::channel();
        let thread = std::thread::Builder::new().name("aggregate".to_owned());
        thread.spawn(move || {
            let changes = step(&mut grouping).map_err(anyhow::Error::from);
            let found = changes.and_then(|changes| rows::changes(changes, grouping.now()));
            // The receiver is gone if the run was stopped.
            drop(answer.send((grouping, found)));
        })?;
        let (grouping, found) = stepped.await.context("grouping has panicked")?;
        self.grouping = grouping;
        let found = Aggregates {
            cursor,
            grouped_until,
            gone,
            ..found?
        };
        if !self.store.save_aggregates(&found, &self.last).await? {
            return Err(Overtaken)
                .advise("wait until it ends; the same command then continues with the rest");
        }
        self.last.token += 1;
        Ok(found)
    }
}

/// Another run saved a step for the same articles first.
#[derive(Debug, thiserror::Error)]
#[error("another `gleaner aggregate` or nightly run is grouping the same articles")]
struct Overtaken;

#[cfg(test)]
mod tests {
    use super::*;

    fn member(id: &str, story_id: &str) -> StoryMember {
        StoryMember {
            id: id.to_owned(),
            story_id: story_id.to_owned(),
            score: 1.0,
            shared: "[]".to_owned(),
            nearly: None,
        }
    }

    fn merge(from: &str, to: &str) -> StoryMerge {
        StoryMerge {
            from: from.to_owned(),
            to: to.to_owned(),
            language: "de".to_owned(),
            at: Utc::now(),
        }
    }

    #[test]
    fn stories_that_are_split_off_count_and_those_that_are_merged_do_not() {
        let (mut grown, mut done) = (Grown::default(), Aggregated::default());
        let founded = [member("a", "a"), member("b", "a"), member("c", "c")];
        let joined = [member("d", "old"), member("e", "older")];
        let is_founder = |member: &StoryMember| member.id == member.story_id;
        grown.join(
            [founded.to_vec(), joined.to_vec()].concat(),
            is_founder,
            &mut done,
        );
        assert_eq!((done.stories, done.new_stories), (4, 2));
        let split = vec![member("b", "b"), member("c", "old")];
        grown.join(split, |member| member.story_id == "b", &mut done);
        grown.merge(
            &[
                merge("c", "old"),
                merge("older", "old"),
                merge("quiet", "old"),
            ],
            &mut done,
        );
        assert_eq!((done.stories, done.new_stories, done.merged), (3, 2, 2));
    }
}
