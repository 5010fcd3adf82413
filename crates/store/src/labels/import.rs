//! Labels from elsewhere, for pages that are here.

use chrono::{DateTime, SubsecRound, Utc};
use serde::Serialize;
use store_macros::retried;

use crate::{Guess, Judgement, Store, StoreError, crawl::admission::url_hash, text};

/// A label as a file brings it.
#[derive(Debug, Clone, PartialEq)]
pub struct GivenLabel {
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
    /// What the person saw of the verdict.
    pub guess: Option<Guess>,
}

/// What an import of labels did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct LabelsImported {
    /// New.
    pub added: u64,
    /// Newer than those they replace.
    pub updated: u64,
    /// There already.
    pub known: u64,
    /// Against what the same person says here, and not known to be later: left as it is.
    pub kept: u64,
    /// For URLs of which no page is stored, or pairs of which an article is not.
    pub unknown_pages: u64,
}

impl LabelsImported {
    /// Adds the counts of another batch.
    pub fn add(&mut self, other: &Self) {
        self.added += other.added;
        self.updated += other.updated;
        self.known += other.known;
        self.kept += other.kept;
        self.unknown_pages += other.unknown_pages;
    }

    /// Counts one label: whether what it is of was found, it was written, the person had said something before, and the same.
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
    /// Attaches labels to the pages of their URLs, in one transaction.
    #[retried]
    pub async fn import_labels(&self, labels: &[GivenLabel]) -> Result<LabelsImported, StoreError> {
        let mut imported = LabelsImported::default();
        let mut transaction = self.pool.begin().await?;
        for label in labels {
            let url = text::owned(&label.url);
            let guess = label.guess.as_ref();
            let done = sqlx::query_file!(
                "queries/import_label.sql",
                text::owned(&label.authority),
                url_hash(&url),
                label.fetched_at.map(|at| at.trunc_subsecs(6)),
                text::owned(&label.who),
                label.judgement.is_news,
                text::optional(label.judgement.page_type.as_deref()),
                label.at.map(|at| at.trunc_subsecs(6)),
                guess.map(|guess| text::owned(&guess.version)),
                guess.map(|guess| text::owned(&guess.page_type)),
                guess.map(|guess| text::owned(&guess.source)),
                guess.map(|guess| text::unit(guess.score))
            )
            .fetch_one(&mut *transaction)
            .await?;
            imported.count(done.found, done.written, done.known, done.same);
        }
        transaction.commit().await?;
        Ok(imported)
    }
}
