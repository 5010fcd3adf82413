//! Exports that go on after the next night; raw pages exported as archives and imported again.

use std::path::{Path, PathBuf};

use serde_json::Value;
use store::testing::TestDatabase;
use store::{PageKey, RawPage, RawQuery, Store};
use testsite::Settings;

use super::versions::assert_previewed;
use super::{World, export, manifest, text, typed};

const NIGHT: [&str; 3] = ["nightly", "--seeds", "newsroom.toml"];

async fn small() -> World {
    World::new(Settings {
        articles_per_site: 4,
        ..Settings::default()
    })
    .await
}

/// Every stored page, in order.
async fn pages(store: &Store) -> Vec<RawPage> {
    let mut after = PageKey {
        fetched_at: chrono::DateTime::UNIX_EPOCH,
        page_id: -1,
    };
    let mut pages = Vec::new();
    loop {
        let batch = store
            .raw_pages(after, 0, i64::MAX, &RawQuery::default())
            .await
            .unwrap();
        let Some(next) = batch.next else { return pages };
        pages.extend(batch.pages);
        after = next;
    }
}

fn archives(folder: &Path) -> Vec<PathBuf> {
    let files = manifest(folder)["files"].clone();
    let files = files.as_array().unwrap();
    files
        .iter()
        .map(|file| folder.join(text(file, "file")))
        .collect()
}

/// Imports the archives of a folder into another database.
async fn imported(world: &World, folder: &Path) -> TestDatabase {
    let other = store::testing::database().await;
    for archive in archives(folder) {
        let mut import = world.gleaner(&["import", archive.to_str().unwrap()]);
        import.env("DATABASE_URL", other.url());
        assert!(import.status().unwrap().success());
    }
    other
}

#[tokio::test(flavor = "multi_thread")]
async fn a_night_is_previewed_exports_go_on_after_the_next_and_archives_are_read_back() {
    let world = small().await;
    world.ok(&NIGHT).await;
    assert_previewed(&world).await;
    opt_outs_are_counted_reported_and_left_out_on_demand(&world).await;
    archives_are_read_back_to_the_same_rows(&world).await;
    let archive = archive(&world, "one", "0").await;
    let corpus = export::first(&world).await;

    // The second night finds most pages unchanged, and something new after them.
    let changes = world.newsroom.advance();
    world.ok(&NIGHT).await;
    archives_go_on_where_the_last_one_ended(&world, &archive).await;
    export::goes_on(&world, &corpus, &changes).await;
}

async fn archives_are_read_back_to_the_same_rows(world: &World) {
    let manifest = archive(world, "out", "0").await;
    let stored = pages(&world.database.store).await;
    assert_eq!(manifest["pages"], stored.len());
    assert_eq!(manifest["complete"], true);
    // A description, and three records per page.
    assert_eq!(manifest["files"][0]["records"], 1 + 3 * stored.len());
    let other = imported(world, &world.path("out")).await;
    let read = pages(&other.store).await;
    assert_eq!(read.len(), stored.len());
    for (mut page, of) in read.into_iter().zip(stored) {
        // Fields that only the original crawl knows.
        page.key.page_id = of.key.page_id;
        page.site_id.clone_from(&of.site_id);
        page.via = of.via;
        assert_eq!(page, of);
    }
}

/// Exports archives into a folder. Returns its manifest.
async fn archive(world: &World, out: &str, since: &str) -> Value {
    let args = ["export", "--format", "warc", "--out", out, "--since", since];
    world.ok(&args).await;
    manifest(&world.path(out))
}

/// `first` is the manifest of the archives of the first night in the folder `one`.
async fn archives_go_on_where_the_last_one_ended(world: &World, first: &Value) {
    let since = text(first, "next_cursor").to_owned();
    let second = archive(world, "two", &since).await;
    let all = pages(&world.database.store).await.len() as u64;
    assert!(second["pages"].as_u64().unwrap() > 0);
    assert_eq!(
        first["pages"].as_u64().unwrap() + second["pages"].as_u64().unwrap(),
        all
    );
    // A folder holds one export, unless its manifest may be replaced.
    let again = ["export", "--format", "warc", "--out", "one"];
    let refused = world.refused(&again).await;
    assert!(
        refused.contains("there is an export in one already"),
        "{refused}"
    );
    assert_eq!(manifest(&world.path("one")), *first);
    world.ok(&[&again[..], &["--force"]].concat()).await;
    let kept = world.path("one").join(text(&first["files"][0], "file"));
    assert!(kept.exists(), "archives are kept");
    let anew = manifest(&world.path("one"));
    assert_eq!(anew["pages"], all);
    assert_eq!(anew["files"].as_array().unwrap().len(), 1);
    // A day long past means the beginning.
    assert_eq!(archive(world, "three", "2001-01-01").await["pages"], all);
}

async fn opt_outs_are_counted_reported_and_left_out_on_demand(world: &World) {
    let stored = pages(&world.database.store).await;
    let reserved = stored
        .iter()
        .filter(|page| page.opt_outs.contains(&"tdm".to_owned()))
        .count();
    assert!(reserved > 0 && reserved < stored.len());
    for format in ["warc", "jsonl"] {
        let all = ["export", "--format", format, "--out", format];
        let (_, warned) = world.ends_with(0, &all).await;
        assert_eq!(warned.matches("carry opt-outs").count(), 1, "{warned}");
        let before = manifest(&world.path(format));
        assert!(before["opt_outs"]["tdm"].as_u64().unwrap() > 0);
        assert_eq!(before["left_out"], 0);
        let some = format!("export --format {format} --out some --without-opt-outs=tdm,ai");
        world.ok(&typed(&some)).await;
        let after = manifest(&world.path("some"));
        std::fs::remove_dir_all(world.path("some")).unwrap();
        assert!(after["left_out"].as_u64().unwrap() > 0);
        assert_eq!(after["opt_outs"]["tdm"], Value::Null);
        // The cursor moves past what is left out.
        assert_eq!(after["next_cursor"], before["next_cursor"]);
        let count = if format == "warc" {
            "pages"
        } else {
            "articles"
        };
        assert_eq!(
            after[count].as_u64().unwrap() + after["left_out"].as_u64().unwrap(),
            before[count].as_u64().unwrap()
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_is_imported_later_is_in_the_next_archives_however_old_it_is() {
    let world = small().await;
    let import = async |name: &str, at: &str| {
        let url = format!("https://news.example/{name}");
        let page = serde_json::json!({"url": url, "html": "<p>Deich", "fetched_at": at});
        world.import(&page.to_string()).await;
    };
    let at = "2026-03-01T08:00:00.123456Z";
    import("a", at).await;
    let first = archive(&world, "one", "0").await;
    import("b", "2020-03-01T08:00:00Z").await;
    let second = archive(&world, "two", text(&first, "next_cursor")).await;
    assert_eq!(
        [&first["pages"], &second["pages"], &second["complete"]],
        [&Value::from(1), &1.into(), &true.into()]
    );
    let third = archive(&world, "three", text(&second, "next_cursor")).await;
    assert_eq!(third["pages"], 0);
    assert_eq!(third["next_cursor"], second["next_cursor"]);
    // A time begins with the pages that were fetched at it.
    assert_eq!(archive(&world, "rest", at).await["pages"], 1);
    let beyond = "export --format warc --out beyond --since 999";
    let refused = world.refused(&typed(beyond)).await;
    assert!(
        refused.contains("the history of this database, up to 2, does not include"),
        "{refused}"
    );
}
