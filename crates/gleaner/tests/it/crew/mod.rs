//! What the destructive tests share: workers that are processes, and the judgement of what they left behind.

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
