//! `workshop train frequencies`: counts how common words and names are in a language.

use std::path::PathBuf;

use aggregate::frequency_table;
use anyhow::ensure;
use gleaner::console::output::Results;
use gleaner::console::plural::count;

use super::write;
use crate::commands::eval::aggregate::{Gold, copies, read};
use crate::commands::eval::gold;

/// An article needs more words than this: shorter ones are teasers.
const MIN_WORDS: usize = 50;

/// Count in how many articles of a language each word and name occurs, for use in a young archive
///
/// Reads titles and texts (also `gold_title` and `gold_text`) of articles with more than 50 words, without copies and near-duplicates.
/// The language is the article's `lang` or, without one, that of its text.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  workshop train frequencies --language de --data news.jsonl.gz --out crates/aggregate/models/frequencies_de.tsv"
)]
pub(crate) struct Args {
    /// Articles with title and text, JSONL, also .gz
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    data: Vec<PathBuf>,
    /// ISO 639-1 code of the language to count
    #[arg(long, value_name = "CODE")]
    language: String,
    /// Table to write, tab-separated
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    let mut articles: Vec<Gold> = Vec::new();
    let mut sets: Vec<String> = Vec::new();
    for file in &args.data {
        let before = articles.len();
        let read = read(file)?.into_iter();
        articles.extend(read.filter(|article| {
            article.is_in(&args.language)
                && article.text().split_whitespace().nth(MIN_WORDS).is_some()
        }));
        let set = gold::set_name(file);
        sets.push(format!("{set} ({})", articles.len() - before));
    }
    ensure!(
        !articles.is_empty(),
        "there are no articles in the language {}",
        args.language
    );
    // ids may repeat from set to set
    for (index, article) in articles.iter_mut().enumerate() {
        article.id = index.to_string();
    }
    let leaders = copies(&articles);
    let own: Vec<&Gold> = articles
        .iter()
        .zip(&leaders)
        .filter(|(article, leader)| article.id == **leader)
        .map(|(article, _)| article)
        .collect();
    let texts = own.iter().map(|article| (article.title(), article.text()));
    let table = format!(
        "# How many articles of {} have each word and name, of {}.\n{}",
        args.language,
        sets.join(", "),
        frequency_table(texts, &args.language)
    );
    write(&args.out, &table)?;
    let mut results = Results::new();
    results.line(&format!(
        "{} written: {} of {}",
        args.out.display(),
        count(table.lines().count() as u64 - 2, "term"),
        count(own.len() as u64, "article"),
    ))?;
    results.finish()
}
