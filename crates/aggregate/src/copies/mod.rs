//! Copies of articles.

pub(crate) mod compare;
pub(crate) mod fingerprint;
mod index;

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

pub use fingerprint::{Fingerprint, MAX_WORDS, SKETCH_RATE};
pub use index::CopyIndex;

/// Texts with fewer words are never copies.
pub const MIN_WORDS: usize = 20;

/// An article for deduplication, without its [`Fingerprint`].
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct DedupArticle {
    /// The article.
    pub id: String,
    /// [`content_hash`](crate::content_hash) of its text.
    pub hash: String,
    /// Number of words of its text; see [`MIN_WORDS`].
    pub words: usize,
    /// Its stated publication date.
    pub published: Option<DateTime<Utc>>,
    /// When its URL was first seen.
    pub first_seen: DateTime<Utc>,
    /// Its site; empty if unknown. Text that two articles of one site share may be boilerplate of the site.
    pub site: String,
}

/// Why an article counts as a copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum CopyRule {
    /// The texts differ only in letter case, punctuation and white space.
    ExactText,
    /// Most word 3-grams of the shorter text are in the longer: reformatted, shortened or embedded.
    NearText,
    /// Many of them are, the two were published within days of each other, and their figures or titles agree.
    LikelyText,
}

/// What leads a text that is a copy.
#[derive(Debug, Clone, PartialEq)]
pub struct KnownText {
    /// The leader: the earliest article of the group, never a copy itself.
    pub leader: String,
    /// The similarity of the text and that of the leader, 0 to 1: containment of the 3-grams; 1 for the same text.
    pub score: f32,
    /// The rule that found the copy; [`CopyRule::ExactText`] for the text of the leader itself.
    pub rule: CopyRule,
}

impl CopyRule {
    /// The rule of a name in the database.
    pub fn from_name(name: &str) -> Option<Self> {
        let all = [Self::ExactText, Self::NearText, Self::LikelyText];
        all.into_iter().find(|rule| rule.as_str() == name)
    }

    /// The name in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ExactText => "exact_text",
            Self::NearText => "near_text",
            Self::LikelyText => "likely_text",
        }
    }
}

/// An article that is not a copy.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Leader {
    /// The article.
    pub item: DedupArticle,
    /// The fingerprint of its title and text.
    pub fingerprint: Fingerprint,
    /// When it or its last copy was published.
    pub active: DateTime<Utc>,
}

/// How long a leader is kept after its last copy.
pub(crate) const MEMORY: TimeDelta = TimeDelta::days(14);

impl DedupArticle {
    /// When it was published, else first seen; dates in the future are ignored.
    pub fn when(&self) -> DateTime<Utc> {
        self.plausible_publication().unwrap_or(self.first_seen)
    }

    /// The time between two articles: between their publications if both are known, else between their first sights.
    pub fn apart(&self, other: &Self) -> TimeDelta {
        let apart = match (self.plausible_publication(), other.plausible_publication()) {
            (Some(a), Some(b)) => a - b,
            _ => self.first_seen - other.first_seen,
        };
        apart.abs()
    }

    fn plausible_publication(&self) -> Option<DateTime<Utc>> {
        // a later date is an error of the page
        let latest = self.first_seen.checked_add_signed(TimeDelta::days(1));
        self.published
            .filter(|date| latest.is_none_or(|l| *date <= l))
    }

    /// The order in which articles are inserted: by publication, those without a date last, then by first sight, then by id.
    pub fn order(&self) -> (bool, Option<DateTime<Utc>>, DateTime<Utc>, &str) {
        let published = self.plausible_publication();
        (published.is_none(), published, self.first_seen, &self.id)
    }
}
