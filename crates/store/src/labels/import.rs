//! Import of labels of stored pages.

use chrono::{DateTime, SubsecRound, Utc};
use serde::Serialize;
use store_macros::retried;

use crate::{
    Judgement, Prediction, Store, StoreError,
    text::{self, url_hash},
};

/// A label from a file.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportedLabel {
    /// URL as discovered, in canonical spelling if it can be parsed.
    pub url: String,
    /// `host[:port]` of the URL.
    pub authority: String,
    /// Fetch time of the labelled page, which selects among several pages of the URL.
    pub fetched_at: Option<DateTime<Utc>>,
    /// Who made the label.
    pub who: String,
    /// When it was made, if known: a later label of the same person replaces an earlier one.
    pub at: Option<DateTime<Utc>>,
    /// The judgement.
    pub judgement: Judgement,
    /// The verdict that was shown.
    pub prediction: Option<Prediction>,
}

/// Counts of a label import.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct LabelImportCounts {
    /// New labels.
    pub added: u64,
    /// Labels newer than those they replace.
    pub updated: u64,
    /// Labels already stored.
    pub known: u64,
    /// Labels that differ from the stored one of the same person and are not known to be later: the stored one stays.
    pub kept: u64,
    /// Labels of URLs without a stored page, or of pairs without both articles.
    pub unknown_pages: u64,
}

impl LabelImportCounts {
    /// Adds the counts of another batch.
    pub fn add(&mut self, other: &Self) {
        self.added += other.added;
        self.updated += other.updated;
        self.known += other.known;
        self.kept += other.kept;
        self.unknown_pages += other.unknown_pages;
    }

    /// Counts one label: whether its page or pair was `found`, whether the label was `written`,
    /// whether the person had a `known` label there, and whether that was the `same`.
    #[expect(clippy::fn_params_excessive_bools, reason = "columns of one row")]
    pub(crate) fn count(&mut self, found: bool, written: bool, known: bool, same: bool) {
        let count = match (found, written, known, same) {
            (false, ..) => &mut self.unknown_pages,
            (_, true, false, _) => &mut self.added,
            (_, true, true, _) => &mut self.updated,
            (_, false, _, true) => &mut self.known,
            (_, false, _, false) => &mut self.kept,
        };
        *count += 1;
    }
}

impl Store {
    /// Imports page labels by URL, in one transaction.
    #[retried]
    pub async fn import_labels(
        &self,
        labels: &[ImportedLabel],
    ) -> Result<LabelImportCounts, StoreError> {
        let mut imported = LabelImportCounts::default();
        let mut transaction = self.pool.begin().await?;
        for label in labels {
            let url = text::owned(&label.url);
            let prediction = label.prediction.as_ref();
            let done = sqlx::query_file!(
                "queries/import_label.sql",
                text::owned(&label.authority),
                url_hash(&url),
                label.fetched_at.map(|at| at.trunc_subsecs(6)),
                text::owned(&label.who),
                label.judgement.is_news,
                text::optional(label.judgement.page_type.as_deref()),
                label.at.map(|at| at.trunc_subsecs(6)),
                prediction.map(|prediction| text::owned(&prediction.version)),
                prediction.map(|prediction| text::owned(&prediction.page_type)),
                prediction.map(|prediction| text::owned(&prediction.source)),
                prediction.map(|prediction| text::unit(prediction.score))
            )
            .fetch_one(&mut *transaction)
            .await?;
            imported.count(done.found, done.written, done.known, done.same);
        }
        transaction.commit().await?;
        Ok(imported)
    }
}
