//! Parsing robots.txt.

use super::*;
use crate::http::request::MAX_ROBOTS_BYTES;
use crate::tests::made::{robots_txt, url};

mod table;

fn rules(status: Option<i16>, body: &str) -> Rules {
    Rules::parse(&robots_txt(status, body), "Gleaner")
}

fn allowed(body: &str, path: &str) -> bool {
    rules(Some(200), body).check(&url(path)).allowed
}

#[test]
fn a_rule_that_the_limit_cuts_does_not_count() {
    let head = "User-agent: *\nDisallow: /a\n";
    for (bytes_before_the_limit, last, path, wanted) in [
        (0, "Disallow: /b\n", "/b", true),
        (11, "Disallow: /b/c\n", "/b/c", true),
        (11, "Disallow: /b/c\n", "/b", true),
        (12, "Disallow: /b", "/b", false),
    ] {
        let filler = MAX_ROBOTS_BYTES - head.len() - 1 - bytes_before_the_limit;
        let file = format!("{head}{}\n{last}", "#".repeat(filler));
        assert!(!allowed(&file, "/a"), "{last}");
        assert_eq!(allowed(&file, path), wanted, "{last}");
    }
}

#[test]
fn crawl_delays_are_read_per_group_and_the_longest_holds() {
    let delay = |body: &str| rules(Some(200), body).crawl_delay().map(|d| d.as_millis());
    for (seconds, wanted) in [
        ("10", Some(10_000)),
        (".5 # fast", Some(500)),
        ("1,5", Some(1_500)),
        ("3s", Some(3_000)),
        ("soon", None),
        ("-1", None),
        ("", None),
        ("10 // seconds", Some(10_000)),
        ("10 /* s */", Some(10_000)),
        ("10/s", Some(10_000)),
        ("10 / second", Some(10_000)),
        ("10/1", Some(10_000)),
        ("10/0", Some(10_000)),
    ] {
        let file = format!("User-agent: *\ncrawl-delay : {seconds}");
        assert_eq!(delay(&file), wanted, "{seconds}");
    }
    for (rate, wanted) in [
        ("1/15", Some(15_000)),
        ("30/1m", Some(2_000)),
        ("2 / 1 hour", Some(1_800_000)),
        ("1/0.5s # fast", Some(500)),
        ("1/10m 0600-0845", Some(600_000)),
        ("2/3 0600-0845", Some(1_500)),
        ("1/", None),
        ("10", None),
        ("all", None),
    ] {
        let file = format!("User-agent: *\nRequest-rate: {rate}");
        assert_eq!(delay(&file), wanted, "{rate}");
    }
    // groups, with `|` for the end of a line
    for (groups, wanted) in [
        ("Crawl-delay: 5|User-agent: *|Disallow: /a", None),
        // that of others is not ours
        (
            "User-agent: *|Crawl-delay: 5|Disallow: /b||User-agent: Gleaner|Disallow: /a",
            None,
        ),
        (
            "User-agent: *|Crawl-delay: 5||User-agent: Gleaner|Disallow: /a",
            None,
        ),
        (
            "User-agent: Sogou|Crawl-delay: 300||User-agent: *|Allow: /",
            None,
        ),
        (
            "User-agent: bingbot|User-agent: *|Crawl-delay: 4|User-agent: Yandex|Crawl-delay: 90|Disallow: /a",
            Some(4_000),
        ),
        (
            "User-agent: *|Disallow: /a|User-agent: Bytespider|Crawl-delay: 600",
            None,
        ),
        (
            "User-agent: Baiduspider|User-agent: *|Disallow: /a|Crawl-delay: 6",
            Some(6_000),
        ),
        (
            "User-agent: Gleaner|Crawl-delay: 2|Disallow: /a|User-agent: gleaner|Crawl-delay: 7|Crawl-delay: 3",
            Some(7_000),
        ),
    ] {
        assert_eq!(delay(&groups.replace('|', "\n")), wanted, "{groups}");
    }
    let endless = rules(
        Some(200),
        "User-agent: *\nCrawl-delay: 999999999999999999999999",
    );
    assert_eq!(endless.crawl_delay(), Some(Duration::MAX));
}

#[test]
fn sitemaps_are_read_wherever_they_stand_and_however_they_are_written() {
    let file = "Sitemap: https://a.example/1.xml\nUser-agent: Other\nDisallow: /\nsitemap:https://b.example/2.xml # two\n\nSITEMAP: /3.xml\nSitemap:\nSitemap: \"https://a.example/4.xml\"\nSitemap: <5.xml>\nSitemap: http://[x\nSitemap: //c.example/6.xml\nSitemap: a.example/7.xml\nSitemap: www.a.example:81/8.xml\nSitemap: https://a.example/9,1.xml,https://a.example/http.xml  http://b.example/10.xml, \nSitemap: Sitemap: https://a.example/11.xml\nSitemap: HTTPS://A.example/12.xml HTTP://b.example/13.xml?x=1;http=2\nSitemap: <https://a.example/14.xml>, \"https://a.example/15.xml?a=1,https=2\"";
    let rules = rules(Some(200), file);
    let base = url("/robots.txt");
    let found: Vec<_> = rules.sitemaps(&base).map(String::from).collect();
    assert_eq!(
        found,
        [
            "https://a.example/1.xml",
            "https://b.example/2.xml",
            "https://a.example/3.xml",
            "https://a.example/4.xml",
            "https://a.example/5.xml",
            "https://c.example/6.xml",
            "https://a.example/7.xml",
            "https://www.a.example:81/8.xml",
            "https://a.example/9,1.xml",
            "https://a.example/http.xml",
            "http://b.example/10.xml",
            "https://a.example/11.xml",
            "https://a.example/12.xml",
            "http://b.example/13.xml?x=1;http=2",
            "https://a.example/14.xml",
            "https://a.example/15.xml?a=1,https=2",
        ]
    );
    // None is cut, as the beginning of a URL is another one.
    let many: Vec<_> = (100..150)
        .map(|number| format!("https://a.example/{number}.xml"))
        .collect();
    let line = self::rules(Some(200), &format!("Sitemap: {}", many.join(" ")));
    let found: Vec<_> = line.sitemaps(&base).map(String::from).collect();
    assert_eq!(found, many);
}

#[test]
fn a_hostile_file_is_read_and_asked_in_no_time() {
    let body = format!(
        "User-agent: *\n{}",
        "Disallow: /*a*a*a*a*b\n".repeat(20_000)
    );
    let rules = rules(Some(200), &body);
    // Backtracking would not finish.
    assert!(rules.check(&url(&"a".repeat(2_000))).allowed);
}

#[test]
fn bytes_that_are_nearly_a_robots_txt_name_a_short_rule() {
    let seeds = [
        "User-agent: *\nDisallow: /a*b$\nAllow: /a/%C3%A4\nCrawl-delay: 3\nSitemap: https://a.example/s.xml\n",
        "user-agent:gleaner\r\nuser-agent: Other\r\ndisallow:/*/*/*?*=*$ # why\r\n\r\ncrawl-delay: 1e9\r\n",
    ];
    let words = ["Disallow: /", "*", "$", "%2F", "User-agent:", "\u{feff}"];
    let base = url("/a/b/c?d=e");
    let long = base.join(&"a".repeat(2_000)).unwrap();
    testsite::try_mutated(&seeds, &words, 1_500, |body| {
        let txt = robots_txt(Some(200), body);
        let rules = Rules::parse(&txt, "Gleaner");
        assert!(rules.agrees_with(&Rules::parse(&txt, "Gleaner")));
        for url in [&base, &long] {
            let rule = rules.check(url).rule;
            assert!(rule.is_none_or(|rule| rule.len() <= 600));
        }
    });
}
