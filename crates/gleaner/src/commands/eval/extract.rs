//! `gleaner eval extract`.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use ::extract::{EXTRACTORS, Extractor};
use anyhow::bail;

use crate::cli::Context;
use crate::eval::gold::{self, By, GoldPage};
use crate::eval::league::{self, Group, Metrics, Row};
use crate::eval::snippets::{SnippetScores, Snippets};
use crate::eval::text::{PageScore, TextScores, ratio, real};
use crate::parallel;
use crate::reading::{self, composed};

/// Score the text that extractors make
///
/// Pages with `gold_text` are scored by runs of four words (F1 of mean precision and mean recall), pages with `with` and
/// `without` by whether these phrases are in the text. Deviations are those of 1000 resamples of the pages.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  gleaner eval extract --gold aeb.jsonl.gz --extractor all --by language"
)]
pub(crate) struct Args {
    #[command(flatten)]
    gold: super::Gold,
    /// Method, or "all" [default: the setting extract.extractor]
    #[arg(long, value_name = "NAME")]
    extractor: Option<String>,
}

/// What one extractor made of one page.
struct Scored {
    set: usize,
    group: Option<String>,
    extractor: &'static str,
    text: Option<PageScore>,
    snippets: Option<Snippets>,
    took: Duration,
    bytes: usize,
}

pub(super) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let extractors: Vec<&'static Extractor> = match args.extractor.as_deref() {
        Some("all") => EXTRACTORS.iter().collect(),
        Some(name) => vec![reading::named(name)?],
        None => vec![reading::named(&context.settings.extract.extractor)?],
    };
    let pool = parallel::threads(args.gold.threads)?;
    let by = args.gold.by;
    let mut scored = Vec::new();
    gold::each(
        &args.gold.files,
        &pool,
        &context.stop,
        |set, page| score(set, &page, &extractors, by),
        |some| scored.extend(some),
    )?;
    let mut rows = Vec::new();
    for (set, file) in args.gold.files.iter().enumerate() {
        let name = gold::set_name(file);
        if !scored.iter().any(|page: &Scored| page.set == set) {
            bail!(
                "{} has no page with \"gold_text\", \"with\" or \"without\"",
                file.display()
            );
        }
        for extractor in &extractors {
            let pages: Vec<&Scored> = scored
                .iter()
                .filter(|page| page.set == set && page.extractor == extractor.name)
                .collect();
            rows.push(row(&name, None, extractor.name, &pages));
            let Some(by) = by else { continue };
            let groups: BTreeSet<&String> = pages
                .iter()
                .filter_map(|page| page.group.as_ref())
                .collect();
            for group in groups {
                let part: Vec<&Scored> = pages
                    .iter()
                    .copied()
                    .filter(|page| page.group.as_ref() == Some(group))
                    .collect();
                rows.push(row(
                    &name,
                    Some(Group::new(by, group)),
                    extractor.name,
                    &part,
                ));
            }
        }
    }
    league::write(
        &rows,
        &["token_f1", "snippet_f1", "pages_per_s"],
        args.gold.json,
    )
}

fn score(
    set: usize,
    page: &GoldPage,
    extractors: &[&'static Extractor],
    by: Option<By>,
) -> Vec<Scored> {
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
    let url = reading::parsed(page.url.as_deref());
    let of = |extractor: &&'static Extractor| {
        let began = Instant::now();
        let extraction = ::extract::extract_with(extractor, &page.html, url.as_ref());
        let took = began.elapsed();
        let text = composed(&extraction.text);
        Scored {
            set,
            group: by.map(|by| page.group(by)),
            extractor: extractor.name,
            text: gold.map(|gold| PageScore::of(gold, &text)),
            snippets: has_snippets.then(|| Snippets::of(&text, with, without)),
            took,
            bytes: page.html.len(),
        }
    };
    extractors.iter().map(of).collect()
}

fn row(set: &str, group: Option<Group>, extractor: &'static str, pages: &[&Scored]) -> Row {
    let texts: Vec<PageScore> = pages.iter().filter_map(|page| page.text).collect();
    let snippets: Vec<Snippets> = pages.iter().filter_map(|page| page.snippets).collect();
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
        let s = SnippetScores::of(&snippets);
        let four = [s.f1, s.precision, s.recall, s.accuracy];
        // In a set that has nothing but phrases, they are the score.
        if texts.is_empty() {
            metrics.push_four("", four, s.std);
        }
        metrics.push_four("snippet_", four, s.std);
    }
    let seconds: f64 = pages.iter().map(|page| page.took.as_secs_f64()).sum();
    metrics.push("pages_per_s", ratio(real(pages.len()), seconds));
    metrics.push(
        "mb_per_s",
        ratio(
            real(pages.iter().map(|page| page.bytes).sum()) / 1e6,
            seconds,
        ),
    );
    let n = if texts.is_empty() {
        snippets.len()
    } else {
        texts.len()
    };
    Row {
        set: set.to_owned(),
        group,
        n,
        extractor,
        model: None,
        metrics,
    }
}
