//! Page labels: queue, storage and import.

use chrono::{DateTime, TimeDelta, Utc};
use store::{
    ImportedLabel, Judgement, LabelCandidate, LabelQuery, NewVerdict, PageLabel, Store, testing,
};

use crate::fixtures::{counted, now, rejected, save, stored};

/// The score of a page about which the model is not certain.
const AROUND: f32 = 0.5;

pub(crate) fn query(who: &str) -> LabelQuery {
    LabelQuery {
        who: who.to_owned(),
        site_id: None,
        random: false,
        again: false,
    }
}

fn address(site: &str, path: &str) -> String {
    format!("https://www.{site}.example/{path}")
}

async fn fetch(store: &Store, site: &str, path: &str, body: &str, at: DateTime<Utc>) {
    let url = address(site, path);
    let page = testing::imported(&url, body.as_bytes(), Some(at));
    store.import_pages(&[page]).await.unwrap();
}

/// Saves verdicts on all pages; the score of each is the number in its body.
async fn read(store: &Store, version: &str) {
    let pages = stored(store).await;
    let verdicts = pages.iter().map(|page| {
        let body = std::str::from_utf8(&page.body).unwrap();
        let (number, by) = body.split_once(' ').unwrap_or((body, "model:test"));
        NewVerdict {
            news_score: number.parse().unwrap(),
            label_source: by.to_owned(),
            ..rejected(page.key, version, "section")
        }
    });
    save(store, &verdicts.collect::<Vec<_>>()).await;
}

async fn newsroom(store: &Store) {
    for (site, path, body) in [
        ("a", "sure", "0.99"),
        ("a", "open", "0.52"),
        ("a", "near", "0.6"),
        ("b", "open", "0.4"),
        ("b", "ruled", "0.5 rule:legal"),
    ] {
        fetch(store, site, path, body, now()).await;
    }
    read(store, "1").await;
}

async fn queue(store: &Store, query: &LabelQuery) -> Vec<LabelCandidate> {
    let queue = store.label_queue(query, AROUND, &[], 100).await;
    queue.unwrap().0
}

async fn names(store: &Store, queue: &[LabelCandidate]) -> Vec<String> {
    let mut names = Vec::new();
    for candidate in queue {
        let page = store.pages(&[candidate.page]).await.unwrap().pop().unwrap();
        let name = page.url.trim_start_matches("https://www.");
        names.push(name.replace(".example", ""));
    }
    names
}

fn label(candidate: &LabelCandidate, who: &str, is_news: bool) -> PageLabel {
    PageLabel {
        address: candidate.address,
        page: candidate.page,
        who: who.to_owned(),
        at: now(),
        judgement: judgement(is_news),
        prediction: Some(candidate.prediction.clone()),
    }
}

fn judgement(is_news: bool) -> Judgement {
    Judgement {
        is_news,
        page_type: Some(if is_news { "article" } else { "other" }.to_owned()),
    }
}

#[tokio::test]
async fn uncertain_pages_come_first_and_sites_in_turn_but_for_what_a_person_has_seen() {
    let store = &testing::database().await;
    newsroom(store).await;
    let all = queue(store, &query("ana")).await;
    assert_eq!(
        names(store, &all).await,
        ["a/open", "b/open", "a/near", "a/sure", "b/ruled"]
    );
    let first = store.label_queue(&query("ana"), AROUND, &[], 2).await;
    let (first, remaining) = first.unwrap();
    assert_eq!((first.len(), remaining), (2, 5));
    let of_a = LabelQuery {
        site_id: Some("a.example".to_owned()),
        ..query("ana")
    };
    assert_eq!(
        names(store, &queue(store, &of_a).await).await,
        ["a/open", "a/near", "a/sure"]
    );
    let any = LabelQuery {
        random: true,
        ..query("ana")
    };
    assert_eq!(queue(store, &any).await.len(), 5);

    let before = store.save_label(&label(&all[0], "ana", true)).await;
    assert_eq!(before.unwrap(), None);
    let had = [all[1].address];
    let rest = store.label_queue(&query("ana"), AROUND, &had, 100).await;
    assert_eq!(
        names(store, &rest.unwrap().0).await,
        ["a/near", "a/sure", "b/ruled"],
        "without what was labelled or shown"
    );
    assert_eq!(queue(store, &query("ben")).await.len(), 5);
    let again = LabelQuery {
        again: true,
        ..query("ana")
    };
    let again = queue(store, &again).await;
    assert_eq!(again[0].previous, Some(judgement(true)));
    assert_eq!(again.len(), 5);
}

#[tokio::test]
async fn labels_are_counted_survive_other_readings_and_give_way_to_a_changed_mind() {
    let store = &testing::database().await;
    newsroom(store).await;
    let all = queue(store, &query("ana")).await;
    let first = label(&all[0], "ana", true);
    store.save_label(&first).await.unwrap();
    for (at, who, is_news) in [(0, "ben", false), (1, "ana", true), (2, "ana", true)] {
        let label = label(&all[at], who, is_news);
        store.save_label(&label).await.unwrap();
    }
    let counted = store.label_stats().await.unwrap();
    assert_eq!((counted.pages, counted.disputed), (3, 1));
    let groups = counted.groups.iter();
    let groups = groups.map(|group| format!("{} {} {}", group.who, group.site_id, group.labels));
    let expected = ["ana a.example 2", "ana b.example 1", "ben a.example 1"];
    assert_eq!(groups.collect::<Vec<_>>(), expected);

    fetch(store, "a", "open", "0.51", now() + TimeDelta::hours(1)).await;
    read(store, "2").await;
    assert_eq!(queue(store, &query("ana")).await.len(), 2);
    let of_open = async || {
        let mut labels = store.labels(Some("ana"), None, None).await.unwrap();
        labels.retain(|label| label.url_requested == address("a", "open"));
        labels
    };
    let kept = of_open().await.remove(0);
    assert_eq!(kept.label, first, "of the page that was looked at");
    assert_eq!(
        (kept.site_id.as_str(), kept.domain.as_str()),
        ("a.example", "a.example")
    );
    let page = store.pages(&[kept.label.page]).await.unwrap();
    assert_eq!(page[0].body, b"0.52");

    let other = label(&all[0], "ana", false);
    assert_eq!(store.save_label(&other).await.unwrap(), Some(first));
    assert_eq!(of_open().await[0].label, other);
    assert!(store.remove_label(other.address, "ana").await.unwrap());
    assert!(!store.remove_label(other.address, "ana").await.unwrap());
    assert_eq!(of_open().await.len(), 0);
}

fn given(path: &str, is_news: bool, at: Option<DateTime<Utc>>) -> ImportedLabel {
    ImportedLabel {
        url: address("a", path),
        authority: "www.a.example".to_owned(),
        fetched_at: None,
        who: "ana".to_owned(),
        at,
        judgement: judgement(is_news),
        prediction: None,
    }
}

#[tokio::test]
async fn labels_from_elsewhere_are_attached_once_and_the_later_one_counts() {
    let store = &testing::database().await;
    newsroom(store).await;
    let earlier = now();
    let file = [
        given("open", true, Some(earlier)),
        given("near", false, None),
        given("nowhere", true, None),
    ];
    let import = async |labels: &[ImportedLabel]| store.import_labels(labels).await.unwrap();
    assert_eq!(counted(&import(&file).await), "added 2 unknown_pages 1");
    assert_eq!(counted(&import(&file).await), "known 2 unknown_pages 1");
    let minute = TimeDelta::minutes(1);
    let other = [
        given("open", false, Some(earlier - minute)),
        given("near", true, None),
        given("open", false, Some(earlier + minute)),
    ];
    assert_eq!(counted(&import(&other).await), "kept 2 updated 1");
    let labels = store.labels(None, None, None).await.unwrap();
    assert!(labels.iter().all(|label| !label.label.judgement.is_news));

    // of the page it was made of
    let (first, second) = (now() - TimeDelta::hours(2), now());
    fetch(store, "a", "twice", "0.1", first).await;
    fetch(store, "a", "twice", "0.2", second).await;
    let then = ImportedLabel {
        fetched_at: Some(first),
        ..given("twice", true, None)
    };
    import(&[then]).await;
    let mut labels = store.labels(None, None, None).await.unwrap();
    labels.retain(|label| label.label.judgement.is_news);
    assert_eq!(labels[0].label.page.fetched_at, first);
}
