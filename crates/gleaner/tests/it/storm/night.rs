//! One crawl in a storm, from the first request to the last.

use std::time::Duration;

use chrono::{TimeDelta, Utc};
use store::testing::{HeldLease, leases};
use testsite::Request;

use super::rng::{Rng, Victim};
use super::size::Size;
use super::stage::{LEASE, Stage};
use crate::workers::judge::Death;
use crate::workers::worker::ended_well;

/// Time without progress after which a crawl is stuck.
const STUCK: Duration = Duration::from_mins(2);
/// How long the database may continue to work for a client that has just been killed.
const AFTERMATH: TimeDelta = TimeDelta::seconds(6);

/// The evidence of a night.
#[derive(Debug)]
pub(crate) struct Night {
    /// Requests to the sites.
    pub(crate) log: Vec<Request>,
    pub(crate) deaths: Vec<Death>,
    /// Leases that were held when everything was killed in the last round.
    pub(crate) leases_left: usize,
    /// How long the longest of them outlasted its worker.
    pub(crate) longest_lease: TimeDelta,
    /// Those that outlasted their worker by more than their own length.
    pub(crate) stuck: Vec<HeldLease>,
    /// Workers that failed after the storm, and their last output.
    pub(crate) failed: Vec<String>,
}

impl Night {
    /// Crawls everything that is due while something is killed `rounds` times, in the last round everything.
    #[expect(clippy::print_stdout, reason = "a storm takes minutes")]
    pub(crate) async fn of_storm(
        stage: &mut Stage,
        size: &Size,
        rounds: usize,
        rng: &mut Rng,
    ) -> Self {
        let mut deaths: Vec<Death> = Vec::new();
        stage.start_workers(size);
        for round in 1..=rounds {
            let share = size.total() / (rounds + 1);
            let mark = rng.near(share * round, share);
            stage.until_requests(mark, size, STUCK).await;
            let victim = if round == rounds {
                Victim::Everything
            } else {
                rng.victim(size.workers)
            };
            let death = stage.strike(&victim, rng).await;
            let (requests, held) = (stage.newsroom.requests(), death.held.len());
            println!(
                "round {round}: {requests} requests, {} dies with {held} hosts in hand",
                death.who
            );
            deaths.push(death);
            if round < rounds {
                stage.start_workers(size);
            }
        }
        let mut night = Self {
            log: Vec::new(),
            deaths,
            leases_left: 0,
            longest_lease: TimeDelta::zero(),
            stuck: Vec::new(),
            failed: Vec::new(),
        };
        night.bury(stage).await;
        stage.start_workers(size);
        night.failed = ended_well(&mut stage.workers, Duration::from_mins(10)).await;
        night.log = stage.newsroom.log();
        night
    }

    /// Reads the leases that killed workers hold, and waits until they should be free. No worker runs.
    async fn bury(&mut self, stage: &Stage) {
        let died = Utc::now();
        let store = stage.store().await;
        let left = leases(&store).await.unwrap();
        self.leases_left = left.len();
        let longest = left.iter().map(|lease| lease.until - died).max();
        self.longest_lease = longest.unwrap_or_default().max(TimeDelta::zero());
        tokio::time::sleep(self.longest_lease.to_std().unwrap()).await;
        let term = TimeDelta::from_std(LEASE).unwrap() + AFTERMATH;
        let stuck = left.into_iter().filter(|lease| lease.until - died > term);
        self.stuck = stuck.collect();
        let still = leases(&store).await.unwrap().into_iter();
        self.stuck.extend(still.filter(|lease| lease.running));
        store.close().await.unwrap();
    }
}
