//! Pair labels: human judgements about two articles.

pub(crate) mod queue;
pub(crate) mod samples;

use chrono::{DateTime, SubsecRound, Utc};
use store_macros::{boxed, retried};

use crate::{LabelImportCounts, PairKind, Store, StoreError, VersionKey, text};

/// Two articles, the one with the smaller id first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pair {
    /// Id of the first article.
    pub a: String,
    /// Id of the second article.
    pub b: String,
}

impl Pair {
    /// The keys of these versions of its articles.
    pub fn keys(&self, versions: [i32; 2]) -> [VersionKey; 2] {
        [(&self.a, versions[0]), (&self.b, versions[1])].map(|(id, version)| VersionKey {
            id: id.clone(),
            version,
        })
    }
}

/// A person's answer about a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PairAnswer {
    /// The same text, or the same event.
    Same,
    /// Two texts, or two events.
    Different,
    /// The person is unsure.
    Unsure,
}

impl PairAnswer {
    /// The answer stored as `same` in the database.
    pub fn of(same: Option<bool>) -> Self {
        match same {
            Some(true) => Self::Same,
            Some(false) => Self::Different,
            None => Self::Unsure,
        }
    }

    /// The value of `same` in the database.
    pub fn same(self) -> Option<bool> {
        match self {
            Self::Same => Some(true),
            Self::Different => Some(false),
            Self::Unsure => None,
        }
    }
}

/// One person's label of one pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairLabel {
    /// The question.
    pub kind: PairKind,
    /// The pair.
    pub pair: Pair,
    /// The versions that were shown.
    pub versions: [i32; 2],
    /// Who made the label.
    pub who: String,
    /// Same text or same event; `None` if unsure.
    pub same: Option<bool>,
    /// When the label was made, to the microsecond; `None` if unknown, for an imported label.
    pub at: Option<DateTime<Utc>>,
}

/// A label with the sample and bin of its pair.
#[derive(Debug, Clone, PartialEq)]
pub struct SampledLabel {
    /// The label.
    pub label: PairLabel,
    /// Seed of the sample.
    pub seed: i64,
    /// Version of the aggregation code when the sample was drawn.
    pub code: String,
    /// Similarity of the two when the sample was drawn.
    pub score: f32,
    /// Name of the bin.
    pub bin: String,
    /// Number of pairs of the bin.
    pub bin_pairs: i64,
    /// Number of pairs of all bins.
    pub frame_pairs: i64,
    /// Whether the two are currently grouped together.
    pub joined: bool,
}

impl Store {
    /// Saves a label. Returns the one it replaces, for undo. Only the write is repeated if its answer is lost: a repeated read would find
    /// the new label.
    #[boxed]
    pub async fn save_pair_label(
        &self,
        label: &PairLabel,
    ) -> Result<Option<PairLabel>, StoreError> {
        let known = self.pair_labels(label.kind, Some(&label.who)).await?;
        self.write_pair_label(label).await?;
        let mut known = known.into_iter().map(|known| known.label);
        Ok(known.find(|known| known.pair == label.pair))
    }

    #[retried]
    async fn write_pair_label(&self, label: &PairLabel) -> Result<(), StoreError> {
        sqlx::query!(
            "insert into pair_labels (kind, a, b, who, a_version, b_version, same, labelled_at)
            values ($1, $2, $3, $4, $5, $6, $7, $8)
            on conflict (kind, a, b, who) do update set a_version = excluded.a_version,
                b_version = excluded.b_version, same = excluded.same, labelled_at = excluded.labelled_at",
            label.kind.as_str(),
            label.pair.a,
            label.pair.b,
            text::owned(&label.who),
            label.versions[0],
            label.versions[1],
            label.same,
            label.at.unwrap_or_else(Utc::now).trunc_subsecs(6)
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Removes a label. Returns whether there was one.
    #[retried]
    pub async fn remove_pair_label(
        &self,
        kind: PairKind,
        pair: &Pair,
        who: &str,
    ) -> Result<bool, StoreError> {
        let removed = sqlx::query!(
            "delete from pair_labels where kind = $1 and a = $2 and b = $3 and who = $4",
            kind.as_str(),
            pair.a,
            pair.b,
            text::owned(who)
        );
        Ok(removed.execute(&self.pool).await?.rows_affected() > 0)
    }

    /// The labels of a kind with their samples, all or those of one person, in sample order.
    #[retried]
    pub async fn pair_labels(
        &self,
        kind: PairKind,
        who: Option<&str>,
    ) -> Result<Vec<SampledLabel>, StoreError> {
        let who = text::optional(who);
        let rows = sqlx::query_file!("queries/pair_labels.sql", kind.as_str(), who)
            .fetch_all(&self.pool)
            .await?;
        let labels = rows.into_iter().map(|row| SampledLabel {
            label: PairLabel {
                kind,
                pair: Pair { a: row.a, b: row.b },
                versions: [row.a_version, row.b_version],
                who: row.who,
                same: row.same,
                at: Some(row.labelled_at),
            },
            seed: row.seed,
            code: row.code,
            score: row.score,
            bin: row.bin,
            bin_pairs: row.bin_pairs,
            frame_pairs: row.frame_pairs,
            joined: row.joined,
        });
        Ok(labels.collect())
    }

    /// Imports labels of pairs whose articles are stored, in one transaction.
    #[retried]
    pub async fn import_pair_labels(
        &self,
        labels: &[PairLabel],
    ) -> Result<LabelImportCounts, StoreError> {
        let mut imported = LabelImportCounts::default();
        let mut transaction = self.pool.begin().await?;
        for label in labels {
            let done = sqlx::query_file!(
                "queries/import_pair_label.sql",
                label.kind.as_str(),
                text::owned(&label.pair.a),
                text::owned(&label.pair.b),
                label.versions[0],
                label.versions[1],
                text::owned(&label.who),
                label.same,
                label.at.map(|at| at.trunc_subsecs(6))
            )
            .fetch_one(&mut *transaction)
            .await?;
            imported.count(done.found, done.written, done.known, done.same);
        }
        transaction.commit().await?;
        Ok(imported)
    }
}
