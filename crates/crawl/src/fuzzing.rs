//! What holds for any input, tried with mutated valid inputs.

use std::time::{Duration, Instant};

use chrono::DateTime;
use store::RobotsTxt;
use testsite::mutated;
use url::Url;

use crate::discover::sitemap;
use crate::feeds;
use crate::http::request::MAX_SITEMAP_BYTES;
use crate::robots::Rules;
use crate::seed::read_seeds;

/// File names of seed files, one per format.
const SEED_FILES: [&str; 5] = ["a.toml", "a.csv", "a.tsv", "a.opml", "a.txt"];
/// Maximum bytes of a title.
const MAX_TITLE: usize = 4_096;
/// Maximum length of a rule of a robots.txt, with its name and its group, in bytes.
const MAX_RULE: usize = 600;

fn is_title(title: Option<&str>) -> bool {
    title.is_none_or(|title| {
        !title.is_empty() && title.len() <= MAX_TITLE && !title.contains(char::is_control)
    })
}

fn is_web_address(address: &str) -> bool {
    Url::parse(address).is_ok_and(|url| url.has_host() && url.scheme().starts_with("http"))
}

/// Any bytes parse as a sitemap within its bounds, or not at all.
fn sitemap(body: &[u8]) {
    let Some(sitemap) = sitemap::parse(body) else {
        return;
    };
    let entries = || sitemap.pages.iter().chain(&sitemap.sitemaps);
    assert!(entries().count() <= 50_000);
    assert!(entries().all(|entry| !entry.url.is_empty() && is_title(entry.title.as_deref())));
    let bytes: usize = entries().map(|entry| entry.url.len()).sum();
    assert!(bytes <= MAX_SITEMAP_BYTES);
}

/// Any bytes parse as a feed within its bounds, or not at all.
fn feed(body: &[u8], content_type: Option<&str>) {
    let Ok(url) = Url::parse("https://a.example/feed") else {
        return;
    };
    let Some(feed) = feeds::parse(body, content_type, &url) else {
        return;
    };
    assert!(feed.items.len() <= 5_000);
    for item in &feed.items {
        assert!(is_title(item.title.as_deref()), "{:?}", item.title);
        assert!(is_web_address(&item.url), "{:?}", item.url);
    }
}

/// Checks that any bytes parse as a robots.txt whose decisions are reproducible.
fn robots(body: &[u8], path: &str) {
    let file = RobotsTxt {
        fetched_at: DateTime::UNIX_EPOCH,
        status: Some(200),
        body: body.to_vec(),
    };
    let rules = Rules::parse(&file, "Gleaner");
    let Ok(url) = Url::parse("https://a.example/").and_then(|base| base.join(path)) else {
        return;
    };
    let decision = rules.check(&url);
    assert_eq!(decision, rules.check(&url));
    assert!(decision.rule.is_none_or(|rule| rule.len() <= MAX_RULE));
    assert!(rules.agrees_with(&Rules::parse(&file, "Gleaner")));
}

/// Any text parses as a seed file, or not at all, and its sites can be stored.
fn seeds(format: u8, text: &str) {
    let name = SEED_FILES[usize::from(format) % SEED_FILES.len()];
    if let Ok(seeds) = read_seeds(name, "origin", text.as_bytes(), |_| Ok(())) {
        for seed in seeds {
            let site = seed.to_site();
            assert!(site.is_ok(), "{seed:?}: {site:?}");
        }
    }
}

/// Number of inputs tried of each kind.
const COUNT: usize = 1_500;
/// Maximum mean time per input in a debug build on a busy machine; a quadratic algorithm exceeds it.
const MAX_MEAN_TIME: Duration = Duration::from_millis(40);

fn tried(seeds: &[&[u8]], dictionary: &[&[u8]], check: impl Fn(&[u8])) {
    let began = Instant::now();
    let mut count = 0;
    for input in mutated(seeds, dictionary, COUNT) {
        check(&input);
        count += 1;
    }
    let took = began.elapsed();
    assert!(took < MAX_MEAN_TIME * count, "{took:?}");
}

#[test]
fn bytes_that_are_nearly_a_sitemap_do_no_harm() {
    let seeds: [&[u8]; 3] = [
        b"<?xml version='1.0'?><urlset xmlns:news='n'><url><loc>https://a.example/1?a=1&amp;b=2</loc><lastmod>2026-11-20T10:00:00+01:00</lastmod>\
          <news:news><news:publication_date>2026-11-20</news:publication_date><news:title><![CDATA[A & B]]> &#8211; C</news:title></news:news></url></urlset>",
        b"<sitemapindex><sitemap><loc>https://a.example/s.xml.gz</loc></sitemap></sitemapindex>",
        b"https://a.example/1\nhttps://a.example/2\n",
    ];
    let dictionary: [&[u8]; 7] = [
        b"<url>",
        b"</url>",
        b"<!DOCTYPE a [",
        b"<!ENTITY a '&a;&a;'>",
        b"&a;",
        b"<![CDATA[",
        b"\x1f\x8b",
    ];
    tried(&seeds, &dictionary, sitemap);
}

#[test]
fn bytes_that_are_nearly_a_feed_do_no_harm() {
    let seeds: [&[u8]; 3] = [
        b"<?xml version='1.0' encoding='iso-8859-1'?><rss version='2.0' xmlns:a='http://www.w3.org/2005/Atom' xml:base='/x/'><channel>\
          <a:link rel='self' href='https://h.example/'/><item><title><![CDATA[One &]]> two &#38;</title><link>/1</link>\
          <pubDate>Fri, 20 Nov 2026 10:00:00 +0100</pubDate><guid isPermaLink='false'>x</guid></item></channel></rss>",
        b"<feed xmlns='http://www.w3.org/2005/Atom'><entry><title type='html'>T</title><link rel='alternate' href='https://a.example/1'/>\
          <updated>2026-11-20T10:00:00Z</updated></entry></feed>",
        b"{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[{\"id\":\"1\",\"url\":\"/1\",\"title\":\"T\",\"date_published\":\"2026-11-20T10:00:00Z\"}]}",
    ];
    let dictionary: [&[u8]; 8] = [
        b"<item>",
        b"</item>",
        b"<link>",
        b"xml:base='//[::1]:0/'",
        b"<!ENTITY a '&a;&a;'>",
        b"&a;",
        b"<![CDATA[",
        b"[[[[[[[[",
    ];
    tried(&seeds, &dictionary, |body| {
        feed(body, None);
        feed(body, Some("text/xml; charset=utf-16"));
    });
}

#[test]
fn bytes_that_are_nearly_a_robots_txt_do_no_harm() {
    let seeds: [&[u8]; 2] = [
        b"User-agent: *\nDisallow: /a*b$\nAllow: /a/%C3%A4\nCrawl-delay: 3\nSitemap: https://a.example/s.xml\n",
        b"user-agent:gleaner\r\nuser-agent: Other\r\ndisallow:/*/*/*?*=*$ # why\r\n\r\ncrawl-delay: 1e9\r\n",
    ];
    let dictionary: [&[u8]; 6] = [
        b"Disallow: /",
        b"*",
        b"$",
        b"%2F",
        b"User-agent:",
        b"\xef\xbb\xbf",
    ];
    let long = "a".repeat(2_000);
    tried(&seeds, &dictionary, |body| {
        robots(body, "/a/b/c?d=e");
        robots(body, &long);
    });
}

#[test]
fn text_that_is_nearly_a_seed_file_does_no_harm() {
    let seeds: [&[u8]; 4] = [
        b"[[site]]\nid = 'a'\nname = 'A'\nhome = 'https://www.a.example/'\ncountry = 'DE'\nfeeds = ['https://www.a.example/rss']\n[site.rules]\ndrop = ['.x']\n",
        b"home,id,feeds\nhttps://www.a.example/,a,https://a.example/1 https://a.example/2\n\"b.example\",,\n",
        b"<opml version='2.0'><body><outline text='A'><outline type='rss' text='B' htmlUrl='https://b.example/' xmlUrl='https://b.example/rss'/></outline></body></opml>",
        b"https://a.example/\nb.example # c\n",
    ];
    let dictionary: [&[u8]; 8] = [
        b"[[site]]",
        b"home = ",
        b"'''",
        b"\"",
        b"<outline ",
        b"/*",
        b"https://[::1]/",
        b"xn--",
    ];
    tried(&seeds, &dictionary, |body| {
        let text = String::from_utf8_lossy(body);
        for format in 0..5 {
            self::seeds(format, &text);
        }
    });
}
