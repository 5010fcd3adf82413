//! The channels by which articles are found.

use serde_json::Value;

use super::{World, text};

#[tokio::test(flavor = "multi_thread")]
async fn coverage_says_what_each_channel_found() {
    let world = World::after_a_night().await;
    let json: Value =
        serde_json::from_str(&world.ok(&["status", "--coverage", "--json"]).await).unwrap();
    let sites = json["sites"].as_array().unwrap();
    assert_eq!(sites.len(), 5, "{json}");
    for site in sites {
        let channels = site["channels"].as_array().unwrap();
        let sum = |field: &str| {
            channels
                .iter()
                .map(|one| one[field].as_i64().unwrap())
                .sum::<i64>()
        };
        assert_eq!(sum("first"), site["articles"].as_i64().unwrap(), "{site}");
        for channel in channels {
            let count = |field: &str| channel[field].as_i64().unwrap();
            assert!(
                count("only") <= count("named") && count("first") <= count("named"),
                "{site}"
            );
        }
        let has = |name: &str| channels.iter().any(|one| text(one, "channel") == name);
        let with_feed = text(site, "id") != "valley-observer";
        assert_eq!(has("feed"), with_feed, "{site}");
        assert!(has("front_page"), "{site}");
    }
    let table = world
        .ok(&["status", "--coverage", "--site", "morgenblatt"])
        .await;
    assert!(
        table.contains("news sitemap") && !table.contains("elbkurier"),
        "{table}"
    );
    let table = world
        .ok(&[
            "status",
            "--coverage",
            "--since",
            "1s",
            "--site",
            "morgenblatt",
        ])
        .await;
    assert!(table.starts_with("No articles"), "{table}");
}
