//! The storm: workers and the database server are killed repeatedly in the middle of a crawl. In the end every page
//! is stored once, and after a second night once per change. `bench/storm.sh` runs it in full, with the sizes from
//! the environment.

#![expect(
    clippy::print_stdout,
    reason = "what was measured is shown with `--nocapture`"
)]

mod changes;
mod night;
pub(crate) mod rng;
mod size;
mod stage;

use std::time::Instant;

use store::testing::audit;

use self::night::Night;
use self::rng::Rng;
use self::size::Size;
use self::stage::{DELAY, Stage};
use crate::workers::judge::{self, Repeat};

#[tokio::test(flavor = "multi_thread")]
async fn in_a_small_storm_every_page_is_stored_once_per_change() {
    assert_weathered(&Size::small()).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "minutes long; a smaller one is in the suite, `just slow` runs this one"]
async fn whatever_is_killed_and_however_often_every_page_is_stored_once_per_change() {
    assert_weathered(&Size::from_environment()).await;
}

async fn assert_weathered(size: &Size) {
    let begun = Instant::now();
    println!("seed={}", size.seed);
    let mut stage = Stage::set(size).await;
    let mut rng = Rng::new(size.seed);
    let first = Night::of_storm(&mut stage, size, size.rounds, &mut rng).await;
    let took = begun.elapsed();
    stage.next_day().await;
    let second = Night::of_storm(&mut stage, size, size.rounds.div_ceil(3), &mut rng).await;

    let store = stage.store().await;
    let found = audit(&store).await.unwrap();
    store.close().await.unwrap();
    let nights = [&first, &second];
    let sum = |count: &dyn Fn(&Night) -> usize| nights.into_iter().map(count).sum::<usize>();
    let log: Vec<_> = nights.iter().flat_map(|night| night.log.clone()).collect();
    let repeats: Vec<Repeat> = nights
        .iter()
        .flat_map(|night| judge::repeats(&stage.newsroom, &night.log, &night.deaths))
        .collect();
    let unexplained: Vec<_> = repeats
        .iter()
        .filter(|repeat| repeat.death.is_none())
        .collect();
    let (lost, invented) = judge::unrecorded(&stage.newsroom, &log, &found);
    let forgotten = judge::forgotten(&lost, &repeats);
    let too_soon: Vec<_> = nights
        .iter()
        .flat_map(|night| judge::too_soon(&night.log, DELAY))
        .collect();
    let versions = size.pages + size.changed();
    let faults = judge::faults(&stage.newsroom, &found, size.hosts, size.pages, versions);
    let forbidden = log.iter().filter(|r| r.path.starts_with("/never/")).count();
    let in_flight = sum(&|night| night.deaths.iter().map(|death| death.held.len()).sum());
    let stored: u64 = found.pages.values().map(|(_, rows)| rows).sum();
    let sent_again = second.log.iter().filter(|r| r.status == 200).count();
    let longest = nights.iter().map(|night| night.longest_lease).max();
    for (name, value) in [
        ("rounds", sum(&|night| night.deaths.len())),
        ("hosts", size.hosts),
        ("pages", size.total()),
        ("pages_changed", size.hosts * size.changed()),
        ("pages_expected", size.hosts * versions),
        ("pages_stored", usize::try_from(stored).unwrap()),
        ("requests", log.len()),
        ("bodies_sent_in_second_night", sent_again),
        ("requests_in_flight_killed", in_flight),
        ("repeated_requests", repeats.len()),
        ("repeated_unexplained", unexplained.len()),
        ("requests_unrecorded", lost.len()),
        ("gaps_below_delay", too_soon.len()),
        ("forbidden_requests", forbidden),
        ("workers_that_gave_up", stage.failed.len()),
        ("leases_left_by_the_dead", sum(&|night| night.leases_left)),
        ("stuck_leases", sum(&|night| night.stuck.len())),
        (
            "first_night_seconds",
            usize::try_from(took.as_secs()).unwrap(),
        ),
    ] {
        println!("{name}={value}");
    }
    println!(
        "longest_lease_left_ms={}",
        longest.unwrap_or_default().num_milliseconds()
    );

    for night in nights {
        assert!(
            night.failed.is_empty(),
            "after the storm: {:#?}",
            night.failed
        );
        assert!(night.stuck.is_empty(), "stuck leases: {:#?}", night.stuck);
    }
    assert!(stage.failed.is_empty(), "in the storm: {:#?}", stage.failed);
    assert!(faults.is_empty(), "{faults:#?}");
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
    assert!(
        forgotten.is_empty(),
        "requested and not remembered: {forgotten:#?}"
    );
    assert!(too_soon.is_empty(), "within {DELAY:?}: {too_soon:#?}");
    assert_eq!(forbidden, 0, "requests against robots.txt");
}
