//! Runs, and the progress of the current one.

use std::time::Duration;

use serde_json::json;
use store::{Database, RunState, Store};

use super::visited::ATTACK;
use super::world::{Shows as _, World};

#[tokio::test]
async fn runs_say_what_they_did_and_what_went_wrong() {
    let world = World::new().await;
    let page = world.page("/runs").await;
    page.has(["Nothing has run yet"]);
    let store = world.store();
    let first = store.begin_run("nightly").await.unwrap();
    let counts = json!({"fetched": 1234, "not_found": 5, "articles_added": 7});
    store
        .finish_run(first, RunState::Failed, &counts, Some(ATTACK))
        .await
        .unwrap();
    let page = world.page("/runs").await;
    page.has(["1,234", "failed", "&#60;script&#62;"]);
    page.lacks([ATTACK]);
    assert!(!page.contains("http-equiv"), "nothing is under way");
    let page = world.page(&format!("/run/{first}")).await;
    page.has([
        "<strong class=\"bad\">failed</strong></p>",
        "pages, feeds and sitemaps fetched",
        "not found",
        "&#60;script&#62;",
    ]);
    for path in ["/run/99", "/run/x", "/run/99999999999999999999"] {
        assert_eq!(world.get(path).await.status, 404, "{path}");
    }
    assert_eq!(world.get("/runs?before=x").await.status, 400);
    let earlier = world.page(&format!("/runs?before={first}")).await;
    earlier.has(["There are no earlier runs"]);
    are_shown_page_by_page(&world).await;
}

/// Shows the first run and 60 others.
async fn are_shown_page_by_page(world: &World) {
    for _ in 0..60 {
        world.run("nightly", RunState::Done, &json!({})).await;
    }
    let page = world.page("/runs").await;
    assert_eq!(page.matches("<th scope=\"row\">").count(), 50);
    let next = page.value("href=\"/runs?before=");
    let page = world.page(&format!("/runs?before={next}")).await;
    assert_eq!(page.matches("<th scope=\"row\">").count(), 11);
    page.lacks(["Earlier runs"]);
}

#[tokio::test]
async fn a_killed_run_shows_no_numbers_of_stages_that_did_not_end() {
    let world = World::new().await;
    let other = Store::open(&Database::Url(world.database.url())).await;
    let other = other.unwrap();
    let killed = other.begin_run("nightly").await.unwrap();
    let counts = json!({"fetched": 77, "stage": "extract", "stage_done": 12, "stage_of": 77});
    other.record_run(killed, &counts).await.unwrap();
    drop(other); // with its connections, as when a process is killed
    let mut page = String::new();
    for _ in 0..1_500 {
        page = world.page("/runs").await;
        if page.contains(">lost<") {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let numbers = page.split("<td class=\"number\" ").skip(1);
    let numbers = numbers.filter_map(|rest| Some(rest.split_once('>')?.1.split_once('<')?.0));
    let numbers: Vec<&str> = numbers.collect();
    assert_eq!(numbers, ["77", "–", "–", "–"], "{page}");
    let page = world.page(&format!("/run/{killed}")).await;
    page.has([
        "those of the stages that it finished",
        "Extracting: 12 of 77 pages when it last recorded its progress.",
        "; it is not known when it ended.",
    ]);
}

#[tokio::test]
async fn a_run_in_progress_is_shown_until_it_ends() {
    let world = World::new().await;
    let store = world.store();
    let run = store.begin_run("nightly").await.unwrap();
    let counts = json!({"stage": "extract", "stage_done": 50, "stage_of": 200, "stage_seconds": 4});
    store.record_run(run, &counts).await.unwrap();
    // The script replaces what is live; in the list, also how long it has taken.
    let live = format!("data-live=\"{run}\"");
    for (path, parts) in [("/runs".to_owned(), 2), (format!("/run/{run}"), 1)] {
        let page = world.page(&path).await;
        page.has([
            "Extracting",
            "50 of 200 pages",
            "value=\"25\"",
            "12.5 per second",
            "<noscript><meta http-equiv=\"refresh\" content=\"10\"></noscript>",
        ]);
        assert_eq!(page.matches(&live).count(), parts, "{page}");
    }
    store
        .finish_run(run, RunState::Done, &json!({}), None)
        .await
        .unwrap();
    for path in ["/runs".to_owned(), format!("/run/{run}")] {
        world.page(&path).await.lacks(["data-live"]);
    }
}
