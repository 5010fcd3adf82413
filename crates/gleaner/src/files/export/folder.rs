//! The folder of an export. One export at a time writes into it, and finished files stay as they are.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufRead as _, BufReader};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::console::failure::Advise as _;

/// The file whose lock an export holds. It stays: a lock on a file that others delete is none.
const LOCK: &str = ".gleaner-export.lock";
/// Characters of the digest of a selection in names.
const LABEL: usize = 8;

/// Which articles or pages an export takes. Part of the manifest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Selection {
    /// What is written: `jsonl` or `warc`.
    format: &'static str,
    /// Site ids; empty: all.
    sites: Vec<String>,
    /// Kinds of opt-outs that are left out.
    without_opt_outs: Vec<String>,
}

impl Selection {
    /// The order of the names does not matter.
    pub(crate) fn new(format: &'static str, sites: &[String], without: &[String]) -> Self {
        let sorted = |names: &[String]| {
            let mut names = names.to_vec();
            names.sort();
            names.dedup();
            names
        };
        Self {
            format,
            sites: sorted(sites),
            without_opt_outs: sorted(without),
        }
    }

    /// What names of files end in: nothing for an export of everything, else a digest of the filters.
    pub(crate) fn suffix(&self) -> anyhow::Result<String> {
        if self.sites.is_empty() && self.without_opt_outs.is_empty() {
            return Ok(String::new());
        }
        let digest = hex::encode(Sha256::digest(serde_json::to_vec(self)?));
        Ok(format!("-{}", &digest[..LABEL]))
    }
}

/// A folder, locked until this is dropped.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    /// The name of the manifest: one for each selection, so that each has its own cursor.
    pub(crate) manifest: String,
    force: bool,
    _lock: File,
}

impl Folder {
    /// Makes the folder if need be and locks it. With `force`, files of earlier exports may be replaced.
    pub(crate) fn open(path: &Path, selection: &Selection, force: bool) -> anyhow::Result<Self> {
        let lock = fs::create_dir_all(path)
            .and_then(|()| File::create(path.join(LOCK)))
            .with_context(|| cannot_write(path))
            .advise("name a folder you may write to with --out")?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                bail!(
                    "another export is writing into {}; wait for its end, or name another folder with --out",
                    path.display()
                )
            }
            Err(TryLockError::Error(error)) => {
                return Err(error)
                    .with_context(|| format!("cannot lock {}", path.display()))
                    .advise("name a folder on a local disk with --out");
            }
        }
        let folder = Self {
            path: path.to_owned(),
            manifest: format!("manifest{}.json", selection.suffix()?),
            force,
            _lock: lock,
        };
        folder.check_format(selection.format)?;
        Ok(folder)
    }

    /// Refuses to replace the manifest of an export of another format, and its cursor with it.
    fn check_format(&self, format: &str) -> anyhow::Result<()> {
        let Ok(manifest) = fs::read(self.path.join(&self.manifest)) else {
            return Ok(());
        };
        let manifest: Value = serde_json::from_slice(&manifest).unwrap_or_default();
        match manifest["format"].as_str() {
            Some(other) if other != format && !self.force => bail!(
                "{} is the manifest of an export of {other}; name another folder with --out, or replace it with --force",
                self.path.join(&self.manifest).display()
            ),
            _ => Ok(()),
        }
    }

    /// The path of a file in it.
    pub(crate) fn join(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Gives a finished file its name. A file of that name stays: one with the same content is as good, another one is
    /// replaced only by force.
    pub(crate) fn publish(&self, partial: &Path, name: &str, sha256: &str) -> anyhow::Result<()> {
        let path = self.join(name);
        if !self.force && path.exists() {
            let there = digest(&path).with_context(|| format!("cannot read {}", path.display()))?;
            fs::remove_file(partial).with_context(|| cannot_write(&self.path))?;
            if there != sha256 {
                bail!(
                    "{} is there already and has other content; replace it with --force, or name another folder with --out",
                    path.display()
                );
            }
            return Ok(());
        }
        fs::rename(partial, path).with_context(|| cannot_write(&self.path))
    }

    /// Writes the manifest in the place of that of the export before.
    pub(crate) fn write_manifest(&self, manifest: &impl Serialize) -> anyhow::Result<()> {
        let json = serde_json::to_vec_pretty(manifest)?;
        let partial = self.join(&format!("{}.partial", self.manifest));
        fs::write(&partial, json)
            .and_then(|()| fs::rename(&partial, self.join(&self.manifest)))
            .with_context(|| cannot_write(&self.path))
    }
}

fn cannot_write(folder: &Path) -> String {
    format!("cannot write into {}", folder.display())
}

/// The lower-case hex digest of a file.
fn digest(file: &Path) -> io::Result<String> {
    let mut digest = Sha256::new();
    let mut reader = BufReader::new(File::open(file)?);
    loop {
        let bytes = reader.fill_buf()?;
        let read = bytes.len();
        if read == 0 {
            return Ok(hex::encode(digest.finalize()));
        }
        digest.update(bytes);
        reader.consume(read);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sites(names: &[&str]) -> Selection {
        let names: Vec<String> = names.iter().map(ToString::to_string).collect();
        Selection::new("jsonl", &names, &[])
    }

    #[test]
    fn names_follow_the_filters_and_not_their_order() {
        let suffix = |names: &[&str]| sites(names).suffix().unwrap();
        assert_eq!(suffix(&[]), "");
        assert_eq!(suffix(&["a", "b"]), suffix(&["b", "a", "b"]));
        assert_ne!(suffix(&["a"]), suffix(&["b"]));
        assert_eq!(suffix(&["a"]).len(), 1 + LABEL);
    }

    #[test]
    fn one_export_at_a_time_has_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        let all = sites(&[]);
        let first = Folder::open(folder.path(), &all, false).unwrap();
        for force in [false, true] {
            let second = Folder::open(folder.path(), &all, force).unwrap_err();
            assert!(second.to_string().contains("another export is writing"));
        }
        drop(first);
        Folder::open(folder.path(), &all, false).unwrap();
    }

    #[test]
    fn a_finished_file_is_replaced_only_by_force() {
        let path = tempfile::tempdir().unwrap();
        let publish = |content: &str, force| {
            let folder = Folder::open(path.path(), &sites(&[]), force).unwrap();
            let partial = folder.join("partial");
            fs::write(&partial, content).unwrap();
            let sha256 = digest(&partial).unwrap();
            let published = folder.publish(&partial, "file", &sha256);
            assert!(!partial.exists());
            (
                published.is_ok(),
                fs::read_to_string(folder.join("file")).unwrap(),
            )
        };
        assert_eq!(publish("one", false), (true, "one".to_owned()));
        assert_eq!(publish("one", false), (true, "one".to_owned()));
        assert_eq!(publish("two", false), (false, "one".to_owned()));
        assert_eq!(publish("two", true), (true, "two".to_owned()));
    }

    #[test]
    fn a_manifest_of_another_format_is_replaced_only_by_force() {
        let path = tempfile::tempdir().unwrap();
        let warc = Selection::new("warc", &[], &[]);
        let folder = Folder::open(path.path(), &warc, false).unwrap();
        folder.write_manifest(&warc).unwrap();
        drop(folder);
        assert!(Folder::open(path.path(), &sites(&[]), false).is_err());
        assert!(Folder::open(path.path(), &sites(&["a"]), false).is_ok());
        assert!(Folder::open(path.path(), &sites(&[]), true).is_ok());
    }
}
