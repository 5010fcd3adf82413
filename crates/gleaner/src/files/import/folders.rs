//! Which files of a folder are imported.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

use crate::files::input;

/// Endings of the files that are imported from a folder, besides those of compressed ones.
const ENDINGS: [&str; 4] = ["warc", "jsonl", "ndjson", "json"];
const COMPRESSED: [&str; 2] = ["gz", "zst"];

/// Beginnings of the names of files that stand beside the data of an export, or of an unpacked WACZ file.
const BESIDE_DATA: [&str; 3] = ["datapackage", "manifest", "schema"];

/// Whether a file in a folder is imported, by its name.
fn is_archive(file: &Path) -> bool {
    let name = file.file_name().and_then(|name| name.to_str());
    let name = name.unwrap_or_default().to_ascii_lowercase();
    let plain = COMPRESSED.iter().find_map(|ending| {
        let plain = name.strip_suffix(ending)?;
        plain.strip_suffix('.')
    });
    let plain = Path::new(plain.unwrap_or(&name));
    let is_known = |ending: &OsStr| ENDINGS.iter().any(|known| ending == *known);
    let is_beside = BESIDE_DATA.iter().any(|begin| {
        let rest = name
            .strip_prefix(begin)
            .and_then(|rest| rest.strip_suffix(".json"));
        rest.is_some_and(|filters| filters.is_empty() || filters.starts_with('-'))
    });
    plain.extension().is_some_and(is_known) && !is_beside
}

/// Replaces folders by the files in them and in their folders, in the order of their names.
pub(super) fn files_of(paths: Vec<PathBuf>) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if input::is_stdin(&path) || !path.is_dir() {
            files.push(path);
            continue;
        }
        let found = files.len();
        add_folder(&path, &mut files)?;
        if files.len() == found {
            bail!(
                "there is no file to import in {}: none ends in .warc, .jsonl, .ndjson or .json, also with .gz or .zst, except hidden files and what stands beside data (datapackage, manifest and schema, with .json)",
                path.display()
            );
        }
    }
    Ok(files)
}

fn add_folder(folder: &Path, files: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    let entries = std::fs::read_dir(folder).and_then(|entries| {
        let entries = entries.map(|entry| Ok(entry?.path()));
        entries.collect::<io::Result<Vec<PathBuf>>>()
    });
    let mut entries = entries.with_context(|| format!("cannot read {}", folder.display()))?;
    // browsers, desktops and notebooks leave hidden copies behind
    let is_shown = |name: &OsStr| !name.as_encoded_bytes().starts_with(b".");
    entries.retain(|entry| entry.file_name().is_some_and(is_shown));
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            add_folder(&entry, files)?;
        } else if is_archive(&entry) {
            files.push(entry);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_export_writes_beside_its_data_is_not_imported() {
        for name in [
            "a.warc.gz",
            "pages.jsonl",
            "manifesto.json",
            "page.JSON.zst",
        ] {
            assert!(is_archive(Path::new(name)), "{name}");
        }
        for name in [
            "manifest.json",
            "manifest-0123abcd.json",
            "schema.json",
            "datapackage.json",
            "datapackage-digest.json",
            "README.md",
        ] {
            assert!(!is_archive(Path::new(name)), "{name}");
        }
    }

    #[test]
    fn hidden_files_and_folders_are_not_imported() {
        let folder = tempfile::tempdir().unwrap();
        for name in [
            "b/a.warc.gz",
            "b/._a.warc.gz",
            ".ipynb_checkpoints/a-checkpoint.jsonl",
            "__MACOSX/._a.jsonl",
        ] {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
        let files = files_of(vec![folder.path().to_owned()]).unwrap();
        assert_eq!(files, [folder.path().join("b/a.warc.gz")]);
    }
}
