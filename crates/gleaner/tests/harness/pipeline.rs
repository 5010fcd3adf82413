//! A database, a folder and a newsroom for the programs.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;

use serde_json::Value;
use store::testing::TestDatabase;
use tempfile::TempDir;
use testsite::{Newsroom, Settings};
use tokio::sync::OnceCell;

use super::binary;

/// A separate database, a folder and a newsroom.
pub(crate) struct World {
    pub(crate) database: TestDatabase,
    pub(crate) folder: TempDir,
    pub(crate) newsroom: Arc<Newsroom>,
}

/// A night that is crawled once for all tests that only read its results.
static NIGHT: OnceCell<(TestDatabase, Arc<Newsroom>)> = OnceCell::const_new();

impl World {
    pub(crate) async fn new(settings: Settings) -> Self {
        let newsroom = Newsroom::start(settings).unwrap();
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("newsroom.toml"), newsroom.seeds_toml()).unwrap();
        Self {
            database: store::testing::database().await,
            folder,
            newsroom: Arc::new(newsroom),
        }
    }

    /// A copy of the database after a night. The newsroom is shared: tests must not advance its days or read its log.
    pub(crate) async fn after_a_night() -> Self {
        if std::env::var_os("DATABASE_URL").is_some() {
            // A shared database would remain on that server.
            return Self::crawled().await;
        }
        let night = NIGHT.get_or_init(async || {
            let world = Self::crawled().await;
            world.database.store.clone().close().await.unwrap();
            (world.database, world.newsroom)
        });
        let (database, newsroom) = night.await;
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("newsroom.toml"), newsroom.seeds_toml()).unwrap();
        Self {
            database: store::testing::copy(database).await,
            folder,
            newsroom: Arc::clone(newsroom),
        }
    }

    async fn crawled() -> Self {
        let world = Self::new(Settings::default()).await;
        world.ok(&["nightly", "--seeds", "newsroom.toml"]).await;
        world
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn gleaner(&self, args: &[&str]) -> Command {
        let mut command = program(self.folder.path(), args);
        command.env("DATABASE_URL", self.database.url());
        command
    }

    /// Runs the program without blocking the newsroom, which runs in this process.
    pub(crate) async fn run(&self, args: &[&str]) -> Output {
        let mut command = self.gleaner(args);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        tokio::task::spawn_blocking(move || command.output().unwrap())
            .await
            .unwrap()
    }

    /// Runs the program, asserts success, and returns its output.
    pub(crate) async fn ok(&self, args: &[&str]) -> String {
        let output = self.run(args).await;
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "gleaner {args:?}: {errors}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs the program, asserts failure, and returns the reason.
    pub(crate) async fn refused(&self, args: &[&str]) -> String {
        let output = self.run(args).await;
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "gleaner {args:?}: {stderr}");
        stderr
    }

    /// The exported articles.
    pub(crate) async fn articles(&self) -> Vec<Value> {
        lines(&self.ok(&["export", "--format", "jsonl"]).await)
    }
}

/// The program with the settings of the tests: quick, quiet, and allowed on loopback.
pub(crate) fn program(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(binary(args));
    command
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .env("RUST_LOG", "warn")
        .env("GLEANER__CRAWL__CONTACT", "https://example.org/about")
        .env("GLEANER__CRAWL__PRIVATE_HOSTS", "[\"localhost\"]")
        .env("GLEANER__CRAWL__DELAY_SECONDS", "0.002")
        .env("GLEANER__WORKER__PATIENCE_SECONDS", "5");
    command
}

pub(crate) fn lines(jsonl: &str) -> Vec<Value> {
    jsonl
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

pub(crate) fn text<'a>(article: &'a Value, field: &str) -> &'a str {
    article[field].as_str().unwrap_or_default()
}

pub(crate) fn write(path: &Path, content: &[u8]) {
    std::fs::File::create(path)
        .unwrap()
        .write_all(content)
        .unwrap();
}
