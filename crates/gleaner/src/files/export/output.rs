//! Files of articles: their encodings, compression and names.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};

use super::folder::Folder;
use crate::files::atomic::CompleteFile;

/// Zstandard level: its default.
const ZSTD: i32 = 3;

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

impl Written {
    /// Gives a file its name in the folder.
    pub(crate) fn publish(
        file: CompleteFile,
        folder: &Folder,
        name: &str,
        articles: u64,
    ) -> anyhow::Result<Self> {
        let written = Self {
            file: name.to_owned(),
            articles,
            bytes: file.bytes,
            sha256: file.sha256.clone(),
        };
        folder.publish(file, name)?;
        Ok(written)
    }
}

/// How lines are compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compression {
    None,
    Gzip,
    Zstd,
}

impl Compression {
    /// The suffix of a file name.
    pub(crate) fn extension(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Gzip => ".gz",
            Self::Zstd => ".zst",
        }
    }
}

/// How articles are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    Jsonl(Compression),
    Csv,
    Parquet,
}

impl Encoding {
    pub(crate) const ALL: [Self; 5] = [
        Self::Jsonl(Compression::None),
        Self::Jsonl(Compression::Gzip),
        Self::Jsonl(Compression::Zstd),
        Self::Csv,
        Self::Parquet,
    ];

    /// Its name, which is also its file extension.
    pub(crate) fn name(self) -> String {
        match self {
            Self::Jsonl(compression) => format!("jsonl{}", compression.extension()),
            Self::Csv => "csv".to_owned(),
            Self::Parquet => "parquet".to_owned(),
        }
    }
}

/// A compressed stream.
pub(crate) enum Compressed<W: Write> {
    None(W),
    Gzip(GzEncoder<W>),
    Zstd(zstd::Encoder<'static, W>),
}

impl<W: Write> Compressed<W> {
    pub(crate) fn new(to: W, compression: Compression) -> io::Result<Self> {
        Ok(match compression {
            Compression::None => Self::None(to),
            Compression::Gzip => Self::Gzip(GzEncoder::new(to, flate2::Compression::default())),
            Compression::Zstd => Self::Zstd(zstd::Encoder::new(to, ZSTD)?),
        })
    }

    pub(crate) fn finish(self) -> io::Result<W> {
        match self {
            Self::None(to) => Ok(to),
            Self::Gzip(encoder) => encoder.finish(),
            Self::Zstd(encoder) => encoder.finish(),
        }
    }
}

impl<W: Write> Write for Compressed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::None(to) => to.write(bytes),
            Self::Gzip(encoder) => encoder.write(bytes),
            Self::Zstd(encoder) => encoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::None(to) => to.flush(),
            Self::Gzip(encoder) => encoder.flush(),
            Self::Zstd(encoder) => encoder.flush(),
        }
    }
}

/// Name of the folder that holds only data, for readers of whole folders.
pub(crate) const DATA: &str = "data";

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
