use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::window::Limit;
use super::{Changes, Grouping, Phase, RankedStory, UngroupedArticle};
use crate::{CopyRule, KnownText, StoryArticle};
use chrono::{DateTime, TimeDelta, TimeZone as _, Utc};
use proptest::prelude::*;

fn day(day: i64) -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 3, 1, 8, 0, 0).unwrap() + TimeDelta::days(day)
}

/// The n-th text about a topic.
fn text_of(topic: &str, n: usize) -> String {
    let word = |at: usize| format!("{topic}q{}", (at * (n + 1) + n) % 13);
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

/// Saves the parts of a state.
fn save(saved: &mut BTreeMap<String, Vec<u8>>, parts: Vec<(String, Option<Vec<u8>>)>) {
    for (name, bytes) in parts {
        match bytes {
            Some(bytes) => saved.insert(name, bytes),
            None => saved.remove(&name),
        };
    }
}

fn loaded(saved: &BTreeMap<String, Vec<u8>>) -> Grouping {
    let saved: Vec<(String, Vec<u8>)> = saved.clone().into_iter().collect();
    Grouping::load(&saved).unwrap()
}

/// The stories that the end of a run ranks.
fn finished(state: &mut Grouping) -> Vec<RankedStory> {
    let mut stories = state.repair(Vec::new()).unwrap().stories;
    stories.extend(state.rank(Vec::new()).unwrap().stories);
    stories
}

#[test]
fn stories_inactive_long_before_the_end_of_a_run_are_ranked_too() {
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
fn an_event_that_many_report_counts_as_one_article_in_the_next_run() {
    let mut state = Grouping::default();
    let known = |state: &Grouping| state.languages["de"].stats.frequencies.articles;
    let report = |n: usize| article(&format!("report{n}"), "de", 0, &text_of("flood", n));
    let found = ingested(&mut state, (0..6).map(report).collect(), &[]);
    let stories: BTreeSet<&str> = found.members.iter().map(|m| m.story.as_str()).collect();
    assert_eq!((found.members.len(), stories.len()), (6, 1));
    let before = known(&state);
    finished(&mut state);
    ingested(&mut state, Vec::new(), &[]);
    assert_eq!(known(&state), before + 1);
}

#[test]
fn an_article_that_comes_back_in_another_language_founds_a_story_with_a_name_of_its_own() {
    let mut state = Grouping::default();
    let mut german = vec![
        article("a", "de", 28, &text_of("flut", 0)),
        article("b", "de", 28, &text_of("flut", 1)),
    ];
    // The weights of words are learned from these.
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
    // A leader stays one: only a forgotten article may become a copy.
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
    let of_topic = |topic: &str| article(topic, "fr", 28, &text_of(topic, 0));
    let many = (0..40).map(|n| of_topic(&format!("topic{n}"))).collect();
    let first = ingested(&mut state, many, &[]);
    let second = ingested(&mut state, vec![of_topic("new")], &["topic0"]);
    let changed = second.states.iter().map(|(name, _)| name.as_str());
    let pages: Vec<&str> = changed.filter(|name| name.contains(":0")).collect();
    assert_eq!(
        pages,
        [
            "copies:000000000000",
            "copies:000000000001",
            "stories:fr:000000000000",
            "stories:fr:000000000001",
            "recent:fr:000000000000",
            "recent:fr:000000000001"
        ]
    );
    let third = ingested(&mut state, vec![of_topic("newer")], &[]);
    let pages = third.states.iter().filter(|(name, _)| name.contains(":0"));
    assert_eq!(pages.count(), 3);

    let mut saved = BTreeMap::new();
    for changes in [first, second, third] {
        save(&mut saved, changes.states);
    }
    let mut read = loaded(&saved);
    let more = vec![of_topic("newest"), of_topic("topic39")];
    assert_eq!(
        ingested(&mut read, more.clone(), &[]),
        ingested(&mut state, more, &[])
    );
    assert_eq!(
        read.repair(Vec::new()).unwrap(),
        state.repair(Vec::new()).unwrap()
    );
}

/// Groups an archive of forty days, two days at a time. By article: the one it is a copy of, or its story.
fn archive(state: &mut Grouping) -> BTreeMap<String, String> {
    let mut groups = BTreeMap::new();
    let days: Vec<i64> = (0..40).collect();
    for days in days.chunks(2) {
        if state.must_end() {
            let repaired = state.repair(Vec::new()).unwrap();
            groups.extend(repaired.members.into_iter().map(|m| (m.article, m.story)));
            assert!(!state.is_full());
            state.rank(Vec::new()).unwrap();
            assert!(!state.must_end());
        }
        let of_day = |day: &i64| {
            let tell = |id: &str, at: i64, n| {
                let topic = format!("topic{at}");
                article(&format!("{at:02}{id}"), "de", *day, &text_of(&topic, n))
            };
            let copy = article(
                &format!("{day:02}z"),
                "de",
                *day,
                &text_of(&format!("topic{day}"), 0),
            );
            [
                tell("a", *day, 0),
                tell("b", *day, 1),
                copy,
                tell("c", day - 1, 2),
            ]
        };
        let found = ingested(state, days.iter().flat_map(of_day).collect(), &[]);
        groups.extend(found.members.into_iter().map(|m| (m.article, m.story)));
        let copies = found.copies.into_iter();
        groups.extend(copies.filter_map(|copy| Some((copy.id, copy.duplicate_of?))));
    }
    groups
}

#[test]
fn a_run_over_an_archive_pauses_and_forgets_old_articles() {
    let mut whole = Grouping::default();
    let of_whole = archive(&mut whole);
    assert_eq!((of_whole.len(), whole.copies.leaders().count()), (160, 120));
    let mut bounded = Grouping {
        limit: Limit(200_000),
        ..Grouping::default()
    };
    assert_eq!(archive(&mut bounded), of_whole);
    let first = bounded.copies.leaders().map(|l| l.active).min().unwrap();
    assert!(first > day(14), "{first}");
    assert!(bounded.languages["de"].stories.summaries().count() < 25);
}

#[test]
fn a_full_state_without_dates_forgets_all() {
    let mut state = Grouping {
        limit: Limit(1),
        ..Grouping::default()
    };
    let of_one_time = |n| article(&format!("a{n}"), "de", 1, &text_of(&format!("topic{n}"), 0));
    ingested(&mut state, (0..9).map(of_one_time).collect(), &[]);
    let english = article("e", "en", 1, &text_of("topic", 0));
    ingested(&mut state, vec![english], &[]);
    assert!(state.must_end());
    assert_eq!(state.expiring().len(), 10);
    assert_eq!(finished(&mut state).len(), 10);
    assert_eq!(state.phase(), Phase::Done);
    assert_eq!(state.copies.leaders().count() + state.live().len(), 0);
}

#[test]
fn a_text_of_a_forgotten_copy_has_that_copys_leader_score_and_rule() {
    let text = text_of("topic", 0);
    let known = KnownText {
        leader: "old".to_owned(),
        score: 0.3,
        rule: CopyRule::LikelyText,
    };
    let leaders = HashMap::from([(crate::content_hash(&text), known)]);
    let mut state = Grouping::default();
    let batch = vec![article("new", "de", 1, &text)];
    let copies = state.ingest(batch, &[], &leaders).unwrap().copies;
    assert_eq!(copies[0].duplicate_of.as_deref(), Some("old"));
    assert_eq!(
        (copies[0].score, copies[0].rule),
        (0.3, Some(CopyRule::LikelyText))
    );
}

#[test]
fn stories_of_a_language_without_new_articles_lose_rank() {
    let mut state = Grouping::default();
    let old = vec![article("a", "de", 29, &text_of("topic", 0))];
    let story = ingested(&mut state, old, &[]).members.remove(0).story;
    finished(&mut state);
    let mut later = article("b", "en", 32, &text_of("other", 0));
    later.fetched = day(33);
    ingested(&mut state, vec![later], &[]);
    let report = StoryArticle {
        story: story.clone(),
        article: "a".to_owned(),
        text: "a".to_owned(),
        owner: "a".to_owned(),
        when: day(29),
        ..StoryArticle::default()
    };
    assert!(state.live().contains(&story));
    state.repair(Vec::new()).unwrap();
    let ranked = state.rank(vec![report]).unwrap().stories;
    let ranked = ranked.iter().find(|ranked| ranked.id == story).unwrap();
    assert!((0.0..0.1).contains(&ranked.rank.recency), "{ranked:?}");
}

/// An event that changes a state.
#[derive(Debug, Clone)]
enum Event {
    /// Articles arrive, or arrive again: each with its topic and its wording.
    Met(Vec<(usize, usize, usize)>, i64),
    Forgotten(usize),
    /// The run ends.
    Ended,
}

fn events() -> impl Strategy<Value = Vec<Event>> {
    let articles = proptest::collection::vec((0..30_usize, 0..9_usize, 0..3_usize), 1..6);
    let event = prop_oneof![
        6 => (articles, 0..40_i64).prop_map(|(articles, at)| Event::Met(articles, at)),
        1 => (0..30_usize).prop_map(Event::Forgotten),
        2 => Just(Event::Ended),
    ];
    proptest::collection::vec(event, 1..25)
}

fn apply(state: &mut Grouping, event: &Event) -> Vec<Changes> {
    match event {
        Event::Met(articles, at) => {
            let read = |(id, topic, told): &(usize, usize, usize)| {
                let text = text_of(&format!("topic{topic}"), *told);
                let language = if topic % 4 == 0 { "en" } else { "de" };
                UngroupedArticle {
                    fetched: day(*at),
                    ..article(&format!("a{id}"), language, *at, &text)
                }
            };
            let batch: BTreeMap<usize, _> = articles.iter().map(|a| (a.0, read(a))).collect();
            vec![ingested(state, batch.into_values().collect(), &[])]
        }
        Event::Forgotten(id) => vec![ingested(state, Vec::new(), &[&format!("a{id}")])],
        Event::Ended => vec![
            state.repair(Vec::new()).unwrap(),
            state.rank(Vec::new()).unwrap(),
        ],
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_restored_state_behaves_like_the_original_and_no_two_stories_have_one_name(events in events()) {
        let (mut kept, mut saved) = (Grouping::default(), BTreeMap::new());
        for event in &events {
            let answers = apply(&mut kept, event);
            prop_assert_eq!(&apply(&mut loaded(&saved), event), &answers);
            for changes in answers {
                save(&mut saved, changes.states);
            }
            for language in kept.languages.values() {
                let names: Vec<&str> = language.stories.summaries().map(|story| story.id).collect();
                let different: BTreeSet<&str> = names.iter().copied().collect();
                prop_assert_eq!(different.len(), names.len());
                prop_assert!(names.iter().all(|name| name.starts_with('a')), "{:?}", names);
            }
        }
    }
}
