//! The lock files of the server, which outlive one that was killed.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::server::Server;
use crate::{StoreError, error::at};

/// A process id above the maximum (2²² on Linux).
const UNUSED_PID: &str = "2147483647";

impl Server {
    /// A killed server leaves its process id in `postmaster.pid` and next to its socket. `PostgreSQL` detects by
    /// itself that no such process exists, except in two cases: the server is a zombie until process 1 reaps it,
    /// or its id now belongs to another program. Then the id is replaced by an unused one. The rest of the file
    /// stays: from it the new server detects whether child processes of the dead one still hold its memory.
    pub(super) fn clear_stale_pids(&self) -> Result<(), StoreError> {
        for file in self.lock_files() {
            if !pid_in(&file).is_some_and(|pid| self.is_dead(pid)) {
                continue;
            }
            let io = at(&file);
            // bytes: the path of the data folder in it need not be UTF-8
            let bytes = fs::read(&file).map_err(io)?;
            let end = bytes.iter().position(|byte| *byte == b'\n');
            let rest = &bytes[end.unwrap_or(bytes.len())..];
            let part = file.with_extension("part");
            let with_unused = [UNUSED_PID.as_bytes(), rest].concat();
            fs::write(&part, with_unused).map_err(io)?;
            self.run_as.give(&part).map_err(io)?;
            fs::rename(&part, &file).map_err(io)?;
        }
        Ok(())
    }

    /// A power failure may leave lock files that are empty or contain garbage, with which `PostgreSQL` does
    /// not start. They are removed if no process of the cluster exists; otherwise the error names the process.
    pub(super) fn remove_damaged_lock_files(&self) -> Result<Option<StoreError>, StoreError> {
        for file in self.lock_files() {
            if !file.is_file() || pid_in(&file).is_some() {
                continue;
            }
            if let Some(pid) = self.process() {
                let message = format!(
                    "{} is damaged, and process {pid} of the server is still running; end it with `kill -QUIT {pid}` and repeat the command",
                    file.display()
                );
                return Ok(Some(self.failed("start", message.as_bytes())));
            }
            tracing::warn!(
                "{} contains no process id (power failure?) and no server is running; removing it",
                file.display()
            );
            fs::remove_file(&file).map_err(at(&file))?;
        }
        Ok(None)
    }

    /// A live process of the cluster; `None` on machines without `/proc`.
    fn process(&self) -> Option<u32> {
        let processes = fs::read_dir("/proc").ok()?.flatten();
        let mut pids = processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        pids.find(|pid| {
            let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&line).contains(&self.name) && !self.is_dead(*pid)
        })
    }

    /// The lock files of a server: for its data, and for its socket.
    fn lock_files(&self) -> [PathBuf; 2] {
        [self.pid_file(), self.socket.join(".s.PGSQL.5432.lock")]
    }

    pub(super) fn pid_file(&self) -> PathBuf {
        self.home.join("data/postmaster.pid")
    }

    /// Whether the process exists but is a zombie or does not belong to this cluster. Always false on machines without `/proc`.
    pub(super) fn is_dead(&self, pid: u32) -> bool {
        let process = PathBuf::from(format!("/proc/{pid}"));
        let (Ok(stat), Ok(line)) = (
            fs::read_to_string(process.join("stat")),
            fs::read(process.join("cmdline")),
        ) else {
            return false;
        };
        let state = stat.rsplit(')').next().unwrap_or_default().trim_start();
        // a program that is just starting has no command line yet
        let foreign = !line.is_empty() && !String::from_utf8_lossy(&line).contains(&self.name);
        state.starts_with('Z') || foreign
    }
}

/// The process id in a lock file of `PostgreSQL`.
pub(super) fn pid_in(file: &Path) -> Option<u32> {
    let bytes = fs::read(file).ok()?;
    let line = bytes.split(|byte| *byte == b'\n').next()?;
    std::str::from_utf8(line).ok()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use std::{
        process::{Child, Command},
        thread,
        time::Duration,
    };

    use super::*;
    use crate::embedded::server::tests::server;

    /// Starts a program whose command line has the name of the cluster.
    fn process_of(server: &Server) -> Child {
        let mut program = Command::new("sh");
        program.args(["-c", "sleep 60; exit", &server.name]);
        program.spawn().unwrap()
    }

    fn wait_until(is_so: impl Fn() -> bool) {
        while !is_so() {
            thread::sleep(Duration::from_millis(1));
        }
    }

    fn end(mut program: Child) {
        program.kill().unwrap();
        program.wait().unwrap();
    }

    #[test]
    fn a_reused_process_id_is_cleared_and_the_shared_memory_is_not() {
        let home = tempfile::tempdir().unwrap();
        let server = server(home.path());
        let mut other = Command::new("sleep").arg("60").spawn().unwrap();
        let line = format!("/proc/{}/cmdline", other.id());
        wait_until(|| !fs::read(&line).unwrap().is_empty());
        let files = [server.pid_file(), home.path().join(".s.PGSQL.5432.lock")];
        for file in &files {
            let pid = other.id().to_string();
            fs::write(file, [pid.as_bytes(), b"\n/d\xe9p\xf4t\n1\n"].concat()).unwrap();
        }
        server.clear_stale_pids().unwrap();
        for file in &files {
            let wanted = [UNUSED_PID.as_bytes(), b"\n/d\xe9p\xf4t\n1\n"].concat();
            assert_eq!(fs::read(file).unwrap(), wanted);
        }
        let file = &files[0];
        fs::write(file, format!("{}\n/data\n", other.id())).unwrap();
        other.kill().unwrap();
        let stat = format!("/proc/{}/stat", other.id());
        wait_until(|| fs::read_to_string(&stat).unwrap().contains(") Z ")); // a zombie
        server.clear_stale_pids().unwrap();
        assert!(fs::read_to_string(file).unwrap().starts_with(UNUSED_PID));
        other.wait().unwrap();
    }

    #[test]
    fn damaged_lock_files_are_removed_unless_a_process_of_the_cluster_is_there() {
        let home = tempfile::tempdir().unwrap();
        let server = server(home.path());
        let damaged = |content: &[u8]| {
            for file in server.lock_files() {
                fs::write(file, content).unwrap();
            }
        };
        for content in [&b""[..], b"\0\0\0\0\0\0", b"\xff\xfe rubbish\n12\n"] {
            damaged(content);
            assert!(server.remove_damaged_lock_files().unwrap().is_none());
            assert!(server.lock_files().iter().all(|file| !file.exists()));
        }
        if !Path::new("/proc/self").exists() {
            return;
        }
        damaged(b"");
        let ours = process_of(&server);
        let advice = format!("kill -QUIT {}", ours.id());
        wait_until(|| server.process().is_some());
        let error = server.remove_damaged_lock_files().unwrap();
        let error = error.expect("in the way").to_string();
        assert!(error.contains(&advice), "{error}");
        assert!(server.lock_files().iter().all(|file| file.exists()));
        end(ours);
    }

    #[test]
    fn a_process_of_the_cluster_is_left_alone() {
        let home = tempfile::tempdir().unwrap();
        let server = server(home.path());
        let ours = process_of(&server);
        let text = format!("{}\n/data\n", ours.id());
        fs::write(server.pid_file(), &text).unwrap();
        server.clear_stale_pids().unwrap();
        assert_eq!(fs::read_to_string(server.pid_file()).unwrap(), text);
        end(ours);
    }
}
