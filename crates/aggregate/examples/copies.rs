//! Copies against labelled groups: `zcat FILE | cargo run --release -p aggregate --example copies`.
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

use aggregate::evaluate::{bootstrap, scores};
use aggregate::{CopyIndex, CopyParams, Fingerprint, Item, content_hash, words};
use chrono::{DateTime, TimeDelta, Utc};

fn main() {
    let rows = shared::rows();
    let mut params = CopyParams::default();
    params.sure = shared::option("sure").unwrap_or(params.sure);
    params.likely = shared::option("likely").unwrap_or(params.likely);
    params.coverage = shared::option("coverage").unwrap_or(params.coverage);
    params.long_words = shared::option("long_words").unwrap_or(params.long_words);
    params.common = shared::option("common").unwrap_or(params.common);
    params.posting_cap = shared::option("cap").unwrap_or(params.posting_cap);
    params.figures = shared::option("figures").unwrap_or(params.figures);
    let shuffle: u64 = shared::option("shuffle").unwrap_or(0);

    // Without dates the order of the file is the order of arrival, a minute apart; a shuffle
    // tries others.
    let mut order: Vec<usize> = (0..rows.len()).collect();
    if shuffle > 0 {
        order.sort_by_key(|i| content_hash(&format!("{shuffle} {i}")));
    }
    let start = DateTime::<Utc>::UNIX_EPOCH;
    let clock = Instant::now();
    let mut batch = Vec::new();
    for (place, at) in order.iter().enumerate() {
        let row = &rows[*at];
        let text = row.text.as_deref().unwrap_or_default();
        let item = Item {
            id: row.id.clone(),
            hash: content_hash(text),
            words: words(text),
            published: row.date.as_ref().and_then(|d| d.parse().ok()),
            first_seen: start + TimeDelta::seconds(place as i64),
            site: String::new(),
        };
        let print = Fingerprint::of(row.title.as_deref().unwrap_or_default(), text);
        batch.push((item, print));
    }
    let read = clock.elapsed();
    let clock = Instant::now();
    let mut copies = CopyIndex::default();
    let found = copies.insert_all(batch, &params);
    let linked = clock.elapsed();

    let leader: HashMap<&str, &str> = found
        .iter()
        .map(|c| (c.id.as_str(), c.duplicate_of.as_str()))
        .collect();
    let group: Vec<&str> = rows
        .iter()
        .map(|r| *leader.get(r.id.as_str()).unwrap_or(&r.id.as_str()))
        .collect();
    let gold: Vec<&str> = rows
        .iter()
        .map(|r| r.cluster.as_deref().unwrap_or(r.id.as_str()))
        .collect();
    let s = scores(&gold, &group);
    let spread = bootstrap(&gold, &group, &gold, 200, 1);
    println!("articles={}", rows.len());
    println!("copies={}", found.len());
    println!("pairs_precision={:.4}", s.pairs.precision);
    println!("pairs_recall={:.4}", s.pairs.recall);
    println!("pairs_f={:.4}", s.pairs.f);
    println!("pairs_f_std={:.4}", spread.pairs_f);
    println!("b_cubed_f={:.4}", s.b_cubed.f);
    let each = 1e3 / rows.len().max(1) as f64;
    println!("fingerprint_ms={:.4}", read.as_secs_f64() * each);
    println!("link_ms={:.4}", linked.as_secs_f64() * each);
    if shared::option::<u8>("wrong").is_some() {
        let gold_of: HashMap<&str, &str> = rows
            .iter()
            .zip(&gold)
            .map(|(r, g)| (r.id.as_str(), *g))
            .collect();
        for copy in &found {
            if gold_of[copy.id.as_str()] != gold_of[copy.duplicate_of.as_str()] {
                println!("wrong {copy:?}");
            }
        }
    }
}
