//! Nights on the newsroom: what is found, and, by the server's log, what is requested. Unchanged pages are not sent again, changed
//! pages are sent once, and new ones are found by one fetch of each channel.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde_json::Value;
use testsite::{Changes, Expected, ExpectedArticle, Newsroom, Request, Settings};

use super::{World, ended, text, typed};

/// The response without validators, which rules out conditional requests: a bot wall.
const WALL: &str = "/check";
/// Files that are requested once a day, not once a night.
const DAILY: [&str; 3] = ["/robots.txt", "/ai.txt", "/.well-known/tdmrep.json"];

/// The requests of a night, without those for the robots.txt of the closed host: a file that fails is asked for again within seconds.
fn night_log(newsroom: &Newsroom) -> Vec<Request> {
    let mut log = newsroom.log();
    log.retain(|request| request.path != "/robots.txt" || request.status != 503);
    log
}

/// The URL of a request, in the spelling of `expected()`.
fn url(newsroom: &Newsroom, request: &Request) -> String {
    format!(
        "http://{}:{}{}",
        request.host,
        newsroom.port(),
        request.path
    )
}

/// Asserts that nothing forbidden or foreign was requested, and no more of traps than a careful crawler would.
fn assert_well_behaved(newsroom: &Newsroom, expected: &Expected) {
    // robots.txt itself may always be requested.
    let log = newsroom.log();
    let pages = log.iter().filter(|request| request.path != "/robots.txt");
    let requested: Vec<String> = pages.map(|request| url(newsroom, request)).collect();
    for prefix in expected.disallowed.iter().chain(&expected.foreign) {
        let breach = requested
            .iter()
            .find(|requested| requested.starts_with(prefix.as_str()));
        assert_eq!(breach, None, "requested below {prefix}");
    }
    for trap in &expected.traps {
        let steps = requested
            .iter()
            .filter(|requested| trap.catches(requested))
            .count();
        assert!(
            steps <= trap.at_most,
            "{steps} requests into the {} trap, {} are tolerable",
            trap.name,
            trap.at_most
        );
    }
}

/// The latest versions, by the URL they were fetched from and the canonical one.
pub(super) fn by_url(articles: &[Value]) -> HashMap<String, &Value> {
    let latest = articles.iter().filter(|a| a["is_latest"] == true);
    latest
        .flat_map(|a| {
            [
                (text(a, "url").to_owned(), a),
                (text(a, "url_canonical").to_owned(), a),
            ]
        })
        .collect()
}

/// Shares of the words of `gold` that are in `found`, and of `found` that are in `gold`, counting each word once.
fn overlap(gold: &str, found: &str) -> (f64, f64) {
    let words =
        |text: &str| -> HashSet<String> { text.split_whitespace().map(str::to_owned).collect() };
    let (gold, found) = (words(gold), words(found));
    #[expect(clippy::cast_precision_loss, reason = "a few hundred words")]
    let share = |part: usize, of: usize| part as f64 / of.max(1) as f64;
    let common = gold.intersection(&found).count();
    (share(common, gold.len()), share(common, found.len()))
}

/// The requests of a night by URL, in order.
fn requests(newsroom: &Newsroom, log: &[Request]) -> BTreeMap<String, Vec<Request>> {
    let mut urls: BTreeMap<String, Vec<Request>> = BTreeMap::new();
    for request in log {
        let requests = urls.entry(url(newsroom, request)).or_default();
        requests.push(request.clone());
    }
    urls
}

/// Channels by which news is found: front pages, feeds, news sitemaps. Each is fetched once a night.
fn is_channel(request: &Request) -> bool {
    let path = request.path.as_str();
    path == "/"
        || ["feed", "rss", "atom", "news"]
            .iter()
            .any(|word| path.contains(word))
}

/// Asserts that these articles were found, with most of their words and few others.
fn assert_found(articles: &[Value], expected: &[ExpectedArticle]) {
    let found = by_url(articles);
    let missing: Vec<&str> = expected
        .iter()
        .filter(|wanted| !found.contains_key(&wanted.url))
        .map(|wanted| wanted.url.as_str())
        .collect();
    assert!(missing.is_empty(), "articles not found: {missing:#?}");
    let (mut recall, mut precision) = (0.0, 0.0);
    for wanted in expected {
        let article = found[&wanted.url];
        let (r, p) = overlap(&wanted.text, text(article, "text"));
        recall += r;
        precision += p;
        assert_eq!(text(article, "language"), wanted.language, "{}", wanted.url);
        assert_eq!(text(article, "source_id"), wanted.site, "{}", wanted.url);
    }
    #[expect(clippy::cast_precision_loss, reason = "some eighty articles")]
    let count = expected.len() as f64;
    assert!(
        recall / count > 0.9,
        "words of the articles found: {:.3}",
        recall / count
    );
    assert!(
        precision / count > 0.85,
        "words found that are theirs: {:.3}",
        precision / count
    );
}

/// Asserts that a night after which nothing has changed requested every URL conditionally, and once.
fn assert_nothing_is_sent_again(newsroom: &Newsroom) {
    let log = night_log(newsroom);
    assert!(log.iter().filter(|request| request.status == 304).count() > 50);
    for request in &log {
        let path = request.path.as_str();
        assert!(!DAILY.contains(&path), "{}{path} so soon", request.host);
        assert!(
            request.status != 200 || path == WALL,
            "{}{path} has not changed and was sent again",
            request.host
        );
    }
    for (url, requests) in requests(newsroom, &log) {
        assert_eq!(requests.len(), 1, "{url} was asked for more than once");
    }
}

/// Asserts that the night after these changes was sent what is new and changed, once, and nothing else. `known` are the URLs of
/// the first night.
fn assert_changes_are_sent(newsroom: &Newsroom, changes: &Changes, known: &HashSet<String>) {
    let log = night_log(newsroom);
    let requested = requests(newsroom, &log);
    for (url, requests) in &requested {
        assert_eq!(requests.len(), 1, "{url} was asked for more than once");
    }
    let bodies = |url: &str| {
        let requests = requested.get(url).into_iter().flatten();
        requests.filter(|request| request.status == 200).count()
    };
    let is_none_or = |url: &str, status: u16| {
        let requests = requested.get(url);
        requests.is_none_or(|requests| requests[0].status == status)
    };
    assert!(!changes.new.is_empty() && !changes.updated.is_empty());
    for url in changes.new.iter().chain(&changes.updated) {
        assert_eq!(bodies(url), 1, "{url} is new or changed");
    }
    for (from, to) in &changes.moved {
        assert!(is_none_or(from, 301), "{from}");
        assert_eq!(bodies(to), 1, "{to} is where {from} has gone");
    }
    for url in &changes.withdrawn {
        assert!(is_none_or(url, 410), "{url}");
    }
    let touched: HashSet<&String> = changes.new.iter().chain(&changes.updated).collect();
    for article in newsroom.expected().articles {
        let moved = changes.moved.iter().any(|(_, to)| *to == article.url);
        if !touched.contains(&article.url) && !moved {
            assert_eq!(bodies(&article.url), 0, "{} has not changed", article.url);
        }
    }
    // New pages were unknown before and were found by the one fetch of each channel of their host.
    for url in &changes.new {
        assert!(!known.contains(url), "{url} is not new");
        let request = &requested[url][0];
        let before = log
            .iter()
            .take_while(|other| other.started < request.started);
        let channels = before.filter(|other| other.host == request.host && is_channel(other));
        assert!(
            channels.count() > 0,
            "{url} was asked for before any channel named it"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn three_nights_find_every_article_once_and_every_change() {
    let world = World::new(Settings::default()).await;
    let newsroom = &world.newsroom;
    let night = ["nightly", "--seeds", "newsroom.toml"];

    // The first night finds everything there is.
    let mut first = world.gleaner(&typed("--log-format json nightly --seeds newsroom.toml"));
    first
        .env("RUST_LOG", "info")
        .env("GLEANER__RETENTION__VISIT_DAYS", "400");
    let (output, log) = ended(first, 0).await;
    assert!(output.contains(" stories, "), "{output}");
    assert_counts_are_fields_of_the_log(&output, &log, &world.status().await);
    let known: HashSet<String> = requests(newsroom, &newsroom.log()).into_keys().collect();
    let expected = newsroom.expected();
    assert_well_behaved(newsroom, &expected);
    let articles = world.articles().await;
    assert_found(&articles, &expected.articles);

    // A second night right after the first repeats its requests conditionally and adds nothing.
    newsroom.clear_log();
    let output = world.ok(&night).await;
    for said in [
        "Nothing new since the last time.",
        " 0 new articles, 0 new versions",
    ] {
        assert!(output.contains(said), "{output}");
    }
    assert_well_behaved(newsroom, &expected);
    assert_nothing_is_sent_again(newsroom);
    assert_eq!(world.articles().await.len(), articles.len());

    // The next day: what is new is found, what changed becomes a version, what is gone stays stored.
    let changes = newsroom.advance();
    newsroom.clear_log();
    world.ok(&night).await;
    assert_changes_are_sent(newsroom, &changes, &known);
    assert_well_behaved(newsroom, &newsroom.expected());
    let later = world.articles().await;
    let found = by_url(&later);
    for new in &changes.new {
        assert!(found.contains_key(new), "{new} is new and was not found");
    }
    for updated in &changes.updated {
        assert_eq!(found[updated]["version"], 2, "{updated} was updated");
    }
    for withdrawn in &changes.withdrawn {
        assert!(
            found.contains_key(withdrawn),
            "{withdrawn} is gone from the site, not from the record"
        );
    }
}

/// Asserts that the log of a night, as JSON, has the counts of its run as fields.
fn assert_counts_are_fields_of_the_log(output: &str, log: &str, status: &Value) {
    for result in output.lines().filter(|line| line.contains(" pages ")) {
        assert!(!log.contains(result), "{result} is said twice: {log}");
    }
    let log = super::lines(log);
    let line = |message: &str| {
        let mut lines = log.iter().filter(|line| line["message"] == message);
        let line = lines
            .next()
            .unwrap_or_else(|| panic!("{message}: {log:#?}"));
        assert!(lines.next().is_none(), "{message} stands there twice");
        assert!(
            line["duration_ms"].is_u64() || message == "seed finished",
            "{line}"
        );
        line
    };
    assert_eq!(status["runs"][0]["state"], "done");
    assert_eq!(status["queue"]["pages_unread"], 0);
    let counts = &status["runs"][0]["counts"];
    for (message, names) in [
        ("seed finished", &["sites_added"][..]),
        ("crawl finished", &["fetched", "not_found", "redirected"]),
        (
            "aggregate finished",
            &["copies", "stories", "stories_added"],
        ),
        ("prune finished", &["pages_pruned", "visits_pruned"]),
        (
            "nightly finished",
            &["fetched", "articles_added", "stories"],
        ),
    ] {
        for name in names {
            assert!(counts[name].is_u64(), "{name}: {counts}");
            assert_eq!(line(message)[name], counts[name], "{message}: {name}");
        }
    }
    for name in ["pages_read", "articles_added", "pages_rejected"] {
        let parts = ["extracted during the crawl", "extract finished"];
        let parts = parts.map(|part| line(part)[name].as_u64().unwrap());
        assert!(parts[0] > 0, "{name}");
        assert_eq!(counts[name], parts[0] + parts[1], "{name}");
    }
    assert_eq!(
        line("crawl finished")["busy"],
        counts["busy"],
        "none or some"
    );
    assert_eq!(line("nightly finished")["run.state"], "done");
}
