//! The network to the sites fails for a while and recovers: what was sent in between must not arrive later.

use std::io::Write as _;
use std::time::Duration;

use store::testing::audit;

use super::net;
use super::stage::{Stage, until};
use crate::workers::judge;
use crate::workers::worker::ended_well;

const HOSTS: usize = 3;
const PAGES: usize = 40;
const DELAY: Duration = Duration::from_millis(300);
/// Longer than a request may take, shorter than TCP keeps retransmitting.
const DEAD: Duration = Duration::from_millis(4_500);

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_was_given_up_does_not_arrive_when_the_network_is_back() {
    if let Some(missing) = net::missing() {
        let _ = writeln!(std::io::stderr(), "skipped: {missing}");
        return;
    }
    let stage = Stage::set(1, HOSTS, PAGES, DELAY).await;
    let newsroom = &stage.newsroom;
    let mut workers = [stage.worker(0)];
    until("a quarter of the pages", async || {
        newsroom.requests() > HOSTS * PAGES / 4
    })
    .await;
    stage.net.lose_site(0);
    tokio::time::sleep(DEAD).await;
    stage.net.find_site(0);
    let failed = ended_well(&mut workers, Duration::from_mins(3)).await;

    let log = newsroom.log();
    let found = audit(&stage.store).await.unwrap();
    let repeats = judge::repeats(newsroom, &log, &[]);
    let too_soon = judge::too_soon(&log, DELAY);
    let faults = judge::faults(newsroom, &found, HOSTS, PAGES, PAGES);
    let (lost, _) = judge::unrecorded(newsroom, &log, &found);
    println!("{} requests, {} repeated", log.len(), repeats.len());
    assert!(failed.is_empty(), "{failed:#?}");
    assert!(too_soon.is_empty(), "within {DELAY:?}: {too_soon:#?}");
    assert!(repeats.is_empty(), "{repeats:#?}");
    assert!(faults.is_empty(), "{faults:#?}");
    let forgotten = judge::forgotten(&lost, &repeats);
    assert!(forgotten.is_empty(), "{forgotten:#?}");
}
