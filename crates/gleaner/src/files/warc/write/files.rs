//! Archives in a folder, split by size. A file gets its final name when it is complete.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::record::info;
use crate::files::atomic::{self, AtomicFile};

/// What the names of all archives begin and end with.
const PREFIX: &str = "gleaner-";
const SUFFIX: &str = ".warc.gz";
/// Digits of the time in a name: to the millisecond, earlier to the second.
const TIME: [usize; 2] = [17, 14];

/// Whether a file has the name of an archive that an export wrote.
pub(crate) fn is_archive(name: &str) -> bool {
    let numbers = name
        .strip_prefix(PREFIX)
        .and_then(|name| name.strip_suffix(SUFFIX))
        .and_then(|numbers| numbers.split_once('-'));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    numbers.is_some_and(|(time, number)| {
        TIME.contains(&time.len()) && number.len() >= 5 && is_number(time) && is_number(number)
    })
}

/// A finished archive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ArchiveFile {
    /// Name in its folder.
    pub(crate) file: String,
    /// Records in it, including its own description.
    pub(crate) records: u64,
    /// Its size.
    pub(crate) bytes: u64,
    /// Lower-case hex digest of its bytes.
    pub(crate) sha256: String,
}

/// A sink for records.
pub(crate) trait Output {
    /// Returns the id of the `warcinfo` record for the next records. Begins a file if there is none.
    fn open(&mut self) -> anyhow::Result<String>;
    /// Appends compressed records.
    fn add(&mut self, compressed: &[u8], records: u64) -> anyhow::Result<()>;
}

/// Archives named `gleaner-<time>-<number>.warc.gz`. The time is in milliseconds, so that two exports have different names.
#[derive(Debug)]
pub(crate) struct Files {
    folder: PathBuf,
    begun: DateTime<Utc>,
    /// Size at which a file is full, in bytes.
    full: u64,
    about: Vec<(&'static str, String)>,
    number: u32,
    current: Option<Current>,
    done: Vec<ArchiveFile>,
}

#[derive(Debug)]
struct Current {
    /// Its name in its folder.
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
        full: u64,
        about: Vec<(&'static str, String)>,
    ) -> Self {
        Self {
            folder: folder.to_owned(),
            begun,
            full,
            about,
            number: 0,
            current: None,
            done: Vec::new(),
        }
    }

    /// What the names of these archives begin with.
    pub(crate) fn prefix(&self) -> String {
        format!("{PREFIX}{}-", self.begun.format("%Y%m%d%H%M%S%3f"))
    }

    /// The finished archives.
    pub(crate) fn done(&self) -> &[ArchiveFile] {
        &self.done
    }

    /// Whether the current file is full. It is not closed by itself: the manifest must list a finished file at once, and records that
    /// belong together stay in one file.
    pub(crate) fn is_full(&self) -> bool {
        self.current
            .as_ref()
            .is_some_and(|current| current.out.bytes() >= self.full)
    }

    /// Finishes the current file. The next records begin another.
    pub(crate) fn close(&mut self) -> anyhow::Result<()> {
        if let Some(current) = self.current.take() {
            let done = current.close(&self.folder);
            self.done
                .push(done.with_context(|| cannot_write(&self.folder))?);
        }
        Ok(())
    }

    fn create(&mut self) -> io::Result<Current> {
        loop {
            self.number += 1;
            let name = format!("{}{:05}{SUFFIX}", self.prefix(), self.number);
            let path = self.folder.join(&name);
            if path.exists() {
                continue;
            }
            let info = info(Some(&name), self.begun, &self.about);
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
}

impl Output for Files {
    fn open(&mut self) -> anyhow::Result<String> {
        if self.current.is_none() {
            let created = self.create();
            self.current = Some(created.with_context(|| cannot_write(&self.folder))?);
        }
        Ok(self
            .current
            .as_ref()
            .map(|current| current.info.clone())
            .unwrap_or_default())
    }

    fn add(&mut self, compressed: &[u8], records: u64) -> anyhow::Result<()> {
        if self.current.is_none() {
            self.open()?;
        }
        match &mut self.current {
            Some(current) => current
                .add(compressed, records)
                .with_context(|| cannot_write(&self.folder)),
            None => Ok(()),
        }
    }
}

fn cannot_write(folder: &Path) -> String {
    format!("cannot write into {}", folder.display())
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
