//! Samples of pairs to label, and the articles from which they are drawn.

use chrono::{DateTime, Utc};
use serde::Serialize;
use store_macros::retried;

use crate::{
    Store, StoreError,
    text::{self, column, names},
};

names! {
    /// The question about two articles.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum PairKind {
        /// Whether they have the same text.
        Copies => "copies",
        /// Whether they report on the same event.
        Stories => "stories",
    }
}

/// A grouped article, without its text.
#[derive(Debug, Clone, PartialEq)]
pub struct GroupedArticle {
    /// Article id.
    pub id: String,
    /// Its latest version.
    pub version: i32,
    /// Site id.
    pub site_id: String,
    /// ISO 639-1.
    pub language: Option<String>,
    /// When it was published or, if unknown, first seen.
    pub at: DateTime<Utc>,
    /// The article of which it is a copy.
    pub duplicate_of: Option<String>,
    /// Similarity to that article; 1 if it is not a copy.
    pub copy_score: f32,
    /// Its story; copies have none of their own.
    pub story_id: Option<String>,
    /// Similarity to its story when it joined.
    pub story_score: Option<f32>,
    /// The story that it nearly joined, by its current id.
    pub nearly_story: Option<String>,
    /// Similarity to that story.
    pub nearly_score: Option<f32>,
}

/// A sample of pairs, drawn once.
#[derive(Debug, Clone, PartialEq)]
pub struct PairSample {
    /// The question.
    pub kind: PairKind,
    /// Seed of the draw; identifies the sample among those of its kind.
    pub seed: i64,
    /// Version of the aggregation code.
    pub version: String,
    /// Number of articles among which pairs were searched.
    pub articles: i64,
    /// The non-empty bins.
    pub bins: Vec<PairBin>,
    /// The pairs, in the order in which they are asked.
    pub pairs: Vec<SampledPair>,
}

/// A bin of pairs with similar scores.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairBin {
    /// A name such as `apart 0.15-0.25`.
    pub name: String,
    /// Number of pairs, drawn or not.
    pub pairs: i64,
}

/// A drawn pair.
#[derive(Debug, Clone, PartialEq)]
pub struct SampledPair {
    /// The article with the smaller id.
    pub a: String,
    /// The other article.
    pub b: String,
    /// Their similarity.
    pub score: f32,
    /// Index of its bin in [`PairSample::bins`].
    pub bin: i16,
}

/// Counts of the labels of one bin of a sample.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PairStats {
    /// `copies` or `stories`.
    pub kind: String,
    /// Seed of the sample.
    pub seed: i64,
    /// Name of the bin.
    pub bin: String,
    /// Number of pairs in the bin.
    pub pairs: i64,
    /// Number of drawn pairs.
    pub drawn: i64,
    /// Number of labels "same".
    pub same: i64,
    /// Number of labels "different".
    pub different: i64,
    /// Number of labels "unsure".
    pub unsure: i64,
}

impl Store {
    /// The newest grouped articles.
    #[retried]
    pub async fn grouped_articles(&self, limit: i64) -> Result<Vec<GroupedArticle>, StoreError> {
        let articles = sqlx::query_file_as!(GroupedArticle, "queries/pair_articles.sql", limit);
        Ok(articles.fetch_all(&self.pool).await?)
    }

    /// The number of pairs of a sample; `None` if it was never drawn.
    #[retried]
    pub async fn pair_sample(&self, kind: PairKind, seed: i64) -> Result<Option<i64>, StoreError> {
        let pairs = sqlx::query_scalar!(
            r#"select (select count(*) from sampled_pairs p where p.kind = s.kind and p.seed = s.seed) as "pairs!"
            from pair_samples s where s.kind = $1 and s.seed = $2"#,
            kind.as_str(),
            seed
        );
        Ok(pairs.fetch_optional(&self.pool).await?)
    }

    /// Saves a sample, unless there is one of the same kind and seed.
    #[retried]
    pub async fn save_pair_sample(&self, sample: &PairSample) -> Result<(), StoreError> {
        let kind = sample.kind.as_str();
        let bins: Vec<i16> = (0i16..).zip(&sample.bins).map(|(bin, _)| bin).collect();
        let pairs = &sample.pairs;
        let places: Vec<i32> = (1i32..).zip(pairs).map(|(place, _)| place).collect();
        let mut transaction = self.pool.begin().await?;
        let added = sqlx::query!(
            "insert into pair_samples (kind, seed, version, articles) values ($1, $2, $3, $4) on conflict do nothing",
            kind,
            sample.seed,
            sample.version,
            sample.articles
        );
        if added.execute(&mut *transaction).await?.rows_affected() == 0 {
            return Ok(());
        }
        sqlx::query!(
            "insert into pair_bins (kind, seed, bin, name, pairs)
            select $1, $2, * from unnest($3::smallint[], $4::text[], $5::bigint[])",
            kind,
            sample.seed,
            &bins,
            &column(&sample.bins, |bin| bin.name.clone()),
            &column(&sample.bins, |bin| bin.pairs)
        )
        .execute(&mut *transaction)
        .await?;
        sqlx::query!(
            "insert into sampled_pairs (kind, seed, place, bin, a, b, score)
            select $1, $2, * from unnest($3::integer[], $4::smallint[], $5::text[], $6::text[], $7::real[])",
            kind,
            sample.seed,
            &places,
            &column(pairs, |pair| pair.bin),
            &column(pairs, |pair| text::owned(&pair.a)),
            &column(pairs, |pair| text::owned(&pair.b)),
            &column(pairs, |pair| text::unit(pair.score))
        )
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Counts the labels of each sample by bin.
    #[retried]
    pub async fn pair_stats(&self) -> Result<Vec<PairStats>, StoreError> {
        let stats = sqlx::query_as!(
            PairStats,
            r#"select n.kind, n.seed, n.name as bin, n.pairs,
                count(distinct (p.a, p.b)) as "drawn!",
                count(*) filter (where l.same) as "same!",
                count(*) filter (where not l.same) as "different!",
                count(*) filter (where l.who is not null and l.same is null) as "unsure!"
            from pair_bins n
            join sampled_pairs p on p.kind = n.kind and p.seed = n.seed and p.bin = n.bin
            left join pair_labels l on l.kind = p.kind and l.a = p.a and l.b = p.b
            group by n.kind, n.seed, n.bin, n.name, n.pairs
            order by n.kind, n.seed, n.bin"#
        );
        Ok(stats.fetch_all(&self.pool).await?)
    }
}
