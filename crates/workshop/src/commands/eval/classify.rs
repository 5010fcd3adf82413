//! `workshop eval classify`.

use gleaner::program::Context;
use gleaner::reading::{Judge, PageInput};
use lab::gold::GoldPage;
use lab::metrics::{Confusion, four};
use lab::score_table::{FOUR, Metrics, ScoreRow};

/// Score the page classifier: article or not
///
/// Gold is `label` (true or false) or `page_type`; pages with neither are excluded. Deviations come from 1000 resamples of the
/// pages.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  workshop eval classify --gold fundus.jsonl.gz frontpage_de.jsonl.gz --by page_type"
)]
pub(crate) struct Args {
    #[command(flatten)]
    gold: super::Gold,
    /// Model: "gleaner", "seven" or a weights file of `workshop train page` [default: the setting classify.model]
    #[arg(long, value_name = "MODEL")]
    model: Option<String>,
    /// Extraction method, see `gleaner text --list-extractors` [default: the setting extract.extractor]
    #[arg(long, value_name = "NAME")]
    extractor: Option<String>,
}

pub(super) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let judge = Judge::new(
        &context.settings,
        args.extractor.as_deref(),
        args.model.as_deref(),
    )?;
    let measure = |page: &GoldPage| {
        let judged = page.is_article().map(|truth| {
            let input = PageInput::new(&page.html, page.url.as_deref(), page.http_status);
            Confusion::of(truth, judge.judge(&input).verdict.is_article())
        });
        vec![judged]
    };
    let needs = "\"page_type\" or \"label\"";
    let extractor = judge.options.extractor.name;
    let (mut rows, judged) =
        super::measured(&args.gold, context, needs, &[extractor], measure, sum)?;
    if args.gold.files.len() > 1 {
        let pages: Vec<&Confusion> = judged.iter().map(|page| &page.value).collect();
        let (n, metrics) = sum(&pages);
        rows.push(ScoreRow {
            set: "together".to_owned(),
            group: None,
            n,
            extractor: extractor.to_owned(),
            model: None,
            metrics,
        });
    }
    for row in &mut rows {
        row.model = Some(judge.model.name().to_owned());
    }
    let columns = [&FOUR[..], &["articles", "kept"]].concat();
    super::write(&rows, &columns, args.gold.json)
}

fn sum(pages: &[&Confusion]) -> (usize, Metrics) {
    let pages: Vec<Confusion> = pages.iter().map(|page| **page).collect();
    let mut metrics = Metrics::default();
    let [four, std] = four(&pages);
    metrics.push_four("", four, std);
    let n = pages.len();
    let counts: Confusion = pages.into_iter().sum();
    for (name, count) in [
        ("articles", counts.true_positive + counts.false_negative),
        ("kept", counts.true_positive + counts.false_positive),
        ("true_positive", counts.true_positive),
        ("false_positive", counts.false_positive),
        ("false_negative", counts.false_negative),
        ("true_negative", counts.true_negative),
    ] {
        metrics.push(name, f64::from(count));
    }
    (n, metrics)
}
