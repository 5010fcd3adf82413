//! Single-page sites: recognised without a browser, rendered with one, and hostile ones.

#[cfg(feature = "render")]
mod storm;

#[cfg(not(feature = "render"))]
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use store::testing::TestDatabase;
use tempfile::TempDir;
use testsite::AppSites;

use super::{ended, lines, program};

/// Articles on each site.
const ARTICLES: usize = 12;
const ORDINARY: [&str; 3] = ["client", "stream", "data"];

struct World {
    sites: AppSites,
    database: TestDatabase,
    folder: TempDir,
}

impl World {
    /// These sites, rendered where necessary.
    async fn of(names: &[&str], articles: usize) -> Self {
        let sites = AppSites::start(articles).await.unwrap();
        let folder = tempfile::tempdir().unwrap();
        let seeds = sites.seeds_toml(names, "auto");
        std::fs::write(folder.path().join("apps.toml"), seeds).unwrap();
        Self {
            sites,
            database: store::testing::database().await,
            folder,
        }
    }

    fn gleaner(&self, args: &[&str]) -> Command {
        let mut command = program(self.folder.path(), args);
        command
            .env("DATABASE_URL", self.database.url())
            .env("GLEANER__CRAWL__DELAY_SECONDS", "0.05")
            .env("GLEANER__CRAWL__RENDER__PAGE_SECONDS", "4")
            // Tests in a container run as root.
            .env("GLEANER__CRAWL__RENDER__SANDBOX", "false");
        command
    }

    async fn ok(&self, args: &[&str]) -> String {
        ended(self.gleaner(args), 0).await.0
    }

    async fn articles(&self) -> Vec<Value> {
        lines(&self.ok(&["export", "--format", "jsonl"]).await)
    }

    /// The URLs of articles that were not found, or without their first paragraph.
    async fn missing(&self, names: &[&str]) -> Vec<String> {
        let found = self.articles().await;
        let mut missing = Vec::new();
        for name in names {
            for article in self.sites.articles(name) {
                let url = self.sites.url(article);
                let read = found.iter().any(|found| {
                    found["url"] == url.as_str()
                        && found["text"]
                            .as_str()
                            .is_some_and(|text| text.contains(&article.first_paragraph))
                });
                if !read {
                    missing.push(url);
                }
            }
        }
        missing
    }

    /// Gaps between two requests to one host that are shorter than the delay.
    fn too_soon(&self) -> Vec<String> {
        crate::workers::judge::too_soon(&self.sites.log(), std::time::Duration::from_millis(49))
    }
}

/// Whether the tests here can run; if not, reports that they are skipped.
#[cfg(feature = "render")]
fn has_browser() -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).any(|folder| {
        [
            "chromium-headless-shell",
            "chromium",
            "chromium-browser",
            "google-chrome",
            "chrome",
        ]
        .iter()
        .any(|name| folder.join(name).is_file())
    });
    if !found {
        eprintln!("skipped: no browser is installed");
    }
    found
}

/// Browser processes that `worker` started, with id and command line: the process groups of those that name their profiles.
#[cfg(feature = "render")]
fn browsers_of(worker: u32) -> Vec<(u32, String)> {
    let profile = format!("gleaner-browser-{worker}-");
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let processes = entries.filter_map(|entry| {
        let id: u32 = entry.file_name().to_str()?.parse().ok()?;
        let stat = std::fs::read_to_string(entry.path().join("stat")).ok()?;
        let group: u32 = stat
            .rsplit_once(')')?
            .1
            .split_whitespace()
            .nth(2)?
            .parse()
            .ok()?;
        let line = std::fs::read(entry.path().join("cmdline")).ok()?;
        Some((id, group, String::from_utf8_lossy(&line).replace('\0', " ")))
    });
    let processes: Vec<(u32, u32, String)> = processes.collect();
    let named = processes
        .iter()
        .filter(|(.., line)| line.contains(&profile));
    let groups: Vec<u32> = named.map(|(_, group, _)| *group).collect();
    let own = processes
        .into_iter()
        .filter(|(_, group, _)| groups.contains(group));
    own.map(|(id, _, line)| (id, line)).collect()
}

/// Whether profile folders are left.
#[cfg(feature = "render")]
fn profiles_of(worker: u32) -> bool {
    let start = format!("gleaner-browser-{worker}-");
    let mut entries = std::fs::read_dir(std::env::temp_dir()).unwrap().flatten();
    entries.any(|entry| entry.file_name().to_string_lossy().starts_with(&start))
}

#[cfg(not(feature = "render"))]
#[tokio::test(flavor = "multi_thread")]
async fn without_a_browser_single_page_sites_are_named_as_such() {
    let world = World::of(&ORDINARY, ARTICLES).await;
    world.ok(&["nightly", "--seeds", "apps.toml"]).await;
    assert_eq!(world.articles().await.len(), 0);
    let status: Value = serde_json::from_str(&world.ok(&["status", "--json"]).await).unwrap();
    let sites = status["sites"].as_array().unwrap();
    assert_eq!(sites.len(), ORDINARY.len());
    for site in sites {
        assert!(site["rejected"]["js_shell"].as_i64() >= Some(1), "{site:#}");
    }
    let missing = world.missing(&ORDINARY).await;
    assert_eq!(missing.len(), ORDINARY.len() * ARTICLES);
    assert!(!Path::new("/proc").exists() || world.too_soon().is_empty());
    assert!(world.sites.unwanted().is_empty());
}

#[cfg(feature = "render")]
#[tokio::test(flavor = "multi_thread")]
async fn with_a_browser_all_articles_of_single_page_sites_are_found_within_the_rules() {
    if !has_browser() {
        return;
    }
    let world = World::of(&ORDINARY, ARTICLES).await;
    world.ok(&["nightly", "--seeds", "apps.toml"]).await;
    assert_eq!(world.missing(&ORDINARY).await, Vec::<String>::new());
    let unwanted = world.sites.unwanted();
    assert!(unwanted.is_empty(), "{unwanted:#?}");
    assert_eq!(world.too_soon(), Vec::<String>::new());
    for request in world.sites.log() {
        let agent = request.user_agent.unwrap_or_default();
        assert!(agent.starts_with("Gleaner/"), "{agent} at {}", request.path);
    }
    let article = world.sites.articles("data")[0];
    let explained = world.ok(&["explain", &world.sites.linked(article)]).await;
    assert!(explained.contains("rendered"), "{explained}");
    assert!(
        explained.contains("js_shell"),
        "the plain answer: {explained}"
    );
    assert!(explained.contains(&world.sites.url(article)), "{explained}");
}

#[cfg(feature = "render")]
#[tokio::test(flavor = "multi_thread")]
async fn a_bound_on_requests_holds_for_the_whole_night() {
    if !has_browser() {
        return;
    }
    let world = World::of(&["client"], ARTICLES).await;
    let night = ["nightly", "--seeds", "apps.toml", "--max-pages", "4"];
    world.ok(&night).await;
    // Files with the rules of a host do not count towards the limit.
    let rules = ["/robots.txt", "/ai.txt", "/.well-known/tdmrep.json"];
    let pages = || {
        let log = world.sites.log().into_iter();
        log.filter(|request| !rules.contains(&request.path.as_str()))
            .count()
    };
    let first = pages();
    assert!((1..=4).contains(&first), "{first} requests");
    // Pages found to need a browser are rendered by the next night.
    world.ok(&["nightly"]).await;
    assert_eq!(world.missing(&["client"]).await, Vec::<String>::new());
    assert!(pages() > first);
}

#[cfg(feature = "render")]
#[tokio::test(flavor = "multi_thread")]
async fn hostile_single_page_sites_are_read_and_reach_nothing() {
    if !has_browser() {
        return;
    }
    let hostile = ["endless", "reacher"];
    let world = World::of(&hostile, 6).await;
    world.ok(&["nightly", "--seeds", "apps.toml"]).await;
    assert_eq!(world.missing(&hostile).await, Vec::<String>::new());
    let unwanted = world.sites.unwanted();
    assert!(unwanted.is_empty(), "{unwanted:#?}");
    assert_eq!(world.too_soon(), Vec::<String>::new());
}

#[cfg(feature = "render")]
#[tokio::test(flavor = "multi_thread")]
async fn a_killed_worker_leaves_no_browser_behind() {
    use std::time::{Duration, Instant};

    if !has_browser() {
        return;
    }
    let world = World::of(&["stream"], 40).await;
    world.ok(&["seed", "apps.toml"]).await;
    world.ok(&["crawl"]).await;
    world.ok(&["extract"]).await;
    let mut worker = world.gleaner(&["crawl"]).spawn().unwrap();
    let id = worker.id();
    let deadline = Instant::now() + Duration::from_secs(30);
    while browsers_of(id).len() < 4 && Instant::now() < deadline {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(browsers_of(id).len() >= 4, "no browser was started");
    worker.kill().unwrap();
    worker.wait().unwrap();
    let killed = Instant::now();
    while (!browsers_of(id).is_empty() || profiles_of(id))
        && killed.elapsed() < Duration::from_secs(5)
    {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(browsers_of(id), Vec::new());
    assert!(!profiles_of(id), "the profile is left");
}

/// A page whose external style sheet places an article beside a column of others.
#[cfg(feature = "render")]
const DRAWN: &str = "<!doctype html><html lang=\"de\"><head><meta charset=\"utf-8\"><title>Neue Brücke</title>
<link rel=\"stylesheet\" href=\"/page.css\"></head><body>
<div class=\"b\"><p>ASIDE</p><p>ASIDE</p></div>
<div class=\"a\"><h1>Neue Brücke</h1><p>TEXT</p><p>TEXT</p><p>TEXT</p><p class=\"c\">Bild: ASIDE</p></div>
</body></html>";
#[cfg(feature = "render")]
const STYLES: &str = ".a { width: 600px; margin-left: 40px; font-size: 18px } .b { float: right; width: 300px } .c { font-size: 11px }";

#[cfg(feature = "render")]
#[tokio::test(flavor = "multi_thread")]
async fn the_text_of_a_page_is_measured_where_the_browser_draws_it() {
    use testsite::{StubReply, StubSite};

    if !has_browser() {
        return;
    }
    let text = "Die neue Brücke über den Fluss wurde am Montag nach vier Jahren Bauzeit für den Verkehr freigegeben.";
    let aside = "Daneben stehen Meldungen aus anderen Orten, die mit der neuen Brücke gar nichts zu tun haben.";
    let page = DRAWN.replace("TEXT", text).replace("ASIDE", aside);
    let stub = StubSite::start().await.unwrap();
    stub.set("drawn", "/", StubReply::Page(page));
    let styles = StubReply::Body("text/css", STYLES.to_owned());
    stub.set("drawn", "/page.css", styles);
    let home = stub.url("drawn", "/");
    let world = World::of(&[], 0).await;
    let seed = format!(
        "[[site]]\nid = \"drawn\"\nname = \"Drawn\"\nhome = \"{home}\"\nlanguage = \"de\"\nrender = \"always\"\n"
    );
    std::fs::write(world.folder.path().join("drawn.toml"), seed).unwrap();
    std::fs::write(
        world.folder.path().join("boxes.toml"),
        "[crawl.render]\nboxes = true\n",
    )
    .unwrap();
    world.ok(&["seed", "drawn.toml"]).await;
    world.ok(&["--config", "boxes.toml", "crawl"]).await;

    let svg = world.folder.path().join("page.svg");
    let visual = ["explain", &home, "--extractor", "visual", "--json", "--svg"];
    let explained = world
        .ok(&[&visual[..], &[svg.to_str().unwrap()]].concat())
        .await;
    let explained: Value = serde_json::from_str(&explained).unwrap();
    let blocks = explained["blocks"].as_array().unwrap();
    let of = |start: &str| {
        let mut found = blocks.iter();
        let found = found.find(|block| block["text"].as_str().unwrap().starts_with(start));
        found.unwrap_or_else(|| panic!("no block {start}: {explained:#}"))
    };
    let (paragraph, beside, caption) = (of("Die neue"), of("Daneben"), of("Bild"));
    let right =
        paragraph["box"]["x"].as_i64().unwrap() + paragraph["box"]["width"].as_i64().unwrap();
    assert!(
        beside["box"]["x"].as_i64().unwrap() > right,
        "{explained:#}"
    );
    assert_eq!(paragraph["box"]["font_size"], 180);
    assert_eq!(caption["box"]["font_size"], 110);
    assert_eq!(paragraph["label"], "content");
    assert_eq!(beside["label"], "boilerplate");
    assert_eq!(caption["label"], "boilerplate");
    let svg = std::fs::read_to_string(svg).unwrap();
    assert!(svg.contains("blocks are drawn on the page"), "{svg}");
}
