//! The user that runs the server: `PostgreSQL` refuses to run as root.

use std::{
    env, fs, io,
    os::unix::{
        fs::{MetadataExt, chown},
        process::CommandExt,
    },
    path::Path,
    process::{Command, Stdio},
};

use crate::{StoreError, error::did_not};

/// The user that runs the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RunAs {
    /// The user of this process.
    Me,
    /// Another user; only root may choose one.
    User {
        /// User id.
        uid: u32,
        /// Group id.
        gid: u32,
    },
    /// Root, mapped to `nobody` in a user namespace, for data directories that other users cannot
    /// reach. (Uses the `unshare` program, since a hook before exec would need unsafe code.)
    Namespace,
}

/// Chooses the user from the current user, the owner of the cluster if there is one, and who can reach `home`.
pub(crate) fn decide(home: &Path, cluster: &Path) -> Result<RunAs, StoreError> {
    let me = rustix::process::geteuid().as_raw();
    let owner = fs::metadata(cluster)
        .ok()
        .map(|meta| (meta.uid(), meta.gid()));
    if me != 0 {
        return match owner {
            Some((uid, _)) if uid != me => {
                let detail = format!(
                    "it belongs to user {uid} and you are user {me}; use it as its owner, or choose another data directory"
                );
                Err(did_not("start", home, detail))
            }
            _ => Ok(RunAs::Me),
        };
    }
    match owner {
        Some((0, _)) => namespace(home),
        Some((uid, gid)) => Ok(RunAs::User { uid, gid }),
        None => match service_user() {
            Some((uid, gid)) if reachable(home, uid) => Ok(RunAs::User { uid, gid }),
            _ => namespace(home),
        },
    }
}

fn namespace(home: &Path) -> Result<RunAs, StoreError> {
    let advice =
        "set GLEANER_DATA_DIR to a folder that other users can reach, e.g. /var/lib/gleaner";
    let tried = RunAs::Namespace
        .command(Path::new("/bin/sh"))
        .args(["-c", "test \"$(id -u)\" != 0"])
        .stdin(Stdio::null())
        .output();
    let why = match tried {
        Ok(done) if done.status.success() => return Ok(RunAs::Namespace),
        Ok(done) => format!(
            "no user namespace is available ({})",
            String::from_utf8_lossy(&done.stderr).trim()
        ),
        Err(error) => format!("`unshare` does not start ({error})"),
    };
    let detail = format!("root may not run PostgreSQL, and {why}; {advice}");
    Err(did_not("start", home, detail))
}

/// User and group id of `postgres` or, if there is none, `nobody`.
fn service_user() -> Option<(u32, u32)> {
    let users = fs::read_to_string("/etc/passwd").ok()?;
    ["postgres", "nobody"].iter().find_map(|name| {
        let line = users
            .lines()
            .find(|line| line.split(':').next() == Some(name))?;
        let mut ids = line.split(':').skip(2).map(str::parse);
        Some((ids.next()?.ok()?, ids.next()?.ok()?))
    })
}

/// Whether this user may enter every folder above `home`.
fn reachable(home: &Path, uid: u32) -> bool {
    home.ancestors().skip(1).all(|folder| {
        fs::metadata(folder).is_ok_and(|meta| {
            meta.mode() & 0o001 != 0 || (meta.uid() == uid && meta.mode() & 0o100 != 0)
        })
    })
}

impl RunAs {
    /// A command that runs `program` as this user, in a plain environment.
    pub(crate) fn command(self, program: &Path) -> Command {
        let mut command = match self {
            Self::Namespace => {
                let mut command = Command::new("unshare");
                command
                    .args(["--user", "--map-user=65534", "--map-group=65534", "--"])
                    .arg(program);
                command
            }
            Self::Me | Self::User { .. } => Command::new(program),
        };
        if let Self::User { uid, gid } = self {
            command.uid(uid).gid(gid);
        }
        // everything that PostgreSQL or its client library would read as a setting
        for (name, _) in env::vars_os() {
            if name.as_encoded_bytes().starts_with(b"PG") {
                command.env_remove(name);
            }
        }
        command
            .env_remove("LC_CTYPE")
            .env_remove("LANGUAGE")
            .env("LC_ALL", "C");
        command
    }

    /// Whether this user may enter every folder above `path`.
    pub(crate) fn reaches(self, path: &Path) -> bool {
        match self {
            Self::User { uid, .. } => reachable(path, uid),
            Self::Me | Self::Namespace => true,
        }
    }

    /// The owner of the cluster's files, seen from outside; `None` if it is the process that creates them.
    pub(crate) fn owner(self) -> Option<(u32, u32)> {
        match self {
            Self::User { uid, gid } => Some((uid, gid)),
            Self::Me | Self::Namespace => None,
        }
    }

    /// Makes this user the owner of a file or folder.
    pub(crate) fn give(self, path: &Path) -> io::Result<()> {
        self.owner()
            .map_or(Ok(()), |(uid, gid)| chown(path, Some(uid), Some(gid)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cluster_is_run_by_its_owner() {
        let home = tempfile::tempdir().unwrap();
        let mine = home.path().join("data");
        fs::create_dir(&mine).unwrap();
        let decided = decide(home.path(), &mine);
        if rustix::process::geteuid().is_root() {
            assert!(matches!(
                decided,
                Ok(RunAs::Namespace) | Err(StoreError::Cluster { .. })
            ));
            chown(&mine, Some(12_345), Some(12_346)).unwrap();
            assert_eq!(
                decide(home.path(), &mine).unwrap(),
                RunAs::User {
                    uid: 12_345,
                    gid: 12_346
                }
            );
        } else {
            assert_eq!(decided.unwrap(), RunAs::Me);
        }
    }

    #[test]
    fn a_folder_closed_to_others_is_not_reachable() {
        use std::os::unix::fs::PermissionsExt;
        let top = tempfile::tempdir().unwrap();
        fs::set_permissions(top.path(), fs::Permissions::from_mode(0o700)).unwrap();
        assert!(!reachable(&top.path().join("home"), 54_321));
        fs::set_permissions(top.path(), fs::Permissions::from_mode(0o711)).unwrap();
        assert!(reachable(&top.path().join("home"), 54_321));
    }
}
