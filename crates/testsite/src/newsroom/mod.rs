//! The newsroom: five sites, and the hosts that belong to none of them.

mod article;
mod channels;
mod events;
mod expected;
mod history;
mod metadata;
mod other_pages;
mod pages;
mod server;
mod site;
mod site_day;
mod state;
mod templates;
mod texts;
mod traps;

use std::{fmt::Write as _, io, sync::Arc, time::Duration};

use tokio::{net::TcpListener, runtime::Handle, task::JoinHandle};

use self::{
    article::ArticleMeta,
    site::{Encoding, RequestPath},
    site_day::SiteDay,
    traps::{CLOSED_HOST, FOREIGN_HOST},
};
pub use self::{
    expected::{Expected, ExpectedArticle, Trap},
    state::{Fault, Settings},
};
pub(crate) use self::{site::SITES, state::State};
use crate::{
    bench,
    server::{log::Request, reply::Reply},
};

/// The one site that also has a `www.` host, which redirects.
const WITH_WWW: &str = "morgenblatt";

/// What [`Newsroom::advance`](Newsroom::advance) changed, as URLs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes {
    /// Articles published on the new day.
    pub new: Vec<String>,
    /// Articles whose text changed.
    pub updated: Vec<String>,
    /// Articles that answer 410 from now on.
    pub withdrawn: Vec<String>,
    /// Articles that answer 301 from now on: old URL, new URL.
    pub moved: Vec<(String, String)>,
}

/// Several fictional news sites on one port, served until stopped or dropped.
#[derive(Debug)]
pub struct Newsroom {
    state: Arc<State>,
    server: JoinHandle<()>,
}

impl Newsroom {
    /// Binds [`Settings::address`] and serves in a task of the current tokio runtime.
    ///
    /// # Errors
    /// If there is no runtime, or the port is taken.
    pub fn start(settings: Settings) -> io::Result<Self> {
        let runtime = Handle::try_current().map_err(io::Error::other)?;
        let listener = std::net::TcpListener::bind((settings.address, settings.port))?;
        listener.set_nonblocking(true)?;
        let port = listener.local_addr()?.port();
        let listener = TcpListener::from_std(listener)?;
        let state = Arc::new(State::new(settings, port));
        let server = runtime.spawn(server::serve(listener, Arc::clone(&state)));
        Ok(Self { state, server })
    }

    /// Stops serving and waits at most one second for open responses.
    pub async fn stop(mut self) {
        self.state.stop();
        let _ = tokio::time::timeout(Duration::from_secs(1), &mut self.server).await;
    }

    /// The port it listens on.
    pub fn port(&self) -> u16 {
        self.state.port
    }

    /// `http://{site}.localhost:{port}{path}`; `path` begins with a slash.
    pub fn url(&self, site: &str, path: &str) -> String {
        self.state.url(site, path)
    }

    /// The sites as a seed file.
    pub fn seeds_toml(&self) -> String {
        let state = &self.state;
        let mut out = format!("# The fixture newsroom on port {}.\n", state.port);
        let mut seed = |id: &str, name: &str, country: &str, language: &str, feeds: &[String]| {
            let home = state.url(id, "/");
            // Writing to a string cannot fail.
            let _ = write!(
                out,
                "\n[[site]]\nid = \"{id}\"\nname = \"{name}\"\nhome = \"{home}\"\ncountry = \"{country}\"\nlanguage = \"{language}\"\nfeeds = {feeds:?}\nnews_sitemaps = []\nsitemaps = []\n",
            );
        };
        for site in SITES.iter() {
            let feeds = site.seed_feeds.iter().map(|path| state.url(&site.id, path));
            let feeds: Vec<_> = feeds.collect();
            seed(
                &site.id,
                &site.name,
                &site.country,
                site.language.code(),
                &feeds,
            );
        }
        for number in 0..state.settings.bench_hosts {
            let id = bench::host_name(number);
            seed(&id, &id, "DE", bench::language(number).code(), &[]);
        }
        out
    }

    /// Every request since the start or the last [`clear_log`](Self::clear_log), in order of arrival.
    pub fn log(&self) -> Vec<Request> {
        self.state.log.all()
    }

    /// The number of requests that [`log`](Self::log) would return; cheap.
    pub fn requests(&self) -> usize {
        self.state.log.len()
    }

    /// Clears the log.
    pub fn clear_log(&self) {
        self.state.log.clear();
    }

    /// What a good crawler finds today.
    pub fn expected(&self) -> Expected {
        Expected::of(&self.state)
    }

    /// Begins the next day: on each site some articles are updated, some are new, one is
    /// withdrawn (410) and one moves (301). On each bench host every third page, from `/story/1` on,
    /// gets a correction. Returns what changed on the sites.
    pub fn advance(&self) -> Changes {
        self.state.begin_next_day();
        let mut changes = Changes::default();
        for site in SITES.iter() {
            let today = SiteDay::new(&self.state, site);
            let Some(day) = today.history.days.last() else {
                continue;
            };
            let meta = |number: usize| today.meta(number);
            let url = |meta: ArticleMeta| today.url(&meta.path);
            changes
                .new
                .extend(day.new.clone().filter_map(meta).map(url));
            changes
                .updated
                .extend(day.updated.iter().copied().filter_map(meta).map(url));
            changes
                .withdrawn
                .extend(day.withdrawn.and_then(meta).map(url));
            let moved = day.moved.and_then(meta);
            let urls = |meta: ArticleMeta| (today.url(&meta.first_path), today.url(&meta.path));
            changes.moved.extend(moved.map(urls));
        }
        changes
    }

    /// Slows or breaks every response of a host, such as `morgenblatt.localhost`, until changed again.
    pub fn set_fault(&self, host: &str, fault: Fault) {
        self.state.set_fault(host, fault);
    }
}

impl Drop for Newsroom {
    fn drop(&mut self) {
        self.state.stop();
    }
}

/// The response of `host` to a request for `path`.
fn answer(state: &State, host: &str, path: &str) -> Reply {
    let name = host.strip_suffix(".localhost").unwrap_or(host);
    if let Some(site) = site::by_id(name) {
        let day = SiteDay::new(state, site);
        return site_answer(&day, &RequestPath::new(&without_session(path)));
    }
    if let Some(bare) = name.strip_prefix("www.").filter(|bare| *bare == WITH_WWW) {
        return Reply::redirect(301, &state.url(bare, path));
    }
    // A bench host may have subdomains, such as `feeds.bench-000`, with the same pages. The first is found by its address too.
    let bench = match name.rsplit_once('.') {
        Some(_) if name == "127.0.0.1" => Some(0),
        Some((_, below)) => bench::host_number(below),
        None => bench::host_number(name),
    };
    if let Some(number) = bench.filter(|host| *host < state.settings.bench_hosts) {
        return bench_answer(state, number, path);
    }
    match (name, path) {
        (CLOSED_HOST, "/robots.txt") => Reply::bytes("text/plain", "unavailable").status(503),
        (CLOSED_HOST | FOREIGN_HOST, _) => Reply::page(
            "other",
            "<!doctype html><title>Leer</title><p>Wer das liest, hätte nicht kommen sollen.</p>",
        ),
        _ => {
            let sites = SITES.iter().map(|site| state.url(&site.id, "/") + "\n");
            let text =
                "The fixture newsroom. Its sites:\n\n".to_owned() + &sites.collect::<String>();
            Reply::bytes("text/plain; charset=utf-8", text).status(404)
        }
    }
}

/// The response of a site.
fn site_answer(day: &SiteDay, request: &RequestPath) -> Reply {
    let reply = pages::variant(day, request)
        .or_else(|| channels::answer(day, request))
        .or_else(|| traps::answer(day, request))
        .or_else(|| other_pages::answer(day, request))
        .or_else(|| pages::further_page(day, request))
        .or_else(|| pages::list(day, request))
        .or_else(|| pages::service(day, request))
        .or_else(|| pages::article(day, request))
        .unwrap_or_else(|| templates::error(day, 404));
    if day.site.encoding == Encoding::Windows1252 {
        return in_windows_1252(request, reply);
    }
    if day.site.reserves_rights {
        let policy = day.url("/agb");
        return reply
            .header("tdm-reservation", "1")
            .header("tdm-policy", policy);
    }
    reply
}

/// Encodes a page in windows-1252. Most pages declare the encoding only in a meta tag, as ISO 8859-1; every fourth article
/// declares it in the header while the meta tag says UTF-8; every seventh does not declare it.
fn in_windows_1252(request: &RequestPath, mut reply: Reply) -> Reply {
    if reply.page_type.is_none() {
        return reply;
    }
    let html = String::from_utf8_lossy(&reply.body);
    let id = request.parameter("id").and_then(|id| id.parse().ok());
    let id: usize = id.unwrap_or(1);
    let (media_type, html) = match (id % 4, id % 7) {
        (0, _) => (
            "text/html; charset=windows-1252",
            html.replace("charset=iso-8859-1", "charset=utf-8"),
        ),
        (_, 0) => ("text/html", html.replace("; charset=iso-8859-1", "")),
        _ => ("text/html", html.into_owned()),
    };
    let (bytes, ..) = encoding_rs::WINDOWS_1252.encode(&html);
    reply.body = bytes.into_owned();
    reply.header("content-type", media_type)
}

/// The response of a bench host.
fn bench_answer(state: &State, host: usize, path: &str) -> Reply {
    if path == "/robots.txt" {
        return Reply::bytes("text/plain", bench::ROBOTS);
    }
    let settings = &state.settings;
    let Some(page) = bench::page_number(path, settings.bench_pages) else {
        return Reply::page("error", "<!doctype html><title>404</title><p>Not found").status(404);
    };
    let page_type = if page == 0 { "home" } else { "article" };
    let mut html = bench::html(settings.seed, host, page, settings.bench_pages);
    let mut changed = settings.now;
    let day = state.day();
    if day > 0 && bench::changes(page) {
        let correction = format!("<p>Korrektur vom Tag {day}.</p></article>");
        html = html.replacen("</article>", &correction, 1);
        changed += chrono::TimeDelta::days(day.into());
    }
    Reply::page(page_type, html).changed(changed)
}

/// The path without session ids, which have no effect.
fn without_session(path: &str) -> String {
    let RequestPath { path, query } = RequestPath::new(path);
    let path = path.split(";jsessionid=").next().unwrap_or(path);
    let pairs = query
        .split('&')
        .filter(|pair| !pair.is_empty() && !pair.starts_with("sid="));
    let query = pairs.collect::<Vec<_>>().join("&");
    RequestPath {
        path,
        query: &query,
    }
    .full()
}

/// A page of the newsroom and its type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelledPage {
    /// Canonical URL.
    pub url: String,
    /// Its type, as in `page_type` of the article record.
    pub page_type: &'static str,
    /// Its `Content-Type`.
    pub content_type: Option<String>,
    /// Its body.
    pub body: Vec<u8>,
}

/// The pages of [`Expected::articles`] and [`Expected::not_articles`] on the first day, without a connection.
pub fn labelled_pages(settings: Settings) -> Vec<LabelledPage> {
    let state = State::new(settings, 80);
    let expected = Expected::of(&state);
    let articles = expected.articles.into_iter().map(|a| (a.url, a.page_type));
    let labelled = articles
        .chain(expected.not_articles)
        .map(|(url, page_type)| {
            let reply = get(&state, &url);
            LabelledPage {
                page_type,
                content_type: reply.content_type().map(str::to_owned),
                body: reply.body,
                url,
            }
        });
    labelled.collect()
}

/// The response to a URL.
pub(crate) fn get(state: &State, url: &str) -> Reply {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let host = authority.split(':').next().unwrap_or_default();
    answer(state, host, path)
}
