//! Time and memory needed for adversarial pages.
//!
//! `cargo bench -p gleaner-methods --bench hostile [-- --mb N] [NAME]` prints, per page, milliseconds to parse it and to extract
//! it with metadata, the slowest of all extractors, the ratio of the extraction times for a page of twice the size, and (on
//! Linux) the peak memory in addition to the page itself.

#![expect(clippy::print_stdout, reason = "the table is the result")]

extern crate gleaner_methods as methods;

#[path = "../../html/tests/it/hostile/inputs.rs"]
mod inputs;

use std::fs;
use std::hint::black_box;
use std::time::{Duration, Instant};

fn main() {
    let mut megabytes = 4;
    let mut wanted = String::new();
    let mut arguments = std::env::args().skip(1).filter(|word| word != "--bench");
    while let Some(word) = arguments.next() {
        if word == "--mb" {
            megabytes = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(4);
        } else {
            wanted = word;
        }
    }
    println!(
        "{:42} {:>8} {:>8} {:>8} {:20} {:>6} {:>8}",
        "page", "parse ms", "whole ms", "slow ms", "slowest extractor", "x2", "MB"
    );
    for (name, input) in inputs::inputs() {
        if !name.contains(&wanted) {
            continue;
        }
        let page = input(megabytes << 20);
        reset_peak();
        let before = memory("VmRSS:");
        let parse = time(|| html::parse(&page).blocks.len());
        let whole = time(|| read(&page).text.len());
        let peak = memory("VmHWM:").saturating_sub(before) >> 10;
        let document = html::parse(&page);
        let slowest = methods::EXTRACTORS
            .iter()
            .map(|extractor| {
                (
                    time(|| extractor.label(&document).runs.len()),
                    extractor.name,
                )
            })
            .max();
        let (slow, slowest) = slowest.unwrap_or_default();
        let twice = input(megabytes << 21);
        let whole_of_twice = time(|| read(&twice).text.len());
        println!(
            "{name:42} {:8.1} {:8.1} {:8.1} {slowest:20} {:6.2} {peak:8}",
            ms(parse),
            ms(whole),
            ms(slow),
            ms(whole_of_twice) / ms(whole),
        );
    }
}

fn read(page: &str) -> extract::Extraction {
    extract::extract(
        &extract::Input::new(page, None),
        &extract::Options::default(),
    )
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The shortest of three runs.
fn time<T>(work: impl Fn() -> T) -> Duration {
    let run = || {
        let start = Instant::now();
        black_box(work());
        start.elapsed()
    };
    (0..3).map(|_| run()).min().unwrap_or_default()
}

/// A memory size of this process in KiB; 0 if unknown.
fn memory(name: &str) -> usize {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    let number = line.and_then(|line| line.trim().split(' ').next()?.parse().ok());
    number.unwrap_or(0)
}

fn reset_peak() {
    let reset = fs::write("/proc/self/clear_refs", "5");
    drop(reset);
}
