//! A database that is slow, is locked or has invalid rows; a process that is stopped or has too little memory.

use std::collections::HashSet;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use store::testing::{damage, hold};
use testsite::{Newsroom, Settings};

use super::World;
use crate::workers::signal;

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
        .env("GLEANER__CRAWL__LEASE_SECONDS", "6")
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

/// Addresses of the complete bodies sent beyond the first of each.
fn repeated(newsroom: &Newsroom) -> Vec<String> {
    let mut sent = HashSet::new();
    let mut repeated = Vec::new();
    for request in newsroom.log() {
        if request.status == 200 && request.path != "/robots.txt" {
            let address = format!("{}{}", request.host, request.path);
            if !sent.insert(address.clone()) {
                repeated.push(address);
            }
        }
    }
    repeated
}

fn hosts(newsroom: &Newsroom) -> usize {
    let log = newsroom.log();
    let hosts: HashSet<&str> = log.iter().map(|request| request.host.as_str()).collect();
    hosts.len()
}

/// Asserts that every page of the plain sites is stored exactly once.
fn assert_complete(status: &Value) {
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

async fn seeded() -> World {
    let world = World::new(settings()).await;
    world.ok(&["seed", "newsroom.toml"]).await;
    world
}

/// Asserts that each page of the plain sites is stored, and that none was requested twice.
async fn assert_whole(world: &World) {
    assert_complete(&world.status().await);
    let repeated = repeated(&world.newsroom);
    assert!(repeated.is_empty(), "{repeated:?} were fetched again");
}

async fn ended(mut child: Child) {
    let ended = tokio::task::spawn_blocking(move || child.wait().unwrap());
    assert!(ended.await.unwrap().success());
}

/// Makes the statements that record a visit slow.
const SLOW: &str =
    "create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.05); return null; end $$;
    create trigger slow after insert on fetches for each statement execute function slow();
    create trigger slow after update on hosts for each statement execute function slow();";

/// Rows that no version of the program writes.
const INVALID: &str =
    "insert into queue (host_id, priority, url_id) select host_id, 0, 987654321 from hosts;
    insert into queue (host_id, priority, url_id) values (987654321, 0, 1);
    insert into seen (host_id, url_hash, url, kind, via, priority, depth)
        select host_id, gen_random_uuid(), 'no address at all', 'page', 'link', 0, 1 from hosts;
    insert into queue (host_id, priority, url_id) select host_id, 0, url_id from seen where url = 'no address at all';
    insert into robots (host_id, scheme, fetched_at, status, body) select host_id, scheme, now() - interval '9 days', -7, '\\xff00fe' from hosts;";

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_and_locked_database_with_invalid_rows_makes_a_crawl_slow_and_nothing_else() {
    let world = seeded().await;
    for statements in [SLOW, INVALID] {
        damage(&world.database, statements).await.unwrap();
    }
    let mut crawl = world.gleaner(&["crawl"]);
    crawl.env("GLEANER__WORKER__PATIENCE_SECONDS", "20");
    let crawl = crawl.spawn().unwrap();
    for (requests, tables) in [
        (100, "visits, fetches"),
        (250, "hosts"),
        (400, "queue, seen"),
    ] {
        wait_for_requests(&world.newsroom, requests).await;
        let lock = format!("lock table {tables} in access exclusive mode");
        hold(&world.database, &lock, Duration::from_secs(4))
            .await
            .unwrap();
    }
    let ended = tokio::time::timeout(Duration::from_mins(10), ended(crawl)).await;
    ended.expect("a host is due for ever");
    assert_whole(&world).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_suspended_past_its_lease_does_no_harm_when_it_resumes() {
    let world = seeded().await;
    let stopped = with_short_leases(world.gleaner(&["crawl", "--worker", "stopped"])).spawn();
    let stopped = stopped.unwrap();
    wait_for_requests(&world.newsroom, 150).await;
    signal(stopped.id(), "-STOP");
    // The other worker waits until the leases expire and takes over the hosts.
    let other = with_short_leases(world.gleaner(&["crawl", "--worker", "other"]));
    super::ended(other, 0).await;
    let taken_over = world.newsroom.log().len();
    signal(stopped.id(), "-CONT");
    ended(stopped).await;

    assert_complete(&world.status().await);
    let (repeated, hosts) = (repeated(&world.newsroom), hosts(&world.newsroom));
    assert!(
        repeated.len() <= hosts,
        "{repeated:?} of {hosts} hosts were fetched again"
    );
    let after = world.newsroom.log().len() - taken_over;
    assert!(after <= hosts, "{after} requests without a lease");
}

#[tokio::test(flavor = "multi_thread")]
async fn work_that_runs_out_of_memory_is_done_by_the_next_process_with_more() {
    let world = World::after_a_night().await;
    let before = world.articles().await;
    // of one site, for the sake of time
    let site = before[0]["source_id"].as_str().unwrap();
    let extract = ["extract", "--all", "--site", site];
    let mut died = 0;
    for kilobytes in [100_000, 300_000] {
        let limit = format!("ulimit -v {kilobytes}; exec \"$@\"");
        let program = env!("CARGO_BIN_EXE_gleaner");
        let settings = super::program(world.folder.path(), &[]);
        let limited = Command::new("sh")
            .args(["-c", &limit, "sh", program])
            .args(extract)
            .current_dir(world.folder.path())
            .envs(
                settings
                    .get_envs()
                    .filter_map(|(key, value)| Some((key, value?))),
            )
            .env("DATABASE_URL", world.database.url())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let mut limited = limited.unwrap();
        let status = tokio::task::spawn_blocking(move || limited.wait().unwrap());
        died += u32::from(!status.await.unwrap().success());
    }
    assert!(died > 0, "the bounds are too wide to show anything");
    world.ok(&extract).await;
    assert_eq!(world.database.queue().await.unwrap().pages_unread, 0);
    let ids = |articles: &[Value]| -> Vec<String> {
        let mut ids: Vec<String> = articles
            .iter()
            .map(|article| article["version_id"].to_string())
            .collect();
        ids.sort();
        ids
    };
    assert_eq!(ids(&world.articles().await), ids(&before));
}
