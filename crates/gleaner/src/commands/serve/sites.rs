//! Adds sites in the reader. They are added only to the database, since a browser must not change files on this machine.

use std::sync::Arc;

use anyhow::{Context as _, anyhow, bail};
use classify::PageType;
use crawl::{Seed, SeedError, Settings};
use store::{Lifecycle, Store};
use web::{FoundSite, SiteOutcome, UploadedSite};

use crate::commands::site::add::{entry, propose, survey};
use crate::console::failure;
use crate::pipeline;
use crate::reading::{Judge, PageInput};

/// Maximum number of sites in an uploaded file. The browser waits until they are added.
const MAX_SITES: usize = 100;
/// Maximum number of characters in the name of a site.
const MAX_NAME: usize = 200;

/// Surveys a site, given its home page.
pub(super) async fn find(
    settings: &Settings,
    judge: Arc<Judge>,
    home: &str,
) -> anyhow::Result<FoundSite> {
    let mut seed = Seed::from_home(home).with_context(|| home.to_owned())?;
    let mut survey = survey(settings, &mut seed, home).await?;
    let proposed = propose(&mut seed, &survey);
    let mut is_script_only = false;
    if let Some(html) = survey.front_page.take() {
        (seed, is_script_only) =
            tokio::task::spawn_blocking(move || described(seed, &html, &judge)).await?;
    }
    Ok(FoundSite {
        unfit: proposed.err().map(|error| failure::describe(&error)),
        entry: entry(&seed),
        survey,
        seed,
        is_script_only,
    })
}

/// The seed with the name, language and country that its front page states, and whether that page is empty without scripts.
fn described(mut seed: Seed, html: &str, judge: &Judge) -> (Seed, bool) {
    let judged = judge.judge(&PageInput::new(html, Some(&seed.home), Some(200)));
    let metadata = judged.extraction.metadata;
    let declared = html::parse(html).head.lang;
    seed.country = pipeline::country_of(&seed.name, declared.as_deref());
    let primary = |tag: &str| {
        let primary = tag.split(['-', '_']).next().unwrap_or_default();
        primary.trim().to_ascii_lowercase()
    };
    let languages = declared.as_deref().map(primary).into_iter();
    seed.language = languages
        .chain(metadata.language)
        .find(|code| web::is_language_code(code));
    let title = metadata.site_name.or(metadata.title_page);
    if let Some(title) = title.filter(|title| !title.trim().is_empty()) {
        seed.name = title;
    }
    cut_name(&mut seed);
    let is_script_only = judged.verdict.page_type == PageType::JsShell;
    (seed, is_script_only)
}

fn cut_name(seed: &mut Seed) {
    seed.name = seed.name.trim().chars().take(MAX_NAME).collect();
}

/// Adds a site that a person has looked up. Fails if a seed file with it would be invalid, or if its id or host is already taken.
pub(super) async fn add(store: &Store, seed: &Seed) -> anyhow::Result<()> {
    // Seeds are validated when they are read.
    let read = crawl::read_seeds("the site.toml", "the site", entry(seed).as_bytes(), |_| {
        Ok(())
    })?;
    let mut seed = read.into_iter().next().context("there is no site")?;
    seed.file = None;
    pipeline::check_codes(&seed).map_err(anyhow::Error::msg)?;
    store.allow_forgotten(&seed.to_site()?).await?;
    match add_new(store, &seed).await? {
        SiteOutcome::Added(_) => Ok(()),
        SiteOutcome::Known(owner) => Err(anyhow!(
            "its home page is on the host of the site {owner:?}, and a host belongs to one site"
        )),
        SiteOutcome::Refused(why) => Err(anyhow!(why)),
    }
}

/// Adds the sites of an OPML file that are not known.
pub(super) async fn add_all(store: &Store, opml: Vec<u8>) -> anyhow::Result<Vec<UploadedSite>> {
    let read = tokio::task::spawn_blocking(move || crawl::read_opml("the file", &opml));
    let (seeds, errors) = read.await??;
    let count = seeds.len() + errors.len();
    if count > MAX_SITES {
        bail!(
            "the file has {count} sites, and {MAX_SITES} can be added at a time; split it, or use `gleaner seed`"
        );
    }
    let mut sites = Vec::with_capacity(count);
    for mut seed in seeds {
        cut_name(&mut seed);
        pipeline::remove_unknown_codes(&mut seed);
        let outcome = match add_new(store, &seed).await {
            Ok(outcome) => outcome,
            Err(error) => SiteOutcome::Refused(failure::describe(&error)),
        };
        let name = seed.name;
        sites.push(UploadedSite { name, outcome });
    }
    for error in errors {
        let (name, why) = match error {
            SeedError::Site { site, reason, .. } => (site, reason),
            other => (String::new(), other.to_string()),
        };
        let outcome = SiteOutcome::Refused(why);
        sites.push(UploadedSite { name, outcome });
    }
    Ok(sites)
}

/// Adds a site, or restores a removed one, unless its front page or id is that of another.
async fn add_new(store: &Store, seed: &Seed) -> anyhow::Result<SiteOutcome> {
    let id = seed.id.clone();
    if let Some(known) = seed.known(store).await? {
        return Ok(SiteOutcome::Known(known));
    }
    let named = store
        .site_overviews(std::slice::from_ref(&id), false)
        .await?;
    if named
        .iter()
        .any(|site| site.seeded && site.lifecycle != Lifecycle::Removed)
    {
        return Ok(SiteOutcome::Refused(format!(
            "the site {id:?} already exists; look this one up by its front page and give it another short name"
        )));
    }
    let seeded = store.upsert_sites(&[seed.to_site()?]).await?;
    Ok(match (seeded.taken.first(), seeded.forgotten.first()) {
        (Some(taken), _) => SiteOutcome::Known(taken.owner.clone()),
        (None, Some(forgotten)) => SiteOutcome::Refused(format!(
            "it was forgotten on {}; look it up by its front page to crawl it again",
            forgotten.at.format("%Y-%m-%d")
        )),
        (None, None) => SiteOutcome::Added(id),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::tests::built_in;

    #[test]
    fn a_site_is_described_by_its_front_page() {
        let judge = Judge::new(&built_in(), None, None).unwrap();
        let of = |home: &str, html: &str| {
            let (seed, is_script_only) = described(Seed::from_home(home).unwrap(), html, &judge);
            let codes = [seed.country, seed.language].map(Option::unwrap_or_default);
            (seed.name, codes.join(" "), is_script_only)
        };
        let page = "<html lang=de-AT><title>Nachrichten | Der Bote</title><meta property=og:site_name content='Der Bote'><body>\
            <h1>Der Bote</h1><p>Der Rat der Stadt hat am Dienstag beschlossen, dass die alte Brücke im Frühjahr abgerissen wird.";
        let bote = || "Der Bote".to_owned();
        assert_eq!(
            of("bote.example", page),
            (bote(), "AT de".to_owned(), false)
        );
        assert_eq!(of("www.bote.ch", page), (bote(), "CH de".to_owned(), false));
        let shell = "<html><title>Der Bote</title><body><div id=\"root\"></div><script src=/app.js></script>";
        assert_eq!(of("bote.example", shell), (bote(), " ".to_owned(), true));
        let bare = of("bote.example", "<html lang=xx-YY><p>x");
        assert_eq!((bare.0.as_str(), bare.1.trim()), ("bote.example", ""));
    }

    #[tokio::test]
    async fn the_sites_of_a_file_are_added_or_known_or_refused() {
        let store = &store::testing::database().await;
        let file = |outlines: &str| format!("<opml><body>{outlines}</body></opml>").into_bytes();
        let one = "<outline text='The A' htmlUrl='https://www.a.example/' xmlUrl='https://feeds.example/a' language='en-US'/>";
        let outcomes = async |opml| -> Vec<SiteOutcome> {
            let sites = add_all(store, opml).await.unwrap();
            sites.into_iter().map(|site| site.outcome).collect()
        };
        let added = SiteOutcome::Added("a-example".to_owned());
        assert_eq!(outcomes(file(one)).await[0], added);
        let site = store.site("a-example").await.unwrap().unwrap();
        assert_eq!(
            (site.name.as_str(), site.language.as_deref()),
            ("The A", Some("en"))
        );
        assert_eq!(site.feeds, ["https://feeds.example/a"]);

        let more =
            format!("{one}<outline xmlUrl='https://b.example/rss'/><outline xmlUrl='nowhere'/>");
        let again = outcomes(file(&more)).await;
        let known = SiteOutcome::Known("a-example".to_owned());
        assert_eq!(
            again[..2],
            [known, SiteOutcome::Added("b-example".to_owned())]
        );
        assert!(matches!(&again[2], SiteOutcome::Refused(_)), "{again:?}");
        // a removed site comes back, and a forgotten one does not, unless a person looks it up
        store.remove_site("a-example").await.unwrap();
        assert_eq!(outcomes(file(one)).await, [added]);
        store.forget_site("a-example", &|| false).await.unwrap();
        let refused = outcomes(file(one)).await;
        assert!(
            matches!(&refused[0], SiteOutcome::Refused(why) if why.contains("forgotten")),
            "{refused:?}"
        );
        add(store, &Seed::from_home("www.a.example").unwrap())
            .await
            .unwrap();
        let twice = add(store, &Seed::from_home("a.example").unwrap()).await;
        assert!(twice.unwrap_err().to_string().contains("\"a-example\""));

        let many = |n| format!("<outline xmlUrl='https://{n}.example/'/>");
        let many: Vec<String> = (0..=MAX_SITES).map(many).collect();
        let error = add_all(store, file(&many.concat())).await.unwrap_err();
        let count = format!("{} sites", MAX_SITES + 1);
        assert!(error.to_string().contains(&count), "{error}");
    }
}
