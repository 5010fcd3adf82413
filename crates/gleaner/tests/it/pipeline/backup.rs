//! Backup and restore as described in docs/OPERATIONS.md.

use std::io::Write as _;
use std::process::Command;

use super::{World, ended, program, typed};

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
    let dump = "database -- pg_dump --format custom --file backup.dump";
    world.ok(&typed(dump)).await;

    let mut url = url::Url::parse(&world.database.url()).unwrap();
    let restored = format!("{}_restored", url.path().trim_start_matches('/'));
    sql(&format!("create database {restored}")).await;
    url.set_path(&restored);
    let run = async |args: &[&str]| {
        let mut command = program(world.folder.path(), args);
        command.env("DATABASE_URL", url.as_str());
        ended(command, 0).await.0
    };
    let restore = "--no-migrate database -- pg_restore --no-owner --dbname";
    run(&typed(&format!("{restore} {restored} backup.dump"))).await;
    for command in [&["export", "--format", "jsonl"][..], &["stories", "--json"]] {
        assert_eq!(run(command).await, world.ok(command).await);
    }
    // and the next night continues from there
    let night = run(&["extract"]).await;
    assert!(night.starts_with("0 pages extracted"), "{night}");
    sql(&format!("drop database {restored} with (force)")).await;
}
