//! The storm: workers and the database server are killed again and again in the middle of a crawl, and in the end
//! every page is there once. Small by default; `bench/storm.sh` runs it in full, with the sizes in the environment.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "../crew/mod.rs"]
mod crew;
mod dice;
mod size;
mod stage;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use chrono::TimeDelta;
use store::testing::{audit, leases};

use crate::crew::judge::{self, Death};
use crate::crew::worker::ended_well;
use crate::dice::{Dice, Victim};
use crate::size::Size;
use crate::stage::{DELAY, LEASE, Stage};

/// A crawl that stands still for so long is stuck.
const STUCK: Duration = Duration::from_mins(2);
/// What the database may still do for a client that has just been killed.
const AFTERMATH: TimeDelta = TimeDelta::seconds(2);

#[tokio::test(flavor = "multi_thread")]
#[expect(clippy::print_stdout, reason = "bench/storm.sh reads the numbers")]
async fn whatever_is_killed_and_however_often_every_page_is_stored_once() {
    let size = Size::from_environment();
    let begun = Instant::now();
    println!("seed={}", size.seed);
    let mut stage = Stage::set(&size).await;
    let mut dice = Dice::new(size.seed);
    let mut deaths: Vec<Death> = Vec::new();
    stage.crew_up(&size);

    for round in 1..=size.rounds {
        let mark = dice.near(
            size.total() * round / (size.rounds + 1),
            size.total() / (size.rounds + 1),
        );
        stage.until_requests(mark, &size, STUCK).await;
        let victim = if round == size.rounds {
            Victim::Everything
        } else {
            dice.victim(size.workers)
        };
        let death = stage.strike(&victim, &mut dice).await;
        println!(
            "round {round}: {} requests, {} dies with {} hosts in hand",
            stage.newsroom.requests(),
            death.who,
            death.held.len()
        );
        deaths.push(death);
        if round < size.rounds {
            stage.crew_up(&size);
        }
    }

    // After the last round nothing lives. No lease may outlive its worker by more than its own length.
    let died = chrono::Utc::now();
    let store = stage.store().await;
    let left = leases(&store).await.unwrap();
    let longest = left
        .iter()
        .map(|lease| lease.until - died)
        .max()
        .unwrap_or_default();
    let term = TimeDelta::from_std(LEASE).unwrap() + AFTERMATH;
    let stuck: Vec<_> = left
        .iter()
        .filter(|lease| lease.until - died > term)
        .collect();
    tokio::time::sleep(longest.to_std().unwrap_or_default()).await;
    let held: Vec<_> = leases(&store)
        .await
        .unwrap()
        .into_iter()
        .filter(|lease| lease.running)
        .collect();
    store.close().await.unwrap();

    stage.crew_up(&size);
    let failed = ended_well(&mut stage.crew, Duration::from_mins(10)).await;

    let log = stage.newsroom.log();
    let store = stage.store().await;
    let books = audit(&store).await.unwrap();
    store.close().await.unwrap();
    let repeats = judge::repeats(&stage.newsroom, &log, &deaths);
    let unexplained: Vec<_> = repeats
        .iter()
        .filter(|repeat| repeat.death.is_none())
        .collect();
    let (lost, invented) = judge::unrecorded(&stage.newsroom, &log, &books);
    let hasty = judge::hasty(&log, DELAY);
    let faults = judge::faults(&stage.newsroom, &books, size.hosts, size.pages);
    let forbidden = log
        .iter()
        .filter(|request| request.path.starts_with("/never/"))
        .count();
    let in_flight: usize = deaths.iter().map(|death| death.held.len()).sum();
    let stored: u64 = books.pages.values().map(|(_, rows)| rows).sum();

    for (name, value) in [
        ("rounds", size.rounds as u64),
        ("hosts", size.hosts as u64),
        ("pages_expected", size.total() as u64),
        ("pages_stored", stored),
        ("requests", log.len() as u64),
        ("requests_in_flight_killed", in_flight as u64),
        ("repeated_requests", repeats.len() as u64),
        ("repeated_unexplained", unexplained.len() as u64),
        ("requests_unrecorded", lost.len() as u64),
        ("gaps_below_delay", hasty.len() as u64),
        ("forbidden_requests", forbidden as u64),
        ("workers_that_gave_up", stage.gave_up.len() as u64),
        ("leases_left_by_the_dead", left.len() as u64),
        (
            "longest_lease_left_ms",
            longest.num_milliseconds().max(0).unsigned_abs(),
        ),
        ("stuck_leases", (stuck.len() + held.len()) as u64),
        ("seconds", begun.elapsed().as_secs()),
    ] {
        println!("{name}={value}");
    }

    assert!(failed.is_empty(), "after the storm: {failed:#?}");
    assert!(
        stage.gave_up.is_empty(),
        "in the storm: {:#?}",
        stage.gave_up
    );
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(
        stuck.is_empty() && held.is_empty(),
        "stuck leases: {stuck:?} {held:?}"
    );
    assert!(
        unexplained.is_empty(),
        "asked for twice without a reason: {unexplained:#?}"
    );
    assert!(
        repeats.len() <= in_flight,
        "{} of {in_flight}",
        repeats.len()
    );
    assert!(
        invented.is_empty(),
        "recorded and never requested: {invented:#?}"
    );
    let explained: BTreeSet<&String> = repeats.iter().map(|repeat| &repeat.url).collect();
    let lost: Vec<_> = lost.iter().filter(|url| !explained.contains(url)).collect();
    assert!(lost.is_empty(), "requested and not remembered: {lost:#?}");
    assert!(hasty.is_empty(), "within {DELAY:?}: {hasty:#?}");
    assert_eq!(forbidden, 0, "requests against robots.txt");
}
