//! Runs that the reader starts: one at a time, until `gleaner serve` ends.

use anyhow::{anyhow, bail};
use serde_json::json;
use store::{Lifecycle, Run, RunState, Store};
use tokio::sync::Mutex;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use web::{RunRequest, StartedRun};

use crate::console::failure::{Advise as _, describe};
use crate::pipeline::{self, Plan, RunReport, Stages};

#[derive(Debug)]
pub(super) struct Runs {
    pub(super) store: Store,
    pub(super) plan: Plan,
    pub(super) stop: CancellationToken,
    /// The runs that the program waits for at its end.
    pub(super) background: TaskTracker,
    /// The run that began last, and its work. Locked while a run begins.
    pub(super) last: Mutex<Option<(i64, JoinHandle<()>)>>,
}

impl Runs {
    /// Begins a run, which continues in the background. Fails if a run is under way, also one of another process.
    pub(super) async fn start(&self, request: RunRequest) -> anyhow::Result<StartedRun> {
        let plan = self.plan(request).await?;
        let mut last = self.last.lock().await;
        if let Some(running) = self.under_way(last.as_ref()).await? {
            bail!(
                "run {} ({}) is under way; /runs shows its progress. Try again when it has ended",
                running.id,
                running.command
            );
        }
        let id = pipeline::begin(&self.store, &plan).await?;
        let stop = self.stop.child_token();
        let run = StartedRun {
            id,
            stop: stop.clone(),
        };
        let store = self.store.clone();
        let work = tokio::spawn({
            let store = store.clone();
            async move {
                let mut done = RunReport::default();
                pipeline::complete(&store, id, &plan, &stop, &mut done).await
            }
        });
        let recorded = self.background.spawn(async move {
            match work.await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => {
                    tracing::error!(run.id = id, "the run failed: {}", describe(&error));
                }
                Err(panic) => {
                    tracing::error!(run.id = id, "the run failed: {panic}");
                    let why = Some("it ended by a bug in Gleaner; the log has the details");
                    let ended = store
                        .finish_run(id, RunState::Failed, &json!({}), why)
                        .await;
                    if let Err(error) = ended {
                        tracing::error!(%error, run.id = id, "the end of the run was not recorded");
                    }
                }
            }
        });
        *last = Some((id, recorded));
        Ok(run)
    }

    /// The run that is under way, also one of another process. The last one of this process is ended now if its end could not be
    /// recorded.
    async fn under_way(&self, last: Option<&(i64, JoinHandle<()>)>) -> anyhow::Result<Option<Run>> {
        if let Some((id, work)) = last {
            let is_over = work.is_finished(); // before the run is read, which may end in between
            let run = self.store.run(*id).await?;
            if let Some(run) = run.filter(|run| run.finished_at.is_none()) {
                if !is_over {
                    return Ok(Some(run));
                }
                let why = Some("its end could not be recorded");
                self.store
                    .finish_run(run.id, RunState::Failed, &run.counts, why)
                    .await?;
            }
        }
        Ok(self.store.running(true).await?)
    }

    /// The plan of a run. Fails if it could do nothing.
    async fn plan(&self, request: RunRequest) -> anyhow::Result<Plan> {
        let mut plan = self.plan.clone();
        let site = match request {
            RunRequest::Crawl(site) => {
                plan.stages = Stages::Crawl;
                plan.crawl.check().map_err(anyhow::Error::msg)?;
                site
            }
            RunRequest::Extract(site) => {
                plan.stages = Stages::Extract;
                Some(site)
            }
        };
        plan.limits.only.extend(site);
        if plan.stages == Stages::Crawl {
            let sites = self.store.site_overviews(&plan.limits.only, false).await?;
            let mut sites = sites.iter();
            if !sites.any(|site| site.seeded && site.lifecycle == Lifecycle::Active) {
                return match plan.limits.only.first() {
                    Some(id) => Err(anyhow!("the site {id:?} is not crawled"))
                        .advise("its page says why; a paused site can be resumed there"),
                    None => Err(anyhow!("there is no site to crawl")).advise("add one on /sources"),
                };
            }
        }
        Ok(plan)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use testsite::Newsroom;

    use super::*;
    use crate::reading::stored::PageExtractor;
    use crate::settings::tests::built_in;

    async fn ended(store: &Store, run: &StartedRun) -> Run {
        loop {
            let found = store.run(run.id).await.unwrap().unwrap();
            if found.state != RunState::Running {
                return found;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn one_run_at_a_time_crawls_or_extracts_and_can_be_stopped() {
        let store = &*store::testing::database().await;
        let settings = built_in();
        let extractor = Arc::new(PageExtractor::new(&settings).unwrap());
        let mut runs = Runs {
            store: store.clone(),
            plan: Plan::new(&settings, extractor),
            stop: CancellationToken::new(),
            background: TaskTracker::new(),
            last: Mutex::default(),
        };
        let refused =
            async |runs: &Runs, request| describe(&runs.start(request).await.unwrap_err());
        let all = || RunRequest::Crawl(None);
        let contact = refused(&runs, all()).await;
        assert!(contact.contains("contact"), "{contact}");
        runs.plan.crawl = ::crawl::Settings {
            delay: Duration::from_millis(100),
            private_hosts: vec!["localhost".to_owned()],
            ..::crawl::Settings::with_contact("https://example.org/about").unwrap()
        };
        let none = refused(&runs, all()).await;
        assert!(none.contains("there is no site to crawl"), "{none}");

        let newsroom = Newsroom::start(testsite::Settings::default()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let seeds = folder.path().join("newsroom.toml");
        std::fs::write(&seeds, newsroom.seeds_toml()).unwrap();
        pipeline::seed(store, &[seeds], &runs.plan.crawl, false)
            .await
            .unwrap();
        let site = store.sites().await.unwrap()[0].id.clone();
        store.pause_site(&site, true).await.unwrap();
        let paused = refused(&runs, RunRequest::Crawl(Some(site.clone()))).await;
        assert!(paused.contains("is not crawled"), "{paused}");
        store.pause_site(&site, false).await.unwrap();

        let of_no_session = "insert into runs (command) values ('nightly')";
        store::testing::damage(store, of_no_session).await.unwrap();
        let run = runs
            .start(RunRequest::Crawl(Some(site.clone())))
            .await
            .unwrap();
        let busy = refused(&runs, RunRequest::Extract(site.clone())).await;
        assert!(
            busy.contains(&format!("run {} (crawl) is under way", run.id)),
            "{busy}"
        );
        while store.export(0, 1).await.unwrap().is_empty() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        run.stop.cancel();
        let stopped = ended(store, &run).await;
        assert_eq!(stopped.state, RunState::Stopped, "{stopped:?}");
        assert_eq!(stopped.counts["site"], site.as_str());
        assert!(stopped.count("fetched") > Some(0), "{stopped:?}");

        runs.background.close();
        runs.background.wait().await;
        let of_no_end = format!(
            "update runs set state = 'running', finished_at = null where run_id = {}",
            run.id
        );
        store::testing::damage(store, &of_no_end).await.unwrap();
        let unended = run;
        store
            .requeue_all(std::slice::from_ref(&site))
            .await
            .unwrap();
        let run = runs.start(RunRequest::Extract(site.clone())).await.unwrap();
        let unended = store.run(unended.id).await.unwrap().unwrap();
        assert_eq!(unended.state, RunState::Failed, "{unended:?}");
        let requests = newsroom.log().len();
        let extracted = ended(store, &run).await;
        assert_eq!(extracted.state, RunState::Done, "{extracted:?}");
        assert!(extracted.count("pages_read") > Some(0), "{extracted:?}");
        assert_eq!(newsroom.log().len(), requests, "nothing is requested");
        assert!(!store.has_queued_pages(&[site]).await.unwrap());
    }
}
