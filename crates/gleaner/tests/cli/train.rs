use serde_json::{Value, json};

use crate::{Folder, article, code, front, json_lines, name, run, stderr, stdout};

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
fn a_model_is_trained_judged_written_and_used() {
    let folder = Folder::new();
    let data = folder.write("labelled.jsonl", labelled());
    let weights = folder.path("mine.json");
    let output = run(
        &folder,
        &[
            "train",
            "page",
            "--data",
            name(&data),
            "--out",
            name(&weights),
            "--folds",
            "3",
        ],
    );
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let report = stdout(&output);
    for line in [
        "published (10 random folds)",
        "3 folds, random",
        "3 folds, by site",
        "0.9259",
    ] {
        assert!(report.contains(line), "{report}");
    }
    let model: Value = serde_json::from_str(&std::fs::read_to_string(&weights).unwrap()).unwrap();
    let provenance = &model["provenance"];
    assert_eq!(
        provenance["data"],
        json!([{"name": "labelled", "pages": 48, "articles": 24, "sites": 12}])
    );
    assert_eq!(provenance["cross_validation"].as_array().unwrap().len(), 2);
    assert!(provenance["cross_validation"][1]["scores"]["accuracy"].as_f64() > Some(0.9));
    assert!(
        provenance["extractor"]
            .as_str()
            .unwrap()
            .starts_with("gleaner ")
    );
    let verdicts = run(
        &folder,
        &["classify", "--model", name(&weights), name(&data)],
    );
    assert_eq!(code(&verdicts), 0, "{}", stderr(&verdicts));
    assert!(
        json_lines(&verdicts)
            .iter()
            .any(|line| line["label_source"] == "model:mine")
    );
}

#[test]
fn data_of_one_kind_and_bad_models_are_refused() {
    let folder = Folder::new();
    let line = json!({"html": article("Story", 4), "page_type": "article"});
    let data = folder.write("one.jsonl", line.to_string());
    let weights = folder.path("mine.json");
    let output = run(
        &folder,
        &[
            "train",
            "page",
            "--data",
            name(&data),
            "--out",
            name(&weights),
        ],
    );
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
            stderr(&output).contains(model) && stderr(&output).contains("gleaner train page"),
            "{}",
            stderr(&output)
        );
    }
}
