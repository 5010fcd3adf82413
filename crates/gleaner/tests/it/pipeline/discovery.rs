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
        let has = |name: &str| channels.iter().any(|one| text(one, "channel") == name);
        let with_feed = text(site, "id") != "valley-observer";
        assert_eq!(has("feed"), with_feed, "{site}");
        assert!(has("front_page"), "{site}");
    }
    let of_site = ["status", "--coverage", "--site", "morgenblatt"];
    let table = world.ok(&of_site).await;
    assert!(
        table.contains("news sitemap") && !table.contains("elbkurier"),
        "{table}"
    );
    let table = world.ok(&[&of_site[..], &["--since", "1s"]].concat()).await;
    assert!(table.starts_with("No articles"), "{table}");
}
