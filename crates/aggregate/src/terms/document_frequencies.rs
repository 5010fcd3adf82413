//! Document frequencies of the terms of a language, learned from the articles of earlier runs.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer};

use super::{ArticlePart, TermCounts};
use crate::hash::PrehashedMap;

/// The number of articles that have each term.
///
/// Learn from the articles of a run when it has ended, and use it unchanged in the next: then the weights of an article do not depend
/// on earlier articles of the same run.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct DocumentFrequencies {
    /// Number of articles read.
    pub articles: u32,
    /// Number of articles by the hash of a stem in title or text.
    #[serde(serialize_with = "ordered")]
    pub(super) words: PrehashedMap<u32>,
    /// Number of articles by the hash of a name.
    #[serde(serialize_with = "ordered")]
    pub(super) names: PrehashedMap<u32>,
}

/// Terms are weighed as if at least this many articles had been read: a few articles do not tell how common the words of their own
/// events are.
const MIN_ARTICLES: u32 = 1_000;

/// After this many articles the counts are halved and terms with less than one are dropped, so that old news fades.
pub const MAX_ARTICLES: u32 = 200_000;

impl DocumentFrequencies {
    /// Adds the counts of other articles.
    pub(crate) fn add(&mut self, other: &Self) {
        self.make_room(other.articles);
        self.articles += other.articles;
        add(&mut self.words, &other.words);
        add(&mut self.names, &other.names);
    }

    /// Counts an article. Leave copies out: they repeat one text.
    pub fn learn(&mut self, counts: &TermCounts) {
        self.make_room(1);
        self.articles += 1;
        // Terms are in order of part; a stem in title and body counts once.
        let mut stems: Vec<u64> = Vec::new();
        for term in &counts.terms {
            match term.part {
                ArticlePart::Name => *self.names.entry(term.hash).or_default() += 1,
                ArticlePart::Title | ArticlePart::Body => stems.push(term.hash),
            }
        }
        stems.sort_unstable();
        stems.dedup();
        for stem in stems {
            *self.words.entry(stem).or_default() += 1;
        }
    }

    /// Approximate size in bytes.
    pub(crate) fn bytes(&self) -> usize {
        26 * (self.words.len() + self.names.len())
    }

    /// Inverse document frequency: the logarithm of the inverse share of articles with the term, smoothed by one (Spärck Jones 1972), of
    /// at least 1,000. At least 0; equal for all terms while nothing has been learned.
    pub fn idf(&self, part: ArticlePart, hash: u64) -> f64 {
        -self
            .share_of(part, hash, self.articles.max(MIN_ARTICLES))
            .ln()
    }

    /// The share of the articles read that have the term, smoothed by one: how likely it is in an article on something else.
    pub(super) fn share(&self, part: ArticlePart, hash: u64) -> f64 {
        self.share_of(part, hash, self.articles)
    }

    fn share_of(&self, part: ArticlePart, hash: u64, articles: u32) -> f64 {
        let table = match part {
            ArticlePart::Name => &self.names,
            ArticlePart::Title | ArticlePart::Body => &self.words,
        };
        let known = table.get(&hash).copied().unwrap_or(0);
        (f64::from(known) + 1.0) / (f64::from(articles) + 2.0)
    }

    /// Halves the counts of full tables, before this number of articles is added.
    fn make_room(&mut self, articles: u32) {
        if !is_full(self.articles + articles, &self.words, &self.names) {
            return;
        }
        self.articles /= 2;
        for table in [&mut self.words, &mut self.names] {
            table.retain(|_, count| {
                *count /= 2;
                *count > 0
            });
        }
    }
}

fn add(table: &mut PrehashedMap<u32>, more: &PrehashedMap<u32>) {
    for (term, articles) in more {
        *table.entry(*term).or_default() += articles;
    }
}

/// Whether counts must be halved: this many articles, or one of these tables, are more than are kept.
pub(crate) fn is_full<A, B>(articles: u32, one: &PrehashedMap<A>, other: &PrehashedMap<B>) -> bool {
    articles > MAX_ARTICLES || one.len().max(other.len()) > 500_000
}

/// Serialises a table in sorted order, so that equal counts become equal bytes.
pub(crate) fn ordered<V: Serialize, S: Serializer>(
    table: &PrehashedMap<V>,
    to: S,
) -> Result<S::Ok, S::Error> {
    table.iter().collect::<BTreeMap<_, _>>().serialize(to)
}
