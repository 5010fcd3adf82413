//! Shared parts of the destructive tests: worker processes, and checks of what they leave behind.

pub(crate) mod judge;
pub(crate) mod worker;

use testsite::Newsroom;

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
