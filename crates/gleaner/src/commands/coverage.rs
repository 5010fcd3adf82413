//! `gleaner status --coverage`.

use chrono::{DateTime, Utc};
use serde::Serialize;
use store::SiteCoverage;

use crate::console::{duration, output, table};
use crate::database;
use crate::program::Context;

/// Selects the articles that are counted.
#[derive(Debug, clap::Args)]
pub(crate) struct Of {
    /// With --coverage: count articles first found within this period, such as 7d, or since a day or time such as 2026-11-01
    #[arg(long, value_name = "D", default_value = "30d", requires = "coverage", value_parser = duration::since)]
    since: DateTime<Utc>,
    /// Only this site; can be repeated
    #[arg(long = "site", value_name = "ID")]
    pub(super) sites: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Coverage {
    since: DateTime<Utc>,
    sites: Vec<SiteCoverage>,
}

pub(super) async fn run(of: &Of, json: bool, context: &Context) -> anyhow::Result<()> {
    let since = of.since;
    let coverage = database::with(context, async |store| {
        let sites = database::sites(store, &of.sites).await?;
        Ok(Coverage {
            since,
            sites: store.coverage(since, &sites).await?,
        })
    })
    .await?;
    output::one(&coverage, json, describe)
}

fn describe(coverage: &Coverage) -> String {
    if coverage.sites.is_empty() {
        format!(
            "No articles were found since {}. Imported articles do not count.\n",
            coverage.since.format("%Y-%m-%d %H:%M UTC")
        )
    } else {
        sites(&coverage.sites)
    }
}

fn sites(sites: &[SiteCoverage]) -> String {
    let mut rows = Vec::new();
    for site in sites {
        for (index, channel) in site.channels.iter().enumerate() {
            let share = |count: i64| format!("{} %", percent(count, site.articles));
            let (id, articles) = match index {
                0 => (table::cut(&site.id, 30), site.articles.to_string()),
                _ => (String::new(), String::new()),
            };
            rows.push(vec![
                id,
                articles,
                channel.channel.as_str().replace('_', " "),
                share(channel.named),
                share(channel.only),
                share(channel.first),
                table::or_dash(channel.lag_seconds.map(duration::describe)),
                table::or_dash(channel.behind_seconds.map(duration::describe)),
            ]);
        }
    }
    table::of(
        "site | >articles | channel | >named | >only | >first | >after publication | >lag",
        rows,
    )
}

/// A share in whole per cent, rounded half up.
fn percent(count: i64, of: i64) -> i64 {
    (200 * count + of) / (2 * of.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::{ChannelCoverage, Via};

    #[test]
    fn shares_and_times_are_for_people() {
        let channel = |channel, named, only, first, lag, behind| ChannelCoverage {
            channel,
            named,
            only,
            first,
            lag_seconds: lag,
            behind_seconds: behind,
        };
        let site = SiteCoverage {
            id: "a".to_owned(),
            articles: 3,
            channels: vec![
                channel(Via::Feed, 3, 1, 2, Some(90.0), Some(5_400.0)),
                channel(Via::NewsSitemap, 2, 0, 1, Some(12_600.0), None),
            ],
        };
        assert_eq!(
            sites(&[site]),
            "site  articles  channel       named  only  first  after publication     lag\n\
             a            3  feed          100 %  33 %   67 %               90 s  90 min\n\
             \u{20}               news sitemap   67 %   0 %   33 %              3.5 h       -\n"
        );
    }
}
