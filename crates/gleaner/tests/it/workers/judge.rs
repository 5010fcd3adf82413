//! Checks a crawl by the server's log and the rows of the database, never by the crawler's own output.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::time::{Duration, Instant};

use store::testing::Audit;
use testsite::{Newsroom, Request};

/// A kill in mid-crawl.
#[derive(Debug, Clone)]
pub(crate) struct Death {
    /// When it happened, on the clock of the server's log.
    pub(crate) at: Instant,
    /// What was killed, for messages.
    pub(crate) who: String,
    /// The hosts whose crawl it interrupted, `host[:port]`: each may have had one request in flight.
    pub(crate) held: BTreeSet<String>,
}

/// A request for an address that had already been answered.
#[derive(Debug)]
pub(crate) struct Repeat {
    /// The address.
    pub(crate) url: String,
    /// The death between the two requests that explains it; `None` if none does.
    pub(crate) death: Option<usize>,
}

/// The requests of each host in order of arrival.
pub(crate) fn by_host(log: &[Request]) -> BTreeMap<&str, Vec<&Request>> {
    let mut hosts: BTreeMap<&str, Vec<&Request>> = BTreeMap::new();
    for request in log {
        hosts.entry(&request.host).or_default().push(request);
    }
    hosts
}

/// Every repeated request, with the death that explains it: one that interrupted the host after the first request and
/// before the second, without another request to this host between the first and the death. With one request to a
/// host at a time, only such a request can have been in flight.
pub(crate) fn repeats(newsroom: &Newsroom, log: &[Request], deaths: &[Death]) -> Vec<Repeat> {
    let mut repeats = Vec::new();
    for (host, requests) in by_host(log) {
        let authority = format!("{host}:{}", newsroom.port());
        let mut first: HashMap<&str, usize> = HashMap::new();
        for (index, request) in requests.iter().enumerate() {
            let Some(before) = first.insert(&request.path, index) else {
                continue;
            };
            let (begun, followed) = (requests[before].started, requests[before + 1].started);
            let death = deaths.iter().position(|death| {
                death.held.contains(&authority) && begun <= death.at && death.at <= followed
            });
            let url = format!("http://{authority}{}", request.path);
            repeats.push(Repeat { url, death });
        }
    }
    repeats
}

/// Gaps between requests to one host that are shorter than `delay`: from the last byte of one answer to the
/// arrival of the next request.
pub(crate) fn too_soon(log: &[Request], delay: Duration) -> Vec<String> {
    let mut too_soon = Vec::new();
    for requests in by_host(log).values() {
        for pair in requests.windows(2) {
            let gap = pair[1].started.saturating_duration_since(pair[0].ended);
            if gap < delay {
                let (host, before, after) = (&pair[1].host, &pair[0].path, &pair[1].path);
                too_soon.push(format!("{host}: {gap:?} from {before} to {after}"));
            }
        }
    }
    too_soon
}

/// Faults in the rows of `hosts` plain sites with `pages` pages and `versions` versions each.
pub(crate) fn faults(
    newsroom: &Newsroom,
    audit: &Audit,
    hosts: usize,
    pages: usize,
    versions: usize,
) -> Vec<String> {
    let mut faults = Vec::new();
    let wanted = [pages, versions].map(|count| u64::try_from(count).unwrap());
    for number in 0..hosts {
        let authority = format!("bench-{number:03}.localhost:{}", newsroom.port());
        let (urls, rows) = audit.pages.get(&authority).copied().unwrap_or_default();
        if [urls, rows] != wanted {
            faults.push(format!(
                "{authority}: {urls} pages in {rows} rows, {wanted:?} wanted"
            ));
        }
    }
    for (what, count) in [
        ("bodies stored twice in a row", audit.repeated_bodies),
        ("orphans between pages and fetches", audit.orphans_wrong),
        ("rows of visit_days unlike fetches", audit.visit_days_wrong),
        ("counts of visits unlike fetches", audit.visits_wrong),
        ("addresses still due", audit.queued),
    ] {
        if count > 0 {
            faults.push(format!("{count} {what}"));
        }
    }
    faults
}

/// The unrecorded requests that were not repeated either.
pub(crate) fn forgotten<'a>(lost: &'a [String], repeats: &[Repeat]) -> Vec<&'a String> {
    let repeated: HashSet<&String> = repeats.iter().map(|repeat| &repeat.url).collect();
    lost.iter().filter(|url| !repeated.contains(url)).collect()
}

/// Files requested from a host besides its pages; their answers have tables of their own.
const CONTROL: [&str; 3] = ["/robots.txt", "/ai.txt", "/.well-known/tdmrep.json"];

/// Requests without a row in `fetches`, and rows without a request, both by URL, control files excluded. URLs that robots.txt
/// forbids have rows without a request.
pub(crate) fn unrecorded(
    newsroom: &Newsroom,
    log: &[Request],
    audit: &Audit,
) -> (Vec<String>, Vec<String>) {
    let mut requests: HashMap<String, u64> = HashMap::new();
    for request in log
        .iter()
        .filter(|request| !CONTROL.contains(&request.path.as_str()))
    {
        let url = format!(
            "http://{}:{}{}",
            request.host,
            newsroom.port(),
            request.path
        );
        *requests.entry(url).or_default() += 1;
    }
    let lost = requests.iter().flat_map(|(url, count)| {
        let recorded = audit.fetches.get(url).copied().unwrap_or_default();
        let times = usize::try_from(count.saturating_sub(recorded)).unwrap();
        std::iter::repeat_n(url.clone(), times)
    });
    let requested: HashSet<&String> = requests.keys().collect();
    let invented = audit.fetches.iter().filter(|(url, count)| {
        let forbidden = url.contains("/never/") && !requested.contains(url);
        !forbidden && requests.get(*url).copied().unwrap_or_default() < **count
    });
    (
        lost.collect(),
        invented.map(|(url, _)| url.clone()).collect(),
    )
}
