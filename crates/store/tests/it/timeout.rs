//! Statement timeouts.

use std::time::Duration;

use store::testing;

#[tokio::test]
async fn the_server_ends_a_statement_and_the_connection_stays() {
    let database = testing::database().await;
    let bounded = database
        .store
        .with_statement_timeout(Duration::from_millis(500));
    let slow = "select pg_sleep(60)::text as slept";
    let error = testing::rows(&bounded, slow).await.unwrap_err();
    assert!(error.is_statement_timeout(), "{error}");
    let found = testing::rows(&bounded, "select 1 as one").await.unwrap();
    assert_eq!(found[0]["one"], 1);
    // Other work on the same store has no such limit.
    let unhurried = "select pg_sleep(0.8)::text as slept";
    testing::rows(&database.store, unhurried).await.unwrap();
}
