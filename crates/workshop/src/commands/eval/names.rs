//! `workshop eval names`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use aggregate::EntityKind;
use aggregate::tagger::NameModel;
use anyhow::{Context as _, bail};
use gleaner::console::failure::Advise as _;
use gleaner::console::output::Results;
use gleaner::console::plural::count;
use gleaner::console::table;
use gleaner::files::input;
use lab::metrics::real;
use lab::names::{NameSentence, SpanCounts, span_counts, sum_of};
use serde_json::{Value, json};

use super::gold;

/// Score the names found in sentences
///
/// A line of gold is a sentence: `tokens`, their `tags` (IOB2: person, organization, place), and `lang`. A name is correct if its words
/// and its kind are.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  workshop eval names --gold germeval_dev_de.jsonl.gz")]
pub(crate) struct Args {
    /// Sentences with their names, JSONL, also .gz; each file is a separate set
    #[arg(long = "gold", required = true, num_args = 1.., value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Model of `workshop train names`, used for every language [default: the built-in models]
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// Print one line of JSON per set instead of a table
    #[arg(long)]
    json: bool,
}

/// The sentences of a file with their tags.
pub(crate) fn read(file: &Path) -> anyhow::Result<Vec<(NameSentence, Vec<usize>)>> {
    let mut sentences = Vec::new();
    let advice = "a line has `tokens` and as many `tags`, such as B-person, I-person and O";
    gold::objects(
        file,
        "a sentence with names",
        advice,
        |sentence: NameSentence| {
            let tags = sentence.tags().map_err(anyhow::Error::msg)?;
            sentences.push((sentence, tags));
            Ok(())
        },
    )?;
    Ok(sentences)
}

/// The scores of a set.
#[derive(Debug, Default)]
struct SetScores {
    /// Counts of all kinds of names, by sentence.
    sentences: Vec<SpanCounts>,
    words: usize,
    by_kind: BTreeMap<EntityKind, SpanCounts>,
    spent: Duration,
}

impl SetScores {
    /// Words per second.
    fn words_per_second(&self) -> f64 {
        real(self.words) / self.spent.as_secs_f64().max(1e-9)
    }
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    input::check(&args.files)?;
    let model = args.model.as_deref().map(model).transpose()?;
    let mut results = Results::new();
    let mut rows = Vec::new();
    for file in &args.files {
        let set = gold::set_name(file);
        let sentences = read(file)?;
        if sentences.is_empty() {
            bail!("{} has no sentence with names", file.display());
        }
        let scores = score(&sentences, model.as_ref())?;
        if args.json {
            results.line(&json_of(&set, &scores).to_string())?;
        } else {
            rows.extend(table_rows(&set, &scores));
        }
    }
    if !args.json {
        let headings = "set | names | >gold | >precision | >recall | >f1 | >words/s";
        results.text(&table::of(headings, rows))?;
    }
    results.finish()
}

/// Reads a model from a file.
fn model(file: &Path) -> anyhow::Result<NameModel> {
    let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    NameModel::from_bytes(&bytes)
        .with_context(|| file.display().to_string())
        .advise("name a file that `workshop train names` wrote")
}

fn score(
    sentences: &[(NameSentence, Vec<usize>)],
    given: Option<&NameModel>,
) -> anyhow::Result<SetScores> {
    let mut scores = SetScores::default();
    for (sentence, gold) in sentences {
        let language = sentence.lang.as_deref().unwrap_or_default();
        let model = given.or_else(|| NameModel::shipped(language));
        let model = model
            .with_context(|| format!("there is no model for the language {language:?}"))
            .advise("there are built-in models for de and en; name another with --model")?;
        let words = sentence.words();
        let begun = Instant::now();
        let found = model.tags(&words);
        scores.spent += begun.elapsed();
        scores.words += words.len();
        let mut all = SpanCounts::default();
        for (kind, counts) in span_counts(gold, &found) {
            scores.by_kind.entry(kind).or_default().add(counts);
            all.add(counts);
        }
        scores.sentences.push(all);
    }
    Ok(scores)
}

fn name(kind: EntityKind) -> &'static str {
    match kind {
        EntityKind::Person => "person",
        EntityKind::Organisation => "organisation",
        EntityKind::Place => "place",
        _ => "other",
    }
}

fn table_rows(set: &str, scores: &SetScores) -> Vec<Vec<String>> {
    let row =
        |set: String, name: &str, counts: SpanCounts, f1: String, words_per_second: String| {
            vec![
                set,
                name.to_owned(),
                counts.gold.to_string(),
                format!("{:.3}", counts.precision()),
                format!("{:.3}", counts.recall()),
                f1,
                words_per_second,
            ]
        };
    let set = format!(
        "{set} ({})",
        count(scores.sentences.len() as u64, "sentence")
    );
    let (all, deviation) = sum_of(&scores.sentences);
    let mut rows = vec![row(
        set,
        "all",
        all,
        format!("{:.3} ± {deviation:.3}", all.f1()),
        format!("{:.0}", scores.words_per_second()),
    )];
    for (kind, counts) in &scores.by_kind {
        let f1 = format!("{:.3}", counts.f1());
        rows.push(row(String::new(), name(*kind), *counts, f1, String::new()));
    }
    rows
}

fn json_of(set: &str, scores: &SetScores) -> Value {
    let of = |counts: &SpanCounts| {
        json!({
            "gold": counts.gold,
            "found": counts.found,
            "precision": counts.precision(),
            "recall": counts.recall(),
            "f1": counts.f1(),
        })
    };
    let kinds: serde_json::Map<String, Value> = scores
        .by_kind
        .iter()
        .map(|(kind, counts)| (name(*kind).to_owned(), of(counts)))
        .collect();
    let (all, deviation) = sum_of(&scores.sentences);
    json!({
        "set": set,
        "sentences": scores.sentences.len(),
        "words": scores.words,
        "words_per_second": scores.words_per_second().round(),
        "all": of(&all),
        "f1_std": deviation,
        "kinds": kinds,
    })
}
