use serde_json::{Value, json};

use crate::harness::cli::{Folder, article, code, front, json_lines, name, run, stderr, stdout};
use crate::harness::typed;

/// Articles and front pages of twelve sites, and one page without a label.
fn labelled() -> String {
    let mut lines = vec![json!({"id": "x", "html": "<p>no label"})];
    for n in 0..24 {
        let site = format!("site{}.example", n % 12);
        let story = article(&format!("Story {n}"), 4 + n % 5);
        lines.push(json!({"id": n, "url": format!("https://{site}/{n}.html"), "html": story, "page_type": "article"}));
        lines.push(json!({"id": n, "url": format!("https://{site}/{n}/"), "html": front(n), "page_type": "section"}));
    }
    lines
        .iter()
        .map(Value::to_string)
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn trees_are_trained_judged_written_and_used() {
    let folder = Folder::new();
    let data = folder.write("labelled.jsonl", labelled());
    folder.write(
        "test.jsonl",
        json!({"id": 1, "url": "https://other.example/9.html", "html": article("Story 9", 6), "page_type": "article"})
            .to_string(),
    );
    let [weights, errors, picture] =
        ["mine.json", "errors.jsonl", "calibration.svg"].map(|file| folder.path(file));
    let options = "--folds 3 --curve --errors errors.jsonl --calibration calibration.svg";
    let line =
        format!("train page --data labelled.jsonl --test test.jsonl --out mine.json {options}");
    let output = run(&folder, &typed(&line));
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let report = stdout(&output);
    for line in [
        "random folds",
        "folds by site",
        "trained on all, tested on test",
        "threshold 0.5",
        "expected calibration error",
        "gold \\ found",
        "100 % of the sites, 48 pages",
    ] {
        assert!(report.contains(line), "{line}: {report}");
    }
    let model: Value = serde_json::from_str(&std::fs::read_to_string(&weights).unwrap()).unwrap();
    let provenance = &model["provenance"];
    assert_eq!(
        provenance["data"],
        json!([{"name": "labelled", "pages": 48, "articles": 24, "sites": 12, "trained_on": 48}])
    );
    assert!(provenance["cross_validation_by_site"]["all"]["accuracy"].as_f64() > Some(0.9));
    assert!(
        std::fs::read_to_string(&picture)
            .unwrap()
            .starts_with("<svg")
    );
    assert!(errors.exists());
    let verdicts = run(
        &folder,
        &["classify", "--model", name(&weights), name(&data)],
    );
    assert_eq!(code(&verdicts), 0, "{}", stderr(&verdicts));
    let by_model = json_lines(&verdicts)
        .into_iter()
        .filter(|line| line["label_source"] == "model:mine");
    assert!(by_model.count() > 0);
}

#[test]
fn legal_words_are_those_of_the_seven_features_alone() {
    let folder = Folder::new();
    let page = json!({"id": 1, "url": "https://a.example/x", "html": "<title>Privacy</title><p>Our privacy terms.</p>"});
    folder.write("page.jsonl", page.to_string());
    let mentions = |words: &str| {
        let line = format!("classify --model seven --words {words} page.jsonl");
        let output = run(&folder, &typed(&line));
        json_lines(&output)[0]["features"]["title_mentions_imprint"].clone()
    };
    assert_eq!(mentions("de,en"), 1.0);
    assert_eq!(mentions("de"), Value::Null);
    let refused = run(&folder, &typed("classify --words en page.jsonl"));
    assert_ne!(code(&refused), 0);
    assert!(
        stderr(&refused).contains("--model seven"),
        "{}",
        stderr(&refused)
    );
    let unknown = run(&folder, &typed("classify --words xx page.jsonl"));
    assert!(
        stderr(&unknown).contains("one of de, en"),
        "{}",
        stderr(&unknown)
    );
}

#[test]
fn the_seven_features_are_trained_judged_written_and_used() {
    let folder = Folder::new();
    let data = folder.write("labelled.jsonl", labelled());
    let weights = folder.path("mine.json");
    let line = "train page --data labelled.jsonl --out mine.json --folds 3 --model seven";
    let output = run(&folder, &typed(line));
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let report = stdout(&output);
    for line in ["published (10 random folds)", "3 folds, by site", "0.9259"] {
        assert!(report.contains(line), "{line}: {report}");
    }
    let model: Value = serde_json::from_str(&std::fs::read_to_string(&weights).unwrap()).unwrap();
    let provenance = &model["provenance"];
    assert!(provenance["cross_validation"][1]["scores"]["accuracy"].as_f64() > Some(0.9));
    assert!(text(&provenance["extractor"]).starts_with("gleaner "));
    let verdicts = run(
        &folder,
        &["classify", "--model", name(&weights), name(&data)],
    );
    assert_eq!(code(&verdicts), 0, "{}", stderr(&verdicts));
    let verdicts = json_lines(&verdicts);
    let mut sources = verdicts.iter().map(|line| text(&line["label_source"]));
    assert!(sources.any(|source| source == "model:mine"));
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[test]
fn data_of_one_kind_and_bad_models_are_refused() {
    let folder = Folder::new();
    let line = json!({"html": article("Story", 4), "page_type": "article"});
    let data = folder.write("one.jsonl", line.to_string());
    let weights = folder.path("mine.json");
    let line = "train page --data one.jsonl --out mine.json";
    let output = run(&folder, &typed(line));
    assert_eq!(code(&output), 1);
    assert!(
        stderr(&output).contains("needs pages of both kinds"),
        "{}",
        stderr(&output)
    );
    assert!(!weights.exists());
    let bad = folder.write("bad.json", "{}");
    for model in [name(&bad), "no-such-model"] {
        let output = run(&folder, &["classify", "--model", model, name(&data)]);
        assert_eq!(code(&output), 1);
        assert!(
            stderr(&output).contains(model) && stderr(&output).contains("workshop train page"),
            "{}",
            stderr(&output)
        );
    }
}

#[test]
fn an_option_that_does_nothing_for_the_model_is_refused() {
    let folder = Folder::new();
    folder.write("labelled.jsonl", labelled());
    let weights = folder.path("mine.json");
    for (more, option) in [
        ("--model seven --curve", "--curve"),
        ("--model seven --threshold 0.5", "--threshold"),
        ("--words fr", "--words"),
    ] {
        let line = format!("train page --data labelled.jsonl --out mine.json {more}");
        let output = run(&folder, &typed(&line));
        assert_eq!(code(&output), 1);
        let errors = stderr(&output);
        assert!(
            errors.contains(&format!("{option} has no effect with --model")),
            "{errors}"
        );
        assert!(!weights.exists());
    }
}

#[test]
fn common_words_are_counted_in_one_language_and_in_each_text_once() {
    let folder = Folder::new();
    let sentences = |words: &str| {
        format!("Der {words} der Stadt hat am Montag getagt und die Pläne beraten. ").repeat(8)
    };
    let council = sentences("Gemeinderat");
    let english =
        "The council of the town has met on Monday and talked about its plans. ".repeat(8);
    let lines = [
        json!({"id": "1", "gold_title": "Sitzung", "gold_text": council}),
        json!({"id": "2", "title": "Sitzung", "text": council, "lang": "de"}),
        json!({"id": "1", "title": "Museum", "text": sentences("Museumsverein mit Anna Kramer"), "lang": "de"}),
        json!({"id": "4", "title": "Council", "text": english}),
        json!({"id": "5", "title": "Kurz", "text": "Der Gemeinderat tagt.", "lang": "de"}),
    ];
    folder.write(
        "articles.jsonl",
        lines.map(|line| line.to_string()).join("\n"),
    );
    let out = folder.path("frequencies.tsv");
    let train = |language: &str| {
        let line = "train frequencies --data articles.jsonl --out frequencies.tsv --language";
        run(&folder, &[&typed(line)[..], &[language]].concat())
    };
    let output = train("de");
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(
        stdout(&output).ends_with(" terms of 2 articles\n"),
        "{}",
        stdout(&output)
    );
    let table = std::fs::read_to_string(&out).unwrap();
    let mut table = table.lines();
    assert!(table.next().unwrap().contains("articles (3)"));
    assert_eq!(table.next(), Some("articles\t2"));
    let terms: Vec<&str> = table.collect();
    assert!(terms.contains(&"word\tstadt\t2"), "{terms:?}");
    assert!(
        !terms
            .iter()
            .any(|term| term.contains("gemeinderat") || term.contains("council")),
        "{terms:?}"
    );
    let output = train("fi");
    assert_eq!(code(&output), 1);
    assert!(
        stderr(&output).contains("there are no articles in the language fi"),
        "{}",
        stderr(&output)
    );
}
