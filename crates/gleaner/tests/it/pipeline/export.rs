//! A corpus in a folder.

use serde_json::Value;
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
        serde_json::from_slice(&std::fs::read(world.path("corpus/manifest.json")).unwrap()).unwrap()
    };
    let first = manifest(&world);
    let file = std::fs::read_to_string(world.path("corpus").join(text(&first, "file"))).unwrap();
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

    // Nothing new, nothing exported; a new day, only what it brought.
    let since = first["next_cursor"].to_string();
    world
        .ok(&["export", "--out", "corpus", "--since", &since])
        .await;
    assert_eq!(manifest(&world)["articles"], 0);
    let changes = world.newsroom.advance();
    world.ok(&night).await;
    world
        .ok(&["export", "--out", "corpus", "--since", &since])
        .await;
    let second = manifest(&world);
    let file = std::fs::read_to_string(world.path("corpus").join(text(&second, "file"))).unwrap();
    let urls: Vec<Value> = lines(&file);
    for new in changes.new.iter().chain(&changes.updated) {
        assert!(
            urls.iter()
                .any(|a| text(a, "url") == new || text(a, "url_canonical") == new),
            "{new} is missing from the second export"
        );
    }
}
