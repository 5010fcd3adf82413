//! Candidate pairs of articles for labelling, each with its bin.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use aggregate::Fingerprint;
use chrono::{DateTime, TimeDelta, Utc};

use super::draw::{ScoredPair, StratifiedDraw, StratifiedSample, between, ordered};
use crate::Random;

/// Edges of the bins of copies: around the two thresholds of [`aggregate::CopyIndex`], 0.25 and 0.7.
const COPY_EDGES: [f32; 6] = [0.05, 0.15, 0.25, 0.45, 0.7, 1.0];
/// Edges of the bins of stories: around the threshold of [`aggregate::StoryParams`], 0.2, and above it for certain pairs.
const STORY_EDGES: [f32; 6] = [0.1, 0.15, 0.2, 0.25, 0.35, 0.5];
/// Rank added to the bins of pairs that are grouped together.
const JOINED_RANK: u32 = 100;
/// Rank of the bin of random pairs, the last one.
const RANDOM_RANK: u32 = 1_000;
const RANDOM_NAME: &str = "apart, random of the same days";
/// Maximum time between random pairs, as in the repair of stories.
const MAX_TIME_APART: TimeDelta = TimeDelta::days(3);

/// An article as it is grouped.
#[derive(Debug, Clone, PartialEq)]
pub struct PairArticle {
    /// Article id.
    pub id: String,
    /// ISO 639-1.
    pub language: Option<String>,
    /// When it was published, else first seen.
    pub at: DateTime<Utc>,
    /// The article it is a copy of.
    pub duplicate_of: Option<String>,
    /// Its similarity to that; 1 if it is not a copy.
    pub copy_score: f32,
    /// Its story; a copy has none of its own.
    pub story_id: Option<String>,
    /// Its similarity to its story when it joined.
    pub story_score: Option<f32>,
    /// The story that it nearly joined.
    pub nearly_story: Option<String>,
    /// Its similarity to that.
    pub nearly_score: Option<f32>,
}

fn offer(draw: &mut StratifiedDraw, joined: bool, edges: &[f32], found: ScoredPair) {
    let (rank, name) = between(edges, found.score);
    if joined {
        draw.offer(JOINED_RANK + rank, &format!("joined {name}"), found);
    } else {
        draw.offer(rank, &format!("apart {name}"), found);
    }
}

/// Draws from pairs of copies with their leaders, and of leaders that have something in common; at most `per_bin` pairs of each
/// bin. `prints` are those of the leaders that have enough text.
pub fn copies(
    articles: &[PairArticle],
    fingerprints: Vec<(&str, Fingerprint)>,
    seed: i64,
    per_bin: usize,
) -> StratifiedSample {
    let mut draw = StratifiedDraw::new("copies", seed, per_bin);
    let here: BTreeSet<&str> = articles.iter().map(|article| article.id.as_str()).collect();
    for article in articles {
        if let Some(leader) = &article.duplicate_of
            && here.contains(leader.as_str())
        {
            let found = ScoredPair::new(&article.id, leader, article.copy_score);
            offer(&mut draw, true, &COPY_EDGES, found);
        }
    }
    let (ids, fingerprints): (Vec<&str>, Vec<Fingerprint>) = fingerprints.into_iter().unzip();
    for (one, other, similarity) in aggregate::near_pairs(&fingerprints, 0.05) {
        #[expect(clippy::cast_possible_truncation, reason = "a share needs no more")]
        let found = ScoredPair::new(ids[one], ids[other], similarity as f32);
        offer(&mut draw, false, &COPY_EDGES, found);
    }
    draw.finish()
}

/// Draws from pairs of articles of one story, articles with those of the story they nearly joined, and random pairs of the same days.
pub fn stories(articles: &[PairArticle], seed: i64, per_bin: usize) -> StratifiedSample {
    let mut draw = StratifiedDraw::new("stories", seed, per_bin);
    let mut of_story: BTreeMap<&str, Vec<&PairArticle>> = BTreeMap::new();
    for article in articles {
        if let Some(story) = &article.story_id {
            of_story.entry(story).or_default().push(article);
        }
    }
    let mut known = BTreeSet::new();
    for members in of_story.values() {
        for (index, one) in members.iter().enumerate() {
            for other in &members[index + 1..] {
                known.insert(ordered(&one.id, &other.id));
                // The lower of the two scores; the founder has a score of 1.
                let score = |article: &PairArticle| article.story_score.unwrap_or(1.0);
                let found = ScoredPair::new(&one.id, &other.id, score(one).min(score(other)));
                offer(&mut draw, true, &STORY_EDGES, found);
            }
        }
    }
    let mut nearly: Vec<(f32, &PairArticle, &str)> = articles
        .iter()
        .filter(|article| article.story_id.is_some())
        .filter_map(|article| {
            Some((
                article.nearly_score?,
                article,
                article.nearly_story.as_deref()?,
            ))
        })
        .collect();
    // The higher score counts if each nearly joined the other's story.
    nearly.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.id.cmp(&b.1.id)));
    for (score, article, story) in nearly {
        for other in of_story.get(story).into_iter().flatten() {
            if other.id != article.id && known.insert(ordered(&article.id, &other.id)) {
                let found = ScoredPair::new(&article.id, &other.id, score);
                offer(&mut draw, false, &STORY_EDGES, found);
            }
        }
    }
    random(articles, &known, seed, per_bin, &mut draw);
    draw.finish()
}

/// The articles of one language in order of time, and for each the number of those that follow within the same days.
struct SameDayPairs<'a> {
    articles: Vec<&'a PairArticle>,
    /// By article: the number of pairs that begin with it or an earlier one.
    until: Vec<u64>,
}

impl<'a> SameDayPairs<'a> {
    fn of(mut articles: Vec<&'a PairArticle>) -> Self {
        articles.sort_by(|a, b| (a.at, &a.id).cmp(&(b.at, &b.id)));
        let (mut end, mut pairs) = (0, 0);
        let until = articles.iter().enumerate().map(|(index, article)| {
            while articles
                .get(end)
                .is_some_and(|later| later.at - article.at <= MAX_TIME_APART)
            {
                end += 1;
            }
            pairs += (end - index - 1) as u64;
            pairs
        });
        let until = until.collect();
        Self { articles, until }
    }

    fn pairs(&self) -> u64 {
        self.until.last().copied().unwrap_or(0)
    }

    /// The pair with a number.
    fn pair(&self, number: u64) -> Option<(&'a PairArticle, &'a PairArticle)> {
        let index = self.until.partition_point(|until| *until <= number);
        let before = index.checked_sub(1).map_or(0, |before| self.until[before]);
        let behind = usize::try_from(number - before).ok()?;
        Some((
            self.articles.get(index)?,
            self.articles.get(index + 1 + behind)?,
        ))
    }
}

/// Draws pairs on which the grouping has no finding, all equally likely.
fn random(
    articles: &[PairArticle],
    known: &BTreeSet<(&str, &str)>,
    seed: i64,
    per_bin: usize,
    draw: &mut StratifiedDraw,
) {
    let mut by_language: BTreeMap<Option<&str>, Vec<&PairArticle>> = BTreeMap::new();
    for article in articles.iter().filter(|article| article.story_id.is_some()) {
        let own = by_language.entry(article.language.as_deref()).or_default();
        own.push(article);
    }
    let days: Vec<SameDayPairs<'_>> = by_language.into_values().map(SameDayPairs::of).collect();
    let all: u64 = days.iter().map(SameDayPairs::pairs).sum();
    let pair = |mut number: u64| {
        for days in &days {
            if number < days.pairs() {
                return days.pair(number);
            }
            number -= days.pairs();
        }
        None
    };
    let mut take = |number: u64, count: u64| {
        let found =
            pair(number).filter(|(one, other)| !known.contains(&ordered(&one.id, &other.id)));
        if let Some((one, other)) = found {
            draw.draw(
                RANDOM_RANK,
                RANDOM_NAME,
                ScoredPair::new(&one.id, &other.id, 0.0),
            );
            draw.count(RANDOM_RANK, count);
        }
        found.is_some()
    };
    if all <= 1_000_000 {
        for number in 0..all {
            take(number, 1);
        }
        return;
    }
    // Nearly all of this many pairs are apart, so twice the number wanted is enough.
    let mut random = Random::new(seed.cast_unsigned());
    let (mut picked, mut is_any) = (BTreeSet::new(), false);
    let end = usize::try_from(all).unwrap_or(usize::MAX);
    while picked.len() < per_bin.saturating_mul(2).min(end / 2) {
        let number = random.below(end) as u64;
        is_any |= picked.insert(number) && take(number, 0);
    }
    if is_any {
        draw.count(RANDOM_RANK, all - within(articles, known));
    }
}

/// The number of known pairs within the same days.
fn within(articles: &[PairArticle], known: &BTreeSet<(&str, &str)>) -> u64 {
    let by_id: HashMap<&str, &PairArticle> = articles
        .iter()
        .map(|article| (article.id.as_str(), article))
        .collect();
    let within = known
        .iter()
        .filter(|(a, b)| match (by_id.get(a), by_id.get(b)) {
            (Some(a), Some(b)) => a.language == b.language && (a.at - b.at).abs() <= MAX_TIME_APART,
            _ => false,
        });
    within.count() as u64
}
