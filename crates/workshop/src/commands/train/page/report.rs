//! Formats the results as tables.

use std::collections::{BTreeMap, BTreeSet};

use classify::PageType;
use gleaner::console::table;
use lab::calibrate;
use lab::metrics::BinaryScores;
use lab::page::conceal::View;
use serde_json::{Value, json};

use super::judgement::Judgement;

/// Thresholds that are compared.
const THRESHOLDS: [f32; 7] = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8];

const HEADINGS: &str = " | >pages | >accuracy | >precision | >recall | >f1 | >lost | >wrong";

fn row(name: String, scores: &BinaryScores) -> Vec<String> {
    let number = |value: f64| format!("{value:.4}");
    vec![
        name,
        scores.n.to_string(),
        number(scores.accuracy),
        number(scores.precision),
        number(scores.recall),
        number(scores.f1),
        scores.confusion.false_negative.to_string(),
        scores.confusion.false_positive.to_string(),
    ]
}

/// Scores of all pages and of each set.
pub(super) fn scores(
    judgement: &Judgement,
    random: &BinaryScores,
    transfer: Option<&BinaryScores>,
) -> String {
    let mut rows = vec![
        row("random folds".to_owned(), random),
        row("folds by site".to_owned(), &judgement.scores(|_| true)),
    ];
    for (set, name) in judgement.names.iter().enumerate() {
        let of_set = judgement.scores(|example| example.set == set);
        if of_set.n > 0 {
            let trained = judgement
                .examples
                .iter()
                .any(|e| e.set == set && e.trained_on);
            let never = if trained { "" } else { " (never trained on)" };
            rows.push(row(format!("  {name}{never}"), &of_set));
        }
    }
    if let Some(transfer) = transfer {
        let tested = &judgement.names[judgement.examples.last().map_or(0, |last| last.set + 1)..];
        rows.push(row(
            format!("trained on all, tested on {}", tested.join(", ")),
            transfer,
        ));
    }
    table::of(HEADINGS, rows)
}

/// Scores of all pages and of each set, with parts of the pages concealed.
pub(super) fn views(judgement: &Judgement) -> String {
    let mut rows = Vec::new();
    for view in View::ALL.into_iter().skip(1) {
        let name = view.name();
        rows.push(row(name.to_owned(), &judgement.scores_in(view, |_| true)));
        for (set, of) in judgement.names.iter().enumerate() {
            let of_set = judgement.scores_in(view, |example| example.set == set);
            if of_set.n > 0 {
                rows.push(row(format!("  {of}, {name}"), &of_set));
            }
        }
    }
    format!("\n{}", table::of(HEADINGS, rows))
}

/// Scores with other thresholds.
pub(super) fn thresholds(judgement: &Judgement) -> String {
    let rows = THRESHOLDS.map(|threshold| {
        let chosen = if (threshold - judgement.threshold).abs() < 1e-6 {
            " (chosen)"
        } else {
            ""
        };
        let name = format!("by site, threshold {threshold:.1}{chosen}");
        row(name, &judgement.scores_at(threshold))
    });
    let bins = super::plot::bins(judgement);
    let error = calibrate::expected_error(&bins);
    format!(
        "\n{}expected calibration error {error:.4}\n",
        table::of(HEADINGS, rows)
    )
}

/// The confusion matrix of page types, by rules and by models that have not seen the site.
pub(super) fn types(judgement: &Judgement) -> String {
    let mut counts: BTreeMap<PageType, BTreeMap<PageType, u32>> = BTreeMap::new();
    for (at, example) in judgement.examples.iter().enumerate() {
        let Some(gold) = example.page_type else {
            continue;
        };
        let model = if judgement.kept(at, View::Whole) {
            PageType::Article
        } else {
            judgement.by_site[at].page_type
        };
        let found = example.whole().rule.unwrap_or(model);
        *counts.entry(gold).or_default().entry(found).or_default() += 1;
    }
    let found: BTreeSet<PageType> = counts.values().flat_map(BTreeMap::keys).copied().collect();
    let mut headings = "gold \\ found".to_owned();
    for page_type in &found {
        headings.extend([" | >", page_type.as_str()]);
    }
    let rows = counts.iter().map(|(gold, of)| {
        let cells = found.iter().map(|found| match of.get(found) {
            Some(count) => count.to_string(),
            None => String::new(),
        });
        [gold.to_string()].into_iter().chain(cells).collect()
    });
    format!("\n{}", table::of(&headings, rows))
}

/// The learning curve: scores by share of the sites trained on.
pub(super) fn curve(points: &[(f64, usize, BinaryScores)]) -> String {
    let rows: Vec<Vec<String>> = points
        .iter()
        .map(|(share, pages, scores)| {
            row(
                format!("{:.0} % of the sites, {pages} pages", share * 100.0),
                scores,
            )
        })
        .collect();
    format!("\n{}", table::of(HEADINGS, rows))
}

/// One line of JSON for each misclassified page.
pub(super) fn errors(judgement: &Judgement) -> String {
    let wrong = (0..judgement.examples.len())
        .filter(|at| judgement.kept(*at, View::Whole) != judgement.examples[*at].is_article);
    let lines = wrong.map(|at| {
        let example = &judgement.examples[at];
        json!({
            "set": judgement.names[example.set],
            "url": example.url,
            "title": example.title,
            "is_article": example.is_article,
            "page_type": example.page_type,
            "probability": judgement.probability(at, View::Whole),
            "rule": example.whole().rule,
        })
        .to_string()
            + "\n"
    });
    lines.collect()
}

/// The labelled pages, by set.
pub(super) fn data(judgement: &Judgement) -> Value {
    let sets = judgement.names.iter().enumerate().map(|(set, name)| {
        let of_set = || {
            judgement
                .examples
                .iter()
                .filter(move |example| example.set == set)
        };
        let sites: BTreeSet<&str> = of_set().map(|example| example.site.as_str()).collect();
        json!({
            "name": name,
            "pages": of_set().count(),
            "articles": of_set().filter(|example| example.is_article).count(),
            "sites": sites.len(),
            "trained_on": of_set().filter(|example| example.trained_on).count(),
        })
    });
    sets.filter(|set| set["pages"] != 0).collect()
}

/// The scores that go into the weights file.
pub(super) fn provenance(judgement: &Judgement) -> Value {
    let of = |scores: &BinaryScores| {
        let round = |value: f64| (value * 1e4).round() / 1e4;
        json!({
            "pages": scores.n,
            "accuracy": round(scores.accuracy),
            "precision": round(scores.precision),
            "recall": round(scores.recall),
        })
    };
    let mut by_set = serde_json::Map::new();
    by_set.insert("all".to_owned(), of(&judgement.scores(|_| true)));
    for (set, name) in judgement.names.iter().enumerate() {
        let scores = judgement.scores(|example| example.set == set);
        if scores.n > 0 {
            by_set.insert(name.clone(), of(&scores));
        }
    }
    for view in View::ALL.into_iter().skip(1) {
        let scores = judgement.scores_in(view, |_| true);
        by_set.insert(format!("all, {}", view.name()), of(&scores));
    }
    Value::Object(by_set)
}
