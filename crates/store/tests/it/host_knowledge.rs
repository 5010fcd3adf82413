//! Host knowledge: traces of article pages for other pages of their host.

use chrono::TimeDelta;
use store::{HostTrace, KnownPage, NewVerdict, PageKey, Store, testing};

use crate::fixtures::{accepted, article, imported, now, one_page, rejected, save};

const FORMAT: i16 = 1;

/// The verdict on an article page that leaves these bytes at that slot.
fn leaves(key: PageKey, slot: i16, bytes: &[u8]) -> NewVerdict {
    let identity = format!("https://www.archive.example/{}", key.page_id);
    NewVerdict {
        trace: Some(HostTrace {
            slot,
            format: FORMAT,
            bytes: bytes.to_vec(),
        }),
        ..accepted(
            key,
            "1",
            article(&identity, &format!("Text {}.", key.page_id)),
        )
    }
}

/// The traces of the only host.
async fn known(store: &Store) -> Vec<KnownPage> {
    let pages = store
        .pages_to_extract("1", true, &[], None, 1)
        .await
        .unwrap();
    let known = store.host_knowledge(&[pages[0].host_id], FORMAT).await;
    known.unwrap().remove(&pages[0].host_id).unwrap_or_default()
}

/// Three pages, an hour apart.
async fn three(store: &Store) -> [PageKey; 3] {
    let start = now() - TimeDelta::days(1);
    let mut keys = Vec::new();
    for n in 0..3 {
        let at = start + TimeDelta::hours(n);
        keys.push(one_page(store, &n.to_string(), &format!("page {n}"), at).await);
    }
    keys.try_into().unwrap()
}

#[tokio::test]
async fn the_newest_page_of_a_slot_stays_in_whatever_order_pages_are_read() {
    let store = &testing::database().await;
    let [first, second, third] = three(store).await;
    for key in [second, third, first, second] {
        let reading = leaves(key, 5, &key.page_id.to_le_bytes());
        save(store, &[reading]).await;
    }
    let wanted = KnownPage {
        key: third,
        slot: 5,
        bytes: third.page_id.to_le_bytes().to_vec(),
    };
    assert_eq!(known(store).await, [wanted]);
    // Extracting a page again replaces its trace, and one batch may contain two pages of one slot.
    save(
        store,
        &[leaves(third, 5, b"new"), leaves(second, 5, b"old")],
    )
    .await;
    assert_eq!(known(store).await[0].bytes, b"new");
    let host = store
        .pages_to_extract("1", true, &[], None, 1)
        .await
        .unwrap()[0]
        .host_id;
    let other = store.host_knowledge(&[host], FORMAT + 1).await.unwrap();
    assert!(other.is_empty(), "traces of another format are not given");
}

#[tokio::test]
async fn a_rejected_page_leaves_no_trace_and_one_rejected_later_loses_its_trace() {
    let store = &testing::database().await;
    let [first, second, _] = three(store).await;
    let section = NewVerdict {
        trace: leaves(first, 1, b"trace").trace,
        ..rejected(first, "1", "section")
    };
    save(store, &[section, leaves(second, 2, b"trace")]).await;
    let slots: Vec<i16> = known(store).await.iter().map(|page| page.slot).collect();
    assert_eq!(slots, [2]);
    save(store, &[rejected(second, "2", "section")]).await;
    assert_eq!(known(store).await, []);
}

#[tokio::test]
async fn the_trace_of_every_article_waits_for_its_review_once() {
    let store = &testing::database().await;
    let [first, second, third] = three(store).await;
    let section = NewVerdict {
        trace: leaves(third, 5, b"c").trace,
        ..rejected(third, "1", "section")
    };
    // both articles have the same slot, of which only one is kept
    save(
        store,
        &[leaves(first, 5, b"a"), leaves(second, 5, b"b"), section],
    )
    .await;
    let waiting = store.traces_to_review(FORMAT, 9).await.unwrap();
    let seen: Vec<_> = waiting
        .iter()
        .map(|trace| (trace.key, &*trace.bytes))
        .collect();
    assert_eq!(seen, [(first, &b"a"[..]), (second, &b"b"[..])]);
    assert_eq!(
        store.traces_to_review(FORMAT, 1).await.unwrap(),
        waiting[..1]
    );

    store.delete_reviewed_traces(&waiting[..1]).await.unwrap();
    assert_eq!(
        store.traces_to_review(FORMAT, 9).await.unwrap(),
        waiting[1..]
    );
    // those of an earlier version are of no use
    assert_eq!(store.traces_to_review(FORMAT + 1, 9).await.unwrap(), []);
    assert_eq!(store.traces_to_review(FORMAT, 9).await.unwrap(), []);
}

#[tokio::test]
async fn several_extractors_at_once_lose_nothing() {
    let store = &testing::database().await;
    let start = now() - TimeDelta::days(1);
    let pages: Vec<_> = (0..60)
        .map(|n| {
            let body = format!("page {n}");
            imported(
                &n.to_string(),
                body.as_bytes(),
                Some(start + TimeDelta::minutes(n)),
            )
        })
        .collect();
    store.import_pages(&pages).await.unwrap();
    let pages = store
        .pages_to_extract("1", true, &[], None, 100)
        .await
        .unwrap();
    let slot = |n: usize| i16::try_from(n * 7 % 40).unwrap();
    let readings = pages.iter().enumerate();
    let readings: Vec<NewVerdict> = readings
        .map(|(n, page)| leaves(page.key, slot(n), &n.to_le_bytes()))
        .collect();
    let workers = (0..3).map(|worker| {
        let (store, readings) = (store.store.clone(), readings.clone());
        tokio::spawn(async move {
            let mut batches: Vec<&[NewVerdict]> = readings.chunks(9).collect();
            let turn = worker * 2 % batches.len();
            batches.rotate_left(turn);
            for batch in batches {
                save(&store, batch).await;
            }
        })
    });
    for worker in workers.collect::<Vec<_>>() {
        worker.await.unwrap();
    }
    let known = known(store).await;
    assert_eq!(known.len(), 40);
    for page in known {
        let newest = readings.iter().rev();
        let newest = newest
            .filter(|reading| reading.trace.as_ref().is_some_and(|t| t.slot == page.slot))
            .max_by_key(|reading| reading.key)
            .unwrap();
        assert_eq!(page.key, newest.key);
        assert_eq!(page.bytes, newest.trace.as_ref().unwrap().bytes);
    }
}

#[tokio::test]
async fn requeued_pages_are_read_again_and_those_not_stored_are_skipped() {
    let store = &testing::database().await;
    let keys = three(store).await;
    let readings = keys.map(|key| leaves(key, 1, b"trace"));
    save(store, &readings).await;
    let unread = store
        .pages_to_extract("1", false, &[], None, 10)
        .await
        .unwrap();
    assert!(unread.is_empty());
    let gone = PageKey {
        page_id: -5,
        ..keys[0]
    };
    assert_eq!(
        store
            .requeue_pages(&[keys[2], gone, keys[0]])
            .await
            .unwrap(),
        2
    );
    assert_eq!(
        store.requeue_pages(&[keys[2]]).await.unwrap(),
        0,
        "it waits already"
    );
    let queued = store
        .pages_to_extract("1", false, &[], None, 10)
        .await
        .unwrap();
    let keys_queued: Vec<PageKey> = queued.iter().map(|page| page.key).collect();
    assert_eq!(keys_queued, [keys[0], keys[2]]);
}

#[tokio::test]
async fn pages_the_model_rejected_are_requeued_once_when_enough_is_known_of_their_host() {
    let store = &testing::database().await;
    let start = now() - TimeDelta::days(1);
    let mut keys = Vec::new();
    for n in 0..14 {
        let at = start + TimeDelta::minutes(n);
        keys.push(one_page(store, &n.to_string(), &format!("page {n}"), at).await);
    }
    let by_rule = NewVerdict {
        label_source: "rule:legal".to_owned(),
        ..rejected(keys[1], "1", "legal")
    };
    let refused = [rejected(keys[0], "1", "other"), by_rule];
    save(store, &refused).await;
    let articles = keys[2..].iter().zip(0..);
    let mut again = Vec::new();
    for (key, slot) in articles {
        let saved = save(store, &[leaves(*key, slot, b"trace")]).await;
        again.push(saved.requeued);
    }
    assert_eq!(again, [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0]);
    let queued = store
        .pages_to_extract("1", false, &[], None, 10)
        .await
        .unwrap();
    let keys_queued: Vec<PageKey> = queued.iter().map(|page| page.key).collect();
    assert_eq!(keys_queued, [keys[0]]);
}

#[tokio::test]
async fn articles_whose_slot_was_taken_before_anything_was_known_are_requeued_once() {
    let store = &testing::database().await;
    let start = now() - TimeDelta::days(1);
    let mut readings = Vec::new();
    for (n, slot) in [(0, 3), (1, 3), (2, 0), (3, 1), (4, 2)] {
        let at = start + TimeDelta::minutes(n);
        let key = one_page(store, &n.to_string(), &format!("page {n}"), at).await;
        readings.push(leaves(key, slot, b"trace"));
    }
    assert_eq!(save(store, &readings).await.requeued, 0);
    let mut again = Vec::new();
    for n in 5..13 {
        let at = start + TimeDelta::minutes(n);
        let key = one_page(store, &n.to_string(), &format!("page {n}"), at).await;
        let slot = i16::try_from(n).unwrap();
        let saved = save(store, &[leaves(key, slot, b"trace")]).await;
        again.push(saved.requeued);
    }
    assert_eq!(again, [0, 0, 0, 0, 0, 1, 0, 0]);
    let queued = store
        .pages_to_extract("1", false, &[], None, 10)
        .await
        .unwrap();
    let keys_queued: Vec<PageKey> = queued.iter().map(|page| page.key).collect();
    assert_eq!(keys_queued, [readings[0].key]);
}
