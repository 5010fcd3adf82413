//! The next pairs to label, and their texts.

use chrono::{DateTime, Utc};
use serde::Serialize;
use store_macros::retried;

use crate::{
    Pair, PairAnswer, PairKind, Store, StoreError, VersionKey,
    text::{self, column},
};

/// Which pairs to offer to a person for labelling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairQuery {
    /// The person.
    pub who: String,
    /// The question.
    pub kind: PairKind,
    /// Seed of the sample.
    pub seed: i64,
    /// Whether to include pairs that this person has already labelled.
    pub again: bool,
}

/// A pair to label, without the texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairCandidate {
    /// Its position in the sample.
    pub place: i32,
    /// The pair.
    pub pair: Pair,
    /// Latest versions of both.
    pub versions: [i32; 2],
    /// The answer that this person gave before.
    pub previous: Option<PairAnswer>,
}

/// A version of an article with its text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct VersionText {
    /// Article id.
    pub id: String,
    /// Version.
    pub version: i32,
    /// Site id.
    #[serde(rename = "site")]
    pub site_id: String,
    /// URL.
    pub url: String,
    /// Headline.
    pub title: Option<String>,
    /// Main text.
    pub text: String,
    /// When it was published or, if unknown, first seen.
    #[serde(rename = "date")]
    pub at: DateTime<Utc>,
    /// ISO 639-1.
    pub language: Option<String>,
}

impl Store {
    /// The next pairs of a sample after a position, and the total number of pairs left.
    #[retried]
    pub async fn pair_queue(
        &self,
        query: &PairQuery,
        after: i32,
        limit: i64,
    ) -> Result<(Vec<PairCandidate>, u64), StoreError> {
        let rows = sqlx::query_file!(
            "queries/pair_queue.sql",
            query.kind.as_str(),
            query.seed,
            text::owned(&query.who),
            query.again,
            after,
            limit
        )
        .fetch_all(&self.pool)
        .await?;
        let remaining = rows.first().map_or(0, |row| row.remaining);
        let next = rows.into_iter().map(|row| PairCandidate {
            place: row.place,
            pair: Pair { a: row.a, b: row.b },
            versions: [row.a_version, row.b_version],
            previous: row.is_labelled.then(|| PairAnswer::of(row.same)),
        });
        Ok((next.collect(), u64::try_from(remaining).unwrap_or_default()))
    }

    /// These versions of articles with their texts, in any order; withdrawn ones are left out.
    #[retried]
    pub async fn version_texts(&self, keys: &[VersionKey]) -> Result<Vec<VersionText>, StoreError> {
        let rows = sqlx::query_as!(
            VersionText,
            r#"select a.article_id as id, a.version, h.site_id, a.url, a.title, a.text,
                coalesce(a.date_published, s.first_seen) as "at!", a.language
            from unnest($1::text[], $2::integer[]) as wanted (id, version)
            join articles a on a.article_id = wanted.id and a.version = wanted.version
            join hosts h on h.host_id = a.host_id
            join seen s on s.host_id = a.host_id and s.url_id = a.url_id"#,
            &column(keys, |key| text::owned(&key.id)),
            &column(keys, |key| key.version)
        );
        Ok(rows.fetch_all(&self.pool).await?)
    }
}
