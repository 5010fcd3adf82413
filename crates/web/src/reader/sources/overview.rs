//! All sites at a glance: the articles of each, its state, and why.

use std::collections::BTreeMap;

use chrono::{DateTime, Days, NaiveDate, TimeDelta, Utc};
use store::{
    ChannelCoverage, Diagnosis, Lifecycle, Outcome, SiteCoverage, SiteOverview, SiteState,
    SiteVisits, Store, StoreError, Warning,
};

use super::super::chart::Bars;

/// Number of days of the small charts and of the counts beside them, including today.
pub(super) const DAYS: i32 = 28;
/// Number of days whose articles count for the shares of the channels.
const COVERAGE_DAYS: i64 = 7;
/// Maximum number of reasons for failure, and of channels, named for each site.
const MAX_NAMED: usize = 3;

/// A row for each site.
#[derive(Debug)]
pub(super) struct Overview {
    pub(super) rows: Vec<Row>,
    /// The number of sites in each state.
    pub(super) states: BTreeMap<SiteState, usize>,
}

/// One site in the list.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) home: String,
    pub(super) state: Diagnosis,
    /// Number of new articles of each day, and the last of these days.
    pub(super) days: Vec<i64>,
    pub(super) today: NaiveDate,
    pub(super) last_success: Option<DateTime<Utc>>,
    /// Visits that failed, by reason, the most frequent first.
    pub(super) failures: Vec<(String, i64)>,
    /// The state of robots.txt, if it is notable.
    pub(super) robots: Option<String>,
    pub(super) opt_outs: Vec<String>,
    pub(super) coverage: Option<SiteCoverage>,
    /// What needs attention.
    pub(super) warnings: Vec<String>,
}

impl Row {
    /// The host of its front page.
    pub(super) fn host(&self) -> &str {
        let home = self.home.as_str();
        let (_, rest) = home.split_once("://").unwrap_or(("", home));
        rest.trim_end_matches('/')
    }

    /// The number of new articles of the last days.
    pub(super) fn articles(&self) -> i64 {
        self.days.iter().sum()
    }

    /// A bar for each day.
    pub(super) fn chart(&self, height: usize) -> Bars {
        let max = self.days.iter().copied().max().unwrap_or(0);
        let label = match self.articles() {
            0 => format!("no new articles in {DAYS} days"),
            1 => format!("1 new article in {DAYS} days"),
            sum => format!("{sum} new articles in {DAYS} days, at most {max} a day"),
        };
        Bars::new(&self.days, height, label).between(first_day(self.today), self.today)
    }

    /// The most frequent failures: `12 not found, 3 timeout`.
    pub(super) fn main_failures(&self) -> String {
        let named = self.failures.iter().take(MAX_NAMED);
        let named = named.map(|(reason, count)| format!("{count} {reason}"));
        named.collect::<Vec<_>>().join(", ")
    }

    /// The share of the articles that each channel named first: `feed 60 %, sitemap 40 %`.
    pub(super) fn channels(&self) -> String {
        let Some(coverage) = &self.coverage else {
            return String::new();
        };
        let mut channels: Vec<&ChannelCoverage> = coverage.channels.iter().collect();
        channels.sort_by_key(|channel| -channel.first);
        let all = coverage.articles.max(1);
        let shown = channels.iter().filter(|channel| channel.first > 0);
        let shown = shown.take(MAX_NAMED).map(|channel| {
            let name = channel.channel.as_str().replace('_', " ");
            format!("{name} {}\u{a0}%", (100 * channel.first + all / 2) / all)
        });
        shown.collect::<Vec<_>>().join(", ")
    }

    /// Whether the site needs attention.
    pub(super) fn needs_attention(&self) -> bool {
        tone(&self.state) == "bad" || !self.warnings.is_empty()
    }
}

/// How the word for the state of a site looks: `good`, `bad` or `plain`.
pub(super) fn tone(site: &Diagnosis) -> &'static str {
    match site.state {
        _ if site.is_trouble => "bad",
        SiteState::Ok => "good",
        SiteState::Empty => "bad",
        _ => "plain",
    }
}

impl Overview {
    /// The number of sites that need attention.
    pub(super) fn troubled(&self) -> usize {
        let troubled = self.rows.iter().filter(|row| row.needs_attention());
        troubled.count()
    }

    /// Reads the overview, with several queries over all sites at once.
    pub(super) async fn load(store: &Store) -> Result<Self, StoreError> {
        let now = Utc::now();
        let (sites, mut days, mut visits, coverage) = tokio::try_join!(
            store.site_overviews(&[], false),
            store.new_articles(DAYS),
            store.site_visits(DAYS),
            store.coverage(now - TimeDelta::days(COVERAGE_DAYS), &[]),
        )?;
        let mut coverage: BTreeMap<String, SiteCoverage> =
            coverage.into_iter().map(|of| (of.id.clone(), of)).collect();
        let mut warnings = warnings(store.warnings().await?);
        let mut states: BTreeMap<SiteState, usize> = BTreeMap::new();
        let mut rows: Vec<Row> = sites
            .into_iter()
            .map(|site| {
                let state = Diagnosis::of(&site);
                *states.entry(state.state).or_default() += 1;
                let days = days.remove(&site.id).unwrap_or_default();
                let visits = visits.remove(&site.id).unwrap_or_default();
                Row {
                    state,
                    days: articles(&days, now.date_naive()),
                    today: now.date_naive(),
                    last_success: visits.last_success,
                    failures: failures(&visits),
                    robots: robots(&site),
                    coverage: coverage.remove(&site.id),
                    warnings: warnings.remove(&site.id).unwrap_or_default(),
                    opt_outs: site.opt_outs,
                    id: site.id,
                    name: site.name,
                    home: site.home,
                }
            })
            .collect();
        // Sites that need attention come first.
        rows.sort_by_cached_key(|row| {
            (
                !row.needs_attention(),
                row.name.to_lowercase(),
                row.id.clone(),
            )
        });
        Ok(Self { rows, states })
    }
}

/// Warnings as sentences, by site; those that repeat the state are left out.
fn warnings(found: Vec<Warning>) -> BTreeMap<String, Vec<String>> {
    let mut warnings: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for warning in found {
        if !warning.is_of_state() {
            let text = warning.sentence();
            warnings.entry(warning.site_id).or_default().push(text);
        }
    }
    warnings
}

/// The first of the last days, including today.
fn first_day(today: NaiveDate) -> NaiveDate {
    today - Days::new(DAYS.unsigned_abs().saturating_sub(1).into())
}

/// The number of new articles of each of the last days, including today.
fn articles(by_day: &BTreeMap<NaiveDate, i64>, today: NaiveDate) -> Vec<i64> {
    let days = first_day(today).iter_days().take_while(|day| *day <= today);
    days.map(|day| by_day.get(&day).copied().unwrap_or(0))
        .collect()
}

/// Visits of the last days that failed, by reason, the most frequent first.
fn failures(visits: &SiteVisits) -> Vec<(String, i64)> {
    let failed = visits.recent.iter();
    let failed = failed.filter(|(outcome, _)| outcome.parse().is_ok_and(Outcome::is_failure));
    let mut failed: Vec<(String, i64)> = failed
        .map(|(outcome, &count)| (outcome.replace('_', " "), count))
        .collect();
    failed.sort_by_key(|(_, count)| -count);
    failed
}

/// The state of the robots.txt of the main host, if it is notable.
fn robots(site: &SiteOverview) -> Option<String> {
    if site.robots_at.is_none() || !site.seeded || site.lifecycle != Lifecycle::Active {
        return None;
    }
    if site.robots_unreachable_since.is_some() {
        return Some("no answer".to_owned());
    }
    match site.robots_status {
        None => Some("no answer".to_owned()),
        Some(200..=299) => None,
        Some(400..=499) => Some("none".to_owned()),
        Some(status) => Some(format!("status {status}")),
    }
}

#[cfg(test)]
mod tests {
    use store::Via;

    use super::*;

    fn row() -> Row {
        let channel = |channel, first| ChannelCoverage {
            channel,
            named: first,
            only: first,
            first,
            lag_seconds: None,
            behind_seconds: None,
        };
        Row {
            id: "a".to_owned(),
            name: "A".to_owned(),
            home: "https://a.example/".to_owned(),
            state: Diagnosis {
                state: SiteState::Ok,
                why: None,
                next_try: None,
                step: None,
                is_trouble: false,
            },
            days: vec![0, 3, 1],
            today: NaiveDate::from_ymd_opt(2026, 3, 28).unwrap(),
            last_success: None,
            failures: vec![("not found".to_owned(), 12), ("timeout".to_owned(), 3)],
            robots: None,
            opt_outs: Vec::new(),
            coverage: Some(SiteCoverage {
                id: "a".to_owned(),
                articles: 3,
                channels: vec![
                    channel(Via::Sitemap, 1),
                    channel(Via::Feed, 2),
                    channel(Via::Link, 0),
                ],
            }),
            warnings: Vec::new(),
        }
    }

    #[test]
    fn a_row_shows_the_articles_failures_and_channels_of_a_site() {
        let row = row();
        let chart = row.chart(24);
        assert_eq!(chart.label, "4 new articles in 28 days, at most 3 a day");
        let march = |day| NaiveDate::from_ymd_opt(2026, 3, day).unwrap();
        assert_eq!(chart.days, Some((march(1), march(28))));
        assert_eq!(row.main_failures(), "12 not found, 3 timeout");
        assert_eq!(row.channels(), "feed 67\u{a0}%, sitemap 33\u{a0}%");
        assert!(!row.needs_attention());
    }

    #[test]
    fn each_of_the_last_days_has_its_number() {
        let today = NaiveDate::from_ymd_opt(2026, 3, 2).unwrap();
        let days = BTreeMap::from([(today - Days::new(2), 5), (today, 1)]);
        let numbers = articles(&days, today);
        assert_eq!(numbers.len(), 28);
        assert_eq!(numbers[25..], [5, 0, 1]);
    }
}
