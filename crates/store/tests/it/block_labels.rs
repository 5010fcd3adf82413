//! Block labels, and counts of labels of all kinds.

use chrono::{DateTime, TimeDelta, Utc};
use store::{
    BlockCandidate, BlockLabel, Judgement, LabelQuery, PageLabel, Prediction, Retention,
    RetentionDays, Store, testing,
};

use crate::fixtures::{accepted, article, now, path_of, save, to_extract};
use crate::labels::query;

/// An article of a site.
async fn published(store: &Store, site: &str, path: &str, at: DateTime<Utc>) {
    let url = format!("https://www.{site}.example/{path}");
    let page = testing::imported(&url, path.as_bytes(), Some(at));
    store.import_pages(&[page]).await.unwrap();
    let waiting = to_extract(store).await;
    let verdicts = waiting
        .iter()
        .map(|page| accepted(page.key, "1", article(&page.url, &format!("Text {path}."))));
    save(store, &verdicts.collect::<Vec<_>>()).await;
}

async fn newsroom(store: &Store) {
    let hour = |hours| now() - TimeDelta::hours(hours);
    for (site, path, at) in [
        ("a", "1", hour(1)),
        ("a", "2", hour(2)),
        ("b", "3", hour(3)),
    ] {
        published(store, site, path, at).await;
    }
}

async fn queue(store: &Store, query: &LabelQuery) -> Vec<BlockCandidate> {
    store.block_queue(query, &[], 10).await.unwrap()
}

fn paths(queue: &[BlockCandidate]) -> Vec<&str> {
    let paths = queue.iter().map(|candidate| path_of(&candidate.url));
    paths.collect()
}

fn label(candidate: &BlockCandidate, who: &str, content: &[i32]) -> BlockLabel {
    BlockLabel {
        address: candidate.address,
        page: candidate.page,
        who: who.to_owned(),
        at: now(),
        content: content.to_vec(),
        text: "Text.".to_owned(),
        blocks: 4,
        agreed: 3,
        extractor: "learned 1".to_owned(),
    }
}

#[tokio::test]
async fn the_newest_articles_come_first_the_sites_in_turn_and_a_mind_may_change() {
    let store = &testing::database().await;
    newsroom(store).await;
    let all = queue(store, &query("ana")).await;
    assert_eq!(paths(&all), ["1", "3", "2"]);
    let shown = [all[0].address];
    let rest = store.block_queue(&query("ana"), &shown, 10).await.unwrap();
    assert_eq!(paths(&rest), ["2", "3"], "the next of a site is its first");
    let of_b = LabelQuery {
        site_id: Some("b.example".to_owned()),
        ..query("ana")
    };
    assert_eq!(paths(&queue(store, &of_b).await), ["3"]);
    let any = LabelQuery {
        random: true,
        ..query("ana")
    };
    assert_eq!(queue(store, &any).await.len(), 3);

    let (first, then) = (label(&all[0], "ana", &[1, 2]), label(&all[0], "ana", &[]));
    assert_eq!(store.save_block_label(&first).await.unwrap(), None);
    assert_eq!(paths(&queue(store, &query("ana")).await), ["2", "3"]);
    assert_eq!(queue(store, &query("ben")).await.len(), 3);
    let again = LabelQuery {
        again: true,
        ..query("ana")
    };
    assert_eq!(queue(store, &again).await[0].previous, Some(vec![1, 2]));
    assert_eq!(store.save_block_label(&then).await.unwrap(), Some(first));
    let labels = async |who, site| store.block_labels(who, site, None).await.unwrap();
    let kept = labels(Some("ana"), Some("a.example")).await;
    assert_eq!(kept.len(), 1);
    assert_eq!(kept[0].label, then);
    assert_eq!(kept[0].domain, "a.example");
    assert!(labels(Some("ben"), None).await.is_empty());
    assert!(store.remove_block_label(then.address, "ana").await.unwrap());
    assert!(!store.remove_block_label(then.address, "ana").await.unwrap());
    labels_are_counted_where_they_can_be_compared(store, &all).await;
}

#[tokio::test]
async fn pages_with_labelled_blocks_stay_and_a_forgotten_site_loses_them() {
    let store = &testing::database().await;
    let old = now() - TimeDelta::days(100);
    published(store, "a", "1", old).await;
    published(store, "a", "2", old).await;
    let all = queue(store, &query("ana")).await;
    let labelled = label(&all[0], "ana", &[0]);
    store.save_block_label(&labelled).await.unwrap();
    let retention = Retention {
        default: RetentionDays {
            page_days: 10,
            ..RetentionDays::default()
        },
        ..Retention::default()
    };
    let pruned = store.prune(&retention, &|| false).await.unwrap();
    assert_eq!(pruned.pages, 1);
    assert_eq!(store.pages(&[all[0].page]).await.unwrap().len(), 1);
    store.forget_site("a.example", &|| false).await.unwrap();
    let left = store.block_labels(None, None, None).await.unwrap();
    assert!(left.is_empty());
    assert!(store.label_progress(&[]).await.unwrap().is_empty());
}

fn page_label(candidate: &BlockCandidate, who: &str, is_news: bool) -> PageLabel {
    PageLabel {
        address: candidate.address,
        page: candidate.page,
        who: who.to_owned(),
        at: now(),
        judgement: Judgement {
            is_news,
            page_type: None,
        },
        prediction: (who == "ana").then(|| Prediction {
            version: "1".to_owned(),
            page_type: "article".to_owned(),
            source: "model:test".to_owned(),
            score: 0.7,
        }),
    }
}

async fn labels_are_counted_where_they_can_be_compared(store: &Store, all: &[BlockCandidate]) {
    for (index, who, is_news) in [
        (0, "ana", true),
        (1, "ana", false),
        (2, "ana", true),
        (0, "ben", true),
    ] {
        let label = page_label(&all[index], who, is_news);
        store.save_label(&label).await.unwrap();
    }
    let labelled = label(&all[0], "ben", &[0]);
    store.save_block_label(&labelled).await.unwrap();
    let progress = store.label_progress(&["article".to_owned()]).await.unwrap();
    let progress = progress.iter().map(|of| {
        let (labels, compared, agreed) = (of.labels, of.compared, of.agreed);
        format!("{} {}: {labels} {compared} {agreed}", of.kind, of.who)
    });
    assert_eq!(
        progress.collect::<Vec<_>>(),
        ["pages ana: 3 3 2", "pages ben: 1 0 0", "blocks ben: 1 4 3"]
    );
}
