//! Pairs of articles: labelled in the browser, exported, imported, and used for evaluation.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use testsite::Settings;

use crate::harness::pipeline::{World, lines, text, write};
use crate::serving::{Serving, field};
use crate::{has, ok};

/// Counts of pair labels (same, different, not sure) and of drawn pairs.
async fn counted(world: &World) -> [i64; 4] {
    let output = world.ok(&["label", "status", "--json"]).await;
    let status: Value = serde_json::from_str(&output).unwrap();
    let bins = status["pairs"].as_array().unwrap();
    ["same", "different", "unsure", "drawn"].map(|field| {
        let counts = bins.iter().map(|bin| bin[field].as_i64().unwrap());
        counts.sum()
    })
}

/// Answers the pair that is shown.
fn answer(serving: &Serving, path: &str, answer: &str) {
    let place = field(&serving.page(path), "place").unwrap();
    serving.post(path, &format!("place={place}&answer={answer}"));
}

/// Precision and recall computed by hand: each label represents its share of its bin. Two labels of one pair count half each.
fn by_hand(labels: &[Value]) -> [f64; 2] {
    let sure: Vec<&Value> = labels.iter().filter(|l| l["same"].is_boolean()).collect();
    let mut in_bin: BTreeMap<&str, f64> = BTreeMap::new();
    for label in &sure {
        *in_bin.entry(text(label, "bin")).or_default() += 1.0;
    }
    let sum = |wanted: fn(&Value) -> bool| {
        let labels = sure.iter().filter(|label| wanted(label));
        labels
            .map(|label| label["bin_pairs"].as_f64().unwrap() / in_bin[text(label, "bin")])
            .sum::<f64>()
    };
    let both = sum(|label| label["joined"] == true && label["same"] == true);
    [
        both / sum(|label| label["joined"] == true),
        both / sum(|label| label["same"] == true),
    ]
}

async fn evaluated(world: &World, file: &str) -> Value {
    let line = format!("eval aggregate --labels {file} --json");
    serde_json::from_str(&ok(world, &line).await).unwrap()
}

fn assert_scores(scores: &Value, wanted: [f64; 2]) {
    for (name, wanted) in ["pair_precision", "pair_recall"].iter().zip(wanted) {
        let found = scores["metrics"][name].as_f64().unwrap();
        let error = (found - wanted).abs();
        assert!(error < 1e-3, "{name}: {found} for {wanted}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pairs_that_are_labelled_in_the_browser_measure_copies_and_stories() {
    let world = World::after_a_night().await;
    pairs_of_articles(&world).await;
    pairs_of_stories(&world).await;
}

async fn pairs_of_articles(world: &World) {
    let ask = ["label", "pairs", "--who", "ana", "--per-bin", "3"];
    let serving = Serving::by(world, &ask);
    let path = "/label/pairs?seed=1";
    assert_eq!(serving.path, path);
    let page = serving.page(path);
    assert!(page.contains("Are these the same text") && page.contains(".localhost"));
    assert_eq!(page.matches("<article").count(), 2, "{page}");
    for (choice, now) in [
        ("same", [1, 0, 0]),
        ("different", [1, 1, 0]),
        ("unsure", [1, 1, 1]),
    ] {
        answer(&serving, path, choice);
        assert_eq!(counted(world).await[..3], now, "{choice}");
    }
    serving.post(path, "answer=undo");
    assert_eq!(counted(world).await[..3], [1, 1, 0]);
    answer(&serving, path, "unsure");
    has(
        &serving.page("/label/pairs?seed=9"),
        "workshop label pairs --seed 9",
    );
    drop(serving);

    let error = world.refused(&ask).await;
    has(&error, "the sample 1 already exists");
    let drawn = counted(world).await[3];
    let serving = Serving::by(world, &["label", "pairs", "--who", "ana"]);
    has(&serving.page(path), "ana: 3 labelled");
    for _ in 0..drawn - 3 {
        answer(&serving, path, "same");
    }
    assert_eq!(counted(world).await[..3], [drawn - 2, 1, 1]);
    assert!(serving.page(path).contains("Every pair of sample 1"));

    let output = ok(world, "label export pairs.jsonl.gz --of pairs").await;
    has(&output, &format!("{drawn} labels"));
    let labels = lines(&ok(world, "label export --of pairs").await);
    let pairs: BTreeSet<(&str, &str)> = labels
        .iter()
        .map(|label| (text(&label["a"], "id"), text(&label["b"], "id")))
        .collect();
    assert_eq!(pairs.len(), labels.len(), "no pair was asked twice");
    let joined: Vec<&Value> = labels.iter().filter(|l| l["joined"] == true).collect();
    assert!(!joined.is_empty() && joined.len() < labels.len());
    for label in &labels {
        let bin = text(label, "bin");
        assert_eq!(bin.starts_with("joined"), label["joined"] == true, "{bin}");
        assert!(!text(&label["a"], "text").is_empty() && label["score"].is_f64());
    }
    let scores = evaluated(world, "pairs.jsonl.gz").await;
    assert_eq!(scores["n"], drawn - 1);
    assert_eq!(scores["extractor"], "copies");
    assert_scores(&scores, by_hand(&labels));
    assert!(scores["metrics"]["pair_recall_std"].as_f64().unwrap() > 0.0);

    // The ground truth of the newsroom, labelled by another person.
    let truth = truth(world, &labels);
    let file: String = truth.iter().map(|label| label.to_string() + "\n").collect();
    write(&world.path("truth.jsonl"), file.as_bytes());
    for expected in ["labels added", "already known"] {
        let output = ok(world, "label import truth.jsonl").await;
        has(&output, &format!("{drawn} {expected}"));
    }
    let back = ok(world, "label export --of pairs --who ben").await;
    assert_eq!(lines(&back).len(), labels.len());
    write(&world.path("ben.jsonl"), back.as_bytes());
    let scores = evaluated(world, "ben.jsonl").await;
    assert_scores(&scores, [1.0, 1.0]);
}

/// The labels as the newsroom would have given them: copies of one wire report are one text.
fn truth(world: &World, labels: &[Value]) -> Vec<Value> {
    let expected = world.newsroom.expected();
    let wire: BTreeMap<&str, &str> = expected
        .articles
        .iter()
        .map(|article| {
            (
                article.url.as_str(),
                article.copy_of.as_deref().unwrap_or(&article.url),
            )
        })
        .collect();
    let of = |article: &Value| wire.get(text(article, "url")).copied();
    let labels = labels.iter().map(|label| {
        let mut label = label.clone();
        label["same"] = json!(of(&label["a"]) == of(&label["b"]) && of(&label["a"]).is_some());
        label["labelled_by"] = json!("ben");
        label
    });
    labels.collect()
}

async fn pairs_of_stories(world: &World) {
    for kind in ["pairs", "stories"] {
        let few = ["label", kind, "--seed", "2", "--newest", "1"];
        let error = world.refused(&few).await;
        has(&error, "of 1 articles no two");
    }
    let serving = Serving::by(world, &["label", "stories", "--who", "ana"]);
    let path = "/label/stories";
    has(&serving.page(path), "Do these report the same event?");
    for at in 0..12 {
        answer(&serving, path, ["same", "different"][at % 2]);
    }
    ok(world, "label export stories.jsonl --of stories").await;
    let labels = lines(&ok(world, "label export --of stories").await);
    assert_eq!(labels.len(), 12);
    let random = labels.iter().filter(|l| text(l, "bin").contains("random"));
    assert!(random.count() > 0, "random pairs are among them");
    let by_story: BTreeMap<String, Value> = world
        .articles()
        .await
        .iter()
        .map(|article| (text(article, "id").to_owned(), article["story_id"].clone()))
        .collect();
    for label in &labels {
        let story = |name: &str| &by_story[text(&label[name], "id")];
        let is_one = story("a") == story("b");
        assert_eq!(label["joined"], is_one, "{}", label["bin"]);
    }
    let scores = evaluated(world, "stories.jsonl").await;
    assert_eq!(scores["extractor"], "stories");
    assert_scores(&scores, by_hand(&labels));
}

#[tokio::test(flavor = "multi_thread")]
async fn without_pairs_it_says_what_to_do() {
    let world = World::new(Settings::default()).await;
    for kind in ["pairs", "stories"] {
        let errors = world.refused(&["label", "export", "--of", kind]).await;
        has(&errors, &format!("workshop label {kind}"));
        let errors = world.refused(&["label", kind]).await;
        has(&errors, "run `gleaner aggregate`");
    }
    for bad in [["--per-bin", "0"], ["--seed", "x"], ["--newest", "-1"]] {
        let output = world.run(&["label", "pairs", bad[0], bad[1]]).await;
        assert_eq!(output.status.code(), Some(2), "{bad:?}");
    }
}
