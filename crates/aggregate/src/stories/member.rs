//! Articles of stories, and why they belong there.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::Story;
use super::cluster::Cluster;
use crate::facts::Fact;
use crate::terms::ArticlePart;
use crate::terms::vector::WeightedTerms;

/// An article to be inserted into stories. Copies are not inserted: they follow their leader.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WeightedArticle {
    /// The article.
    pub id: String,
    /// When it was published, else first seen: see [`DedupArticle::when`](crate::DedupArticle::when).
    pub when: DateTime<Utc>,
    /// Its weighted terms.
    pub terms: WeightedTerms,
    /// Its [`facts`](crate::facts()), used only to link stories of different languages.
    pub facts: Vec<Fact>,
}

impl WeightedArticle {
    /// An article that is a story of its own, such as a roundup: it has no terms to share.
    pub fn alone(id: String, when: DateTime<Utc>) -> Self {
        Self {
            id,
            when,
            terms: WeightedTerms::default(),
            facts: Vec::new(),
        }
    }

    /// Approximate size in bytes, including its index entry.
    pub(super) fn bytes(&self) -> usize {
        500 + self.terms.bytes() + 128 * self.facts.len()
    }
}

/// The story of an article, and why it belongs there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Membership {
    /// The article.
    pub article: String,
    /// The story, named by the article that founded it.
    pub story: String,
    /// Mean similarity to the story's other articles when it joined; 1 for the founder.
    pub score: f64,
    /// The shared terms, the weightiest first, at most [`REASONS`].
    pub shared: Vec<SharedTerm>,
    /// The second-best story.
    pub runner_up: Option<RunnerUp>,
}

/// A term an article shares with its story.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SharedTerm {
    /// As the article writes it.
    pub term: String,
    /// The part of the article that it is in.
    pub part: ArticlePart,
    /// Its share of the score; the score is the sum over all terms of the article.
    pub weight: f64,
}

/// The second-best story of an article.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RunnerUp {
    /// The other story.
    pub story: String,
    /// The mean similarity.
    pub score: f64,
    /// The threshold.
    pub needed: f64,
}

/// Maximum shared terms of a membership.
pub const REASONS: usize = 8;

/// A story without its articles.
#[derive(Debug, Clone, PartialEq)]
pub struct StorySummary<'a> {
    /// Its stable name.
    pub id: &'a str,
    /// When its first article was published.
    pub founded: DateTime<Utc>,
    /// When its last article was published.
    pub active: DateTime<Utc>,
    /// Number of articles, without copies.
    pub articles: u32,
    /// Mean similarity of its pairs, 0 to 1; 1 for a single article.
    pub cohesion: f64,
}

/// The terms that an article shares with a group.
pub(super) fn reasons(terms: &WeightedTerms, group: &Cluster) -> Vec<SharedTerm> {
    let size = f64::from(group.size.max(1));
    let mut shared: Vec<SharedTerm> = terms
        .iter()
        .filter_map(|(hash, weight, part, form)| {
            let weight = f64::from(weight) * group.sum.weight(hash)? / size;
            Some(SharedTerm {
                term: form.to_owned(),
                part,
                weight,
            })
        })
        .collect();
    shared.sort_by(|a, b| b.weight.total_cmp(&a.weight).then(a.term.cmp(&b.term)));
    shared.truncate(REASONS);
    shared
}

/// The membership of an article that the repair has moved.
pub(super) fn membership(
    article: &WeightedArticle,
    story: &Story,
    cluster: &Cluster,
) -> Membership {
    let others = f64::from(story.whole.size.saturating_sub(1));
    let score = if others > 0.0 {
        let own = cluster.sum.dot(&cluster.sum);
        (cluster.sum.dot(&story.whole.sum) - own).max(0.0) / others
    } else {
        1.0
    };
    Membership {
        article: article.id.clone(),
        story: story.id.clone(),
        score,
        shared: if others > 0.0 {
            reasons(&article.terms, &story.whole)
        } else {
            Vec::new()
        },
        runner_up: None,
    }
}
