use chrono::{DateTime, TimeDelta, Utc};
use html::{Link, PageLinks};
use reqwest::StatusCode;
use reqwest::header::{self, HeaderMap, HeaderValue};
use store::{Due, NewUrl, Outcome, UrlKind, Via};
use url::Url;

use crate::discover::feed_links::{of_feed, of_sitemap};
use crate::discover::links::{of_page, of_redirect};
use crate::discover::parse::parse;
use crate::discover::scope::Scope;
use crate::discover::sitemap::{Entry, Sitemap};
use crate::feeds::Item;
use crate::http::response::Fetch;
use crate::settings::Settings;

fn scope() -> Scope {
    Scope::new(
        "a.example",
        &Settings::with_contact("test").unwrap(),
        Utc::now(),
    )
}

fn due(kind: UrlKind, url: &str, depth: i16) -> Due {
    Due {
        url_id: 1,
        url: url.to_owned(),
        kind,
        via: Via::Seed,
        depth,
        etag: None,
        last_modified: None,
        render: false,
        history: None,
    }
}

fn link(url: &str, nofollow: bool) -> Link {
    Link {
        url: Url::parse(url).unwrap(),
        nofollow,
        text: String::new(),
        rel_next: false,
    }
}

fn urls(found: &[NewUrl]) -> Vec<&str> {
    found.iter().map(|new| new.url.as_str()).collect()
}

fn page() -> PageLinks {
    PageLinks {
        links: vec![
            link("https://www.a.example/eins?utm_source=home#k", false),
            link("https://b.example/fremd", false),
            link("https://a.example/zwei", true),
            link("https://a.example/bild.jpg", false),
        ],
        feeds: vec![
            Url::parse("https://a.example/rss.json").unwrap(),
            Url::parse("https://feeds.example/a").unwrap(),
        ],
        ..PageLinks::default()
    }
}

#[test]
fn only_links_of_the_site_that_ask_to_be_followed_are() {
    let home = due(UrlKind::Home, "https://a.example/", 0);
    let at = Url::parse(&home.url).unwrap();
    let found = of_page(&scope(), &home, &at, &page(), false).0;
    assert_eq!(
        urls(&found),
        [
            "https://a.example/rss.json",
            "https://feeds.example/a",
            "https://www.a.example/eins"
        ]
    );
    assert_eq!(
        (found[1].kind, found[2].kind),
        (UrlKind::Feed, UrlKind::Page)
    );
    assert_eq!(
        (found[2].via, found[2].depth, found[2].authority.as_str()),
        (Via::FrontPage, 1, "www.a.example")
    );
    assert_eq!(
        urls(&of_page(&scope(), &home, &at, &page(), true).0),
        ["https://a.example/rss.json", "https://feeds.example/a"]
    );
}

#[test]
fn links_end_at_the_depth_and_feeds_of_articles_are_left_out() {
    let article = due(
        UrlKind::Page,
        "https://a.example/artikel/der-haushalt-steht-nun-fest-1",
        8,
    );
    let at = Url::parse(&article.url).unwrap();
    assert!(
        of_page(&scope(), &article, &at, &page(), false)
            .0
            .is_empty()
    );
    let article = Due {
        depth: 7,
        ..article
    };
    assert_eq!(
        of_page(&scope(), &article, &at, &page(), false).0[0].via,
        Via::Link
    );
}

#[test]
fn old_items_are_ignored_and_new_ones_carry_title_and_date() {
    let scope = scope();
    let item = |url: &str, days| Item {
        url: url.to_owned(),
        others: Vec::new(),
        title: Some("T".to_owned()),
        published: Some(scope.now - TimeDelta::days(days)),
        updated: None,
    };
    let feed = due(UrlKind::Feed, "https://a.example/rss", 0);
    let found = of_feed(
        &scope,
        &feed,
        Via::Feed,
        vec![
            item("https://a.example/1", 1),
            item("https://a.example/2", 40),
            item("https://x.example/3", 1),
        ],
    );
    assert_eq!(urls(&found), ["https://a.example/1"]);
    let with_one_date = |days| {
        let old = ["https://a.example/1", "https://a.example/2"];
        let items = old.map(|url| item(url, days)).into_iter();
        items.chain([item("https://a.example/3", 20_000)]).collect()
    };
    let wrong = of_feed(&scope, &feed, Via::Feed, with_one_date(10_000));
    assert_eq!(urls(&wrong), ["https://a.example/1", "https://a.example/2"]);
    let dead = vec![
        item("https://a.example/1", 400),
        item("https://a.example/2", 401),
    ];
    assert!(of_feed(&scope, &feed, Via::Feed, dead).is_empty());
    assert_eq!(
        (found[0].via, found[0].title.as_deref(), found[0].published),
        (Via::Feed, Some("T"), Some(scope.now - TimeDelta::days(1)))
    );
}

#[test]
fn what_a_site_lists_may_have_the_form_of_a_trap_and_what_it_links_may_not() {
    const TRAP: &str = "https://a.example/?q=node/12";
    let scope = scope();
    let of_links = |kind, path: &str, text: &str| {
        let due = due(kind, &format!("https://a.example{path}"), 1);
        let at = Url::parse(&due.url).unwrap();
        let links = vec![Link {
            text: text.to_owned(),
            ..link(TRAP, false)
        }];
        let page = PageLinks {
            links,
            ..PageLinks::default()
        };
        of_page(&scope, &due, &at, &page, false).0.len()
    };
    let headline = "Council postpones the vote on the bridge";
    assert_eq!(of_links(UrlKind::Home, "/", headline), 1);
    assert_eq!(of_links(UrlKind::Home, "/", "Bridges"), 0);
    assert_eq!(of_links(UrlKind::Page, "/politics/", headline), 0);
    let of_channel = |news: Option<bool>| {
        let due = due(UrlKind::Feed, "https://a.example/channel.xml", 0);
        let item = Item {
            url: TRAP.to_owned(),
            ..Item::default()
        };
        let entry = |news| Entry {
            url: TRAP.to_owned(),
            news,
            ..Entry::default()
        };
        let sitemap = |news| Sitemap {
            pages: vec![entry(news)],
            ..Sitemap::default()
        };
        match news {
            Some(news) => of_sitemap(&scope, &due, sitemap(news)).len(),
            None => of_feed(&scope, &due, Via::Feed, vec![item]).len(),
        }
    };
    assert_eq!([None, Some(true), Some(false)].map(of_channel), [1, 1, 0]);
    // the target of a redirect, unless it asks for a login and leads back
    for (via, target, wanted) in [
        (Via::Feed, "/show.php?page=1200", true),
        (Via::FrontPage, "/search/the-bridge", true),
        (Via::NewsSitemap, TRAP, true),
        (Via::Sitemap, "/show.php?page=1200", false),
        (Via::Link, "/search/the-bridge", false),
        (Via::Feed, "/sso?returnUrl=%2Fnews%2F%D9%85-1", false),
        (
            Via::FrontPage,
            "/sso?returnUrl=https://a.example/news/م-1",
            false,
        ),
        (Via::FrontPage, "/news/login", false),
    ] {
        let from = Due {
            via,
            ..due(UrlKind::Page, "https://a.example/news/%D9%85-1", 1)
        };
        let target = Url::parse(&from.url).unwrap().join(target).unwrap();
        let is_followed = of_redirect(&scope, &from, &target).is_some();
        assert_eq!(is_followed, wanted, "{via:?} {target}");
    }
    // what leads back is named by the redirect alone
    for (target, via) in [
        ("/consent?return=%2Fnews%2Fthe-bridge-1", Via::Redirect),
        (
            "/consent?u=https://a.example/news/the-bridge-1",
            Via::Redirect,
        ),
        ("/news/the-bridge-is-open-1", Via::Feed),
    ] {
        let from = Due {
            via: Via::Feed,
            ..due(UrlKind::Page, "https://a.example/news/the-bridge-1", 1)
        };
        let target = Url::parse(&from.url).unwrap().join(target).unwrap();
        assert_eq!(
            of_redirect(&scope, &from, &target).unwrap().via,
            via,
            "{target}"
        );
    }
}

#[test]
fn an_item_whose_link_is_a_trackers_is_at_its_own_address() {
    let rss = |item: &str| format!("<rss><channel><title>A</title>{item}</channel></rss>");
    let away = "<link>https://click.example/t/1</link>";
    let of_rss = |item: &str| rss(&format!("<item><title>T</title>{item}</item>"));
    let json = r#"{"version":"https://jsonfeed.org/version/1","items":[{"id":"https://a.example/1","url":"https://click.example/t/1"}]}"#;
    for text in [
        of_rss(&format!("{away}<guid>https://a.example/1</guid>")),
        of_rss(&format!(
            "<guid isPermaLink='true'>https://a.example/1</guid>{away}"
        )),
        of_rss(&format!(
            "{away}<guid>tag:1</guid><comments>https://a.example/1#comments</comments>"
        )),
        of_rss(
            "<link>https://click.example/go?src=rss&amp;to=https%3A%2F%2Fa.example%2F1&amp;x=y</link>",
        ),
        json.to_owned(),
    ] {
        let feed = due(UrlKind::Feed, "https://a.example/rss", 0);
        let url = Url::parse(&feed.url).unwrap();
        let parsed = crate::feeds::parse(text.as_bytes(), None, &url).unwrap();
        let found = of_feed(&scope(), &feed, Via::Feed, parsed.items);
        assert_eq!(urls(&found), ["https://a.example/1"], "{text}");
    }
    // One that is of no use is noted as the link that it is.
    let scope = scope();
    let text = of_rss(&format!("{away}<guid>https://other.example/1</guid>"));
    let feed = due(UrlKind::Feed, "https://a.example/rss", 0);
    let url = Url::parse(&feed.url).unwrap();
    let parsed = crate::feeds::parse(text.as_bytes(), None, &url).unwrap();
    assert!(of_feed(&scope, &feed, Via::Feed, parsed.items).is_empty());
    assert_eq!(scope.skipped.take()[0].url, "https://click.example/t/1");
}

#[test]
fn a_sitemap_index_leads_to_sitemaps_until_the_depth_bound() {
    let entry = |url: &str| Entry {
        url: url.to_owned(),
        ..Entry::default()
    };
    let index = || Sitemap {
        sitemaps: vec![entry("https://a.example/s1.xml.gz")],
        ..Sitemap::default()
    };
    let first = of_sitemap(
        &scope(),
        &due(UrlKind::Sitemap, "https://a.example/s.xml", 0),
        index(),
    );
    assert_eq!((first[0].kind, first[0].depth), (UrlKind::Sitemap, 1));
    assert!(
        of_sitemap(
            &scope(),
            &due(UrlKind::Sitemap, "https://a.example/s.xml", 3),
            index()
        )
        .is_empty()
    );
}

#[test]
fn relative_addresses_of_a_sitemap_are_those_beside_it() {
    let entry = |url: &str| Entry {
        url: url.to_owned(),
        ..Entry::default()
    };
    let sitemap = Sitemap {
        pages: vec![
            entry("/politik/1"),
            entry("2"),
            entry("//www.a.example/3"),
            entry("a.example/4"),
            entry("www.a.example/5"),
        ],
        sitemaps: vec![
            entry("/s2.xml"),
            entry("a.example/s3.xml"),
            entry("mailto:a@a.example"),
        ],
        truncated: false,
    };
    let index = due(UrlKind::Sitemap, "https://a.example/maps/s.xml", 0);
    let found = of_sitemap(&scope(), &index, sitemap);
    assert_eq!(
        urls(&found),
        [
            "https://a.example/s2.xml",
            "https://a.example/s3.xml",
            "https://a.example/politik/1",
            "https://a.example/maps/2",
            "https://www.a.example/3",
            "https://a.example/4",
            "https://www.a.example/5"
        ]
    );
}

#[test]
fn the_news_extension_decides_how_a_page_was_found() {
    let scope = scope();
    let entry = |news| Entry {
        url: "https://a.example/1".to_owned(),
        news,
        modified: Some(scope.now),
        ..Entry::default()
    };
    let sitemap = Sitemap {
        pages: vec![entry(true), entry(false)],
        ..Sitemap::default()
    };
    let found = of_sitemap(
        &scope,
        &due(UrlKind::Sitemap, "https://a.example/s.xml", 0),
        sitemap,
    );
    assert_eq!(
        (found[0].via, found[1].via),
        (Via::NewsSitemap, Via::Sitemap)
    );
    assert_eq!(
        found[0].published, None,
        "lastmod is no date of publication"
    );
}

#[test]
fn a_redirect_stays_what_it_was_and_goes_neither_abroad_nor_in_a_circle() {
    let scope = scope();
    let to = |due: &Due, url: &str| of_redirect(&scope, due, &Url::parse(url).unwrap());
    let home = due(UrlKind::Home, "http://a.example/", 0);
    let new = to(&home, "https://www.a.example/").unwrap();
    assert_eq!(
        (new.kind, new.via, new.depth),
        (UrlKind::Home, Via::Redirect, 1)
    );
    assert_eq!(to(&home, "https://login.example/"), None);
    let page = due(UrlKind::Page, "https://a.example/1", 8);
    assert_eq!(to(&page, "https://a.example/2"), None, "a chain ends");
    let page = due(UrlKind::Page, "https://a.example/1", 1);
    assert_eq!(
        to(&page, "https://a.example/1?utm_source=x"),
        None,
        "the same page"
    );
    let fed = Due {
        via: Via::Feed,
        ..page
    };
    assert_eq!(to(&fed, "https://a.example/2").unwrap().via, Via::Feed);
}

#[test]
fn the_target_of_a_channel_is_of_an_index_only_if_the_channel_is() {
    for (kind, via, depth, wanted) in [
        // in robots.txt
        (UrlKind::Sitemap, Via::Sitemap, 0, Via::Redirect),
        (UrlKind::Sitemap, Via::Sitemap, 1, Via::Sitemap),
        (UrlKind::Sitemap, Via::WellKnown, 0, Via::WellKnown),
        (UrlKind::Sitemap, Via::Seed, 0, Via::Redirect),
        (UrlKind::Feed, Via::Link, 1, Via::Redirect),
        (UrlKind::Feed, Via::Redirect, 2, Via::Redirect),
        // the next page of a feed
        (UrlKind::Feed, Via::Feed, 1, Via::Feed),
        (UrlKind::Page, Via::Link, 1, Via::Link),
        (UrlKind::Page, Via::Sitemap, 0, Via::Sitemap),
    ] {
        let from = Due {
            via,
            ..due(kind, "https://a.example/sitemap.xml", depth)
        };
        let target = Url::parse("https://a.example/sitemap_index.xml").unwrap();
        let new = of_redirect(&scope(), &from, &target).unwrap();
        let found = (new.kind, new.via, new.depth);
        assert_eq!(found, (kind, wanted, depth + 1), "{via:?} {depth}");
    }
}

#[test]
fn sections_of_the_front_page_bring_their_feed_and_keywords_do_not() {
    let feeds = [
        "/politik/feed/",
        "/politik/comments/feed/",
        "/a",
        "/b",
        "/c",
    ];
    let page = PageLinks {
        feeds: feeds
            .map(|path| Url::parse("https://a.example").unwrap().join(path).unwrap())
            .to_vec(),
        ..PageLinks::default()
    };
    let found = |kind, via| {
        let section = Due {
            via,
            ..due(kind, "https://a.example/politik/", 1)
        };
        let at = Url::parse(&section.url).unwrap();
        of_page(&scope(), &section, &at, &page, false).0.len()
    };
    assert_eq!(found(UrlKind::Page, Via::FrontPage), 3);
    assert_eq!(found(UrlKind::Page, Via::Section), 0);
    assert_eq!(
        found(UrlKind::Home, Via::Seed),
        4,
        "all but that of comments"
    );
}

#[test]
fn feeds_beyond_the_maximum_of_a_page_are_noted() {
    let feed = |n: usize| Url::parse(&format!("https://a.example/rss/{n}")).unwrap();
    let page = PageLinks {
        feeds: (0..52).map(feed).collect(),
        ..PageLinks::default()
    };
    let scope = scope();
    let home = due(UrlKind::Home, "https://a.example/", 0);
    let found = of_page(&scope, &home, &feed(0), &page, false).0;
    assert_eq!(found.len(), 50);
    let noted = scope.skipped.take();
    let noted: Vec<_> = noted.iter().map(|skipped| skipped.url.as_str()).collect();
    assert_eq!(
        noted,
        ["https://a.example/rss/50", "https://a.example/rss/51"]
    );
    let article = due(UrlKind::Page, "https://a.example/artikel-4711", 2);
    of_page(&scope, &article, &feed(0), &page, false);
    let noted = scope.skipped.take();
    assert!(noted.is_empty(), "any page may have its own feed");
}

#[test]
fn archives_are_left_out_by_what_their_addresses_name() {
    let scope = scope();
    let entry = |path: &str, modified| Entry {
        url: format!("https://a.example{path}"),
        modified,
        ..Entry::default()
    };
    let (now, year) = (Some(scope.now), scope.now.format("%Y/%m/%d"));
    let sitemap = Sitemap {
        pages: vec![
            entry("/2011/03/18/alt", None),
            entry("/2011/03/alt", now),
            entry(&format!("/{year}/neu"), None),
            entry("/ohne-datum", None),
        ],
        sitemaps: vec![
            entry("/sitemap-2011-03.xml", now),
            entry(&format!("/{}.xml", scope.now.format("%Y-%m")), now),
            entry("/sitemap-12.xml", None),
        ],
        truncated: false,
    };
    let index = due(UrlKind::Sitemap, "https://a.example/s.xml", 0);
    let found = of_sitemap(&scope, &index, sitemap);
    assert_eq!(found.len(), 4, "{found:?}");
    assert!(!found.iter().any(|new| new.url.contains("2011")));
}

#[test]
fn the_month_in_the_address_of_a_sitemap_counts_if_nothing_else_tells_its_age() {
    let scope = scope();
    let (now, old) = (Some(scope.now), Some(scope.now - TimeDelta::days(900)));
    let found = |entries: &[(&str, Option<DateTime<Utc>>)]| {
        let entries = entries.iter().map(|(path, modified)| Entry {
            url: (*path).to_owned(),
            modified: *modified,
            ..Entry::default()
        });
        let sitemap = Sitemap {
            sitemaps: entries.collect(),
            ..Sitemap::default()
        };
        let index = due(UrlKind::Sitemap, "https://a.example/s.xml", 0);
        of_sitemap(&scope, &index, sitemap).len()
    };
    for one in [
        "/uploads/2019/05/map.xml",
        "/map.php?id=200507",
        "/v2020-01/map.xml",
    ] {
        assert_eq!(found(&[(one, now)]), 1, "{one}");
        assert_eq!(found(&[(one, None), ("/map-2.xml", now)]), 2, "{one}");
    }
    let of_folder = ["/uploads/2019/05/a.xml", "/uploads/2019/05/b.xml"];
    assert_eq!(found(&of_folder.map(|path| (path, now))), 2);
    let months = ["/2019-05.xml", "/2019-06.xml", "/2019-07.xml"];
    assert_eq!(
        found(&months.map(|path| (path, now))),
        0,
        "all are dated so"
    );
    assert_eq!(found(&months.map(|path| (path, None))), 0);
    let changed = [(months[0], now), (months[1], old), (months[2], None)];
    assert_eq!(found(&changed), 1, "an old month that has changed");
}

#[test]
fn the_canonical_url_may_be_named_by_a_header() {
    let article = due(UrlKind::Page, "https://a.example/1?amp=7", 1);
    let url = Url::parse(&article.url).unwrap();
    let named = |link: &'static str, body: &str| {
        let headers = HeaderMap::from_iter([(header::LINK, HeaderValue::from_static(link))]);
        let mut fetch = Fetch::from_head(StatusCode::OK, headers, &url);
        fetch.body = body.as_bytes().to_vec();
        let parsed = parse(&scope(), &article, &url, fetch, "Gleaner");
        parsed.other_url.map(String::from)
    };
    let link = "</wp-json/>; rel=\"https://api.w.org/\", </1>; rel=\"canonical\"";
    let plain = "<html><body><p>Text</p></body></html>";
    assert_eq!(named(link, plain).as_deref(), Some("https://a.example/1"));
    let own = "<html><head><link rel=canonical href='/2'></head><body></body></html>";
    assert_eq!(
        named(link, own).as_deref(),
        Some("https://a.example/2"),
        "the page comes before its header"
    );
    assert_eq!(named("</1>; rel=alternate", plain), None);
}

#[test]
fn feeds_may_be_named_by_a_header() {
    let home = due(UrlKind::Home, "https://a.example/", 0);
    let url = Url::parse(&home.url).unwrap();
    for (link, wanted) in [
        (
            "</out.php>; rel=\"alternate\"; type=\"application/rss+xml\"",
            1,
        ),
        (
            "</a.css>; rel=preload, </out>; type=Application/Feed+JSON; rel=alternate",
            1,
        ),
        (
            "</1>; rel=alternate; type=\"text/rss\", </2>; rel=alternate; type=application/atom",
            2,
        ),
        ("</wp-json/1>; rel=alternate; type=\"application/json\"", 0),
        ("</fr/>; rel=alternate; hreflang=fr", 0),
    ] {
        let headers = HeaderMap::from_iter([(header::LINK, HeaderValue::from_static(link))]);
        let mut fetch = Fetch::from_head(StatusCode::OK, headers, &url);
        fetch.body = b"<html><body></body></html>".to_vec();
        let links = parse(&scope(), &home, &url, fetch, "Gleaner").links;
        let feeds = links.iter().filter(|new| new.kind == UrlKind::Feed);
        assert_eq!(feeds.count(), wanted, "{link}");
    }
}

#[test]
fn sitemaps_among_pages_and_pages_among_sitemaps_are_told_by_their_addresses() {
    let entry = |path: &str| Entry {
        url: path.to_owned(),
        ..Entry::default()
    };
    let kinds = |sitemap| {
        let index = due(UrlKind::Sitemap, "https://a.example/s.xml", 0);
        let found = of_sitemap(&scope(), &index, sitemap);
        let kinds = found.into_iter().map(|new| (new.url, new.kind));
        kinds.collect::<Vec<_>>()
    };
    for path in ["/news-1.xml.gz", "/maps/2026.gz", "/karte.php.gz"] {
        let pages = vec![entry(path)];
        let found = kinds(Sitemap {
            pages,
            ..Sitemap::default()
        });
        assert_eq!(found[0].1, UrlKind::Sitemap, "{path}");
    }
    for (path, kind) in [
        ("/news/1-der-haushalt-steht", UrlKind::Page),
        ("/noticias/2026/el-puente.html", UrlKind::Page),
        ("/новости/мост-открыт/", UrlKind::Page),
        ("/news.xml", UrlKind::Sitemap),
        ("/sitemaps/news", UrlKind::Sitemap),
        ("/map?part=1", UrlKind::Sitemap),
        ("/karte.php", UrlKind::Sitemap),
    ] {
        let sitemaps = vec![entry(path)];
        let found = kinds(Sitemap {
            sitemaps,
            ..Sitemap::default()
        });
        assert_eq!(found[0].1, kind, "{path}");
    }
}

#[test]
fn of_an_index_whose_dates_are_all_old_the_newest_sitemaps_are_read() {
    let scope = scope();
    let entry = |path: &str, days| Entry {
        url: path.to_owned(),
        modified: Some(scope.now - TimeDelta::days(days)),
        ..Entry::default()
    };
    let found = |sitemaps| {
        let index = due(UrlKind::Sitemap, "https://a.example/s.xml", 0);
        let sitemap = Sitemap {
            sitemaps,
            ..Sitemap::default()
        };
        of_sitemap(&scope, &index, sitemap).len()
    };
    assert_eq!(
        found(vec![
            entry("/1.xml", 2_000),
            entry("/2.xml", 900),
            entry("/3.xml", 900)
        ]),
        2
    );
    assert_eq!(found(vec![entry("/1.xml", 2_000)]), 1);
    assert_eq!(
        found(vec![entry("/1.xml", 2_000), entry("/2.xml", 1)]),
        1,
        "an archive"
    );
}

#[test]
fn a_channel_that_is_damaged_says_how_far_it_was_read() {
    let detail = |body: &str| {
        let feed = due(UrlKind::Feed, "https://a.example/feed", 0);
        let url = Url::parse(&feed.url).unwrap();
        let mut fetch = Fetch::from_head(StatusCode::OK, HeaderMap::new(), &url);
        fetch.body = body.as_bytes().to_vec();
        parse(&scope(), &feed, &url, fetch, "Gleaner").detail
    };
    let item = "<item><link>https://a.example/1</link></item>";
    let entry = "<url><loc>https://a.example/1</loc></url>";
    let rss = |rest: &str| format!("<rss version='2.0'><channel>{item}{item}{rest}");
    assert_eq!(detail(&rss("</channel></rss>")), None);
    assert_eq!(
        detail(&rss("<item><title>Cut")).as_deref(),
        Some("damaged: read up to entry 2")
    );
    assert_eq!(
        detail(&rss("<!-- <item>")).as_deref(),
        Some("damaged: read up to entry 2")
    );
    let urlset = format!("<urlset>{entry}{entry}{entry}<url><lo");
    assert_eq!(
        detail(&urlset).as_deref(),
        Some("damaged: read up to entry 3")
    );
    let many = rss(&item.repeat(6_000));
    assert_eq!(
        detail(&many).as_deref(),
        Some("too large: read up to entry 5000")
    );
}

/// What a response to a URL of this kind leads to, with its outcome.
fn leads_to(kind: UrlKind, refresh: Option<&'static str>, body: &str) -> (Outcome, Vec<String>) {
    let due = due(kind, "https://a.example/feed/", 0);
    let url = Url::parse(&due.url).unwrap();
    let mut fetch = Fetch::from_head(StatusCode::OK, HeaderMap::new(), &url);
    if let Some(value) = refresh {
        let value = HeaderValue::from_bytes(value.as_bytes()).unwrap();
        fetch.headers.insert(header::REFRESH, value);
    }
    fetch.body = body.as_bytes().to_vec();
    let parsed = parse(&scope(), &due, &url, fetch, "Gleaner");
    let links = parsed.links.into_iter().map(|new| new.url);
    (parsed.outcome, links.collect())
}

#[test]
fn a_page_that_stands_where_a_channel_did_redirects_it() {
    let stubs = [
        (
            None,
            "<meta http-equiv=Refresh content='0; URL=/blog/feed/'>moved",
        ),
        (
            None,
            "<script>go()</script><noscript><META HTTP-EQUIV=REFRESH CONTENT=\"3;/blog/feed/\"></noscript>",
        ),
        (Some("0; url=/blog/feed/"), ""),
        (Some("0; url='https://a.example/blog/feed/'"), "<p>Déplacé"),
    ];
    for kind in [UrlKind::Feed, UrlKind::Sitemap, UrlKind::NewsSitemap] {
        for (header, body) in stubs {
            let (outcome, links) = leads_to(kind, header, body);
            assert_eq!(outcome, Outcome::Redirected, "{kind:?} {header:?} {body}");
            assert_eq!(links, ["https://a.example/blog/feed/"], "{kind:?} {body}");
        }
        let (outcome, links) = leads_to(kind, None, "<p>No feed here");
        assert_eq!((outcome, links.len()), (Outcome::Malformed, 0));
        let (_, links) = leads_to(kind, Some("300"), "<p>No feed here");
        assert!(links.is_empty());
    }
    let feed = "<rss><channel><item><link>https://a.example/eins</link></item></channel></rss>";
    let (outcome, links) = leads_to(UrlKind::Feed, Some("0; url=/other"), feed);
    assert_eq!(outcome, Outcome::Fetched, "{links:?}");
    assert_eq!(links, ["https://a.example/eins"]);
}

#[test]
fn a_header_refreshes_a_page_like_its_markup() {
    let page = "<html><body></body></html>";
    let marked = "<html><head><meta http-equiv=refresh content='0;url=/here/'></head></html>";
    for (header, body, wanted) in [
        (Some("0; url=/ar/"), page, Some("https://a.example/ar/")),
        (Some("5;URL=\"/ar/\""), page, Some("https://a.example/ar/")),
        (Some("0; url=/ar/"), marked, Some("https://a.example/here/")),
        (
            Some("0, /münchen"),
            page,
            Some("https://a.example/m%C3%BCnchen"),
        ),
        (Some("60"), page, None),
        (Some("0; url=/feed/"), page, None),
        (Some("0; url=https://b.example/"), page, None),
    ] {
        let (outcome, links) = leads_to(UrlKind::Page, header, body);
        assert_eq!(outcome, Outcome::Fetched);
        assert_eq!(links.first().map(String::as_str), wanted, "{header:?}");
    }
}
