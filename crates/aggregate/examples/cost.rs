//! The cost of aggregation as the archive grows, on generated articles:
//! `cargo run --release -p gleaner-aggregate --example cost articles=1000000 night=10000 words=300`.
//!
//! Words are drawn by Zipf's law, so the vocabulary grows with the corpus by Heaps' law. Six of ten articles report an event that
//! others also report, two of ten are copies.
#![allow(
    clippy::print_stdout,
    clippy::cast_precision_loss,
    clippy::cast_possible_wrap,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::too_many_lines,
    clippy::similar_names,
    reason = "an example prints its numbers"
)]

extern crate gleaner_aggregate as aggregate;

use std::time::Duration;

use aggregate::{
    CopyIndex, DedupArticle, DocumentFrequencies, Fingerprint, Lexicon, Stories, StoryParams,
    TermCounts, WeightedArticle, WeightedTerms, content_hash, word_count,
};
use chrono::{DateTime, TimeDelta, Utc};

/// The value of `name=value` among the arguments.
fn option<T: std::str::FromStr>(name: &str) -> Option<T> {
    let mut args = std::env::args();
    let value = args.find_map(|arg| Some(arg.strip_prefix(name)?.strip_prefix('=')?.to_owned()))?;
    value.parse().ok()
}

/// `SplitMix64`.
struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        text::hash::mixed(self.0)
    }

    /// 0 to 1.
    fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A rank by Zipf's law with exponent 1.15 by the inverse of its continuous form.
    fn rank(&mut self) -> u64 {
        let rank = (1.0 - self.share()).powf(-1.0 / 0.15);
        (rank.min(1e9) as u64).max(1)
    }
}

/// A plausible word, the same for the same rank.
fn word(rank: u64) -> String {
    const SYLLABLES: [&str; 16] = [
        "ba", "ke", "ri", "to", "lu", "san", "mer", "din", "vo", "gra", "pel", "ti", "schu", "na",
        "wor", "fe",
    ];
    let mut left = rank;
    let mut word = String::new();
    while left > 0 {
        word.push_str(SYLLABLES[(left % 16) as usize]);
        left /= 16;
    }
    word
}

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |c| {
        c.to_uppercase().collect::<String>() + chars.as_str()
    })
}

/// CPU time of this thread.
fn cpu_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanos = stat.split(' ').next().and_then(|n| n.parse().ok());
    Duration::from_nanos(nanos.unwrap_or(0))
}

struct Event {
    words: Vec<String>,
    names: Vec<String>,
    figures: u64,
}

impl Event {
    fn new(rng: &mut Rng) -> Self {
        let rare = |rng: &mut Rng| word(1_000 + rng.rank() * 40 + rng.next() % 40_000);
        Self {
            words: (0..25).map(|_| rare(rng)).collect(),
            names: (0..5).map(|_| capital(&rare(rng))).collect(),
            figures: rng.next(),
        }
    }

    fn tell(&self, rng: &mut Rng, words: usize) -> (String, String) {
        let mut text = String::new();
        for at in 0..words {
            let drawn = match rng.next() % 100 {
                0..=11 => self.words[(rng.next() % 25) as usize].clone(),
                12..=15 => self.names[(rng.next() % 5) as usize].clone(),
                16 => format!("{}", self.figures % (10 + rng.next() % 5)),
                _ => word(rng.rank()),
            };
            if at % 12 == 0 {
                text.push_str(if at % 60 == 0 { ".\n\n" } else { ". " });
                text.push_str(&capital(&drawn));
            } else {
                text.push(' ');
                text.push_str(&drawn);
            }
        }
        let pick = |rng: &mut Rng| self.words[(rng.next() % 25) as usize].clone();
        let title = format!(
            "{} {} {} {}",
            self.names[0],
            pick(rng),
            word(rng.rank()),
            pick(rng)
        );
        (title, text)
    }
}

fn main() {
    let total: usize = option("articles").unwrap_or(100_000);
    let per_night: usize = option("night").unwrap_or(10_000);
    let length: usize = option("words").unwrap_or(350);
    let story_params = StoryParams::default();
    let lexicon = Lexicon::of("de");
    let mut rng = Rng(option("seed").unwrap_or(1));
    let mut copies = CopyIndex::default();
    let mut stories = Stories::default();
    let mut frequencies = DocumentFrequencies::default();
    let mut events: Vec<Event> = (0..=per_night / 12).map(|_| Event::new(&mut rng)).collect();
    let mut costs: Vec<f64> = Vec::new();
    let mut spent = Duration::ZERO;
    for night in 0..total.div_ceil(per_night) {
        let start = DateTime::<Utc>::UNIX_EPOCH + TimeDelta::days(night as i64);
        // A third of the events are over by the next day.
        for event in &mut events {
            if rng.next().is_multiple_of(3) {
                *event = Event::new(&mut rng);
            }
        }
        let mut texts: Vec<(String, String)> = Vec::with_capacity(per_night);
        for at in 0..per_night {
            let article = match rng.next() % 10 {
                0 | 1 if at > 0 => {
                    let (title, text) = texts[(rng.next() as usize) % at].clone();
                    (title, format!("{}. {text}", word(rng.rank())))
                }
                2..=7 => {
                    let event = (rng.share().powi(2) * events.len() as f64) as usize;
                    events[event].tell(&mut rng, length)
                }
                _ => Event::new(&mut rng).tell(&mut rng, length),
            };
            texts.push(article);
        }

        // These two are made when an article is extracted.
        let known: Vec<(String, usize)> = texts
            .iter()
            .map(|(_, text)| (content_hash(text), word_count(text)))
            .collect();
        let mut stage = [Duration::ZERO; 6];
        let mut clock = cpu_time();
        let mut lap = |at: usize| {
            stage[at] += cpu_time().saturating_sub(clock);
            clock = cpu_time();
        };
        let batch: Vec<(DedupArticle, Fingerprint)> = texts
            .iter()
            .enumerate()
            .map(|(at, (title, text))| {
                let when =
                    start + TimeDelta::milliseconds(at as i64 * 86_400_000 / per_night as i64);
                let item = DedupArticle {
                    id: format!("{night:04}-{at:06}"),
                    hash: known[at].0.clone(),
                    words: known[at].1,
                    published: Some(when),
                    first_seen: when,
                    site: String::new(),
                };
                (item, Fingerprint::of(title, text))
            })
            .collect();
        let whens: Vec<DateTime<Utc>> = batch.iter().map(|(item, _)| item.when()).collect();
        lap(0);
        let found = copies.insert_all(batch);
        lap(1);
        let copied: std::collections::HashSet<String> =
            found.into_iter().map(|(id, _)| id).collect();
        let leaders: Vec<(String, usize, TermCounts)> = texts
            .iter()
            .enumerate()
            .map(|(at, _)| (format!("{night:04}-{at:06}"), at))
            .filter(|(id, _)| !copied.contains(id))
            .map(|(id, at)| (id, at, TermCounts::of(&texts[at].0, &texts[at].1, &lexicon)))
            .collect();
        // The first night has nothing but itself to learn from.
        if night == 0 {
            for (_, _, counts) in &leaders {
                frequencies.learn(counts);
            }
        }
        lap(2);
        let articles: Vec<WeightedArticle> = leaders
            .iter()
            .map(|(id, at, counts)| WeightedArticle {
                id: id.clone(),
                when: whens[*at],
                terms: WeightedTerms::of(counts, &frequencies, &story_params.weights),
                facts: Vec::new(),
            })
            .collect();
        lap(2);
        stories.insert_all(articles, &story_params);
        lap(3);
        let now = start + TimeDelta::days(1);
        let repair = stories.repair(now, &story_params);
        lap(4);
        copies.prune(now, TimeDelta::days(14));
        if night > 0 {
            for (_, _, counts) in &leaders {
                frequencies.learn(counts);
            }
        }
        lap(5);
        let night_ms: Vec<f64> = stage
            .iter()
            .map(|s| s.as_secs_f64() * 1e3 / per_night as f64)
            .collect();
        let sum: f64 = night_ms.iter().sum();
        spent += stage.iter().sum();
        costs.push(sum);
        let stages = ["fingerprint", "link", "read", "follow", "repair", "keep"];
        let stages = stages.iter().zip(&night_ms);
        let stages: Vec<String> = stages.map(|(name, ms)| format!("{name}={ms:.3}")).collect();
        println!(
            "night={night} archive={} copies={} stories={} moved={} ms_per_article={sum:.3} {}",
            (night + 1) * per_night,
            copied.len(),
            stories.summaries().count(),
            repair.moved.len(),
            stages.join(" ")
        );
    }
    println!("articles={total}");
    println!("cpu_seconds={:.1}", spent.as_secs_f64());
    let at = |archive: usize| costs.get((archive / per_night).saturating_sub(1)).copied();
    if let (Some(early), Some(late)) = (at(50_000), at(1_000_000)) {
        println!("growth={:.3}", late / early);
    }
}
