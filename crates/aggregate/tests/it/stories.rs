//! The assignment of articles to stories.

use std::collections::{BTreeMap, BTreeSet};

use aggregate::{
    DocumentFrequencies, Lexicon, Membership, Repair, Stories, StoryParams, TermCounts,
    WeightedArticle, WeightedTerms, content_hash,
};
use chrono::{DateTime, TimeDelta, TimeZone as _, Utc};
use proptest::prelude::*;

fn hour(hour: i64) -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 2, 0, 0, 0).unwrap() + TimeDelta::hours(hour)
}

fn article(id: &str, at: i64, title: &str, text: &str) -> WeightedArticle {
    article_among(&frequencies(), id, at, title, text)
}

fn article_among(
    known: &DocumentFrequencies,
    id: &str,
    at: i64,
    title: &str,
    text: &str,
) -> WeightedArticle {
    let counts = TermCounts::of(title, text, &Lexicon::of("en"));
    let terms = WeightedTerms::of(&counts, known, &StoryParams::default().weights);
    WeightedArticle {
        id: id.to_owned(),
        when: hour(at),
        terms,
        facts: Vec::new(),
    }
}

/// Words in every news text.
fn frequencies() -> DocumentFrequencies {
    let mut frequencies = DocumentFrequencies::default();
    let counts = TermCounts::of(
        "",
        "people said on council minister police year time new",
        &Lexicon::of("en"),
    );
    for _ in 0..50 {
        frequencies.learn(&counts);
    }
    frequencies
}

/// The n-th report of an event: most of its words, in another order, with some of its own.
fn report_text(event: usize, n: usize) -> (String, String) {
    let word = |at: usize| format!("matter{event}q{}", at % 14);
    let mut text = String::from("On Friday people said");
    for at in 0..30 {
        text = text + " " + &word(at * (n + 1) + n);
        if at % 4 == 0 {
            let own = format!(" Name{event}z{} own{event}v{n}w{at}", at % 3);
            text += &own;
        }
    }
    (format!("Said {} {}", word(n), word(n + 1)), text)
}

fn report(event: usize, n: usize, at: i64) -> WeightedArticle {
    let (title, text) = report_text(event, n);
    article(&format!("e{event}n{n:02}"), at, &title, &text)
}

fn insert_all(batch: Vec<WeightedArticle>) -> (Stories, Vec<Membership>, Repair) {
    let params = StoryParams::default();
    let mut stories = Stories::default();
    let members = stories.insert_all(batch, &params);
    let repair = stories.repair(hour(48), &params);
    (stories, members, repair)
}

#[test]
fn articles_of_one_event_make_one_story_and_the_reason_is_kept() {
    let (stories, members, _) = insert_all(
        (0..6)
            .flat_map(|n| [report(1, n, 1), report(2, n, 2)])
            .collect(),
    );
    assert_eq!(stories.summaries().count(), 2);
    let joined = members.iter().find(|m| m.article == "e1n03").unwrap();
    assert_eq!(joined.story, "e1n00");
    assert!(joined.score >= StoryParams::default().join);
    assert!(
        joined.shared.iter().any(|s| s.term.contains("1q")),
        "{:?}",
        joined.shared
    );
    let heavy: Vec<f64> = joined.shared.iter().map(|s| s.weight).collect();
    assert!(heavy.is_sorted_by(|a, b| a >= b));
    let mut all = stories.with_keywords(|_| true, 3);
    let (_, keywords) = all.find(|(story, _)| story.id == "e1n00").unwrap();
    assert!(
        keywords.iter().all(|k| k.term.starts_with("Name1")),
        "{keywords:?}"
    );
}

#[test]
fn headlines_alone_make_stories_if_they_share_more_than_a_word() {
    let title = |id: &str, text: &str| article(id, 1, text, "");
    let (stories, ..) = insert_all(vec![
        title("a", "Hallbrook closes old bridge for repair"),
        title("b", "Old bridge in Hallbrook to close"),
        title("c", "Champion retires after final in Oslo"),
        title("d", "Harbour festival draws sailors Oldport regatta"),
        title("e", "Sailors rescued storm Westmark lighthouse keeper"),
    ]);
    assert_eq!(stories.story_of("b"), stories.story_of("a"));
    assert_eq!(stories.summaries().count(), 4);
}

#[test]
fn a_title_goes_to_the_story_that_has_most_of_its_words() {
    let mut known = frequencies();
    let often = ["cyclist", "traffic", "spring", "river"];
    let counts = TermCounts::of("", &often.join(" "), &Lexicon::of("en"));
    for _ in 0..10 {
        known.learn(&counts);
    }
    let title = |id: &str, title: &str| article_among(&known, id, 1, title, "");
    let mut titles = vec![
        title("parade 1", "Dragon float parade"),
        title("parade 2", "Parade: float with dragon"),
        // It resembles the parade more than any title on the bridge.
        title("river", "Dragon of the river: cyclist traffic spring"),
    ];
    for (at, word) in often.iter().enumerate() {
        titles.push(title(
            &format!("bridge {at}"),
            &format!("{word} bridge Hallbrook"),
        ));
        titles.push(title(
            &format!("bridge {at} too"),
            &format!("Hallbrook bridge {word}"),
        ));
    }
    let (mut stories, members, repair) = insert_all(titles);
    let first = members.iter().find(|m| m.article == "river").unwrap();
    assert_eq!(first.story, "parade 1");
    let moved = repair.moved.iter().find(|m| m.article == "river").unwrap();
    assert_eq!(moved.story, "bridge 0");
    assert!(!moved.shared.is_empty());
    assert_eq!(stories.story_of("parade 2"), Some("parade 1"));
    assert_eq!(stories.summaries().count(), 2);
    let again = stories.repair(hour(48), &StoryParams::default());
    assert_eq!(again, Repair::default());
}

/// Articles by the words of their titles, each with the hour of its publication, some with a text.
fn titles() -> impl Strategy<Value = Vec<WeightedArticle>> {
    let title = (
        proptest::collection::vec(0..16_usize, 0..6),
        0..=72_i64,
        0..8_usize,
    );
    proptest::collection::vec(title, 1..40).prop_map(|titles| {
        let titles = titles.into_iter().enumerate();
        let titles = titles.map(|(n, (words, at, text))| {
            let words: Vec<String> = words.iter().map(|word| format!("word{word}q")).collect();
            let text = if text == 0 {
                report_text(1, n).1
            } else {
                String::new()
            };
            article(&format!("e{n:02}"), at, &words.join(" "), &text)
        });
        titles.collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn titles_are_settled_once_and_in_any_order((batch, seed) in (titles(), any::<u64>())) {
        let params = StoryParams::default();
        let mut shuffled = batch.clone();
        shuffled.sort_by_key(|a| content_hash(&format!("{seed}{}", a.id)));
        let night = |batch: Vec<WeightedArticle>, at: i64| {
            let mut stories = Stories::default();
            let members = stories.insert_all(batch, &params);
            let repair = stories.repair(hour(at), &params);
            (stories, members, repair)
        };
        // Some articles are frozen.
        prop_assert_eq!(night(batch.clone(), 120), night(shuffled, 120));
        // None is frozen.
        let all = batch.len();
        let (mut stories, ..) = night(batch, 72);
        let total: u32 = stories.summaries().map(|s| s.articles).sum();
        prop_assert_eq!(total as usize, all);
        prop_assert_eq!(stories.repair(hour(72), &params), Repair::default());
    }
}

#[test]
fn a_story_inactive_for_a_week_gets_no_more_articles() {
    let params = StoryParams::default();
    let mut stories = Stories::default();
    stories.insert_all(vec![report(1, 0, 0)], &params);
    let in_time = stories
        .clone()
        .insert(report(1, 1, 24 * 7), &params)
        .unwrap();
    assert_eq!(in_time.story, "e1n00");
    let late = stories.insert(report(1, 1, 24 * 7 + 1), &params).unwrap();
    assert_eq!(late.story, "e1n01");
    stories.prune(hour(24 * 7 + 2), &params);
    assert_eq!(stories.summaries().count(), 1);
}

#[test]
fn the_repair_merges_with_a_redirect_and_keeps_the_larger_name() {
    let params = StoryParams::default();
    let strict = StoryParams {
        join: 0.99,
        ..params
    };
    let mut stories = Stories::default();
    stories.insert_all((0..3).map(|n| report(1, n, 0)).collect(), &strict);
    assert_eq!(stories.summaries().count(), 3);
    let repair = stories.repair(hour(2), &params);
    assert_eq!(stories.summaries().count(), 1);
    let to: BTreeSet<&str> = repair.merged.iter().map(|r| r.to.as_str()).collect();
    assert_eq!((repair.merged.len(), to), (2, BTreeSet::from(["e1n00"])));
    assert_eq!(repair.moved.len(), 2);
    // Nothing more to do.
    assert_eq!(stories.repair(hour(2), &params), Repair::default());
}

#[test]
fn the_repair_splits_wrongly_joined_stories() {
    let params = StoryParams::default();
    let lax = StoryParams {
        join: 0.0,
        short_join: 0.0,
        ..params
    };
    let mut stories = Stories::default();
    let both = (0..6).flat_map(|n| [report(1, n, 1), report(2, n, 2)]);
    stories.insert_all(both.collect(), &lax);
    assert_eq!(stories.summaries().count(), 1);
    let repair = stories.repair(hour(10), &params);
    assert_eq!(stories.summaries().count(), 2);
    assert_eq!(stories.story_of("e1n00"), Some("e1n00"));
    assert!(repair.moved.iter().all(|moved| moved.story == "e2n00"));
    assert_eq!(repair.moved.len(), 6);
    assert_ne!(stories.story_of("e1n01"), stories.story_of("e2n01"));
}

#[test]
fn unusual_articles_found_their_own_stories() {
    let (stories, members, _) = insert_all(vec![
        article("empty", 0, "", ""),
        article("empty too", 0, "", ""),
        article("facts", 0, "…", "!!"),
        article("long", 0, "", &"wort zahl ".repeat(300_000)),
        article("future", 50_000_000, "Said", "said"),
    ]);
    assert_eq!(members.len(), 5);
    assert_eq!(stories.summaries().count(), 5);
}

fn report_sets() -> impl Strategy<Value = Vec<(usize, usize, i64)>> {
    proptest::collection::vec((0..5_usize, 0..12_usize, 0..150_i64), 1..40)
}

fn articles(parts: &[(usize, usize, i64)]) -> Vec<WeightedArticle> {
    let unique: BTreeMap<(usize, usize), i64> = parts
        .iter()
        .map(|(event, n, at)| ((*event, *n), *at))
        .collect();
    unique
        .into_iter()
        .map(|((event, n), at)| report(event, n, at))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_order_of_the_input_does_not_matter((parts, seed) in (report_sets(), any::<u64>())) {
        let batch = articles(&parts);
        let mut shuffled = batch.clone();
        shuffled.sort_by_key(|a| content_hash(&format!("{seed}{}", a.id)));
        prop_assert_eq!(insert_all(shuffled), insert_all(batch));
    }

    #[test]
    fn every_article_is_in_exactly_one_story_and_every_redirect_leads_to_one(parts in report_sets()) {
        let batch = articles(&parts);
        let params = StoryParams { repair: TimeDelta::days(30), active: TimeDelta::days(30), ..StoryParams::default() };
        let mut stories = Stories::default();
        let mut at = BTreeMap::new();
        for member in stories.insert_all(batch.clone(), &params) {
            at.insert(member.article, member.story);
        }
        let repair = stories.repair(hour(150), &params);
        for member in &repair.moved {
            at.insert(member.article.clone(), member.story.clone());
        }
        let names: BTreeSet<&str> = stories.summaries().map(|s| s.id).collect();
        let total: u32 = stories.summaries().map(|s| s.articles).sum();
        prop_assert_eq!(total as usize, batch.len());
        for article in &batch {
            let story = stories.story_of(&article.id);
            prop_assert_eq!(story, at.get(&article.id).map(String::as_str));
            prop_assert!(story.is_some_and(|s| names.contains(s)));
        }
        for redirect in &repair.merged {
            prop_assert!(!names.contains(redirect.from.as_str()));
            prop_assert!(names.contains(redirect.to.as_str()));
        }
    }
}

#[test]
fn a_removed_article_is_not_counted_after_the_repair() {
    let batch = (0..4).map(|n| report(1, n, 0)).collect();
    let (mut stories, _, _) = insert_all(batch);
    stories.remove("e1n03");
    assert_eq!(stories.story_of("e1n03"), None);
    let repair = stories.repair(hour(2), &StoryParams::default());
    assert_eq!(repair, Repair::default());
    let sizes: Vec<u32> = stories.summaries().map(|s| s.articles).collect();
    assert_eq!(sizes, [3]);
    for n in 0..3 {
        stories.remove(&format!("e1n0{n}"));
    }
    let repair = stories.repair(hour(2), &StoryParams::default());
    assert_eq!(repair, Repair::default(), "nothing goes on elsewhere");
    assert_eq!(stories.summaries().count(), 0);
}

#[test]
fn settled_articles_that_a_repair_moves_are_reported() {
    let params = StoryParams::default();
    let mut stories = Stories::default();
    stories.insert_all((0..3).map(|n| report(1, n, 0)).collect(), &params);
    let first = stories.summaries().next().unwrap().id.to_owned();
    // Days later, the three are frozen. A lax threshold merges the two stories.
    stories.insert_all((0..5).map(|n| report(2, n, 90)).collect(), &params);
    let wide = StoryParams {
        merge: 0.0,
        short_merge: 0.0,
        gap: 0.0,
        cohesion: 0.0,
        ..params
    };
    let repair = stories.repair(hour(96), &wide);
    let to = stories.summaries().next().unwrap().id.to_owned();
    assert_ne!(first, to, "the larger gives the name");
    assert_eq!(repair.merged, repair.carried);
    assert_eq!(repair.carried[0].from, first);
    assert_eq!(stories.recent(&to).len(), 5);
}

/// A third of the words are common to all, the rest to those with the same name.
fn related(name: &str, n: usize, at: i64) -> WeightedArticle {
    let mut text = String::new();
    for (word, most) in [("shared", 10), (name, 20)] {
        text.extend((0..most).map(|at| format!("{word}q{at} ")));
    }
    article(&format!("{name}{n}"), at, "", &text)
}

#[test]
fn settled_articles_that_are_left_alone_keep_the_name_of_their_story() {
    let params = StoryParams::default();
    let mut stories = Stories::default();
    stories.insert_all((0..4).map(|n| related("old", n, 0)).collect(), &params);
    stories.insert_all((0..6).map(|n| related("new", n, 96)).collect(), &params);
    assert_eq!(stories.summaries().count(), 1);
    let repair = stories.repair(hour(96), &params);
    let found: Vec<(&str, u32)> = stories.summaries().map(|s| (s.id, s.articles)).collect();
    assert_eq!(found, [("old0", 4), ("new0", 6)]);
    assert_eq!(repair.carried, []);
    assert_eq!(repair.merged, []);
    let moved: BTreeSet<&str> = repair.moved.iter().map(|m| m.story.as_str()).collect();
    assert_eq!((repair.moved.len(), moved), (6, BTreeSet::from(["new0"])));
}

#[test]
fn a_name_used_in_another_language_is_not_used_again() {
    let params = StoryParams::default();
    let (mut first, mut second) = (Stories::default(), Stories::default());
    first.insert_all(vec![report(1, 0, 1)], &params);
    let again = report(1, 0, 1);
    for name in first.names_founded_by(&again.id) {
        second.reserve_name(name, &again);
    }
    assert_eq!(second.insert(again, &params).unwrap().story, "e1n00:2");
    second.repair(hour(24), &params);
    let given: Vec<&str> = second.names_founded_by("e1n00").collect();
    assert_eq!(given, ["e1n00", "e1n00:2"]);
    assert_eq!(second.names_founded_by("e1n0").next(), None);
}

#[test]
fn reports_on_one_person_over_weeks_are_several_stories_and_a_dense_one_goes_on() {
    let spans = |hours_between: i64, reports: i64| -> Vec<i64> {
        let batch = (0..reports).map(|n| report(1, usize::try_from(n).unwrap(), n * hours_between));
        let (stories, ..) = insert_all(batch.collect());
        let spans = stories
            .summaries()
            .map(|story| (story.active - story.founded).num_hours());
        spans.collect()
    };
    let sparse = spans(37, 27);
    assert!(
        sparse.len() > 2 && sparse.iter().all(|hours| *hours <= 240),
        "{sparse:?}"
    );
    assert_eq!(spans(12, 40), [468]);
}

#[test]
fn a_roundup_is_a_story_of_its_own() {
    let roundup = WeightedArticle::alone("roundup".to_owned(), hour(1));
    let (stories, ..) = insert_all(vec![report(1, 0, 0), roundup, report(1, 1, 2)]);
    assert_eq!(stories.summaries().count(), 2);
    assert_eq!(stories.story_of("roundup"), Some("roundup"));
}
