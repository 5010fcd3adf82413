//! Budgets for patterns of addresses, against places without end.
//!
//! Items that a feed or news sitemap announces, and what the front page links, pass freely:
//! a site's own announcements are finite. Links found elsewhere are what traps are made of.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use store::Via;
use url::Url;

/// Links to one path with as many query parameters, in one visit: one parameter may be an
/// article's number, three or more are filters.
const PER_PATH: [usize; 3] = [20_000, 400, 30];
/// Links of one shape whose last segment is a number and not the only one, all numbers counted
/// alike, in one visit: days of an archive, pages of every topic.
const PER_NUMBERED_SHAPE: usize = 400;
/// Links into one directory, in one visit.
const PER_DIRECTORY: usize = 20_000;

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
        let parameters = url.query_pairs().count().min(PER_PATH.len());
        if parameters > 0 {
            let key = hash(&("path", authority, path, parameters));
            bounds.push((key, PER_PATH[parameters - 1]));
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
    let numbers = path
        .split('/')
        .filter(|s| s.bytes().any(|b| b.is_ascii_digit()))
        .count();
    if numbers < 2 {
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
        let mut allowed = |count: usize, via, path: &dyn Fn(usize) -> String| {
            (0..count)
                .filter(|n| budgets.allow(&url(&path(*n)), via))
                .count()
        };
        let filters = |n| format!("/liste?farbe={n}&form={n}&art=1");
        assert_eq!(allowed(1_000, Via::Link, &filters), 30);
        assert_eq!(
            allowed(1, Via::Link, &filters),
            1,
            "an address taken up once stays so"
        );
        assert_eq!(
            allowed(1_000, Via::Feed, &filters),
            1_000,
            "what a feed announces passes"
        );
        assert_eq!(
            allowed(30_000, Via::Link, &|n| format!("/a/artikel.php?id={n}")),
            20_000
        );
        assert_eq!(
            allowed(1_000, Via::Section, &|n| format!("/{n}/tag/{n}/")),
            PER_NUMBERED_SHAPE
        );
        assert_eq!(
            allowed(30_000, Via::Link, &|n| format!("/b/ein-titel-{n}")),
            PER_DIRECTORY
        );
    }
}
