//! Any text as a seed file of each format: its sites can be stored, or it is rejected.
#![no_main]

use libfuzzer_sys::fuzz_target;

/// Names of seed files, one per format.
const FILES: [&str; 5] = ["a.toml", "a.csv", "a.tsv", "a.opml", "a.txt"];

fuzz_target!(|input: (u8, &str)| {
    let name = FILES[usize::from(input.0) % FILES.len()];
    let seeds = crawl::read_seeds(name, "origin", input.1.as_bytes(), |_| Ok(()));
    for seed in seeds.unwrap_or_default() {
        seed.to_site().unwrap();
    }
});
