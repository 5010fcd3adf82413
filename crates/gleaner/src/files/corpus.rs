//! A corpus in a folder: the articles, and a manifest.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use serde::Serialize;
use sha2::{Digest as _, Sha256};
use store::{ArticleRow, Withdrawal};

use crate::files::export::OptOutCounts;

/// The contents of `manifest.json`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Manifest {
    /// Version of the article record.
    pub(crate) schema_version: i32,
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
    path: PathBuf,
    partial: PathBuf,
    file: BufWriter<File>,
    digest: Sha256,
    manifest: Manifest,
    withdrawn_to: i64,
}

impl CorpusWriter {
    /// Makes the folder if need be. The file is named after the cursors it spans, so exports add up side by side.
    pub(crate) fn begin(path: &Path, since: i64) -> io::Result<Self> {
        fs::create_dir_all(path)?;
        let partial = path.join(format!(".articles-{since}.jsonl.partial"));
        Ok(Self {
            path: path.to_owned(),
            file: BufWriter::new(File::create(&partial)?),
            partial,
            digest: Sha256::new(),
            manifest: Manifest {
                schema_version: 1,
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

    /// Gives the file its name and writes the manifest.
    pub(crate) fn finish(mut self) -> io::Result<Manifest> {
        self.file.flush()?;
        self.file.get_ref().sync_all()?;
        let manifest = &mut self.manifest;
        manifest.next_cursor = manifest.next_cursor.max(self.withdrawn_to);
        manifest.sha256 = hex::encode(self.digest.finalize());
        manifest.file = format!("articles-{}-{}.jsonl", manifest.since, manifest.next_cursor);
        fs::rename(&self.partial, self.path.join(&manifest.file))?;
        let written = self.path.join("manifest.json.partial");
        fs::write(&written, serde_json::to_vec_pretty(manifest)?)?;
        fs::rename(written, self.path.join("manifest.json"))?;
        Ok(self.manifest)
    }
}
