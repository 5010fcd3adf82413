//! Files that have their name only once they are complete: after a kill or a power failure, a file of that name is whole, or still
//! the earlier one.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

/// Bytes written to the system at a time.
const BUFFER: usize = 64 << 10;

/// A file under construction, counted and hashed while it is written. It is deleted if it is dropped.
#[derive(Debug)]
pub struct AtomicFile {
    // before the name, so that it is closed when that is deleted
    out: BufWriter<File>,
    digest: Sha256,
    /// The bytes written so far.
    pub(crate) bytes: u64,
    partial: Partial,
}

/// A complete file on the disk, still without its name. It is deleted if it is dropped.
#[derive(Debug)]
pub struct CompleteFile {
    /// Its size.
    pub(crate) bytes: u64,
    /// Lower-case hex digest of its bytes.
    pub(crate) sha256: String,
    partial: Partial,
}

/// The name of a file under construction.
#[derive(Debug)]
struct Partial {
    path: PathBuf,
    is_renamed: bool,
}

impl Drop for Partial {
    fn drop(&mut self) {
        if !self.is_renamed {
            // An unfinished file is useless. The error that ended it is reported.
            let _ = fs::remove_file(&self.path);
        }
    }
}

impl AtomicFile {
    /// Creates the file as `partial`. One that a killed program left there is overwritten.
    pub fn create(partial: PathBuf) -> io::Result<Self> {
        Ok(Self {
            out: BufWriter::with_capacity(BUFFER, File::create(&partial)?),
            digest: Sha256::new(),
            bytes: 0,
            partial: Partial {
                path: partial,
                is_renamed: false,
            },
        })
    }

    /// Syncs the file to the disk and closes it.
    pub fn complete(mut self) -> io::Result<CompleteFile> {
        self.out.flush()?;
        self.out.get_ref().sync_all()?;
        Ok(CompleteFile {
            bytes: self.bytes,
            sha256: hex::encode(self.digest.finalize()),
            partial: self.partial,
        })
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write_all(bytes)?;
        self.digest.update(bytes);
        self.bytes += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl CompleteFile {
    /// Gives the file its name, replacing a file of that name.
    pub fn publish(mut self, path: &Path) -> io::Result<()> {
        fs::rename(&self.partial.path, path)?;
        self.partial.is_renamed = true;
        sync_folder(path.parent().unwrap_or(Path::new("")))
    }
}

/// The name of a file while it is written.
pub fn partial(path: &Path) -> PathBuf {
    let mut partial = path.as_os_str().to_owned();
    partial.push(".partial");
    PathBuf::from(partial)
}

/// What failed if something could not be written into a folder.
pub(crate) fn cannot_write_into(folder: &Path) -> String {
    format!("cannot write into {}", folder.display())
}

/// Writes a small file, replacing one of the same name.
pub(crate) fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = AtomicFile::create(partial(path))?;
    file.write_all(content)?;
    file.complete()?.publish(path)
}

/// Waits until the names in a folder are on the disk, as far as the file system can do that.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    let is_here = folder.as_os_str().is_empty();
    let opened = File::open(if is_here { Path::new(".") } else { folder })?;
    match opened.sync_all() {
        Err(error) if error.kind() != io::ErrorKind::InvalidInput => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_only_when_it_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("labels.jsonl");
        write(&path, b"one").unwrap();
        let mut unfinished = AtomicFile::create(partial(&path)).unwrap();
        unfinished.write_all(b"two").unwrap();
        let names = || fs::read_dir(folder.path()).unwrap().count();
        assert_eq!((fs::read(&path).unwrap(), names()), (b"one".to_vec(), 2));
        drop(unfinished);
        assert_eq!(names(), 1);
        let mut finished = AtomicFile::create(partial(&path)).unwrap();
        finished.write_all(b"three").unwrap();
        let complete = finished.complete().unwrap();
        let sha256 = hex::encode(Sha256::digest(b"three"));
        assert_eq!((complete.bytes, &complete.sha256), (5, &sha256));
        assert_eq!(fs::read(&path).unwrap(), b"one");
        complete.publish(&path).unwrap();
        assert_eq!((fs::read(&path).unwrap(), names()), (b"three".to_vec(), 1));
    }
}
