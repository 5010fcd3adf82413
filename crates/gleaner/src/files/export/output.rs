//! A file in the making: counted, digested, compressed, and named at its end.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::folder::Folder;

/// Level of zstd: its default.
const ZSTD: i32 = 3;

/// A finished file, as the manifest has it.
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

/// A file that has no name yet.
#[derive(Debug)]
pub(crate) struct PartialFile {
    path: PathBuf,
    file: BufWriter<File>,
    digest: Sha256,
    bytes: u64,
}

impl PartialFile {
    /// A partial file left by a program that was killed is written anew: the folder is locked.
    pub(crate) fn create(path: PathBuf) -> io::Result<Self> {
        Ok(Self {
            file: BufWriter::new(File::create(&path)?),
            path,
            digest: Sha256::new(),
            bytes: 0,
        })
    }

    /// Gives it its name in the folder.
    pub(crate) fn publish(
        mut self,
        folder: &Folder,
        name: &str,
        articles: u64,
    ) -> anyhow::Result<Written> {
        self.file
            .flush()
            .and_then(|()| self.file.get_ref().sync_all())
            .with_context(|| format!("cannot write {}", self.path.display()))?;
        let sha256 = hex::encode(self.digest.finalize());
        folder.publish(&self.path, name, &sha256)?;
        Ok(Written {
            file: name.to_owned(),
            articles,
            bytes: self.bytes,
            sha256,
        })
    }

    /// Deletes it.
    pub(crate) fn discard(self) -> io::Result<()> {
        fs::remove_file(self.path)
    }
}

impl Write for PartialFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write_all(bytes)?;
        self.digest.update(bytes);
        self.bytes += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
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
    /// What is added to the name of a file.
    pub(crate) fn extension(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Gzip => ".gz",
            Self::Zstd => ".zst",
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

/// The folder of the data, so that a reader of whole folders meets nothing else; `label` tells those of an export with filters apart.
pub(crate) fn data(label: &str) -> String {
    format!("data{label}")
}

/// Makes a folder, and deletes what programs that were killed left in it.
pub(crate) fn prepare(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with('.') && name.ends_with(".partial") {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}
