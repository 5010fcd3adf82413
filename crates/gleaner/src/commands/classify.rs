//! `gleaner classify`: verdicts on pages, without a database.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use ::classify::Classifier;
use anyhow::anyhow;

use crate::console::failure::Advise as _;
use crate::files::pages;
use crate::files::record::VerdictRecord;
use crate::program::Context;
use crate::reading::{Judge, PageInput};

/// Classify pages without a database: article or not, and why
///
/// Reads HTML files, lines of JSON {"id","url","html"}, WARC files (plain or gzip) or URLs, and writes one line of JSON per page, in the order of
/// the input: `id`, `page_type`, `news_score`, `features`, `reason`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  gleaner classify pages.jsonl.gz > verdicts.jsonl")]
pub(crate) struct Args {
    /// HTML, JSONL or WARC files, also .gz; URLs, which are fetched; - is standard input
    #[arg(default_value = "-", value_name = "FILE|URL")]
    files: Vec<PathBuf>,
    /// Model: "gleaner", "seven" or a weights file of `workshop train page` [default: the setting classify.model]
    #[arg(long, value_name = "MODEL")]
    model: Option<String>,
    /// Languages of the legal words that "seven" counts: de, en, fr, es, it, nl, pl [default: those it was trained with]
    #[arg(long, value_delimiter = ',', value_name = "LANGUAGE", value_parser = crate::reading::language)]
    words: Vec<String>,
    /// Extraction method, see `gleaner text --list-extractors` [default: the setting extract.extractor]
    #[arg(long, value_name = "NAME")]
    extractor: Option<String>,
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let settings = &context.settings;
    let mut judge = Judge::new(settings, args.extractor.as_deref(), args.model.as_deref())?;
    if !args.words.is_empty() {
        let Classifier::Seven(model) = Arc::make_mut(&mut judge.model) else {
            return Err(anyhow!("{} does not count legal words", judge.model.name()))
                .advise("leave --words out, or add --model seven");
        };
        model.words.clone_from(&args.words);
    }
    pages::each_to_results("classify", "", &args.files, args.threads, context, |page| {
        let judged = PageInput::of(page).map(|input| judge.judge(&input));
        Ok(serde_json::to_string(&VerdictRecord::new(page, &judged))? + "\n")
    })
}
