//! Adds sites in the reader. They are added only to the database, since a browser must not change files on this machine.

use anyhow::{Context as _, anyhow};
use crawl::{Seed, Settings};
use store::Store;
use web::FoundSite;

use crate::commands::site::add::{entry, propose, survey};
use crate::console::failure;
use crate::pipeline;

/// Surveys a site, given its home page.
pub(super) async fn find(settings: &Settings, home: &str) -> anyhow::Result<FoundSite> {
    let mut seed = Seed::from_home(home).with_context(|| home.to_owned())?;
    let survey = survey(settings, &mut seed, home).await?;
    let proposed = propose(&mut seed, &survey);
    Ok(FoundSite {
        unfit: proposed.err().map(|error| failure::describe(&error)),
        entry: entry(&seed),
        survey,
        seed,
    })
}

/// Adds a site. Fails if a seed file with it would be invalid, or if its id or host is already taken.
pub(super) async fn add(store: &Store, seed: &Seed) -> anyhow::Result<()> {
    // Seeds are validated when they are read.
    let read = crawl::read_seeds("the site.toml", "the site", entry(seed).as_bytes(), |_| {
        Ok(())
    })?;
    let mut seed = read.into_iter().next().context("there is no site")?;
    seed.file = None;
    pipeline::check_codes(&seed).map_err(anyhow::Error::msg)?;
    if store.site(&seed.id).await?.is_some() {
        let id = seed.id;
        return Err(anyhow!(
            "the site {id:?} already exists; give this one another short name"
        ));
    }
    let site = seed.to_site()?;
    store.allow_forgotten(&site).await?; // a person adds it
    let seeded = store.upsert_sites(&[site]).await?;
    match seeded.taken.first() {
        Some(taken) => Err(anyhow!(
            "its home page is on the host of the site {:?}, and a host belongs to one site",
            taken.owner
        )),
        None => Ok(()),
    }
}
