//! Four workers on four machines, one of them cut off in mid-crawl and brought back.
//!
//! The machines are network namespaces, made with `ip`, which takes root; where that is not to be had, the test
//! says so and does nothing.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "../crew/mod.rs"]
mod crew;
mod net;
mod relay;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use store::testing::{audit, leases};
use store::{Database, Store};
use testsite::{Newsroom, Request, Settings};

use crate::crew::judge::{self, Death};
use crate::crew::plain_seeds;
use crate::crew::worker::{Worker, ended_well};
use crate::net::Net;

const HOSTS: usize = 12;
const PAGES: usize = 100;
const WORKERS: u8 = 4;
/// The worker that is cut off.
const LONELY: u8 = 1;
const DELAY: Duration = Duration::from_millis(100);

/// The name in the database; also the end of the user agent, so that the server's log tells who asked.
fn name(member: u8) -> String {
    format!("worker-{member}")
}

fn gleaner(mut command: Command, member: u8, folder: &Path, database: &str) -> Command {
    let settings = [
        (
            "CRAWL__CONTACT",
            format!("https://example.org/{}", name(member)),
        ),
        ("CRAWL__PRIVATE_HOSTS", "[\"localhost\"]".to_owned()),
        ("CRAWL__DELAY_SECONDS", DELAY.as_secs_f64().to_string()),
        // All sites are at one address here.
        ("CRAWL__ADDRESS_DELAY_SECONDS", "0".to_owned()),
        ("CRAWL__LEASE_SECONDS", "4".to_owned()),
        ("CRAWL__TIMEOUT_SECONDS", "2".to_owned()),
        ("CRAWL__IDLE_TIMEOUT_SECONDS", "2".to_owned()),
        // Short visits, so that hosts change hands often.
        ("CRAWL__MAX_PAGES_PER_VISIT", "20".to_owned()),
        ("WORKER__HOSTS_AT_ONCE", "3".to_owned()),
        ("WORKER__PATIENCE_SECONDS", "20".to_owned()),
    ];
    command
        .current_dir(folder)
        .env("DATABASE_URL", database)
        .env("RUST_LOG", "warn")
        .envs(settings.map(|(key, value)| (format!("GLEANER__{key}"), value)));
    command
}

async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    let since = Instant::now();
    while !holds().await {
        assert!(since.elapsed() < Duration::from_mins(1), "in vain: {what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn held_by(store: &Store, worker: &str) -> BTreeSet<String> {
    let leases = leases(store).await.unwrap().into_iter();
    let held = leases.filter(|lease| lease.worker == worker);
    held.map(|lease| lease.authority).collect()
}

/// Requests by the worker, between two instants.
fn by(log: &[Request], worker: &str, from: Instant, to: Instant) -> usize {
    let asked = log.iter().filter(|request| {
        let agent = request.user_agent.as_deref().unwrap_or_default();
        agent.ends_with(&format!("/{worker})")) && from <= request.started && request.started < to
    });
    asked.count()
}

#[tokio::test(flavor = "multi_thread")]
#[expect(
    clippy::print_stdout,
    reason = "a test that is skipped says so, and the numbers are worth reading"
)]
async fn a_worker_that_is_cut_off_and_comes_back_costs_no_page_and_no_pause() {
    if let Some(missing) = net::missing() {
        println!("skipped: {missing}");
        return;
    }
    let net = Net::new(WORKERS);
    let newsroom = Newsroom::start(Settings {
        address: net.hub(),
        bench_hosts: HOSTS,
        bench_pages: PAGES,
        ..Settings::default()
    })
    .unwrap();
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path();
    std::fs::write(place.join("seeds.toml"), plain_seeds(&newsroom)).unwrap();
    let store = Store::open(&Database::Embedded(place.join("data")))
        .await
        .unwrap();
    let database = relay::relay(net.hub(), relay::socket(&store.url())).await;
    let database = format!("postgresql://gleaner@{database}/gleaner?sslmode=disable");
    let names = format!("[crawl.resolve]\n\"*.localhost\" = \"{}\"\n", net.hub());
    std::fs::create_dir(place.join("config")).unwrap();
    std::fs::write(place.join("config/gleaner.toml"), names).unwrap();
    let program = |member: u8| {
        let command = net.command(member, env!("CARGO_BIN_EXE_gleaner"));
        gleaner(command, member, place, &database)
    };
    let mut seed = program(0);
    seed.args(["seed", "seeds.toml"]).stdout(Stdio::null());
    let seeded = tokio::task::spawn_blocking(move || seed.output().unwrap());
    let seeded = seeded.await.unwrap();
    assert!(
        seeded.status.success(),
        "{}",
        String::from_utf8_lossy(&seeded.stderr)
    );

    let begun = Instant::now();
    let crew = (0..WORKERS).map(|member| Worker::start(program(member), &name(member), place));
    let mut crew: Vec<Worker> = crew.collect();
    let lonely = name(LONELY);
    until(
        "a third of the pages, and work in the hands of the lonely one",
        async || {
            newsroom.requests() > HOSTS * PAGES / 3 && !held_by(&store, &lonely).await.is_empty()
        },
    )
    .await;
    net.cut(LONELY);
    let cut = Instant::now();
    let held = held_by(&store, &lonely).await;
    until("others have taken over", async || {
        held_by(&store, &lonely).await.is_empty()
    })
    .await;
    let taken_over = cut.elapsed();
    tokio::time::sleep(Duration::from_secs(1)).await;
    net.heal(LONELY);
    let healed = Instant::now();
    let failed = ended_well(&mut crew, Duration::from_mins(3)).await;

    let log = newsroom.log();
    let end = Instant::now();
    let books = audit(&store).await.unwrap();
    let deaths = [Death {
        at: cut,
        who: lonely.clone(),
        held,
    }];
    let repeats = judge::repeats(&newsroom, &log, &deaths);
    let hasty = judge::hasty(&log, DELAY);
    let faults = judge::faults(&newsroom, &books, HOSTS, PAGES);
    let (lost, invented) = judge::unrecorded(&newsroom, &log, &books);
    let before = by(&log, &lonely, begun, cut);
    let during = by(&log, &lonely, cut + DELAY, healed);
    let after = by(&log, &lonely, healed, end);
    println!(
        "{lonely}: {before} requests before, {during} during, {after} after; hosts in hand {}, taken over in {taken_over:?}, {} requests repeated, {} unrecorded",
        deaths[0].held.len(),
        repeats.len(),
        lost.len()
    );
    let words = crew[usize::from(LONELY)].said();
    assert!(failed.is_empty(), "{failed:#?}");
    assert!(
        before > 0 && during == 0,
        "{during} requests came through a cable that was cut"
    );
    assert!(
        after > 0,
        "nothing useful was done after the return: {words}"
    );
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(
        invented.is_empty(),
        "recorded and never requested: {invented:#?}"
    );
    assert!(
        repeats.iter().all(|repeat| repeat.death.is_some()),
        "{repeats:#?}"
    );
    assert!(lost.len() <= repeats.len(), "{lost:#?}");
    assert!(hasty.is_empty(), "within {DELAY:?}: {hasty:#?}\n{words}");
}
