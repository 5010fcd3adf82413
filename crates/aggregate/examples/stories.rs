//! Stories against labelled events:
//! `zcat FILE | cargo run --release -p aggregate --example stories background=FILE language=en`.
//!
//! `background` is a file of articles, one a line, from which words get their weights. `half=0` or
//! `half=1` takes the events of one half only, `nights=N` repairs N times, `sweep=NAME` shows how the scores move with a number.
#![allow(
    clippy::print_stdout,
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::cast_precision_loss,
    clippy::cast_possible_wrap,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::too_many_lines,
    clippy::similar_names,
    reason = "an example prints its numbers, and stops where its input is wrong"
)]

mod shared;

use std::collections::HashMap;
use std::time::Instant;

use aggregate::evaluate::{Scores, bootstrap, scores};
use aggregate::{
    Article, DocumentFrequencies, Lexicon, Stories, StoryParams, TermCounts, WeightedTerms,
    content_hash,
};
use chrono::{DateTime, TimeDelta, Utc};
use shared::{Row, option};

struct Set {
    rows: Vec<Row>,
    counts: Vec<TermCounts>,
    frequencies: DocumentFrequencies,
}

struct Outcome {
    single: Scores,
    repaired: Scores,
    groups: Vec<String>,
    follow_ms: f64,
    repair_ms: f64,
}

fn main() {
    let language = option("language").unwrap_or_else(|| "en".to_owned());
    let lexicon = Lexicon::of(&language);
    let read = |row: &Row| {
        let title = row.title.as_deref().unwrap_or_default();
        TermCounts::of(title, row.text.as_deref().unwrap_or_default(), &lexicon)
    };
    let mut frequencies = DocumentFrequencies::default();
    if let Some(file) = option::<String>("background") {
        for row in shared::file(&file) {
            frequencies.learn(&read(&row));
        }
    }
    let mut rows = shared::rows();
    if let Some(half) = option::<u8>("half") {
        rows.retain(|row| in_half(row) == half);
    }
    let clock = Instant::now();
    let counts: Vec<TermCounts> = rows.iter().map(read).collect();
    let each = 1e3 / rows.len().max(1) as f64;
    println!("articles={}", rows.len());
    println!("background_articles={}", frequencies.articles);
    println!("read_ms={:.4}", clock.elapsed().as_secs_f64() * each);
    let set = Set {
        rows,
        counts,
        background,
    };
    let params = rules();
    if let Some(name) = option::<String>("sweep") {
        for step in [0.25, 0.5, 0.7, 0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 2.0] {
            let mut moved = rules;
            let Some(value) = number(&mut moved, &name) else {
                continue;
            };
            *value *= step;
            let value = *value;
            let o = run(&set, &moved, 0);
            println!("{name}={value:.4} {}", line(&o));
        }
        return;
    }
    for shuffle in 0..option("shuffles").unwrap_or(1) {
        let o = run(&set, &params, shuffle);
        println!("shuffle={shuffle} {}", line(&o));
        if shuffle == 0 {
            let gold = gold(&set);
            let spread = bootstrap(&gold, &o.groups, &gold, 500, 1);
            if let Some(least) = option::<usize>("show") {
                show(&set, &o.groups, least);
            }
            println!("single_b_cubed_f={:.4}", o.single.b_cubed.f);
            println!("single_pairs_f={:.4}", o.single.pairs.f);
            println!("b_cubed_precision={:.4}", o.repaired.b_cubed.precision);
            println!("b_cubed_recall={:.4}", o.repaired.b_cubed.recall);
            println!("b_cubed_f={:.4}", o.repaired.b_cubed.f);
            println!("b_cubed_f_std={:.4}", spread.b_cubed_f);
            println!("pairs_f={:.4}", o.repaired.pairs.f);
            println!("pairs_f_std={:.4}", spread.pairs_f);
            println!("rand={:.4}", o.repaired.rand);
            println!("rand_std={:.4}", spread.rand);
            println!("follow_ms={:.4}", o.follow_ms);
            println!("repair_ms={:.4}", o.repair_ms);
        }
    }
}

/// The groups of so many articles or more.
fn show(set: &Set, groups: &[String], least: usize) {
    let mut by_group: HashMap<&str, Vec<&Row>> = HashMap::new();
    for (row, group) in set.rows.iter().zip(groups) {
        by_group.entry(group).or_default().push(row);
    }
    let mut large: Vec<_> = by_group
        .into_iter()
        .filter(|g| g.1.len() >= least)
        .collect();
    large.sort_by_key(|g| (std::cmp::Reverse(g.1.len()), g.0));
    for (group, rows) in large {
        println!("story {group}: {} articles", rows.len());
        for row in rows.iter().take(6) {
            let title = row.title.as_deref().filter(|t| !t.is_empty());
            let words = title.or(row.text.as_deref()).unwrap_or_default();
            let cluster = row.cluster.as_deref().unwrap_or_default();
            println!(
                "    {cluster} {}",
                words.chars().take(110).collect::<String>()
            );
        }
    }
}

fn line(o: &Outcome) -> String {
    let (s, r) = (o.single, o.repaired);
    format!(
        "single: b3 {:.3} pair {:.3} | repaired: b3 {:.3} (p {:.3} r {:.3}) pair {:.3} rand {:.3}",
        s.b_cubed.f,
        s.pairs.f,
        r.b_cubed.f,
        r.b_cubed.precision,
        r.b_cubed.recall,
        r.pairs.f,
        r.rand
    )
}

fn gold(set: &Set) -> Vec<String> {
    let name = |row: &Row| row.cluster.clone().unwrap_or_else(|| row.id.clone());
    set.rows.iter().map(name).collect()
}

/// Half of the events, drawn by the hash of their name.
fn in_half(row: &Row) -> u8 {
    let name = row.cluster.as_deref().unwrap_or(&row.id);
    content_hash(name).bytes().last().unwrap_or(0) % 2
}

fn run(set: &Set, params: &StoryParams, shuffle: u64) -> Outcome {
    let mut order: Vec<usize> = (0..set.rows.len()).collect();
    if shuffle > 0 {
        order.sort_by_key(|at| content_hash(&format!("{shuffle} {at}")));
    }
    let start = DateTime::<Utc>::UNIX_EPOCH;
    let mut batch = Vec::new();
    for (place, at) in order.into_iter().enumerate() {
        let row = &set.rows[at];
        let dated = row.date.as_ref().and_then(|d| d.parse().ok());
        // Without dates articles arrive a second apart.
        let arrival = start + TimeDelta::seconds(place as i64);
        batch.push(Article {
            id: row.id.clone(),
            when: dated.unwrap_or(arrival),
            terms: WeightedTerms::of(&set.counts[at], &set.frequencies, &params.weights),
            facts: Vec::new(),
        });
    }
    let now = batch.iter().map(|a| a.when).max().unwrap_or(start);
    let each = 1e3 / batch.len().max(1) as f64;
    batch.sort_by(|a, b| (a.when, &a.id).cmp(&(b.when, &b.id)));
    let mut stories = Stories::default();
    let (mut follow_ms, mut repair_ms) = (0.0, 0.0);
    let mut single = Vec::new();
    let nights: usize = option("nights").unwrap_or(1);
    for part in batch.chunks(batch.len().div_ceil(nights).max(1)) {
        let clock = Instant::now();
        stories.insert_all(part.to_vec(), params);
        follow_ms += clock.elapsed().as_secs_f64() * each;
        single = groups(set, &stories);
        let clock = Instant::now();
        stories.repair(now, params);
        repair_ms += clock.elapsed().as_secs_f64() * each;
    }
    let repaired = groups(set, &stories);
    let gold = gold(set);
    Outcome {
        single: scores(&gold, &single),
        repaired: scores(&gold, &repaired),
        groups: repaired,
        follow_ms,
        repair_ms,
    }
}

fn groups(set: &Set, stories: &Stories) -> Vec<String> {
    let story = |row: &Row| stories.story_of(&row.id).unwrap_or(&row.id).to_owned();
    set.rows.iter().map(story).collect()
}

fn number<'a>(params: &'a mut StoryParams, name: &str) -> Option<&'a mut f64> {
    Some(match name {
        "title" => &mut params.weights.title,
        "body" => &mut params.weights.body,
        "names" => &mut params.weights.names,
        "join" => &mut params.join,
        "merge" => &mut params.merge,
        "short_join" => &mut params.short_join,
        "short_merge" => &mut params.short_merge,
        "cohesion" => &mut params.cohesion,
        _ => return None,
    })
}

fn rules() -> StoryParams {
    let mut params = StoryParams::default();
    let names = [
        "title",
        "body",
        "names",
        "join",
        "merge",
        "short_join",
        "short_merge",
        "cohesion",
    ];
    let given: HashMap<&str, f64> = names
        .iter()
        .filter_map(|n| Some((*n, option(n)?)))
        .collect();
    for (name, value) in given {
        if let Some(number) = number(&mut rules, name) {
            *number = value;
        }
    }
    params.weights.terms = option("terms").unwrap_or(params.weights.terms);
    rules
}
