//! A corpus in a folder: the articles, and a manifest.

use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::PathBuf;

use anyhow::Context as _;
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use store::{ArticleRow, Withdrawal};

use crate::files::export::OptOutCounts;
use crate::files::export::folder::{Folder, Selection};

/// The contents of `manifest.json`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Manifest {
    /// Version of the article record.
    pub(crate) schema_version: i32,
    #[serde(flatten)]
    pub(crate) selection: Selection,
    /// Name of the file beside the manifest.
    pub(crate) file: String,
    /// Article versions in it.
    pub(crate) articles: u64,
    /// Its size.
    pub(crate) bytes: u64,
    /// Lower-case hex digest of its bytes.
    pub(crate) sha256: String,
    /// Everything after this cursor is in it.
    pub(crate) since: i64,
    /// Give this as `--since` the next time.
    pub(crate) next_cursor: i64,
    /// How many of them carry opt-outs, and how many were left out for theirs.
    #[serde(flatten)]
    pub(crate) tally: OptOutCounts,
    /// Versions of earlier exports that are no longer articles.
    pub(crate) withdrawn: Vec<Withdrawal>,
}

/// Writes a corpus. Files get their final names in [`CorpusWriter::finish`].
#[derive(Debug)]
pub(crate) struct CorpusWriter {
    folder: Folder,
    partial: PathBuf,
    file: BufWriter<File>,
    digest: Sha256,
    manifest: Manifest,
    withdrawn_to: i64,
}

impl CorpusWriter {
    /// The file is named after the cursors it spans and the filters, so exports add up side by side.
    pub(crate) fn begin(folder: Folder, selection: Selection, since: i64) -> io::Result<Self> {
        // Left by a program that was killed, it is written anew: the folder is locked.
        let partial = folder.join(".articles.jsonl.partial");
        Ok(Self {
            folder,
            file: BufWriter::new(File::create(&partial)?),
            partial,
            digest: Sha256::new(),
            manifest: Manifest {
                schema_version: 1,
                selection,
                file: String::new(),
                articles: 0,
                bytes: 0,
                sha256: String::new(),
                since,
                next_cursor: since,
                tally: OptOutCounts::default(),
                withdrawn: Vec::new(),
            },
            withdrawn_to: since,
        })
    }

    /// The cursor up to which articles were added or left out.
    pub(crate) fn cursor(&self) -> i64 {
        self.manifest.next_cursor
    }

    /// The cursor of the last withdrawal added.
    pub(crate) fn withdrawn_to(&self) -> i64 {
        self.withdrawn_to
    }

    /// Appends articles.
    pub(crate) fn add(&mut self, rows: &[ArticleRow]) -> io::Result<()> {
        for row in rows {
            let mut line = serde_json::to_vec(row)?;
            line.push(b'\n');
            self.digest.update(&line);
            self.file.write_all(&line)?;
            self.manifest.articles += 1;
            self.manifest.bytes += line.len() as u64;
            self.manifest.tally.add_all(&row["opt_outs"]);
        }
        Ok(())
    }

    /// Moves the cursor, and counts the versions left out before it.
    pub(crate) fn advance(&mut self, cursor: i64, left_out: u64) {
        self.manifest.next_cursor = cursor;
        self.manifest.tally.left_out += left_out;
    }

    /// Notes withdrawals.
    pub(crate) fn withdraw(&mut self, gone: Vec<Withdrawal>) {
        if let Some(last) = gone.last() {
            self.withdrawn_to = last.cursor;
        }
        self.manifest.withdrawn.extend(gone);
    }

    /// Gives the file its name and writes the manifest. Returns both, and the folder.
    pub(crate) fn finish(mut self) -> anyhow::Result<(Manifest, Folder)> {
        self.file
            .flush()
            .and_then(|()| self.file.get_ref().sync_all())
            .with_context(|| format!("cannot write {}", self.partial.display()))?;
        let manifest = &mut self.manifest;
        manifest.next_cursor = manifest.next_cursor.max(self.withdrawn_to);
        manifest.sha256 = hex::encode(self.digest.finalize());
        manifest.file = format!(
            "articles-{}-{}{}.jsonl",
            manifest.since,
            manifest.next_cursor,
            manifest.selection.suffix()?
        );
        self.folder
            .publish(&self.partial, &manifest.file, &manifest.sha256)?;
        self.folder.write_manifest(manifest)?;
        Ok((self.manifest, self.folder))
    }
}
