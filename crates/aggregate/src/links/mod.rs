//! Links between stories of different languages about one event.

mod index;

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::facts::{Fact, FactKind};
use index::FactIndex;

/// A story that may be linked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkCandidate {
    /// Its stable name.
    pub story: String,
    /// ISO 639-1.
    pub language: String,
    /// When its first article was published.
    pub founded: DateTime<Utc>,
    /// When its last article was published.
    pub active: DateTime<Utc>,
    /// Its facts, each once.
    pub facts: Vec<Fact>,
}

/// Two stories about one event, each in its language.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct StoryLink {
    /// The story of the language that comes first in the alphabet.
    pub story: String,
    /// That language.
    pub language: String,
    /// The other story.
    pub other: String,
    /// Its language.
    pub other_language: String,
    /// The sum of the weights of the shared facts.
    pub score: f64,
    /// The minimum sum for a link.
    pub needed: f64,
    /// The shared facts, the weightiest first.
    pub shared: Vec<SharedFact>,
}

/// A fact of both stories.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SharedFact {
    /// Its kind.
    #[serde(rename = "sign")]
    pub kind: FactKind,
    /// As the story writes it.
    pub form: String,
    /// As the other story writes it.
    pub other_form: String,
    /// Its rarity among stories.
    pub weight: f64,
}

// Precision comes before recall.

/// By how much the sum of the weights must exceed the logarithm of the number of pairs.
const MARGIN: f64 = 3.0;

/// The links between stories of different languages, in order of their stories: at most one from a story to each language, and
/// only where each is the best match of the other. The order of the input does not matter.
///
/// A shared fact weighs its rarity: the logarithm of the inverse share of stories that have it, in the language in which it is more
/// common (Spärck Jones 1972). The more pairs of stories there are, the more share a fact by chance; so the sum must exceed the
/// logarithm of the number of pairs (the prior odds against a match: Fellegi and Sunter 1969). Where few stories
/// of a language are known, both count as among a hundred.
pub fn links(stories: &[LinkCandidate]) -> Vec<StoryLink> {
    let mut by_language: BTreeMap<&str, Vec<&LinkCandidate>> = BTreeMap::new();
    for story in stories.iter().filter(|story| !story.facts.is_empty()) {
        by_language.entry(&story.language).or_default().push(story);
    }
    let indexes: Vec<FactIndex<'_>> = by_language
        .into_values()
        .map(|mut stories| {
            stories.sort_by(|a, b| a.story.cmp(&b.story));
            FactIndex::of(stories)
        })
        .collect();
    let mut found = Vec::new();
    for (at, ours) in indexes.iter().enumerate() {
        for theirs in indexes.iter().skip(at + 1) {
            found.extend(between(ours, theirs));
        }
    }
    found.sort_by(|a, b| (&a.story, &a.other).cmp(&(&b.story, &b.other)));
    found
}

/// The links between two languages.
fn between(ours: &FactIndex<'_>, theirs: &FactIndex<'_>) -> Vec<StoryLink> {
    let mut pairs: Vec<StoryLink> = Vec::new();
    for story in &ours.stories {
        for other in ours.likely(story, theirs, 10) {
            pairs.extend(compare((ours, story), (theirs, other)));
        }
    }
    // The best pair first. A pair whose story has a better one is not a link, but still excludes later pairs.
    pairs.sort_by(|a, b| {
        b.score
            .total_cmp(&a.score)
            .then_with(|| (&a.story, &a.other).cmp(&(&b.story, &b.other)))
    });
    let mut seen: BTreeSet<String> = BTreeSet::new();
    pairs.retain(|pair| {
        let first = seen.insert(pair.story.clone());
        let second = seen.insert(pair.other.clone());
        first && second
    });
    pairs
}

/// The link of two stories, if they share enough.
fn compare(
    (ours, story): (&FactIndex<'_>, &LinkCandidate),
    (theirs, other): (&FactIndex<'_>, &LinkCandidate),
) -> Option<StoryLink> {
    let shared = shared((ours, story), (theirs, other));
    let score: f64 = shared.iter().map(|piece| piece.weight).sum();
    let names = shared
        .iter()
        .filter(|piece| piece.kind == FactKind::Name)
        .count();
    let needed = ours.needed(theirs);
    let max = (ours.total(story) * theirs.total(other)).sqrt();
    let enough = names >= 2
        // names alone may be those of a league or a party
        && shared.len() > names
        && score >= needed
        && score >= 0.35 * max;
    enough.then(|| StoryLink {
        story: story.story.clone(),
        language: story.language.clone(),
        other: other.story.clone(),
        other_language: other.language.clone(),
        score,
        needed,
        shared,
    })
}

/// The shared facts. Parts of one name ("Ada Kern", "Kern") are one fact.
fn shared(
    (ours, story): (&FactIndex<'_>, &LinkCandidate),
    (theirs, other): (&FactIndex<'_>, &LinkCandidate),
) -> Vec<SharedFact> {
    let mut matches: Vec<(f64, &Fact, &Fact)> = Vec::new();
    for fact in &story.facts {
        for like in other.facts.iter().filter(|like| is_same(fact, like)) {
            let rarest = fact
                .keys
                .iter()
                .filter(|key| like.keys.contains(key))
                .map(|key| ours.rarity(*key).min(theirs.rarity(*key)))
                .fold(0.0, f64::max);
            if rarest > 0.0 {
                matches.push((rarest, fact, like));
            }
        }
    }
    matches.sort_by(|a, b| {
        let rest = |m: &(f64, &Fact, &Fact)| (m.1.keys.clone(), m.2.keys.clone());
        b.0.total_cmp(&a.0)
            .then_with(|| b.1.keys.len().cmp(&a.1.keys.len()))
            .then_with(|| rest(a).cmp(&rest(b)))
    });
    let mut used: BTreeSet<u64> = BTreeSet::new();
    let mut pieces = Vec::new();
    for (weight, fact, like) in matches {
        if fact
            .keys
            .iter()
            .chain(&like.keys)
            .any(|key| used.contains(key))
        {
            continue;
        }
        used.extend(fact.keys.iter().chain(&like.keys));
        pieces.push(SharedFact {
            kind: fact.kind,
            form: fact.form.clone(),
            other_form: like.form.clone(),
            weight,
        });
    }
    pieces
}

/// Whether two facts are the same: the longer name ends in the shorter ("Ada Kern", "Kern"), or begins with at least two words of it.
/// Many share a first name.
fn is_same(fact: &Fact, like: &Fact) -> bool {
    let (short, long) = if fact.keys.len() <= like.keys.len() {
        (&fact.keys, &like.keys)
    } else {
        (&like.keys, &fact.keys)
    };
    fact.kind == like.kind
        && (long.ends_with(short) || (short.len() > 1 && long.starts_with(short)))
}

impl LinkCandidate {
    /// Whether both were active at about the same time.
    fn is_near(&self, other: &Self) -> bool {
        let apart = (other.founded - self.active).max(self.founded - other.active);
        apart <= TimeDelta::days(2)
    }
}
