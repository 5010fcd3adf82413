//! Processes killed in mid-crawl, and what they leave behind.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;
use testsite::{Newsroom, Settings};

use super::{World, ended, program};

/// Number of plain sites, and of pages on each.
const BENCH: usize = 4;
const PAGES: usize = 200;

pub(super) fn settings() -> Settings {
    Settings {
        bench_hosts: BENCH,
        bench_pages: PAGES,
        ..Settings::default()
    }
}

/// Sets leases that expire soon, and the time to wait for that.
pub(super) fn with_short_leases(mut command: Command) -> Command {
    command
        .env("GLEANER__CRAWL__LEASE_SECONDS", "3")
        .env("GLEANER__CRAWL__TIMEOUT_SECONDS", "3")
        .env("GLEANER__WORKER__PATIENCE_SECONDS", "20");
    command
}

pub(super) async fn wait_for_requests(newsroom: &Newsroom, requests: usize) {
    let deadline = Instant::now() + Duration::from_mins(1);
    while newsroom.log().len() < requests && Instant::now() < deadline {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

pub(super) async fn finished(command: Command) -> String {
    ended(command, 0).await.0
}

/// Number of complete bodies sent beyond the first of each address.
pub(super) fn repeated(newsroom: &Newsroom) -> usize {
    let mut bodies: HashMap<String, usize> = HashMap::new();
    for request in newsroom.log() {
        // one page always breaks off, so that it is requested again
        let is_whole = !["/robots.txt", "/half.php"].contains(&request.path.as_str());
        if request.status == 200 && is_whole {
            let address = format!("{}{}", request.host, request.path);
            *bodies.entry(address).or_default() += 1;
        }
    }
    bodies.values().map(|count| count - 1).sum()
}

pub(super) fn hosts(newsroom: &Newsroom) -> usize {
    let log = newsroom.log();
    let hosts: HashSet<&str> = log.iter().map(|request| request.host.as_str()).collect();
    hosts.len()
}

/// Asserts that every page of the plain sites is stored exactly once.
pub(super) fn assert_complete(status: &Value) {
    let sites = status["sites"].as_array().unwrap();
    let bench: Vec<&Value> = sites
        .iter()
        .filter(|site| site["id"].as_str().unwrap().starts_with("bench"))
        .collect();
    assert_eq!(bench.len(), BENCH);
    for site in bench {
        assert_eq!(site["fetched"], PAGES, "{site}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_crawl_goes_on_and_repeats_at_most_what_was_in_flight() {
    let world = World::new(settings()).await;
    world.ok(&["seed", "newsroom.toml"]).await;
    let kills = [150, 400];
    for requests in kills {
        let mut child = with_short_leases(world.gleaner(&["crawl"]))
            .spawn()
            .unwrap();
        wait_for_requests(&world.newsroom, requests).await;
        // SIGKILL: no handler runs, no lease is released.
        child.kill().unwrap();
        child.wait().unwrap();
    }
    // The dead workers' leases expire while this one waits.
    finished(with_short_leases(world.gleaner(&["crawl"]))).await;

    let (repeated, hosts) = (repeated(&world.newsroom), hosts(&world.newsroom));
    assert!(
        repeated <= kills.len() * hosts,
        "{repeated} pages were fetched again after {} kills with {hosts} hosts at one request each",
        kills.len()
    );
    let status = world.status().await;
    assert_complete(&status);
    world.ok(&["crawl"]).await;
    assert_eq!(
        world.status().await["queue"]["pages"],
        status["queue"]["pages"]
    );
}

/// The process id of the server of an embedded database.
fn server(data: &Path) -> Option<String> {
    let lines = std::fs::read_to_string(data.join("postgres/data/postmaster.pid")).ok()?;
    Some(lines.lines().next()?.to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_database_server_loses_nothing_that_was_stored() {
    let newsroom = Newsroom::start(settings()).unwrap();
    let folder = TempDir::new().unwrap();
    let seeds = folder.path().join("newsroom.toml");
    std::fs::write(&seeds, newsroom.seeds_toml()).unwrap();
    let data: PathBuf = folder.path().join("data");
    let gleaner = |args: &[&str]| {
        let mut command = with_short_leases(program(folder.path(), args));
        command
            .env_remove("DATABASE_URL")
            .env("GLEANER_DATA_DIR", &data);
        command
    };
    finished(gleaner(&["seed", "newsroom.toml"])).await;
    let mut child = gleaner(&["crawl"]).spawn().unwrap();
    wait_for_requests(&newsroom, 200).await;
    let killed = Command::new("kill")
        .args(["-9", &server(&data).unwrap()])
        .status()
        .unwrap();
    assert!(killed.success());
    // The crawl may fail here, but what was stored must survive.
    let _ = tokio::task::spawn_blocking(move || child.wait()).await;
    finished(gleaner(&["crawl"])).await;

    let repeated = repeated(&newsroom);
    assert!(
        repeated <= hosts(&newsroom),
        "{repeated} pages were fetched again"
    );
    let status: Value =
        serde_json::from_str(&finished(gleaner(&["status", "--json"])).await).unwrap();
    assert_complete(&status);
}
