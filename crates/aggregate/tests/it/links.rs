//! Stories of different languages about the same event.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::{BTreeMap, BTreeSet};

use aggregate::{
    DocumentFrequencies, Fact, FactKind, Gazetteer, Lexicon, LinkCandidate, Stories, StoryParams,
    TermCounts, WeightedArticle, WeightedTerms, facts, links, names,
};
use chrono::{DateTime, TimeDelta, Utc};
use proptest::prelude::*;
use serde::Deserialize;

/// A line of `events/events.jsonl`: invented events, most of them reported in several languages, and similar ones: with the same
/// town and mayor, the same firm, the same cup, the same court.
#[derive(Deserialize)]
struct StoryArticle {
    id: String,
    event: String,
    language: String,
    date: DateTime<Utc>,
    title: String,
    text: String,
}

fn events() -> Vec<StoryArticle> {
    let lines = include_str!("events/events.jsonl").lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Each article as a story.
fn stories() -> Vec<LinkCandidate> {
    let events = events();
    let mut gazetteers: BTreeMap<&str, Gazetteer> = BTreeMap::new();
    for event in &events {
        gazetteers
            .entry(&event.language)
            .or_default()
            .learn(&event.text);
    }
    let story = |event: &StoryArticle| {
        let names = names(&event.text, "und", &gazetteers[event.language.as_str()]);
        LinkCandidate {
            story: event.id.clone(),
            language: event.language.clone(),
            founded: event.date,
            active: event.date,
            facts: facts(
                &event.title,
                &event.text,
                &names,
                &Lexicon::of(&event.language),
            ),
        }
    };
    events.iter().map(story).collect()
}

#[test]
fn stories_of_one_event_are_linked_and_no_others() {
    let event_of: BTreeMap<String, String> =
        events().into_iter().map(|e| (e.id, e.event)).collect();
    let mut wanted = BTreeSet::new();
    for (a, event) in &event_of {
        for (b, other) in &event_of {
            if a[a.len() - 2..] < b[b.len() - 2..] && event == other {
                wanted.insert((a.clone(), b.clone()));
            }
        }
    }
    assert_eq!(wanted.len(), 9);
    let found = links(&stories());
    let pairs: BTreeSet<_> = found
        .iter()
        .map(|link| (link.story.clone(), link.other.clone()))
        .collect();
    assert_eq!(pairs, wanted);
    for link in &found {
        let sum: f64 = link.shared.iter().map(|piece| piece.weight).sum();
        assert!((sum - link.score).abs() < 1e-9 && link.score >= link.needed);
        assert!(link.shared.is_sorted_by(|a, b| a.weight >= b.weight));
    }
    let bridge = found.iter().find(|link| link.story == "bridge-en").unwrap();
    let forms: Vec<&str> = bridge
        .shared
        .iter()
        .map(|piece| piece.form.as_str())
        .collect();
    for form in ["Ada Kern", "Hallbrook", "212", "03-03"] {
        assert!(forms.contains(&form), "{form}: {forms:?}");
    }
    let kern = forms.iter().filter(|form| form.contains("Kern")).count();
    assert_eq!(kern, 1, "a name and its parts are one piece");
}

#[test]
fn reports_days_later_are_of_another_event() {
    let mut stories = stories();
    for story in stories.iter_mut().filter(|story| story.language == "fr") {
        story.founded += TimeDelta::days(4);
        story.active += TimeDelta::days(4);
    }
    let found = links(&stories);
    assert!(found.len() > 3 && found.iter().all(|link| !link.other.ends_with("-fr")));
}

#[test]
fn a_story_is_linked_to_the_one_with_most_shared_facts() {
    let mut stories = stories();
    // A second English story has some of what the first has.
    let bridge = stories
        .iter()
        .position(|story| story.story == "bridge-en")
        .unwrap();
    let mut part = stories[bridge].clone();
    part.story = "a-part-en".to_owned();
    let last = part.facts.len() - 1;
    part.facts.remove(last);
    part.facts.remove(0);
    stories.push(part);
    let found = links(&stories);
    let of = |id: &str| {
        found
            .iter()
            .filter(|link| link.story == id || link.other == id)
            .count()
    };
    assert_eq!((of("bridge-en"), of("a-part-en")), (2, 0));
}

#[test]
fn names_alone_are_not_enough() {
    let mut stories = stories();
    for story in &mut stories {
        story.facts.retain(|fact| fact.kind == FactKind::Name);
    }
    assert!(links(&stories).is_empty());
}

#[test]
fn two_stories_alone_are_linked_by_as_many_facts_as_among_a_hundred() {
    let mut two: Vec<LinkCandidate> = stories()
        .into_iter()
        .filter(|s| s.story.starts_with("trial"))
        .collect();
    assert_eq!(two.len(), 2);
    let found = links(&two);
    assert_eq!(found.len(), 1);
    assert!(found[0].needed > 12.0, "{found:?}");
    // three facts happen to agree
    let kept: BTreeSet<String> = found[0].shared[..3]
        .iter()
        .map(|fact| fact.form.clone())
        .collect();
    two[0].facts.retain(|fact| kept.contains(&fact.form));
    assert!(links(&two).is_empty());
    assert!(links(&[]).is_empty());
}

/// The facts of a story stay the same when its articles are frozen and the state is stored in between.
#[test]
fn a_story_keeps_its_facts_when_its_articles_are_settled() {
    let story_params = StoryParams::default();
    let event = events()
        .into_iter()
        .find(|event| event.id == "bridge-en")
        .unwrap();
    let lexicon = Lexicon::of("en");
    let article = |id: &str, when: DateTime<Utc>, more: &str| {
        let text = format!("{} {more}", event.text);
        WeightedArticle {
            id: id.to_owned(),
            when,
            terms: WeightedTerms::of(
                &TermCounts::of(&event.title, &text, &lexicon),
                &DocumentFrequencies::default(),
                &story_params.weights,
            ),
            facts: facts(
                &event.title,
                &text,
                &names(&text, "und", &Gazetteer::default()),
                &lexicon,
            ),
        }
    };
    let mut stories = Stories::default();
    stories.insert_all(
        vec![article("a", event.date, "So did Jonas Pruehl.")],
        &story_params,
    );
    stories.repair(event.date, &story_params);
    let later = event.date + TimeDelta::days(4);
    stories.insert_all(vec![article("b", later, "")], &story_params);
    stories.repair(later, &story_params);
    let forms = |stories: &Stories| -> Vec<Vec<Fact>> {
        stories.with_facts().map(|(_, facts)| facts).collect()
    };
    let found = forms(&stories);
    assert_eq!(found.len(), 1);
    for form in ["Jonas Pruehl", "Tessmer", "212"] {
        assert!(found[0].iter().any(|fact| fact.form == form), "{form}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn the_order_of_the_stories_does_not_matter(stories in Just(stories()).prop_shuffle()) {
        let found = links(&stories);
        prop_assert_eq!(found, links(&self::stories()));
    }
}
