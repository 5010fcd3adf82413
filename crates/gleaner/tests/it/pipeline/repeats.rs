//! Text that repeats on the pages of a host is not part of its articles.

use std::collections::HashMap;
use std::process::Stdio;

use serde_json::Value;
use testsite::{ExpectedArticle, Settings};

use super::{World, text, write};

type Counts<'a> = HashMap<&'a [&'a str], u32>;

/// Precision and recall over 4-word shingles, averaged over articles, and their harmonic mean.
#[derive(Debug, Default)]
struct Score {
    precision: f64,
    recall: f64,
}

impl Score {
    fn of(expected: &[ExpectedArticle], found: &HashMap<String, String>) -> Self {
        let mut score = Self::default();
        for wanted in expected {
            let (gold, text) = (words(&wanted.text), words(found_at(found, wanted)));
            let (gold, text) = (shingles(&gold), shingles(&text));
            let common: u32 = text
                .iter()
                .map(|(s, n)| *n.min(gold.get(s).unwrap_or(&0)))
                .sum();
            let share =
                |all: &Counts| f64::from(common) / f64::from(all.values().sum::<u32>().max(1));
            score.precision += share(&text);
            score.recall += share(&gold);
        }
        let count = f64::from(u32::try_from(expected.len()).unwrap());
        Self {
            precision: score.precision / count,
            recall: score.recall / count,
        }
    }

    fn f1(&self) -> f64 {
        2.0 * self.precision * self.recall / (self.precision + self.recall)
    }
}

/// The text found at the URL of an article; empty if it was not classified as an article.
fn found_at<'a>(found: &'a HashMap<String, String>, wanted: &ExpectedArticle) -> &'a str {
    found.get(&wanted.url).map_or("", String::as_str)
}

fn words(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty()).collect()
}

fn shingles<'a>(words: &'a [&'a str]) -> Counts<'a> {
    let mut counts = Counts::new();
    for shingle in words.windows(4) {
        *counts.entry(shingle).or_default() += 1;
    }
    counts
}

/// The text of the latest version at each URL.
async fn texts(world: &World) -> HashMap<String, String> {
    let articles = world.articles().await;
    let latest = articles
        .iter()
        .filter(|article| article["is_latest"] == true);
    let both = |a: &Value| {
        ["url", "url_canonical"]
            .map(|field| (text(a, field).to_owned(), text(a, "text").to_owned()))
    };
    latest.flat_map(both).collect()
}

/// Number of boxes of the newsroom found in texts, over all articles.
fn boxes(expected: &[ExpectedArticle], found: &HashMap<String, String>) -> usize {
    let of = |wanted: &ExpectedArticle| {
        let boxes = wanted.outside.iter();
        boxes
            .filter(|outside| found_at(found, wanted).contains(outside.as_str()))
            .count()
    };
    expected.iter().map(of).sum()
}

#[tokio::test(flavor = "multi_thread")]
async fn repeating_text_of_a_host_is_left_out() {
    let world = World::new(Settings {
        articles_per_site: 40,
        ..Settings::default()
    })
    .await;
    // First page by page, then with knowledge of the hosts, which the store treats as another version of the code.
    let mut alone = world.gleaner(&["nightly", "--seeds", "newsroom.toml"]);
    alone.env("GLEANER__EXTRACT__HOST_KNOWLEDGE", "false");
    alone.stdout(Stdio::piped()).stderr(Stdio::piped());
    let output = tokio::task::spawn_blocking(move || alone.output().unwrap())
        .await
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let expected = world.newsroom.expected().articles;
    let before = texts(&world).await;
    println!("{}", world.ok(&["extract"]).await);
    let after = texts(&world).await;

    let (alone, together) = (Score::of(&expected, &before), Score::of(&expected, &after));
    println!("{} articles", expected.len());
    for (name, score, texts) in [("alone", &alone, &before), ("together", &together, &after)] {
        println!(
            "{name:<9} F1 {:.4}, precision {:.4}, recall {:.4}, {} boxes",
            score.f1(),
            score.precision,
            score.recall,
            boxes(&expected, texts)
        );
    }
    assert!(together.f1() > alone.f1());
    assert!(
        together.recall >= alone.recall - 1e-9,
        "no word of an article is lost"
    );
    let (before, after) = (boxes(&expected, &before), boxes(&expected, &after));
    assert!(after * 5 < before, "{before} boxes before, {after} after");
    // Pages that were read before the repeating text was known have been read again, and none of them are due.
    let status: Value = serde_json::from_str(&world.ok(&["status", "--json"]).await).unwrap();
    assert_eq!(status["queue"]["pages_unread"], 0);
    assert!(
        world
            .ok(&["extract"])
            .await
            .starts_with("0 pages extracted")
    );
}

/// A box between the paragraphs of many articles of a site.
const BOX: &str = "Die Redaktion dankt allen Lesern, die sich an der großen Umfrage zum Stadtbild beteiligt und ihre Meinung geschrieben haben.";

/// An article of its own about a street, with these paragraphs before the last.
fn street(number: usize, inside: &str) -> String {
    let paragraph = |part: usize| {
        format!(
            "<p>In der Straße {number} im Bezirk {part} wurden {} Häuser saniert, wie der Bauleiter {number}{part} am Abend den Nachbarn mitteilte.</p>",
            number * 7 + part
        )
    };
    let (first, last) = ((1..5).map(paragraph).collect::<String>(), paragraph(5));
    format!(
        "<html lang=de><head><title>Straße {number} wird saniert</title><meta property=og:type content=article></head><body><header><a href=/>Blatt</a></header>\
         <article><h1>Straße {number} wird saniert</h1><p>Von Ana Berg, <time datetime=2026-03-01T08:00:00Z>1. März 2026</time></p>{first}{inside}{last}</article></body></html>"
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn articles_that_left_the_sample_of_a_host_lose_text_that_turns_out_to_repeat() {
    let world = World::new(Settings::default()).await;
    let with_box = format!("<p>{BOX}</p>");
    // The box is rare in the first batch. When the second shows that it repeats, its pages have taken the slots of the first.
    let line = |number: usize| {
        let inside = if (6..64).contains(&number) {
            ""
        } else {
            &with_box
        };
        serde_json::json!({
            "url": format!("https://blatt.example/bau/strasse-{number}-wird-saniert"),
            "fetched_at": format!("2026-03-01T{:02}:{:02}:00Z", 9 + number / 60, number % 60),
            "html": street(number, inside),
        })
        .to_string()
            + "\n"
    };
    let pages: String = (0..150).map(line).collect();
    write(&world.path("pages.jsonl"), pages.as_bytes());
    world.ok(&["import", "pages.jsonl"]).await;
    let output = world.ok(&["extract"]).await;
    let articles = world.articles().await;
    assert_eq!(articles.len(), 150, "{output}");
    let with_box = articles.iter().filter(|a| text(a, "text").contains(BOX));
    assert_eq!(with_box.count(), 0, "{output}");
}
