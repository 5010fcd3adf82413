//! `workshop eval extract`.

use std::path::PathBuf;
use std::time::Duration;

use gleaner::files::input;
use gleaner::program::Context;
use gleaner::reading;
use gleaner::reading::flags::ExtractionFlags;
use lab::gold::GoldPage;
use lab::metrics::text::{PageScore, TextScores};
use lab::metrics::{Confusion, four, ratio, real};
use lab::score_table::{FOUR, Metrics};
use methods::EXTRACTORS;

use super::candidate::Candidate;

/// Score extracted texts
///
/// Pages with `gold_text` are scored by shingles of four words (F1 of mean precision and mean recall), pages with `with` and
/// `without` by whether the text contains these phrases. Deviations come from 1000 resamples of the pages. Speed is measured in CPU
/// time of one thread, from the decoded page to the text.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  workshop eval extract --gold aeb.jsonl.gz --extractor all --by language\n  workshop eval extract --gold aeb.jsonl.gz --pred theirs.jsonl"
)]
pub(crate) struct Args {
    #[command(flatten)]
    gold: super::Gold,
    /// Extraction method, or "all" [default: the setting extract.extractor]
    #[arg(long, value_name = "NAME")]
    extractor: Option<String>,
    #[command(flatten)]
    flags: ExtractionFlags,
    /// Score texts of other programs, lines of {"id","text"}, also .gz; each file is a separate method
    #[arg(long, num_args = 1.., value_name = "FILE")]
    pred: Vec<PathBuf>,
}

/// The scores of a candidate on a page.
struct Scored {
    text: Option<PageScore>,
    snippets: Option<Confusion>,
    took: Option<Duration>,
    bytes: usize,
}

pub(super) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let candidates = candidates(args, context)?;
    let names: Vec<&str> = candidates.iter().map(Candidate::name).collect();
    let needs = "\"gold_text\", \"with\" or \"without\"";
    let measure = |page: &GoldPage| score(page, &candidates);
    let (rows, _) = super::measured(&args.gold, context, needs, &names, measure, sum)?;
    let more = ["token_f1", "snippet_f1", "pages_per_s", "mb_per_s"];
    super::write(&rows, &[&FOUR[..], &more].concat(), args.gold.json)
}

/// The candidates: the requested extractors, then the files of texts; the extractor of the settings if there are neither.
fn candidates(args: &Args, context: &Context) -> anyhow::Result<Vec<Candidate>> {
    let settings = &context.settings.extract;
    let ours = |extractor| Candidate::Ours(args.flags.over(settings.options(extractor)));
    let mut candidates: Vec<Candidate> = match args.extractor.as_deref() {
        Some("all") => EXTRACTORS.iter().map(ours).collect(),
        Some(name) => vec![ours(reading::named(name)?)],
        None if args.pred.is_empty() => vec![ours(reading::named(&settings.extractor)?)],
        None => Vec::new(),
    };
    input::check(&args.pred)?;
    for file in &args.pred {
        candidates.push(Candidate::read(file)?);
    }
    Ok(candidates)
}

fn score(page: &GoldPage, candidates: &[Candidate]) -> Vec<Option<Scored>> {
    let none = Vec::new();
    let gold = page.gold_text.as_deref().filter(|gold| !gold.is_empty());
    let (with, without) = (
        page.with.as_ref().unwrap_or(&none),
        page.without.as_ref().unwrap_or(&none),
    );
    let has_snippets = !with.is_empty() || !without.is_empty();
    if gold.is_none() && !has_snippets {
        return Vec::new();
    }
    let of = |candidate: &Candidate| {
        let made = candidate.make(page);
        Some(Scored {
            text: gold.map(|gold| PageScore::of(gold, &made.text)),
            snippets: has_snippets.then(|| Confusion::of_phrases(&made.text, with, without)),
            took: made.took,
            bytes: page.html.len(),
        })
    };
    candidates.iter().map(of).collect()
}

fn sum(pages: &[&Scored]) -> (usize, Metrics) {
    let texts: Vec<PageScore> = pages.iter().filter_map(|page| page.text).collect();
    let snippets: Vec<Confusion> = pages.iter().filter_map(|page| page.snippets).collect();
    let mut metrics = Metrics::default();
    if !texts.is_empty() {
        let s = TextScores::of(&texts);
        metrics.push_four("", [s.f1, s.precision, s.recall, s.accuracy], s.std);
        metrics.push("token_f1", s.token_f1);
        metrics.push("token_f1_median", s.token_f1_median);
        metrics.push("token_precision", s.token_precision);
        metrics.push("token_recall", s.token_recall);
        metrics.push("empty", real(s.empty));
    }
    if !snippets.is_empty() {
        let [four, std] = four(&snippets);
        // In a set with phrases only, they are the score.
        if texts.is_empty() {
            metrics.push_four("", four, std);
        }
        metrics.push_four("snippet_", four, std);
    }
    let took: Option<Duration> = pages.iter().map(|page| page.took).sum();
    if let Some(took) = took {
        let megabytes = real(pages.iter().map(|page| page.bytes).sum()) / 1e6;
        metrics.push("pages_per_s", ratio(real(pages.len()), took.as_secs_f64()));
        metrics.push("mb_per_s", ratio(megabytes, took.as_secs_f64()));
    }
    let n = if texts.is_empty() {
        snippets.len()
    } else {
        texts.len()
    };
    (n, metrics)
}
