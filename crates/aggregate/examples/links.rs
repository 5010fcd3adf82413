//! Links between stories of different languages, with what they share:
//! `cargo run --release -p aggregate --example links FILE… [dates=no]`.
//!
//! Files have articles, one a line, with `id`, `language`, `title`, `text` and, where known, `date`; a file may be given as
//! `de:FILE`, which stands for the language of all its articles. `dates=no` lays them all on one day, so that each link between
//! sets that have nothing to do with each other is a false one.
#![allow(
    clippy::print_stdout,
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::cast_precision_loss,
    clippy::cast_possible_wrap,
    reason = "an example prints its numbers, and stops where its input is wrong"
)]

mod shared;

use std::collections::{BTreeMap, HashMap};
use std::time::Instant;

use aggregate::{
    Article, DocumentFrequencies, Gazetteer, Lexicon, LinkCandidate, LinkParams, Stories,
    StoryParams, TermCounts, WeightedTerms, facts, links, names,
};
use chrono::{DateTime, TimeDelta, Utc};
use shared::{Row, option};

fn main() {
    let mut params = LinkParams::default();
    params.names = option("names").unwrap_or(params.names);
    params.margin = option("margin").unwrap_or(params.margin);
    params.share = option("share").unwrap_or(params.share);
    params.figures = option("figures").unwrap_or(params.figures);
    let mut sets: BTreeMap<String, Vec<Row>> = BTreeMap::new();
    for argument in std::env::args().skip(1).filter(|a| !a.contains('=')) {
        let (all, file) = argument.split_once(':').unwrap_or(("", &argument));
        for row in shared::file(file) {
            let language = row.language.clone().filter(|_| all.is_empty());
            let language = language.unwrap_or_else(|| all.to_owned());
            sets.entry(language).or_default().push(row);
        }
    }
    let mut stories = Vec::new();
    let mut titles: HashMap<String, String> = HashMap::new();
    let mut spent = 0.0;
    let mut articles = 0;
    for (language, rows) in sets.iter().filter(|(language, _)| !language.is_empty()) {
        articles += rows.len();
        for row in rows {
            titles.insert(row.id.clone(), row.title.clone().unwrap_or_default());
        }
        let (found, seconds) = told(language, rows);
        println!(
            "language={language} articles={} stories={}",
            rows.len(),
            found.len()
        );
        stories.extend(found);
        spent += seconds;
    }
    if option::<String>("show").as_deref() == Some("facts") {
        for story in &stories {
            let facts = story.facts.iter().map(|fact| fact.form.as_str());
            let facts: Vec<&str> = facts.collect();
            println!("{} {}: {}", story.language, story.story, facts.join(", "));
        }
    }
    let clock = Instant::now();
    let found = links(&stories, &params);
    let linking = clock.elapsed();
    for link in &found {
        let title = |id: &String| titles.get(id).cloned().unwrap_or_default();
        println!(
            "\n{:.1} of {:.1}\n  {}\n  {}",
            link.score,
            link.needed,
            title(&link.story),
            title(&link.other)
        );
        let shared = link.shared.iter();
        let shared: Vec<String> = shared
            .map(|s| format!("{}/{} {:.1}", s.form, s.other_form, s.weight))
            .collect();
        println!("  {}", shared.join(", "));
    }
    println!("\nstories={}", stories.len());
    println!("links={}", found.len());
    println!("marks_ms={:.4}", spent * 1e3 / articles.max(1) as f64);
    println!("links_ms={:.1}", linking.as_secs_f64() * 1e3);
}

/// The stories of one language, and how long their facts took.
fn told(language: &str, rows: &[Row]) -> (Vec<LinkCandidate>, f64) {
    let story_params = StoryParams::default();
    let lexicon = Lexicon::of(language);
    let mut gazetteer = Gazetteer::default();
    let mut frequencies = DocumentFrequencies::default();
    let text = |row: &Row| row.text.clone().unwrap_or_default();
    let title = |row: &Row| row.title.clone().unwrap_or_default();
    for row in rows {
        gazetteer.learn(&text(row));
        frequencies.learn(&TermCounts::of(&title(row), &text(row), &lexicon));
    }
    let dated = option::<String>("dates").as_deref() != Some("no");
    let mut spent = 0.0;
    let batch = rows.iter().enumerate().map(|(at, row)| {
        let named = names(&text(row), &gazetteer);
        let clock = Instant::now();
        let facts = facts(&title(row), &text(row), &named, &lexicon);
        spent += clock.elapsed().as_secs_f64();
        let date = row
            .date
            .as_ref()
            .filter(|_| dated)
            .and_then(|d| d.parse().ok());
        let arrival = DateTime::<Utc>::UNIX_EPOCH + TimeDelta::seconds(at as i64);
        Article {
            id: row.id.clone(),
            when: date.unwrap_or(arrival),
            terms: WeightedTerms::of(
                &TermCounts::of(&title(row), &text(row), &lexicon),
                &background,
                &story_params.weights,
            ),
            facts,
        }
    });
    let batch: Vec<Article> = batch.collect();
    let mut stories = Stories::default();
    stories.insert_all(batch, &story_params);
    if !dated {
        stories.repair(
            DateTime::<Utc>::UNIX_EPOCH + TimeDelta::days(1),
            &story_params,
        );
    }
    let found = stories.with_facts().map(|(summary, facts)| LinkCandidate {
        story: summary.id.to_owned(),
        language: language.to_owned(),
        founded: summary.founded,
        active: summary.active,
        facts,
    });
    (found.collect(), spent)
}
