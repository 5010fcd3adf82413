//! The end of a run: stories are repaired, what was learned comes into force, stories are ranked and linked across languages.

use std::collections::HashMap;

use aggregate::{Keyword, Nearness, Report, Standing, Summary, Telling};
use anyhow::Context as _;
use chrono::{DateTime, Utc};
use store::{Aggregates, Carried, Merged, NewStory, StoryReport};

use super::link;
use super::state::{Phase, State};
use super::take::{member, rounded};

/// Keywords kept of a story.
const KEYWORDS: usize = 10;

/// The stories that have rested for too long to be kept.
pub(super) fn to_close(state: &State) -> Vec<String> {
    let now = state.run.now.unwrap_or_default();
    let rules = Telling::default();
    summaries(state)
        .filter(|story| rules.is_over(story.active, now))
        .map(|story| story.id.to_owned())
        .collect()
}

/// Groups the stories of the last days anew, and lets the languages know what they learned. Stories that are forgotten with
/// that are ranked before, for the last time; a run over an archive meets most of its stories here only.
pub(super) fn repair(
    state: &mut State,
    reports: Vec<StoryReport>,
    cursor: i64,
) -> anyhow::Result<Aggregates> {
    let now = state.run.now.unwrap_or_default();
    let rules = Telling::default();
    let mut reports = by_story(reports);
    let mut done = Aggregates {
        cursor,
        version: aggregate::VERSION.to_owned(),
        ..Aggregates::default()
    };
    for (language, tongue) in &mut state.tongues {
        if !state.run.languages.contains(language) {
            continue;
        }
        for outline in tongue.stories.closing(now, &rules, KEYWORDS) {
            done.stories
                .push(ranked(language, &outline, &mut reports, now)?);
        }
        let repair = tongue.stories.repair(now, &rules);
        for moved in &repair.moved {
            done.members.push(member(moved)?);
        }
        for carried in repair.carried {
            let stay = tongue.stories.recent(&carried.from);
            done.carried.push(Carried {
                but: stay.into_iter().map(str::to_owned).collect(),
                from: carried.from,
                to: carried.to,
            });
        }
        done.merged
            .extend(repair.merged.into_iter().map(|r| Merged {
                from: r.from,
                to: r.to,
                language: language.clone(),
                at: now,
            }));
        if let Some(next) = tongue.next.take() {
            tongue.known = next;
        }
    }
    state.copies.prune(now, &Nearness::default());
    state.run.phase = Phase::Ranking;
    done.states = state.repaired()?;
    Ok(done)
}

/// The stories that a run may have given another standing.
pub(super) fn to_rank(state: &State) -> Vec<String> {
    summaries(state).map(|story| story.id.to_owned()).collect()
}

fn summaries(state: &State) -> impl Iterator<Item = Summary<'_>> {
    let tongues = state.tongues.iter();
    tongues
        .filter(|(language, _)| state.run.languages.contains(*language))
        .flat_map(|(_, tongue)| tongue.stories.summaries())
}

/// Ranks them, and links those of different languages.
pub(super) fn rank(
    state: &mut State,
    reports: Vec<StoryReport>,
    cursor: i64,
) -> anyhow::Result<Aggregates> {
    let now = state.run.now.unwrap_or_default();
    let mut reports = by_story(reports);
    let mut stories = Vec::new();
    for (language, tongue) in &state.tongues {
        if !state.run.languages.contains(language) {
            continue;
        }
        for outline in tongue.stories.outlines(KEYWORDS) {
            stories.push(ranked(language, &outline, &mut reports, now)?);
        }
    }
    let (linked, links) = link::links(state)?;
    state.run.phase = Phase::Over;
    Ok(Aggregates {
        cursor,
        stories,
        linked,
        links,
        version: aggregate::VERSION.to_owned(),
        states: state.phase()?,
        ..Aggregates::default()
    })
}

fn by_story(reports: Vec<StoryReport>) -> HashMap<String, Vec<StoryReport>> {
    let mut by_story: HashMap<String, Vec<StoryReport>> = HashMap::new();
    for report in reports {
        let story = by_story.entry(report.story_id.clone()).or_default();
        story.push(report);
    }
    by_story
}

/// A story as it stands.
fn ranked(
    language: &str,
    (summary, keywords): &(Summary<'_>, Vec<Keyword>),
    reports: &mut HashMap<String, Vec<StoryReport>>,
    now: DateTime<Utc>,
) -> anyhow::Result<NewStory> {
    let reports = reports.remove(summary.id).unwrap_or_default();
    Ok(NewStory {
        id: summary.id.to_owned(),
        language: language.to_owned(),
        founded_at: summary.founded,
        active_at: summary.active,
        cohesion: small(summary.cohesion),
        keywords: rounded(keywords)?,
        ..standing(&reports, now)?
    })
}

/// A story with the numbers that its articles give, which are in order of time.
fn standing(reports: &[StoryReport], now: DateTime<Utc>) -> anyhow::Result<NewStory> {
    let told: Vec<Report> = reports
        .iter()
        .map(|report| Report {
            owner: report.owner.clone(),
            text: report.text_of.clone(),
            when: report.date,
        })
        .collect();
    let Standing {
        score,
        owners,
        breadth,
        recency,
        burst,
    } = aggregate::standing(&told, now);
    let own = reports.iter().filter(|r| r.id == r.text_of).count();
    let titled = |r: &&StoryReport| r.id == r.text_of && r.title.is_some();
    let count = |n: usize| i32::try_from(n).context("a story of too many articles");
    Ok(NewStory {
        id: String::new(),
        language: String::new(),
        title: reports.iter().find(titled).and_then(|r| r.title.clone()),
        founded_at: now,
        active_at: now,
        articles: count(own)?,
        copies: count(reports.len() - own)?,
        cohesion: 1.0,
        owners: count(owners)?,
        breadth: small(breadth),
        recency: small(recency),
        burst: small(burst),
        score: small(score),
        keywords: serde_json::json!([]),
    })
}

#[expect(clippy::cast_possible_truncation, reason = "shown with three digits")]
pub(super) fn small(number: f64) -> f32 {
    number as f32
}
