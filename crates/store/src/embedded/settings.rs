//! The settings of the server, written next to those of `initdb` and read after them.

use std::{
    fs::{self, File},
    io::Write,
    path::Path,
};

use super::identity::RunAs;

/// The port, which is part of the socket's name. Always given, so that a client's `PGPORT` has no effect.
pub(super) const PORT: u16 = 5432;
/// Template with placeholders for what differs between clusters.
const SETTINGS: &str = include_str!("gleaner.conf");

/// What may be lost in a crash of the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Durability {
    /// Nothing.
    Full,
    /// Everything: for tests.
    #[cfg(feature = "testing")]
    None,
}

/// Writes the settings if they are missing or were written by another version. They take effect at the next start.
pub(super) fn write(
    home: &Path,
    socket: &Path,
    durability: Durability,
    run_as: RunAs,
) -> std::io::Result<()> {
    let path = home.join("data/gleaner.conf");
    let settings = text(socket, durability);
    if fs::read_to_string(&path).is_ok_and(|there| there == settings) {
        return Ok(());
    }
    let part = home.join("data/gleaner.conf.part");
    let mut file = File::create(&part)?;
    file.write_all(settings.as_bytes())?;
    file.sync_all()?;
    run_as.give(&part)?;
    fs::rename(&part, &path)
}

fn text(socket: &Path, durability: Durability) -> String {
    let settings = SETTINGS
        .replace("@SOCKET@", &socket.to_string_lossy().replace('\'', "''"))
        .replace("@PORT@", &PORT.to_string())
        .replace("@SHARED_BUFFERS@", &shared_buffers(memory_mb()).to_string());
    let rest = match durability {
        Durability::Full => "",
        #[cfg(feature = "testing")]
        Durability::None => {
            "max_connections = 300\nfsync = off\nsynchronous_commit = off\nfull_page_writes = off\n"
        }
    };
    settings + rest
}

/// The server's shared buffers in megabytes, on a machine with this much memory.
fn shared_buffers(memory_mb: u64) -> u64 {
    (memory_mb / 8).clamp(128, 512)
}

/// The memory of the machine in megabytes; 0 if unknown.
fn memory_mb() -> u64 {
    #[cfg(target_os = "linux")]
    {
        let info = rustix::system::sysinfo();
        let unit = u64::from(info.mem_unit.max(1));
        info.totalram.saturating_mul(unit) >> 20
    }
    #[cfg(not(target_os = "linux"))]
    {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cluster_in_use_gives_up_no_durability() {
        let settings = text(Path::new("/tmp/it's"), Durability::Full);
        for setting in ["fsync", "synchronous_commit", "full_page_writes"] {
            assert!(!settings.contains(setting));
        }
        assert!(
            settings.contains("\nunix_socket_directories = '/tmp/it''s'\nunix_socket_permissions")
        );
        assert!(!settings.contains('@'));
    }

    #[test]
    fn the_server_takes_an_eighth_of_the_memory_within_bounds() {
        let sizes = [0, 1024, 2048, 64 * 1024].map(shared_buffers);
        assert_eq!(sizes, [128, 128, 256, 512]);
    }
}
