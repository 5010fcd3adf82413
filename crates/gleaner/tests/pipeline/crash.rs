//! Death in mid-crawl, and what is left of it.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use testsite::Settings;

use crate::World;

/// Requests answered with a whole body, by address.
fn bodies(world: &World) -> HashMap<String, usize> {
    let mut bodies = HashMap::new();
    for request in world.newsroom.log() {
        if request.status == 200 && request.path != "/robots.txt" {
            *bodies
                .entry(format!("{}{}", request.host, request.path))
                .or_default() += 1;
        }
    }
    bodies
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_crawl_goes_on_and_repeats_at_most_what_was_in_flight() {
    let world = World::new(Settings {
        bench_hosts: 4,
        bench_pages: 200,
        ..Settings::default()
    })
    .await;
    world.ok(&["seed", "newsroom.toml"]).await;

    let mut kills = 0;
    for requests in [150, 400] {
        let mut child = world.start(&["crawl"]);
        let patience = Instant::now() + Duration::from_mins(1);
        while world.newsroom.log().len() < requests && Instant::now() < patience {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        // SIGKILL: no handler runs, no lease is given back.
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
    }
    // The dead workers' leases run out while the third waits.
    let output = {
        let mut command = world.gleaner(&["crawl"]);
        command.env("GLEANER__WORKER__PATIENCE_SECONDS", "90");
        tokio::task::spawn_blocking(move || command.output().unwrap())
            .await
            .unwrap()
    };
    assert!(output.status.success());

    let hosts = world
        .newsroom
        .log()
        .iter()
        .map(|r| r.host.clone())
        .collect::<std::collections::HashSet<_>>()
        .len();
    let repeated: usize = bodies(&world).values().map(|count| count - 1).sum();
    assert!(
        repeated <= kills * hosts,
        "{repeated} pages were fetched again after {kills} kills with {hosts} hosts at one request each"
    );
    let status: serde_json::Value =
        serde_json::from_str(&world.ok(&["status", "--json"]).await).unwrap();
    let bench: Vec<_> = status["sites"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|site| site["id"].as_str().unwrap().starts_with("bench"))
        .collect();
    assert_eq!(bench.len(), 4);
    for site in bench {
        // Every page of the site, and its feeds and sitemaps.
        assert!(site["fetched"].as_i64().unwrap() >= 200, "{site}");
    }
    let stored: i64 = status["queue"]["pages"].as_i64().unwrap();
    world.ok(&["crawl"]).await;
    let status: serde_json::Value =
        serde_json::from_str(&world.ok(&["status", "--json"]).await).unwrap();
    assert_eq!(
        status["queue"]["pages"].as_i64().unwrap(),
        stored,
        "no page is stored twice"
    );
}
