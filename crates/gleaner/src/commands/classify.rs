//! `gleaner classify`: verdicts without a database.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use ::classify::Classifier;
use anyhow::anyhow;

use crate::cli::Context;
use crate::console::failure::Advise as _;
use crate::files::pages;
use crate::files::record::VerdictRecord;
use crate::reading::{Judge, PageInput};

/// Judge pages, without a database: article or not, and why
///
/// Reads HTML files, or lines of JSON {"id","url","html"}, plain or gzip, and writes a line of JSON for each page, in
/// the order of the input: `id`, `page_type`, `news_score`, `features`, `reason`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  gleaner classify pages.jsonl.gz > verdicts.jsonl")]
pub(crate) struct Args {
    /// HTML or JSONL files, also .gz; addresses, which are requested; - is standard input
    #[arg(default_value = "-", value_name = "FILE|URL")]
    files: Vec<PathBuf>,
    /// "gleaner", "seven" or a weights file of `gleaner train page` [default: the setting classify.model]
    #[arg(long, value_name = "MODEL")]
    model: Option<String>,
    /// Languages of the legal words that "seven" counts: de, en, fr, es, it, nl, pl [default: as it was trained]
    #[arg(long, value_delimiter = ',', value_name = "LANGUAGE", value_parser = crate::commands::train::language)]
    words: Vec<String>,
    /// Method that makes the text [default: the setting extract.extractor]
    #[arg(long, value_name = "NAME")]
    extractor: Option<String>,
    /// Threads to work with [default: one per core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let settings = &context.settings;
    let mut judge = Judge::new(settings, args.extractor.as_deref(), args.model.as_deref())?;
    if !args.words.is_empty() {
        let Classifier::Seven(model) = Arc::make_mut(&mut judge.model) else {
            return Err(anyhow!("{} counts no legal words", judge.model.name()))
                .advise("leave --words out, or add --model seven");
        };
        model.words.clone_from(&args.words);
    }
    pages::each_to_results(
        "classify",
        "",
        &pages::Source {
            files: &args.files,
            settings,
            threads: args.threads,
            stop: &context.stop,
        },
        |page| {
            let judged = PageInput::of(page).map(|input| judge.judge(&input));
            Ok(serde_json::to_string(&VerdictRecord::new(page, &judged))? + "\n")
        },
    )
}
