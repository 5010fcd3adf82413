//! The seed stage: reads seed files, and adds or updates sites.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use ::crawl::{DownloadKind, Downloader, Seed, SeedRules, Settings, absolute_path, is_seed_file};
use anyhow::{Context as _, bail};
use store::{ForgottenSite, Lifecycle, SeedSite, Seeded, Store};
use url::Url;

use super::codes::remove_unknown_codes;
use crate::files::input::url_of;
use crate::reading::stored::CompiledRules;

/// Loads the sites of these files, folders and URLs. Fails on duplicate ids, except derived ones. A URL that ends like a seed file is downloaded; any other is
/// the home page of a site.
pub(crate) async fn load_seeds(
    paths: &[PathBuf],
    settings: &Settings,
) -> anyhow::Result<Vec<Seed>> {
    let mut seeds: Vec<Seed> = Vec::new();
    let mut first_in: HashMap<String, &Path> = HashMap::new();
    let mut downloader = None;
    for path in paths {
        let loaded = load(path, settings, &mut downloader).await?;
        for mut seed in loaded {
            for fault in remove_unknown_codes(&mut seed) {
                let file = seed.file.as_deref().unwrap_or("the seeds");
                tracing::warn!("{} in {file}: {fault}. It counts as missing", seed.id);
            }
            if let Some(first) = first_in.get(&seed.id) {
                if seed.has_derived_id {
                    tracing::warn!(
                        "{} in {} is skipped: its id {:?} is already used by a site in {}; if it is another site, give it an `id`",
                        seed.home,
                        path.display(),
                        seed.id,
                        first.display()
                    );
                    continue;
                }
                bail!(
                    "the site id {:?} is in both {} and {}; give one of them another id",
                    seed.id,
                    first.display(),
                    path.display()
                );
            }
            first_in.insert(seed.id.clone(), path);
            seeds.push(seed);
        }
    }
    Ok(seeds)
}

async fn load(
    path: &Path,
    settings: &Settings,
    downloader: &mut Option<Downloader>,
) -> anyhow::Result<Vec<Seed>> {
    let check = |rules: &SeedRules| CompiledRules::new(rules, 0).map(drop);
    let Some(url) = url_of(path) else {
        return Ok(::crawl::load_seeds(path, check)?);
    };
    let file = Url::parse(url).with_context(|| url.to_owned())?;
    if !is_seed_file(file.path()) {
        return Ok(vec![Seed::from_home(url).with_context(|| url.to_owned())?]);
    }
    let downloader = match downloader {
        Some(downloader) => downloader,
        None => downloader.insert(Downloader::new(settings)?),
    };
    let mut name = file;
    name.set_query(None);
    name.set_fragment(None);
    let file = downloader.get(url, DownloadKind::File).await;
    let list = || RemoteList(url.to_owned());
    let file = file.with_context(list)?;
    ::crawl::read_seeds(name.as_str(), url, &file.body, check).with_context(list)
}

/// The context of an error of a seed file on the web, which may be unreachable or broken for a while.
#[derive(Debug, thiserror::Error)]
#[error("cannot use the seeds at {0}")]
pub(crate) struct RemoteList(String);

#[derive(Debug)]
pub(crate) struct SeedReport {
    pub(crate) counts: Seeded,
    /// Sites named by the files that stay paused.
    pub(crate) paused: Vec<String>,
    /// Sites that came from these files and are no longer named by them, with the file.
    pub(crate) unnamed: Vec<(String, String)>,
    /// Those of them that were removed.
    pub(crate) removed: Vec<RemovedSite>,
}

/// A site that its file no longer names, and that was removed.
#[derive(Debug)]
pub(crate) struct RemovedSite {
    pub(crate) id: String,
    pub(crate) file: String,
    /// Number of its URLs that left the queue.
    pub(crate) urls: u64,
}

/// The paths as they are stored with the sites.
fn names(paths: &[PathBuf]) -> Vec<String> {
    let names = paths.iter().filter_map(|path| match url_of(path) {
        Some(url) => Some(url.to_owned()),
        None => absolute_path(path),
    });
    names.collect()
}

/// Adds or updates the sites of these files, folders and URLs. With `prune`, removes the sites that came from them and are no longer named
/// by them: first, as a site that was renamed takes the hosts of its former id.
pub(crate) async fn seed(
    store: &Store,
    paths: &[PathBuf],
    settings: &Settings,
    prune: bool,
) -> anyhow::Result<SeedReport> {
    let seeds = load_seeds(paths, settings).await?;
    let files = names(paths);
    // before anything is removed
    let sites: Vec<SeedSite> = seeds.iter().map(Seed::to_site).collect::<Result<_, _>>()?;
    let ids: Vec<String> = seeds.iter().map(|seed| seed.id.clone()).collect();
    let mut removed = Vec::new();
    if prune {
        for (id, file) in store.sites_no_longer_named(&files, &ids).await? {
            let urls = store.remove_site(&id).await?;
            removed.push(RemovedSite { id, file, urls });
        }
    }
    let seeded = store.upsert_sites(&sites).await?;
    tracing::info!(
        sites_added = seeded.added,
        sites_updated = seeded.updated,
        sites_unchanged = seeded.unchanged,
        "seed finished"
    );
    for taken in &seeded.taken {
        tracing::warn!(
            site.id = taken.site,
            site.owner = taken.owner,
            "{} is left out: its home page is on the host of the site {owner}, and a host belongs to one site. \
            Remove {owner} from its seed file, and `gleaner site remove {owner}` leaves the host to the next seed",
            taken.site,
            owner = taken.owner
        );
    }
    for ForgottenSite { site, at } in &seeded.forgotten {
        tracing::warn!(
            site.id = site,
            "{site} is left out: it was forgotten on {}. Delete its entry; or, to crawl it again, delete the entry and run \
            `gleaner site add` with its home page",
            at.format("%Y-%m-%d")
        );
    }
    let overviews = store.site_overviews(&ids, false).await?;
    let of = |lifecycle: Lifecycle| {
        let sites = overviews.iter();
        let sites = sites.filter(move |site| site.lifecycle == lifecycle);
        sites.map(|site| site.id.clone())
    };
    for id in of(Lifecycle::Forgotten) {
        tracing::warn!(
            site.id = id,
            "the site {id} is being forgotten and is not seeded; `gleaner site forget {id}` continues that"
        );
    }
    Ok(SeedReport {
        counts: seeded,
        paused: of(Lifecycle::Paused).collect(),
        unnamed: store.sites_no_longer_named(&files, &ids).await?,
        removed,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_rule_that_cannot_be_used_is_named_with_file_site_and_key() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("test.toml");
        let settings = crate::settings::load(None).unwrap().crawl;
        let wrong = async |rule: &str| {
            let site = "[[site]]\nid = 'a'\nname = 'A'\nhome = 'https://a.example/'";
            std::fs::write(&path, format!("{site}\n[site.rules]\n{rule}\n")).unwrap();
            load_seeds(std::slice::from_ref(&path), &settings)
                .await
                .unwrap_err()
                .to_string()
        };
        let selector = wrong("title = ['h1', 'h1:hover']").await;
        for part in ["test.toml", "site \"a\"", "`title`", "h1:hover", "`:hover`"] {
            assert!(selector.contains(part), "{part}: {selector}");
        }
        let pattern = wrong("articles = ['story/*']").await;
        assert!(
            pattern.contains("`articles`") && pattern.contains("must begin with /"),
            "{pattern}"
        );
    }
}
