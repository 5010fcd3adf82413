//! Articles that are more than a page of text: on several pages, behind a paywall, live; and the channels by which articles are found.

use std::collections::HashMap;

use serde_json::Value;

use super::{World, text};

#[tokio::test(flavor = "multi_thread")]
async fn articles_on_several_pages_behind_walls_and_live_come_out_as_they_are_by_their_channels() {
    let world = World::after_a_night().await;
    let articles = world.articles().await;
    let by_url: HashMap<&str, &Value> = articles.iter().map(|a| (text(a, "url"), a)).collect();
    let expected = world.newsroom.expected();
    let (mut several, mut walls, mut live) = (0, 0, 0);
    for wanted in &expected.articles {
        let Some(article) = by_url.get(wanted.url.as_str()) else {
            continue; // what is found is checked elsewhere
        };
        let parts: Vec<&str> = article["parts"]
            .as_array()
            .map(|parts| parts.iter().filter_map(Value::as_str).collect())
            .unwrap_or_default();
        assert_eq!(parts, wanted.parts, "{}", wanted.url);
        if !wanted.parts.is_empty() {
            several += 1;
            let whole = text(article, "text");
            for paragraph in &wanted.paragraphs {
                assert_eq!(
                    whole.matches(paragraph).count(),
                    1,
                    "{}: {paragraph}",
                    wanted.url
                );
            }
            assert_eq!(article["version"], 1, "{}", wanted.url);
        }
        let cut_off = article["is_truncated"] == true;
        assert_eq!(cut_off, wanted.truncated, "{}", wanted.url);
        if wanted.truncated {
            walls += 1;
            assert_eq!(article["is_free"], false, "{}", wanted.url);
        }
        let entries = article["live_entries"].as_array().map_or(0, Vec::len);
        assert_eq!(entries, wanted.entries, "{}", wanted.url);
        if wanted.entries > 0 {
            live += 1;
            assert_eq!(text(article, "page_type"), "live_blog");
            let whole = text(article, "text");
            for entry in article["live_entries"].as_array().unwrap() {
                assert!(entry["at"].is_string(), "{entry}");
                let first = text(entry, "text").lines().next().unwrap_or_default();
                assert!(whole.contains(first), "{first}");
            }
        }
    }
    assert!(
        several >= 2 && walls >= 1 && live >= 2,
        "{several} {walls} {live}"
    );

    // Further pages are not separate articles, and the reason is given.
    let further: Vec<&String> = expected.continuations.iter().map(|(url, _)| url).collect();
    assert!(further.len() >= 3);
    for url in further {
        assert!(
            !by_url.contains_key(url.as_str()),
            "{url} is an article of its own"
        );
    }
    coverage_says_what_each_channel_found(&world).await;
}

async fn coverage_says_what_each_channel_found(world: &World) {
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
