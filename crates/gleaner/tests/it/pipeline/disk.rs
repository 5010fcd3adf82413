//! The disk of the embedded database: what is reported about it, and when a crawl stops.

use serde_json::Value;
use store::{Database, Store};
use tempfile::TempDir;
use testsite::{Newsroom, Settings};

use super::{ended, program};

/// More bytes than any disk has.
const EVERYTHING: &str = "9000000000000000000";

#[tokio::test(flavor = "multi_thread")]
async fn with_too_little_room_nothing_is_requested_and_the_exit_code_says_so() {
    let newsroom = Newsroom::start(Settings::default()).unwrap();
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("newsroom.toml"), newsroom.seeds_toml()).unwrap();
    // keeps the server running from one command to the next
    let store = Store::open(&Database::Embedded(path("data"))).await;
    let store = store.unwrap();
    let gleaner = |args: &[&str]| {
        let mut command = program(folder.path(), args);
        command
            .env_remove("DATABASE_URL")
            .env("GLEANER_DATA_DIR", path("data"))
            .env("GLEANER__NOTIFY__COMMAND", "cat >> report.json");
        command
    };
    let full = |args: &[&str]| {
        let mut command = gleaner(args);
        command.env("GLEANER__DATABASE__MIN_FREE_BYTES", EVERYTHING);
        command
    };
    let night = ended(full(&["nightly", "--seeds", "newsroom.toml"]), 6).await;
    let crawl = ended(full(&["crawl"]), 6).await;
    for (_, stderr) in [&night, &crawl] {
        assert!(
            stderr.contains("less than database.min_free_bytes (9.00 EB)"),
            "{stderr}"
        );
    }
    assert_eq!(newsroom.log().len(), 0);
    let report: Value =
        serde_json::from_str(&std::fs::read_to_string(path("report.json")).unwrap()).unwrap();
    assert_eq!(
        (&report["state"], &report["exit_code"]),
        (&"low_disk".into(), &6.into())
    );
    let (status, _) = ended(full(&["status"]), 0).await;
    assert!(
        status.contains(" free on its disk, too little to crawl (database.min_free_bytes)\n"),
        "{status}"
    );
    assert!(status.contains("run 1 done: low_disk: "), "{status}");
    let (doctor, _) = ended(full(&["doctor"]), 1).await;
    assert!(doctor.contains("wrong  disk: "), "{doctor}");

    let (status, _) = ended(gleaner(&["status", "--json"]), 0).await;
    let status: Value = serde_json::from_str(&status).unwrap();
    assert!(status["disk"]["free_bytes"].is_u64(), "{}", status["disk"]);
    assert!(status["disk"]["database_bytes"].as_i64() > Some(1_000_000));
    store.close().await.unwrap();
}
