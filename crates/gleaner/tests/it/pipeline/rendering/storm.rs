//! Browsers and workers are killed at random while single-page sites are rendered: each page is stored once, and nothing is left running.
//! `bench/faults/rendering.sh` runs it over 300 pages.

#![expect(
    clippy::print_stdout,
    reason = "what was measured is shown with `--nocapture`"
)]

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::{ORDINARY, World, browsers_of, has_browser, profiles_of};
use crate::storm::rng::Rng;

/// Number of concurrent workers.
const WORKERS: usize = 2;
/// Time after which an unfinished site is stuck.
const TIMEOUT: Duration = Duration::from_mins(15);

#[tokio::test(flavor = "multi_thread")]
async fn in_a_small_storm_every_page_is_rendered_once() {
    assert_weathered(5, 6).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "minutes long; a smaller one is in the suite, `bench/faults/rendering.sh` runs this one"]
async fn whatever_is_killed_three_hundred_pages_are_rendered_once_each() {
    assert_weathered(100, 40).await;
}

/// Renders `articles` articles of each site while something is killed `deaths` times.
async fn assert_weathered(articles: usize, deaths: usize) {
    if !has_browser() {
        return;
    }
    let begun = Instant::now();
    let mut rng = Rng::new(20_261_125);
    let world = World::of(&ORDINARY, articles).await;
    world.ok(&["seed", "apps.toml"]).await;
    let wanted = i64::try_from(ORDINARY.len() * articles).unwrap();
    let mut workers = Workers::default();
    let (mut workers_killed, mut browsers_killed) = (0, 0);
    while rendered_articles(&world).await < wanted {
        assert!(
            begun.elapsed() < TIMEOUT,
            "{}",
            world.missing(&ORDINARY).await.len()
        );
        workers.up(&world);
        tokio::time::sleep(Duration::from_millis(1_500 + 100 * rng.below(25) as u64)).await;
        if workers_killed + browsers_killed < deaths {
            let victim = rng.below(WORKERS);
            if rng.below(3) == 0 {
                workers_killed += usize::from(workers.kill_worker(victim));
            } else if workers.kill_browser(victim, &mut rng) {
                browsers_killed += 1;
            }
        }
        // classify what was fetched, so that empty pages become due for a browser
        world.ok(&["extract"]).await;
    }
    workers.end();
    world.ok(&["extract"]).await;

    let settled = Instant::now();
    while workers.left().is_some() && settled.elapsed() < Duration::from_secs(5) {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let pages = rows(&world, EACH_PAGE).await;
    let twice = pages
        .iter()
        .filter(|page| page["pages"].as_i64() != Some(1))
        .count();
    let found = world.articles().await.len();
    let too_soon = world.too_soon().len();
    for (name, value) in [
        ("pages_wanted", usize::try_from(wanted).unwrap()),
        ("pages_rendered", pages.len()),
        ("pages_rendered_twice", twice),
        ("articles", found),
        ("workers_killed", workers_killed),
        ("browsers_killed", browsers_killed),
        ("requests", world.sites.log().len()),
        ("gaps_below_delay", too_soon),
        ("left_running", usize::from(workers.left().is_some())),
        (
            "seconds",
            usize::try_from(begun.elapsed().as_secs()).unwrap(),
        ),
    ] {
        println!("{name}={value}");
    }
    assert_eq!(workers.left(), None);
    assert_eq!(twice, 0, "{pages:#?}");
    assert_eq!(world.missing(&ORDINARY).await, Vec::<String>::new());
    assert_eq!(found, ORDINARY.len() * articles);
    assert_eq!(too_soon, 0);
    assert!(world.sites.unwanted().is_empty());
}

/// How often each article was stored rendered.
const EACH_PAGE: &str =
    "select s.url, count(*) as pages from pages p join seen s using (host_id, url_id)
    where p.rendered and s.url like '%/artikel/%' group by 1";

async fn rows(world: &World, sql: &str) -> Vec<serde_json::Value> {
    store::testing::rows(&world.database.store, sql)
        .await
        .unwrap()
}

async fn rendered_articles(world: &World) -> i64 {
    i64::try_from(rows(world, EACH_PAGE).await.len()).unwrap()
}

/// The workers, and those that have ended.
#[derive(Default)]
struct Workers {
    workers: Vec<Child>,
    dead: Vec<u32>,
}

impl Workers {
    /// Starts workers until there are enough.
    fn up(&mut self, world: &World) {
        let (living, ended) = std::mem::take(&mut self.workers)
            .into_iter()
            .partition(|worker: &Child| !is_over(worker.id()));
        self.workers = living;
        self.dead.extend(ended.into_iter().map(|mut worker| {
            assert!(worker.wait().unwrap().success());
            worker.id()
        }));
        while self.workers.len() < WORKERS {
            let mut command = world.gleaner(&["crawl"]);
            // do not wait long for killed workers
            command.env("GLEANER__CRAWL__LEASE_SECONDS", "4");
            // a list is long, and the machine may be busy
            command.env("GLEANER__CRAWL__RENDER__PAGE_SECONDS", "30");
            command.stdout(Stdio::null()).stderr(Stdio::null());
            self.workers.push(command.spawn().unwrap());
        }
    }

    /// Kills a worker if it has not ended by itself.
    fn kill_worker(&mut self, index: usize) -> bool {
        if is_over(self.workers[index].id()) {
            return false;
        }
        let mut worker = self.workers.remove(index);
        worker.kill().unwrap();
        worker.wait().unwrap();
        self.dead.push(worker.id());
        true
    }

    /// Kills a process of a worker's browser if it has one.
    fn kill_browser(&self, index: usize, rng: &mut Rng) -> bool {
        let mut processes = browsers_of(self.workers[index].id());
        if processes.is_empty() {
            return false;
        }
        let process = processes.swap_remove(rng.below(processes.len()));
        kill(&process.0.to_string())
    }

    /// Lets the workers end by themselves.
    fn end(&mut self) {
        for mut worker in std::mem::take(&mut self.workers) {
            assert!(worker.wait().unwrap().success());
            self.dead.push(worker.id());
        }
    }

    /// A process or profile of a browser that outlived its worker.
    fn left(&self) -> Option<String> {
        self.dead.iter().find_map(|worker| {
            let running = browsers_of(*worker).into_iter().next();
            let profile = || profiles_of(*worker).then(|| format!("a profile of {worker}"));
            running.map(|(_, line)| line).or_else(profile)
        })
    }
}

fn is_over(process: u32) -> bool {
    let state = std::fs::read_to_string(format!("/proc/{process}/stat"));
    state.map_or(true, |state| state.contains(") Z "))
}

fn kill(process: &str) -> bool {
    let killed = Command::new("kill").args(["-KILL", process]).status();
    killed.is_ok_and(|status| status.success())
}
