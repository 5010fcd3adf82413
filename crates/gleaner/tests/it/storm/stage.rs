//! The environment of the storm: a newsroom, a separate database, and as many workers as the size demands.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use store::testing::leases;
use store::{Database, Store};
use tempfile::TempDir;
use testsite::{Newsroom, Settings};

use super::rng::{Rng, Victim};
use super::size::Size;
use crate::pipeline::ended;
use crate::workers::judge::Death;
use crate::workers::worker::Worker;
use crate::workers::{plain_seeds, signal};

/// Minimum delay between two requests to a host.
pub(crate) const DELAY: Duration = Duration::from_millis(5);
/// Duration of a worker's lease on a host.
pub(crate) const LEASE: Duration = Duration::from_secs(6);

/// The environment of one storm.
pub(crate) struct Stage {
    pub(crate) newsroom: Newsroom,
    pub(crate) workers: Vec<Worker>,
    /// Workers that failed without being killed, and their last output.
    pub(crate) failed: Vec<String>,
    started: usize,
    folder: TempDir,
}

impl Stage {
    /// Starts the database and seeds the sites. No worker runs yet.
    pub(crate) async fn set(size: &Size) -> Self {
        let newsroom = Newsroom::start(Settings {
            bench_hosts: size.hosts,
            bench_pages: size.pages,
            ..Settings::default()
        })
        .unwrap();
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("seeds.toml"), plain_seeds(&newsroom)).unwrap();
        let stage = Self {
            newsroom,
            workers: Vec::new(),
            failed: Vec::new(),
            started: 0,
            folder,
        };
        let mut seed = stage.gleaner(size);
        seed.args(["seed", "seeds.toml"]);
        ended(seed, 0).await;
        stage
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn gleaner(&self, size: &Size) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gleaner"));
        let settings = [
            ("CRAWL__CONTACT", "https://example.org/about".to_owned()),
            ("CRAWL__PRIVATE_HOSTS", "[\"localhost\"]".to_owned()),
            ("CRAWL__DELAY_SECONDS", DELAY.as_secs_f64().to_string()),
            // All sites share one address here.
            ("CRAWL__ADDRESS_DELAY_SECONDS", "0".to_owned()),
            ("CRAWL__LEASE_SECONDS", LEASE.as_secs_f64().to_string()),
            ("CRAWL__TIMEOUT_SECONDS", "3".to_owned()),
            ("WORKER__HOSTS_AT_ONCE", size.hosts_at_once().to_string()),
            ("WORKER__PATIENCE_SECONDS", "20".to_owned()),
        ];
        command
            .current_dir(self.folder.path())
            .env_remove("DATABASE_URL")
            .env("GLEANER_DATA_DIR", self.data())
            .env("RUST_LOG", "warn")
            .envs(settings.map(|(key, value)| (format!("GLEANER__{key}"), value)));
        command
    }

    /// Opens the database, and starts it if it is not running.
    pub(crate) async fn store(&self) -> Store {
        Store::open(&Database::Embedded(self.data())).await.unwrap()
    }

    /// Begins the next day: some pages change, all are due.
    pub(crate) async fn next_day(&self) {
        self.newsroom.clear_log();
        self.newsroom.advance();
        let store = self.store().await;
        let yesterday = chrono::Utc::now() - chrono::TimeDelta::days(1);
        let made = store.make_due(&[], yesterday).await.unwrap();
        assert!(made > 0);
        store.close().await.unwrap();
    }

    /// Replaces workers that have ended, and records those that failed.
    pub(crate) fn start_workers(&mut self, size: &Size) {
        let mut workers = std::mem::take(&mut self.workers);
        workers.retain_mut(|worker| match worker.ended() {
            None => true,
            Some(status) => {
                if !status.success() {
                    self.failed
                        .push(format!("{} {status}: {}", worker.name, worker.log()));
                }
                false
            }
        });
        while workers.len() < size.workers {
            self.started += 1;
            let name = format!("worker-{}", self.started);
            workers.push(Worker::start(self.gleaner(size), &name, self.folder.path()));
        }
        self.workers = workers;
    }

    /// Waits until the sites have received `mark` requests.
    pub(crate) async fn until_requests(&mut self, mark: usize, size: &Size, stuck: Duration) {
        let (mut before, mut since) = (0, Instant::now());
        loop {
            let now = self.newsroom.requests();
            if now >= mark {
                return;
            }
            if now > before {
                (before, since) = (now, Instant::now());
            }
            assert!(
                since.elapsed() < stuck,
                "the crawl stands still at {now} requests: {:#?}",
                self.logs()
            );
            self.start_workers(size);
            tokio::time::sleep(Duration::from_millis(3)).await;
        }
    }

    fn logs(&self) -> Vec<String> {
        self.workers.iter().map(Worker::log).collect()
    }

    /// Kills the victim and records the hosts that it held.
    pub(crate) async fn strike(&mut self, victim: &Victim, rng: &mut Rng) -> Death {
        let mut names: Vec<String> = Vec::new();
        let at = Instant::now();
        let who = match victim {
            Victim::Workers(indices) => {
                for index in indices {
                    self.workers[*index].kill();
                    names.push(self.workers[*index].name.clone());
                }
                names.join(" and ")
            }
            Victim::Server | Victim::Backend => {
                names.extend(self.workers.iter().map(|worker| worker.name.clone()));
                self.kill_server(victim, rng)
            }
            Victim::Everything => {
                names.extend(self.workers.iter().map(|worker| worker.name.clone()));
                let server = self.kill_server(&Victim::Server, rng);
                self.workers.iter_mut().for_each(Worker::kill);
                format!("everybody, {server} too,")
            }
        };
        let at = if matches!(victim, Victim::Workers(_) | Victim::Everything) {
            Instant::now()
        } else {
            at
        };
        if matches!(victim, Victim::Workers(_)) {
            self.workers.retain(|worker| !names.contains(&worker.name));
        } else if *victim == Victim::Everything {
            self.workers.clear();
        }
        let store = self.store().await;
        let held = leases(&store).await.unwrap().into_iter();
        let held: BTreeSet<String> = held
            .filter(|lease| names.contains(&lease.worker))
            .map(|lease| lease.authority)
            .collect();
        store.close().await.unwrap();
        Death { at, who, held }
    }

    /// Sends SIGKILL to the server's main process or to one of its children.
    fn kill_server(&self, victim: &Victim, rng: &mut Rng) -> String {
        let file = self.data().join("postgres/data/postmaster.pid");
        let text = std::fs::read_to_string(file).unwrap();
        let first: u32 = text.lines().next().unwrap().trim().parse().unwrap();
        let pid = match victim {
            Victim::Backend => {
                let children = children(first);
                children
                    .get(rng.below(children.len()))
                    .copied()
                    .unwrap_or(first)
            }
            _ => first,
        };
        assert!(is_ours(pid), "process {pid} is no server of this test");
        signal(pid, "-9");
        let name = if pid == first {
            "the server"
        } else {
            "a process of the server"
        };
        name.to_owned()
    }
}

/// The children of a process, in order of their ids.
fn children(parent: u32) -> Vec<u32> {
    let numbers = std::fs::read_dir("/proc").unwrap().flatten();
    let numbers = numbers.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let mut children: Vec<u32> = numbers
        .filter(|pid| {
            let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            let rest = stat.rsplit(')').next().unwrap_or_default();
            rest.split_whitespace().nth(1) == Some(&parent.to_string())
        })
        .collect();
    children.sort_unstable();
    children
}

fn is_ours(pid: u32) -> bool {
    let link =
        |name: &str| std::fs::read_to_string(Path::new("/proc").join(pid.to_string()).join(name));
    link("cmdline").is_ok_and(|line| line.contains("postgres"))
}
