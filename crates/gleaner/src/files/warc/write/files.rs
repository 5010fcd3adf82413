//! Archives in a folder, split by size. A file gets its final name when it is complete.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use chrono::{DateTime, Utc};
use serde::Serialize;

use super::record::info;
use crate::files::atomic::{self, AtomicFile};

/// Size at which a file is full, in bytes.
const MAX_FILE_BYTES: u64 = 1 << 30;

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct ArchiveFile {
    /// Name in its folder.
    pub(crate) file: String,
    /// Records in it, including its own description.
    pub(crate) records: u64,
    pub(crate) bytes: u64,
    /// Lower-case hex digest of its bytes.
    pub(crate) sha256: String,
}

/// Archives named `gleaner-<time>-<number>.warc.gz`. The time is in milliseconds, so that two exports have different names.
#[derive(Debug)]
pub(crate) struct Files {
    folder: PathBuf,
    begun: DateTime<Utc>,
    about: Vec<(&'static str, String)>,
    number: u32,
    current: Option<Current>,
    done: Vec<ArchiveFile>,
}

#[derive(Debug)]
struct Current {
    name: String,
    out: AtomicFile,
    info: String,
    records: u64,
}

impl Files {
    /// The folder must exist. `about` is written into the description of each file.
    pub(crate) fn begin(
        folder: &Path,
        begun: DateTime<Utc>,
        about: Vec<(&'static str, String)>,
    ) -> Self {
        Self {
            folder: folder.to_owned(),
            begun,
            about,
            number: 0,
            current: None,
            done: Vec::new(),
        }
    }

    pub(crate) fn done(&self) -> &[ArchiveFile] {
        &self.done
    }

    /// Finishes the current file if it is full, and returns whether it was. The records of a page stay in one file.
    pub(crate) fn close_if_full(&mut self) -> anyhow::Result<bool> {
        let current = self.current.as_ref();
        let is_full = current.is_some_and(|current| current.out.bytes >= MAX_FILE_BYTES);
        if is_full {
            self.close()?;
        }
        Ok(is_full)
    }

    /// Finishes the current file. The next records begin another.
    pub(crate) fn close(&mut self) -> anyhow::Result<()> {
        if let Some(current) = self.current.take() {
            let done = current.close(&self.folder);
            self.done
                .push(done.with_context(|| atomic::cannot_write_into(&self.folder))?);
        }
        Ok(())
    }

    fn create(&mut self) -> io::Result<Current> {
        loop {
            self.number += 1;
            let time = self.begun.format("%Y%m%d%H%M%S%3f");
            let name = format!("gleaner-{time}-{:05}.warc.gz", self.number);
            let path = self.folder.join(&name);
            if path.exists() {
                continue;
            }
            let info = info(&name, self.begun, &self.about);
            let mut current = Current {
                name,
                out: AtomicFile::create(atomic::partial(&path))?,
                info: info.id.clone(),
                records: 0,
            };
            current.add(&info.compressed()?, 1)?;
            return Ok(current);
        }
    }

    /// Returns the id of the `warcinfo` record for the next records. Begins a file if there is none.
    pub(crate) fn open(&mut self) -> anyhow::Result<String> {
        Ok(self.current()?.info.clone())
    }

    /// The current file. Begins one if there is none.
    fn current(&mut self) -> anyhow::Result<&mut Current> {
        let current = match self.current.take() {
            Some(current) => current,
            None => self
                .create()
                .with_context(|| atomic::cannot_write_into(&self.folder))?,
        };
        Ok(self.current.insert(current))
    }

    pub(crate) fn add(&mut self, compressed: &[u8], records: u64) -> anyhow::Result<()> {
        let cannot_write = atomic::cannot_write_into(&self.folder);
        let added = self.current()?.add(compressed, records);
        added.context(cannot_write)
    }
}

impl Current {
    /// Gives the file its name.
    fn close(self, folder: &Path) -> io::Result<ArchiveFile> {
        let complete = self.out.complete()?;
        let file = ArchiveFile {
            records: self.records,
            bytes: complete.bytes,
            sha256: complete.sha256.clone(),
            file: self.name,
        };
        complete.publish(&folder.join(&file.file))?;
        Ok(file)
    }

    fn add(&mut self, compressed: &[u8], records: u64) -> io::Result<()> {
        self.out.write_all(compressed)?;
        self.records += records;
        Ok(())
    }
}
