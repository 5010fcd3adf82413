//! The frontier: which URLs are due, and in which order.

use chrono::TimeDelta;
use store::{Due, NewUrl, Outcome, RunState, UrlKind, Via, Visit, testing};

use crate::fixtures::{
    accepted, article, claim, claimed, claimed_home, due_at, fetched, home, names, now, path_of,
    record, rejected, save, to_extract, url, visit,
};

#[tokio::test]
async fn a_released_host_is_due_when_its_next_visit_is() {
    let store = &testing::database().await;
    let (lease, due) = claimed_home(store, "a").await;
    let next = now() + TimeDelta::hours(2);
    let first = fetched(due.url_id, &due.url, b"x");
    record(store, &lease, &due_at(next, first)).await;
    assert!(store.release_host(&lease, None).await.unwrap());
    assert_eq!(store.next_host_due(&[]).await.unwrap(), Some(next));
    assert!(claim(store, "test").await.is_none());
    let only = ["a".to_owned()];
    assert_eq!(store.make_due(&only, now()).await.unwrap(), 1);
    let lease = claim(store, "test").await.expect("made due");
    let again = store.due(&lease, 10).await.unwrap();
    assert_eq!(again.len(), 1);
    assert_eq!(again[0].etag.as_deref(), Some("\"1\""));
    // after a visit that is not to be repeated, nothing is due
    let gone = visit(due.url_id, &due.url, Outcome::NotFound);
    record(store, &lease, &gone).await;
    assert!(store.release_host(&lease, None).await.unwrap());
    assert_eq!(store.next_host_due(&[]).await.unwrap(), None);
    assert_eq!(store.make_due(&[], now()).await.unwrap(), 0);
}

#[tokio::test]
async fn a_night_begins_with_channels_and_young_pages_and_leaves_the_rest_alone() {
    let store = &testing::database().await;
    let lease = claimed(store, "a").await;
    let sitemap = |path| NewUrl {
        kind: UrlKind::Sitemap,
        ..url("www.a.example", path)
    };
    let home = home(store, &lease).await;
    let mut first = fetched(home.url_id, &home.url, b"home");
    first.links = vec![
        url("www.a.example", "old"),
        sitemap("now"),
        sitemap("archive"),
    ];
    record(store, &lease, &first).await;
    let young = now();
    first.fetched_at = now();
    first.links = ["young", "gone", "refused"]
        .map(|path| url("www.a.example", path))
        .to_vec();
    first.next_due = Some(now() + TimeDelta::hours(1));
    record(store, &lease, &first).await;
    for due in store.due(&lease, 10).await.unwrap() {
        let (outcome, hours) = match path_of(&due.url) {
            "gone" => (Outcome::NotFound, 2),
            "refused" => (Outcome::Refused, 2),
            "archive" => (Outcome::Fetched, 700),
            _ => (Outcome::Fetched, 2),
        };
        let next = now() + TimeDelta::hours(hours);
        let visit = visit(due.url_id, &due.url, outcome);
        record(store, &lease, &due_at(next, visit)).await;
    }
    assert!(store.due(&lease, 10).await.unwrap().is_empty());
    assert_eq!(store.make_due(&[], young).await.unwrap(), 3);
    let due = store.due(&lease, 10).await.unwrap();
    assert_eq!(names(&due), ["", "now", "young"]);
}

#[tokio::test]
async fn a_night_after_one_that_was_stopped_leaves_out_what_that_has_visited() {
    let store = &testing::database().await;
    let (lease, home) = claimed_home(store, "a").await;
    let next = now() + TimeDelta::hours(20);
    let mut front = fetched(home.url_id, &home.url, b"home");
    front.links = vec![url("www.a.example", "page")];
    record(store, &lease, &due_at(next, front)).await;
    let page = store.due(&lease, 10).await.unwrap().remove(0);
    for (state, due, made_due) in [
        (RunState::Stopped, &page, 1),
        (RunState::Stopped, &home, 0),
        (RunState::Done, &page, 2),
    ] {
        let night = store.begin_run("nightly").await.unwrap();
        let read = fetched(due.url_id, &due.url, b"read");
        record(store, &lease, &due_at(next, read)).await;
        let counts = serde_json::json!({});
        let ended = store.finish_run(night, state, &counts, None).await;
        ended.unwrap();
        let made = store.make_due(&[], now() - TimeDelta::days(1)).await;
        assert_eq!(made.unwrap(), made_due, "{state:?}");
        store.due(&lease, 10).await.unwrap();
    }
}

#[tokio::test]
async fn a_page_that_is_announced_as_changed_is_due_unless_that_is_said_of_all_or_was_wrong_before()
{
    let store = &testing::database().await;
    let (lease, home) = claimed_home(store, "a").await;
    let names: Vec<String> = (0..24).map(|n| format!("page-{n:02}")).collect();
    // the pages up to `changed` are dated as changed an hour ago, the others as months ago
    let announce = async |changed: usize| {
        let mut feed = Visit {
            is_channel: true,
            ..fetched(home.url_id, &home.url, b"feed")
        };
        feed.links = (0..24)
            .map(|n| NewUrl {
                via: Via::Sitemap,
                changed: Some(now() - TimeDelta::hours(if n < changed { 1 } else { 2_000 })),
                ..url("www.a.example", &names[n])
            })
            .collect();
        record(store, &lease, &feed).await;
        store.due(&lease, 100).await.unwrap()
    };
    let read = async |due: &Due, body: &[u8]| {
        let visit = fetched(due.url_id, &due.url, body);
        let next = now() + TimeDelta::days(60);
        record(store, &lease, &due_at(next, visit)).await;
    };
    for due in announce(0).await {
        read(&due, b"first").await;
    }
    let mut called = Vec::new();
    let mut night = async |changed: usize, body: &[u8]| {
        testing::age(store, 24).await.unwrap();
        let due = announce(changed).await;
        for due in due.iter().filter(|due| due.url_id != home.url_id) {
            read(due, body).await;
        }
        called.push(due.len());
    };
    night(0, b"first").await;
    night(13, b"first").await; // most of its pages
    night(2, b"first").await;
    night(2, b"second").await;
    night(2, b"third").await;
    night(2, b"third").await; // the fourth time since the regular visit, whatever has changed
    testing::age(store, 24 * 60).await.unwrap();
    night(0, b"third").await; // that of all pages
    night(2, b"third").await;
    assert_eq!(called, [0, 0, 2, 2, 2, 0, 24, 2]);
}

#[tokio::test]
async fn an_article_that_the_site_shows_today_is_due_tonight_and_another_page_at_its_time() {
    let store = &testing::database().await;
    let (lease, home) = claimed_home(store, "a").await;
    let named = async || {
        let mut front = fetched(home.url_id, &home.url, b"front");
        front.links = [
            ("front", Via::FrontPage),
            ("feed", Via::Feed),
            ("news", Via::NewsSitemap),
            ("linked", Via::Link),
            ("imprint", Via::FrontPage),
            ("variant", Via::FrontPage),
        ]
        .map(|(path, via)| NewUrl {
            via,
            ..url("www.a.example", path)
        })
        .to_vec();
        record(store, &lease, &front).await;
        let due = store.due(&lease, 100).await.unwrap();
        for due in &due {
            let visit = fetched(due.url_id, &due.url, due.url.as_bytes());
            let next = now() + TimeDelta::days(80);
            record(store, &lease, &due_at(next, visit)).await;
        }
        let mut named = names(&due);
        named.sort_unstable();
        named.join(" ")
    };
    let all = "feed front imprint linked news variant";
    assert_eq!(named().await, all);
    for page in to_extract(store).await {
        let mut article = article(&page.url, &page.url);
        if page.url.ends_with("variant") {
            article["url_canonical"] = "https://www.a.example/another".into();
        }
        let verdict = if page.url.ends_with("imprint") {
            rejected(page.key, "1", "other")
        } else {
            accepted(page.key, "1", article)
        };
        save(store, &[verdict]).await;
    }
    // that of an old article after a sixteenth of its age
    let mut called = Vec::new();
    for hours in [12, 24 * 40, 24, 48] {
        testing::age(store, hours).await.unwrap();
        called.push(named().await);
    }
    assert_eq!(called, ["", "feed front news", "", "feed front news"]);
}

#[tokio::test]
async fn what_failed_comes_last_among_channels_and_a_missing_sitemap_of_an_index_waits_for_its_time()
 {
    let store = &testing::database().await;
    let (lease, home) = claimed_home(store, "a").await;
    let mut first = fetched(home.url_id, &home.url, b"home");
    first.links = [
        ("gone", Via::Sitemap),
        ("refused", Via::Sitemap),
        ("named", Via::Link),
    ]
    .map(|(path, via)| NewUrl {
        kind: UrlKind::Sitemap,
        via,
        priority: 20,
        ..url("www.a.example", path)
    })
    .into();
    record(store, &lease, &first).await;
    let later = now() + TimeDelta::hours(12);
    let mut channels = store.due(&lease, 10).await.unwrap();
    channels.sort_by(|a, b| a.url.cmp(&b.url)); // gone, named, refused
    let outcomes = [Outcome::NotFound, Outcome::NotFound, Outcome::Refused];
    for (due, outcome) in channels.iter().zip(outcomes) {
        let failed = visit(due.url_id, &due.url, outcome);
        record(store, &lease, &due_at(later, failed)).await;
    }
    let mut live = fetched(home.url_id, &home.url, b"home");
    live.links = vec![NewUrl {
        kind: UrlKind::Sitemap,
        via: Via::Sitemap,
        priority: 70,
        ..url("www.a.example", "live")
    }];
    record(store, &lease, &live).await;
    assert_eq!(store.make_due(&[], now()).await.unwrap(), 2);
    let paths = async || {
        let due = store.due(&lease, 10).await.unwrap();
        let mut paths = names(&due);
        paths[1..].sort_unstable(); // by id, thus by hash
        paths.join(" ")
    };
    assert_eq!(paths().await, "live named refused");
    let failed = visit(channels[2].url_id, &channels[2].url, Outcome::Timeout);
    record(store, &lease, &failed).await;
    assert_eq!(paths().await, "live named", "a visit ends the wait");
    testing::age(store, 13).await.unwrap();
    assert_eq!(paths().await, "live gone named");
    let over = Visit {
        detail: Some("200 sitemaps of its host were read".to_owned()),
        ..visit(channels[0].url_id, &channels[0].url, Outcome::Skipped)
    };
    record(store, &lease, &over).await;
    let skipped = store.skipped("a").await.unwrap();
    let skipped = skipped
        .iter()
        .map(|skipped| (&skipped.reason, &skipped.examples[0]));
    assert!(skipped.eq([(over.detail.as_ref().unwrap(), &channels[0].url)]));
}

#[tokio::test]
async fn pages_visited_before_come_after_new_ones_and_channels_before_both() {
    let store = &testing::database().await;
    let (lease, home) = claimed_home(store, "a").await;
    let mut first = fetched(home.url_id, &home.url, b"home");
    first.links = vec![url("www.a.example", "known")];
    first.next_due = Some(now());
    record(store, &lease, &first).await;
    let known = store.due(&lease, 10).await.unwrap().remove(1);
    let mut again = fetched(known.url_id, &known.url, b"known");
    again.next_due = Some(now());
    again.links = vec![NewUrl {
        priority: 300,
        ..url("www.a.example", "new")
    }];
    record(store, &lease, &again).await;
    let due = store.due(&lease, 10).await.unwrap();
    assert_eq!(names(&due), ["", "new", "known"]);
    // a visit takes its URL out of the queue, whether new or known
    for due in &due {
        let done = visit(due.url_id, &due.url, Outcome::NotModified);
        record(store, &lease, &done).await;
    }
    assert!(store.due(&lease, 10).await.unwrap().is_empty());
}

#[tokio::test]
async fn what_brought_nothing_is_due_when_its_robots_txt_changes_or_its_site_is_retried() {
    let store = &testing::database().await;
    let (lease, front) = claimed_home(store, "a").await;
    let later = now() + TimeDelta::days(20);
    let outcomes = [
        ("allowed", Outcome::Fetched),
        ("disallowed", Outcome::Disallowed),
        ("elsewhere", Outcome::Redirected),
        ("gone", Outcome::NotFound),
        ("none", Outcome::Skipped),
    ];
    let mut first = fetched(front.url_id, &front.url, b"home");
    first.links = outcomes
        .map(|(path, _)| url("www.a.example", path))
        .to_vec();
    record(store, &lease, &due_at(later, first)).await;
    let record_all = async |due: &[Due]| {
        for due in due {
            let path = path_of(&due.url);
            let outcome = outcomes.iter().find(|(name, _)| *name == path);
            let outcome = outcome.map_or(Outcome::Fetched, |(_, outcome)| *outcome);
            let visit = visit(due.url_id, &due.url, outcome);
            record(store, &lease, &due_at(later, visit)).await;
        }
    };
    record_all(&store.due(&lease, 10).await.unwrap()).await;
    let due_now = async || {
        let due = store.due(&lease, 10).await.unwrap();
        record_all(&due).await;
        names(&due).join(" ")
    };
    assert_eq!(due_now().await, "");
    store.make_disallowed_due(&lease).await.unwrap();
    assert_eq!(due_now().await, "disallowed");
    let retried = store.retry_site("a").await.unwrap();
    assert_eq!(retried, 5, "these and the front page");
}
