//! `workshop train names`: trains the name tagger of a language.

use std::path::{Path, PathBuf};

use aggregate::tagger::{
    CLUSTERINGS, MAX_STYLES, NameLexicon, NameModel, NameStyles, TAG_NAMES, VectorClasses, Weight,
    features, in_style, sentence_words,
};
use anyhow::{Context as _, bail, ensure};
use crfs::{Attribute, Model, Trainer};
use gleaner::console::failure::Advise as _;
use gleaner::console::output::Results;
use gleaner::console::plural::count;
use gleaner::program::Context;
use lab::names::{LexiconCounts, NameSentence, SpanCounts, span_counts, sum_of};
use lab::word_classes::WordNeighbours;

use super::write;
use crate::commands::eval::{aggregate as stories, gold, names};

/// Train the name tagger of a language: people, organisations and places
///
/// Reads sentences with their names, learns a lexicon from those of --lexicon, trains a conditional random field (L-BFGS) and evaluates it
/// by cross-validation, in which neighbouring sentences stay in one fold, as they come from one text.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  workshop train names --data germeval_train_de.jsonl.gz --lexicon wikiann_de_silver.jsonl.gz \\\n    --folds 0 --out crates/aggregate/models/names_de.bin"
)]
pub(crate) struct Args {
    /// Sentences with their names, JSONL, also .gz
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    data: Vec<PathBuf>,
    /// Sentences with unchecked names, from which only the lexicon is learned
    #[arg(long, num_args = 1.., value_name = "FILE")]
    lexicon: Vec<PathBuf>,
    /// Articles with title and text (also `gold_title` and `gold_text`), JSONL, also .gz: from those in the language of --data, classes of
    /// words with similar contexts are learned
    #[arg(long, num_args = 1.., value_name = "FILE")]
    text: Vec<PathBuf>,
    /// Word classes from word vectors, tab-separated: a word and its class in four clusterings, from coarse to fine
    #[arg(long, value_name = "FILE")]
    vectors: Option<PathBuf>,
    /// Learn how the sets of --data differ in what they annotate as names; articles are tagged in the style of the first
    #[arg(long)]
    styles: bool,
    /// Model file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Folds of the cross-validation; 0 skips it
    #[arg(long, default_value = "3", value_name = "N", value_parser = clap::value_parser!(u8).range(0..=20))]
    folds: u8,
    /// Maximum number of training iterations
    #[arg(long, default_value = "100", value_name = "N")]
    rounds: usize,
    /// Coefficient of L1 regularisation, which drops features
    #[arg(long, default_value = "0.1", value_name = "X")]
    l1: f64,
    /// Coefficient of L2 regularisation, which keeps weights small
    #[arg(long, default_value = "0.1", value_name = "X")]
    l2: f64,
    /// Penalty on the tag of words outside names: a higher value finds more names, including wrong ones
    #[arg(long, default_value = "0", value_name = "X")]
    outside: f64,
}

/// A sentence with its tags.
type Tagged = (NameSentence, Vec<usize>);

pub(super) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let mut counts = LexiconCounts::default();
    let mut unchecked: Vec<Tagged> = Vec::new();
    for file in &args.lexicon {
        unchecked.extend(names::read(file)?);
    }
    for (sentence, tags) in &unchecked {
        counts.add(sentence, tags);
    }
    let mut lexicon = counts.lexicon();
    let sets: Vec<Vec<Tagged>> = args
        .data
        .iter()
        .map(|file| names::read(file))
        .collect::<anyhow::Result<_>>()?;
    if args.styles {
        ensure!(
            sets.len() <= MAX_STYLES,
            "a model knows {MAX_STYLES} styles at most, and there are {} sets",
            sets.len()
        );
    }
    if !args.text.is_empty() {
        add_classes(args, &sets, &unchecked, &mut lexicon)?;
    }
    if let Some(file) = &args.vectors {
        add_vectors(file, &mut lexicon)?;
    }
    let mut results = Results::new();
    let folds = usize::from(args.folds);
    for (file, sentences) in args
        .data
        .iter()
        .zip(by_folds(args, &sets, &lexicon, context)?)
    {
        let (score, deviation) = sum_of(&sentences);
        results.line(&format!(
            "{}: precision {:.3}, recall {:.3}, F1 {:.3} ± {deviation:.3} by {folds} folds",
            gold::set_name(file),
            score.precision(),
            score.recall(),
            score.f1()
        ))?;
    }
    let all: Vec<Vec<&Tagged>> = sets.iter().map(|set| set.iter().collect()).collect();
    let weights = train(args, &all, &lexicon)?;
    let provenance = provenance(args, &sets);
    let mut model = NameModel::new(lexicon, styles(args, &all), &weights, provenance);
    model.favour_names(args.outside);
    let bytes = model.to_bytes()?;
    write(&args.out, &bytes)?;
    results.line(&format!(
        "{} written: {} and {} bytes",
        args.out.display(),
        count(weights.len() as u64, "weight"),
        bytes.len()
    ))?;
    results.finish()
}

/// Describes the data and settings of the model.
fn provenance(args: &Args, sets: &[Vec<Tagged>]) -> String {
    let data = args.data.iter().zip(sets);
    let data = data.map(|(file, set)| {
        format!(
            "{} ({})",
            gold::set_name(file),
            count(set.len() as u64, "sentence")
        )
    });
    let of = |files: &[PathBuf]| {
        let sets: Vec<String> = files.iter().map(|file| gold::set_name(file)).collect();
        sets.join(", ")
    };
    let vectors = args.vectors.as_deref().map(gold::set_name);
    let vectors = vectors.map_or_else(String::new, |name| format!(" and of vectors {name}"));
    format!(
        "trained on {}{}; lexicon of {}; classes of words of {}{}; L1 {}, L2 {}, {} rounds; outside {}",
        data.collect::<Vec<_>>().join(", "),
        if args.styles { ", a style each" } else { "" },
        of(&args.lexicon),
        of(&args.text),
        vectors,
        args.l1,
        args.l2,
        args.rounds,
        args.outside
    )
}

/// The score of each sentence of each set, by models that have seen neither it nor its neighbours.
fn by_folds(
    args: &Args,
    sets: &[Vec<Tagged>],
    lexicon: &NameLexicon,
    context: &Context,
) -> anyhow::Result<Vec<Vec<SpanCounts>>> {
    let folds = usize::from(args.folds);
    let mut scores = vec![Vec::new(); if folds == 0 { 0 } else { sets.len() }];
    for fold in 0..folds {
        if context.stop.is_cancelled() {
            bail!("stopped; nothing was saved; run the command again");
        }
        let is_held_out = |at: usize, set: &[Tagged]| at * folds / set.len().max(1) == fold;
        let mut others: Vec<Vec<&Tagged>> = Vec::new();
        for set in sets {
            let kept = set
                .iter()
                .enumerate()
                .filter(|(at, _)| !is_held_out(*at, set));
            others.push(kept.map(|(_, sentence)| sentence).collect());
        }
        let weights = train(args, &others, lexicon)?;
        let styles = styles(args, &others);
        let mut model = NameModel::new(lexicon.clone(), styles, &weights, String::new());
        model.favour_names(args.outside);
        for (set, score) in sets.iter().zip(&mut scores) {
            for (at, (sentence, tags)) in set.iter().enumerate() {
                if is_held_out(at, set) {
                    let found = model.tags(&sentence.words());
                    let mut all = SpanCounts::default();
                    for counts in span_counts(tags, &found).values() {
                        all.add(*counts);
                    }
                    score.push(all);
                }
            }
        }
    }
    Ok(scores)
}

/// The styles of the sets; empty unless `--styles` is given.
fn styles(args: &Args, sets: &[Vec<&Tagged>]) -> NameStyles {
    if !args.styles {
        return NameStyles::default();
    }
    let words = sets.iter().map(|set| words(set));
    NameStyles::new(&words.collect::<Vec<_>>())
}

fn words<'a>(set: &[&'a Tagged]) -> Vec<&'a str> {
    set.iter()
        .flat_map(|(sentence, _)| sentence.words())
        .collect()
}

/// Number of classes in each clustering of words, from coarse to fine.
const CLASSES: [usize; CLUSTERINGS] = [64, 256, 1024];
/// Maximum number of rounds in which words change their class.
const CLASS_ROUNDS: usize = 12;
/// Minimum number of occurrences of a word with a class.
const MIN_FREQUENCY: usize = 4;

/// Adds word classes, learned from unlabelled text and from all sentences without their labels.
fn add_classes(
    args: &Args,
    sets: &[Vec<Tagged>],
    unchecked: &[Tagged],
    lexicon: &mut NameLexicon,
) -> anyhow::Result<()> {
    let first = sets.iter().flatten().next();
    let language = first.and_then(|(sentence, _)| sentence.lang.clone());
    let language = language.unwrap_or_default();
    let mut texts = Vec::new();
    for file in &args.text {
        let articles = stories::read(file)?.into_iter();
        texts.extend(articles.filter(|article| article.is_in(&language)));
    }
    let mut sentences: Vec<Vec<&str>> = Vec::new();
    for article in &texts {
        sentences.extend(sentence_words(article.title()));
        sentences.extend(sentence_words(article.text()));
    }
    let is_own = |(sentence, _): &&Tagged| sentence.lang.as_ref() == Some(&language);
    let unlabelled = unchecked.iter().filter(is_own);
    for (sentence, _) in sets.iter().flatten().chain(unlabelled) {
        sentences.push(sentence.words());
    }
    let neighbours = WordNeighbours::count(&sentences, MIN_FREQUENCY);
    let clusterings = CLASSES.map(|classes| neighbours.classes(classes, CLASS_ROUNDS));
    for (index, word) in neighbours.words().iter().enumerate() {
        let classes = std::array::from_fn(|clustering| {
            u16::try_from(clusterings[clustering][index]).unwrap_or(u16::MAX)
        });
        lexicon.set_classes(word, classes);
    }
    Ok(())
}

/// Adds the word classes that come from word vectors.
fn add_vectors(file: &Path, lexicon: &mut NameLexicon) -> anyhow::Result<()> {
    let mut lines = csv::ReaderBuilder::new();
    let lines = lines.delimiter(b'\t').has_headers(false).quoting(false);
    let lines = lines.from_path(file);
    for line in lines
        .with_context(|| format!("cannot read {}", file.display()))?
        .into_deserialize()
    {
        let (word, classes): (String, VectorClasses) = line
            .with_context(|| format!("{} has no word classes", file.display()))
            .advise("a line has a word and four numbers below 65536, with tabs between them")?;
        lexicon.set_vector_classes(&word, classes);
    }
    Ok(())
}

/// Trains on sets of sentences, and returns the weights.
fn train(args: &Args, sets: &[Vec<&Tagged>], lexicon: &NameLexicon) -> anyhow::Result<Vec<Weight>> {
    let mut trainer = Trainer::lbfgs();
    let settings = trainer.params_mut();
    settings.set_c1(args.l1)?;
    settings.set_c2(args.l2)?;
    settings.set_max_iterations(args.rounds)?;
    let in_order = sets.iter().enumerate();
    for (style, (sentence, tags)) in
        in_order.flat_map(|(style, set)| set.iter().map(move |tagged| (style, *tagged)))
    {
        let of_word = |word: Vec<u64>| {
            let own = word.iter().map(|feature| in_style(*feature, style));
            let own: Vec<u64> = own.filter(|_| args.styles).collect();
            let all = word.into_iter().chain(own);
            all.map(|feature| Attribute::from(name(feature))).collect()
        };
        let features: Vec<Vec<Attribute>> = features(&sentence.words(), lexicon)
            .into_iter()
            .map(of_word)
            .collect();
        let tags: Vec<&str> = tags.iter().map(|tag| TAG_NAMES[*tag]).collect();
        trainer.append(&features, &tags)?;
    }
    // the trainer writes a separate file, beside the output
    let file = args.out.with_extension("crfsuite");
    let result = trainer.train(&file).context("training the model");
    let weights = result.and_then(|()| weights_of(&file));
    std::fs::remove_file(&file).ok();
    weights
}

fn name(feature: u64) -> String {
    format!("{feature:x}")
}

/// The weights in a file of the trainer, parsed from its text dump: `  (0) NAME --> TAG: WEIGHT`.
fn weights_of(file: &Path) -> anyhow::Result<Vec<Weight>> {
    let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let mut dump = Vec::new();
    Model::new(&bytes)?.dump(&mut dump)?;
    let dump = String::from_utf8(dump).context("the weights are not text")?;
    Ok(dump.lines().filter_map(weight_of).collect())
}

fn weight_of(line: &str) -> Option<Weight> {
    let (kind, rest) = line.trim().split_once(") ")?;
    let (from, rest) = rest.split_once(" --> ")?;
    let (to, weight) = rest.split_once(": ")?;
    let tag = |name: &str| TAG_NAMES.iter().position(|tag| *tag == name);
    let (to, weight) = (tag(to)?, weight.trim().parse().ok()?);
    match kind {
        "(0" => Some(Weight::Feature {
            feature: u64::from_str_radix(from, 16).ok()?,
            tag: to,
            weight,
        }),
        "(1" => Some(Weight::Transition {
            from: tag(from)?,
            to,
            weight,
        }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_read_from_the_text_of_the_trainer() {
        assert_eq!(
            weight_of("  (0) ff --> B-person: 0.25"),
            Some(Weight::Feature {
                feature: 255,
                tag: 1,
                weight: 0.25
            })
        );
        assert_eq!(
            weight_of("  (1) B-person --> I-person: -1.5"),
            Some(Weight::Transition {
                from: 1,
                to: 2,
                weight: -1.5
            })
        );
        assert_eq!(weight_of("STATE_FEATURES = {"), None);
    }
}
