//! A network with sites, a database and workers on machines of their own.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use store::testing::leases;
use store::{Database, Store};
use tempfile::TempDir;
use testsite::{Newsroom, Request, Settings};

use super::net::Net;
use super::relay;
use crate::pipeline::ended;
use crate::workers::plain_seeds;
use crate::workers::worker::Worker;

/// The environment of one test.
pub(crate) struct Stage {
    pub(crate) net: Net,
    pub(crate) newsroom: Newsroom,
    pub(crate) store: Store,
    database: String,
    delay: Duration,
    folder: TempDir,
}

/// A worker's name in the database; also the end of its user agent, so that the server's log shows who made a request.
pub(crate) fn name(member: u8) -> String {
    format!("worker-{member}")
}

impl Stage {
    /// Starts the sites and the database, and seeds the sites. No worker runs yet.
    pub(crate) async fn set(members: u8, hosts: usize, pages: usize, delay: Duration) -> Self {
        let net = Net::new(members);
        let newsroom = Newsroom::start(Settings {
            address: net.site(),
            bench_hosts: hosts,
            bench_pages: pages,
            ..Settings::default()
        })
        .unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        std::fs::write(path.join("seeds.toml"), plain_seeds(&newsroom)).unwrap();
        let names = format!("[crawl.resolve]\n\"*.localhost\" = \"{}\"\n", net.site());
        std::fs::create_dir(path.join("config")).unwrap();
        std::fs::write(path.join("config/gleaner.toml"), names).unwrap();
        let store = Store::open(&Database::Embedded(path.join("data")))
            .await
            .unwrap();
        let database = relay::relay(net.hub(), relay::socket(&store.url())).await;
        let stage = Self {
            net,
            newsroom,
            store,
            database: format!("postgresql://gleaner@{database}/gleaner?sslmode=disable"),
            delay,
            folder,
        };
        let mut seed = stage.program(0);
        seed.args(["seed", "seeds.toml"]);
        ended(seed, 0).await;
        stage
    }

    /// Starts a worker on its machine.
    pub(crate) fn worker(&self, member: u8) -> Worker {
        Worker::start(self.program(member), &name(member), self.folder.path())
    }

    fn program(&self, member: u8) -> std::process::Command {
        let contact = format!("https://example.org/{}", name(member));
        let delay = self.delay.as_secs_f64().to_string();
        let settings = [
            ("CRAWL__CONTACT", contact.as_str()),
            ("CRAWL__PRIVATE_HOSTS", "[\"localhost\"]"),
            ("CRAWL__DELAY_SECONDS", delay.as_str()),
            // All sites share one address here.
            ("CRAWL__ADDRESS_DELAY_SECONDS", "0"),
            ("CRAWL__LEASE_SECONDS", "6"),
            ("CRAWL__TIMEOUT_SECONDS", "2"),
            ("CRAWL__IDLE_TIMEOUT_SECONDS", "2"),
            // Short visits, so that hosts change hands often.
            ("CRAWL__SHARE_SECONDS", "2"),
            ("CRAWL__REVISIT__FAILURE_MINUTES", "0.02"),
            ("WORKER__HOSTS_AT_ONCE", "3"),
            ("WORKER__PATIENCE_SECONDS", "20"),
        ];
        let settings = settings.map(|(key, value)| (format!("GLEANER__{key}"), value));
        let program = env!("CARGO_BIN_EXE_gleaner");
        let mut command = self.net.command(member, program);
        command
            .current_dir(self.folder.path())
            .env("DATABASE_URL", &self.database)
            .env("RUST_LOG", "warn")
            .envs(settings);
        command
    }

    /// The hosts that a worker holds, `host[:port]`.
    pub(crate) async fn held_by(&self, worker: &str) -> BTreeSet<String> {
        let leases = leases(&self.store).await.unwrap().into_iter();
        let held = leases.filter(|lease| lease.worker == worker);
        held.map(|lease| lease.authority).collect()
    }
}

/// Waits until `holds` returns true, at most three minutes.
pub(crate) async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    let since = Instant::now();
    while !holds().await {
        assert!(since.elapsed() < Duration::from_mins(3), "in vain: {what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Requests by the worker, between two instants.
pub(crate) fn by(log: &[Request], worker: &str, from: Instant, to: Instant) -> usize {
    let requests = log.iter().filter(|request| {
        let agent = request.user_agent.as_deref().unwrap_or_default();
        agent.ends_with(&format!("/{worker})")) && from <= request.started && request.started < to
    });
    requests.count()
}
