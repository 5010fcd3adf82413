//! The quality gate: F1 on public corpora of real pages may not fall below `baseline.toml`.
//!
//! The corpora are third-party pages and not part of the repository. They are expected in `../shared/data/dev` next to the
//! repository, or in the folder named by `GLEANER_DATA`. Without them the gate reports that it was skipped.

#![expect(
    clippy::expect_used,
    reason = "what is expected here is what is tested"
)]

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write as _;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use extract::Extractor;
use regex::Regex;
use sha2::{Digest, Sha256};

#[derive(serde::Deserialize)]
struct Baseline {
    set: Vec<Set>,
}

#[derive(serde::Deserialize)]
struct Set {
    name: String,
    sha256: String,
    pages: usize,
    floor: BTreeMap<String, f64>,
}

#[derive(serde::Deserialize)]
struct Page {
    html: Option<String>,
    gold_text: Option<String>,
}

fn data() -> PathBuf {
    std::env::var_os("GLEANER_DATA").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/dev"),
        PathBuf::from,
    )
}

fn read(set: &Set) -> Option<Vec<Page>> {
    let path = data().join(format!("{}.jsonl.gz", set.name));
    let packed = std::fs::read(path).ok()?;
    let digest = Sha256::digest(&packed)
        .iter()
        .fold(String::new(), |mut hex, byte| {
            write!(hex, "{byte:02x}").expect("writing to a string");
            hex
        });
    assert_eq!(
        digest, set.sha256,
        "the corpus {} is not the one the baseline was made with",
        set.name
    );
    let lines = BufReader::new(flate2::read::GzDecoder::new(packed.as_slice())).lines();
    let pages = lines.map(|line| serde_json::from_str(&line.expect("a line")).expect("a page"));
    Some(pages.collect())
}

/// The F1 of each extractor over four-token shingles, as in the article extraction benchmark: the harmonic mean of mean
/// precision and mean recall.
fn scores(pages: &[Page], extractors: &[&Extractor]) -> Vec<f64> {
    let token = Regex::new(r"[\p{L}\p{N}_]+").expect("a pattern");
    let mut means: Vec<[Mean; 2]> = extractors.iter().map(|_| Default::default()).collect();
    for page in pages {
        let Some(gold) = page.gold_text.as_deref().filter(|gold| !gold.is_empty()) else {
            continue;
        };
        let gold = shingles(gold, &token);
        let document = html::parse(page.html.as_deref().unwrap_or_default());
        for (extractor, [precision, recall]) in extractors.iter().zip(&mut means) {
            let text = extract::text_of(&document, &extractor.label(&document));
            let found = shingles(&text, &token);
            let common = gold
                .iter()
                .map(|(key, n)| *n.min(found.get(key).unwrap_or(&0)));
            let common: u32 = common.sum();
            precision.add(common, found.values().sum());
            recall.add(common, gold.values().sum());
        }
    }
    let f1 = |[precision, recall]: &[Mean; 2]| {
        let (precision, recall) = (precision.value(), recall.value());
        2.0 * precision * recall / (precision + recall)
    };
    means.iter().map(f1).collect()
}

#[derive(Default)]
struct Mean {
    sum: f64,
    pages: f64,
}

impl Mean {
    fn add(&mut self, part: u32, whole: u32) {
        if whole > 0 {
            self.sum += f64::from(part) / f64::from(whole);
            self.pages += 1.0;
        }
    }

    fn value(&self) -> f64 {
        self.sum / self.pages.max(1.0)
    }
}

fn shingles(text: &str, token: &Regex) -> HashMap<u64, u32> {
    let tokens: Vec<&str> = token.find_iter(text).map(|found| found.as_str()).collect();
    let mut counts = HashMap::new();
    for window in tokens.windows(tokens.len().clamp(1, 4)) {
        let mut hasher = DefaultHasher::new();
        window.hash(&mut hasher);
        *counts.entry(hasher.finish()).or_default() += 1;
    }
    counts
}

#[test]
fn no_extractor_falls_below_its_floor() {
    let baseline: Baseline =
        toml::from_str(include_str!("../baseline.toml")).expect("the baseline");
    for set in &baseline.set {
        let Some(pages) = read(set) else {
            let _ = writeln!(
                std::io::stderr(),
                "SKIPPED: no corpus {} in {}",
                set.name,
                data().display()
            );
            continue;
        };
        assert_eq!(pages.len(), set.pages, "pages of {}", set.name);
        let extractors: Vec<&Extractor> = set
            .floor
            .keys()
            .map(|name| methods::by_name(name).expect("an extractor of the baseline"))
            .collect();
        for ((name, floor), f1) in set.floor.iter().zip(scores(&pages, &extractors)) {
            println!("{} {name}: F1 {f1:.4}, floor {floor:.4}", set.name);
            assert!(
                f1 >= *floor,
                "{name} on {}: F1 {f1:.4} is below {floor:.4}",
                set.name
            );
        }
    }
}
