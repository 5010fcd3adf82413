//! `gleaner site pause`, `resume`, `retry` and `remove`.

use std::fmt::Write as _;

use anyhow::{Context as _, anyhow};
use store::{Lifecycle, SiteOverview, Store};

use crate::console::failure::Advise as _;
use crate::console::output;
use crate::console::plural::count;
use crate::database;
use crate::program::Context;

/// The overview of a site named by the user.
pub(super) async fn overview(
    store: &Store,
    name: &str,
    count: bool,
) -> anyhow::Result<SiteOverview> {
    let id = database::site(store, name).await?;
    let mut found = store.site_overviews(&[id], count).await?;
    found.pop().context("the site was just deleted")
}

pub(super) async fn pause(name: &str, pause: bool, context: &Context) -> anyhow::Result<()> {
    let message = database::with(context, async |store| {
        let site = overview(store, name, false).await?;
        let id = &site.id;
        let changed = store.pause_site(id, pause).await?;
        match (changed, site.lifecycle) {
            (true, _) if pause => Ok(format!(
                "{id} is paused: nothing is fetched from it until `gleaner site resume {id}`"
            )),
            (true, _) => Ok(format!("{id} is crawled again. Next: gleaner crawl")),
            (false, Lifecycle::Paused) => Ok(format!("{id} is already paused")),
            (false, Lifecycle::Active) => Ok(format!("{id} is not paused")),
            (false, Lifecycle::Removed) => Err(anyhow!("the site {id} was removed"))
                .advise("`gleaner seed` of a file that names it brings it back"),
            (false, Lifecycle::Forgotten) => Err(anyhow!("the site {id} is being forgotten"))
                .advise(format!("`gleaner site forget {id}` continues that")),
        }
    })
    .await?;
    output::message(&message)
}

pub(super) async fn retry(name: &str, context: &Context) -> anyhow::Result<()> {
    let message = database::with(context, async |store| {
        let site = overview(store, name, false).await?;
        let id = &site.id;
        let due = store.retry_site(id).await?;
        let next = match site.lifecycle {
            Lifecycle::Active => format!("Next: gleaner crawl --site {id}"),
            Lifecycle::Paused => {
                format!("It is paused, and nothing is fetched until `gleaner site resume {id}`.")
            }
            Lifecycle::Removed | Lifecycle::Forgotten => {
                "It was removed, and nothing is fetched until a seed names it again.".to_owned()
            }
        };
        Ok(format!(
            "{id} no longer waits: its robots.txt is due, and {} that had failed\n{next}",
            count(due, "URL")
        ))
    })
    .await?;
    output::message(&message)
}

pub(super) async fn remove(name: &str, context: &Context) -> anyhow::Result<()> {
    let message = database::with(context, async |store| {
        let site = overview(store, name, true).await?;
        let id = &site.id;
        if site.lifecycle == Lifecycle::Removed {
            return Ok(format!("{id} is already removed"));
        }
        let urls = store.remove_site(id).await?;
        let mut message = format!(
            "{id} is removed: {} left the queue; {} kept",
            count(urls, "URL"),
            count(site.articles.unwrap_or_default(), "article")
        );
        if let Some(file) = &site.seed_file {
            let _ = write!(
                message,
                "\nRemove it from {file} too: the next `gleaner seed` or `nightly` with that file brings it back."
            );
        }
        Ok(message)
    })
    .await?;
    output::message(&message)
}
