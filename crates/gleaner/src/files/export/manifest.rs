//! What an export wrote, and where the next one begins.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use store::{ArticleRow, Cursor, ExportBatch, Withdrawal};

use super::OptOutCounts;
use super::selection::Selection;

/// A finished file, as listed in the manifest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Written {
    /// Its path in the folder.
    pub(crate) file: String,
    /// Article versions in it.
    pub(crate) articles: u64,
    /// Its size.
    pub(crate) bytes: u64,
    /// Lower-case hex digest of its bytes.
    pub(crate) sha256: String,
}

/// The contents of `manifest.json`, and of the metadata of a file without a folder.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Manifest {
    /// Version of the article record.
    pub(crate) schema_version: i32,
    #[serde(flatten)]
    pub(crate) selection: Selection,
    /// The files beside the manifest, those of earlier exports first.
    pub(crate) files: Vec<Written>,
    /// Article versions in them.
    pub(crate) articles: u64,
    pub(crate) bytes: u64,
    /// Article versions by language; those without are counted as `unknown`.
    pub(crate) articles_by_language: BTreeMap<String, u64>,
    /// Article versions by what made them: names and versions of extractor and classifier.
    #[serde(default)]
    pub(crate) articles_by_extractor: BTreeMap<String, u64>,
    /// The program that wrote the newest files, and when.
    #[serde(default)]
    pub(crate) written_by: Option<WrittenBy>,
    /// The cursor after which the files hold everything.
    pub(crate) since: i64,
    /// Where the next export begins.
    pub(crate) next_cursor: Cursor,
    /// How many versions carry opt-outs, and how many were left out for theirs.
    #[serde(flatten)]
    pub(crate) opt_out_counts: OptOutCounts,
    /// Versions of any site that were withdrawn after `since`, or since the first export began: those in the files are no longer articles.
    pub(crate) withdrawn: Vec<Withdrawal>,
}

impl Manifest {
    /// The manifest of an export without files.
    pub(crate) fn begin(selection: Selection, since: Cursor) -> Self {
        Self {
            schema_version: 1,
            selection,
            since: since.number,
            next_cursor: since,
            ..Self::default()
        }
    }

    /// Counts a batch and moves the cursor past it.
    pub(crate) fn count(&mut self, batch: &ExportBatch) {
        self.next_cursor = batch.next.unwrap_or(self.next_cursor);
        self.opt_out_counts.left_out += batch.left_out;
        for row in &batch.rows {
            self.count_row(row);
        }
    }

    /// Counts an article version by its opt-outs, language and extractor.
    pub(crate) fn count_row(&mut self, row: &ArticleRow) {
        self.opt_out_counts.add_article(&row["opt_outs"]);
        let language = row["language"].as_str().unwrap_or("unknown");
        let counted = self.articles_by_language.entry(language.to_owned());
        *counted.or_default() += 1;
        let extractor = row["extractor_version"].as_str().unwrap_or("unknown");
        let counted = self.articles_by_extractor.entry(extractor.to_owned());
        *counted.or_default() += 1;
    }

    /// The manifest for the metadata of a file without a folder, as JSON: what only a folder has is left out.
    pub(crate) fn of_one_file(&self) -> serde_json::Result<String> {
        let mut manifest = serde_json::to_value(self)?;
        if let Some(fields) = manifest.as_object_mut() {
            fields.retain(|name, _| !["files", "bytes", "withdrawn"].contains(&name.as_str()));
        }
        Ok(manifest.to_string())
    }

    pub(crate) fn add(&mut self, files: Vec<Written>) {
        for file in &files {
            self.articles += file.articles;
            self.bytes += file.bytes;
        }
        self.files.extend(files);
    }
}

/// The version of the program, those of its stages, and the time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct WrittenBy {
    pub(crate) gleaner: String,
    extract: String,
    classify: String,
    aggregate: String,
    pub(crate) at: DateTime<Utc>,
}

impl WrittenBy {
    pub(crate) fn now() -> Self {
        Self {
            gleaner: env!("CARGO_PKG_VERSION").to_owned(),
            extract: extract::VERSION.to_owned(),
            classify: classify::VERSION.to_owned(),
            aggregate: aggregate::VERSION.to_owned(),
            at: Utc::now(),
        }
    }
}
