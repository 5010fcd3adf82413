//! The folder of the server's unix socket, whose path may have at most 107 bytes.

use std::{
    env, fs,
    os::unix::fs::{DirBuilderExt, MetadataExt},
    path::{Path, PathBuf},
};

use sha2::{Digest, Sha256};

use super::identity::RunAs;
use crate::{
    StoreError,
    error::{at, did_not},
};

/// Maximum length of the folder's path: 107 bytes less `/.s.PGSQL.5432.lock`.
const MAX_PATH_BYTES: usize = 107 - 19;

/// The folder for the socket of the cluster in `home`: `home` itself or, if that is too long or has
/// characters that are special to the server, a private folder in `/tmp` named by a hash.
pub(super) fn folder(home: &Path, run_as: RunAs) -> Result<PathBuf, StoreError> {
    if usable(home) {
        return Ok(home.to_owned());
    }
    let name = cluster_name(home);
    // not TMPDIR if possible: all users of the cluster must find the same folder
    let short = Path::new("/tmp");
    let folder = if short.is_dir() {
        short.join(&name)
    } else {
        env::temp_dir().join(&name)
    };
    let io = at(&folder);
    match fs::DirBuilder::new().mode(0o700).create(&folder) {
        Ok(()) => run_as.give(&folder).map_err(io)?,
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
        Err(error) => return Err(io(error)),
    }
    // anybody can create a folder there: trust only one that is ours and private
    let meta = fs::symlink_metadata(&folder).map_err(io)?;
    let owner = run_as
        .owner()
        .map_or(rustix::process::geteuid().as_raw(), |(uid, _)| uid);
    if !meta.is_dir() || meta.uid() != owner || meta.mode() & 0o077 != 0 {
        let detail = format!(
            "its path is too long for a socket, and {} is not a private folder of this user",
            folder.display()
        );
        return Err(did_not("start", home, detail));
    }
    Ok(folder)
}

/// A short, stable name for the cluster in `home`, of plain letters whatever the path.
pub(super) fn cluster_name(home: &Path) -> String {
    let hash = hex::encode(Sha256::digest(home.as_os_str().as_encoded_bytes()));
    format!("gleaner-{}", &hash[..16])
}

fn usable(folder: &Path) -> bool {
    folder.to_str().is_some_and(|path| {
        path.len() <= MAX_PATH_BYTES && !path.contains(['\'', '"', ',', '\\', '\n'])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_path_gets_a_short_private_folder_and_always_the_same() {
        let long = PathBuf::from(format!("/tmp/{}", "very-long/".repeat(20)));
        let folder_of = folder(&long, RunAs::Me).unwrap();
        assert!(usable(&folder_of));
        assert_eq!(folder(&long, RunAs::Me).unwrap(), folder_of);
        fs::remove_dir(folder_of).unwrap();
        let short = Path::new("/srv/gleaner");
        assert_eq!(folder(short, RunAs::Me).unwrap(), short);
    }
}
