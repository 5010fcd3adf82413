//! Redirects of one visit to a host: circles and endless chains are seen, although each step is a visit of its
//! own. A circle that a cookie may break is tried once more with the cookies of this visit.

use std::collections::{HashMap, HashSet};

use store::Due;

/// Redirects remembered of a visit.
const MAX_KNOWN: usize = 4_096;

/// The redirects met so far.
#[derive(Debug, Default)]
pub(crate) struct Redirects {
    steps: HashMap<String, Step>,
    /// Redirects in a row that led to an address.
    hops: HashMap<String, u32>,
    /// Addresses that have had their second try.
    tried: HashSet<i64>,
}

#[derive(Debug)]
struct Step {
    due: Due,
    to: String,
    /// Cookies known when it was asked for.
    cookies: u64,
}

/// What a redirect is.
#[derive(Debug)]
pub(crate) enum Way {
    /// One step on.
    On,
    /// It closes a circle; the address asked for first, with cookies it has not had yet, is worth a second try.
    Again(Box<Due>),
    /// A circle, or a chain that is too long, in words.
    Loop(String),
}

impl Redirects {
    /// Judges the redirect of `due` to `location`. `cookies`: how many had been set before and after it.
    pub(crate) fn judge(
        &mut self,
        due: &Due,
        location: &str,
        cookies: (u64, u64),
        most: u32,
    ) -> Way {
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
        if self.leads_to(location, &due.url, most) {
            return match self.steps.get(location) {
                Some(first)
                    if cookies.1 > first.cookies && self.tried.insert(first.due.url_id) =>
                {
                    Way::Again(Box::new(first.due.clone()))
                }
                _ => Way::Loop(format!("redirects in a circle, over {location}")),
            };
        }
        if hops > most {
            return Way::Loop(format!("more than {most} redirects in a row, the last to {location}"));
        }
        Way::On
    }

    /// Whether the redirects known lead from one address to another.
    fn leads_to(&self, from: &str, to: &str, most: u32) -> bool {
        let mut at = from;
        for _ in 0..=most {
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

    fn due(id: i64, url: &str) -> Due {
        Due {
            url_id: id,
            url: url.to_owned(),
            kind: UrlKind::Page,
            via: Via::Link,
            depth: 1,
            etag: None,
            last_modified: None,
            history: None,
        }
    }

    #[test]
    fn a_circle_is_seen_when_it_closes_however_long_it_is() {
        let mut redirects = Redirects::default();
        assert!(matches!(redirects.judge(&due(1, "a"), "b", (0, 0), 10), Way::On));
        assert!(matches!(redirects.judge(&due(2, "b"), "c", (0, 0), 10), Way::On));
        assert!(matches!(redirects.judge(&due(3, "c"), "a", (0, 0), 10), Way::Loop(_)));
        let mut redirects = Redirects::default();
        let way = redirects.judge(&due(1, "a"), "a", (0, 0), 10);
        assert!(matches!(way, Way::Loop(why) if why.contains("circle")));
    }

    #[test]
    fn a_circle_that_set_a_cookie_is_tried_once_more_and_only_once() {
        let mut redirects = Redirects::default();
        assert!(matches!(redirects.judge(&due(1, "a"), "b", (0, 0), 10), Way::On));
        let way = redirects.judge(&due(2, "b"), "a", (0, 1), 10);
        assert!(matches!(way, Way::Again(due) if due.url == "a"));
        assert!(matches!(redirects.judge(&due(1, "a"), "b", (1, 2), 10), Way::Loop(_)));
        let mut redirects = Redirects::default();
        let way = redirects.judge(&due(1, "a"), "a", (0, 1), 10);
        assert!(matches!(way, Way::Again(due) if due.url == "a"));
        assert!(matches!(redirects.judge(&due(1, "a"), "a", (1, 1), 10), Way::Loop(_)));
    }

    #[test]
    fn a_chain_ends_at_its_bound() {
        let mut redirects = Redirects::default();
        for n in 0..10 {
            let way = redirects.judge(&due(n, &n.to_string()), &(n + 1).to_string(), (0, 0), 10);
            assert!(matches!(way, Way::On), "{n}");
        }
        let way = redirects.judge(&due(10, "10"), "11", (0, 0), 10);
        assert!(matches!(way, Way::Loop(why) if why.contains("more than 10")));
    }
}
