//! Texts restored for a corpus that was shared without them.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{World, lines};

fn by_version(text: &str) -> BTreeMap<String, Value> {
    let id = |line: &Value| line["version_id"].as_str().unwrap().to_owned();
    lines(text)
        .into_iter()
        .map(|line| (id(&line), line))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shared_corpus_gets_its_texts_back() {
    let world = World::crawled().await;
    let articles = world.ok(&["export", "--latest"]).await;
    let articles = by_version(&articles);
    let share = ["export", "--latest", "--profile", "share"];
    let shared = world.ok(&share).await;
    assert!(!shared.contains("\"text\":"));
    let shared = "\u{feff}".to_owned()
        + &shared
        + r#"{"version_id": "x:1", "url": "http://localhost:1/nothing", "content_hash": "00"}"#
        + "\n";
    std::fs::write(world.path("shared.jsonl"), &shared).unwrap();

    let output = world.run(&["rehydrate", "shared.jsonl"]).await;
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success(),
        "{}",
        stdout.lines().next().unwrap_or_default()
    );
    let found = by_version(&stdout);
    assert_eq!(found.len(), articles.len() + 1);
    assert_eq!(found["x:1"]["state"], "missing");
    assert!(found["x:1"]["reason"].is_string());
    let same = found.iter().filter(|(_, line)| line["state"] == "same");
    let same: Vec<_> = same.collect();
    for (id, line) in &same {
        assert_eq!(line["text"], articles[*id]["text"]);
        assert!(!line["blocks"].as_array().unwrap().is_empty(), "{line}");
        assert_eq!(line["content_hash"], articles[*id]["content_hash"]);
    }
    assert!(
        same.len() * 10 > articles.len() * 8,
        "{} of {}",
        same.len(),
        articles.len()
    );

    // Parquet works the same; a truncated file is continued, and missing texts are requested again.
    let parquet = [
        share.as_slice(),
        &["--format", "parquet", "--out", "shared"],
    ]
    .concat();
    world.ok(&parquet).await;
    let mut files = Vec::new();
    let mut folders = vec![world.path("shared/")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "parquet") {
                files.push(path.to_str().unwrap().to_owned());
            }
        }
    }
    let again = |files: &[String]| {
        let names: Vec<&str> = files.iter().map(String::as_str).collect();
        [&["rehydrate", "--out", "texts.jsonl"], names.as_slice()]
            .concat()
            .into_iter()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let run = async |args: Vec<String>| {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        world.ok(&args).await;
        std::fs::read_to_string(world.path("texts.jsonl")).unwrap()
    };
    let whole = run(again(&files)).await;
    assert_eq!(by_version(&whole).len(), articles.len());
    let mut end = whole.len() * 2 / 3;
    while whole.is_char_boundary(end) {
        end += 1; // in the middle of a character
    }
    let cut = &whole.as_bytes()[..end];
    std::fs::write(world.path("texts.jsonl"), cut).unwrap();
    let continued = run(again(&files)).await;
    let kept = cut.iter().rposition(|byte| *byte == b'\n').unwrap();
    assert_eq!(continued.as_bytes()[..=kept], cut[..=kept]);
    assert_eq!(lines(&continued).len(), articles.len());
    assert_eq!(by_version(&continued).len(), articles.len());

    let refused = world.run(&["rehydrate", "newsroom.toml"]).await;
    let stderr = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        !refused.status.success() && stderr.contains("--profile share"),
        "{stderr}"
    );

    // Other files are not touched.
    for (name, content) in [("notes", "mine"), ("lines", "{\"a\": 1}\n")] {
        std::fs::write(world.path(name), content).unwrap();
        let refused = world
            .run(&["rehydrate", "shared.jsonl", "--out", name])
            .await;
        assert!(!refused.status.success());
        assert_eq!(std::fs::read_to_string(world.path(name)).unwrap(), content);
    }
    let same = ["rehydrate", "shared.jsonl", "--out", "./shared.jsonl"];
    assert!(!world.run(&same).await.status.success());
    assert_eq!(
        std::fs::read_to_string(world.path("shared.jsonl")).unwrap(),
        shared
    );
}
