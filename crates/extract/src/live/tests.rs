use url::Url;

use super::LiveEntry;
use crate::{Extraction, Input, Label, Options, explain, extract};

const STORM: &str = "https://example.org/news/storm-live-updates";

fn read(url: &str, body: &str) -> Extraction {
    extract(
        &Input::new(&page(body), Url::parse(url).ok().as_ref()),
        &Options::default(),
    )
}

fn page(body: &str) -> String {
    let head = r#"<html lang=en><title>Storm in the valley</title><script type="application/ld+json">
        {"@type":"NewsArticle","headline":"Storm in the valley","datePublished":"2026-11-19T20:00:00+01:00","dateModified":"2026-11-20T00:30:00+01:00"}</script>"#;
    format!("{head}<body><main><h1>Storm in the valley</h1>{body}</main>")
}

fn paragraph(number: usize) -> String {
    let places = ["mill", "station", "bridge", "market", "school", "weir"];
    let place = places[number % places.len()];
    format!(
        "Report number {number}: firefighters have reached the {place} after a long night of rain and are now pumping the water out of the cellars around the {place}, a spokeswoman said."
    )
}

const TIMES: [&str; 5] = ["00:20", "23:50", "22:10", "21:05", "20:15"];

fn entries(open: &str, close: &str) -> String {
    let entry = |(number, time): (usize, &&str)| {
        format!(
            "{open}<time>{time}</time><h3>Title {number}</h3><p>{}</p>{close}",
            paragraph(number)
        )
    };
    TIMES
        .iter()
        .enumerate()
        .map(entry)
        .collect::<Vec<_>>()
        .concat()
}

fn times(entries: &[LiveEntry]) -> Vec<String> {
    let text = |entry: &LiveEntry| {
        entry
            .at
            .map_or_else(String::new, |at| at.format("%dT%H:%M").to_string())
    };
    entries.iter().map(text).collect()
}

#[test]
fn entries_are_found_by_their_structure_and_get_their_days() {
    let page = read(STORM, &entries("<div class=entry>", "</div>"));
    assert_eq!(
        times(&page.live),
        ["19T23:20", "19T22:50", "19T21:10", "19T20:05", "19T19:15"]
    );
    assert_eq!(page.live[0].offset_minutes, Some(60));
    assert_eq!(page.live[1].title.as_deref(), Some("Title 1"));
    assert_eq!(page.live[1].text, paragraph(1));
    for entry in &page.live {
        assert!(
            entry.in_text && page.text.contains(&entry.text),
            "{entry:?}"
        );
    }
}

#[test]
fn an_explanation_has_the_blocks_of_the_entries() {
    let short = "<div class=entry><time>20:10</time><p>The weir holds.</p></div>";
    let body = format!("{}{short}", entries("<div class=entry>", "</div>"));
    let (page, url) = (page(&body), Url::parse(STORM).unwrap());
    let explanation = explain(&Input::new(&page, Some(&url)), &Options::default());
    let blocks = explanation.blocks.iter();
    let content = blocks.filter(|block| block.label == Label::Content);
    let text: Vec<&str> = content.map(|block| block.text.as_str()).collect();
    assert_eq!(text.join("\n\n"), read(STORM, &body).text);
    assert!(explanation.steps.contains(&"live entries"));
}

#[test]
fn entries_may_follow_each_other_without_an_element_of_their_own() {
    let body: String = TIMES
        .iter()
        .enumerate()
        .map(|(number, time)| {
            format!(
                "<h2>{time} Uhr: Die Lage</h2><p>{}</p><p>{}</p>",
                paragraph(number),
                paragraph(number + 7)
            )
        })
        .collect::<Vec<_>>()
        .concat();
    let page = read("https://example.org/liveticker-sturm", &body);
    assert_eq!(page.live.len(), 5, "{:?}", page.live);
    assert_eq!(page.live[0].title.as_deref(), Some("Die Lage"));
    assert_eq!(
        page.live[4].text,
        format!("{}\n\n{}", paragraph(4), paragraph(11))
    );
}

#[test]
fn entries_in_paragraphs_that_begin_with_their_time_lose_it() {
    let body: String = TIMES
        .iter()
        .enumerate()
        .map(|(number, time)| format!("<p><b>{time}</b> – {}</p>", paragraph(number)))
        .collect::<Vec<_>>()
        .concat();
    let page = read(STORM, &body);
    assert_eq!(page.live.len(), 5);
    assert_eq!(page.live[2].text, paragraph(2));
}

#[test]
fn a_page_not_declared_live_has_no_entries() {
    let page = read(
        "https://example.org/news/storm",
        &entries("<div class=entry>", "</div>"),
    );
    assert!(page.live.is_empty());
    let page = read(
        "https://example.org/news/storm",
        &entries("<div class='liveblog-entry'>", "</div>"),
    );
    assert_eq!(page.live.len(), 5);
}

#[test]
fn times_in_no_order_and_comments_are_no_entries() {
    let shuffled: String = ["10:00", "19:00", "12:00", "17:00", "14:00"]
        .iter()
        .enumerate()
        .map(|(number, time)| {
            format!(
                "<div class=film><time>{time}</time><p>{}</p></div>",
                paragraph(number)
            )
        })
        .collect::<Vec<_>>()
        .concat();
    assert!(read(STORM, &shuffled).live.is_empty());
    let comments = format!(
        "<p>{}</p><div class=comments>{}</div>",
        paragraph(9),
        entries("<div class=comment>", "</div>")
    );
    assert!(read(STORM, &comments).live.is_empty());
}

#[test]
fn json_ld_gives_entries_that_the_page_does_not_show() {
    let html = format!(
        r#"<title>Storm</title><script type="application/ld+json">{{"@type":"LiveBlogPosting","headline":"Storm","liveBlogUpdate":[
        {{"headline":"One","datePublished":"2026-11-20T10:00:00Z","articleBody":"{}"}},
        {{"headline":"Two","datePublished":"2026-11-20T09:00:00Z","articleBody":"{}"}}]}}</script>
        <h1>Storm</h1><p>{}</p>"#,
        paragraph(1),
        paragraph(2),
        paragraph(1)
    );
    let page = extract(&Input::new(&html, None), &Options::default());
    let shown: Vec<bool> = page.live.iter().map(|entry| entry.in_text).collect();
    assert_eq!(shown, [true, false]);
    assert_eq!(times(&page.live), ["20T10:00", "20T09:00"]);
    let home = Url::parse("https://example.org/").ok();
    assert!(
        extract(&Input::new(&html, home.as_ref()), &Options::default())
            .live
            .is_empty()
    );
}

#[test]
fn hostile_numbers_of_times_are_read_in_time() {
    let body = "<div class=e><time>10:00</time><p>one two three four five six".repeat(20_000);
    assert!(read(STORM, &body).live.len() <= 20_000);
    let flat = "<div class=e><time>10:00</time></div>".repeat(20_000);
    assert!(read(STORM, &flat).live.is_empty());
}

#[test]
fn microdata_names_the_entries_of_any_page() {
    let body = entries("<div itemprop=liveBlogUpdate itemscope>", "</div>");
    assert_eq!(read("https://example.org/news/storm", &body).live.len(), 5);
    assert!(read("https://example.org/", &body).live.is_empty());
}

#[test]
fn the_month_comes_first_in_american_times() {
    let entry = |hour: usize| {
        let text = paragraph(hour);
        format!(
            "<div class=entry><p class=time>3/4/2024 {hour}:43 PM</p><h3>Title {hour}</h3><p>{text}</p></div>"
        )
    };
    let body: String = (2..8).rev().map(entry).collect();
    let american = page(&body).replace("lang=en", "lang=en-US");
    let of = |html: &str| {
        let url = Url::parse(STORM).ok();
        let read = extract(&Input::new(html, url.as_ref()), &Options::default());
        let first = read.live.first().and_then(|entry| entry.at);
        first.map(|at| at.format("%m-%d %H:%M").to_string())
    };
    assert_eq!(of(&american).as_deref(), Some("03-04 19:43"));
    let british = page(&body).replace("lang=en", "lang=en-GB");
    assert_eq!(of(&british).as_deref(), Some("04-03 19:43"));
}
