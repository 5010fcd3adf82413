//! Runs.

use serde_json::json;
use store::{RunState, testing};

#[tokio::test]
async fn a_run_notes_how_far_it_has_come_until_it_ends() {
    let store = &testing::database().await;
    let id = store.begin_run("nightly").await.unwrap();
    let counts = json!({"stage": "crawl", "stage_done": 3});
    store.record_run(id, &counts).await.unwrap();
    let activity = store.activity().await.unwrap();
    assert_eq!(
        activity.run.map(|run| (run.id, run.counts)),
        Some((id, counts))
    );
    let counts = json!({"fetched": 7});
    let finished = store.finish_run(id, RunState::Done, &counts, None).await;
    finished.unwrap();
    let late = json!({"stage": "prune"});
    store.record_run(id, &late).await.unwrap();
    let run = store.run(id).await.unwrap().unwrap();
    assert_eq!((run.state, run.counts), (RunState::Done, counts));
    assert_eq!(store.activity().await.unwrap().run, None);
    assert!(store.run(id + 1).await.unwrap().is_none());
    let other = store.begin_run("site forget").await.unwrap();
    let before = store.runs_before(other, 10).await.unwrap();
    assert_eq!(before.iter().map(|run| run.id).collect::<Vec<_>>(), [id]);
    let last = store.last_runs().await.unwrap();
    assert_eq!(last.len(), 2);
    assert_eq!((last[0].done, last[0].running), (1, 0));
    assert!(last[0].seconds.is_some() && last[0].done_at.is_some());
    assert_eq!((last[1].done, last[1].running), (0, 1));
}
