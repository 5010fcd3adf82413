//! Imports of archives and files.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::Stdio;

use serde_json::json;
use testsite::Settings;

use super::{World, lines, text, write};

const PAGE: &str = "<html><head><title>Deich hält der Flut stand</title></head><body><article><h1>Deich hält der Flut stand</h1>";

/// A page long enough to be an article.
fn page(topic: &str) -> String {
    let paragraph = format!(
        "<p>Am Dienstagmorgen haben Helfer in {topic} begonnen, die Deiche entlang des Flusses mit Sandsäcken zu \
         erhöhen. Nach Angaben der Behörden stieg der Pegel in der Nacht um vierzig Zentimeter, doch eine Gefahr für \
         die Anwohner besteht nach Ansicht des Landrats derzeit nicht. Die Schulen bleiben bis Freitag geschlossen.</p>"
    );
    format!("{PAGE}{}</article></body></html>", paragraph.repeat(6))
}

fn record(url: &str, html: &str) -> Vec<u8> {
    let http = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {}\r\n\r\n{html}",
        html.len()
    );
    format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2026-03-01T08:00:00Z\r\n\
         WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000001>\r\n\
         Content-Type: application/http; msgtype=response\r\nContent-Length: {}\r\n\r\n{http}\r\n\r\n",
        http.len()
    )
    .into_bytes()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_archive_imported_twice_adds_its_pages_once() {
    let world = World::new(Settings::default()).await;
    let mut warc = record(
        "https://news.example/deich-hamburg-4711.html",
        &page("Hamburg"),
    );
    warc.extend(record(
        "https://news.example/deich-bremen-4712.html",
        &page("Bremen"),
    ));
    write(&world.path("two.warc"), &warc);
    std::fs::create_dir_all(world.path("archive/2026")).unwrap();
    let (_, error) = world.ends_with(1, &["import", "archive"]).await;
    assert!(
        error.contains("there is no file to import in archive"),
        "{error}"
    );
    write(&world.path("archive/2026/TWO.WARC"), &warc);
    write(&world.path("archive/readme.txt"), b"Two pages.");
    let (output, warned) = world.ends_with(0, &["import", "archive"]).await;
    assert!(
        output.starts_with("2 pages added, 0 already known, 0 responses skipped"),
        "{output}"
    );
    assert!(
        warned.contains("sites without a seed have 2 new pages")
            && warned.contains("`gleaner seed FILE`"),
        "{warned}"
    );
    let (output, warned) = world.ends_with(0, &["import", "two.warc"]).await;
    assert!(
        output.starts_with("0 pages added, 2 already known"),
        "{output}"
    );
    assert!(!warned.contains("without a seed"), "{warned}");
    let output = world.ok(&["extract"]).await;
    assert!(output.starts_with("2 pages extracted"), "{output}");
    let output = world.ok(&["extract"]).await;
    assert!(output.starts_with("0 pages extracted"), "{output}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_archive_does_not_bring_back_a_forgotten_site() {
    let world = World::new(Settings::default()).await;
    let mut warc = record("https://news.example/a.html", &page("Hamburg"));
    write(&world.path("one.warc"), &warc);
    world.ok(&["import", "one.warc"]).await;
    let forget = ["site", "forget", "news.example", "--yes"];
    world.ok(&forget).await;
    warc.extend(record("https://other.example/b.html", &page("Bremen")));
    write(&world.path("two.warc"), &warc);
    let (output, _) = world.ends_with(0, &["import", "two.warc"]).await;
    assert!(
        output.starts_with("1 page added, 0 already known") && output.contains(", 1 left out: "),
        "{output}"
    );
    let (output, _) = world.ends_with(0, &["import", "one.warc"]).await;
    assert!(output.contains("0 pages added"), "{output}");
    assert!(output.contains("1 left out: "), "{output}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_truncated_archive_keeps_what_came_before_the_break_and_says_so() {
    let world = World::new(Settings::default()).await;
    let mut warc = record("https://news.example/a.html", &page("Hamburg"));
    let whole = warc.len();
    warc.extend(record("https://news.example/b.html", &page("Bremen")));
    warc.truncate(whole + 600);
    write(&world.path("cut.warc"), &warc);
    let output = world.run(&["import", "cut.warc"]).await;
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("1 page added"));
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        errors.contains("ends in the middle of the record"),
        "{errors}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_without_a_page_are_counted_and_said_once_a_file() {
    let world = World::new(Settings::default()).await;
    let article = r#"{"url": "https://news.example/a", "title": "Flut", "text": "Hamburg"}"#;
    let no_page = r#"{"url": "https://news.example/b", "html": null}"#;
    let jsonl = format!("{article}\n{article}\n{no_page}\n");
    write(&world.path("articles.jsonl"), jsonl.as_bytes());
    write(&world.path("more.jsonl"), article.as_bytes());
    let output = world.run(&["import", "articles.jsonl", "more.jsonl"]).await;
    let printed = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    let printed = printed.concat();
    assert_eq!(
        printed.matches("missing field `html`").count(),
        2,
        "{printed}"
    );
    assert!(
        printed.contains("gleaner export --format warc"),
        "{printed}"
    );
    assert!(printed.contains("4 faulty"), "{printed}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_that_is_not_a_page_does_not_stop_the_others() {
    let world = World::new(Settings::default()).await;
    let line = |url: &str| {
        serde_json::json!({"url": url, "html": page("Hamburg"), "fetched_at": "2026-03-01T08:00:00Z"}).to_string()
    };
    let jsonl = format!(
        "\u{feff}{}\n{{\"url\": 7}}\n{}\n{}\n{}\n{}\n",
        line("https://news.example/a-flut.html"),
        line(""),
        line(" \0"),
        line("https://news.example/b").replace("08:00:00Z", "08:00:00"),
        [
            "not an address at all",
            "http://",
            "javascript:alert(1)",
            "file:///etc/passwd"
        ]
        .map(line)
        .join("\n")
    );
    write(&world.path("pages.jsonl"), jsonl.as_bytes());
    let output = world.run(&["import", "pages.jsonl"]).await;
    assert!(output.status.success(), "{output:?}");
    let printed = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    let printed = printed.concat();
    assert!(printed.contains("1 page added"), "{printed}");
    assert!(printed.contains("8 faulty"), "{printed}");
    for number in [3, 4] {
        let fault = format!("line {number} is left out: its URL is empty");
        assert!(printed.contains(&fault), "{printed}");
    }
    for fault in [
        "line 6 is left out: its URL \"not an address at all\" is not an absolute URL",
        "line 7 is left out: its URL \"http://\" is not a URL: empty host",
        "line 8 is left out: its URL \"javascript:alert(1)\" is not a web address",
        "line 9 is left out: its URL \"file:///etc/passwd\" is not a web address",
    ] {
        assert!(printed.contains(fault), "{printed}");
    }
    assert!(printed.contains("write a time with its zone"), "{printed}");
    write(
        &world.path("array.json"),
        b"[{\"url\": \"https://news.example/c\"}]",
    );
    let output = world.run(&["import", "array.json"]).await;
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains("write one object a line"), "{stderr}");
    write(&world.path("page.html"), page("Hamburg").as_bytes());
    let output = world.run(&["import", "page.html"]).await;
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(
        stderr.contains("`gleaner text` reads HTML files"),
        "{stderr}"
    );
    world.ok(&["extract"]).await;
    let articles = lines(&world.ok(&["export"]).await);
    let status: serde_json::Value =
        serde_json::from_str(&world.ok(&["status", "--json"]).await).unwrap();
    let judged =
        articles.len() + usize::try_from(status["queue"]["rejected"].as_i64().unwrap()).unwrap();
    assert_eq!(judged, 1, "every page has a verdict");
    assert!(
        articles
            .iter()
            .all(|a| text(a, "text").contains("Sandsäcken"))
    );
}

/// A record with an id and wrong digests, compressed as a separate gzip member, as in CC-NEWS.
fn compressed(kind: &str, url: &str, content_type: &str, fields: &str, block: &str) -> Vec<u8> {
    let record = format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2026-03-01T08:00:00Z\r\n\
         WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-00000000000{}>\r\n\
         WARC-Block-Digest: sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\r\nWARC-Payload-Digest: nonsense\r\n{fields}\
         Content-Type: {content_type}\r\nContent-Length: {}\r\n\r\n{block}\r\n\r\n",
        kind.len() % 10,
        block.len()
    );
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(record.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_archive_as_crawlers_leave_it_gives_its_pages_and_what_they_say() {
    let world = World::new(Settings::default()).await;
    let url = "https://news.example/deich-hamburg-4711.html";
    let http = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nX-Robots-Tag: noai\r\n\
         X-Robots-Tag: otherbot: noindex\r\nTransfer-Encoding: chunked\r\n\r\n{}",
        page("Hamburg")
            .replace("<head>", "<head><meta name=robots content=noarchive>")
            .replace(
                "</h1>",
                "</h1><p>Von Ana Berg, <time datetime=2026-03-01T08:00:00Z>1. März 2026</time></p>"
            )
    );
    let response = "application/http; msgtype=response";
    let fields = "application/warc-fields";
    let whole = [
        compressed(
            "warcinfo",
            "",
            fields,
            "",
            "software: StormCrawler 2.11\r\n",
        ),
        compressed(
            "response",
            "dns:news.example",
            "text/dns",
            "",
            "20260301080000\r\n192.0.2.1\r\n",
        ),
        compressed(
            "request",
            url,
            "application/http; msgtype=request",
            "",
            "GET / HTTP/1.1\r\n\r\n",
        ),
        compressed("response", url, response, "", &http),
        compressed(
            "metadata",
            url,
            fields,
            "WARC-Concurrent-To: <urn:uuid:00000000-0000-0000-0000-000000000008>\r\n",
            "fetchTimeMs: 7\r\nrobots-rule: somebody else's\r\n",
        ),
        compressed(
            "revisit",
            url,
            response,
            "",
            "HTTP/1.1 304 Not Modified\r\n\r\n",
        ),
        compressed("conversion", url, "text/plain", "", "words"),
        compressed(
            "response",
            "https://news.example/b.html",
            response,
            "",
            &http,
        ),
    ]
    .concat();
    write(&world.path("cut.warc.gz"), &whole[..whole.len() - 40]);
    let output = world.run(&["import", "cut.warc.gz"]).await;
    assert_eq!(output.status.code(), Some(1));
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        stdout.starts_with("1 page added, 0 already known, 0 responses skipped"),
        "{stdout}"
    );
    let others =
        "0 faulty, records of other types skipped: 1 conversion, 1 request, 1 response, 1 revisit";
    assert!(stdout.contains(others), "{stdout}");
    world.ok(&["extract"]).await;
    let articles = lines(&world.ok(&["export"]).await);
    assert_eq!(articles.len(), 1);
    assert_eq!(
        articles[0]["opt_outs"],
        serde_json::json!(["ai", "noarchive"])
    );
    assert_eq!(articles[0]["ai_optout"], serde_json::json!(["header:noai"]));
    // A rule that applied to another crawler is not reported as ours.
    assert_eq!(articles[0]["robots_rule"], serde_json::Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_html_resource_is_a_page_and_a_damaged_member_is_told_with_its_file_and_place() {
    let world = World::new(Settings::default()).await;
    let [damaged, whole] = ["a", "b"].map(|name| {
        let url = format!("https://news.example/{name}.html");
        compressed("resource", &url, "text/html", "", &page(name))
    });
    let place = whole.len() + damaged.len() / 2;
    let mut archive = [&whole[..], &damaged, &whole].concat();
    archive[place..place + 20].fill(0x55);
    write(&world.path("damaged.warc.gz"), &archive);
    let (output, warned) = world.ends_with(0, &["import", "damaged.warc.gz"]).await;
    assert!(
        output.starts_with("1 page added, 1 already known") && output.contains("1 faulty"),
        "{output}"
    );
    let place = format!("the record at byte {}", whole.len());
    for part in [&place, "its gzip member is damaged", "file=damaged.warc.gz"] {
        assert!(warned.contains(part), "{warned}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_above_the_bound_are_not_stored_and_nothing_imported_is_a_failure() {
    let world = World::new(Settings::default()).await;
    let line = |url: &str, bytes: usize| {
        serde_json::json!({"url": url, "html": "x".repeat(bytes)}).to_string() + "\n"
    };
    let small = line("https://news.example/small", 10);
    let large = line("https://news.example/large", 1_500);
    let import = |name: &'static str, content: String| {
        write(&world.path(name), content.as_bytes());
        let mut import = world.gleaner(&["import", name]);
        import.env("GLEANER__EXTRACT__MAX_PAGE_BYTES", "1000");
        import.stdout(Stdio::piped());
        import.stderr(Stdio::piped());
        let output = import.output().unwrap();
        let printed = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        (output.status.code(), printed.concat())
    };
    let (code, printed) = import("both.jsonl", large.clone() + &small);
    assert_eq!(code, Some(0), "{printed}");
    assert!(
        printed.contains("1 page added") && printed.contains("1 faulty"),
        "{printed}"
    );
    assert!(
        printed.contains("more than extract.max_page_bytes = 1000"),
        "{printed}"
    );
    let (code, printed) = import("large.jsonl", large + "no json\n");
    assert_eq!(code, Some(1), "{printed}");
    assert!(printed.contains("nothing was imported"), "{printed}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_nights_of_an_archive_of_imported_pages_need_no_contact() {
    let world = World::new(Settings::default()).await;
    let warc = record(
        "https://news.example/deich-hamburg-4711.html",
        &page("Hamburg"),
    );
    write(&world.path("one.warc"), &warc);
    world.ok(&["import", "one.warc"]).await;
    let night = async |args: &'static [&'static str]| {
        let mut night = world.gleaner(args);
        night
            .env("GLEANER__CRAWL__CONTACT", "")
            .stderr(Stdio::piped());
        let ended = tokio::task::spawn_blocking(move || night.output().unwrap());
        let ended = ended.await.unwrap();
        let stderr = String::from_utf8(ended.stderr).unwrap();
        (ended.status.code(), stderr)
    };
    let (code, stderr) = night(&["nightly"]).await;
    assert_eq!(code, Some(0), "{stderr}");
    world.ok(&["seed", "newsroom.toml"]).await;
    let (code, stderr) = night(&["nightly"]).await;
    assert_eq!(code, Some(1), "{stderr}");
    assert!(stderr.contains("crawl.contact"), "{stderr}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_notice_in_place_of_articles_is_rejected_and_explained_as_such() {
    let world = World::new(Settings::default()).await;
    let html = |title: &str, sentence: &dyn Fn(usize) -> String| {
        let paragraphs: Vec<String> = (1..9).map(|n| format!("<p>{}", sentence(n))).collect();
        let paragraphs = paragraphs.concat();
        format!(
            "<html lang=en><head><title>{title}</title><meta property=og:type content=article></head><body><article><h1>{title}</h1>\
             <p class=byline>By Jane Doe</p>{paragraphs}</article></body></html>"
        )
    };
    let notice = |n: usize| {
        format!(
            "Our site is being rebuilt this week, and our readers find all reports again on Monday, part {n} of this note says to those who ask."
        )
    };
    let mut pages = String::new();
    for (day, is_notice) in [(20, false), (21, true)] {
        for topic in ["bridge", "harvest", "library"] {
            let title = format!("The council of the town decides about the {topic} on Friday");
            let report = |n: usize| {
                format!(
                    "The spokesman of the {topic} said on day {n} that {} people of the {topic} had written letters about it.",
                    n * 7
                )
            };
            let html = html(&title, if is_notice { &notice } else { &report });
            let page = json!({
                "url": format!("https://news.example/news/{topic}-story"), "html": html,
                "fetched_at": format!("2026-03-{day}T04:00:00Z"),
            });
            writeln!(pages, "{page}").unwrap();
        }
    }
    write(&world.path("pages.jsonl"), pages.as_bytes());
    world.ok(&["import", "pages.jsonl"]).await;
    let extracted = world.ok(&["extract"]).await;
    assert!(
        extracted.contains("3 new articles, 0 new versions, 0 seen again, 3 rejected"),
        "{extracted}"
    );
    let found = world.ok(&["search", "spokesman"]).await;
    assert!(
        found.contains("bridge-story") && found.contains("library-story"),
        "{found}"
    );
    let explained = world
        .ok(&["explain", "https://news.example/news/bridge-story"])
        .await;
    assert!(
        explained.contains("other, rejected") && explained.contains("decided by rule:stand-in"),
        "{explained}"
    );
}
