//! The folder of an export. One export at a time writes into it.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::selection::Selection;
use crate::console::failure::Advise as _;
use crate::files::atomic::{self, CompleteFile};

/// The file that an export locks. It is never deleted: a lock on a deleted file protects nothing.
const LOCK: &str = ".gleaner-export.lock";
/// The manifest: what the folder contains, and where the next export begins.
pub(crate) const MANIFEST: &str = "manifest.json";

/// A folder, locked until this is dropped.
#[derive(Debug)]
pub(crate) struct Folder {
    pub(crate) path: PathBuf,
    /// Whether files of earlier exports may be replaced.
    pub(crate) force: bool,
    /// Unlocked when it is closed.
    _lock: File,
}

impl Folder {
    /// Creates the folder if it is missing, and locks it. With `force`, files of earlier exports may be replaced; without, the manifest
    /// of an export with another selection is not, nor its cursor, and a folder that holds other files alone is refused.
    pub(crate) fn open(path: &Path, selection: &Selection, force: bool) -> anyhow::Result<Self> {
        // An export that was killed before its first manifest leaves its lock.
        let is_of_exports = [MANIFEST, LOCK].iter().any(|name| path.join(name).exists());
        let entries = fs::read_dir(path).into_iter().flatten().flatten();
        let mut names = entries.map(|entry| entry.file_name());
        let other = names.find(|name| !name.as_encoded_bytes().starts_with(b"."));
        if let Some(other) = other.filter(|_| !force && !is_of_exports) {
            let (path, other) = (path.display(), other.display());
            return Err(anyhow!("{path} contains {other}, and no export"))
                .advise("name another folder with --out; it may be new");
        }
        let lock = fs::create_dir_all(path)
            .and_then(|()| {
                let mut options = File::options();
                options.read(true).write(true).create(true).truncate(false);
                options.open(path.join(LOCK))
            })
            .with_context(|| atomic::cannot_write_into(path))
            .advise("name a folder you may write to with --out")?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                bail!(
                    "another export is writing into {}; wait until it ends, or name another folder with --out",
                    path.display()
                )
            }
            Err(TryLockError::Error(error)) => {
                return Err(error)
                    .with_context(|| format!("cannot lock {}", path.display()))
                    .advise("name a folder on a local disk with --out");
            }
        }
        if !force && read_manifest(path)?.is_some_and(|other: Selection| other != *selection) {
            return Err(anyhow!(
                "{} has an export of another format, or with other filters",
                path.display()
            ))
            .advise("name another folder with --out, or replace it with --force");
        }
        Ok(Self {
            path: path.to_owned(),
            force,
            _lock: lock,
        })
    }

    pub(crate) fn join(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Gives a finished file its name.
    pub(crate) fn publish(&self, file: CompleteFile, name: &str) -> anyhow::Result<()> {
        let path = self.join(name);
        file.publish(&path)
            .and_then(|()| self.sync_name(&path))
            .with_context(|| atomic::cannot_write_into(&self.path))
    }

    /// Writes the manifest, replacing that of the previous export.
    pub(crate) fn write_manifest(&self, manifest: &impl Serialize) -> anyhow::Result<()> {
        self.write(MANIFEST, &serde_json::to_vec_pretty(manifest)?)
    }

    /// Waits until the name of a file and those of its folders are on the disk: after a power failure, a manifest must not list
    /// files that are gone.
    fn sync_name(&self, path: &Path) -> io::Result<()> {
        for folder in path.ancestors().skip(1) {
            atomic::sync_folder(folder)?;
            if folder == self.path {
                break;
            }
        }
        Ok(())
    }

    /// Writes a small file atomically, replacing one of the same name.
    pub(crate) fn write(&self, name: &str, content: &[u8]) -> anyhow::Result<()> {
        atomic::write(&self.join(name), content)
            .with_context(|| atomic::cannot_write_into(&self.path))
    }
}

/// Reads some fields of the manifest in a folder, if there is one.
pub(crate) fn read_manifest<T: DeserializeOwned>(folder: &Path) -> anyhow::Result<Option<T>> {
    let path = folder.join(MANIFEST);
    let manifest = match fs::read(&path) {
        Ok(manifest) => manifest,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error).with_context(|| path.display().to_string()),
    };
    let manifest = serde_json::from_slice(&manifest);
    let manifest = manifest.with_context(|| format!("cannot read {}", path.display()));
    manifest.advise("export again with --force, or name another folder with --out")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sites(names: &[&str]) -> Selection {
        let selection = Selection {
            format: "jsonl".to_owned(),
            sites: names.iter().map(ToString::to_string).collect(),
            ..Selection::default()
        };
        selection.sorted()
    }

    /// Opens a free folder, with retries: a program that another test has just started holds the lock until it closes inherited files.
    fn open(path: &Path, selection: &Selection, force: bool) -> anyhow::Result<Folder> {
        for _ in 0..500 {
            match Folder::open(path, selection, force) {
                Err(error) if error.to_string().contains("another export is writing") => {
                    std::thread::sleep(std::time::Duration::from_millis(10));
                }
                opened => return opened,
            }
        }
        Folder::open(path, selection, force)
    }

    #[test]
    fn one_export_at_a_time_has_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        let all = sites(&[]);
        let first = open(folder.path(), &all, false).unwrap();
        for force in [false, true] {
            let second = Folder::open(folder.path(), &all, force).unwrap_err();
            assert!(second.to_string().contains("another export is writing"));
        }
        drop(first);
        open(folder.path(), &all, false).unwrap();
    }

    #[test]
    fn a_folder_of_other_files_is_refused() {
        let path = tempfile::tempdir().unwrap();
        let open = |force| open(path.path(), &sites(&[]), force);
        let is_open = |force| open(force).is_ok();
        fs::write(path.path().join(".DS_Store"), "").unwrap();
        fs::write(path.path().join("thesis.docx"), "mine").unwrap();
        let refused = open(false).unwrap_err().root_cause().to_string();
        let why = " contains thesis.docx, and no export";
        assert!(refused.ends_with(why), "{refused}");
        assert!(!path.path().join(LOCK).exists());
        assert!(is_open(true) && is_open(false));
        fs::remove_file(path.path().join("thesis.docx")).unwrap();
        fs::remove_file(path.path().join(LOCK)).unwrap();
        assert!(is_open(false));
    }

    #[test]
    fn an_export_with_another_selection_is_replaced_only_by_force() {
        let path = tempfile::tempdir().unwrap();
        let folder = open(path.path(), &sites(&["a", "b"]), false).unwrap();
        folder.write_manifest(&sites(&["a", "b"])).unwrap();
        drop(folder);
        assert!(open(path.path(), &sites(&["b", "a", "b"]), false).is_ok());
        assert!(open(path.path(), &sites(&[]), false).is_err());
        assert!(open(path.path(), &sites(&[]), true).is_ok());
    }
}
