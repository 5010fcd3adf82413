//! `workshop eval classify`.

use anyhow::bail;
use gleaner::parallel;
use gleaner::program::Context;
use gleaner::reading::{Judge, PageInput};
use lab::metrics::{BinaryScores, bootstrap, harmonic, ratio};
use lab::score_table::{FOUR, Group, Metrics, ScoreRow};

use super::gold;

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
    set: usize,
    group: Option<String>,
    truth: bool,
    kept: bool,
}

pub(super) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let judge = Judge::new(
        &context.settings,
        args.extractor.as_deref(),
        args.model.as_deref(),
    )?;
    let pool = parallel::threads(args.gold.threads)?;
    let by = args.gold.by;
    let mut judged: Vec<Judged> = Vec::new();
    gold::each(
        &args.gold.files,
        &pool,
        &context.stop,
        |set, page| {
            let truth = page.is_article()?;
            let input = PageInput::new(&page.html, page.url.as_deref(), page.http_status);
            let group = by.map(|by| by.group(&page));
            Some(Judged {
                set,
                group,
                truth,
                kept: judge.judge(&input).verdict.is_article(),
            })
        },
        |page| judged.extend(page),
    )?;
    let row = |set: &str, group: Option<Group>, pages: &[&Judged]| {
        row(
            set,
            group,
            judge.options.extractor.name,
            judge.model.name(),
            pages,
        )
    };
    let mut rows = Vec::new();
    for (set, file) in args.gold.files.iter().enumerate() {
        let name = gold::set_name(file);
        let pages: Vec<&Judged> = judged.iter().filter(|page| page.set == set).collect();
        if pages.is_empty() {
            bail!(
                "{} has no page with \"page_type\" or \"label\"",
                file.display()
            );
        }
        rows.extend(super::rows_of_set(
            by,
            &pages,
            |page| page.group.as_deref(),
            |group, pages| row(&name, group, pages),
        ));
    }
    if args.gold.files.len() > 1 {
        rows.push(row("together", None, &judged.iter().collect::<Vec<_>>()));
    }
    let columns = [&FOUR[..], &["articles", "kept"]].concat();
    super::write(&rows, &columns, args.gold.json)
}

fn row(
    set: &str,
    group: Option<Group>,
    extractor: &str,
    model: &str,
    pages: &[&Judged],
) -> ScoreRow {
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
    metrics.push_four(
        "",
        [scores.f1, scores.precision, scores.recall, scores.accuracy],
        std,
    );
    let counts = scores.confusion;
    metrics.push(
        "articles",
        f64::from(counts.true_positive + counts.false_negative),
    );
    metrics.push(
        "kept",
        f64::from(counts.true_positive + counts.false_positive),
    );
    for (name, count) in [
        ("true_positive", counts.true_positive),
        ("false_positive", counts.false_positive),
        ("false_negative", counts.false_negative),
        ("true_negative", counts.true_negative),
    ] {
        metrics.push(name, f64::from(count));
    }
    ScoreRow {
        set: set.to_owned(),
        group,
        n: pages.len(),
        extractor: extractor.to_owned(),
        model: Some(model.to_owned()),
        metrics,
    }
}
