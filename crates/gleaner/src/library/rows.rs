//! Converts many pages to rows with the columns of exports.

use std::num::NonZeroUsize;
use std::sync::Arc;

use arrow_array::{RecordBatch, RecordBatchOptions};
use arrow_schema::{ArrowError, Schema};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use serde_json::Value;

use super::{Failure, MemoryPage, PageReader};
use crate::files::pages::Fault;
use crate::files::record::PageRecord;
use crate::parallel;
use crate::reading::PageInput;
use formats::arrays::array;
use formats::schema::{self, ARTICLE, Field, Kind, always, some};

/// The columns of rows besides those of exports.
const VERDICT: [Field; 3] = [
    always("is_article", Kind::Bool, "Whether exports would include it"),
    some("reason", Kind::Text, "Reason for the verdict"),
    some("error", Kind::Text, "Why the page could not be read"),
];

/// The columns of `gleaner export`.
pub fn export_columns() -> Schema {
    schema::arrow(ARTICLE)
}

/// Converts pages to rows with threads of its own: a forked process would have no threads in a shared pool.
#[derive(Debug)]
pub struct RowMaker {
    reader: PageReader,
    pool: rayon::ThreadPool,
    columns: Vec<Field>,
    schema: Arc<Schema>,
}

impl RowMaker {
    /// Creates a row maker; without `threads`, it has one per core.
    ///
    /// # Errors
    /// If the system cannot start the threads.
    pub fn new(reader: PageReader, threads: Option<NonZeroUsize>) -> Result<Self, Failure> {
        let columns = columns(&reader);
        Ok(Self {
            pool: parallel::threads(threads)?,
            schema: Arc::new(schema::arrow(&columns)),
            columns,
            reader,
        })
    }

    /// The columns of the rows: those of exports that a single page has, and the verdict.
    pub fn schema(&self) -> Arc<Schema> {
        Arc::clone(&self.schema)
    }

    /// Returns a row for each page, in order.
    ///
    /// # Errors
    /// Never because of the content of a page.
    pub fn rows(&self, pages: Vec<MemoryPage<'_>>) -> Result<RecordBatch, ArrowError> {
        let count = pages.len();
        let row = |page| self.reader.row(&page);
        let rows: Vec<Value> = self
            .pool
            .install(|| pages.into_par_iter().map(row).collect());
        let columns = self.columns.iter().map(|field| {
            let values: Vec<&Value> = rows.iter().map(|row| &row[field.name]).collect();
            array(field.kind, &values)
        });
        RecordBatch::try_new_with_options(
            self.schema(),
            columns.collect::<Result<_, _>>()?,
            &RecordBatchOptions::new().with_row_count(Some(count)),
        )
    }
}

/// Every column of exports that a record has. Those that need a URL are null without one.
fn columns(reader: &PageReader) -> Vec<Field> {
    let record = reader.row(&MemoryPage::default());
    let has = |field: &&Field| record.get(field.name).is_some();
    let given = ARTICLE.iter().filter(has).map(|field| Field {
        required: false,
        ..*field
    });
    given.chain(VERDICT).collect()
}

impl PageReader {
    fn row(&self, page: &MemoryPage<'_>) -> Value {
        let page = page.read(self.limit);
        let judged = PageInput::of(&page).map(|input| self.judge.judge(&input));
        let (is_article, reason) = match &judged {
            Ok(judged) => (judged.verdict.is_article(), judged.verdict.reason.clone()),
            Err(fault) => (false, Fault::to_string(fault)),
        };
        let record = PageRecord::new(&page, judged, self.judge.options.extractor);
        let mut row = serde_json::to_value(&record).unwrap_or_default();
        row["is_article"] = is_article.into();
        row["reason"] = reason.into();
        row
    }
}
