//! Imports labels of stored pages.

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
    /// URL as it was found, in canonical spelling if it is one.
    pub url: String,
    /// `host[:port]` of the URL.
    pub authority: String,
    /// When the page that was looked at had been fetched; of several pages of the URL, that one is meant.
    pub fetched_at: Option<DateTime<Utc>>,
    /// Who says so.
    pub who: String,
    /// When, if that is known: a later label of the same person replaces an earlier one.
    pub at: Option<DateTime<Utc>>,
    /// What.
    pub judgement: Judgement,
    /// The verdict that was shown.
    pub prediction: Option<Prediction>,
}

/// The counts of an import of labels.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct LabelImportCounts {
    /// New.
    pub added: u64,
    /// Newer than those they replace.
    pub updated: u64,
    /// Already stored.
    pub known: u64,
    /// Different from the stored label of the same person, and not known to be later: the stored one stays.
    pub kept: u64,
    /// Of URLs without a stored page, or of pairs without both articles.
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

    /// Counts one label. `found`: its page or pair is stored; `written`: it was saved; `known`: the person had a label there; `same`: it was
    /// the same.
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
    /// Imports labels of pages, found by their URLs, in one transaction.
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
