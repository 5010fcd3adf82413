//! Describes what sites wait for after a crawl.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use chrono::{DateTime, Utc};
use crawl::CrawlReport;
use store::{Diagnosis, Outcome, SiteOverview, SiteState, Standing, Store, clock};

/// Maximum number of sites named in a sentence.
const MAX_NAMED: usize = 5;

/// Describes what the sites wait for, and until when, if the crawl got no page from any of them.
pub(crate) async fn waiting(
    store: &Store,
    report: &CrawlReport,
    only: &[String],
) -> anyhow::Result<Option<String>> {
    if report.count(Outcome::Fetched) + report.count(Outcome::NotModified) > 0 {
        return Ok(None);
    }
    let sites = store.site_overviews(only, false).await?;
    Ok(Some(describe_waiting(&sites, Utc::now())))
}

/// Describes what the sites wait for, and until when: `5 sites wait: 3 unreachable (a, b, c), 1 busy (d), …`.
fn describe_waiting(sites: &[SiteOverview], now: DateTime<Utc>) -> String {
    let mut by_word: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let (mut next, mut troubled, mut well) = (None::<DateTime<Utc>>, 0, 0);
    for site in sites {
        let found = Diagnosis::of(site);
        let state = found.state;
        if [
            SiteState::Removed,
            SiteState::Imported,
            SiteState::Forgotten,
        ]
        .contains(&state)
        {
            continue;
        }
        let is_well = state.standing() == Standing::Well;
        let held = site.held_until.filter(|_| is_well);
        let at = held.or(found.next_try);
        let at = at.or(site.next_at.filter(|_| state != SiteState::Paused));
        next = [next, at].into_iter().flatten().min();
        troubled += u32::from(state.standing() == Standing::Trouble);
        well += u32::from(is_well);
        let word = match held {
            Some(_) => "held by the lease of another worker",
            None if is_well => "not due",
            None => state.as_str(),
        };
        by_word.entry(word).or_default().push(&site.id);
    }
    let waiting: usize = by_word.values().map(Vec::len).sum();
    if waiting == 0 {
        return "There are no sites to crawl: gleaner site add https://www.example.com".to_owned();
    }
    let mut groups: Vec<(&str, Vec<&str>)> = by_word.into_iter().collect();
    groups.sort_by_key(|(word, ids)| (*word == "not due", usize::MAX - ids.len()));
    let groups: Vec<String> = groups.iter().map(|(word, ids)| group(word, ids)).collect();
    let plural = if waiting == 1 {
        "site waits"
    } else {
        "sites wait"
    };
    let mut line = format!("{waiting} {plural}: {}", groups.join(", "));
    if let Some(next) = next {
        let what = if well == 0 { "next try" } else { "next due" };
        let _ = write!(line, ", {what} {}", clock(next, now));
    }
    if troubled > 0 {
        line.push_str("; gleaner site show ID says why");
    }
    line
}

fn group(word: &str, ids: &[&str]) -> String {
    let named = ids[..ids.len().min(MAX_NAMED)].join(", ");
    let more = if ids.len() > MAX_NAMED { ", …" } else { "" };
    format!("{} {word} ({named}{more})", ids.len())
}

#[cfg(test)]
mod tests {
    use chrono::{TimeDelta, TimeZone as _};
    use store::{Lifecycle, testing};

    use super::*;

    fn now() -> DateTime<Utc> {
        Utc.with_ymd_and_hms(2026, 7, 1, 12, 0, 0).unwrap()
    }

    fn due() -> DateTime<Utc> {
        now() + TimeDelta::minutes(37)
    }

    fn site(id: &str) -> SiteOverview {
        testing::overview(id, due())
    }

    fn cooling(id: &str, reason: SiteState, detail: Option<&str>) -> SiteOverview {
        testing::cooling(id, due(), reason, detail)
    }

    #[test]
    fn a_crawl_without_pages_says_what_it_waits_for() {
        let sites = [
            cooling("a", SiteState::Unreachable, None),
            cooling("b", SiteState::Unreachable, None),
            cooling("c", SiteState::Busy, None),
            SiteOverview {
                visits: 1,
                last_article: Some(now()),
                next_at: Some(now() + TimeDelta::minutes(50)),
                ..site("d")
            },
            SiteOverview {
                lifecycle: Lifecycle::Removed,
                ..site("e")
            },
        ];
        assert_eq!(
            describe_waiting(&sites, now()),
            "4 sites wait: 2 unreachable (a, b), 1 busy (c), 1 not due (d), next due 12:37 UTC; gleaner site show ID says why"
        );
        assert_eq!(
            describe_waiting(&sites[..1], now()),
            "1 site waits: 1 unreachable (a), next try 12:37 UTC; gleaner site show ID says why"
        );
        let held = SiteOverview {
            held_until: Some(due()),
            next_at: Some(now()),
            ..sites[3].clone()
        };
        assert_eq!(
            describe_waiting(&[held], now()),
            "1 site waits: 1 held by the lease of another worker (d), next due 12:37 UTC"
        );
    }
}
