//! Redirects during the crawl of one host. Loops and long chains are detected, although each step is a visit of its
//! own. A loop that a cookie may break is tried once more with the cookies of this crawl.

use std::collections::{HashMap, HashSet};

use store::Due;

/// Maximum number of redirects kept.
const MAX_KNOWN: usize = 4_096;

/// The redirects so far.
#[derive(Debug, Default)]
pub(crate) struct Redirects {
    steps: HashMap<String, Step>,
    /// Redirects in a row that led to a URL.
    hops: HashMap<String, u32>,
    /// Ids of URLs that were requested a second time.
    retried: HashSet<i64>,
    /// The URL to request once more, with cookies.
    pub(crate) retry: Option<Due>,
}

#[derive(Debug)]
struct Step {
    due: Due,
    to: String,
    /// Cookies set before its request.
    cookies: u64,
}

impl Redirects {
    /// What is wrong with the redirect of `due` to `location`, if anything. `cookies`: their number before and
    /// after it. `max`: maximum redirects in a row.
    pub(crate) fn check(
        &mut self,
        due: &Due,
        location: &str,
        cookies: (u64, u64),
        max: u32,
    ) -> Option<String> {
        if self.steps.len() >= MAX_KNOWN {
            self.steps.clear();
            self.hops.clear();
        }
        let hops = self.hops.get(&due.url).map_or(1, |hops| hops + 1);
        self.hops.insert(location.to_owned(), hops);
        let step = Step {
            due: due.clone(),
            to: location.to_owned(),
            cookies: cookies.0,
        };
        self.steps.insert(due.url.clone(), step);
        if self.leads_to(location, &due.url, max) {
            let first = self.steps.get(location);
            if let Some(first) = first
                && cookies.1 > first.cookies
                && !self.retried.contains(&due.url_id)
                && self.retried.insert(first.due.url_id)
            {
                self.retry = Some(first.due.clone());
                return None;
            }
            return Some(format!("redirect loop via {location}"));
        }
        (hops > max).then(|| format!("more than {max} redirects in a row, the last to {location}"))
    }

    /// Whether the known redirects lead from one URL to another.
    fn leads_to(&self, from: &str, to: &str, max: u32) -> bool {
        let mut at = from;
        for _ in 0..=max {
            if at == to {
                return true;
            }
            match self.steps.get(at) {
                Some(step) => at = &step.to,
                None => return false,
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use store::{UrlKind, Via};

    use super::*;
    use crate::tests::made::due;

    fn judge(
        redirects: &mut Redirects,
        id: i64,
        way: (&str, &str),
        cookies: (u64, u64),
    ) -> Option<String> {
        let due = Due {
            url_id: id,
            url: way.0.to_owned(),
            ..due(UrlKind::Page, Via::Link, "/")
        };
        redirects.check(&due, way.1, cookies, 10)
    }

    #[test]
    fn a_loop_is_recognised_when_it_closes_however_long_it_is() {
        let mut redirects = Redirects::default();
        assert_eq!(judge(&mut redirects, 1, ("a", "b"), (0, 0)), None);
        assert_eq!(judge(&mut redirects, 2, ("b", "c"), (0, 0)), None);
        assert!(judge(&mut redirects, 3, ("c", "a"), (0, 0)).is_some());
        let mut redirects = Redirects::default();
        let why = judge(&mut redirects, 1, ("a", "a"), (0, 0)).unwrap();
        assert!(why.contains("loop"), "{why}");
        assert_eq!(redirects.retry, None);
    }

    #[test]
    fn a_chain_ends_at_its_bound() {
        let mut redirects = Redirects::default();
        for n in 0..10 {
            let (from, to) = (n.to_string(), (n + 1).to_string());
            let wrong = judge(&mut redirects, n, (&from, &to), (0, 0));
            assert_eq!(wrong, None, "{n}");
        }
        let why = judge(&mut redirects, 10, ("10", "11"), (0, 0)).unwrap();
        assert!(why.contains("more than 10"), "{why}");
    }
}
