//! `gleaner site list` and `gleaner site show`.

use std::fmt::Write as _;

use chrono::{DateTime, Utc};
use serde::Serialize;
use store::{Diagnosis, SiteChannel, SiteHost, SiteOverview, Warning, clock};

use super::lifecycle::overview;
use crate::console::output;
use crate::console::plural::count;
use crate::console::table;
use crate::database;
use crate::program::Context;

/// List all sites with home page, state, number of articles and time of the last article
#[derive(Debug, clap::Args)]
pub(super) struct ListArgs {
    /// Print one JSON object per site instead of a table
    #[arg(long)]
    json: bool,
}

/// Show the state of a site, its cause and what to do, with hosts and counts
#[derive(Debug, clap::Args)]
pub(super) struct ShowArgs {
    /// Id, host or domain of the site
    #[arg(value_name = "SITE")]
    id: String,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Serialize)]
struct Site {
    #[serde(flatten)]
    overview: SiteOverview,
    #[serde(flatten)]
    state: Diagnosis,
}

#[derive(Debug, Serialize)]
struct SiteDetails {
    #[serde(flatten)]
    site: Site,
    hosts: Vec<SiteHost>,
    channels: Vec<SiteChannel>,
    warnings: Vec<String>,
}

pub(super) async fn list(args: &ListArgs, context: &Context) -> anyhow::Result<()> {
    let sites = database::with(context, async |store| {
        Ok(store.site_overviews(&[], true).await?)
    })
    .await?;
    let sites = sites.into_iter().map(|overview| Site {
        state: Diagnosis::of(&overview),
        overview,
    });
    let none = "No sites yet: gleaner site add https://www.example.com";
    output::all(&sites.collect::<Vec<_>>(), args.json, none, |sites| {
        let row = |Site { overview, state }: &Site| {
            vec![
                overview.id.clone(),
                overview.home.clone(),
                state.state.to_string(),
                overview.articles.unwrap_or_default().to_string(),
                table::time(overview.last_article),
            ]
        };
        let headings = "site | home | state | >articles | last article (UTC)";
        table::of(headings, sites.iter().map(row))
    })
}

pub(super) async fn show(args: &ShowArgs, context: &Context) -> anyhow::Result<()> {
    let whole = database::with(context, async |store| {
        let overview = overview(store, &args.id, true).await?;
        let warnings = store.warnings().await?;
        let warnings = warnings
            .iter()
            .filter(|warning| warning.site_id == overview.id && !warning.is_of_state());
        Ok(SiteDetails {
            hosts: store.site_hosts(&overview.id).await?,
            channels: store.site_channels(&overview.id).await?,
            warnings: warnings.map(Warning::describe).collect(),
            site: Site {
                state: Diagnosis::of(&overview),
                overview,
            },
        })
    })
    .await?;
    output::one(&whole, args.json, |whole| describe(whole, Utc::now()))
}

fn describe(whole: &SiteDetails, now: DateTime<Utc>) -> String {
    let Site { overview, state } = &whole.site;
    let mut text = format!(
        "{} ({}): {}\n",
        overview.id,
        overview.name,
        state.sentence(now)
    );
    let _ = writeln!(text, "home  {}", overview.home);
    if let Some(file) = &overview.seed_file {
        let _ = writeln!(text, "seed  {file}");
    }
    if !overview.tags.is_empty() {
        let _ = writeln!(text, "tags  {}", overview.tags.join(", "));
    }
    let _ = writeln!(
        text,
        "{}, {} of them answered with a page; {} extracted, {}, last article {}",
        count(overview.visits, "visit"),
        overview.answers,
        count(overview.pages, "page"),
        count(overview.articles.unwrap_or_default(), "article"),
        table::or_dash(
            overview
                .last_article
                .map(|at| at.format("%Y-%m-%d %H:%M UTC"))
        )
    );
    for warning in &whole.warnings {
        text.extend([warning.as_str(), "\n"]);
    }
    if !whole.hosts.is_empty() {
        text.extend(["\n", &hosts(&whole.hosts, now)]);
    }
    if !whole.channels.is_empty() {
        text.extend(["\n", &channels(&whole.channels)]);
    }
    text
}

fn channels(channels: &[SiteChannel]) -> String {
    let row = |channel: &SiteChannel| {
        let status = channel.http_status.map(|status| status.to_string());
        let answer = [
            status,
            Some(channel.outcome.clone()),
            channel.detail.clone(),
        ];
        let answer: Vec<String> = answer.into_iter().flatten().collect();
        vec![
            table::cut(&channel.url, 80),
            channel.pages.to_string(),
            channel.articles.to_string(),
            table::time(Some(channel.visited_at)),
            table::cut(&answer.join(" "), 60),
        ]
    };
    table::of(
        "feed or sitemap | >pages named first | >articles of them | requested (UTC) | response",
        channels.iter().map(row),
    )
}

fn hosts(hosts: &[SiteHost], now: DateTime<Utc>) -> String {
    let row = |host: &SiteHost| {
        let next = match host.next_at {
            _ if host.leased => "at work".to_owned(),
            at => table::or_dash(at.map(|at| clock(at, now))),
        };
        let robots = match (host.robots_at, host.robots_status) {
            (None, _) => "-".to_owned(),
            (Some(at), None) => format!("no answer, {}", table::time(Some(at))),
            (Some(at), Some(status)) => format!("{status}, {}", table::time(Some(at))),
        };
        let cooldown = match (&host.cooldown_reason, &host.cooldown_detail) {
            (Some(reason), Some(detail)) => format!("{reason}: {}", table::cut(detail, 40)),
            (Some(reason), None) => reason.clone(),
            (None, _) => String::new(),
        };
        vec![
            host.authority.clone(),
            host.urls.to_string(),
            host.due.to_string(),
            next,
            robots,
            cooldown,
        ]
    };
    let headings = "host | >known | >due | next | robots.txt (UTC) | cooldown";
    table::of(headings, hosts.iter().map(row))
}
