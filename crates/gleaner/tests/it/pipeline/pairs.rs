//! Pairs of articles at the desk, out, in, and as a measure.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::time::Duration;

use serde_json::{Value, json};
use testsite::Settings;

use super::labels::{Shown, desk};
use super::{World, lines, text, write};

/// Labels of pairs: same, different, not sure; and the pairs that were drawn.
async fn counted(world: &World) -> [i64; 4] {
    let said = world.ok(&["label", "status", "--json"]).await;
    let said: Value = serde_json::from_str(&said).unwrap();
    let bins = said["pairs"].as_array().unwrap();
    ["same", "different", "unsure", "drawn"].map(|field| {
        let counts = bins.iter().map(|bin| bin[field].as_i64().unwrap());
        counts.sum()
    })
}

async fn wait_for_labels(world: &World, wanted: [i64; 3]) {
    for _ in 0..60 {
        if counted(world).await[..3] == wanted {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("there are never labels {wanted:?}");
}

/// What a desk says that opens nothing; `None` where there is no `script` to make a terminal.
fn closed(world: &World, args: &str) -> Option<String> {
    let mut desk = desk(world, args)?;
    let mut shown = Shown::by(&mut desk);
    desk.wait().unwrap();
    shown.wait_for("gleaner");
    while let Ok(more) = shown.0.recv_timeout(Duration::from_secs(1)) {
        shown.1 += &String::from_utf8_lossy(&more);
    }
    Some(shown.1)
}

/// Precision and recall by hand: each label stands for its share of its bin. Labels of one pair count half each.
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
    let said = world
        .ok(&["eval", "aggregate", "--labels", file, "--json"])
        .await;
    serde_json::from_str(&said).unwrap()
}

fn assert_scores(scores: &Value, wanted: [f64; 2]) {
    for (name, wanted) in ["pair_precision", "pair_recall"].iter().zip(wanted) {
        let found = scores["metrics"][name].as_f64().unwrap();
        assert!(
            (found - wanted).abs() < 1e-3,
            "{name}: {found} for {wanted}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_label_pairs_that_are_gone_on_with_and_measure_the_copies() {
    let world = World::after_a_night().await;
    let ask = "pairs --who ana --per-bin 3";
    let Some(mut first) = desk(&world, ask) else {
        let _ = writeln!(
            std::io::stderr(),
            "skipped: there is no `script` to make a terminal"
        );
        return;
    };
    let mut keyboard = first.stdin.take().unwrap();
    let mut press = |keys: &[u8]| keyboard.write_all(keys).unwrap();
    let mut shown = Shown::by(&mut first);
    shown.wait_for("Are these one text");
    shown.wait_for(".localhost");
    press(b"s");
    wait_for_labels(&world, [1, 0, 0]).await;
    press(b"d");
    wait_for_labels(&world, [1, 1, 0]).await;
    press(b"?");
    wait_for_labels(&world, [1, 1, 1]).await;
    press(b"b");
    wait_for_labels(&world, [1, 1, 0]).await;
    press(b"?");
    wait_for_labels(&world, [1, 1, 1]).await;
    press(b"q");
    shown.wait_for("3 by ana in all");
    assert!(first.wait().unwrap().success());

    let said = closed(&world, ask).unwrap();
    assert!(said.contains("the sample 1 is drawn already"), "{said}");
    let drawn = counted(&world).await[3];
    let mut second = desk(&world, "pairs --who ana").unwrap();
    let mut keyboard = second.stdin.take().unwrap();
    let mut shown = Shown::by(&mut second);
    shown.wait_for("ana: 3 labelled, 0 now");
    shown.wait_for(".localhost");
    for more in 1..=drawn - 3 {
        keyboard.write_all(b"s").unwrap();
        wait_for_labels(&world, [1 + more, 1, 1]).await;
    }
    shown.wait_for("There is nothing more to label");
    keyboard.write_all(b"q").unwrap();
    assert!(second.wait().unwrap().success());
    let said = closed(&world, "pairs --who ana").unwrap();
    assert!(said.contains("ana has labelled every pair"), "{said}");

    let said = world
        .ok(&["label", "export", "pairs.jsonl.gz", "--of", "pairs"])
        .await;
    assert!(said.contains(&format!("{drawn} labels of pairs")), "{said}");
    let labels = lines(&world.ok(&["label", "export", "--of", "pairs"]).await);
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
    let scores = evaluated(&world, "pairs.jsonl.gz").await;
    assert_eq!(
        (&scores["n"], &scores["extractor"]),
        (&json!(drawn - 1), &json!("copies"))
    );
    assert_scores(&scores, by_hand(&labels));
    assert!(scores["metrics"]["pair_recall_std"].as_f64().unwrap() > 0.0);

    // What the newsroom knows, said by another person.
    let truth = truth(&world, &labels);
    let file: String = truth.iter().map(|label| label.to_string() + "\n").collect();
    write(&world.path("truth.jsonl"), file.as_bytes());
    let said = world.ok(&["label", "import", "truth.jsonl"]).await;
    assert!(said.starts_with(&format!("{drawn} labels added")), "{said}");
    let said = world.ok(&["label", "import", "truth.jsonl"]).await;
    assert!(said.contains(&format!("{drawn} known already")), "{said}");
    let said = closed(&world, "pairs --who ben").unwrap();
    assert!(said.contains("ben has labelled every pair"), "{said}");
    let back = world
        .ok(&["label", "export", "--of", "pairs", "--who", "ben"])
        .await;
    assert_eq!(lines(&back).len(), labels.len());
    write(&world.path("ben.jsonl"), back.as_bytes());
    let scores = evaluated(&world, "ben.jsonl").await;
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

#[tokio::test(flavor = "multi_thread")]
async fn keys_label_pairs_of_stories() {
    let world = World::after_a_night().await;
    let Some(mut desk) = desk(&world, "stories --who ana --per-bin 4") else {
        let _ = writeln!(
            std::io::stderr(),
            "skipped: there is no `script` to make a terminal"
        );
        return;
    };
    let mut keyboard = desk.stdin.take().unwrap();
    let mut shown = Shown::by(&mut desk);
    shown.wait_for("Do these tell of one event");
    shown.wait_for(".localhost");
    for (at, key) in (1..).zip(b"sdsdsdsdsdsd") {
        keyboard.write_all(&[*key]).unwrap();
        wait_for_labels(&world, [(at + 1) / 2, at / 2, 0]).await;
    }
    keyboard.write_all(b"q").unwrap();
    assert!(desk.wait().unwrap().success());
    world
        .ok(&["label", "export", "stories.jsonl", "--of", "stories"])
        .await;
    let labels = lines(&world.ok(&["label", "export", "--of", "stories"]).await);
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
        assert_eq!(
            label["joined"] == true,
            story("a") == story("b"),
            "{}",
            label["bin"]
        );
    }
    let scores = evaluated(&world, "stories.jsonl").await;
    assert_eq!(scores["extractor"], "stories");
    assert_scores(&scores, by_hand(&labels));
}

#[tokio::test(flavor = "multi_thread")]
async fn without_pairs_or_a_terminal_it_says_what_to_do() {
    let world = World::new(Settings {
        articles_per_site: 2,
        days_of_articles: 1,
        ..Settings::default()
    })
    .await;
    for kind in ["pairs", "stories"] {
        let output = world.run(&["label", kind]).await;
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1));
        assert!(errors.contains("labelling needs a terminal"), "{errors}");
        let output = world.run(&["label", "export", "--of", kind]).await;
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            errors.contains(&format!("gleaner label {kind}")),
            "{errors}"
        );
        let Some(said) = closed(&world, &format!("{kind} --who ana")) else {
            let _ = writeln!(
                std::io::stderr(),
                "skipped: there is no `script` to make a terminal"
            );
            return;
        };
        assert!(said.contains("run `gleaner aggregate`"), "{said}");
    }
    world.ok(&["nightly", "--seeds", "newsroom.toml"]).await;
    for kind in ["pairs", "stories"] {
        let said = closed(&world, &format!("{kind} --who ana --newest 1")).unwrap();
        assert!(said.contains("of 1 articles no two"), "{said}");
    }
    for bad in [["--per-bin", "0"], ["--seed", "x"], ["--newest", "-1"]] {
        let output = world.run(&["label", "pairs", bad[0], bad[1]]).await;
        assert_eq!(output.status.code(), Some(2), "{bad:?}");
    }
}
