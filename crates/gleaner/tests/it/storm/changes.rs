//! Writers change, withdraw and regroup articles and are killed repeatedly, while exports into a folder, which are killed as well, follow
//! them. In the end the folder has what the database has.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use chrono::{TimeDelta, TimeZone as _, Utc};
use serde_json::{Value, json};
use store::{
    AggregateClaim, Aggregates, ArticleTerms, Copy, Cursor, Database, ImportedPage, NewVerdict,
    Store, StoreError, StoredPage, StoryMove, testing,
};

use super::rng::Rng;
use super::size::number;

/// Environment variables for the database of a writer, and its seed.
const DATABASE: &str = "GLEANER_STORM_DATABASE";
const SEED: &str = "GLEANER_STORM_WRITER_SEED";
/// Pages of an article, each of which may be a version.
const PAGES: usize = 3;
/// Pages that a writer judges at a time, and articles that it groups.
const AT_ONCE: usize = 40;

#[tokio::test(flavor = "multi_thread")]
async fn in_a_small_storm_an_export_has_what_the_database_has() {
    assert_followed(3, 200, 2_000).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "minutes long; a smaller one is in the suite, `just slow` runs this one"]
async fn after_any_kill_an_export_has_what_the_database_has() {
    let changes = i64::try_from(number("CHANGES", 20_000)).unwrap();
    assert_followed(number("WRITERS", 8), number("ARTICLES", 2_000), changes).await;
}

/// A writer process of the storm, which may be killed at any moment.
#[tokio::test]
#[ignore = "a process of the storm; without one it has nothing to do"]
async fn writer() {
    let (Ok(url), Ok(seed)) = (std::env::var(DATABASE), std::env::var(SEED)) else {
        return;
    };
    let store = Store::open(&Database::Url(url)).await.unwrap();
    let pages = pages(&store).await;
    let mut rng = Rng::new(seed.parse().unwrap());
    loop {
        let written = if rng.below(4) == 0 {
            regroup(&store, &pages, &mut rng).await
        } else {
            judge(&store, &pages, &mut rng).await
        };
        written.unwrap();
    }
}

async fn assert_followed(writers: usize, articles: usize, changes: i64) {
    let database = testing::database().await;
    let imported: Vec<_> = (0..articles * PAGES).map(page).collect();
    for some in imported.chunks(500) {
        database.store.import_pages(some).await.unwrap();
    }
    let begun = Instant::now();
    let mut rng = Rng::new(u64::try_from(number("SEED", 7)).unwrap());
    let start = |rng: &mut Rng| Writer::start(&database.url(), rng.below(usize::MAX));
    let mut running: Vec<Writer> = (0..writers).map(|_| start(&mut rng)).collect();
    let mut export = Export::start(database.url());
    let (mut killed_writers, mut killed_exports) = (0, 0);
    while database.store.last_cursor().await.unwrap() < changes {
        std::thread::sleep(Duration::from_millis(50));
        match rng.below(40) {
            0..6 => {
                let victim = rng.below(running.len());
                running[victim] = start(&mut rng); // dropped, the old one is killed
                killed_writers += 1;
            }
            6..9 => {
                export.kill();
                killed_exports += 1;
            }
            _ => {}
        }
        export.go_on();
        assert!(begun.elapsed() < Duration::from_hours(1), "{export:?}");
    }
    drop(running);
    let truth = versions(&database.store).await;
    export.finish();
    let exported = export.versions();
    for (name, value) in [
        ("writers", writers),
        ("writers_killed", killed_writers),
        ("exports", export.done),
        ("exports_killed", killed_exports),
        ("versions", truth.len()),
        ("withdrawn", exported.withdrawn.len()),
        (
            "seconds",
            usize::try_from(begun.elapsed().as_secs()).unwrap(),
        ),
    ] {
        println!("{name}={value}");
    }
    assert!(!truth.is_empty() && !exported.withdrawn.is_empty());
    let grouped = |name: &str| truth.values().any(|row| !row[name].is_null());
    assert!(
        ["duplicate_of", "dup_group_id", "story_id", "entities"]
            .into_iter()
            .all(grouped)
    );
    assert!(exported.withdrawn.iter().all(|id| !truth.contains_key(id)));
    let differing: Vec<_> = truth
        .iter()
        .filter(|(id, row)| exported.rows.get(*id) != Some(*row))
        .map(|(id, row)| (row, exported.rows.get(id)))
        .take(3)
        .collect();
    assert!(differing.is_empty(), "{differing:#?}");
    assert_eq!(exported.rows.len(), truth.len());
}

/// The versions in the database, by their ids.
async fn versions(store: &Store) -> BTreeMap<String, Value> {
    let all = store::ExportQuery::default();
    let (mut found, mut cursor) = (BTreeMap::new(), Cursor::default());
    loop {
        let batch = store.export_some(cursor, 500, &all).await.unwrap();
        let Some(next) = batch.next else {
            return found;
        };
        for row in batch.rows {
            let versions = store.article(row["id"].as_str().unwrap()).await.unwrap();
            let version = versions
                .iter()
                .find(|version| version["version"] == row["version"]);
            assert_eq!(version, Some(&row));
            let id = row["version_id"].as_str().unwrap().to_owned();
            found.insert(id, serde_json::to_value(&row).unwrap());
        }
        cursor = next;
    }
}

/// A writer process.
#[derive(Debug)]
struct Writer(Child);

impl Writer {
    fn start(url: &str, seed: usize) -> Self {
        let child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "storm::changes::writer", "--ignored"])
            .env(DATABASE, url)
            .env(SEED, seed.to_string())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        Self(child.unwrap())
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        let ended = self.0.wait().unwrap();
        assert!(
            ended.code().is_none() || std::thread::panicking(),
            "a writer ended by itself: {ended}"
        );
    }
}

/// Exports into a folder, one after the other.
#[derive(Debug)]
struct Export {
    url: String,
    folder: tempfile::TempDir,
    child: Child,
    done: usize,
}

/// What an export contains.
#[derive(Debug, Default)]
struct Exported {
    rows: BTreeMap<String, Value>,
    withdrawn: BTreeSet<String>,
}

impl Export {
    fn start(url: String) -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self {
            child: Self::spawn(&url, &folder),
            url,
            folder,
            done: 0,
        }
    }

    fn spawn(url: &str, folder: &tempfile::TempDir) -> Child {
        let is_first = !folder.path().join("manifest.json").exists();
        let option = if is_first { "--out" } else { "--continue" };
        Command::new(env!("CARGO_BIN_EXE_gleaner"))
            .args(["export", option])
            .arg(folder.path())
            .env("DATABASE_URL", url)
            .env("RUST_LOG", "error")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .unwrap()
    }

    /// Starts another export if the last one has ended.
    fn go_on(&mut self) {
        if let Some(ended) = self.child.try_wait().unwrap() {
            assert!(ended.success(), "{ended}");
            self.done += 1;
            self.child = Self::spawn(&self.url, &self.folder);
        }
    }

    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        self.child = Self::spawn(&self.url, &self.folder);
    }

    /// Ends the running export, and then one of everything that is left.
    fn finish(&mut self) {
        for _ in 0..2 {
            assert!(self.child.wait().unwrap().success());
            self.done += 1;
            self.child = Self::spawn(&self.url, &self.folder);
        }
        assert!(self.child.wait().unwrap().success());
    }

    /// Its versions: the later row counts, and withdrawn versions do not.
    fn versions(&self) -> Exported {
        let manifest = fs::read(self.folder.path().join("manifest.json")).unwrap();
        let manifest: Value = serde_json::from_slice(&manifest).unwrap();
        let mut exported = Exported::default();
        for file in manifest["files"].as_array().unwrap() {
            let file = self.folder.path().join(file["file"].as_str().unwrap());
            for line in fs::read_to_string(file).unwrap().lines() {
                let row: Value = serde_json::from_str(line).unwrap();
                let id = row["version_id"].as_str().unwrap().to_owned();
                exported.rows.insert(id, row);
            }
        }
        for gone in manifest["withdrawn"].as_array().unwrap() {
            let id = gone["version_id"].as_str().unwrap();
            exported.rows.remove(id);
            exported.withdrawn.insert(id.to_owned());
        }
        exported
    }
}

impl Drop for Export {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn page(n: usize) -> ImportedPage {
    let url = format!("https://www.archive.example/{}", n / PAGES);
    let day = TimeDelta::days(i64::try_from(n % PAGES).unwrap());
    let at = Utc.with_ymd_and_hms(2026, 11, 20, 8, 0, 0).unwrap() + day;
    testing::imported(&url, n.to_string().as_bytes(), Some(at))
}

async fn pages(store: &Store) -> Vec<StoredPage> {
    let pages = store.pages_to_extract("never", true, &[], None, 1 << 20);
    pages.await.unwrap()
}

/// Accepts pages as articles, with a new title each time, or rejects them.
async fn judge(store: &Store, pages: &[StoredPage], rng: &mut Rng) -> Result<(), StoreError> {
    let mut verdicts: BTreeMap<usize, NewVerdict> = BTreeMap::new();
    for _ in 0..AT_ONCE {
        let index = rng.below(pages.len());
        let page = &pages[index];
        let text = format!("{} {}", page.url, page.fetched_at);
        let article = (rng.below(8) > 0).then(|| {
            json!({
                "identity": page.url,
                "title": format!("Title {}", rng.below(1 << 30)),
                "text": text,
                "content_hash": store::article_id(&text),
                "word_count": 2,
                "language": "de",
                "extractor": "test",
            })
        });
        let verdict = NewVerdict {
            pattern: String::new(),
            ..testing::verdict(page.key, article)
        };
        verdicts.insert(index, verdict);
    }
    let verdicts: Vec<NewVerdict> = verdicts.into_values().collect();
    store.save_verdicts(&verdicts).await?;
    Ok(())
}

/// Groups articles at random, as aggregation saves them: copies have a leader that is not a copy, and are in its story.
async fn regroup(store: &Store, pages: &[StoredPage], rng: &mut Rng) -> Result<(), StoreError> {
    let mut found = Aggregates {
        cursor: store.copies_due(500, 1 << 20).await?.cursor,
        version: "1".to_owned(),
        moved: vec![StoryMove {
            from: format!("story {}", rng.below(20)),
            to: format!("story {}", rng.below(20)),
            except: Vec::new(),
        }],
        ..Aggregates::default()
    };
    let mut indices = BTreeSet::new();
    while indices.len() < AT_ONCE.min(pages.len() / PAGES / 2) {
        indices.insert(rng.below(pages.len() / PAGES));
    }
    let id = |index: usize| store::article_id(&format!("https://www.archive.example/{index}"));
    for index in indices {
        let leader = (index % 2 == 1 && rng.below(2) == 0)
            .then(|| id(rng.below(pages.len() / PAGES / 2) * 2));
        if leader.is_none() {
            let its_story = format!("story {}", rng.below(20));
            found.members.push(testing::member(&id(index), &its_story));
        }
        found.copies.push(Copy {
            id: id(index),
            version: 1,
            rule: leader.is_some().then(|| "exact_text".to_owned()),
            duplicate_of: leader,
            score: 1.0,
        });
        found.terms.push(ArticleTerms {
            id: id(index),
            version: 1 + i32::try_from(rng.below(PAGES)).unwrap(),
            entities: json!([{"text": "https", "start": 0, "end": 5, "label": null, "norm": rng.below(1000).to_string()}]).to_string(),
            keywords: "[]".to_owned(),
        });
    }
    let (token, _) = store.aggregate_states("1").await?;
    let claim = AggregateClaim {
        token,
        owner: rng.below(usize::MAX).to_string(),
    };
    store.save_aggregates(&found, &claim).await?; // false: another writer was first
    Ok(())
}
