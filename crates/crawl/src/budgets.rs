//! Budgets for patterns of addresses, against places without end.
//!
//! Items that a feed or news sitemap announces, and what the front page links, pass freely:
//! a site's own announcements are finite. Links found elsewhere are what traps are made of.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use store::Via;
use url::Url;

/// Links to one path that differ in the query alone, in one visit.
const PER_PATH: usize = 40;
/// Links of one shape, digits counted alike and the last segment all digits, in one visit.
const PER_NUMBERED_SHAPE: usize = 400;
/// Links into one directory, in one visit.
const PER_DIRECTORY: usize = 4_000;

/// Counts what one visit takes up, by pattern.
#[derive(Debug, Default)]
pub(crate) struct Budgets {
    counts: HashMap<u64, usize>,
    taken: HashSet<u64>,
}

impl Budgets {
    /// Whether the address may be taken up. An address asked for before gets the same answer for free.
    pub(crate) fn allow(&mut self, url: &Url, via: Via) -> bool {
        if !matches!(via, Via::Link | Via::Section) {
            return true;
        }
        let identity = hash(url.as_str());
        if self.taken.contains(&identity) {
            return true;
        }
        let authority = url.authority();
        let path = url.path();
        let directory = path.rsplit_once('/').map_or("", |(directory, _)| directory);
        let mut bounds = vec![(hash(&("directory", authority, directory)), PER_DIRECTORY)];
        if url.query().is_some() {
            bounds.push((hash(&("path", authority, path)), PER_PATH));
        }
        if let Some(shape) = numbered_shape(url) {
            bounds.push((hash(&("shape", authority, shape)), PER_NUMBERED_SHAPE));
        }
        if bounds
            .iter()
            .any(|(key, most)| self.counts.get(key).is_some_and(|count| count >= most))
        {
            return false;
        }
        for (key, _) in bounds {
            *self.counts.entry(key).or_default() += 1;
        }
        self.taken.insert(identity);
        true
    }
}

fn numbered_shape(url: &Url) -> Option<String> {
    let path = url.path();
    let last = path.trim_end_matches('/').rsplit('/').next()?;
    if last.is_empty() || !last.bytes().all(|b| b.is_ascii_digit() || b == b'-') {
        return None;
    }
    Some(
        path.split('/')
            .map(|s| {
                if s.bytes().any(|b| b.is_ascii_digit()) {
                    "#"
                } else {
                    s
                }
            })
            .collect::<Vec<_>>()
            .join("/"),
    )
}

fn hash(value: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> Url {
        Url::parse("https://a.example/")
            .unwrap()
            .join(text)
            .unwrap()
    }

    #[test]
    fn a_pattern_that_never_ends_runs_out_of_budget() {
        let mut budgets = Budgets::default();
        let allowed = (0..1_000)
            .filter(|n| budgets.allow(&url(&format!("/liste?farbe={n}")), Via::Link))
            .count();
        assert_eq!(allowed, PER_PATH);
        assert!(
            budgets.allow(&url("/liste?farbe=1"), Via::Link),
            "an address taken up once stays so"
        );
        assert!(
            budgets.allow(&url("/liste?farbe=9999"), Via::Feed),
            "what a feed announces passes"
        );
        assert!(budgets.allow(&url("/andere?farbe=1"), Via::Link));
        let numbered = (0..1_000)
            .filter(|n| budgets.allow(&url(&format!("/tag/{n}/")), Via::Section))
            .count();
        assert_eq!(numbered, PER_NUMBERED_SHAPE);
        let slugs = (0..5_000)
            .filter(|n| budgets.allow(&url(&format!("/artikel/ein-titel-{n}")), Via::Link))
            .count();
        assert_eq!(slugs, PER_DIRECTORY);
    }
}
