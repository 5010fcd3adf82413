//! Metrics for Prometheus, and health checks.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;
use store::RunState;

use super::visited::visited;
use super::world::World;

/// The samples of an exposition, by name and labels. Panics if it violates the format.
fn parse(text: &str) -> BTreeMap<String, f64> {
    let mut samples = BTreeMap::new();
    let (mut helped, mut typed) = (BTreeSet::new(), BTreeSet::new());
    assert!(text.ends_with('\n'));
    let is_name = |name: &str| {
        name.bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte == b'_')
    };
    for line in text.lines() {
        if let Some(help) = line.strip_prefix("# HELP ") {
            let (name, _) = help.split_once(' ').unwrap();
            assert!(helped.insert(name.to_owned()), "{name} twice");
            continue;
        }
        if let Some(kind) = line.strip_prefix("# TYPE ") {
            let (name, kind) = kind.split_once(' ').unwrap();
            assert!(["gauge", "counter"].contains(&kind), "{line}");
            assert_eq!(kind == "counter", name.ends_with("_total"), "{line}");
            assert!(typed.insert(name.to_owned()), "{name} twice");
            continue;
        }
        let (series, value) = line.rsplit_once(' ').unwrap();
        let (name, labels) = series.split_once('{').unwrap_or((series, "}"));
        assert!(is_name(name), "{line}");
        assert!(typed.contains(name) && helped.contains(name), "{line}");
        let labels = labels.strip_suffix('}').unwrap();
        for label in labels.split("\",").filter(|label| !label.is_empty()) {
            assert!(is_name(label.split_once("=\"").unwrap().0), "{line}");
        }
        let known = samples.insert(series.to_owned(), value.parse().unwrap());
        assert!(known.is_none(), "{series} twice");
    }
    samples
}

#[tokio::test]
async fn metrics_are_an_exposition_that_counts_what_there_is_and_has_what_the_dashboard_shows() {
    let empty = World::new().await;
    let samples = parse(&empty.page("/metrics").await);
    assert_eq!(samples.get("gleaner_articles"), Some(&0.0));

    let world = World::new().await;
    visited(world.store(), "a").await;
    world.run("nightly", RunState::Done, &json!({})).await;
    let answer = world.get("/metrics").await;
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    assert_eq!(answer.header("content-type"), kind);
    let samples = parse(&answer.body);
    for (series, value) in [
        ("gleaner_articles", 1.0),
        ("gleaner_pages", 3.0),
        ("gleaner_pages_rejected", 2.0),
        ("gleaner_urls", 5.0),
        ("gleaner_urls_due", 1.0),
        ("gleaner_pages_unread", 0.0),
        ("gleaner_sites{state=\"ok\"}", 1.0),
        ("gleaner_visits_total{outcome=\"fetched\"}", 3.0),
        (
            "gleaner_site_failures_total{site=\"a\",reason=\"not_found\"}",
            1.0,
        ),
        (
            "gleaner_runs_total{command=\"nightly\",state=\"done\"}",
            1.0,
        ),
        (
            "gleaner_runs_total{command=\"nightly\",state=\"lost\"}",
            0.0,
        ),
        ("gleaner_runs_under_way{command=\"nightly\"}", 0.0),
    ] {
        assert_eq!(samples.get(series), Some(&value), "{series}");
    }
    for series in [
        "gleaner_last_success_timestamp_seconds",
        "gleaner_run_last_done_timestamp_seconds{command=\"nightly\"}",
    ] {
        assert!(samples[series] > 1e9, "{series}");
    }
    assert!(samples.contains_key("gleaner_run_duration_seconds{command=\"nightly\"}"));
    let again = world.page("/metrics").await;
    assert_eq!(again, answer.body, "kept for seconds");
    assert_shown(&answer.body);
}

/// Asserts that every panel of the dashboard uses metrics of this exposition.
fn assert_shown(text: &str) {
    let mut labels: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for line in text.lines() {
        if let Some(kind) = line.strip_prefix("# TYPE ") {
            labels.entry(kind.split_once(' ').unwrap().0).or_default();
        } else if let Some((name, rest)) = line.split_once('{') {
            let names = rest.split("=\"").map(|part| {
                let at = part.rfind([',', '"']).map_or(0, |at| at + 1);
                &part[at..]
            });
            labels.get_mut(name).unwrap().extend(names);
        }
    }
    let dashboard = include_str!("../../../../../config/grafana/gleaner.json");
    let dashboard: serde_json::Value = serde_json::from_str(dashboard).unwrap();
    let panels = dashboard["panels"].as_array().unwrap();
    let mut queried = BTreeSet::new();
    for panel in panels {
        for target in panel["targets"].as_array().unwrap() {
            let expr = target["expr"].as_str().unwrap();
            let words = expr.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            let names: Vec<&str> = words.filter(|word| word.starts_with("gleaner_")).collect();
            assert_eq!(names.len(), 1, "{expr}");
            let known = labels.get(names[0]);
            let known = known.unwrap_or_else(|| panic!("{}: {expr}", panel["title"]));
            queried.insert(names[0]);
            let legend = target["legendFormat"].as_str().unwrap();
            for label in legend.split("{{").skip(1) {
                let label = label.split("}}").next().unwrap();
                assert!(known.contains(label), "{label}: {expr}: {known:?}");
            }
        }
    }
    assert!(queried.len() >= 15, "{queried:?}");
}

#[tokio::test]
async fn health_says_whether_the_database_answers_and_crawlers_are_turned_away() {
    let world = World::new().await;
    assert_eq!(world.page("/healthz").await, "ok\n");
    let robots = world.page("/robots.txt").await;
    assert_eq!(robots, "User-agent: *\nDisallow: /\n");
    world.store().clone().close().await.unwrap();
    let answer = world.get("/healthz").await;
    assert_eq!(answer.status, 503);
    assert_eq!(answer.body, "the database is not responding\n");
}
