//! Output formats of a text, and the parts of the page that it includes.

use serde_json::{Value, json};

use super::{Folder, code, json_lines, name, run, stderr, stdout};

const LONG: &str = "The council decided on Monday, after a long evening and with many voices against it, that the bridge \
    across the river stays closed until the engineers have looked at each of its piers.";

/// A synthetic page with everything a text may have. Its umlaut is written as two characters.
fn page() -> String {
    format!(
        "<html lang=en><title>Council closes the *old* bridge - The Morning</title><ul><li><a href=/>Home</a><li><a href=/sport>Sport</a></ul>\
         <article><h1>Council closes the *old* bridge</h1><p>City</p><p class=standfirst>Nobody crosses it before May.</p><p>Ada Aue</p><p>May 3</p>\
         <div>{LONG}</div><h2>A &lt;new&gt; Bru\u{308}cke?</h2><p>{LONG}</p>\
         <figure><p>Zoom</p><figcaption>The old bridge</figcaption><p>Ada</p></figure><p>{LONG}</p>\
         <table><tr><th>Year<th>Cost<tr><td>2024<td>1 | 2<tr><td>2025<td>3</table><p>{LONG}</p><p>Share</p><p>Print</p></article>\
         <div id=comments><p>At last they have closed it!</div><footer>Imprint</footer>"
    )
}

fn written(args: &[&str]) -> String {
    let folder = Folder::new();
    let page = folder.write("page.html", page());
    let output = run(&folder, &[&["text"], args, &[name(&page)]].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    stdout(&output).to_owned()
}

#[test]
fn blocks_of_a_line_say_what_they_are_and_where_in_the_text_they_stand() {
    let line = written(&["--format", "jsonl", "--extractor", "everything"]);
    let line: Value = serde_json::from_str(&line).unwrap();
    let text: Vec<char> = line["text"].as_str().unwrap().chars().collect();
    let blocks = line["blocks"].as_array().unwrap();
    for block in blocks {
        let offset = |key: &str| usize::try_from(block[key].as_u64().unwrap()).unwrap();
        let part: String = text[offset("start")..offset("end")].iter().collect();
        assert_eq!(block["text"], part);
    }
    let cell = blocks.iter().rfind(|block| block["type"] == "table_cell");
    let cell = cell.unwrap();
    assert_eq!((&cell["row"], &cell["column"]), (&json!(3), &json!(2)));
}

#[test]
fn parts_of_the_page_are_added_where_they_are_asked_for() {
    let method = ["--extractor", "boilerpipe-words"];
    let with = |parts: &[&str]| written(&[&method, parts].concat());
    let lead = "Nobody crosses it before May.";
    let plain = with(&[]);
    assert!(
        !plain.contains(lead) && !plain.contains("At last"),
        "{plain}"
    );
    let both = with(&["--with", "lead", "--with", "comments"]);
    assert!(both.contains(lead) && both.contains("At last"), "{both}");
}

#[test]
fn settings_say_what_flags_leave_open() {
    let folder = Folder::new();
    folder.write("page.html", page());
    let text = |parts: &str| {
        let file = format!("[extract]\nextractor = \"boilerpipe-largest\"\nwith = [\"{parts}\"]\n");
        folder.write("mine.toml", file);
        run(&folder, &["--config", "mine.toml", "text", "page.html"])
    };
    assert!(stdout(&text("comments")).contains("At last"));
    let output = text("everything");
    assert_eq!(code(&output), 1);
    let error = stderr(&output);
    for part in ["extract.with", "everything", "comments"] {
        assert!(error.contains(part), "{part}: {error}");
    }
}

#[test]
fn preferences_are_refused_for_a_method_that_does_not_know_them() {
    let folder = Folder::new();
    let page = folder.write("page.html", page());
    for command in ["text", "explain"] {
        let args = [command, name(&page), "--extractor", "arc90", "--precision"];
        let output = run(&folder, &args);
        assert_eq!(code(&output), 1, "{command}");
        assert!(
            stderr(&output).contains("no effect on the method arc90"),
            "{}",
            stderr(&output)
        );
    }
}

#[test]
fn a_page_that_cannot_be_read_is_empty_text() {
    let folder = Folder::new();
    let lines = folder.write(
        "pages.jsonl",
        "{\"id\":1}\nnonsense\n{\"id\":3,\"html\":\"\"}\n[]\n{\"html\":5}\n",
    );
    for format in ["text", "html", "markdown"] {
        let output = run(&folder, &["text", "--format", format, name(&lines)]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        assert_eq!(stdout(&output).matches('\u{c}').count(), 4, "{format}");
    }
}

#[test]
fn the_features_of_a_block_are_shown_by_name() {
    let folder = Folder::new();
    let page = folder.write("page.html", page());
    let explain = |more: &[&str]| run(&folder, &[&["explain", name(&page)], more].concat());
    let output = explain(&["--features", "3"]);
    assert!(
        stdout(&output).contains("\nfeatures of block 3: Council closes the *old* bridge\n"),
        "{}",
        stdout(&output)
    );
    assert_eq!(stdout(&output).matches("features of block").count(), 1);
    assert!(!stdout(&explain(&[])).contains("features of block"));
    let line = &json_lines(&explain(&["-v", "3", "--json"]))[0];
    assert_eq!(line["blocks"][2]["features"]["link_words"], 0.0);
    assert!(line["blocks"][1].get("features").is_none());
    let every = &json_lines(&explain(&["-v", "0", "--json"]))[0];
    assert!(
        every["blocks"]
            .as_array()
            .unwrap()
            .iter()
            .all(|block| block["features"].is_object())
    );
    let output = explain(&["--features", "99"]);
    assert_eq!(code(&output), 1);
    assert!(stderr(&output).contains("there is no block 99 in the table; use one of 1 to"));
}

#[test]
fn control_characters_of_a_page_are_in_no_format() {
    let folder = Folder::new();
    let odd = "\u{1b}]0;owned\u{7}\u{9b}2J\u{202e}fdp\u{2067}";
    let html = page().replace("The council", &format!("The {odd} council"));
    let html = html.replace("<h1>Council", &format!("<h1>Council{odd}"));
    let page = folder.write("page.html", html);
    let formats: [&[&str]; 5] = [
        &["--format", "text"],
        &["--format", "markdown"],
        &["--format", "html"],
        &["--format", "jsonl"],
        &["--tagged"],
    ];
    for format in formats {
        let output = run(&folder, &[&["text"], format, &[name(&page)]].concat());
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let text = stdout(&output);
        assert!(text.contains("owned") && text.contains("fdp"), "{text}");
        let strange = |c: char| c.is_control() && c != '\n' && c != '\t';
        assert!(!text.contains(strange), "{format:?}: {text:?}");
        assert!(
            !text.contains(['\u{202e}', '\u{2067}']),
            "{format:?}: {text:?}"
        );
        assert!(
            !text.contains("\\u001b") && !text.contains("\\u0007"),
            "{text}"
        );
    }
}
