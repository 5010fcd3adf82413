use std::io::Write as _;

use serde_json::json;

use super::{
    Folder, article, code, gleaner, json_lines, name, run, run_with_stdin, stderr, stdout,
};

/// Reproducible random bytes.
fn noise(length: usize) -> Vec<u8> {
    let mut state = 1_u64;
    let mut next = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 56).to_le_bytes()[0]
    };
    (0..length).map(|_| next()).collect()
}

#[test]
fn a_file_of_random_bytes_gets_a_verdict() {
    let folder = Folder::new();
    for file in [
        folder.write("noise.html", noise(200_000)),
        folder.write("noise.bin", noise(200_000)),
    ] {
        let output = run(&folder, &["text", "--format", "jsonl", name(&file)]);
        assert_eq!(code(&output), 1, "nothing was read");
        let lines = json_lines(&output);
        assert_eq!(lines.len(), 1);
        assert_eq!(
            (&lines[0]["page_type"], &lines[0]["error"]),
            (&json!("error"), &json!("the page is not text"))
        );
        assert!(stderr(&output).contains("none of 1 page could be read"));
        assert!(stderr(&output).contains("the page is not text"));
    }
    let lines = folder.write("noise.jsonl", noise(20_000));
    let output = run(&folder, &["classify", name(&lines)]);
    assert_eq!(code(&output), 1);
    assert!(
        json_lines(&output)
            .iter()
            .all(|line| line["page_type"] == "error")
    );
}

#[test]
fn a_pdf_document_is_told_from_a_page_however_short_it_is() {
    let folder = Folder::new();
    let pdf = "%PDF-1.4\n1 0 obj\n<< >>\nendobj\n%%EOF\n";
    let file = folder.write("short.pdf", pdf);
    let line = json!({"html": pdf}).to_string();
    let lines = folder.write("lines.jsonl", line);
    for output in [
        run(&folder, &["text", name(&file)]),
        run(&folder, &["text", name(&lines)]),
        run_with_stdin(&folder, &["text"], pdf.as_bytes()),
        run(&folder, &["explain", name(&file)]),
    ] {
        assert_eq!(code(&output), 1);
        let error = stderr(&output);
        assert!(
            error.contains("a PDF document") && error.contains("pdftohtml"),
            "{error}"
        );
    }
}

#[test]
fn what_is_neither_a_file_nor_of_the_web_is_told_from_a_missing_file() {
    let folder = Folder::new();
    let ftp = "ftp://example.org/page.html";
    for command in ["text", "explain"] {
        let output = run(&folder, &[command, ftp]);
        assert_eq!(code(&output), 1);
        let error = stderr(&output);
        assert!(error.contains("begins with http:// or https://"), "{error}");
    }
}

#[test]
fn broken_lines_do_not_stop_the_rest() {
    let folder = Folder::new();
    let good = json!({"id": "good", "html": article("Bridge closed", 3)});
    let file = folder.write(
        "pages.jsonl",
        format!("{good}\nnot json\n{{\"id\":\"no-html\",\"url\":\"https://example.org/\"}}\n\n{{\"id\":42,\"html\":\"<p>broken\n[1]\n{good}\n"),
    );
    let output = run(&folder, &["text", "--format", "jsonl", name(&file)]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let lines = json_lines(&output);
    let ids: Vec<_> = lines.iter().map(|line| line["id"].clone()).collect();
    let at = |line: usize| json!(format!("{}:{line}", name(&file)));
    assert_eq!(
        ids,
        [
            json!("good"),
            at(2),
            json!("no-html"),
            at(5),
            at(6),
            json!("good")
        ]
    );
    assert_eq!(lines[2]["url"], "https://example.org/");
    let mut unread = lines[1..5].iter();
    assert!(unread.all(|line| line["blocks"] == json!([])));
    assert!(
        lines[2]["error"]
            .as_str()
            .unwrap()
            .contains("missing field `html`")
    );
    assert_eq!(
        lines[4]["error"],
        "the line is not a JSON object with \"html\": an object is expected, but it is an array"
    );
    assert!(lines[5]["error"].is_null() && lines[5]["word_count"].as_u64() > Some(50));
}

#[test]
fn a_page_above_the_bound_gets_its_line_and_does_not_stop_the_rest() {
    let folder = Folder::new();
    let huge = "<p>word ".repeat(100_000 / 8);
    let html = folder.write("huge.html", &huge);
    let good = json!({"id": "good", "html": article("Bridge closed", 3)});
    let lines = folder.write(
        "huge.jsonl",
        format!("{{\"id\":\"huge\",\"html\":\"{huge}\"}}\n{good}\n"),
    );
    let mut text = gleaner(&folder);
    text.args(["text", "--format", "jsonl", name(&html), name(&lines)]);
    let output = text.env("GLEANER__EXTRACT__MAX_PAGE_BYTES", "33554");
    let output = output.output().unwrap();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let pages = json_lines(&output);
    assert_eq!(pages.len(), 3);
    assert_eq!(
        pages[0]["error"],
        "the page has 100000 bytes, more than extract.max_page_bytes = 33554"
    );
    assert_eq!(pages[1]["id"], "huge");
    let error = pages[1]["error"].as_str().unwrap();
    assert!(error.starts_with("the page has 10000"), "{error}");
    assert_eq!(pages[2]["id"], "good");
    assert!(pages[2]["error"].is_null());
}

#[test]
fn a_gzip_file_that_breaks_off_gives_what_it_holds_and_fails() {
    let folder = Folder::new();
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::none());
    for n in 0..200 {
        let line = json!({"id": n, "html": article(&format!("Story {n}"), 3)});
        writeln!(encoder, "{line}").unwrap();
    }
    let compressed = encoder.finish().unwrap();
    let file = folder.write("pages.jsonl.gz", &compressed[..compressed.len() / 2]);
    let output = run(&folder, &["text", "--format", "jsonl", name(&file)]);
    assert_eq!(code(&output), 1);
    let lines = json_lines(&output);
    assert!((80..120).contains(&lines.len()), "{}", lines.len());
    assert_eq!(lines[50]["id"], 50);
    assert!(
        lines.last().unwrap()["error"]
            .as_str()
            .unwrap()
            .starts_with("the input ends early")
    );
    assert!(
        stderr(&output)
            .lines()
            .last()
            .unwrap()
            .starts_with("gleaner: the input ends early at ")
    );
}

#[test]
fn a_reader_of_the_log_that_hangs_up_is_no_failure() {
    let folder = Folder::new();
    let page = folder.write("page.html", article("Bridge closed", 3));
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = gleaner(&folder);
    command.env("RUST_LOG", "info").stderr(writer);
    let output = command.args(["text", name(&page)]).output().unwrap();
    assert_eq!(code(&output), 0);
    assert!(stdout(&output).contains("Bridge closed"));
}

#[test]
fn a_file_that_is_not_there_fails_before_any_work() {
    let folder = Folder::new();
    let page = folder.write("page.html", article("Bridge closed", 3));
    let output = run(&folder, &["text", name(&page), "missing.html"]);
    assert_eq!(code(&output), 1);
    assert_eq!(stdout(&output), "");
    assert!(stderr(&output).starts_with("gleaner: cannot read missing.html: "));
    assert_eq!(code(&run(&folder, &["text", "."])), 1);
}

#[test]
fn what_a_page_says_of_itself_without_end_is_cut() {
    let folder = Folder::new();
    let long = "endless ".repeat(250_000);
    let page = article("Bridge closed", 3)
        .replace("<title>", &format!("<title>{long}"))
        .replace("<head>", &format!("<head><link rel=canonical href='https://a.example/{long}'><link rel=license href='https://a.example/{long}'><meta property=og:image content='https://a.example/{long}'><meta property=og:image content='https://a.example/1.jpg'><meta property=og:image:alt content='{long}'><meta property=og:title content='{long}'><meta name=author content='{long}'><meta name=description content='{long}'><meta name=keywords content='{long}'><script type=application/ld+json>{{\"@type\":\"NewsArticle\",\"headline\":\"{long}\",\"articleSection\":\"{long}\"}}</script>"));
    assert!(page.len() > 8_000_000);
    let file = folder.write("page.html", page);
    let output = run(&folder, &["text", "--format", "jsonl", name(&file)]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let line = &json_lines(&output)[0];
    for (key, value) in line.as_object().unwrap() {
        if key != "blocks" && key != "text" {
            let bytes = value.to_string().len();
            assert!(bytes <= 20_000, "{key} has {bytes} bytes");
        }
    }
}
