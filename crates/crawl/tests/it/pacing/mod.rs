//! Distances between requests, measured where they arrive, with four workers on one set of hosts.
#![expect(
    clippy::unwrap_used,
    reason = "a fixture that cannot be made fails its test"
)]

mod distances;
mod process;
mod stage;

use std::time::Duration;

use crawl::{Ended, Plan, crawl};
use testsite::Disturbance;
use tokio_util::sync::CancellationToken;

use self::process::Worker;
use self::stage::Stage;

#[tokio::test(flavor = "multi_thread")]
async fn four_workers_keep_the_distances_of_hosts_domains_and_a_shared_address() {
    let stage = Stage::set(4, &["", "feeds.", "sport."], 4).await;
    // The answers take a while, and the distance counts from their end.
    for host in stage.hosts() {
        stage
            .newsroom
            .disturb(&host, Disturbance::Slow(Duration::from_millis(30)));
    }
    let workers: Vec<_> = (0..4)
        .map(|number| {
            let (url, settings) = (stage.database.url(), stage.settings.clone());
            tokio::spawn(async move {
                let store = store::Store::open(&store::Database::Url(url))
                    .await
                    .unwrap();
                let plan = Plan {
                    patience: Duration::from_secs(5),
                    ..Plan::new(&format!("worker {number}"))
                };
                let stop = CancellationToken::new();
                crawl(&store, &settings, &plan, &stop, &mut |_| {})
                    .await
                    .unwrap()
            })
        })
        .collect();
    let mut walks = Vec::new();
    for worker in workers {
        walks.push(worker.await.unwrap().hosts);
    }
    let busy = walks.iter().filter(|walks| **walks > 0).count();
    assert!(busy > 1, "one worker did it all: {walks:?}");
    stage.assert_all_stored().await;
    stage.assert_distances();
    stage.assert_nothing_forbidden();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_distances_hold_while_workers_are_killed_and_stopped_and_replaced() {
    let stage = Stage::set(3, &["", "feeds."], 8).await;
    disturb(&stage).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_distance_of_a_host_holds_by_itself_where_nothing_else_is_asked_for() {
    let mut stage = Stage::set(4, &[""], 12).await;
    stage.settings = process::settings([120, 0, 0, 600]);
    disturb(&stage).await;
}

/// Four workers; again and again one is killed and replaced, or sleeps for longer than its leases last and
/// wakes believing that they are its own.
async fn disturb(stage: &Stage) {
    let mut workers: Vec<Worker> = (0..4).map(|_| Worker::start(stage)).collect();
    for round in 0..8 {
        stage.until_requests((round + 1) * 6).await;
        let number = round % workers.len();
        if round % 3 == 2 {
            workers[number].stop();
            tokio::time::sleep(stage.settings.lease * 2).await;
            workers[number].go_on();
        } else {
            workers[number].kill();
            workers[number] = Worker::start(stage);
        }
    }
    stage.until_all_stored().await;
    drop(workers);
    stage.assert_distances();
    stage.assert_nothing_forbidden();
    stage.assert_repeated_at_most(8 * 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_worker_is_replaced_long_before_its_leases_run_out() {
    let mut stage = Stage::set(3, &[""], 10).await;
    stage.settings = process::settings([60, 60, 20, 600_000]);
    let mut first = Worker::start(&stage);
    stage.until_requests(12).await;
    let _second = Worker::start(&stage);
    first.kill();
    // Within the ten minutes of the leases, or else this fails.
    stage.until_all_stored().await;
    stage.assert_distances();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_walk_gives_way_to_a_host_of_its_domain_that_waits() {
    let mut stage = Stage::set(1, &["", "feeds."], 40).await;
    stage.settings = process::settings([4, 4, 0, 60_000]);
    stage.settings.share = Duration::ZERO;
    let stop = CancellationToken::new();
    let plan = Plan {
        patience: Duration::from_secs(5),
        ..Plan::new("worker")
    };
    let store = &stage.database.store;
    let mut ends = Vec::new();
    crawl(store, &stage.settings, &plan, &stop, &mut |walk| {
        ends.push(walk.ended);
    })
    .await
    .unwrap();
    stage.assert_all_stored().await;
    assert!(ends.contains(&Ended::Yielded), "{ends:?}");
    let mut hosts: Vec<_> = stage.newsroom.log().into_iter().map(|r| r.host).collect();
    hosts.dedup();
    assert!(hosts.len() >= 4, "they did not take turns: {hosts:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crawl_delay_is_kept_from_the_second_request_on_and_across_walks() {
    let mut stage = Stage::of(testsite::Settings {
        crawl_delay: Duration::from_millis(400),
        ..testsite::Settings::default()
    })
    .await;
    stage.settings.max_pages_per_visit = 4;
    let seed = crawl::Seed::from_home(&stage.newsroom.url("valley-observer", "/")).unwrap();
    stage.seed(&seed).await;
    for _ in 0..3 {
        stage.walk(&seed.id).await;
    }
    let log = stage.newsroom.log();
    assert!(log.len() >= 12, "{}", log.len());
    distances::assert_apart(log.iter(), Duration::from_millis(400), "valley-observer");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_that_fails_rests_longer_each_time_and_not_at_all_when_it_answers() {
    let stage = Stage::set(1, &[""], 4).await;
    let host = stage.hosts().remove(0);
    let site = stage.sites[0].clone();
    let store = &stage.database.store;
    let mut rests = Vec::new();
    stage.newsroom.disturb(&host, Disturbance::Fail(500));
    for _ in 0..3 {
        stage.walk(&site).await;
        let due = store.next_host_due(&[]).await.unwrap().unwrap();
        rests.push((due - chrono::Utc::now()).num_minutes());
        stage.rouse().await;
    }
    assert!(
        (59..=60).contains(&rests[0]) && (119..=120).contains(&rests[1]),
        "{rests:?}"
    );
    assert!((239..=240).contains(&rests[2]), "{rests:?}");
    stage.newsroom.disturb(&host, Disturbance::None);
    stage.walk(&site).await;
    let lease = stage.claim_after_rousing(&site).await;
    assert_eq!(lease.failures, 0);
}
