//! `workshop eval metadata`.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::anyhow;
use extract::RuleSet;
use gleaner::console::failure::Advise as _;
use gleaner::files::input;
use gleaner::parallel;
use gleaner::program::Context;
use gleaner::reading::{self, Judge};
use lab::gold::{GoldPage, id_text};
use lab::metrics::metadata::{FieldScores, FoundMetadata, MEASURES, score};
use lab::metrics::rules::{RulePrice, prices};
use lab::metrics::{bootstrap, ratio, real};
use lab::score_table::{Metrics, ScoreRow};

use super::candidate::timed;
use super::gold;

/// Score titles, authors, dates and other metadata of articles
///
/// Gold is any of `gold_title`, `gold_author`, `gold_date`, `gold_language`, `gold_lead_image` or `images`, `categories`, `topics` and
/// `tags`; each measure is a share of the pages with gold for it. Deviations come from 1000 resamples of the pages. `on_top` is the
/// additional CPU time for the metadata, relative to the CPU time for the text and the shape of the page.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  workshop eval metadata --gold fundus.jsonl.gz --by language\n  workshop eval metadata --gold fundus.jsonl.gz --pred theirs.jsonl\n  workshop eval metadata --gold dev/*.jsonl.gz --rules"
)]
pub(crate) struct Args {
    #[command(flatten)]
    gold: super::Gold,
    /// Score metadata of other programs, lines of {"id"} and fields of the article record, also .gz; each file is a
    /// separate method
    #[arg(long, num_args = 1.., value_name = "FILE")]
    pred: Vec<PathBuf>,
    /// Show for each rule the pages on which it gives the value, rightly or wrongly, and those on which the value is better or worse
    /// than without it
    #[arg(long, conflicts_with = "pred")]
    rules: bool,
    /// Leave out a rule, by the name that --rules or "gleaner explain" shows; can be repeated
    #[arg(long, value_name = "NAME", conflicts_with = "pred")]
    without: Vec<String>,
}

impl Args {
    /// All rules but those to be left out.
    fn rule_set(&self) -> anyhow::Result<RuleSet> {
        let mut names = self.without.iter();
        names.try_fold(RuleSet::default(), |set, name| {
            set.without(name)
                .ok_or_else(|| anyhow!("there is no rule {name}"))
                .advise("--rules shows the names of the rules that decide")
        })
    }
}

/// How often each page is processed for the timing.
const ROUNDS: u32 = 7;

/// A source of metadata.
enum Finder {
    /// This program.
    Ours(Box<Judge>),
    /// A file with metadata by page id.
    Theirs(String, HashMap<String, FoundMetadata>),
}

impl Finder {
    fn name(&self) -> &str {
        match self {
            Self::Ours(judge) => judge.options.extractor.name,
            Self::Theirs(name, _) => name,
        }
    }

    /// The metadata it finds on a page and, if known, the CPU times for text and shape of the page alone and with all
    /// metadata.
    fn find(&self, page: &GoldPage) -> (FoundMetadata, Option<[Duration; 2]>) {
        match self {
            Self::Ours(judge) => {
                let url = reading::parsed(page.url.as_deref());
                let text = || {
                    let document = judge.options.extractor.parse(&page.html);
                    let labels = judge.options.label(&document);
                    let layout = extract::layout::fingerprint(&document);
                    let shape = extract::Shape::of(&document, &labels);
                    (extract::text_of(&document, &labels), layout, shape)
                };
                let whole = || {
                    let input = extract::Input::new(&page.html, url.as_ref());
                    extract::extract(&input, &judge.options)
                };
                let (mut read, mut alone, mut all) = (None, Duration::MAX, Duration::MAX);
                // the minimum of several rounds excludes one-off costs such as loading tables and memory for this page
                for _ in 0..ROUNDS {
                    alone = alone.min(timed(text).1);
                    let (found, took) = timed(whole);
                    all = all.min(took);
                    read = Some(found);
                }
                let facts = read.map(|read| FoundMetadata::of(&read.metadata));
                (facts.unwrap_or_default(), Some([alone, all]))
            }
            Self::Theirs(_, facts) => {
                let id = id_text(&page.id);
                (facts.get(&id).cloned().unwrap_or_default(), None)
            }
        }
    }
}

/// The scores of a finder on a page.
struct Scored {
    score: FieldScores,
    took: Option<[Duration; 2]>,
}

pub(super) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    if args.rules {
        return price_rules(args, context);
    }
    let finders = finders(args, context)?;
    let names: Vec<&str> = finders.iter().map(Finder::name).collect();
    let measure = |page: &GoldPage| {
        let of = |finder: &Finder| {
            let (found, took) = finder.find(page);
            let score = score(page, &found);
            let has_gold = score.iter().any(Option::is_some);
            has_gold.then_some(Scored { score, took })
        };
        finders.iter().map(of).collect::<Vec<_>>()
    };
    let needs = "gold for metadata";
    let (rows, _) = super::measured(&args.gold, context, needs, &names, measure, sum)?;
    let has = |measure: &&str| rows.iter().any(|row| row.metrics.has(measure));
    let columns = MEASURES.into_iter().chain(["on_top"]).filter(has);
    let columns: Vec<&str> = columns.collect();
    super::write(&rows, &columns, args.gold.json)
}

/// The columns of the table of rules.
const PRICE: [&str; 5] = ["decides", "right", "wrong", "alone_right", "alone_wrong"];

/// Shows what each rule decides, by set and, of several sets, in all.
fn price_rules(args: &Args, context: &Context) -> anyhow::Result<()> {
    let judge = Judge::new(&context.settings, None, None)?;
    let set = args.rule_set()?;
    let pool = parallel::threads(args.gold.threads)?;
    let all = args.gold.files.len();
    let mut sums: BTreeMap<(usize, &str), RulePrice> = BTreeMap::new();
    gold::each(
        &args.gold.files,
        &pool,
        &context.stop,
        |file, page| {
            let url = reading::parsed(page.url.as_deref());
            let input = extract::Input::new(&page.html, url.as_ref());
            let read = |metadata| {
                let options = extract::Options {
                    metadata,
                    ..judge.options
                };
                extract::extract(&input, &options).metadata
            };
            (file, prices(&page, set, read))
        },
        |(file, prices)| {
            for (rule, price) in prices {
                for set in [file, all] {
                    *sums.entry((set, rule)).or_default() += price;
                }
            }
        },
    )?;
    let row = |file: usize, rule: &str| {
        let price = sums.get(&(file, rule)).copied()?;
        let mut metrics = Metrics::default();
        let wrong = price.decides - price.right;
        let counts = [
            price.decides,
            price.right,
            wrong,
            price.alone_right,
            price.alone_wrong,
        ];
        for (name, count) in PRICE.iter().zip(counts) {
            metrics.push(name, count.into());
        }
        let set = args.gold.files.get(file).map(|file| gold::set_name(file));
        Some(ScoreRow {
            set: set.unwrap_or_else(|| "all".to_owned()),
            group: None,
            n: price.decides as usize,
            extractor: rule.to_owned(),
            model: None,
            metrics,
        })
    };
    let sets = (0..=all).filter(|file| *file < all || all > 1);
    let rules: Vec<&str> = extract::metadata::all_rules()
        .into_iter()
        .flat_map(|(_, names)| names)
        .collect();
    let rows = sets.flat_map(|file| rules.iter().map(move |rule| (file, *rule)));
    let rows: Vec<ScoreRow> = rows.filter_map(|(file, rule)| row(file, rule)).collect();
    super::write(&rows, &PRICE, args.gold.json)
}

/// The finders: the files of predictions, or this program if there are none.
fn finders(args: &Args, context: &Context) -> anyhow::Result<Vec<Finder>> {
    if args.pred.is_empty() {
        let mut judge = Judge::new(&context.settings, None, None)?;
        judge.options.metadata = args.rule_set()?;
        return Ok(vec![Finder::Ours(Box::new(judge))]);
    }
    input::check(&args.pred)?;
    let fields = "fields of the article record";
    let read = |file: &PathBuf| {
        let found = gold::predictions(file, fields)?;
        Ok(Finder::Theirs(gold::set_name(file), found))
    };
    args.pred.iter().map(read).collect()
}

fn sum(pages: &[&Scored]) -> (usize, Metrics) {
    let mut metrics = Metrics::default();
    for (measure, name) in MEASURES.iter().enumerate() {
        let values = pages.iter().filter_map(|page| page.score[measure]);
        let values: Vec<f64> = values.collect();
        if values.is_empty() {
            continue;
        }
        let [std] = bootstrap::deviations(values.len(), |sample| {
            let drawn = values.iter().enumerate();
            let sum: f64 = drawn.map(|(page, value)| sample.weight(page) * value).sum();
            [ratio(sum, real(values.len()))]
        });
        metrics.push(name, ratio(values.iter().sum(), real(values.len())));
        metrics.push(&format!("{name}_std"), std);
        metrics.push(&format!("{name}_n"), real(values.len()));
    }
    let took = pages.iter().filter_map(|page| page.took);
    let [alone, all] = took.fold([Duration::ZERO; 2], |sum, took| {
        [sum[0] + took[0], sum[1] + took[1]]
    });
    if alone > Duration::ZERO {
        let on_top = all.saturating_sub(alone).as_secs_f64() / alone.as_secs_f64();
        metrics.push("on_top", on_top);
    }
    (pages.len(), metrics)
}
