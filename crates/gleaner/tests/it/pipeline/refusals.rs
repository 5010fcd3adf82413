//! Commands that cannot be intended and are refused with a reason.

use std::process::{Command, Stdio};
use std::time::Duration;

use testsite::Settings;

use super::strain::{settings, wait_for_requests, with_short_leases};
use super::{World, lines, text, typed, write};

#[tokio::test(flavor = "multi_thread")]
async fn sites_languages_queries_cursors_and_schemas_are_taken_or_refused_with_a_reason() {
    let world = World::after_a_night().await;
    sites(&world).await;
    languages(&world).await;
    queries(&world).await;
    options_of_exports(&world).await;
    search(&world).await;
    a_cursor_beyond_the_database_is_refused(&world).await;
    a_schema_of_another_version_is_refused_and_left_alone(&world).await;
}

/// A site that is not there is refused wherever it is named; it may be named by its host.
async fn sites(world: &World) {
    let site = world.database.store.sites().await.unwrap()[0].clone();
    let wrong = site.id.clone() + "x";
    for command in [&["export"][..], &["changes"], &["status"]] {
        let error = world
            .refused(&[command, &["--site", &wrong]].concat())
            .await;
        let expected = format!("there is no site {wrong:?}; did you mean {}?", site.id);
        assert!(error.contains(&expected), "{command:?}: {error}");
    }
    let error = world.refused(&["crawl", "--site", "nosuch"]).await;
    assert!(
        error.contains("`gleaner site list` lists all sites"),
        "{error}"
    );
    let host = site.home.split('/').nth(2).unwrap().to_uppercase();
    let exported = async |name: &str| world.ok(&["export", "--site", name]).await;
    let by_host = exported(&host).await;
    assert!(!by_host.is_empty() && by_host == exported(&site.id).await);
}

/// A language that no article has is refused.
async fn languages(world: &World) {
    let known = world.database.store.languages().await.unwrap();
    for command in [&["export"][..], &["search", "Stadt"], &["stories"]] {
        let named = async |code: &str| world.run(&[command, &["--language", code]].concat()).await;
        let stderr = String::from_utf8(named("xx").await.stderr).unwrap();
        let expected = format!("language \"xx\"; use one of {}", known.join(", "));
        assert!(stderr.contains(&expected), "{command:?}: {stderr}");
        assert_eq!(named("").await.status.code(), Some(2));
        let upper = named("DE").await;
        assert!(upper.status.success() && !upper.stdout.is_empty());
    }
}

/// A query that finds nothing names what is not there, and one of another engine is refused.
async fn queries(world: &World) {
    for (query, expected) in [
        ("site:nope", "there is no site \"nope\""),
        ("story:abcdef0123", "there is no story abcdef0123"),
        ("die lang:xx", "language \"xx\""),
        ("the lang:en", "too common to be searched for"),
    ] {
        let error = world.refused(&["search", query]).await;
        assert!(error.contains(expected), "{query}: {error}");
    }
    let output = world.ok(&["search", "nosuchwordanywhere"]).await;
    assert!(output.starts_with("no article found"), "{output}");
    let long = "word ".repeat(500);
    for (query, why) in [
        (long.as_str(), "the query has 2500 bytes"),
        (
            "Stadt intitle:Rat",
            "column 7: there is no field intitle:, did you mean title:?",
        ),
    ] {
        for command in [&["search", query][..], &["export", "--where", query]] {
            let (_, error) = world.ends_with(2, command).await;
            assert!(error.contains(why), "{error}");
        }
    }
}

/// Exports that can only be empty or ignore an option are refused.
async fn options_of_exports(world: &World) {
    for (options, expected) in [
        ("--format warc", "archives are written into a folder"),
        ("--since 0 --out new", "--continue adds what is new"),
        (
            "--out hits.parquet --format csv",
            "is not the format of the file",
        ),
        (
            "--out hits --format csv --partition language,month",
            "needs --format parquet",
        ),
        ("--out hits.csv.gz", "cannot write hits.csv.gz"),
        ("--out hits.XLSX", "cannot write hits.xlsx"),
        (
            "--out pages.warc.gz --format warc",
            "archives are written into a folder",
        ),
        ("--where site:nope", "there is no site"),
        (
            "--published-since 2026-11-02 --published-until 2026-11-01",
            "must not be earlier than --published-since",
        ),
    ] {
        let error = world.refused(&typed(&format!("export {options}"))).await;
        assert!(error.contains(expected), "{options}: {error}");
    }
}

/// The search finds an article by its title, says how many there are, and counts them by week.
async fn search(world: &World) {
    let wanted = &world.newsroom.expected().articles[0];
    let of_title = [
        "search",
        &wanted.title,
        "--json",
        "--language",
        &wanted.language,
    ];
    let hits = lines(&world.ok(&of_title).await);
    assert!(
        hits.iter().any(|hit| text(hit, "url") == wanted.url),
        "{:?} is not among {} hits",
        wanted.title,
        hits.len()
    );
    let some = world.ok(&["search", "", "--limit", "2"]).await;
    let last = some.lines().last().unwrap();
    assert!(last.starts_with("2 of "), "{some}");
    assert!(last.ends_with(" articles; --limit 10 shows more"), "{some}");
    let by_week = world.ok(&["search", "", "--by", "week"]).await;
    let counts = by_week.lines().skip(1).map(|line| line.split(','));
    let counted: usize = counts
        .map(|mut line| line.nth(1).unwrap().parse::<usize>().unwrap())
        .sum();
    assert!(counted > 5, "{by_week}");
}

async fn a_cursor_beyond_the_database_is_refused(world: &World) {
    world.ok(&["export", "--out", "corpus"]).await;
    let path = world.path("corpus/manifest.json");
    let whole = std::fs::read_to_string(&path).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&whole).unwrap();
    let last = manifest["next_cursor"].as_str().unwrap();
    let (number, token) = last.split_once('~').unwrap();
    let next = format!("{}~{token}", number.parse::<i64>().unwrap() + 1);
    let expected = format!("up to {number}, does not include the cursor {next}");
    for options in [&[][..], &["--out", "new.jsonl"]] {
        let error = world
            .refused(&[&["export", "--since", &next], options].concat())
            .await;
        assert!(error.contains(&expected), "{options:?}: {error}");
    }
    assert!(!world.path("new.jsonl").exists());
    world.ok(&["export", "--since", last]).await;

    let ahead = whole.replace(last, &next);
    write(&path, ahead.as_bytes());
    let error = world.refused(&["export", "--continue", "corpus"]).await;
    assert!(error.contains(&expected), "{error}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), ahead);

    // A missing file of the manifest is noticed.
    write(&path, whole.as_bytes());
    std::fs::remove_dir_all(world.path("corpus/data")).unwrap();
    let error = world.refused(&["export", "--continue", "corpus"]).await;
    assert!(
        error.contains("listed in manifest.json, is missing"),
        "{error}"
    );
}

async fn a_schema_of_another_version_is_refused_and_left_alone(world: &World) {
    let sql = async |sql: &str| {
        let psql = ["--no-migrate", "database", "--", "psql", "-Atc", sql];
        world.ok(&psql).await
    };
    sql("insert into _sqlx_migrations values (9999, 'of the future', now(), true, '', 0)").await;
    for command in [&["status"][..], &["--no-migrate", "status"], &["migrate"]] {
        let error = world.refused(command).await;
        assert!(error.contains("newer version of gleaner"), "{error}");
    }
    sql("delete from _sqlx_migrations where version in (9999, 12)").await;
    let error = world.refused(&["--no-migrate", "migrate"]).await;
    assert!(error.contains("leave one of them out"), "{error}");
}

/// What a newer version of the program leaves in the database when it migrates it.
const NEWER: &str =
    "insert into _sqlx_migrations values (9999, 'of the future', now(), true, '', 0)";

impl World {
    /// Runs a command, migrates the database to a newer version after `begun`, and asserts that the command ends for that reason.
    async fn overtaken(&self, mut command: Command, begun: impl AsyncFnOnce(&Self)) {
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        let command = command.spawn().unwrap();
        begun(self).await;
        store::testing::damage(&self.database.store, NEWER)
            .await
            .unwrap();
        let ended = tokio::task::spawn_blocking(move || command.wait_with_output().unwrap());
        let ended = ended.await.unwrap();
        let stderr = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(ended.status.code(), Some(1), "{stderr}");
        assert!(stderr.contains("newer version of gleaner"), "{stderr}");
        let older = "delete from _sqlx_migrations where version = 9999";
        store::testing::damage(&self.database.store, older)
            .await
            .unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_ends_when_a_newer_version_migrates_the_database() {
    let world = World::new(Settings {
        bench_pages: 60,
        ..settings()
    })
    .await;
    world.ok(&["seed", "newsroom.toml"]).await;
    let mut crawl = with_short_leases(world.gleaner(&["crawl"]));
    crawl.env("GLEANER__WORKER__HOSTS_AT_ONCE", "1");
    let requested = async |world: &World| wait_for_requests(&world.newsroom, 30).await;
    world.overtaken(crawl, requested).await;

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
