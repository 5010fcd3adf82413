//! Nights on the newsroom.

use std::collections::{HashMap, HashSet};
use std::process::Stdio;

use serde_json::Value;
use testsite::{Expected, Newsroom, Request, Settings};

use super::{World, text};

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

fn by_url(articles: &[Value]) -> HashMap<String, &Value> {
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

#[tokio::test(flavor = "multi_thread")]
async fn three_nights_find_every_article_once_and_every_change() {
    let world = World::new(Settings::default()).await;
    let newsroom = &world.newsroom;
    let night = ["nightly", "--seeds", "newsroom.toml"];

    // The first night finds everything there is.
    let output = world.ok(&night).await;
    assert!(output.contains(" stories, "), "{output}");
    let expected = newsroom.expected();
    assert_well_behaved(newsroom, &expected);
    let articles = world.articles().await;
    let found = by_url(&articles);
    let missing: Vec<&str> = expected
        .articles
        .iter()
        .filter(|wanted| !found.contains_key(&wanted.url))
        .map(|wanted| wanted.url.as_str())
        .collect();
    assert!(
        missing.is_empty(),
        "articles not found: {missing:#?}\n{output}"
    );
    let (mut recall, mut precision) = (0.0, 0.0);
    for wanted in &expected.articles {
        let article = found[&wanted.url];
        let (r, p) = overlap(&wanted.text, text(article, "text"));
        recall += r;
        precision += p;
        assert_eq!(text(article, "language"), wanted.language, "{}", wanted.url);
        assert_eq!(text(article, "source_id"), wanted.site, "{}", wanted.url);
    }
    #[expect(clippy::cast_precision_loss, reason = "some eighty articles")]
    let count = expected.articles.len() as f64;
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

    // Verbatim copies of an agency text have one leader.
    let leaders: HashSet<&str> = articles.iter().map(|a| text(a, "duplicate_of")).collect();
    for leader in leaders.iter().filter(|leader| !leader.is_empty()) {
        let leader = articles.iter().find(|a| text(a, "id") == *leader).unwrap();
        assert_eq!(leader["duplicate_of"], Value::Null, "a leader is no copy");
    }

    // A second night right after the first repeats its requests conditionally and adds nothing.
    newsroom.clear_log();
    let output = world.ok(&night).await;
    assert!(
        output.contains("Nothing new since the last time."),
        "{output}"
    );
    assert!(
        output.contains(" 0 new articles, 0 new versions"),
        "{output}"
    );
    assert_well_behaved(newsroom, &expected);
    let wanted: HashSet<&str> = expected.articles.iter().map(|a| a.url.as_str()).collect();
    for request in newsroom.log() {
        if wanted.contains(url(newsroom, &request).as_str()) {
            assert_eq!(request.status, 304, "{} was fetched again", request.path);
        }
    }
    assert_eq!(world.articles().await.len(), articles.len());

    // The next day: what is new is found, what changed becomes a version, what is gone stays stored.
    let changes = newsroom.advance();
    newsroom.clear_log();
    world.ok(&night).await;
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
    assert_well_behaved(newsroom, &newsroom.expected());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_has_the_counts_as_fields_and_does_not_repeat_the_results() {
    let world = World::new(Settings {
        articles_per_site: 4,
        ..Settings::default()
    })
    .await;
    let args = [
        "--log-format",
        "json",
        "nightly",
        "--seeds",
        "newsroom.toml",
    ];
    let mut night = world.gleaner(&args);
    night
        .env("RUST_LOG", "info")
        .env("GLEANER__RETENTION__VISIT_DAYS", "400")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let output = tokio::task::spawn_blocking(move || night.output().unwrap());
    let output = output.await.unwrap();
    let [stdout, log] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(output.status.success(), "{log}");
    for result in stdout.lines().filter(|line| line.contains(" pages ")) {
        assert!(!log.contains(result), "{result} is said twice: {log}");
    }
    let log = super::lines(&log);
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
    let query = format!("\"{}\"", wanted.title.replace('"', " "));
    let by_week = world.ok(&["search", &query, "--by", "week"]).await;
    let counted = by_week
        .lines()
        .skip(1)
        .map(|line| line.split(',').nth(1).unwrap());
    let counted: u32 = counted.map(|count| count.parse::<u32>().unwrap()).sum();
    assert!(counted > 0, "{by_week}");
    let status: Value = serde_json::from_str(&world.ok(&["status", "--json"]).await).unwrap();
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

#[tokio::test(flavor = "multi_thread")]
async fn the_search_finds_an_article_by_a_word_of_its_title() {
    let world = World::new(Settings {
        articles_per_site: 4,
        ..Settings::default()
    })
    .await;
    world.ok(&["nightly", "--seeds", "newsroom.toml"]).await;
    let wanted = &world.newsroom.expected().articles[0];
    let hits = super::lines(
        &world
            .ok(&[
                "search",
                &wanted.title,
                "--json",
                "--language",
                &wanted.language,
            ])
            .await,
    );
    assert!(
        hits.iter().any(|hit| text(hit, "url") == wanted.url),
        "{:?} is not among {} hits",
        wanted.title,
        hits.len()
    );
    let newest = super::lines(
        &world
            .ok(&["search", "", "--order", "newest", "--json"])
            .await,
    );
    let dates = newest.iter().map(|hit| {
        let published = hit["date_published"].as_str();
        published
            .unwrap_or_else(|| text(hit, "date_crawled"))
            .to_owned()
    });
    let dates: Vec<String> = dates.collect();
    assert!(
        dates.len() > 5 && dates.is_sorted_by(|a, b| a >= b),
        "{dates:?}"
    );
    let status: Value = serde_json::from_str(&world.ok(&["status", "--json"]).await).unwrap();
    assert_eq!(status["runs"][0]["state"], "done");
    assert_eq!(status["queue"]["pages_unread"], 0);
}
