//! Visits and the frontier: one transaction, fenced by the lease.

use chrono::TimeDelta;
use store::{Due, FreshPage, NewUrl, Outcome, RunState, UrlKind, Via, Visit, testing};

use crate::fixtures::{
    accepted, article, claim, claimed, claimed_home, fetched, home, now, path_of, record, rejected,
    save, to_extract, url, visit,
};

#[tokio::test]
async fn a_visit_stores_the_page_finds_links_and_leaves_the_queue() {
    let store = &testing::database().await;
    let lease = claimed(store, "a").await;
    let due = store.due(&lease, 10).await.unwrap();
    assert_eq!(due.len(), 1);
    assert_eq!((due[0].kind, due[0].via), (UrlKind::Home, Via::Seed));
    assert_eq!(due[0].history, None);
    let mut home = fetched(due[0].url_id, &due[0].url, b"<p>front</p>");
    home.links = vec![
        url("www.a.example", "1"),
        NewUrl {
            priority: 10,
            ..url("www.a.example", "2")
        },
        url("sport.a.example", "3"),
    ];
    record(store, &lease, &home).await;
    let due = store.due(&lease, 10).await.unwrap();
    let urls: Vec<_> = due.iter().map(|due| due.url.as_str()).collect();
    assert_eq!(urls, ["https://www.a.example/2", "https://www.a.example/1"]);
    // hosts of one domain are crawled one at a time
    let rest = now() + TimeDelta::hours(1);
    assert!(store.release_host(&lease, Some(rest)).await.unwrap());
    let sport = claim(store, "test").await.expect("the new host is due");
    let names = [sport.authority, sport.site_id];
    assert_eq!(names, ["sport.a.example", "a"]);
    let pages = to_extract(store).await;
    assert_eq!(pages.len(), 1);
    assert_eq!(pages[0].body, b"<p>front</p>");
    assert_eq!(pages[0].url_requested, "https://www.a.example/");
}

#[tokio::test]
async fn fresh_pages_have_the_bodies_given_if_they_were_stored_and_are_due() {
    let store = &testing::database().await;
    let (lease, home) = claimed_home(store, "a").await;
    let first = fetched(home.url_id, &home.url, b"<p>front</p>");
    record(store, &lease, &first).await;
    let again = fetched(home.url_id, &home.url, b"<p>front</p>");
    record(store, &lease, &again).await;
    let fresh = |visit: &Visit, host_id: i64| FreshPage {
        host_id,
        url_id: visit.url_id,
        fetched_at: visit.fetched_at,
        body: b"in memory".to_vec(),
    };
    let given = || {
        let stored = fresh(&first, lease.host_id);
        // the second visit found the same body, and the last page never existed
        vec![fresh(&again, lease.host_id), stored, fresh(&first, 77)]
    };
    let pages = store.fresh_pages(given()).await.unwrap();
    assert_eq!(pages.len(), 1);
    assert_eq!(pages[0].fetched_at, first.fetched_at);
    assert_eq!(pages[0].body, b"in memory");
    let (site, damage) = (&pages[0].site_id, &pages[0].damage);
    assert_eq!((site, damage), (&lease.site_id, &None));
    let verdict = rejected(pages[0].key, "1", "home");
    store.save_verdicts(&[verdict]).await.unwrap();
    assert!(store.fresh_pages(given()).await.unwrap().is_empty());
}

#[tokio::test]
async fn the_same_body_is_stored_once_and_the_history_tells() {
    let store = &testing::database().await;
    let (lease, due) = claimed_home(store, "a").await;
    for body in ["one", "one", "two"] {
        let again = Visit {
            next_due: Some(now()),
            ..fetched(due.url_id, &due.url, body.as_bytes())
        };
        record(store, &lease, &again).await;
    }
    let failed = Visit {
        next_due: Some(now()),
        ..visit(due.url_id, &due.url, Outcome::Timeout)
    };
    record(store, &lease, &failed).await;
    assert_eq!(store.queue().await.unwrap().pages, 2);
    let due = home(store, &lease).await;
    let history = due.history.unwrap();
    let counts = [history.visits, history.changes, history.failures];
    assert_eq!(counts, [4, 1, 1]);
    let etag = due.etag.as_deref();
    assert_eq!(etag, Some("\"1\""), "validators survive a failure");
}

#[tokio::test]
async fn a_released_host_is_due_when_its_next_visit_is() {
    let store = &testing::database().await;
    let (lease, due) = claimed_home(store, "a").await;
    let next = now() + TimeDelta::hours(2);
    let first = Visit {
        next_due: Some(next),
        ..fetched(due.url_id, &due.url, b"x")
    };
    record(store, &lease, &first).await;
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
        let visit = Visit {
            next_due: Some(now() + TimeDelta::hours(hours)),
            ..visit(due.url_id, &due.url, outcome)
        };
        record(store, &lease, &visit).await;
    }
    assert!(store.due(&lease, 10).await.unwrap().is_empty());
    assert_eq!(store.make_due(&[], young).await.unwrap(), 3);
    let due = store.due(&lease, 10).await.unwrap();
    let paths = due.iter().map(|due| path_of(&due.url));
    assert_eq!(paths.collect::<Vec<_>>(), ["", "now", "young"]);
}

#[tokio::test]
async fn a_night_after_one_that_was_stopped_leaves_out_what_that_has_visited() {
    let store = &testing::database().await;
    let (lease, home) = claimed_home(store, "a").await;
    let mut visit = Visit {
        next_due: Some(now() + TimeDelta::hours(20)),
        ..fetched(home.url_id, &home.url, b"home")
    };
    visit.links = vec![url("www.a.example", "page")];
    record(store, &lease, &visit).await;
    let page = store.due(&lease, 10).await.unwrap().remove(0);
    for (state, due, made_due) in [
        (RunState::Stopped, &page, 1),
        (RunState::Stopped, &home, 0),
        (RunState::Done, &page, 2),
    ] {
        let night = store.begin_run("nightly").await.unwrap();
        let visit = Visit {
            next_due: visit.next_due,
            ..fetched(due.url_id, &due.url, b"read")
        };
        record(store, &lease, &visit).await;
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
        let visit = Visit {
            next_due: Some(now() + TimeDelta::days(60)),
            ..fetched(due.url_id, &due.url, body)
        };
        record(store, &lease, &visit).await;
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
        let mut names = Vec::new();
        for due in due {
            let visit = Visit {
                next_due: Some(now() + TimeDelta::days(80)),
                ..fetched(due.url_id, &due.url, due.url.as_bytes())
            };
            record(store, &lease, &visit).await;
            names.push(path_of(&due.url).to_owned());
        }
        names.sort_unstable();
        names
    };
    assert_eq!(named().await.len(), 6);
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
    let shown = ["feed", "front", "news"].map(str::to_owned).to_vec();
    assert_eq!(called, [vec![], shown.clone(), vec![], shown]);
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
    let later = Some(now() + TimeDelta::hours(12));
    let mut channels = store.due(&lease, 10).await.unwrap();
    channels.sort_by(|a, b| a.url.cmp(&b.url)); // gone, named, refused
    let outcomes = [Outcome::NotFound, Outcome::NotFound, Outcome::Refused];
    for (due, outcome) in channels.iter().zip(outcomes) {
        let failed = Visit {
            next_due: later,
            ..visit(due.url_id, &due.url, outcome)
        };
        record(store, &lease, &failed).await;
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
    let paths = async || -> Vec<String> {
        let due = store.due(&lease, 10).await.unwrap().into_iter();
        let mut paths: Vec<String> = due.map(|due| path_of(&due.url).to_owned()).collect();
        paths[1..].sort_unstable(); // by id, thus by hash
        paths
    };
    assert_eq!(paths().await, ["live", "named", "refused"]);
    let failed = visit(channels[2].url_id, &channels[2].url, Outcome::Timeout);
    record(store, &lease, &failed).await;
    assert_eq!(paths().await, ["live", "named"], "a visit ends the wait");
    testing::age(store, 13).await.unwrap();
    assert_eq!(paths().await, ["live", "gone", "named"]);
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
    let paths = due.iter().map(|due| path_of(&due.url));
    assert_eq!(paths.collect::<Vec<_>>(), ["", "new", "known"]);
    // a visit takes its URL out of the queue, whether new or known
    for due in &due {
        let done = visit(due.url_id, &due.url, Outcome::NotModified);
        record(store, &lease, &done).await;
    }
    assert!(store.due(&lease, 10).await.unwrap().is_empty());
}

#[tokio::test]
async fn feed_titles_reach_the_page_and_nul_characters_reach_nothing() {
    let store = &testing::database().await;
    let (lease, due) = claimed_home(store, "a").await;
    let entry = NewUrl {
        via: Via::Feed,
        title: Some("From\0 the feed".to_owned()),
        published: Some(now()),
        ..url("www.a.example", "1")
    };
    let mut feed = fetched(due.url_id, &due.url, b"feed \0 body");
    feed.links = vec![entry.clone(), entry, url("www.a.example", "nul\0")];
    feed.detail = Some("a\0b".to_owned());
    feed.opt_out =
        serde_json::json!({"k\0": ["v\0"], "ai_optout": ["robots:GPTBot", "robots:CCBot"]});
    feed.robots_rule = Some("\0".to_owned());
    record(store, &lease, &feed).await;
    let signals = "select opt_out -> 'ai_optout' as signals from fetches";
    let rows = testing::rows(store, signals).await;
    let sorted = serde_json::json!(["robots:CCBot", "robots:GPTBot"]);
    assert_eq!(rows.unwrap()[0]["signals"], sorted);
    let due = store.due(&lease, 10).await.unwrap();
    assert_eq!(due.len(), 2);
    let first = due.iter().find(|due| due.url.ends_with("/1")).unwrap();
    record(store, &lease, &fetched(first.url_id, &first.url, b"")).await;
    let pages = to_extract(store).await;
    let empty = pages.iter().find(|page| page.url.ends_with("/1")).unwrap();
    assert_eq!((empty.body.len(), empty.via), (0, Via::Feed));
    assert_eq!(empty.title_feed.as_deref(), Some("From the feed"));
    // bytes are kept as they are
    assert!(pages.iter().any(|page| page.body == b"feed \0 body"));
}

#[tokio::test]
async fn a_visit_that_brought_no_page_counts_among_the_failures_in_a_row() {
    let store = &testing::database().await;
    let (lease, due) = claimed_home(store, "a").await;
    for (outcome, is_fruitless, failures) in [
        (Outcome::Redirected, true, 1),
        (Outcome::Skipped, true, 2),
        (Outcome::NotFound, false, 3),
        (Outcome::Redirected, false, 0),
    ] {
        let visit = Visit {
            is_fruitless,
            next_due: Some(now()),
            ..visit(due.url_id, &due.url, outcome)
        };
        record(store, &lease, &visit).await;
        let history = home(store, &lease).await.history.unwrap();
        assert_eq!((history.outcome, history.failures), (outcome, failures));
    }
}

#[tokio::test]
async fn what_brought_nothing_is_due_when_its_robots_txt_changes_or_its_site_is_retried() {
    let store = &testing::database().await;
    let (lease, front) = claimed_home(store, "a").await;
    let later = Some(now() + TimeDelta::days(20));
    let outcomes = [
        ("allowed", Outcome::Fetched),
        ("disallowed", Outcome::Disallowed),
        ("elsewhere", Outcome::Redirected),
        ("gone", Outcome::NotFound),
        ("none", Outcome::Skipped),
    ];
    let mut first = fetched(front.url_id, &front.url, b"home");
    first.next_due = later;
    first.links = outcomes
        .map(|(path, _)| url("www.a.example", path))
        .to_vec();
    record(store, &lease, &first).await;
    let record_all = async |due: Vec<Due>| {
        for due in due {
            let path = path_of(&due.url);
            let outcome = outcomes.iter().find(|(name, _)| *name == path);
            let outcome = outcome.map_or(Outcome::Fetched, |(_, outcome)| *outcome);
            let visit = Visit {
                next_due: later,
                ..visit(due.url_id, &due.url, outcome)
            };
            record(store, &lease, &visit).await;
        }
    };
    record_all(store.due(&lease, 10).await.unwrap()).await;
    let due_now = async || {
        let due = store.due(&lease, 10).await.unwrap();
        let paths: Vec<String> = due.iter().map(|due| path_of(&due.url).to_owned()).collect();
        record_all(due).await;
        paths.join(" ")
    };
    assert_eq!(due_now().await, "");
    store.make_disallowed_due(&lease).await.unwrap();
    assert_eq!(due_now().await, "disallowed");
    let retried = store.retry_site("a").await.unwrap();
    assert_eq!(retried, 5, "these and the front page");
}
