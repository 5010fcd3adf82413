//! `gleaner site add`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use crawl::{CanonicalUrl, Channel, CrawlError, Seed, SeedError, Survey};
use store::{Outcome, Store};

use crate::commands::seed::check;
use crate::console::ask;
use crate::console::failure::Advise as _;
use crate::console::output::Results;
use crate::console::plural::count;
use crate::files::atomic;
use crate::program::Context;
use crate::reading::stored::CompiledRules;
use crate::{database, pipeline};

/// Folder of the shipped seeds, and file for the user's own.
const FOLDER: &str = "seeds";
const FILE: &str = "own.toml";
/// Maximum number of feeds, and of sitemaps of each kind, proposed; home pages name many similar ones.
const MAX_CHANNELS: usize = 10;

/// Survey a site, propose its feeds and sitemaps, add them to a seed file, and seed it
///
/// A site that was forgotten is crawled again. Requests robots.txt, home page, feeds and sitemaps once each, with the crawl delay between
/// requests, like `gleaner seed check`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  gleaner site add www.example.com --country GB --language en")]
pub(super) struct Args {
    /// Home page of the site; without a scheme at https, or at http if https cannot be connected to
    #[arg(value_name = "URL")]
    url: String,
    /// Short name for commands and exports [default: derived from the URL]
    #[arg(long, value_name = "ID")]
    id: Option<String>,
    /// Name of the outlet [default: the host name]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Country code (ISO 3166-1), such as GB
    #[arg(long, value_name = "CODE")]
    country: Option<String>,
    /// Language code (ISO 639-1), such as en
    #[arg(long, value_name = "CODE")]
    language: Option<String>,
    /// TOML file to add the site to [default: seeds/own.toml, or own.toml if there is no folder `seeds`]
    #[arg(long, value_name = "PATH")]
    file: Option<PathBuf>,
    /// Do not ask for confirmation; required if there is no terminal
    #[arg(long)]
    yes: bool,
}

pub(super) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let mut seed = Seed::from_home(&args.url).with_context(|| args.url.clone())?;
    if let Some(id) = args.id.as_ref().filter(|id| !id.is_empty()) {
        seed.id.clone_from(id);
    }
    if let Some(name) = args.name.as_ref().filter(|name| !name.is_empty()) {
        seed.name.clone_from(name);
    }
    seed.country.clone_from(&args.country);
    seed.language.clone_from(&args.language);
    let file = args.file.clone().unwrap_or_else(|| {
        let has_folder = Path::new(FOLDER).is_dir();
        Path::new(if has_folder { FOLDER } else { "" }).join(FILE)
    });
    if file.extension().is_none_or(|ending| ending != "toml") {
        return Err(anyhow!("{} is not a TOML file", file.display()))
            .advise("name a file that ends in .toml");
    }
    check_options(&seed)?;
    let id = seed.id.clone();
    let (entry, added) = database::with(context, async |store| {
        add(store, seed, &file, args, context).await
    })
    .await?;
    let mut out = Results::new();
    out.text(&entry)?;
    out.line(&format!(
        "Added to {}; {} added. Next: gleaner crawl --site {id} --max-pages 50",
        file.display(),
        count(added, "site")
    ))?;
    out.finish()
}

/// Surveys a new site and adds it to the file and the database. Returns its entry and the number of sites added.
async fn add(
    store: &Store,
    mut seed: Seed,
    file: &Path,
    args: &Args,
    context: &Context,
) -> anyhow::Result<(String, u64)> {
    // before anything is requested
    refuse_known(store, &seed).await?;
    let survey = tokio::select! {
        survey = survey(&context.settings.crawl, &mut seed, &args.url) => survey?,
        () = context.stop.cancelled() => return Err(anyhow!("stopped; nothing was written")),
    };
    let mut out = Results::new();
    out.text(&check::describe(&survey))?;
    out.flush()?;
    drop(out);
    propose(&mut seed, &survey)?;
    let entry = entry(&seed);
    let site = seed.to_site()?;
    let mut question = format!("{entry}\nAdd this to {}?", file.display());
    if let Some(at) = store.was_forgotten(&site).await? {
        let at = at.format("%Y-%m-%d");
        tracing::warn!(
            site.id = seed.id,
            "{} was forgotten on {at}; adding it crawls it again",
            seed.id
        );
        question = format!(
            "{entry}\nThis site was forgotten on {at}. Add it to {} and crawl it again?",
            file.display()
        );
    }
    ask::confirm(&question, args.yes, &context.stop).await?;
    // another process may have added it meanwhile
    refuse_known(store, &seed).await?;
    append(file, &entry)?;
    store.allow_forgotten(&site).await?;
    let seeded = pipeline::seed(store, &[file.to_owned()], &context.settings.crawl, false).await?;
    Ok((entry, seeded.counts.added))
}

/// Surveys a site of which `given` is the home page: if that redirects within its domain, such as to `www.`, there; if it has no scheme
/// and https cannot be connected to, at http.
pub(crate) async fn survey(
    settings: &crawl::Settings,
    seed: &mut Seed,
    given: &str,
) -> Result<Survey, CrawlError> {
    let survey = at_scheme(settings, seed, given).await?;
    let mut homes = survey.channels.iter().filter(|one| one.kind == "home");
    let Some(target) = homes.find_map(|home| home.moved_to.clone()) else {
        return Ok(survey);
    };
    let domain = |url: &str| Some(CanonicalUrl::parse(url).ok()?.domain());
    if domain(&target).is_none() || domain(&target) != domain(&seed.home) {
        return Ok(survey);
    }
    seed.home = target;
    crawl::survey(settings, seed).await
}

async fn at_scheme(
    settings: &crawl::Settings,
    seed: &mut Seed,
    given: &str,
) -> Result<Survey, CrawlError> {
    let survey = crawl::survey(settings, seed).await?;
    if given.contains("://") || !survey.is_out_of_reach() {
        return Ok(survey);
    }
    let mut plain = seed.clone();
    plain.home = seed.home.replacen("https:", "http:", 1);
    let Ok(at_http) = crawl::survey(settings, &plain).await else {
        return Ok(survey);
    };
    let mut channels = at_http.channels.iter();
    let leads_back = |home: &Channel| home.kind == "home" && home.url.starts_with("https:");
    if at_http.robots_status.is_none() || channels.any(leads_back) {
        return Ok(survey);
    }
    *seed = plain;
    Ok(at_http)
}

/// Fails if an option is not valid in a seed; the error names the option.
fn check_options(seed: &Seed) -> anyhow::Result<()> {
    let entry = entry(seed);
    let read = crawl::read_seeds("own.toml", "the options", entry.as_bytes(), |_| Ok(()));
    let reason = match read {
        Err(SeedError::Site { reason, .. }) => reason,
        Err(error) => return Err(error.into()),
        Ok(_) => match pipeline::check_codes(seed) {
            Err(reason) => reason,
            Ok(()) => return Ok(()),
        },
    };
    let options = ["id", "name", "country", "language"];
    Err(anyhow!(options.iter().fold(reason, |reason, option| {
        reason.replace(&format!("`{option}`"), &format!("--{option}"))
    })))
}

/// Fails if the database already has the site or its host.
async fn refuse_known(store: &Store, seed: &Seed) -> anyhow::Result<()> {
    let id = &seed.id;
    if let Some(twin) = store.home_host_owner(&seed.to_site()?).await? {
        return Err(anyhow!("the site {twin:?} is already on the same host")).advise(format!(
            "`gleaner site show {twin}` shows its state; a host belongs to one site"
        ));
    }
    if store.site(id).await?.is_some() {
        let mut advice = format!("`gleaner site show {id}` shows its state");
        if seed.known(store).await?.as_ref() != Some(id) {
            advice.push_str("; give this one another id with --id");
        }
        return Err(anyhow!("the site {id:?} already exists")).advise(advice);
    }
    Ok(())
}

/// Adds the feeds and sitemaps that answered to the seed. Fails if the site cannot be crawled.
pub(crate) fn propose(seed: &mut Seed, survey: &Survey) -> anyhow::Result<()> {
    let cannot = |why: String| Err(anyhow!("{} cannot be crawled: {why}", seed.home));
    let refusal = survey.refusal();
    let mut channels = survey.channels.iter();
    let home = channels.find(|channel| channel.kind == "home");
    let (None, Some(home)) = (&refusal, home) else {
        let advice = match (survey.robots_status, &survey.robots_failure) {
            (Some(429), _) => "try again later; nothing was written",
            (Some(..500), Some(_)) => "raise crawl.max_crawl_delay_seconds; nothing was written",
            _ => "check the address; nothing was written",
        };
        return cannot(refusal.unwrap_or_default()).advise(advice);
    };
    if let Some(target) = &home.moved_to {
        return cannot(format!("it has moved to {target}"))
            .advise(format!("gleaner site add {target}"));
    }
    if home.outcome == Outcome::Disallowed {
        return cannot("its robots.txt forbids its front page".to_owned())
            .advise("if it allows a feed, name that in a seed file; nothing was written");
    }
    if home.outcome != Outcome::Fetched {
        let outcome = home.outcome.as_str().replace('_', " ");
        return cannot(format!("its front page is {outcome}"))
            .advise("look at it in a browser, and try again later; nothing was written");
    }
    for channel in &survey.channels {
        let list = match (channel.kind, channel.format) {
            _ if channel.outcome != Outcome::Fetched || channel.moved_to.is_some() => continue,
            ("feed", Some(_)) => &mut seed.feeds,
            ("sitemap", Some("news sitemap")) => &mut seed.news_sitemaps,
            ("sitemap", Some(_)) => &mut seed.sitemaps,
            _ => continue,
        };
        if list.len() < MAX_CHANNELS && !list.contains(&channel.url) {
            list.push(channel.url.clone());
        }
    }
    Ok(())
}

/// The seed as TOML.
pub(crate) fn entry(seed: &Seed) -> String {
    // a JSON string is a valid TOML string
    let text = |text: &str| serde_json::Value::from(text).to_string();
    let mut entry = "[[site]]\n".to_owned();
    let mut line = |key: &str, value: String| {
        let _ = writeln!(entry, "{key} = {value}");
    };
    line("id", text(&seed.id));
    line("name", text(&seed.name));
    line("home", text(&seed.home));
    for (key, value) in [("country", &seed.country), ("language", &seed.language)] {
        if let Some(value) = value {
            line(key, text(value));
        }
    }
    for (key, urls) in [
        ("feeds", &seed.feeds),
        ("news_sitemaps", &seed.news_sitemaps),
        ("sitemaps", &seed.sitemaps),
    ] {
        if !urls.is_empty() {
            let urls: Vec<String> = urls.iter().map(|url| text(url)).collect();
            line(key, format!("[{}]", urls.join(", ")));
        }
    }
    entry
}

/// Appends the entry to the file, atomically and only if the result is valid.
fn append(file: &Path, entry: &str) -> anyhow::Result<()> {
    let cannot = || format!("cannot write {}", file.display());
    let mut content = match std::fs::read_to_string(file) {
        Ok(content) => content,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error).with_context(cannot),
    };
    if !content.is_empty() {
        let is_ended = content.ends_with('\n');
        content.push_str(if is_ended { "\n" } else { "\n\n" });
    }
    content.push_str(entry);
    let name = file.to_string_lossy();
    crawl::read_seeds(&name, &name, content.as_bytes(), |rules| {
        CompiledRules::new(rules, 0).map(drop)
    })
    .advise("nothing was written")?;
    atomic::write(file, content.as_bytes()).with_context(cannot)
}
