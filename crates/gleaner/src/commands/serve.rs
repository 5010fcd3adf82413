//! `gleaner serve`: the reader of a database.

mod runs;
mod sites;

use std::ffi::OsStr;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context as _;
use clap::builder::TypedValueParser;
use clap::error::ErrorKind;
use clap::{Arg, Command};
use crawl::SeedRules;
use store::{Store, StoredPage};
use tokio::net::TcpListener;
use tokio::sync::Mutex;
use web::{Access, ExplainedPage, Reader, RuleTrial, Tools};

use crate::commands::explain::picture;
use crate::console::failure::{self, Advise as _};
use crate::console::output;
use crate::database;
use crate::pipeline::{self, KnownRules, Plan};
use crate::program::Context;
use crate::reading::stored::{CompiledRules, PageExtractor, time_zone};
use crate::reading::{Judge, PageInput, boxes_of, composed};

/// Minimum length of a token, in characters.
const MIN_TOKEN_LENGTH: usize = 16;
/// Maximum number of pages on which rules are tried.
const MAX_PAGES: u32 = 50;
const DEFAULT_ADDRESS: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080);

/// Serve the reader: stories, articles and their versions as web pages
///
/// The reader listens on this machine only, unless --listen names another address. Anyone who can reach it can read everything; writing
/// from other machines needs --token.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  gleaner serve\n  gleaner serve --listen 0.0.0.0:8080 --host news.example.org --token \"$TOKEN\""
)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) options: Options,
    /// Address and port to listen on; port 0 takes any free one
    #[arg(long, value_name = "ADDRESS", default_value_t = DEFAULT_ADDRESS)]
    listen: SocketAddr,
}

/// Options of the reader that do not depend on its address.
#[derive(Debug, Default, clap::Args)]
pub struct Options {
    /// Host name, without port, that browsers may use besides localhost and IP addresses; can be repeated
    #[arg(long = "host", value_name = "NAME", value_parser = host_name)]
    hosts: Vec<String>,
    /// Secret required for writing, of 16 or more characters [default: none; writing from other machines is refused]
    #[arg(
        long,
        value_name = "SECRET",
        env = "GLEANER_TOKEN",
        hide_env_values = true,
        value_parser = Secret
    )]
    token: Option<String>,
    /// Show images, which the browser then loads from the sites
    #[arg(long)]
    images: bool,
}

pub(crate) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let listener = listen(args.listen).await?;
    database::with(context, async |store| {
        output::message(&format!("http://{}/", listener.local_addr()?))?;
        tracing::info!("the reader runs until Ctrl-C");
        serve(store, &args.options, listener, context).await
    })
    .await
}

/// Parses a host name as in the Host header, without the port.
fn host_name(name: &str) -> Result<String, String> {
    match url::Host::parse(name) {
        Ok(_) => Ok(name.to_owned()),
        Err(_) => Err(
            "give a name such as news.example.org, without https:// and without a port".to_owned(),
        ),
    }
}

/// Parses a token. The error, unlike those of other values, does not show it.
#[derive(Debug, Clone)]
struct Secret;

impl TypedValueParser for Secret {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        _: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        secret(&value.to_string_lossy()).map_err(|why| {
            let message = format!("invalid value for '--token <SECRET>': {why}\n");
            clap::Error::raw(ErrorKind::ValueValidation, message).with_cmd(command)
        })
    }
}

/// Parses a token that fits into a header and a cookie and cannot be guessed.
fn secret(token: &str) -> Result<String, String> {
    let fits = |byte: u8| byte.is_ascii_graphic() && !b";,\"\\".contains(&byte);
    // an empty environment variable counts as unset
    if token.is_empty() {
        return Ok(String::new());
    }
    if token.len() < MIN_TOKEN_LENGTH || !token.bytes().all(fits) {
        return Err(format!(
            "give at least {MIN_TOKEN_LENGTH} letters, digits or marks other than ; , \" and \\, such as `openssl rand -hex 16` prints"
        ));
    }
    Ok(token.to_owned())
}

/// Listens on an address.
pub async fn listen(address: SocketAddr) -> anyhow::Result<TcpListener> {
    TcpListener::bind(address)
        .await
        .with_context(|| format!("cannot listen on {address}"))
        .advise("choose a free address with --listen")
}

/// Listens on the default address or, if that is taken, on any free port of this machine.
pub async fn listen_by_default() -> anyhow::Result<TcpListener> {
    match listen(DEFAULT_ADDRESS).await {
        Ok(listener) => Ok(listener),
        Err(_) => listen(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).await,
    }
}

pub(crate) async fn serve(
    store: &Store,
    options: &Options,
    listener: TcpListener,
    context: &Context,
) -> anyhow::Result<()> {
    let reader = reader(store, options, listener.local_addr()?, context)?;
    web::serve(listener, web::reader(reader), context.stop.clone()).await;
    Ok(())
}

/// The reader of a database that listens on an address.
pub fn reader(
    store: &Store,
    options: &Options,
    address: SocketAddr,
    context: &Context,
) -> anyhow::Result<Reader> {
    let token = options.token.clone().filter(|token| !token.is_empty());
    let access = Access::new(address, &options.hosts, token);
    let reader = Reader::new(store, access, tools(store, context)?, options.images);
    Ok(match context.settings.reader.time_zone {
        Some(zone) => reader.in_time_zone(zone),
        None => reader,
    })
}

/// The functions of this crate that the reader uses.
fn tools(store: &Store, context: &Context) -> anyhow::Result<Tools> {
    let judge = Arc::new(Judge::new(&context.settings, None, None)?);
    let extractor = Arc::new(PageExtractor::new(&context.settings)?);
    let (tried, saved) = (store.clone(), store.clone());
    let (store, seeded, uploaded) = (store.clone(), store.clone(), store.clone());
    let settings = Arc::new(context.settings.crawl.clone());
    let surveying = Arc::clone(&judge);
    let runs = Arc::new(runs::Runs {
        store: store.clone(),
        plan: Plan::new(&context.settings, Arc::clone(&extractor)),
        stop: context.stop_background.clone(),
        background: context.background.clone(),
        last: Mutex::default(),
    });
    Ok(Tools {
        explain: Arc::new(move |page| {
            let (store, judge) = (store.clone(), Arc::clone(&judge));
            Box::pin(async move { described(explain(&store, judge, page).await) })
        }),
        survey: Arc::new(move |home| {
            let (settings, judge) = (Arc::clone(&settings), Arc::clone(&surveying));
            Box::pin(async move { described(sites::find(&settings, judge, &home).await) })
        }),
        add_site: Arc::new(move |seed| {
            let store = seeded.clone();
            Box::pin(async move { described(sites::add(&store, &seed).await) })
        }),
        add_sites: Arc::new(move |opml| {
            let store = uploaded.clone();
            Box::pin(async move { described(sites::add_all(&store, opml).await) })
        }),
        start_run: Arc::new(move |request| {
            let runs = Arc::clone(&runs);
            Box::pin(async move { described(runs.start(request).await) })
        }),
        try_rules: Arc::new(move |(site, written, end)| {
            let (store, extractor) = (tried.clone(), Arc::clone(&extractor));
            Box::pin(
                async move { described(try_rules(&store, &extractor, &site, &written, end).await) },
            )
        }),
        save_rules: Arc::new(move |(site, written, revision)| {
            let store = saved.clone();
            Box::pin(async move { described(save_rules(&store, &site, &written, revision).await) })
        }),
    })
}

/// A result whose error the reader shows.
fn described<T>(result: anyhow::Result<T>) -> Result<T, String> {
    result.map_err(|error| failure::describe(&error))
}

/// Explains a stored page as `gleaner extract` processes it, with the rules of its site.
async fn explain(
    store: &Store,
    judge: Arc<Judge>,
    page: StoredPage,
) -> anyhow::Result<ExplainedPage> {
    let mut known = KnownRules::default();
    known.refresh(store, std::slice::from_ref(&page)).await?;
    let explained = tokio::task::spawn_blocking(move || {
        if let Some(damage) = &page.damage {
            anyhow::bail!("the stored page is damaged: {damage}");
        }
        let html = html::decode(&page.body, page.content_type.as_deref()).text;
        let rules = known.of(&page.site_id).filter(|rules| !rules.is_empty());
        let status = u16::try_from(page.http_status).ok();
        let boxes = boxes_of(&page);
        let input = PageInput {
            boxes: &boxes,
            time_zone: time_zone::of(&page, rules),
            ..PageInput::new(&html, Some(&page.url), status)
        };
        let explained = judge.explain(&input, rules);
        let title = explained.explanation.metadata.title.as_deref();
        Ok(ExplainedPage {
            picture: picture::svg(title.unwrap_or(&page.url), &explained.explanation),
            explanation: explained.explanation,
            text: composed(explained.extraction.text),
            html,
            verdict: explained.verdict,
            effects: explained.effects,
        })
    });
    explained.await.context("reading the page")?
}

/// Reports what rules would change on the newest pages of a site, as far as it gets until `end`.
async fn try_rules(
    store: &Store,
    extractor: &Arc<PageExtractor>,
    site: &str,
    rules: &SeedRules,
    end: Instant,
) -> anyhow::Result<RuleTrial> {
    let is_over = move || Instant::now() >= end;
    let trial = pipeline::try_rules(store, extractor, site, rules, MAX_PAGES, is_over).await?;
    Ok(trial.found)
}

/// Puts the rules of a site into force if the present ones are still of that revision. Returns whether it did.
async fn save_rules(
    store: &Store,
    site: &str,
    rules: &SeedRules,
    revision: i32,
) -> anyhow::Result<bool> {
    CompiledRules::new(rules, 0).map_err(anyhow::Error::msg)?;
    Ok(store.change_rules(site, &rules.to_json(), revision).await?)
}

#[cfg(test)]
mod tests {
    use clap::Args as _;

    use super::*;

    #[test]
    fn a_token_that_is_refused_is_not_shown() {
        let command = Options::augment_args(Command::new("serve"));
        let given = ["serve", "--token", "a secret; of the house"];
        let refused = command.try_get_matches_from(given).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::ValueValidation);
        let message = refused.to_string();
        assert!(message.contains("at least 16 letters"), "{message}");
        assert!(!message.contains("house"), "{message}");
    }
}
