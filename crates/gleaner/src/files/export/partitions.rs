//! The data files of an export into a folder: of Parquet one for each language and month, of other formats one.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use formats::{Column, Encoding, HELD_BYTES, WAITING_BYTES, Writer};
use store::ArticleRow;

use super::folder::Folder;
use super::manifest::Written;
use crate::files::atomic::{self, AtomicFile, CompleteFile};

/// Name of the folder that holds only data, for readers of whole folders.
pub(crate) const DATA: &str = "data";

/// Approximate memory of a row besides its text.
const ROW_BYTES: usize = 4 << 10;
/// Rows of other partitions since the last row of a partition, after which it counts as idle.
const IDLE_ROWS: u64 = 5_000;
const MAX_OPEN: usize = 200;

/// The folder of a partition and the slash after it, such as `de/2026-11/`; empty if there is only one partition.
type Key = String;

/// The open file of a partition.
struct Partition {
    writer: Writer<AtomicFile>,
    waiting: Vec<ArticleRow>,
    waiting_bytes: usize,
    articles: u64,
    /// Number of earlier files of the partition.
    part: usize,
    /// When it got its last row, counted in rows of all partitions.
    used: u64,
}

/// Writes rows into the files of their partitions. A partition without rows has no file. All partitions together hold at most
/// [`WAITING_BYTES`] and [`HELD_BYTES`].
pub(crate) struct Partitions<'a> {
    encoding: Encoding,
    columns: &'a [Column],
    open: BTreeMap<Key, Partition>,
    /// Closed files: the partition, the part, the file and its number of articles.
    closed: Vec<(Key, usize, CompleteFile, u64)>,
    waiting_bytes: usize,
    rows: u64,
}

impl<'a> Partitions<'a> {
    pub(crate) fn new(encoding: Encoding, columns: &'a [Column]) -> Self {
        Self {
            encoding,
            columns,
            open: BTreeMap::new(),
            closed: Vec::new(),
            waiting_bytes: 0,
            rows: 0,
        }
    }

    pub(crate) fn add(&mut self, folder: &Folder, rows: Vec<ArticleRow>) -> anyhow::Result<()> {
        for row in rows {
            let key = match self.encoding {
                Encoding::Parquet => key(&row),
                Encoding::Jsonl(_) | Encoding::Csv => Key::new(),
            };
            if !self.open.contains_key(&key) {
                self.open_file(folder, &key)?;
            }
            if let Some(partition) = self.open.get_mut(&key) {
                let bytes = row["text"].as_str().map_or(0, str::len) + ROW_BYTES;
                self.rows += 1;
                partition.used = self.rows;
                partition.waiting.push(row);
                partition.waiting_bytes += bytes;
                self.waiting_bytes += bytes;
            }
        }
        while self.waiting_bytes > WAITING_BYTES {
            let largest = self.open.iter();
            let largest = largest.max_by_key(|(_, open)| open.waiting_bytes);
            let Some(key) = largest.map(|(key, _)| key.clone()) else {
                break;
            };
            self.encode(&key)?;
        }
        Ok(())
    }

    fn open_file(&mut self, folder: &Folder, key: &str) -> anyhow::Result<()> {
        if self.open.len() >= MAX_OPEN {
            let idle = self.open.iter().min_by_key(|(_, open)| open.used);
            if let Some(key) = idle.map(|(key, _)| key.clone()) {
                self.close_file(&key)?;
            }
        }
        let path = folder.join(DATA).join(key);
        let cannot_write = || atomic::cannot_write_into(&path);
        let part = self.closed.iter().filter(|(of, ..)| of == key).count();
        fs::create_dir_all(&path).with_context(cannot_write)?;
        let name = format!(".articles-{part}.{}.partial", self.encoding.name());
        let writer = AtomicFile::create(path.join(name))
            .and_then(|file| Writer::new(self.encoding, self.columns.to_vec(), file));
        let partition = Partition {
            writer: writer.with_context(cannot_write)?,
            waiting: Vec::new(),
            waiting_bytes: 0,
            articles: 0,
            part,
            used: self.rows,
        };
        self.open.insert(key.to_owned(), partition);
        Ok(())
    }

    fn close_file(&mut self, key: &str) -> anyhow::Result<()> {
        self.encode(key)?;
        if let Some(partition) = self.open.remove(key) {
            let file = partition.writer.finish().and_then(AtomicFile::complete);
            let file =
                file.with_context(|| format!("cannot write the articles of {DATA}/{key}"))?;
            let (part, articles) = (partition.part, partition.articles);
            self.closed.push((key.to_owned(), part, file, articles));
        }
        Ok(())
    }

    /// Writes the waiting rows of a partition to its file. While row groups need too much memory, ends that of the partition that has been
    /// idle for longest, such as an earlier month, or else the largest.
    fn encode(&mut self, key: &str) -> anyhow::Result<()> {
        let Some(partition) = self.open.get_mut(key) else {
            return Ok(());
        };
        let rows = std::mem::take(&mut partition.waiting);
        self.waiting_bytes -= std::mem::take(&mut partition.waiting_bytes);
        partition.articles += rows.len() as u64;
        let written = partition.writer.add_all(rows);
        written.with_context(|| format!("cannot write the articles of {DATA}/{key}"))?;
        let held = |open: &BTreeMap<Key, Partition>| -> usize {
            open.values().map(|open| open.writer.held_bytes()).sum()
        };
        while held(&self.open) > HELD_BYTES {
            let rows = self.rows;
            let first = self.open.values_mut().max_by_key(|open| {
                let (idle, held) = (rows - open.used, open.writer.held_bytes());
                let is_idle = held > 0 && idle > IDLE_ROWS;
                (is_idle.then_some(idle), held)
            });
            let Some(first) = first.filter(|open| open.writer.held_bytes() > 0) else {
                break;
            };
            first.writer.end_group()?;
        }
        Ok(())
    }

    /// Closes the files and gives them their names, with `suffix`.
    pub(crate) fn finish(mut self, folder: &Folder, suffix: &str) -> anyhow::Result<Vec<Written>> {
        let keys: Vec<Key> = self.open.keys().cloned().collect();
        for key in keys {
            self.close_file(&key)?;
        }
        self.closed.sort_by(|a, b| (&a.0, a.1).cmp(&(&b.0, b.1)));
        let extension = self.encoding.name();
        let mut written = Vec::with_capacity(self.closed.len());
        for (key, part, file, articles) in self.closed {
            let part = match part {
                0 => String::new(),
                part => format!("-{part}"),
            };
            let listed = Written {
                file: format!("{DATA}/{key}articles{suffix}{part}.{extension}"),
                articles,
                bytes: file.bytes,
                sha256: file.sha256.clone(),
            };
            folder.publish(file, &listed.file)?;
            written.push(listed);
        }
        Ok(written)
    }
}

/// The partition of an article. One without a publication date is in the month in which it was crawled.
fn key(row: &ArticleRow) -> Key {
    let text = |name: &str| row[name].as_str();
    let is_plain = |language: &&str| language.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let language = text("language")
        .filter(is_plain)
        .filter(|language| !language.is_empty());
    let date = text("date_published").or(text("date_crawled"));
    let month = date
        .and_then(|date| date.get(..7))
        .filter(|month| month.len() == 7);
    format!(
        "{}/{}/",
        language.unwrap_or("unknown"),
        month.unwrap_or("unknown")
    )
}

/// Deletes the files of exports below a folder that are not in `kept`: those of a program that was killed before it wrote its
/// manifest, and those that a forced export replaced. Other files stay.
pub(crate) fn sweep(folder: &Path, kept: &BTreeSet<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            sweep(&path, kept)?;
            continue;
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_partial = name.starts_with(".articles") && name.ends_with(".partial");
        if is_partial || (name.starts_with("articles-") && !kept.contains(&path)) {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}
