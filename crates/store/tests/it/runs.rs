//! Runs: what `status` says of those that never ended.

use std::time::{Duration, Instant};

use store::{Database, RunState, Store, testing};

#[tokio::test]
async fn a_run_whose_program_was_killed_is_lost_and_no_other() {
    let store = &testing::database().await;
    store.begin_run("nightly").await.unwrap();
    let mortal = Store::open(&Database::Url(store.url())).await.unwrap();
    mortal.begin_run("nightly").await.unwrap();
    let states = async || -> Vec<RunState> {
        let runs = store.runs(10).await.unwrap();
        runs.iter().map(|run| run.state).collect()
    };
    assert_eq!(states().await, [RunState::Running, RunState::Running]);
    drop(mortal); // with its connections, as when a process is killed
    let begun = Instant::now();
    while states().await != [RunState::Lost, RunState::Running] {
        assert!(
            begun.elapsed() < Duration::from_secs(30),
            "the run is called running"
        );
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
