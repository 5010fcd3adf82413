use std::io::Write as _;

use serde_json::json;

use super::{
    Folder, article, code, front, gleaner, json_lines, name, run, run_with_stdin, stderr, stdout,
};

#[test]
fn a_page_gives_its_paragraphs_parted_by_blank_lines() {
    let folder = Folder::new();
    let page = folder.write("page.html", article("Bridge closed", 3));
    let output = run(&folder, &["text", name(&page)]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let text = stdout(&output);
    assert!(
        text.contains("Paragraph 1 of Bridge closed") && text.contains("Paragraph 3"),
        "{text}"
    );
    assert!(text.trim().contains("\n\nParagraph 2"));
    assert!(!text.contains("Home") && !text.contains("Imprint"));
}

#[test]
fn lines_keep_their_order_and_their_ids_whatever_the_threads() {
    let folder = Folder::new();
    let line = |n: u32| {
        let url = format!("https://example.org/{n}.html");
        json!({"id": n, "url": url, "html": article(&format!("Story {n}"), n % 7)}).to_string()
    };
    let file = (0..60).map(line).collect::<Vec<_>>().join("\n");
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(file.as_bytes()).unwrap();
    let file = folder.write("pages.jsonl.gz", encoder.finish().unwrap());
    let one = run(
        &folder,
        &["text", "--format", "jsonl", "--threads", "1", name(&file)],
    );
    let four = run(
        &folder,
        &["text", "--format", "jsonl", "--threads", "4", name(&file)],
    );
    assert_eq!(one.stdout, four.stdout);
    let lines = json_lines(&four);
    assert_eq!(lines.len(), 60);
    for (n, line) in lines.iter().enumerate() {
        assert_eq!(line["id"], n);
        assert_eq!(line["url"], format!("https://example.org/{n}.html"));
        assert_eq!(line["source_domain"], "example.org");
        assert_eq!(line["title_page"], format!("Story {n} - The Morning"));
    }
    let (last, text) = (&lines[59], lines[59]["text"].as_str().unwrap());
    assert_eq!(last["char_count"], text.chars().count());
    assert_eq!(last["content_hash"].as_str().unwrap().len(), 64);
    assert!(methods::by_name(last["extractor"].as_str().unwrap()).is_some());
    assert_eq!(last["language"], "en");
}

#[test]
fn standard_input_may_be_html_or_lines() {
    let folder = Folder::new();
    let html = run_with_stdin(
        &folder,
        &["text", "-"],
        article("Bridge closed", 2).as_bytes(),
    );
    assert!(stdout(&html).contains("Paragraph 2 of Bridge closed"));
    let line = json!({"id": "a", "html": article("Bridge closed", 2)}).to_string();
    let lines = run_with_stdin(
        &folder,
        &["text", "--format", "jsonl", "-"],
        line.as_bytes(),
    );
    assert_eq!(json_lines(&lines)[0]["id"], "a");
}

#[test]
fn extractors_are_listed_and_chosen_by_name() {
    let folder = Folder::new();
    let list = run(&folder, &["text", "--list-extractors"]);
    assert!(
        stdout(&list).contains(&format!("{} (default)\n", extract::GLEANER.name))
            && stdout(&list).contains("\neverything\n")
    );
    let page = folder.write("page.html", article("Bridge closed", 2));
    let output = run(&folder, &["text", "--extractor", "everything", name(&page)]);
    assert!(stdout(&output).contains("Imprint"));
    let output = run(&folder, &["text", "--extractor", "magic", name(&page)]);
    assert_eq!(code(&output), 1);
    assert!(
        stderr(&output)
            .contains("there is no extractor \"magic\"; use one of gleaner, boilerpipe-article, ")
    );
}

#[test]
fn verdicts_carry_type_score_features_and_reason() {
    let folder = Folder::new();
    let lines = [
        json!({"id": 7, "url": "https://example.org/news/council-closes-old-bridge-47.html", "html": article("Council closes the old bridge", 9)}),
        json!({"id": "front", "url": "https://example.org/", "html": front(1)}),
    ];
    let file = folder.write("pages.jsonl", lines.map(|line| line.to_string()).join("\n"));
    let output = run(&folder, &["classify", name(&file)]);
    let verdicts = json_lines(&output);
    assert_eq!(
        (&verdicts[0]["id"], &verdicts[0]["page_type"]),
        (&json!(7), &json!("article"))
    );
    assert_ne!(verdicts[1]["page_type"], "article");
    for verdict in &verdicts {
        assert!((0.0..=1.0).contains(&verdict["news_score"].as_f64().unwrap()));
        assert!(verdict["features"]["blocks"].is_number());
        assert!(!verdict["reason"].as_str().unwrap().is_empty());
    }
}

#[test]
fn explain_shows_blocks_steps_and_verdict_and_draws_them() {
    let folder = Folder::new();
    let page = folder.write("page.html", article("Bridge closed", 4));
    let picture = folder.path("page.svg");
    let url = "https://example.org/news/bridge.html";
    let output = run(
        &folder,
        &[
            "explain",
            name(&page),
            "--url",
            url,
            "--svg",
            name(&picture),
            "--extractor",
            "boilerpipe-article",
        ],
    );
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let text = stdout(&output);
    assert!(
        text.contains("decided by") && text.contains("words-tree"),
        "{text}"
    );
    assert!(
        text.contains("verdict  ") && text.contains("reason  "),
        "{text}"
    );
    let svg = std::fs::read_to_string(picture).unwrap();
    assert!(svg.starts_with("<svg ") && svg.contains("<polyline "));
    let json = run(&folder, &["explain", name(&page), "--json"]);
    let line = &json_lines(&json)[0];
    assert!(
        line["blocks"].as_array().unwrap().len() > 4 && line["verdict"]["page_type"].is_string()
    );
}

#[test]
fn a_reader_that_hangs_up_is_no_failure() {
    let folder = Folder::new();
    let line = json!({"html": article("Story", 50)}).to_string() + "\n";
    let file = folder.write("pages.jsonl", line.repeat(500));
    let mut child = gleaner(&folder)
        .args(["text", "--format", "jsonl", name(&file)])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 0);
    assert_eq!(stderr(&output), "");
}

#[test]
fn sentences_come_with_their_tags() {
    let folder = Folder::new();
    let html = "<p>Home</p><article><h1>Bridge opens</h1><p>It rained. <a href=/m>The mayor</a> spoke.</p></article>";
    let line = json!({"id": 7, "html": html}).to_string();
    let page = folder.write("page.jsonl", line);
    let tagged = |more: &[&str]| {
        let arguments = ["text", "--extractor", "div-ratio", "--tagged", name(&page)];
        run(&folder, &[&arguments[..], more].concat())
    };
    assert_eq!(
        stdout(&tagged(&[])),
        "article>h1\tBridge opens\narticle>p\tIt rained.\narticle>p>a\tThe mayor spoke.\n"
    );
    let lines = json_lines(&tagged(&["--format", "jsonl"]));
    assert_eq!(lines[0]["id"], 7);
    assert_eq!(
        lines[0]["sentences"][1],
        json!({"tags": ["article", "p"], "text": "It rained."})
    );
    assert_eq!(code(&tagged(&["--format", "html"])), 1);
}
