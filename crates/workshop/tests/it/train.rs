use serde_json::{Value, json};

use crate::harness::cli::{Folder, article, code, front, json_lines, name, run, stderr, stdout};
use crate::harness::typed;
use crate::{done, failed, has};

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

/// Trains a model on labelled pages, and classifies them with it. Returns the report and the model.
fn trained(folder: &Folder, options: &str) -> (String, Value) {
    folder.write("labelled.jsonl", labelled());
    let line = format!("train page --data labelled.jsonl --out mine.json --folds 3 {options}");
    let output = done(folder, &typed(&line));
    let verdicts = done(folder, &typed("classify --model mine.json labelled.jsonl"));
    let mut verdicts = json_lines(&verdicts).into_iter();
    assert!(verdicts.any(|line| line["label_source"] == "model:mine"));
    let model = std::fs::read(folder.path("mine.json")).unwrap();
    let model = serde_json::from_slice(&model).unwrap();
    (stdout(&output).to_owned(), model)
}

#[test]
fn trees_are_trained_judged_written_and_used() {
    let folder = Folder::new();
    let story = article("Story 9", 6);
    let page = json!({"id": 1, "url": "https://other.example/9.html", "html": story, "page_type": "article"});
    folder.write("test.jsonl", page.to_string());
    let options = "--curve --errors errors.jsonl --calibration calibration.svg";
    let (report, model) = trained(&folder, &format!("--test test.jsonl {options}"));
    for line in [
        "random folds",
        "folds by site",
        "trained on all, tested on test",
        "threshold 0.5",
        "expected calibration error",
        "gold \\ found",
        "100 % of the sites, 48 pages",
    ] {
        has(&report, line);
    }
    let provenance = &model["provenance"];
    assert_eq!(
        provenance["data"],
        json!([{"name": "labelled", "pages": 48, "articles": 24, "sites": 12, "trained_on": 48}])
    );
    assert!(provenance["cross_validation_by_site"]["all"]["accuracy"].as_f64() > Some(0.9));
    let picture = std::fs::read_to_string(folder.path("calibration.svg")).unwrap();
    assert!(picture.starts_with("<svg"));
    assert!(folder.path("errors.jsonl").exists());
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
    has(stderr(&refused), "--model seven");
    let unknown = run(&folder, &typed("classify --words xx page.jsonl"));
    has(stderr(&unknown), "one of de, en");
}

#[test]
fn the_seven_features_are_trained_judged_written_and_used() {
    let (report, model) = trained(&Folder::new(), "--model seven");
    for line in ["published (10 random folds)", "3 folds, by site", "0.9259"] {
        has(&report, line);
    }
    let provenance = &model["provenance"];
    assert!(provenance["cross_validation"][1]["scores"]["accuracy"].as_f64() > Some(0.9));
    let extractor = provenance["extractor"].as_str().unwrap();
    assert!(extractor.starts_with("gleaner "), "{extractor}");
}

#[test]
fn data_of_one_kind_and_bad_models_are_refused() {
    let folder = Folder::new();
    let line = json!({"html": article("Story", 4), "page_type": "article"});
    let data = folder.write("one.jsonl", line.to_string());
    let weights = folder.path("mine.json");
    let line = "train page --data one.jsonl --out mine.json";
    let why = failed(&folder, &typed(line));
    has(&why, "needs pages of both kinds");
    assert!(!weights.exists());
    let bad = folder.write("bad.json", "{}");
    for model in [name(&bad), "no-such-model"] {
        let why = failed(&folder, &["classify", "--model", model, name(&data)]);
        has(&why, model);
        has(&why, "workshop train page");
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
        let why = failed(&folder, &typed(&line));
        has(&why, &format!("{option} has no effect with --model"));
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
    let lines = lines.map(|line| line.to_string());
    folder.write("articles.jsonl", lines.join("\n"));
    let out = folder.path("frequencies.tsv");
    let train = |language| {
        let line = "train frequencies --data articles.jsonl --out frequencies.tsv --language";
        [&typed(line)[..], &[language]].concat()
    };
    let output = done(&folder, &train("de"));
    has(stdout(&output), " terms of 2 articles\n");
    let table = std::fs::read_to_string(&out).unwrap();
    let mut table = table.lines();
    assert!(table.next().unwrap().contains("articles (3)"));
    assert_eq!(table.next(), Some("articles\t2"));
    let terms: Vec<&str> = table.collect();
    assert!(terms.contains(&"word\tstadt\t2"), "{terms:?}");
    for rare in ["gemeinderat", "council"] {
        assert!(!terms.iter().any(|term| term.contains(rare)), "{terms:?}");
    }
    let why = failed(&folder, &train("fi"));
    has(&why, "there are no articles in the language fi");
}
