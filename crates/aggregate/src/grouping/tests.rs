use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{Changes, Grouping, RankedStory, UngroupedArticle};
use chrono::{DateTime, TimeDelta, TimeZone as _, Utc};

fn day(day: i64) -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 3, 1, 8, 0, 0).unwrap() + TimeDelta::days(day)
}

/// A text of a topic, as the n-th tells it.
fn text_of(topic: &str, n: usize) -> String {
    let word = |at: usize| format!("{topic}q{}", (at * (n + 1) + n) % 14);
    (0..30).map(word).collect::<Vec<_>>().join(" ")
}

fn article(id: &str, language: &str, published: i64, text: &str) -> UngroupedArticle {
    UngroupedArticle {
        id: id.to_owned(),
        version: 1,
        site: id.to_owned(),
        content_hash: crate::content_hash(text),
        title: None,
        text: text.to_owned(),
        language: Some(language.to_owned()),
        published: Some(day(published)),
        fetched: day(30),
        first_seen: day(30),
        has_story: false,
    }
}

fn ingested(state: &mut Grouping, batch: Vec<UngroupedArticle>, gone: &[&str]) -> Changes {
    let gone: Vec<String> = gone.iter().map(|id| (*id).to_owned()).collect();
    state.ingest(batch, &gone, &HashMap::new()).unwrap()
}

/// The stories that the end of a run ranks.
fn finished(state: &mut Grouping) -> Vec<RankedStory> {
    let mut stories = state.repair(Vec::new()).unwrap().stories;
    stories.extend(state.rank(Vec::new()).unwrap().stories);
    stories
}

#[test]
fn stories_that_rested_long_before_the_end_of_a_run_are_ranked_too() {
    let mut state = Grouping::default();
    let due = [0, 15, 30].map(|at| {
        let topic = format!("topic{at}");
        article(&topic, "de", at, &text_of(&topic, 0))
    });
    let found = ingested(&mut state, due.to_vec(), &[]);
    let named: BTreeSet<String> = found.members.into_iter().map(|m| m.story).collect();
    assert_eq!(named.len(), 3);
    assert_eq!(state.expiring().len(), 2);
    let rows = finished(&mut state);
    let ids: BTreeSet<String> = rows.iter().map(|row| row.id.clone()).collect();
    assert_eq!((rows.len(), ids), (3, named));
    for row in rows {
        assert!(!row.keywords.is_empty(), "{row:?}");
    }
    assert_eq!(state.live().len(), 1);
}

#[test]
fn an_article_that_comes_back_in_another_language_founds_a_story_with_a_name_of_its_own() {
    let mut state = Grouping::default();
    let mut german = vec![
        article("a", "de", 28, &text_of("flut", 0)),
        article("b", "de", 28, &text_of("flut", 1)),
    ];
    // What words weigh is learned from these.
    german.extend((0..8).map(|n| {
        let topic = format!("topic{n}");
        article(&topic, "de", 28, &text_of(&topic, 0))
    }));
    let found = ingested(&mut state, german, &[]);
    let of_flood = found.members.iter().filter(|m| m.story == "a");
    assert_eq!(of_flood.count(), 2);
    let english = article("a", "en", 28, &text_of("flood", 0));
    let found = ingested(&mut state, vec![english], &["a"]);
    assert_eq!(found.members[0].story, "a:2");
    let rows = finished(&mut state);
    let of_a = rows.iter().filter(|row| row.id.starts_with('a'));
    let of_a: Vec<(&str, &str)> = of_a
        .map(|row| (row.id.as_str(), row.language.as_str()))
        .collect();
    assert_eq!(of_a, [("a", "de"), ("a:2", "en")]);
}

#[test]
fn an_article_that_became_a_copy_in_another_language_leaves_its_story() {
    let mut state = Grouping::default();
    let before = [
        article("a", "en", 28, &text_of("flood", 0)),
        article("b", "de", 28, &text_of("flut", 1)),
    ];
    ingested(&mut state, before.to_vec(), &[]);
    assert_eq!(state.languages["de"].stories.story_of("b"), Some("b"));
    // A leader keeps leading: only what is forgotten may follow another.
    state.copies.remove("b");
    let again = UngroupedArticle {
        has_story: true,
        ..article("b", "en", 28, &text_of("flood", 0))
    };
    let found = ingested(&mut state, vec![again], &[]);
    assert_eq!(found.copies[0].duplicate_of.as_deref(), Some("a"));
    assert_eq!(state.languages["de"].stories.story_of("b"), None);
    let saved = found.states.iter().any(|(name, _)| name == "stories:de");
    assert!(saved && state.run.languages.contains("de"));
}

#[test]
fn a_batch_saves_the_pages_that_it_changed_and_all_pages_are_the_state() {
    let mut state = Grouping::default();
    let of_topic = |topic: &str| article(topic, "de", 28, &text_of(topic, 0));
    let many = (0..300).map(|n| of_topic(&format!("topic{n}"))).collect();
    let first = ingested(&mut state, many, &[]);
    let second = ingested(&mut state, vec![of_topic("new")], &["topic0"]);
    let changed = second.states.iter().map(|(name, _)| name.as_str());
    let pages: Vec<&str> = changed.filter(|name| name.contains(":0")).collect();
    assert_eq!(
        pages,
        [
            "copies:000000000000",
            "copies:000000000001",
            "stories:de:000000000000",
            "stories:de:000000000001",
            "recent:de:000000000000",
            "recent:de:000000000001"
        ]
    );
    let third = ingested(&mut state, vec![of_topic("newer")], &[]);
    let pages = third.states.iter().filter(|(name, _)| name.contains(":0"));
    assert_eq!(pages.count(), 3);

    let mut saved: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for (name, bytes) in [first, second, third].into_iter().flat_map(|c| c.states) {
        match bytes {
            Some(bytes) => saved.insert(name, bytes),
            None => saved.remove(&name),
        };
    }
    let saved: Vec<(String, Vec<u8>)> = saved.into_iter().collect();
    let mut read = Grouping::load(&saved).unwrap();
    let more = vec![of_topic("newest"), of_topic("topic299")];
    assert_eq!(
        ingested(&mut read, more.clone(), &[]),
        ingested(&mut state, more, &[])
    );
    assert_eq!(
        read.repair(Vec::new()).unwrap(),
        state.repair(Vec::new()).unwrap()
    );
}
