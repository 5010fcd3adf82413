//! `workshop eval classify`.

use gleaner::program::Context;
use gleaner::reading::{Judge, PageInput};
use lab::gold::GoldPage;
use lab::metrics::{BinaryScores, bootstrap, harmonic, ratio};
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

/// The judgement of one page.
struct Judged {
    truth: bool,
    kept: bool,
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
            let kept = judge.judge(&input).verdict.is_article();
            Judged { truth, kept }
        });
        vec![judged]
    };
    let needs = "\"page_type\" or \"label\"";
    let extractor = judge.options.extractor.name;
    let (mut rows, judged) =
        super::measured(&args.gold, context, needs, &[extractor], measure, sum)?;
    if args.gold.files.len() > 1 {
        let pages: Vec<&Judged> = judged.iter().map(|page| &page.value).collect();
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

fn sum(pages: &[&Judged]) -> (usize, Metrics) {
    let scores = BinaryScores::of(pages.iter().map(|page| (page.truth, page.kept)));
    let std = bootstrap::deviations(pages.len(), |sample| {
        // found, superfluous, rejected, lost
        let mut counts = [0.0; 4];
        for (index, page) in pages.iter().enumerate() {
            counts[usize::from(!page.kept) * 2 + usize::from(page.truth != page.kept) % 2] +=
                sample.weight(index);
        }
        let [found, extra, rejected, lost] = counts;
        let (precision, recall) = (ratio(found, found + extra), ratio(found, found + lost));
        let all = found + extra + lost + rejected;
        [
            harmonic(precision, recall),
            precision,
            recall,
            ratio(found + rejected, all),
        ]
    });
    let mut metrics = Metrics::default();
    let four = [scores.f1, scores.precision, scores.recall, scores.accuracy];
    metrics.push_four("", four, std);
    let counts = scores.confusion;
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
    (pages.len(), metrics)
}
