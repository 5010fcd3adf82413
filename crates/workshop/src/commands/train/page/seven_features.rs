//! Trains the perceptron over seven features.

use std::collections::BTreeSet;

use anyhow::bail;
use classify::perceptron::legal_words;
use extract::{Extractor, Input, Options};
use gleaner::console::output::Results;
use gleaner::console::table;
use gleaner::parallel;
use gleaner::program::Context;
use gleaner::reading;
use lab::folds::FoldGrouping;
use lab::gold::GoldPage;
use lab::metrics::BinaryScores;
use lab::perceptron::PerceptronSettings;
use lab::perceptron::seven_features::{SevenExample, cross_validate, train};
use serde_json::{Value, json};

use super::Args;
use crate::commands::eval::gold;
use crate::commands::train::write;

/// Published scores of these seven features, from ten random folds: T. Jungblut, *Extracting articles from crawled HTML sites*,
/// 2013.
const PUBLISHED: [f64; 4] = [0.9259, 0.9174, 0.9823, 0.9487];

pub(super) fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let extractor = args.extractor(context)?;
    let pool = parallel::threads(args.threads)?;
    let sets = measured(args, context, &pool, extractor)?;
    let examples = sets.concat();
    let articles = examples.iter().filter(|example| example.is_article).count();
    super::check_kinds(articles, examples.len())?;
    let settings = PerceptronSettings {
        words: args.words(),
        ..PerceptronSettings::default()
    };
    let folds = args.folds;
    tracing::info!(
        "{} pages, {articles} of them articles; training {} times",
        examples.len(),
        2 * folds + 1
    );
    let validate = |grouping| cross_validate(&examples, folds.into(), grouping, &settings);
    let (mut model, (random, by_site)) = pool.install(|| {
        rayon::join(
            || train(&examples, &settings),
            || {
                rayon::join(
                    || validate(FoldGrouping::Random),
                    || validate(FoldGrouping::BySite),
                )
            },
        )
    });
    let report = report(folds, &random, &by_site);
    model.name = args.name()?;
    let data = std::iter::zip(&args.data, &sets);
    let data = data.map(|(file, set)| data_set(&gold::set_name(file), set));
    model.provenance = json!({
        "extractor": format!("{} {}", extractor.name, extract::VERSION),
        "data": data.collect::<Vec<_>>(),
        "settings": settings,
        "date": args.date(),
        "cross_validation": [
            {"grouping": FoldGrouping::Random, "folds": folds, "scores": random},
            {"grouping": FoldGrouping::BySite, "folds": folds, "scores": by_site},
        ],
    });
    write(&args.out, model.to_json())?;
    let mut results = Results::new();
    results.text(&report)?;
    results.line(&args.used())?;
    results.finish()
}

/// The features of the labelled pages of each file.
fn measured(
    args: &Args,
    context: &Context,
    pool: &rayon::ThreadPool,
    extractor: &'static Extractor,
) -> anyhow::Result<Vec<Vec<SevenExample>>> {
    let mut sets = vec![Vec::new(); args.data.len()];
    let words = legal_words::imprint(&args.words());
    gold::each(
        &args.data,
        pool,
        &context.stop,
        |set, page| Some((set, example(&page, extractor, &words)?)),
        |measured| {
            if let Some((set, example)) = measured {
                sets[set].push(example);
            }
        },
    )?;
    if let Some(empty) = sets.iter().position(Vec::is_empty) {
        bail!(
            "{} has no page with \"page_type\" or \"label\"",
            args.data[empty].display()
        );
    }
    Ok(sets)
}

fn example(page: &GoldPage, extractor: &'static Extractor, words: &[&str]) -> Option<SevenExample> {
    let is_article = page.is_article()?;
    let url = page.url.as_deref();
    let extraction = extract::extract(
        &Input::new(&page.html, reading::parsed(url).as_ref()),
        &Options::of(extractor),
    );
    let seen = classify::Page::new(url, page.http_status, &page.html, &extraction);
    Some(SevenExample::new(&seen, words, is_article, page.site()))
}

fn data_set(name: &str, examples: &[SevenExample]) -> Value {
    let sites: BTreeSet<&String> = examples.iter().map(|example| &example.site).collect();
    json!({
        "name": name,
        "pages": examples.len(),
        "articles": examples.iter().filter(|example| example.is_article).count(),
        "sites": sites.len(),
    })
}

fn report(folds: u8, random: &BinaryScores, by_site: &BinaryScores) -> String {
    let row = |name: String, n: String, [accuracy, precision, recall, f1]: [f64; 4]| {
        let number = |value| format!("{value:.4}");
        vec![
            name,
            n,
            number(accuracy),
            number(precision),
            number(recall),
            number(f1),
        ]
    };
    let measured = |name: &str, s: &BinaryScores| {
        row(
            format!("{folds} folds, {name}"),
            s.n.to_string(),
            [s.accuracy, s.precision, s.recall, s.f1],
        )
    };
    let rows = [
        row(
            "published (10 random folds)".to_owned(),
            "-".to_owned(),
            PUBLISHED,
        ),
        measured("random", random),
        measured("by site", by_site),
    ];
    let headings = "cross-validation | >pages | >accuracy | >precision | >recall | >f1";
    table::of(headings, rows)
}
