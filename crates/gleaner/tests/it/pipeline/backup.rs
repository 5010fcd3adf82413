//! Backup and restore as described in docs/OPERATIONS.md.

use std::io::Write as _;
use std::process::Command;
use std::sync::Arc;

use super::{World, lines, program, text};

/// The major version of `pg_dump`, if there is one.
fn pg_dump() -> Option<u32> {
    let output = Command::new("pg_dump").arg("--version").output().ok()?;
    let output = String::from_utf8(output.stdout).ok()?;
    let version = output.split_whitespace().nth(2)?;
    version.split('.').next()?.parse().ok()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_restored_from_a_backup_is_what_was_there() {
    let world = World::after_a_night().await;
    let sql = async |sql: &str| world.ok(&["database", "--", "psql", "-Atc", sql]).await;
    let server = if pg_dump().is_some() {
        let version = sql("show server_version_num").await;
        version
            .trim()
            .parse::<u32>()
            .ok()
            .map(|number| number / 10_000)
    } else {
        None
    };
    if server.is_none() || pg_dump() < server {
        let _ = writeln!(
            std::io::stderr(),
            "skipped: no pg_dump as new as the server"
        );
        return;
    }
    let dump = [
        "database",
        "--",
        "pg_dump",
        "--format",
        "custom",
        "--file",
        "backup.dump",
    ];
    world.ok(&dump).await;

    let mut url = url::Url::parse(&world.database.url()).unwrap();
    let restored = format!("{}_restored", url.path().trim_start_matches('/'));
    sql(&format!("create database {restored}")).await;
    url.set_path(&restored);
    let run = async |args: &[&str]| {
        let mut command = program(world.folder.path(), args);
        command.env("DATABASE_URL", url.as_str());
        command.stdout(std::process::Stdio::piped());
        let done = tokio::task::spawn_blocking(move || command.output().unwrap());
        let done = done.await.unwrap();
        assert!(done.status.success(), "{args:?}");
        String::from_utf8(done.stdout).unwrap()
    };
    let restore = [
        "--no-migrate",
        "database",
        "--",
        "pg_restore",
        "--no-owner",
        "--dbname",
    ];
    run(&[&restore[..], &[&restored, "backup.dump"]].concat()).await;
    for command in [&["export", "--format", "jsonl"][..], &["stories", "--json"]] {
        assert_eq!(run(command).await, world.ok(command).await);
    }
    // and the next night continues from there
    let night = run(&["extract"]).await;
    assert!(night.starts_with("0 pages extracted"), "{night}");
    sql(&format!("drop database {restored} with (force)")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_of_what_a_restore_has_lost_is_not_continued() {
    let world = World::after_a_night().await;
    world.database.store.clone().close().await.unwrap();
    let restored = World {
        database: store::testing::copy(&world.database).await,
        folder: tempfile::tempdir().unwrap(),
        newsroom: Arc::clone(&world.newsroom),
    };
    let cursor = |world: &World, name: &str| {
        let manifest = std::fs::read(world.path(name).join("manifest.json")).unwrap();
        let manifest: serde_json::Value = serde_json::from_slice(&manifest).unwrap();
        text(&manifest, "next_cursor").to_owned()
    };
    // One reader has seen the backup only, and the others more.
    world.ok(&["export", "--out", "common"]).await;
    world.ok(&["aggregate", "--all"]).await;
    world.ok(&["export", "--out", "corpus"]).await;
    let warc = ["export", "--format", "warc", "--out"];
    world.ok(&[&warc[..], &["archive"]].concat()).await;
    let (common, lost, pages) = (
        cursor(&world, "common"),
        cursor(&world, "corpus"),
        cursor(&world, "archive"),
    );
    for folder in ["common", "corpus", "archive"] {
        std::fs::rename(world.path(folder), restored.path(folder)).unwrap();
    }
    let manifest = restored.path("corpus/manifest.json");
    let before = std::fs::read(&manifest).unwrap();
    let number = |cursor: &str| cursor.split_once('~').unwrap().0.parse::<i64>().unwrap();
    for rounds in 0..3 {
        if rounds > 0 {
            restored.ok(&["aggregate", "--all"]).await;
        }
        for command in [
            &["export", "--continue", "corpus"][..],
            &["export", "--since", &lost],
            &["export", "--since", &lost, "--out", "later"],
            &[&warc[..], &["later", "--since", &pages]].concat(),
        ] {
            let refused = restored.refused(command).await;
            assert!(
                refused.contains("restored from a backup that is older than the cursor"),
                "{command:?}: {refused}"
            );
        }
        assert_eq!(std::fs::read(&manifest).unwrap(), before);
        assert!(!restored.path("later").exists());
    }
    let new = restored.database.store.last_cursor().await.unwrap();
    assert!(new > number(&lost), "the number was assigned again");
    // A reader that has seen nothing else continues.
    let rows = lines(&restored.ok(&["export", "--since", &common]).await);
    restored.ok(&["export", "--continue", "common"]).await;
    assert!(!rows.is_empty() && number(&cursor(&restored, "common")) == new);
}
