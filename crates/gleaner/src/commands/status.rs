//! `gleaner status`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use chrono::{TimeDelta, Utc};
use indicatif::DecimalBytes;
use serde::Serialize;
use store::{
    ClockSkew, DiskUse, QueueSizes, Run, RunState, SiteHealth, SkippedCount, Status, Warning, clock,
};

use super::coverage;
use crate::console::plural::count;
use crate::console::{duration, output, table};
use crate::database;
use crate::program::Context;

/// Show the queue, recent runs, one line per site, and warnings
///
/// The sizes at the top are of what is stored; the counts of a site include what has been deleted since.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  gleaner status\n  gleaner status --site example --all\n  gleaner status --coverage --since 7d\n  gleaner status --skipped example"
)]
pub(crate) struct Args {
    /// Print one JSON object instead of tables
    #[arg(long)]
    pub(crate) json: bool,
    /// Show all columns of the sites and every reason, however wide the table
    #[arg(long, conflicts_with_all = ["json", "coverage", "skipped"])]
    pub(crate) all: bool,
    /// Show which share of each site's articles each channel found, and when
    #[arg(long)]
    pub(crate) coverage: bool,
    #[command(flatten)]
    pub(crate) of: coverage::Of,
    /// Count the URLs of this site that are not requested, by reason, with examples
    #[arg(long, value_name = "SITE", conflicts_with_all = ["coverage", "sites"])]
    pub(crate) skipped: Option<String>,
}

pub(crate) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    if args.coverage {
        return coverage::run(&args.of, args.json, context).await;
    }
    if let Some(site) = &args.skipped {
        return run_skipped(site, args.json, context).await;
    }
    let report = database::with(context, async |store| {
        let named = database::sites(store, &args.of.sites).await?;
        let mut report = Report {
            status: store.status().await?,
            warnings: store.warnings().await?,
        };
        if !named.is_empty() {
            report.status.sites.retain(|site| named.contains(&site.id));
            let warnings = &mut report.warnings;
            warnings.retain(|warning| named.contains(&warning.site_id));
        }
        Ok(report)
    })
    .await?;
    let min_free_bytes = context.settings.database.min_free_bytes;
    output::one(&report, args.json, |report| {
        describe(&report.status, args, min_free_bytes) + &describe_warnings(&report.warnings)
    })
}

async fn run_skipped(site: &str, json: bool, context: &Context) -> anyhow::Result<()> {
    let (site, skipped) = database::with(context, async |store| {
        let site = database::site(store, site).await?;
        let skipped = store.skipped(&site).await?;
        Ok((site, skipped))
    })
    .await?;
    output::one(&skipped, json, |skipped| describe_skipped(&site, skipped))
}

fn describe_skipped(site: &str, skipped: &[SkippedCount]) -> String {
    if skipped.is_empty() {
        return format!("All URLs found so far on {site} are requested.\n");
    }
    let mut text = String::new();
    for found in skipped {
        let _ = writeln!(text, "{}: {}", found.reason, count(found.urls, "URL"));
        for url in &found.examples {
            let _ = writeln!(text, "    {url}");
        }
        if usize::try_from(found.urls).is_ok_and(|urls| urls > found.examples.len()) {
            text.push_str("    …\n");
        }
    }
    text
}

#[derive(Debug, Serialize)]
struct Report {
    #[serde(flatten)]
    status: Status,
    warnings: Vec<Warning>,
}

/// The warnings, one line each; empty if there are none.
pub(crate) fn describe_warnings(warnings: &[Warning]) -> String {
    let head = if warnings.is_empty() {
        ""
    } else {
        "\nWarnings:\n"
    };
    let lines = warnings.iter().map(|warning| warning.describe() + "\n");
    std::iter::once(head.to_owned()).chain(lines).collect()
}

/// The tables. If sites are named, only their table, since queue and runs concern all sites.
fn describe(status: &Status, args: &Args, min_free_bytes: u64) -> String {
    let mut text = String::new();
    if args.of.sites.is_empty() {
        text.push_str(&queue(&status.queue));
        text.push_str(&disk(&status.disk, min_free_bytes));
        if let Some(ahead) = status.ahead {
            text.extend([describe_ahead(ahead).as_str(), "\n"]);
        }
        if !status.runs.is_empty() {
            text.extend(["\n", &runs(&status.runs)]);
        }
        text.push('\n');
    }
    if status.sites.is_empty() {
        text.push_str("No sites yet: gleaner site add https://www.example.com\n");
    } else {
        text.push_str(&sites(&status.sites, args.all));
    }
    text
}

fn queue(queue: &QueueSizes) -> String {
    let about = if queue.about { "about " } else { "" };
    format!(
        "{} ({} due, {} being crawled), {about}{} ({} due)\n\
         {about}{} ({} not extracted): {} in {}, {} stored\n",
        count(queue.hosts, "host"),
        queue.hosts_due,
        queue.hosts_leased,
        count(queue.urls, "URL"),
        queue.urls_due,
        count(queue.pages, "page"),
        queue.pages_unread,
        count(queue.articles, "article"),
        count(queue.versions, "version"),
        count(queue.rejected, "rejected page"),
    )
}

/// The size of the database, and a forecast of when less than `min_free_bytes` will be free on its disk.
fn disk(disk: &DiskUse, min_free_bytes: u64) -> String {
    let size = |bytes: i64| DecimalBytes(bytes.max(0).unsigned_abs());
    let mut line = format!("the database takes {}", size(disk.database_bytes));
    #[expect(clippy::cast_possible_truncation, reason = "a forecast")]
    match disk.bytes_a_day.map(|growth| growth as i64) {
        None => line.push_str(" (its growth will be known tomorrow)"),
        Some(growth) if growth <= 0 => line.push_str(" and does not grow"),
        Some(growth) => {
            let _ = write!(line, " and grows by {} a day", size(growth));
        }
    }
    match (disk.free_bytes, disk.days_left(min_free_bytes)) {
        (None, _) => line.push_str("; the free space of its server is unknown"),
        (Some(free), left) => {
            let _ = write!(line, "; {} free on its disk", DecimalBytes(free));
            if free < min_free_bytes {
                line.push_str(", too little to crawl (database.min_free_bytes)");
            } else if let Some(days) = left.filter(|&days| days < MAX_FORECAST_DAYS) {
                let _ = write!(line, ", enough for about {days:.0} days of crawling");
            }
        }
    }
    line.push('\n');
    line
}

/// The effect of a clock that was ahead, and the next step.
pub(crate) fn describe_ahead(ahead: ClockSkew) -> String {
    let (hours, minutes) = (ahead.seconds / 3_600, ahead.seconds / 60 % 60);
    format!(
        "the database's clock was ahead: {} may be waiting up to {hours} h {minutes} min too long; the next `gleaner crawl` or \
         `nightly` corrects that",
        count(ahead.hosts, "host")
    )
}

fn runs(runs: &[Run]) -> String {
    let headings = ">run | command | began (UTC) | >took | >fetched | >unchanged | >new articles | >new versions | state";
    let mut text = table::of(headings, runs.iter().map(run_row));
    for run in runs {
        let why = match (&run.detail, run.state) {
            (Some(detail), _) => table::cut(detail, 300),
            (None, RunState::Lost) => {
                "killed or cut off; the next run continues where it ended".to_owned()
            }
            (None, _) => continue,
        };
        let _ = writeln!(text, "run {} {}: {why}", run.id, run.state);
    }
    text
}

fn run_row(run: &Run) -> Vec<String> {
    let took = run.finished_at.map(|end| end - run.started_at);
    let took = took.map(|took| duration::describe(took.as_seconds_f64()));
    let counted = |name: &str| table::or_dash(run.count(name));
    vec![
        run.id.to_string(),
        run.command.clone(),
        table::time(Some(run.started_at)),
        table::or_dash(took),
        counted("fetched"),
        counted("not_modified"),
        counted("articles_added"),
        counted("articles_changed"),
        run.state.to_string(),
    ]
}

/// Longest forecast shown: beyond ten years it is meaningless.
const MAX_FORECAST_DAYS: f64 = 3_650.0;
/// Width of a table, in terminal columns.
const WIDTH: usize = 100;

/// The table of sites. Articles are shown with `--all`; `gleaner site list` shows states and articles too.
fn sites(sites: &[SiteHealth], all: bool) -> String {
    let brought = if sites.iter().any(|site| site.imported > 0) {
        "fetched or imported"
    } else {
        "fetched"
    };
    let mut headings = format!("site | >{brought} | >unchanged | >rejected | >due");
    let mut rows: Vec<Vec<String>> = sites.iter().map(|site| site_row(site, all)).collect();
    if !all {
        let before: Vec<Vec<String>> = rows.iter().map(|row| row[..5].to_vec()).collect();
        let widest = table::of(&headings, before);
        let widest = widest.lines().map(|line| line.chars().count()).max();
        let room = WIDTH.saturating_sub(widest.unwrap_or_default() + 3);
        for row in &mut rows {
            row[5] = table::cut(&row[5], room);
        }
    }
    if all {
        headings.push_str(" | >articles | last article (UTC) | last reachable (UTC)");
    }
    headings.push_str(" | not fetched");
    table::of(&headings, rows)
}

fn site_row(site: &SiteHealth, all: bool) -> Vec<String> {
    let more = if site.more_urls_due { "+" } else { "" };
    let mut row = vec![
        table::cut(&site.id, 30),
        (site.fetched + site.imported).to_string(),
        site.not_modified.to_string(),
        site.rejected.values().sum::<i64>().to_string(),
        format!("{}{more}", site.urls_due),
    ];
    if all {
        row.extend([
            site.articles.to_string(),
            table::time(site.last_article),
            table::time(site.last_success),
        ]);
    }
    row.push(not_fetched(site));
    row
}

/// Page types that were served with status 200 in place of the requested page.
const WALLS: [&str; 4] = ["challenge", "consent_wall", "js_shell", "paywall_teaser"];

/// What could not be fetched from a site, and why: hosts in cooldown, failed requests, walls in place of pages.
fn not_fetched(site: &SiteHealth) -> String {
    let mut parts = Vec::new();
    if site.hosts_in_cooldown > 0 {
        // The database has found that it lasts; this machine's clock may be ahead.
        let until = site
            .cooldown_until
            .map(|until| clock(until, Utc::now().min(until - TimeDelta::seconds(1))));
        let until = until.unwrap_or_default();
        parts.push(match site.hosts_in_cooldown {
            1 => format!("cooldown until {until}"),
            hosts => format!("{hosts} hosts in cooldown, the first until {until}"),
        });
    }
    if site.dead_channels > 0 {
        parts.push(format!("{} failing", count(site.dead_channels, "channel")));
    }
    let mut counts = site.failures.clone();
    for (name, count) in &site.rejected {
        if WALLS.contains(&name.as_str()) {
            *counts.entry(name.clone()).or_default() += count;
        }
    }
    parts.push(reasons(&counts));
    parts.retain(|part| !part.is_empty());
    parts.join("; ")
}

/// Counts by reason, most frequent first.
fn reasons(counts: &BTreeMap<String, i64>) -> String {
    let mut counts: Vec<(&String, &i64)> = counts.iter().collect();
    counts.sort_by_key(|&(name, &count)| (-count, name));
    let parts: Vec<String> = counts
        .iter()
        .map(|(name, count)| format!("{count} {}", name.replace('_', " ")))
        .collect();
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A site with an id of maximum length and many failures.
    fn site() -> SiteHealth {
        let reasons = |names: &[&str]| {
            let counts = names.iter().zip(1_000..);
            counts
                .map(|(name, count)| ((*name).to_owned(), count))
                .collect()
        };
        SiteHealth {
            id: "the-gazette-of-a-very-long-name".to_owned(),
            name: "The Gazette".to_owned(),
            seeded: true,
            fetched: 1_234_567,
            not_modified: 1_234_567,
            imported: 0,
            articles: 123_456,
            rejected: reasons(&["consent_wall", "js_shell"]),
            failures: reasons(&["not_found", "redirected", "server_error", "too_large"]),
            urls_due: 123_456,
            more_urls_due: true,
            hosts_in_cooldown: 1,
            cooldown_until: Some(Utc::now()),
            dead_channels: 2,
            last_fetch: Some(Utc::now()),
            last_success: Some(Utc::now()),
            last_article: Some(Utc::now()),
        }
    }

    #[test]
    fn the_forecast_says_how_long_the_disk_lasts() {
        let forecast = |bytes_a_day, free_bytes| {
            let database_bytes = 1_290_000_000;
            disk(
                &DiskUse {
                    database_bytes,
                    bytes_a_day,
                    free_bytes,
                },
                2_000_000_000,
            )
        };
        for (bytes_a_day, free_bytes, expected) in [
            (
                Some(30e6),
                Some(20_000_000_000),
                " and grows by 30.00 MB a day; 20.00 GB free on its disk, enough for about 600 days of crawling\n",
            ),
            (
                Some(30e6),
                Some(1_000_000_000),
                " and grows by 30.00 MB a day; 1.00 GB free on its disk, too little to crawl (database.min_free_bytes)\n",
            ),
            (
                None,
                Some(20_000_000_000),
                " (its growth will be known tomorrow); 20.00 GB free on its disk\n",
            ),
            (
                Some(-5.0),
                None,
                " and does not grow; the free space of its server is unknown\n",
            ),
        ] {
            assert_eq!(
                forecast(bytes_a_day, free_bytes),
                format!("the database takes 1.29 GB{expected}")
            );
        }
    }

    fn run(state: RunState, detail: Option<&str>) -> Run {
        Run {
            id: 1_234,
            command: "site forget".to_owned(),
            state,
            started_at: Utc::now() - TimeDelta::hours(7),
            finished_at: Some(Utc::now()),
            counts: serde_json::json!({ "fetched": 123_456, "articles_added": 12_345, "server_error": 9 }),
            detail: detail.map(str::to_owned),
        }
    }

    #[test]
    fn the_tables_fit_a_hundred_columns() {
        let sites = sites(&[site()], false);
        let runs = runs(&[run(RunState::Running, None), run(RunState::Done, None)]);
        for line in sites.lines().chain(runs.lines()) {
            assert!(line.chars().count() <= WIDTH, "{line}");
        }
        assert!(sites.contains("  cooldown until "), "{sites}");
        assert!(!sites.contains("until now"), "{sites}");
        assert!(runs.contains("7.0 h   123456          -"), "{runs}");
    }

    #[test]
    fn imports_are_named_and_all_reasons_and_articles_are_there_on_demand() {
        let imported = SiteHealth {
            imported: 1,
            ..site()
        };
        let text = sites(&[imported], false);
        assert!(text.contains("fetched or imported"), "{text}");
        assert!(!sites(&[site()], false).contains("imported"));
        let all = sites(&[site()], true);
        for part in ["1003 too large", "1001 js shell", "123456  20"] {
            assert!(all.contains(part), "{part}: {all}");
        }
    }
}
