//! Shared parts of the destructive tests: worker processes, and checks of what they leave behind.

pub(crate) mod judge;
pub(crate) mod worker;

use std::process::Command;

use testsite::Newsroom;

/// Sends a process a signal, such as `-TERM`.
pub(crate) fn signal(process: u32, name: &str) {
    let sent = Command::new("kill")
        .args([name, &process.to_string()])
        .status();
    assert!(sent.unwrap().success(), "{name}");
}

/// The seeds of the plain sites alone.
pub(crate) fn plain_seeds(newsroom: &Newsroom) -> String {
    let seeds = newsroom.seeds_toml();
    let mut plain = String::new();
    for site in seeds.split("[[site]]") {
        if site.contains("\nid = \"bench-") {
            plain.push_str("[[site]]");
            plain.push_str(site);
        }
    }
    plain
}
