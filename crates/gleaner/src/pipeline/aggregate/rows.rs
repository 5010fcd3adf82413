//! Converts stored articles for the grouping, and its findings for the store.

use aggregate::{
    Changes, CopyFinding, CopyRule, Keyword, KnownText, Membership, RankedStory, StoryArticle,
    StoryLink, UngroupedArticle,
};
use anyhow::Context as _;
use chrono::{DateTime, Days, Months, TimeDelta, Utc};
use store::{
    Aggregates, ArticleTerms, Copy, CopyCandidate, NewStoryLink, Story, StoryMember, StoryMerge,
    StoryMove, StoryReport, TextLeader,
};

/// An article to be grouped. The times at which our clocks saw it are capped at the present: otherwise the time of the run would be
/// ahead, and all other articles too old.
pub(super) fn article(row: CopyCandidate, present: DateTime<Utc>) -> UngroupedArticle {
    let first_seen = row.date_first_seen.min(present);
    let published = row
        .date_published
        .map(|at| latest(at, row.date_published_precision.as_deref(), first_seen));
    UngroupedArticle {
        id: row.id,
        version: row.version,
        site: row.source_id,
        language: row.language,
        title: row.title,
        text: row.text,
        content_hash: row.content_hash,
        published,
        first_seen,
        fetched: row.date_crawled.min(present),
        has_story: row.story_id.is_some(),
    }
}

/// What is known of a text, with its content hash; `None` if another version of the program compared it by a rule of its own.
pub(super) fn known(row: TextLeader) -> Option<(String, KnownText)> {
    let rule = match row.rule {
        Some(rule) => CopyRule::from_name(&rule)?,
        None => CopyRule::ExactText,
    };
    let known = KnownText {
        leader: row.leader,
        score: row.score,
        rule,
    };
    Some((row.content_hash, known))
}

/// The latest time that a date may mean: of a day or a month its end, or when the article was first seen. Otherwise articles with coarse
/// dates would be the originals of those with exact ones.
fn latest(at: DateTime<Utc>, precision: Option<&str>, first_seen: DateTime<Utc>) -> DateTime<Utc> {
    let end = match precision {
        Some("day") => at.checked_add_days(Days::new(1)),
        Some("month") => at.checked_add_months(Months::new(1)),
        _ => None,
    };
    let end = end.and_then(|end| end.checked_sub_signed(TimeDelta::seconds(1)));
    end.map_or(at, |end| end.min(first_seen).max(at))
}

/// An article or copy from which ranks are computed, at the latest time that its date may mean.
pub(super) fn report(row: StoryReport) -> StoryArticle {
    let when = latest(row.date, row.precision.as_deref(), row.first_seen);
    StoryArticle {
        story: row.story_id,
        article: row.id,
        title: row.title,
        section: row.section,
        owner: row.owner,
        text: row.text_of,
        when,
    }
}

/// The changes of one step; `now` is the time of the run.
pub(super) fn changes(found: Changes, now: DateTime<Utc>) -> anyhow::Result<Aggregates> {
    let merged = found.merged.into_iter();
    Ok(Aggregates {
        copies: found.copies.into_iter().map(copy).collect(),
        terms: all(found.terms, |terms| {
            Ok(ArticleTerms {
                id: terms.id,
                version: terms.version,
                entities: serde_json::to_string(&terms.entities)?,
                keywords: serde_json::to_string(&rounded_weights(terms.keywords))?,
            })
        })?,
        members: all(found.members, member)?,
        moved: found
            .carried
            .into_iter()
            .map(|carried| StoryMove {
                from: carried.from,
                to: carried.to,
                except: carried.except,
            })
            .collect(),
        merged: merged
            .flat_map(|(language, merged)| {
                merged.into_iter().map(move |redirect| StoryMerge {
                    from: redirect.from,
                    to: redirect.to,
                    language: language.clone(),
                    at: now,
                })
            })
            .collect(),
        stories: all(found.stories, story)?,
        linked: found.linked,
        links: all(found.links, link)?,
        version: aggregate::VERSION.to_owned(),
        states: found.states,
        ..Aggregates::default()
    })
}

fn all<T, R>(items: Vec<T>, row: impl Fn(T) -> anyhow::Result<R>) -> anyhow::Result<Vec<R>> {
    items.into_iter().map(row).collect()
}

fn copy(found: CopyFinding) -> Copy {
    Copy {
        id: found.id,
        version: found.version,
        duplicate_of: found.duplicate_of,
        score: found.score,
        rule: found.rule.map(|rule| rule.as_str().to_owned()),
    }
}

fn member(member: Membership) -> anyhow::Result<StoryMember> {
    Ok(StoryMember {
        id: member.article,
        story_id: member.story,
        score: single(member.score),
        shared: serde_json::to_string(&member.shared)?,
        nearly: member
            .runner_up
            .as_ref()
            .map(serde_json::to_string)
            .transpose()?,
    })
}

fn story(story: RankedStory) -> anyhow::Result<Story> {
    let count = |n: usize| i32::try_from(n).context("a story of too many articles");
    Ok(Story {
        id: story.id,
        language: story.language,
        title: story.title,
        date_founded: story.founded,
        date_active: story.active,
        articles: count(story.articles)?,
        copies: count(story.copies)?,
        cohesion: single(story.cohesion),
        owners: count(story.rank.owners)?,
        breadth: single(story.rank.breadth),
        recency: single(story.rank.recency),
        burst: single(story.rank.burst),
        score: single(story.rank.score),
        keywords: serde_json::to_value(rounded_weights(story.keywords))?,
        links: serde_json::Value::Null,
    })
}

fn link(mut link: StoryLink) -> anyhow::Result<NewStoryLink> {
    for piece in &mut link.shared {
        piece.weight = rounded(piece.weight);
    }
    Ok(NewStoryLink {
        story_id: link.story,
        language: link.language,
        other_id: link.other,
        other_language: link.other_language,
        score: single(rounded(link.score)),
        needed: single(rounded(link.needed)),
        shared: serde_json::to_string(&link.shared)?,
    })
}

fn rounded_weights(mut keywords: Vec<Keyword>) -> Vec<Keyword> {
    for keyword in &mut keywords {
        keyword.weight = rounded(keyword.weight);
    }
    keywords
}

/// Rounds a weight to the three decimal places that are stored.
fn rounded(weight: f64) -> f64 {
    (weight * 1e3).round() / 1e3
}

#[expect(clippy::cast_possible_truncation, reason = "shown with three digits")]
fn single(number: f64) -> f32 {
    number as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_coarse_date_means_its_end_or_the_first_sight() {
        let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        let day = at("2026-11-01T00:00:00Z");
        for (precision, first_seen, expected) in [
            (
                Some("month"),
                "2026-11-25T08:00:00Z",
                "2026-11-25T08:00:00Z",
            ),
            (
                Some("month"),
                "2026-12-25T08:00:00Z",
                "2026-11-30T23:59:59Z",
            ),
            (Some("day"), "2026-11-01T08:00:00Z", "2026-11-01T08:00:00Z"),
            (Some("day"), "2026-11-25T08:00:00Z", "2026-11-01T23:59:59Z"),
            (Some("day"), "2026-10-31T08:00:00Z", "2026-11-01T00:00:00Z"),
            (
                Some("minute"),
                "2026-11-25T08:00:00Z",
                "2026-11-01T00:00:00Z",
            ),
            (None, "2026-11-25T08:00:00Z", "2026-11-01T00:00:00Z"),
        ] {
            let latest = latest(day, precision, at(first_seen));
            assert_eq!(latest, at(expected), "{precision:?}, seen {first_seen}");
        }
    }
}
