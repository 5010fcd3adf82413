//! Four workers, one of which is cut off from the network in mid-crawl and reconnected.

#![expect(
    clippy::print_stdout,
    reason = "what was measured is shown with `--nocapture`"
)]

use std::io::Write as _;
use std::time::{Duration, Instant};

use store::testing::audit;

use super::net;
use super::stage::{Stage, by, name, until};
use crate::workers::judge::{self, Death};
use crate::workers::worker::{Worker, ended_well};

const WORKERS: u8 = 4;
/// The worker that is cut off.
const ISOLATED: u8 = 1;
const DELAY: Duration = Duration::from_millis(100);

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_is_cut_off_and_comes_back_costs_no_page_and_no_pause() {
    assert_taken_over_and_back(12, 150).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "minutes long; a smaller one is in the suite, `just slow` runs this one"]
async fn a_worker_that_is_cut_off_from_many_hosts_costs_no_page_and_no_pause() {
    assert_taken_over_and_back(24, 200).await;
}

async fn assert_taken_over_and_back(hosts: usize, pages: usize) {
    if let Some(missing) = net::missing() {
        let _ = writeln!(std::io::stderr(), "skipped: {missing}");
        return;
    }
    let stage = Stage::set(WORKERS, hosts, pages, DELAY).await;
    let newsroom = &stage.newsroom;
    let begun = Instant::now();
    let mut workers: Vec<Worker> = (0..WORKERS).map(|member| stage.worker(member)).collect();
    let isolated = name(ISOLATED);
    // early, so that there is work left when it comes back, even on a busy machine
    until("an eighth of the pages, and work in hand", async || {
        newsroom.requests() > hosts * pages / 8 && !stage.held_by(&isolated).await.is_empty()
    })
    .await;
    stage.net.cut(ISOLATED);
    let cut = Instant::now();
    let held = stage.held_by(&isolated).await;
    until("others have taken over", async || {
        stage.held_by(&isolated).await.is_empty()
    })
    .await;
    let taken_over = cut.elapsed();
    tokio::time::sleep(Duration::from_secs(1)).await;
    stage.net.heal(ISOLATED);
    let healed = Instant::now();
    let failed = ended_well(&mut workers, Duration::from_mins(3)).await;

    let log = newsroom.log();
    let end = Instant::now();
    let found = audit(&stage.store).await.unwrap();
    let deaths = [Death {
        at: cut,
        who: isolated.clone(),
        held,
    }];
    let repeats = judge::repeats(newsroom, &log, &deaths);
    let too_soon = judge::too_soon(&log, DELAY);
    let faults = judge::faults(newsroom, &found, hosts, pages, pages);
    let (lost, invented) = judge::unrecorded(newsroom, &log, &found);
    let before = by(&log, &isolated, begun, cut);
    let during = by(&log, &isolated, cut + DELAY, healed);
    let after = by(&log, &isolated, healed, end);
    println!(
        "{} dies: {before} requests before, {during} during, {after} after; hosts in hand {}, taken over in {taken_over:?}, {} requests repeated, {} unrecorded",
        deaths[0].who,
        deaths[0].held.len(),
        repeats.len(),
        lost.len()
    );
    let worker_log = workers[usize::from(ISOLATED)].log();
    assert!(failed.is_empty(), "{failed:#?}");
    assert!(before > 0 && during == 0, "{during} requests came through");
    assert!(after > 0, "nothing useful after the return: {worker_log}");
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(
        invented.is_empty(),
        "recorded and never requested: {invented:#?}"
    );
    assert!(
        repeats.iter().all(|repeat| repeat.death.is_some()),
        "{repeats:#?}"
    );
    let forgotten = judge::forgotten(&lost, &repeats);
    assert!(forgotten.is_empty(), "{forgotten:#?}");
    assert!(
        too_soon.is_empty(),
        "within {DELAY:?}: {too_soon:#?}\n{worker_log}"
    );
}
