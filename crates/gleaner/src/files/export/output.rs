//! Files of articles and their names.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::folder::Folder;
use crate::files::atomic::CompleteFile;

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
