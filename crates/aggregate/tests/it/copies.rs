//! Exact copies, and their leaders.

use aggregate::{CopyIndex, CopyParams, CopyRule, DedupArticle, Fingerprint, MIN_WORDS};
use chrono::{DateTime, TimeDelta, TimeZone as _, Utc};
use proptest::prelude::*;

fn hour(hour: i64) -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 21, 0, 0, 0).unwrap() + TimeDelta::hours(hour)
}

fn item(id: &str, hash: &str, published: Option<i64>) -> DedupArticle {
    DedupArticle {
        id: id.to_owned(),
        hash: hash.to_owned(),
        words: 300,
        published: published.map(hour),
        first_seen: hour(12),
        site: String::new(),
    }
}

fn links(items: &[DedupArticle]) -> Vec<(String, String, CopyRule)> {
    let link = |copy: aggregate::CopyMatch| (copy.id, copy.duplicate_of, copy.rule);
    copies(items).into_iter().map(link).collect()
}

/// Finds copies by the hashes of texts alone.
fn copies(items: &[DedupArticle]) -> Vec<aggregate::CopyMatch> {
    let batch = items
        .iter()
        .cloned()
        .map(|item| (item, Fingerprint::default()));
    CopyIndex::default().insert_all(batch.collect(), &CopyParams::default())
}

fn pair(copy: &str, leader: &str, rule: CopyRule) -> (String, String, CopyRule) {
    (copy.to_owned(), leader.to_owned(), rule)
}

#[test]
fn the_earliest_article_leads_its_group() {
    let found = links(&[
        item("c", "same", Some(9)),
        item("a", "same", Some(8)),
        item("b", "same", Some(7)),
        item("d", "other", Some(1)),
    ]);
    let expected = [
        pair("a", "b", CopyRule::ExactText),
        pair("c", "b", CopyRule::ExactText),
    ];
    assert_eq!(found, expected);
}

#[test]
fn an_article_without_a_date_never_leads_one_with_a_date() {
    let found = links(&[item("a", "same", None), item("b", "same", Some(20))]);
    assert_eq!(found, [pair("a", "b", CopyRule::ExactText)]);
}

#[test]
fn ties_between_dates_are_broken_by_first_sight_then_id() {
    let mut seen_later = item("a", "same", Some(7));
    seen_later.first_seen = hour(13);
    let found = links(&[
        seen_later,
        item("c", "same", Some(7)),
        item("b", "same", Some(7)),
    ]);
    let expected = [
        pair("c", "b", CopyRule::ExactText),
        pair("a", "b", CopyRule::ExactText),
    ];
    assert_eq!(found, expected);
}

#[test]
fn short_texts_are_not_joined_by_their_text() {
    let mut items = [item("a", "same", Some(7)), item("b", "same", Some(8))];
    items[1].words = MIN_WORDS - 1;
    assert_eq!(links(&items), []);
    items[1].words = MIN_WORDS;
    assert_eq!(links(&items).len(), 1);
}

#[test]
fn an_article_given_twice_is_no_copy_of_itself() {
    let twice = item("a", "same", Some(7));
    assert_eq!(links(&[twice.clone(), twice]), []);
}

fn any_item() -> impl Strategy<Value = DedupArticle> {
    let published = proptest::option::of(0..4_i64);
    (0..30_u8, 0..6_u8, 18..22_usize, published, 0..3_i64).prop_map(
        |(id, hash, words, published, first_seen)| DedupArticle {
            id: format!("article {id}"),
            hash: format!("hash {hash}"),
            words,
            published: published.map(hour),
            first_seen: hour(first_seen),
            site: String::new(),
        },
    )
}

/// Articles with different ids.
fn items() -> impl Strategy<Value = Vec<DedupArticle>> {
    proptest::collection::vec(any_item(), 0..40).prop_map(|mut items| {
        items.sort_by(|a, b| a.id.cmp(&b.id));
        items.dedup_by(|a, b| a.id == b.id);
        items
    })
}

proptest! {
    #[test]
    fn the_order_of_the_input_does_not_matter(
        (items, shuffled) in items()
            .prop_flat_map(|items| (Just(items.clone()), Just(items).prop_shuffle()))
    ) {
        prop_assert_eq!(copies(&items), copies(&shuffled));
    }

    #[test]
    fn a_leader_is_no_copy_and_agrees_with_each_of_its_copies(
        items in items()
    ) {
        let found = copies(&items);
        let of = |id: &str| items.iter().find(|item| item.id == id).unwrap();
        for copy in &found {
            prop_assert!(found.iter().all(|other| other.id != copy.duplicate_of));
            prop_assert_eq!(&copy.group, &copy.duplicate_of);
            let (item, leader) = (of(&copy.id), of(&copy.duplicate_of));
            match copy.rule {
                CopyRule::ExactText => {
                    prop_assert_eq!(&item.hash, &leader.hash);
                    prop_assert!(item.words >= MIN_WORDS && leader.words >= MIN_WORDS);
                }
                rule => prop_assert!(false, "{rule:?} is not exact"),
            }
        }
    }
}
