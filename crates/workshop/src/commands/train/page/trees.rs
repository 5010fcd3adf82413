//! Trains the trees over many features.

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::bail;
use classify::trees::PageRow;
use classify::{Evidence, PageType, rules};
use extract::{Extractor, Input, Options};
use gleaner::console::output::Results;
use gleaner::parallel;
use gleaner::program::Context;
use gleaner::reading;
use lab::calibrate;
use lab::folds::FoldGrouping;
use lab::gold::GoldPage;
use lab::page::conceal::View;
use lab::page::{self as training, JudgedPage, PageExample, PageSettings, PageView, truncate};
use serde_json::json;

use super::judgement::Judgement;
use super::{Args, plot, report};
use crate::commands::eval::gold;
use crate::commands::train::write;

/// Shares of the sites in the learning curve.
const CURVE: [f64; 6] = [0.05, 0.1, 0.2, 0.4, 0.7, 1.0];

pub(super) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let extractor = args.extractor(context)?;
    let pool = parallel::threads(args.threads)?;
    let files: Vec<PathBuf> = [&args.data[..], &args.never, &args.test].concat();
    let mut examples = examples(&files, context, &pool, extractor)?;
    let tests = part(args, &mut examples);
    let trained = examples.iter().filter(|example| example.trained_on);
    let articles = trained.clone().filter(|example| example.is_article).count();
    super::check_kinds(articles, trained.count())?;
    let settings = PageSettings {
        folds: args.folds.into(),
        ..PageSettings::default()
    };
    tracing::info!(
        "{} pages, {articles} articles to learn from",
        examples.len()
    );
    let judge = |examples: &[PageExample], grouping| {
        pool.install(|| training::out_of_fold(examples, grouping, &settings))
    };
    let by_site = judge(&examples, FoldGrouping::BySite);
    let pairs: Vec<(f32, bool)> = std::iter::zip(&by_site, &examples)
        .flat_map(|(judged, example)| judged.log_odds.map(|odds| (odds, example.is_article)))
        .collect();
    let judgement = Judgement {
        names: files.iter().map(|file| gold::set_name(file)).collect(),
        calibration: calibrate::platt(&pairs),
        examples: &examples,
        by_site,
        threshold: args.threshold(),
    };
    let all: Vec<usize> = (0..examples.len()).collect();
    let fitted = pool.install(|| training::fit(&examples, &all, &settings));
    let random = judgement.others(&judge(&examples, FoldGrouping::Random), &examples);
    let transfer = (!tests.is_empty()).then(|| {
        let judged: Vec<JudgedPage> = tests.iter().map(|test| fitted.judge(test)).collect();
        judgement.others(&judged, &tests)
    });
    let mut results = Results::new();
    results.text(&report::scores(&judgement, &random, transfer.as_ref()))?;
    results.text(&report::views(&judgement))?;
    results.text(&report::thresholds(&judgement))?;
    results.text(&report::types(&judgement))?;
    if args.curve {
        let curve = CURVE.map(|share| {
            let part = training::share_of_sites(&examples, share, settings.seed);
            let pages = part.iter().filter(|example| example.trained_on).count();
            let scores = judgement.others(&judge(&part, FoldGrouping::BySite), &part);
            (share, pages, scores)
        });
        results.text(&report::curve(&curve))?;
    }
    write_findings(args, &judgement, &mut results)?;
    let provenance = json!({
        "made_by": format!("workshop train page, classify {}, extract {}", classify::VERSION, extract::VERSION),
        "extractor": extractor.name,
        "date": args.date(),
        "data": report::data(&judgement),
        "settings": settings,
        "cross_validation_by_site": report::provenance(&judgement),
    });
    let text = fitted.text(
        &args.name()?,
        args.threshold(),
        judgement.calibration,
        provenance,
    );
    write(&args.out, serde_json::to_string_pretty(&text)? + "\n")?;
    results.line(&args.used())?;
    results.finish()
}

/// Splits off the test pages, and marks which of the others may be trained on.
fn part(args: &Args, examples: &mut Vec<PageExample>) -> Vec<PageExample> {
    let tested_from = args.data.len() + args.never.len();
    // Pages come in the order of their files.
    let first = examples.partition_point(|example| example.set < tested_from);
    let tests = examples.split_off(first);
    let tested: BTreeSet<&str> = tests.iter().map(|test| test.site.as_str()).collect();
    for example in examples {
        let may = example.set < args.data.len() && !tested.contains(example.site.as_str());
        example.trained_on = may;
    }
    tests
}

/// Writes the reliability diagram and the misclassified pages, if requested.
fn write_findings(args: &Args, judgement: &Judgement, results: &mut Results) -> anyhow::Result<()> {
    if let Some(file) = &args.calibration {
        write(file, plot::svg(&plot::bins(judgement)))?;
        results.line(&format!("{} written", file.display()))?;
    }
    if let Some(file) = &args.errors {
        write(file, report::errors(judgement))?;
        results.line(&format!("{} written", file.display()))?;
    }
    Ok(())
}

/// The features of the labelled pages, in the order of the files.
fn examples(
    files: &[PathBuf],
    context: &Context,
    pool: &rayon::ThreadPool,
    extractor: &'static Extractor,
) -> anyhow::Result<Vec<PageExample>> {
    let mut examples = Vec::new();
    gold::each(
        files,
        pool,
        &context.stop,
        |set, page| example(set, &page, extractor),
        |example| examples.extend(example),
    )?;
    for (set, file) in files.iter().enumerate() {
        if !examples.iter().any(|example| example.set == set) {
            bail!(
                "{} has no page with \"page_type\" or \"label\"",
                file.display()
            );
        }
    }
    Ok(examples)
}

fn example(set: usize, page: &GoldPage, extractor: &'static Extractor) -> Option<PageExample> {
    let is_article = page.is_article()?;
    let url = page.url.as_deref();
    let short = truncate::truncated(&page.html, extractor);
    let view = |view: View| {
        let features =
            |url: Option<&str>, html: &str| of_page(url, page.http_status, html, extractor);
        let address = url.and_then(|url| view.address(url));
        let (row, rule) = features(address.as_deref(), &view.of(&page.html));
        let address = url.and_then(|url| view.varied_address(url));
        let varied = |html: &str| features(address.as_deref(), &view.varied(html)).0;
        PageView {
            row,
            varied: view.is_varied().then(|| varied(&page.html)),
            short: short.as_deref().map(varied),
            rule,
        }
    };
    let title = html::parse(&page.html).title;
    Some(PageExample {
        views: View::ALL.map(view),
        is_article,
        page_type: page.known_type(),
        of_address: PageRow::of(&Evidence::of(&classify::Page {
            url,
            ..classify::Page::default()
        })),
        site: page.site(),
        set,
        trained_on: true,
        url: page.url.clone(),
        title,
    })
}

/// The features of a page, and its type if a rule decides it.
fn of_page(
    url: Option<&str>,
    http_status: Option<u16>,
    html: &str,
    extractor: &'static Extractor,
) -> (PageRow, Option<PageType>) {
    let extraction = extract::extract(
        &Input::new(html, reading::parsed(url).as_ref()),
        &Options::of(extractor),
    );
    let page = classify::Page::new(url, http_status, html, &extraction);
    let evidence = Evidence::of(&page);
    let rule = rules::first(&evidence).map(|finding| finding.rule.page_type);
    (PageRow::of(&evidence), rule)
}
