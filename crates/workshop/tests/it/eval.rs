use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};

use crate::harness::cli::{Folder, article, front, json_lines, name, run, stderr, stdout};
use crate::{done, failed, has};

fn page(id: &str, words: &str, gold: &str) -> Value {
    json!({"id": id, "html": format!("<p>{words}</p>"), "gold_text": gold, "gold_language": "en"})
}

/// The arguments of `workshop eval extract` on pages with gold.
fn args<'a>(gold: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    [&["eval", "extract", "--gold", name(gold)], more].concat()
}

/// `workshop eval extract` on pages with gold.
fn eval(folder: &Folder, gold: &Path, more: &[&str]) -> Output {
    done(folder, &args(gold, more))
}

fn close(value: &Value, expected: f64) {
    let error = value.as_f64().unwrap() - expected;
    assert!(error.abs() < 0.00005 + 1e-9, "{value} is not {expected}");
}

#[test]
fn texts_are_scored_in_all_and_by_language() {
    let folder = Folder::new();
    let mut german = page("b", "a b c d x", "a b c d");
    german["gold_language"] = json!("de");
    // Precision 1, recall 1/3; precision 1/2, recall 1; both 1 and exact; left out, as it has no gold.
    let lines = [
        page("a", "a b c d e", "a b c d e a b c d"),
        german,
        page("c", "a b", "a b"),
        page("d", "x", ""),
    ];
    let gold = folder.write("mine.jsonl", lines.map(|line| line.to_string()).join("\n"));
    let by = ["--extractor", "everything", "--by", "language"];
    let output = eval(&folder, &gold, &[&by[..], &["--json"]].concat());
    let rows = json_lines(&output);
    assert_eq!(rows.len(), 3);
    let all = &rows[0];
    assert_eq!(all["set"], "mine");
    assert_eq!(all["n"], 3);
    assert_eq!(all["extractor"], "everything");
    close(&all["metrics"]["precision"], 2.5 / 3.0);
    assert!(all["metrics"]["f1_std"].as_f64() > Some(0.01));
    assert_eq!(rows[1]["group"], json!({"by": "language", "value": "de"}));
    close(&rows[1]["metrics"]["precision"], 0.5);
    has(stdout(&eval(&folder, &gold, &by)), "set   group  method ");
}

#[test]
fn phrases_are_scored_where_there_is_no_gold_text() {
    let folder = Folder::new();
    let line = json!({"id": 1, "html": "<p>one two three</p>", "with": ["one two", "four"], "without": ["three", "five"]});
    let gold = folder.write("phrases.jsonl", line.to_string());
    let output = eval(&folder, &gold, &["--extractor", "everything", "--json"]);
    let metrics = &json_lines(&output)[0]["metrics"];
    close(&metrics["precision"], 0.5);
    close(&metrics["recall"], 0.5);
    close(&metrics["f1"], 0.5);
    close(&metrics["accuracy"], 0.5);
    assert_eq!(metrics["f1"], metrics["snippet_f1"]);
}

#[test]
fn all_extractors_make_a_league_table() {
    let folder = Folder::new();
    let gold = folder.write("mine.jsonl", page("a", "a b c d", "a b c d").to_string());
    let output = eval(&folder, &gold, &["--extractor", "all", "--json"]);
    let names: Vec<Value> = json_lines(&output)
        .iter()
        .map(|row| row["extractor"].clone())
        .collect();
    assert!(names.contains(&json!("boilerpipe-article")) && names.contains(&json!("everything")));
}

#[test]
fn texts_of_others_are_scored_by_the_id_of_their_page() {
    let folder = Folder::new();
    let lines = [
        json!({"id": 7, "html": "", "gold_text": "a b c d e"}),
        json!({"id": "b", "html": "", "gold_text": "a b c d"}),
    ];
    let gold = folder.write("mine.jsonl", lines.map(|line| line.to_string()).join("\n"));
    // The other page has no text: precision is computed over pages with a text, recall over all pages.
    let theirs = folder.write("theirs.jsonl", r#"{"id": 7, "text": "a b c d e"}"#);
    let output = eval(&folder, &gold, &["--pred", name(&theirs), "--json"]);
    let rows = json_lines(&output);
    assert_eq!((rows.len(), &rows[0]["extractor"]), (1, &json!("theirs")));
    close(&rows[0]["metrics"]["precision"], 1.0);
    close(&rows[0]["metrics"]["recall"], 0.5);
    assert_eq!(rows[0]["metrics"]["empty"], json!(1.0));
    assert!(rows[0]["metrics"].get("pages_per_s").is_none());
    let broken = folder.write("broken.jsonl", "{\"id\": 7}\n{\n");
    let why = failed(&folder, &args(&gold, &["--pred", name(&broken)]));
    has(&why, "broken.jsonl:2 is not a prediction");
}

#[test]
fn the_classifier_is_scored_by_label_and_page_type() {
    let folder = Folder::new();
    let story = article("Council closes the old bridge across the river", 12);
    let lines = [
        json!({"id": 1, "url": "https://example.org/council-closes-old-bridge.html", "html": story, "page_type": "article"}),
        json!({"id": 2, "url": "https://example.org/council-closes-new-bridge.html", "html": story, "label": false}),
        json!({"id": 3, "url": "https://example.org/", "html": front(1), "page_type": "home"}),
        json!({"id": 4, "html": "<p>no label", "page_type": null}),
    ];
    let gold = folder.write("mine.jsonl", lines.map(|line| line.to_string()).join("\n"));
    let args = ["eval", "classify", "--gold", name(&gold), "--json"];
    let output = done(&folder, &args);
    let row = &json_lines(&output)[0];
    assert_eq!(row["n"], 3);
    close(&row["metrics"]["precision"], 0.5);
    close(&row["metrics"]["recall"], 1.0);
    close(&row["metrics"]["accuracy"], 2.0 / 3.0);
}

#[test]
fn gold_that_cannot_be_read_is_an_error_with_its_line() {
    let folder = Folder::new();
    let gold = folder.write("mine.jsonl", format!("{}\nnot json\n", page("a", "a", "a")));
    let why = failed(&folder, &args(&gold, &[]));
    has(&why, "mine.jsonl:2 is not a page with gold labels: ");
    let none = folder.write("none.jsonl", json!({"html": "<p>x"}).to_string());
    failed(&folder, &args(&none, &[]));
    failed(&folder, &["eval", "classify", "--gold", name(&none)]);
}

/// The evaluator that these scores must agree with, and a Python that can run it.
fn reference() -> Option<(PathBuf, String)> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/eval/evaluate.py");
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let numpy = Command::new(&python)
        .args(["-c", "import numpy"])
        .output()
        .ok()?;
    (script.is_file() && numpy.status.success()).then_some((script, python))
}

#[test]
fn scores_agree_with_the_reference_evaluator() {
    let Some((script, python)) = reference() else {
        let _ = writeln!(
            std::io::stderr(),
            "skipped: needs ../shared/eval/evaluate.py and a Python (PYTHON=…) with numpy"
        );
        return;
    };
    let folder = Folder::new();
    let texts = [
        (
            "Der Zug nach Köln fällt aus, weil ein Baum aufs Gleis stürzte.",
            "Der Zug nach Köln fällt heute aus: ein Baum",
        ),
        (
            "u\u{308}ber ⓐ x½ ²y _z ³ e\u{301}te\u{301} नमस्ते दुनिया",
            "über ⓐ x½ ²y _z e\u{301}te\u{301} नमस्ते दुनिया 東京は晴れ",
        ),
        ("one two", "one two three four five"),
        ("a b c d a b c d a b c d", "a b c d a b c d"),
    ];
    let lines: Vec<String> = texts
        .iter()
        .enumerate()
        .map(|(id, (text, html))| page(&id.to_string(), html, text).to_string())
        .collect();
    let gold = folder.write("mine.jsonl", lines.join("\n"));
    let mut sets = vec![gold];
    let shared = script.parent().unwrap().join("../data/dev/aeb.jsonl.gz");
    sets.extend(shared.is_file().then_some(shared));
    for gold in sets {
        let texts = run(&folder, &["text", "--format", "jsonl", name(&gold)]);
        let texts = folder.write("texts.jsonl", texts.stdout);
        let report = folder.path("report.json");
        let files = [
            "--gold",
            name(&gold),
            "--pred",
            name(&texts),
            "--json",
            name(&report),
        ];
        let done = Command::new(&python)
            .arg(&script)
            .args(files)
            .output()
            .unwrap();
        assert!(done.status.success(), "{}", stderr(&done));
        let theirs: Value =
            serde_json::from_str(&std::fs::read_to_string(&report).unwrap()).unwrap();
        let ours = eval(&folder, &gold, &["--json"]);
        let ours = &json_lines(&ours)[0]["metrics"];
        for metric in [
            "aeb_f1",
            "aeb_precision",
            "aeb_recall",
            "aeb_accuracy",
            "token_f1",
            "token_f1_median",
            "token_precision",
            "token_recall",
        ] {
            let ours = &ours[metric.trim_start_matches("aeb_")];
            let error = ours.as_f64().unwrap() - theirs["all"][metric].as_f64().unwrap();
            assert!(error.abs() < 0.0005, "{metric}: {ours}, {error} more");
        }
    }
}

#[test]
fn facts_are_scored_ours_and_those_of_others() {
    let folder = Folder::new();
    let html = "<html lang=en><title>Bridge closed - The Gazette</title><meta property=og:site_name content='The Gazette'>\
        <meta name=author content='Ada Berg'><meta property=article:published_time content='2026-11-20T08:30:00+01:00'>\
        <h1>Bridge closed</h1><p>The council closed the old bridge on Friday, and nobody knows when it will open again.";
    let line = json!({
        "id": "a", "html": html, "url": "https://gazette.example/bridge", "gold_title": "Bridge  closed",
        "gold_author": "Ada Berg; Ben Ode", "gold_date": "2026-11-20 07:30:20+00:00", "gold_language": "en",
    });
    let gold = folder.write("facts.jsonl", line.to_string());
    let theirs = json!({"id": "a", "title": "Bridge closed - The Gazette", "authors": ["Ben Ode", "Ada Berg"], "date_published": "2026-11-19"});
    let theirs = folder.write("theirs.jsonl", theirs.to_string());
    let eval = |more: &[&str]| {
        let args = ["eval", "metadata", "--gold", name(&gold)];
        done(&folder, &[&args[..], more].concat())
    };
    let output = eval(&["--json"]);
    let metrics = &json_lines(&output)[0]["metrics"];
    close(&metrics["title"], 1.0);
    close(&metrics["authors"], 0.0);
    assert!(metrics.get("image").is_none() && metrics["on_top"].is_number());
    let rows = json_lines(&eval(&["--json", "--pred", name(&theirs)]));
    assert_eq!(rows[0]["extractor"], "theirs");
    close(&rows[0]["metrics"]["title"], 0.0);
    close(&rows[0]["metrics"]["authors"], 1.0);
    let output = eval(&[]);
    let table = stdout(&output);
    let columns: Vec<&str> = table
        .lines()
        .next()
        .unwrap_or_default()
        .split_whitespace()
        .collect();
    assert_eq!(columns[..5], ["set", "group", "method", "n", "title"]);
    let bare = folder.write("bare.jsonl", json!({"id": 1, "html": "<p>x"}).to_string());
    let why = failed(&folder, &["eval", "metadata", "--gold", name(&bare)]);
    has(&why, "no page with gold for metadata");
}

#[test]
fn copies_and_stories_are_scored_against_groups() {
    let folder = Folder::new();
    let report = |town: &str| {
        let words = (0..40).map(|n| format!("{town}{n} word{n}"));
        words.collect::<Vec<_>>().join(" ")
    };
    let line = |id: &str, town: &str, field: &str| {
        json!({"id": id, "lang": "en", "date": null, "title": "", "text": report(town), field: town})
            .to_string()
    };
    for (field, method) in [("dup_group", "copies"), ("cluster", "stories")] {
        let lines = [("a", "Oldbridge"), ("b", "Oldbridge"), ("c", "Northmoor")];
        let lines = lines.map(|(id, town)| line(id, town, field));
        let gold = folder.write("groups.jsonl", lines.join("\n"));
        let args = ["eval", "aggregate", "--gold", name(&gold), "--json"];
        let output = done(&folder, &args);
        let row = json_lines(&output).remove(0);
        assert_eq!((&row["n"], &row["extractor"]), (&json!(3), &json!(method)));
        close(&row["metrics"]["b3_f"], 1.0);
        assert!(row["metrics"]["b3_f_std"].is_number());
    }
    let none = folder.write("none.jsonl", "{\"id\": \"a\", \"text\": \"b\"}\n");
    let why = failed(&folder, &["eval", "aggregate", "--gold", name(&none)]);
    has(&why, "no article in ");
}

#[test]
fn a_set_without_sentences_has_no_scores() {
    let folder = Folder::new();
    let empty = folder.write("empty.jsonl", "");
    let why = failed(&folder, &["eval", "names", "--gold", name(&empty)]);
    has(&why, "empty.jsonl has no sentence with names");
}
