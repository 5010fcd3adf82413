//! `gleaner site forget`.

use std::fmt::Write as _;

use anyhow::anyhow;
use chrono::Utc;
use store::{Forgotten, Retention, SiteOverview, Store, Successor};

use super::lifecycle::overview;
use crate::console::failure::Advise as _;
use crate::console::plural::count;
use crate::console::{ask, output};
use crate::database;
use crate::program::Context;

/// Delete all data of a site: articles, pages, log and labels; exports then report its articles as withdrawn
///
/// For requests of publishers. This cannot be undone. Seeds that still name the site leave it out; only `gleaner site add` crawls it again.
/// If the command is stopped or killed, the same command continues.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Id, host or domain of the site
    #[arg(value_name = "SITE")]
    id: String,
    /// Do not ask for confirmation; required if there is no terminal
    #[arg(long)]
    yes: bool,
}

pub(super) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let id = args.id.as_str();
    let message = database::with(context, async |store| {
        let hashed = store::article_id(id);
        let known = store.sites().await?.iter().any(|site| site.id == id);
        if !known && let Some(at) = store.forgotten_at(&hashed).await? {
            let at = at.format("%Y-%m-%d %H:%M UTC");
            return Ok(format!(
                "{id} was forgotten at {at}: nothing about it is stored"
            ));
        }
        let site = overview(store, id, true).await?;
        let successor = store.successor(&site.id).await?;
        if let Some(other) = successor.as_ref().filter(|other| other.has_all) {
            return Err(anyhow!(
                "nothing is stored under {}: its host and its articles belong to the site {}, which has taken them over",
                site.id,
                other.site_id
            ))
            .advise(format!("`gleaner site forget {}` deletes them", other.site_id));
        }
        let question = format!(
            "Delete {} ({}) with {} and all its pages? This cannot be undone.",
            site.id,
            site.name,
            count(site.articles.unwrap_or_default(), "article")
        );
        ask::confirm(&question, args.yes, &context.stop).await?;
        let mut message = forget(store, &site, context).await?;
        if let Some(Successor { site_id, .. }) = successor {
            let _ = write!(
                message,
                "\nThe host of its home page belongs to the site {site_id}, with its articles: `gleaner site forget {site_id}` deletes them."
            );
        }
        Ok(message)
    })
    .await?;
    output::message(&message)
}

/// Forgets the site in a recorded run, which identifies it only by a hash.
async fn forget(store: &Store, site: &SiteOverview, context: &Context) -> anyhow::Result<String> {
    let run = store.begin_run("site forget").await?;
    let stop = || context.stop.is_cancelled();
    let gone = store.forget_in_run(run, &site.id, &stop).await?;
    if gone.stopped {
        return Ok(format!(
            "Stopped early: {} is no longer crawled, and partly deleted; the same command continues",
            site.id
        ));
    }
    let mut message = describe(site, &gone, &store.site_overviews(&[], false).await?);
    if Retention::from(&context.settings.retention)
        .sites
        .contains_key(&site.id)
    {
        message.push_str("\nRemove it from [retention] in the settings too: `prune`, and thus each night, fails on unknown sites.");
    }
    Ok(message)
}

/// What was deleted, and what remains outside the database.
fn describe(site: &SiteOverview, gone: &Forgotten, others: &[SiteOverview]) -> String {
    let mut message = format!(
        "{} is forgotten. This call deleted {}, {}, {} and {}.\n",
        site.id,
        count(gone.versions, "article version"),
        count(gone.pages, "page"),
        count(gone.visits, "visit"),
        count(gone.urls, "URL")
    );
    let _ = writeln!(
        message,
        "The ids of its articles stay among the withdrawals: the next `gleaner export --continue` names them in its manifest.\n\
         Files that were exported until {} keep the texts until their owners follow the withdrawals; Gleaner does not record\n\
         who exported what. WARC files, backups and logs of the database server keep them too.",
        Utc::now().format("%Y-%m-%d %H:%M UTC")
    );
    if gone.regroups {
        message.push_str(
            "Stories and copies of all sites must be grouped again. Next: gleaner aggregate\n",
        );
    }
    if let Some(file) = &site.seed_file {
        let _ = writeln!(
            message,
            "Remove it from {file}: until then, `gleaner seed` and `nightly` leave it out with a warning."
        );
    }
    let others: Vec<&str> = others
        .iter()
        .filter(|other| other.domain == site.domain)
        .map(|other| other.id.as_str())
        .collect();
    if !others.is_empty() {
        let _ = writeln!(
            message,
            "Links of other sites of its domain, {}, may lead to its URLs again: {}",
            site.domain,
            others.join(", ")
        );
    }
    message.trim_end().to_owned()
}
