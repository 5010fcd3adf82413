//! Pairs of articles: samples, queue and labels.

use chrono::TimeDelta;
use store::{
    Pair, PairAnswer, PairBin, PairKind, PairLabel, PairQuery, PairSample, SampledPair, Store,
    VersionKey, testing,
};

use crate::fixtures::{accepted, article, counted, hash, now, one_page, save};

/// Makes articles. Returns their ids in ascending order.
async fn articles(store: &Store, count: usize) -> Vec<String> {
    let mut ids = Vec::new();
    for n in 0..count {
        let identity = format!("https://www.archive.example/{n}");
        let key = one_page(store, &n.to_string(), "page", now()).await;
        let reading = accepted(key, "1", article(&identity, &format!("Text {n}.")));
        save(store, &[reading]).await;
        ids.push(hash(&identity));
    }
    ids.sort_unstable();
    ids
}

fn sample(seed: i64, pairs: &[(&str, &str)]) -> PairSample {
    let pairs: Vec<SampledPair> = pairs
        .iter()
        .map(|(a, b)| SampledPair {
            a: (*a).to_owned(),
            b: (*b).to_owned(),
            score: 0.5,
            bin: 0,
        })
        .collect();
    PairSample {
        kind: PairKind::Copies,
        seed,
        version: "2".to_owned(),
        articles: 3,
        bins: vec![PairBin {
            name: "apart".to_owned(),
            pairs: 70,
        }],
        pairs,
    }
}

fn query(who: &str, seed: i64) -> PairQuery {
    PairQuery {
        who: who.to_owned(),
        kind: PairKind::Copies,
        seed,
        again: false,
    }
}

fn label(a: &str, b: &str, who: &str, same: Option<bool>) -> PairLabel {
    PairLabel {
        kind: PairKind::Copies,
        pair: Pair {
            a: a.to_owned(),
            b: b.to_owned(),
        },
        versions: [1, 1],
        who: who.to_owned(),
        same,
        at: Some(now()),
    }
}

async fn places(store: &Store, query: &PairQuery) -> Vec<i32> {
    let (next, remaining) = store.pair_queue(query, 0, 100).await.unwrap();
    assert_eq!(next.len() as u64, remaining);
    next.iter().map(|candidate| candidate.place).collect()
}

#[tokio::test]
async fn a_sample_stays_as_it_was_drawn_and_is_asked_in_its_order() {
    let store = &testing::database().await;
    let ids = articles(store, 3).await;
    let gone = hash("nowhere");
    let (a, b, c) = (ids[0].as_str(), ids[1].as_str(), ids[2].as_str());
    let with_gone = (a.min(&gone), a.max(&gone));
    let pairs = async |kind| store.pair_sample(kind, 1).await.unwrap();
    assert_eq!(pairs(PairKind::Copies).await, None);
    let first = sample(1, &[(b, c), with_gone, (a, b)]);
    store.save_pair_sample(&first).await.unwrap();
    store.save_pair_sample(&sample(1, &[(a, c)])).await.unwrap();
    assert_eq!(pairs(PairKind::Copies).await, Some(3));
    assert_eq!(pairs(PairKind::Stories).await, None);
    assert_eq!(places(store, &query("ana", 1)).await, [1, 3], "one is gone");
    let (behind, _) = store.pair_queue(&query("ana", 1), 1, 100).await.unwrap();
    assert_eq!((behind.len(), behind[0].place), (1, 3));
    assert_eq!(behind[0].versions, [1, 1]);
    let keys = [1, 2].map(|version| VersionKey {
        id: a.to_owned(),
        version,
    });
    let texts = store.version_texts(&keys).await.unwrap();
    assert_eq!(texts.len(), 1, "there is no second version");
}

#[tokio::test]
async fn a_pair_is_asked_once_whichever_sample_has_it_a_mind_may_change_and_each_sample_counts() {
    let store = &testing::database().await;
    let ids = articles(store, 3).await;
    let (a, b, c) = (ids[0].as_str(), ids[1].as_str(), ids[2].as_str());
    for seed in [1, 2] {
        let sample = sample(seed, &[(a, b), (b, c)]);
        store.save_pair_sample(&sample).await.unwrap();
    }
    let (yes, unsure) = (label(a, b, "ana", Some(true)), label(a, b, "ana", None));
    assert_eq!(store.save_pair_label(&yes).await.unwrap(), None);
    for seed in [1, 2] {
        assert_eq!(places(store, &query("ana", seed)).await, [2]);
        assert_eq!(places(store, &query("ben", seed)).await, [1, 2]);
    }
    assert_eq!(store.save_pair_label(&unsure).await.unwrap(), Some(yes));
    let again = PairQuery {
        again: true,
        ..query("ana", 1)
    };
    let (all, _) = store.pair_queue(&again, 0, 100).await.unwrap();
    let previous: Vec<_> = all.iter().map(|candidate| candidate.previous).collect();
    let unsure_is_an_answer = [Some(PairAnswer::Unsure), None];
    assert_eq!(previous, unsure_is_an_answer);
    let progress = store.label_progress(&[]).await.unwrap();
    let progress = progress.iter().map(|of| (of.kind.as_str(), of.labels));
    assert_eq!(progress.collect::<Vec<_>>(), [("pairs", 1)]);
    let stats = &store.pair_stats().await.unwrap()[0];
    assert_eq!((stats.pairs, stats.drawn), (70, 2));
    assert_eq!((stats.same, stats.different, stats.unsure), (0, 0, 1));
    let pair = unsure.pair.clone();
    let remove = async || {
        let removed = store.remove_pair_label(PairKind::Copies, &pair, "ana");
        removed.await.unwrap()
    };
    assert!(remove().await && !remove().await);
    assert_eq!(places(store, &query("ana", 1)).await, [1, 2]);

    // they have the weight of each sample that has their pair
    let third = sample(3, &[(a, b)]);
    store.save_pair_sample(&third).await.unwrap();
    for label in [label(a, b, "ana", Some(false)), label(b, c, "ben", None)] {
        store.save_pair_label(&label).await.unwrap();
    }
    let labels = async |who| store.pair_labels(PairKind::Copies, who).await.unwrap();
    let all = labels(None).await;
    let by: Vec<_> = all.iter().map(|l| (l.seed, l.label.who.as_str())).collect();
    let (ana, ben) = ("ana", "ben");
    assert_eq!(by, [(1, ana), (1, ben), (2, ana), (2, ben), (3, ana)]);
    let of_ana = all.iter().filter(|l| l.label.who == ana);
    assert!(labels(Some(ana)).await.iter().eq(of_ana));
    let first = &all[0];
    assert_eq!(
        (first.bin.as_str(), first.bin_pairs, first.frame_pairs),
        ("apart", 70, 70)
    );
    assert!(!first.joined && first.label.same == Some(false));
}

#[tokio::test]
async fn labels_from_elsewhere_are_kept_where_both_articles_are_and_the_later_one_counts() {
    let store = &testing::database().await;
    let ids = articles(store, 2).await;
    let here = label(&ids[0], &ids[1], "ana", Some(true));
    let newer_version = PairLabel {
        versions: [1, 7],
        ..here.clone()
    };
    let import = async |labels: &[PairLabel]| store.import_pair_labels(labels).await.unwrap();
    let strange = label("0", &ids[1], "ana", Some(true));
    let counts = import(&[newer_version, here.clone(), strange]).await;
    assert_eq!(counted(&counts), "added 1 known 1 unknown_pages 1");
    let minute = TimeDelta::minutes(1);
    let other = |at: TimeDelta| PairLabel {
        same: None,
        at: here.at.map(|then| then + at),
        ..here.clone()
    };
    assert_eq!(counted(&import(&[other(-minute)]).await), "kept 1");
    assert_eq!(counted(&import(&[other(minute)]).await), "updated 1");
}
