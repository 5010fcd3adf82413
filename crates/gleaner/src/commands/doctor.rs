//! `gleaner doctor`.

use anyhow::bail;
use chrono::Utc;
use indicatif::DecimalBytes;
use store::{Database, Lifecycle, Store, StoreError};

use super::nightly;
use super::status::describe_ahead;
use crate::console::failure::describe;
use crate::console::output::Results;
use crate::console::plural::count;
use crate::database;
use crate::program::Context;
use crate::reading::stored::PageExtractor;
use crate::settings;

/// Maximum clock offset. A larger one misdates articles and affects leases.
const MAX_CLOCK_SKEW: chrono::TimeDelta = chrono::TimeDelta::seconds(30);

/// Number of sites contacted: enough to tell a broken network from a broken site.
const SITES_TRIED: usize = 3;

/// Check settings, disk, database, clock and network, and explain how to fix problems
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  gleaner doctor\n  gleaner doctor --settings    # all keys; your own file needs only those that it changes"
)]
pub(crate) struct Args {
    /// Print all settings with their defaults and what they mean, as a settings file, and check nothing
    #[arg(long)]
    settings: bool,
}

/// One check: its name, and what was found or what is wrong.
type Check = (&'static str, Found);

type Found = Result<String, Fault>;

/// What a check finds wrong.
enum Fault {
    /// It may be temporary, or not the fault of this machine.
    Doubtful(String),
    Wrong(String),
}

impl From<String> for Fault {
    fn from(wrong: String) -> Self {
        Self::Wrong(wrong)
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        Self::Wrong(error.to_string())
    }
}

impl From<anyhow::Error> for Fault {
    fn from(error: anyhow::Error) -> Self {
        Self::Wrong(describe(&error))
    }
}

pub(crate) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    if args.settings {
        let mut out = Results::new();
        out.text(settings::BASE)?;
        return out.finish();
    }
    let mut checks: Vec<Check> = vec![
        ("crawl", crawl_settings(context)),
        ("extractor and classifier", models(context)),
        ("disk", disk(context)),
        ("proxy", proxy(context)),
        ("time zone", nightly::zone::local().map_err(Fault::from)),
    ];
    checks.extend(stored(context).await);
    let mut out = Results::new();
    for (name, found) in &checks {
        out.line(&match found {
            Ok(found) => format!("ok     {name}: {found}"),
            Err(Fault::Doubtful(doubt)) => format!("warn   {name}: {doubt}"),
            Err(Fault::Wrong(wrong)) => format!("wrong  {name}: {wrong}"),
        })?;
    }
    out.finish()?;
    let is_wrong = |check: &&Check| matches!(check.1, Err(Fault::Wrong(_)));
    let wrong = checks.iter().filter(is_wrong).count();
    if wrong > 0 {
        bail!("{wrong} of {} checks failed", checks.len());
    }
    Ok(())
}

fn crawl_settings(context: &Context) -> Found {
    context.settings.crawl.check()?;
    Ok(context.settings.crawl.user_agent())
}

fn models(context: &Context) -> Found {
    Ok(PageExtractor::new(&context.settings)?.version)
}

fn disk(context: &Context) -> Found {
    if let Ok(Database::Url(_)) = database::chosen(context) {
        return Ok("the database is elsewhere".to_owned());
    }
    let folder = context.settings.data_dir()?;
    // the last ancestor of a relative path is empty
    let folder = std::path::absolute(&folder).unwrap_or(folder);
    // If the folder does not exist yet, its nearest ancestor is on the same disk.
    let there = folder.ancestors().find(|path| path.exists());
    let there = there.unwrap_or(&folder);
    let facts = rustix::fs::statvfs(there)
        .map_err(|error| format!("cannot examine {}: {error}", there.display()))?;
    let free = facts.f_bavail.saturating_mul(facts.f_frsize);
    let min_free_bytes = context.settings.database.min_free_bytes;
    let message = format!("{} free for {}", DecimalBytes(free), folder.display());
    if free < min_free_bytes {
        return Err(format!(
            "{message}, less than database.min_free_bytes ({}), so that nothing is crawled; make room, or set GLEANER_DATA_DIR to a larger disk",
            DecimalBytes(min_free_bytes)
        )
        .into());
    }
    Ok(message)
}

fn proxy(context: &Context) -> Found {
    let proxy = context.settings.crawl.proxies()?;
    Ok(proxy.map_or_else(
        || "none".to_owned(),
        |proxy| format!("{proxy}; it resolves names, and must refuse names of private addresses"),
    ))
}

async fn stored(context: &Context) -> Vec<Check> {
    let store = match opened(context).await {
        Ok(store) => store,
        Err(wrong) => return vec![("database", Err(wrong))],
    };
    let mut checks = vec![
        ("database", server(&store).await),
        ("clock", clock(&store).await),
        ("indexes", indexes(&store).await),
    ];
    let current = database::at_current_schema(&store, context).await;
    if let Err(wrong) = current {
        checks.push(("schema and sites", Err(wrong.into())));
        let rest = ["waiting times", "network"];
        let not_tried = "not tried: the schema is not current";
        checks.extend(rest.map(|name| (name, Ok(not_tried.to_owned()))));
    } else {
        checks.extend([
            ("schema and sites", sites(&store).await),
            ("waiting times", waiting_times(&store).await),
            ("network", network(&store, context).await),
        ]);
    }
    if let Err(error) = store.close().await {
        checks.push(("closing the database", Err(error.into())));
    }
    checks
}

async fn opened(context: &Context) -> Result<Store, Fault> {
    Ok(Store::open(&database::chosen(context)?).await?)
}

async fn server(store: &Store) -> Found {
    Ok(store.server().await?.version)
}

async fn clock(store: &Store) -> Found {
    let off = Utc::now() - store.server().await?.now;
    if off.abs() > MAX_CLOCK_SKEW {
        return Err(format!(
            "this machine and the database are {} s apart; synchronise both with a time server (NTP)",
            off.num_seconds()
        )
        .into());
    }
    Ok("agrees with the clock of the database".to_owned())
}

async fn indexes(store: &Store) -> Found {
    let found = store.check_indexes().await?;
    if let Some(why) = found.impossible {
        return Ok(format!("not checked: {why}"));
    }
    if !found.damaged.is_empty() {
        let damaged = found.damaged.iter().map(|index| {
            format!(
                "{0} is damaged: {1}; rebuild it with `gleaner database -- psql -c 'reindex index {0}'`",
                index.name, index.why
            )
        });
        let damaged: Vec<String> = damaged.collect();
        return Err(Fault::Wrong(damaged.join("; ")));
    }
    let (checked, all) = (found.checked, found.checked + found.unchecked);
    Ok(if checked < all {
        format!(
            "{checked} of {all} B-tree indexes are in order; there was no time for the larger ones"
        )
    } else {
        format!("all {all} B-tree indexes are in order")
    })
}

async fn waiting_times(store: &Store) -> Found {
    match store.clock_skew().await? {
        Some(ahead) => Err(describe_ahead(ahead).into()),
        None => Ok("none was set by a clock that was ahead".to_owned()),
    }
}

async fn sites(store: &Store) -> Found {
    let sites = store.sites().await?.len();
    if sites == 0 {
        return Ok(
            "current; no sites yet, start with: gleaner site add https://www.example.com"
                .to_owned(),
        );
    }
    Ok(format!("current; {}", count(sites, "site")))
}

async fn network(store: &Store, context: &Context) -> Found {
    if context.settings.crawl.check().is_err() {
        return Ok("not tried: the settings of the crawl are wrong".to_owned());
    }
    let sites = store.site_overviews(&[], false).await?;
    let mut replies = Vec::new();
    let mut silent = Vec::new();
    for site in sites
        .iter()
        .filter(|site| site.lifecycle == Lifecycle::Active && !site.home.is_empty())
        .take(SITES_TRIED)
    {
        let answer = crawl::robots_status(&context.settings.crawl, &site.home).await;
        if !matches!(answer, Ok(Some(..500))) {
            silent.push((site.id.clone(), matches!(answer, Ok(Some(_)))));
        }
        replies.push(match answer {
            Ok(Some(status)) => format!("{} answers {status}", site.id),
            Ok(None) => format!("{} does not answer", site.id),
            Err(error) => format!("{}: {error}", site.id),
        });
    }
    if replies.is_empty() {
        return Ok("not tried: there are no sites yet".to_owned());
    }
    let tried = replies.len();
    let statuses = format!("robots.txt of {}", replies.join(", "));
    if silent.is_empty() {
        return Ok(statuses);
    }
    if silent.len() == tried && !silent.iter().any(|(_, answers)| *answers) {
        return Err(Fault::Wrong(format!(
            "{statuses}; check this machine's network, name resolution and firewall"
        )));
    }
    let names: Vec<&str> = silent.iter().map(|(id, _)| id.as_str()).collect();
    Err(Fault::Doubtful(format!(
        "{} of {tried} sites cannot be crawled now ({}): {statuses}",
        names.len(),
        names.join(", ")
    )))
}
