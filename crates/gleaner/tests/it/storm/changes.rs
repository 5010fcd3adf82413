//! Writers change, withdraw and regroup articles and are killed repeatedly, while a reader, which is killed as well, follows them
//! with `gleaner export --follow`. In the end the reader has what the database has, to the last cursor.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use chrono::{TimeDelta, TimeZone as _, Utc};
use serde_json::{Value, json};
use store::{
    AggregateClaim, Aggregates, ArticleTerms, Copy, Cursor, Database, ImportedPage, NewPage,
    NewVerdict, Store, StoreError, StoredPage, StoryMember, StoryMove,
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
async fn in_a_small_storm_a_reader_of_changes_has_what_the_database_has() {
    assert_followed(3, 200, 2_000).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "minutes long; a smaller one is in the suite, `just slow` runs this one"]
async fn after_any_kill_a_reader_of_changes_has_what_the_database_has() {
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
    let database = store::testing::database().await;
    let imported: Vec<_> = (0..articles * PAGES).map(page).collect();
    for some in imported.chunks(500) {
        database.store.import_pages(some).await.unwrap();
    }
    let begun = Instant::now();
    let mut rng = Rng::new(u64::try_from(number("SEED", 7)).unwrap());
    let start = |rng: &mut Rng| Writer::start(&database.url(), rng.below(usize::MAX));
    let mut running: Vec<Writer> = (0..writers).map(|_| start(&mut rng)).collect();
    let mut reader = Reader::start(&database.url(), Cursor::default());
    let mut copy = Corpus::default();
    let (mut killed_writers, mut killed_readers) = (0, 0);
    while copy.cursor.number < changes {
        std::thread::sleep(Duration::from_millis(50));
        reader.read_into(&mut copy);
        match rng.below(40) {
            0..6 => {
                let victim = rng.below(running.len());
                running[victim] = start(&mut rng); // dropped, the old one is killed
                killed_writers += 1;
            }
            6 => {
                reader.kill();
                reader.read_into(&mut copy);
                reader = Reader::start(&database.url(), copy.cursor);
                killed_readers += 1;
            }
            _ => {}
        }
        assert!(reader.is_alive(), "the reader has ended by itself");
        assert!(begun.elapsed() < Duration::from_hours(1), "{copy:?}");
    }
    drop(running);
    let truth = Corpus::of(&database.store).await;
    let since = Instant::now();
    while copy.cursor.number < truth.cursor.number && since.elapsed() < Duration::from_mins(2) {
        std::thread::sleep(Duration::from_millis(50));
        reader.read_into(&mut copy);
    }
    for (name, value) in [
        ("writers", writers),
        ("writers_killed", killed_writers),
        ("readers_killed", killed_readers),
        ("changes", usize::try_from(truth.cursor.number).unwrap()),
        ("changes_seen", copy.seen.len()),
        ("versions", truth.rows.len()),
        ("withdrawn", truth.withdrawn.len()),
        (
            "seconds",
            usize::try_from(begun.elapsed().as_secs()).unwrap(),
        ),
    ] {
        println!("{name}={value}");
    }
    assert!(!truth.rows.is_empty() && !truth.withdrawn.is_empty());
    let grouped = |name: &str| truth.rows.values().any(|(_, row)| !row[name].is_null());
    assert!(
        ["duplicate_of", "dup_group_id", "story_id", "entities"]
            .into_iter()
            .all(grouped)
    );
    assert_eq!(copy.withdrawn, truth.withdrawn);
    let differing: Vec<_> = truth
        .rows
        .iter()
        .filter(|(id, row)| copy.rows.get(*id) != Some(*row))
        .map(|(id, row)| (row, copy.rows.get(id)))
        .take(3)
        .collect();
    assert!(differing.is_empty(), "{differing:#?}");
    assert_eq!(copy.rows.len(), truth.rows.len());
}

/// The articles as a follower knows them.
#[derive(Debug, Default)]
struct Corpus {
    /// Versions by their ids, with their cursors.
    rows: BTreeMap<String, (i64, Value)>,
    withdrawn: BTreeMap<String, i64>,
    seen: BTreeSet<i64>,
    cursor: Cursor,
}

impl Corpus {
    /// The articles in the database.
    async fn of(store: &Store) -> Self {
        let all = store::ExportQuery::default();
        let mut corpus = Self::default();
        loop {
            let batch = store.export_some(corpus.cursor, 500, &all).await.unwrap();
            let Some(next) = batch.next else {
                return corpus;
            };
            for row in batch.rows {
                let versions = store.article(row["id"].as_str().unwrap()).await.unwrap();
                let version = versions
                    .iter()
                    .find(|version| version["version"] == row["version"]);
                assert_eq!(version, Some(&row));
                let mut line = serde_json::to_value(&row).unwrap();
                line["cursor"] = json!(Cursor {
                    number: row.cursor,
                    ..next
                });
                corpus.add(line);
            }
            for gone in batch.withdrawn {
                let id = format!("{}:{}", gone.id, gone.version);
                corpus.withdrawn.insert(id, gone.cursor);
            }
            corpus.cursor = next;
        }
    }

    fn add(&mut self, mut line: Value) {
        self.cursor = cursor(line["cursor"].take());
        let cursor = self.cursor.number;
        let id = line["version_id"].as_str().unwrap().to_owned();
        self.seen.insert(cursor);
        if line["withdrawn_at"].is_string() {
            self.rows.remove(&id);
            self.withdrawn.insert(id, cursor);
        } else {
            self.withdrawn.remove(&id);
            self.rows.insert(id, (cursor, line));
        }
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

/// A process that follows the changes.
#[derive(Debug)]
struct Reader {
    child: Child,
    lines: Receiver<String>,
    /// Its last cursor.
    last: i64,
}

impl Reader {
    fn start(url: &str, since: Cursor) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_gleaner"))
            .args(["export", "--follow", "--since", &since.to_string()])
            .env("DATABASE_URL", url)
            .env("RUST_LOG", "error")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let (send, lines) = mpsc::channel();
        std::thread::spawn(move || {
            for line in out.split(b'\n').map_while(Result::ok) {
                if send
                    .send(String::from_utf8(line).unwrap_or_default())
                    .is_err()
                {
                    return;
                }
            }
        });
        Self {
            child,
            lines,
            last: since.number,
        }
    }

    fn is_alive(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Adds all complete lines so far. The last line of a killed reader may be cut off.
    fn read_into(&mut self, corpus: &mut Corpus) {
        let ended = !self.is_alive();
        let timeout = Duration::from_millis(if ended { 200 } else { 0 });
        while let Ok(line) = self.lines.recv_timeout(timeout) {
            match serde_json::from_str::<Value>(&line) {
                Ok(line) => {
                    let cursor = cursor(line["cursor"].clone()).number;
                    assert!(cursor > self.last, "{cursor} after {}", self.last);
                    self.last = cursor;
                    corpus.add(line);
                }
                Err(error) => assert!(ended, "{error}: {line}"),
            }
        }
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.kill();
    }
}

fn cursor(of_line: Value) -> Cursor {
    serde_json::from_value(of_line).unwrap()
}

fn page(n: usize) -> ImportedPage {
    let url = format!("https://www.archive.example/{}", n / PAGES);
    let day = TimeDelta::days(i64::try_from(n % PAGES).unwrap());
    ImportedPage {
        page: NewPage {
            url_final: url.clone(),
            http_status: 200,
            content_type: Some("text/html".to_owned()),
            headers: json!({}),
            body: n.to_string().into_bytes(),
            plain: None,
            boxes: None,
        },
        url,
        url_canonical_authority: "www.archive.example".to_owned(),
        domain: "archive.example".to_owned(),
        fetched_at: Some(Utc.with_ymd_and_hms(2026, 11, 20, 8, 0, 0).unwrap() + day),
        visit: None,
    }
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
            key: page.key,
            version: "1".to_owned(),
            page_type: if article.is_some() {
                "article"
            } else {
                "section"
            }
            .to_owned(),
            news_score: 0.9,
            features: json!({}),
            label_source: "model:test".to_owned(),
            reason: "by chance".to_owned(),
            pattern: String::new(),
            layout: None,
            rules_revision: 0,
            article,
            is_unreadable: false,
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
            found.members.push(StoryMember {
                id: id(index),
                story_id: format!("story {}", rng.below(20)),
                score: 1.0,
                shared: "[]".to_owned(),
                nearly: None,
            });
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
