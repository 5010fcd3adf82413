//! Requests that cannot be meant, and are refused with a reason.

use std::process::{Command, Stdio};
use std::time::Duration;

use super::crash::{asked_for, impatient, settings};
use super::{World, write};

impl World {
    /// Runs it and wants failure; gives the reason.
    async fn refused(&self, args: &[&str]) -> String {
        let output = self.run(args).await;
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "gleaner {args:?}: {said}");
        said
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_that_is_not_there_is_refused_wherever_it_is_named() {
    let world = World::after_a_night().await;
    let site = world.database.store.sites().await.unwrap()[0].id.clone();
    let wrong = site.clone() + "x";
    let commands: [&[&str]; 7] = [
        &["export"],
        &["export", "--format", "warc", "--out", "out"],
        &["search", "word"],
        &["changes"],
        &["status", "--coverage"],
        &["status"],
        &["label", "export", "labels.jsonl"],
    ];
    for command in commands {
        let said = world
            .refused(&[command, &["--site", &wrong]].concat())
            .await;
        let expected = format!("there is no site {wrong:?}; did you mean {site}?");
        assert!(said.contains(&expected), "{command:?}: {said}");
    }
    let said = world.refused(&["crawl", "--site", "nosuch"]).await;
    assert!(said.contains("`gleaner status` lists the"), "{said}");
    world.ok(&["search", "word", "--site", &site]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_query_without_bound_is_refused() {
    let world = World::after_a_night().await;
    let said = world.refused(&["search", &"word ".repeat(500)]).await;
    assert!(said.contains("the query has 2500 bytes"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn labels_of_which_no_line_can_be_read_are_a_failure() {
    let world = World::after_a_night().await;
    let noise: Vec<u8> = (0..20_000_u32).map(|n| (n * n % 251) as u8).collect();
    write(&world.path("random.bin"), &noise);
    let said = world.refused(&["label", "import", "random.bin"]).await;
    assert!(said.contains("nothing was imported"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_schema_of_another_version_is_refused_and_left_alone() {
    let world = World::after_a_night().await;
    let sql = async |sql: &str| {
        let psql = ["--no-migrate", "database", "--", "psql", "-Atc", sql];
        world.ok(&psql).await
    };
    sql("insert into _sqlx_migrations values (9999, 'of the future', now(), true, '', 0)").await;
    for command in [&["status"][..], &["--no-migrate", "status"], &["migrate"]] {
        let said = world.refused(command).await;
        assert!(said.contains("newer version of gleaner"), "{said}");
    }
    sql("delete from _sqlx_migrations where version in (9999, 14)").await;
    let said = world.refused(&["--no-migrate", "status"]).await;
    assert!(said.contains("`gleaner migrate`"), "{said}");
}

/// What a newer version leaves in the database when it migrates it.
const NEWER: &str =
    "insert into _sqlx_migrations values (9999, 'of the future', now(), true, '', 0)";

impl World {
    /// Runs a command, has the database migrated by a newer version once `begun` says so, and wants the command to end for that reason.
    async fn overtaken(&self, mut command: Command, begun: impl AsyncFnOnce(&Self)) {
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        let command = command.spawn().unwrap();
        begun(self).await;
        store::testing::damage(&self.database.store, NEWER)
            .await
            .unwrap();
        let ended = tokio::task::spawn_blocking(move || command.wait_with_output().unwrap());
        let ended = ended.await.unwrap();
        let said = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(ended.status.code(), Some(1), "{said}");
        assert!(said.contains("newer version of gleaner"), "{said}");
        let older = "delete from _sqlx_migrations where version = 9999";
        store::testing::damage(&self.database.store, older)
            .await
            .unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_ends_when_a_newer_version_migrates_the_database() {
    let world = World::new(settings()).await;
    world.ok(&["seed", "newsroom.toml"]).await;
    let mut crawl = impatient(world.gleaner(&["crawl"]));
    crawl.env("GLEANER__WORKER__HOSTS_AT_ONCE", "1");
    let asked = async |world: &World| asked_for(&world.newsroom, 30).await;
    world.overtaken(crawl, asked).await;

    world.ok(&["crawl"]).await;
    let read = async |world: &World| {
        let store = &world.database.store;
        while store::testing::rows(store, "select 1 from verdicts limit 1")
            .await
            .unwrap()
            .is_empty()
        {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    world.overtaken(world.gleaner(&["extract"]), read).await;
}
