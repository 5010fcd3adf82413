//! Exports of a corpus into a folder.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::time::Duration;

use serde_json::Value;
use sha2::{Digest as _, Sha256};
use testsite::Changes;

use super::{World, lines, manifest, text};
use crate::workers::signal;

/// A file of the corpus, which is as its manifest describes it.
fn read(world: &World, file: &Value) -> String {
    let content = fs::read_to_string(world.path("corpus").join(text(file, "file"))).unwrap();
    let digest = hex::encode(Sha256::digest(&content));
    assert_eq!(text(file, "sha256"), digest);
    content
}

/// Exports a corpus after a night. Returns its manifest.
pub(super) async fn first(world: &World) -> Value {
    world.ok(&["export", "--out", "corpus"]).await;
    let first = manifest(&world.path("corpus"));
    let file = read(world, &first["files"][0]);
    let articles = lines(&file);
    assert_eq!(first["articles"], articles.len());
    assert_eq!(first["bytes"], file.len());
    assert!(!articles.is_empty());
    for article in &articles {
        assert_eq!(article["schema_version"], 1);
        assert!(!text(article, "text").is_empty());
        assert_eq!(
            text(article, "version_id"),
            format!("{}:{}", text(article, "id"), article["version"])
        );
    }

    // Without changes nothing is added.
    world.ok(&["export", "--continue", "corpus"]).await;
    assert_eq!(manifest(&world.path("corpus"))["files"], first["files"]);
    // Where changes cannot be added, the message says what to do.
    let latest = world
        .ok(&["export", "--out", "latest", "--latest", "--fields", "id"])
        .await;
    assert!(latest.contains("the same command with --force"), "{latest}");
    let refused = world.refused(&["export", "--continue", "latest"]).await;
    assert!(refused.contains("--force"), "{refused}");
    first
}

/// A new day adds only its changes, in a second file.
pub(super) async fn goes_on(world: &World, first: &Value, changes: &Changes) {
    let refused = world.refused(&["export", "--out", "corpus"]).await;
    assert!(
        refused.contains("gleaner export --continue corpus"),
        "{refused}"
    );
    // Files of an export that was killed before it wrote its manifest are removed.
    let data = world.path("corpus/data");
    for name in ["articles-0-7.jsonl", ".articles.jsonl.partial", "notes.txt"] {
        fs::write(data.join(name), "left").unwrap();
    }
    world.ok(&["export", "--continue", "corpus"]).await;
    let second = manifest(&world.path("corpus"));
    let count = |folder: &Path| fs::read_dir(folder).unwrap().count();
    assert_eq!(count(&data), 3, "two files and the notes");
    assert_eq!(second["files"].as_array().unwrap().len(), 2);
    assert_eq!(second["files"][0], first["files"][0]);
    let added = lines(&read(world, &second["files"][1]));
    let articles = first["articles"].as_u64().unwrap() + added.len() as u64;
    assert_eq!(second["articles"], articles);
    for new in changes.new.iter().chain(&changes.updated) {
        assert!(
            added
                .iter()
                .any(|a| text(a, "url") == new || text(a, "url_canonical") == new),
            "{new} is missing from the second export"
        );
    }
    let anew = ["export", "--out", "corpus", "--force", "--format", "csv"];
    world.ok(&anew).await;
    assert_eq!(count(&data), 2, "one file and the notes");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_that_is_interrupted_ends_with_a_whole_line_and_its_cursor() {
    let world = World::after_a_night().await;
    let all = world.articles().await;
    let mut export = world.gleaner(&["export"]);
    export.env("RUST_LOG", "info");
    export.stdout(std::process::Stdio::piped());
    export.stderr(std::process::Stdio::piped());
    let mut export = export.spawn().unwrap();
    // Its reader reads nothing before the signal is noticed, and the pipe, of 64 KiB, is soon full.
    let mut written = 0;
    while written < 60_000 {
        tokio::time::sleep(Duration::from_millis(10)).await;
        written = rustix::io::ioctl_fionread(export.stdout.as_ref().unwrap()).unwrap();
        assert!(export.try_wait().unwrap().is_none(), "all fits a pipe");
    }
    signal(export.id(), "-INT");
    let mut log = BufReader::new(export.stderr.take().unwrap());
    let mut stderr = String::new();
    while !stderr.contains("finishing the work in progress") {
        assert!(log.read_line(&mut stderr).unwrap() > 0, "{stderr}");
    }
    tokio::time::sleep(Duration::from_millis(100)).await;
    let output = tokio::task::spawn_blocking(move || export.wait_with_output().unwrap());
    let output = output.await.unwrap();
    log.read_to_string(&mut stderr).unwrap();
    assert!(output.status.success(), "{stderr}");
    let mut read = lines(std::str::from_utf8(&output.stdout).unwrap());
    assert!(!read.is_empty() && read.len() < all.len());
    let cursor = stderr.split(" --since ").nth(1).unwrap();
    let cursor = cursor.split_whitespace().next().unwrap();
    read.extend(lines(&world.ok(&["export", "--since", cursor]).await));
    assert_eq!(read, all);
}
