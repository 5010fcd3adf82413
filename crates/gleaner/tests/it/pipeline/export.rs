//! Exports of a corpus into a folder.

use std::fs::{self, File};
use std::path::Path;
use std::time::Duration;

use serde_json::Value;
use sha2::{Digest as _, Sha256};
use testsite::Settings;

use super::{World, lines, text};

#[tokio::test(flavor = "multi_thread")]
async fn an_export_goes_on_where_the_last_one_ended() {
    let world = World::new(Settings {
        articles_per_site: 4,
        ..Settings::default()
    })
    .await;
    let night = ["nightly", "--seeds", "newsroom.toml"];
    world.ok(&night).await;
    world.ok(&["export", "--out", "corpus"]).await;
    let manifest = |world: &World| -> Value {
        serde_json::from_slice(&fs::read(world.path("corpus/manifest.json")).unwrap()).unwrap()
    };
    let first = manifest(&world);
    let read =
        |file: &Value| fs::read_to_string(world.path("corpus").join(text(file, "file"))).unwrap();
    let file = read(&first["files"][0]);
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

    // Without changes nothing is added; a new day adds only its changes, in a second file.
    world.ok(&["export", "--continue", "corpus"]).await;
    assert_eq!(manifest(&world)["files"], first["files"]);
    // Where changes cannot be added, the message says what to do.
    let latest = world
        .ok(&["export", "--out", "latest", "--latest", "--fields", "id"])
        .await;
    assert!(latest.contains("the same command with --force"), "{latest}");
    let refused = world.refused(&["export", "--continue", "latest"]).await;
    assert!(refused.contains("--force"), "{refused}");
    let changes = world.newsroom.advance();
    world.ok(&night).await;
    let refused = world.run(&["export", "--out", "corpus"]).await;
    let stderr = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        stderr.contains("gleaner export --continue corpus"),
        "{stderr}"
    );
    // Files of an export that was killed before it wrote its manifest are removed.
    let data = world.path("corpus/data");
    for name in ["articles-0-7.jsonl", ".articles.jsonl.partial", "notes.txt"] {
        fs::write(data.join(name), "left").unwrap();
    }
    world.ok(&["export", "--continue", "corpus"]).await;
    let second = manifest(&world);
    let count = |folder: &Path| fs::read_dir(folder).unwrap().count();
    assert_eq!(count(&data), 3, "two files and the notes");
    assert_eq!(second["files"].as_array().unwrap().len(), 2);
    assert_eq!(second["files"][0], first["files"][0]);
    let urls: Vec<Value> = lines(&read(&second["files"][1]));
    assert_eq!(second["articles"], articles.len() + urls.len());
    // By force an export is replaced, but not by its later part alone.
    let since = second["next_cursor"].as_str().unwrap();
    let later = ["export", "--out", "corpus", "--force", "--since", since];
    let refused = world.run(&later).await;
    let stderr = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(stderr.contains("--force would delete"), "{stderr}");
    assert_eq!((manifest(&world), count(&data)), (second, 3));
    let anew = ["export", "--out", "corpus", "--force", "--format", "csv"];
    world.ok(&anew).await;
    assert_eq!(count(&data), 2, "one file and the notes");
    fs::create_dir(world.path("mine")).unwrap();
    fs::write(world.path("mine/README.md"), "mine").unwrap();
    let refused = world.run(&["export", "--out", "mine"]).await;
    let stderr = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        stderr.contains("mine contains README.md, and no export"),
        "{stderr}"
    );
    for new in changes.new.iter().chain(&changes.updated) {
        assert!(
            urls.iter()
                .any(|a| text(a, "url") == new || text(a, "url_canonical") == new),
            "{new} is missing from the second export"
        );
    }
}

/// The corpus file in a folder that its manifest lists, with its sites.
fn described(folder: &Path) -> (String, Vec<String>) {
    let manifest = fs::read(folder.join("manifest.json")).unwrap();
    let manifest: Value = serde_json::from_slice(&manifest).unwrap();
    let written = &manifest["files"][0];
    let name = text(written, "file").to_owned();
    let file = fs::read(folder.join(&name)).unwrap();
    assert_eq!(text(written, "sha256"), hex::encode(Sha256::digest(&file)));
    let articles = lines(std::str::from_utf8(&file).unwrap());
    assert_eq!(manifest["articles"], articles.len());
    let sites = articles.iter();
    let mut sites: Vec<String> = sites
        .map(|article| text(article, "source_id").to_owned())
        .collect();
    sites.sort();
    sites.dedup();
    (name, sites)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_holds_one_export() {
    let world = World::after_a_night().await;
    let folder = world.path("corpus");
    let sites = world.database.store.sites().await.unwrap();
    let [one, other] = [&sites[0].id, &sites[1].id];
    let of_one = ["export", "--out", "corpus", "--site", one];
    world.ok(&of_one).await;
    let only = described(&folder);
    assert_eq!(only.1, std::slice::from_ref(one));
    let archives = ["export", "--out", "corpus", "--format", "warc"];
    for others in [
        &["export", "--out", "corpus"][..],
        &["export", "--out", "corpus", "--site", other],
        &archives,
    ] {
        let refused = world.refused(others).await;
        assert!(refused.contains("name another folder"), "{refused}");
        assert_eq!(described(&folder), only);
    }
    world.ok(&["export", "--continue", "corpus"]).await;
    assert_eq!(described(&folder), only);

    // Existing files are replaced only by force.
    fs::write(folder.join(&only.0), "mine").unwrap();
    let refused = world.refused(&of_one).await;
    assert!(refused.contains("--force"), "{refused}");
    assert_eq!(fs::read_to_string(folder.join(&only.0)).unwrap(), "mine");
    world.ok(&["export", "--out", "corpus", "--force"]).await;
    let all = described(&folder);
    assert_eq!(all.1.len(), 5);

    // Only one export at a time may use the folder.
    let lock = File::create(folder.join(".gleaner-export.lock")).unwrap();
    lock.lock().unwrap();
    let refused = world.run(&["export", "--out", "corpus"]).await;
    let stderr = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        stderr.contains("another export is writing into corpus"),
        "{stderr}"
    );
    assert_eq!(described(&folder), all);
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
    // Its reader reads nothing before the signal, and the pipe is soon full.
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert!(export.try_wait().unwrap().is_none(), "all fits a pipe");
    let killed = std::process::Command::new("kill")
        .args(["-INT", &export.id().to_string()])
        .status();
    assert!(killed.unwrap().success());
    tokio::time::sleep(Duration::from_millis(500)).await;
    let output = tokio::task::spawn_blocking(move || export.wait_with_output().unwrap());
    let output = output.await.unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{stderr}");
    let mut read = lines(std::str::from_utf8(&output.stdout).unwrap());
    assert!(!read.is_empty() && read.len() < all.len());
    let cursor = stderr.split(" --since ").nth(1).unwrap();
    let cursor = cursor.split_whitespace().next().unwrap();
    read.extend(lines(&world.ok(&["export", "--since", cursor]).await));
    assert_eq!(read, all);
}
