//! Copies: articles that say what another already said.

use crate::{Store, StoreError};
use chrono::{DateTime, Utc};

/// An article as the copy finder needs it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopyCandidate {
    /// Article id.
    pub id: String,
    /// Its latest version.
    pub version: i32,
    /// Site.
    pub source_id: String,
    /// SHA-256 of the normalised text.
    pub content_hash: String,
    /// Headline.
    pub title: Option<String>,
    /// Main text.
    pub text: String,
    /// ISO 639-1.
    pub language: Option<String>,
    /// News agencies named.
    pub agencies: Vec<String>,
    /// First publication.
    pub date_published: Option<DateTime<Utc>>,
    /// Fetch time of this version.
    pub date_crawled: DateTime<Utc>,
    /// When the URL was found.
    pub date_first_seen: DateTime<Utc>,
    /// The representative it is linked to already.
    pub duplicate_of: Option<String>,
}

/// A batch of work for the copy finder.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CopyWork {
    /// Latest versions that are new since the last run, in publication order.
    pub due: Vec<CopyCandidate>,
    /// To be given back to [`Store::save_copies`].
    pub cursor: i64,
}

/// Why an article counts as a copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CopyRule {
    /// Same normalised text.
    ExactText,
    /// Same canonical URL.
    CanonicalUrl,
    /// High containment.
    NearText,
}

/// The finding about one article.
#[derive(Debug, Clone, PartialEq)]
pub struct Copy {
    /// The article.
    pub id: String,
    /// The version that was looked at.
    pub version: i32,
    /// The representative; `None`: it stands for itself.
    pub duplicate_of: Option<String>,
    /// How alike, 0..=1.
    pub score: f32,
    /// By which rule; `None` where it stands for itself.
    pub rule: Option<CopyRule>,
}

impl Store {
    /// Articles the copy finder has not seen, in a stable order; empty when it is through.
    pub async fn copies_due(&self, limit: i64) -> Result<CopyWork, StoreError> {
        let _ = limit;
        todo!()
    }

    /// Latest versions with one of these content hashes.
    pub async fn articles_with_hash(
        &self,
        content_hashes: &[String],
    ) -> Result<Vec<CopyCandidate>, StoreError> {
        let _ = content_hashes;
        todo!()
    }

    /// Stores findings and moves the copy finder's cursor, in one transaction.
    pub async fn save_copies(&self, copies: &[Copy], cursor: i64) -> Result<(), StoreError> {
        let _ = (copies, cursor);
        todo!()
    }
}
