//! Imports of archives and files.

use std::io::Write as _;

use chrono::{TimeDelta, Utc};
use serde_json::json;
use testsite::Settings;

use super::parts::page;
use super::{World, ended, lines, write};

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
async fn pages_are_imported_once_as_crawlers_leave_them_and_what_is_none_is_named() {
    let world = World::new(Settings::default()).await;
    lines_that_are_no_pages_do_not_stop_the_others(&world).await;
    an_archive_is_imported_once_and_its_nights_need_no_contact(&world).await;
    an_archive_as_crawlers_leave_it_gives_its_pages_and_what_they_say(&world).await;
}

async fn an_archive_is_imported_once_and_its_nights_need_no_contact(world: &World) {
    let [mut warc, bremen] = ["hamburg-4711", "bremen-4712"].map(|name| {
        let url = format!("https://news.example/deich-{name}.html");
        record(&url, &page(name, &[]))
    });
    warc.extend(bremen);
    write(&world.path("two.warc"), &warc);
    let (output, warned) = world.ends_with(0, &["import", "two.warc"]).await;
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

    let mut night = world.gleaner(&["nightly"]);
    night.env("GLEANER__CRAWL__CONTACT", "");
    ended(night, 0).await;
    let output = world.ok(&["extract"]).await;
    assert!(output.starts_with("0 pages extracted"), "{output}");

    let forget = ["site", "forget", "news.example", "--yes"];
    world.ok(&forget).await;
    let output = world.ok(&["import", "two.warc"]).await;
    assert!(
        output.starts_with("0 pages added") && output.contains(", 2 left out: "),
        "{output}"
    );
}

async fn lines_that_are_no_pages_do_not_stop_the_others(world: &World) {
    lines_without_a_page_are_said_once_a_file(world).await;
    lines_with_a_wrong_url_or_time_are_named(world).await;
    pages_above_the_bound_and_from_the_future_are_refused(world).await;
    for (name, content, advice) in [
        (
            "array.json",
            "[{\"url\": \"https://news.example/c\"}]",
            "an object is expected, but it is an array",
        ),
        (
            "page.html",
            "<html><p>A page",
            "`gleaner text` reads HTML files",
        ),
    ] {
        write(&world.path(name), content.as_bytes());
        let error = world.refused(&["import", name]).await;
        assert!(error.contains(advice), "{error}");
    }
}

async fn lines_without_a_page_are_said_once_a_file(world: &World) {
    let article = r#"{"url": "https://news.example/a", "title": "Flut", "text": "Hamburg"}"#;
    let no_page = r#"{"url": "https://news.example/b", "html": null}"#;
    let jsonl = format!("{article}\n{article}\n{no_page}\n");
    write(&world.path("articles.jsonl"), jsonl.as_bytes());
    write(&world.path("more.jsonl"), article.as_bytes());
    let import = ["import", "articles.jsonl", "more.jsonl"];
    let printed = world.refused(&import).await;
    assert_eq!(
        printed.matches("missing field `html`").count(),
        2,
        "{printed}"
    );
    assert!(
        printed.contains("gleaner export --format warc"),
        "{printed}"
    );
    assert!(printed.contains("none of the 4 records"), "{printed}");
}

/// A line of a page with this URL.
fn line(url: &str, at: &str) -> String {
    json!({"url": url, "html": page("Hamburg", &[]), "fetched_at": at}).to_string()
}

async fn lines_with_a_wrong_url_or_time_are_named(world: &World) {
    let line = |url: &str| line(url, "2026-03-01T08:00:00Z");
    let jsonl = format!(
        "\u{feff}{}\n{{\"url\": 7}}\n{}\n{}\n{}\n",
        line("https://news.example/a-flut.html"),
        line(""),
        line("https://news.example/b").replace("08:00:00Z", "08:00:00"),
        line("javascript:alert(1)")
    );
    write(&world.path("pages.jsonl"), jsonl.as_bytes());
    let (output, error) = world.ends_with(0, &["import", "pages.jsonl"]).await;
    let printed = output + &error;
    for part in [
        "1 page added",
        "4 faulty",
        "line 3 is left out: its URL is empty",
        "write a time with its zone",
        "line 5 is left out: its URL \"javascript:alert(1)\" is not a web address",
    ] {
        assert!(printed.contains(part), "{part}: {printed}");
    }
}

async fn pages_above_the_bound_and_from_the_future_are_refused(world: &World) {
    let future = [
        "2199-01-01T00:00:00Z",
        &(Utc::now() + TimeDelta::hours(2)).to_rfc3339(),
    ]
    .map(|at| line("https://one.example/far", at));
    write(&world.path("future.jsonl"), future.join("\n").as_bytes());
    let output = world.ok(&["import", "future.jsonl"]).await;
    assert!(
        output.starts_with("1 page added") && output.contains("1 refused: their fetch date"),
        "{output}"
    );
    let sized =
        |url: &str, bytes: usize| json!({"url": url, "html": "x".repeat(bytes)}).to_string();
    let small = sized("https://news.example/small", 10);
    let large = sized("https://news.example/large", 1_500);
    for (content, code, said) in [
        (
            format!("{large}\n{small}\n"),
            0,
            &[
                "1 page added",
                "1 faulty",
                "more than extract.max_page_bytes = 1000",
            ][..],
        ),
        (format!("{large}\nno json\n"), 1, &["nothing was imported"]),
    ] {
        write(&world.path("sized.jsonl"), content.as_bytes());
        let mut import = world.gleaner(&["import", "sized.jsonl"]);
        import.env("GLEANER__EXTRACT__MAX_PAGE_BYTES", "1000");
        let (output, error) = ended(import, code).await;
        let printed = output + &error;
        for part in said {
            assert!(printed.contains(part), "{part}: {printed}");
        }
    }
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

async fn an_archive_as_crawlers_leave_it_gives_its_pages_and_what_they_say(world: &World) {
    let url = "https://wire.example/deich-hamburg-4711.html";
    let http = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nX-Robots-Tag: noai\r\n\
         X-Robots-Tag: otherbot: noindex\r\nTransfer-Encoding: chunked\r\n\r\n{}",
        page("Hamburg", &[]).replace("<head>", "<head><meta name=robots content=noarchive>")
    );
    let response = "application/http; msgtype=response";
    let fields = "application/warc-fields";
    let request = "application/http; msgtype=request";
    let whole = [
        compressed(
            "warcinfo",
            "",
            fields,
            "",
            "software: StormCrawler 2.11\r\n",
        ),
        compressed("request", url, request, "", "GET / HTTP/1.1\r\n\r\n"),
        compressed("response", url, response, "", &http),
        compressed(
            "metadata",
            url,
            fields,
            "WARC-Concurrent-To: <urn:uuid:00000000-0000-0000-0000-000000000008>\r\n",
            "fetchTimeMs: 7\r\nrobots-rule: somebody else's\r\n",
        ),
        compressed(
            "response",
            "https://wire.example/b.html",
            response,
            "",
            &http,
        ),
    ]
    .concat();
    write(&world.path("cut.warc.gz"), &whole[..whole.len() - 40]);
    let (stdout, stderr) = world.ends_with(1, &["import", "cut.warc.gz"]).await;
    assert!(
        stderr.contains("ends in the middle of the record"),
        "{stderr}"
    );
    assert!(
        stdout.starts_with("1 page added, 0 already known, 0 responses skipped"),
        "{stdout}"
    );
    let others = "0 faulty, records of other types skipped: 1 request";
    assert!(stdout.contains(others), "{stdout}");
    world.ok(&["extract"]).await;
    let articles = lines(&world.ok(&["export"]).await);
    let article = articles.iter().find(|article| article["url"] == url);
    let article = article.unwrap();
    assert_eq!(article["opt_outs"], json!(["ai", "noarchive"]));
    assert_eq!(article["ai_optout"], json!(["header:noai"]));
    // A rule that applied to another crawler is not reported as ours.
    assert_eq!(article["robots_rule"], json!(null));
}
