mod sitemaps;

use chrono::{DateTime, TimeDelta, Utc};
use html::{Link, PageLinks};
use reqwest::StatusCode;
use reqwest::header::{self, HeaderMap, HeaderName, HeaderValue};
use store::{Due, NewUrl, Outcome, UrlKind, Via};

use crate::discover::feed_links::{of_feed, of_sitemap};
use crate::discover::links::{of_page, of_redirect};
use crate::discover::parse::{ParsedResponse, parse};
use crate::discover::scope::{MissingChannels, Scope};
use crate::discover::sitemap::{Entry, Sitemap};
use crate::feeds::{self, Item};
use crate::http::response::Fetch;
use crate::tests::made::{self, settings, url};

fn scope() -> Scope {
    Scope::new("a.example", &settings(), Utc::now())
}

fn due(kind: UrlKind, path: &str, depth: i16) -> Due {
    Due {
        depth,
        ..made::due(kind, Via::Seed, path)
    }
}

fn link(reference: &str, nofollow: bool) -> Link {
    Link {
        url: url(reference),
        nofollow,
        text: String::new(),
        rel_next: false,
    }
}

fn urls(found: &[NewUrl]) -> Vec<&str> {
    found.iter().map(|new| new.url.as_str()).collect()
}

/// What a page with these links and feeds leads to.
fn linked(scope: &Scope, due: &Due, page: &PageLinks, nofollow: bool) -> Vec<NewUrl> {
    of_page(scope, due, &url(&due.url), page, nofollow).0
}

/// What a feed with these items leads to.
fn fed(scope: &Scope, items: Vec<Item>) -> Vec<NewUrl> {
    of_feed(scope, &due(UrlKind::Feed, "/rss", 0), Via::Feed, items)
}

fn entry(reference: &str, modified: Option<DateTime<Utc>>) -> Entry {
    Entry {
        url: reference.to_owned(),
        modified,
        ..Entry::default()
    }
}

/// What a sitemap or an index at this depth leads to.
fn listed_at(depth: i16, scope: &Scope, pages: Vec<Entry>, sitemaps: Vec<Entry>) -> Vec<NewUrl> {
    let sitemap = Sitemap {
        pages,
        sitemaps,
        truncated: false,
    };
    of_sitemap(scope, &due(UrlKind::Sitemap, "/maps/s.xml", depth), sitemap)
}

fn listed(scope: &Scope, pages: Vec<Entry>, sitemaps: Vec<Entry>) -> Vec<NewUrl> {
    listed_at(0, scope, pages, sitemaps)
}

/// The response for a URL of this kind, with one header.
fn parsed(
    kind: UrlKind,
    path: &str,
    header: Option<(HeaderName, &str)>,
    body: &str,
) -> ParsedResponse {
    let due = due(kind, path, 1);
    let header = header.map(|(name, value)| (name, HeaderValue::from_bytes(value.as_bytes())));
    let headers = header.map(|(name, value)| (name, value.unwrap()));
    let (headers, url) = (HeaderMap::from_iter(headers), url(path));
    let mut fetch = Fetch::from_head(StatusCode::OK, headers, &url);
    fetch.body = body.as_bytes().to_vec();
    parse(&scope(), &due, &url, fetch, "Gleaner")
}

fn page() -> PageLinks {
    PageLinks {
        links: vec![
            link("https://www.a.example/eins?utm_source=home#k", false),
            link("https://b.example/fremd", false),
            link("/zwei", true),
            link("/bild.jpg", false),
        ],
        feeds: vec![url("/rss.json"), url("https://feeds.example/a")],
        ..PageLinks::default()
    }
}

#[test]
fn only_links_of_the_site_that_ask_to_be_followed_are() {
    let home = due(UrlKind::Home, "/", 0);
    let found = linked(&scope(), &home, &page(), false);
    let feeds = ["https://a.example/rss.json", "https://feeds.example/a"];
    assert_eq!(urls(&found[..2]), feeds);
    assert_eq!(urls(&found[2..]), ["https://www.a.example/eins"]);
    let kinds = (found[1].kind, found[2].kind);
    assert_eq!(kinds, (UrlKind::Feed, UrlKind::Page));
    let link = (found[2].via, found[2].depth, found[2].authority.as_str());
    assert_eq!(link, (Via::FrontPage, 1, "www.a.example"));
    assert_eq!(urls(&linked(&scope(), &home, &page(), true)), feeds);
}

#[test]
fn links_end_at_the_depth_and_feeds_of_articles_are_left_out() {
    let at = |depth| {
        let path = "/artikel/der-haushalt-steht-nun-fest-1";
        linked(&scope(), &due(UrlKind::Page, path, depth), &page(), false)
    };
    assert!(at(8).is_empty());
    assert_eq!(at(7)[0].via, Via::Link);
}

#[test]
fn old_items_are_ignored_and_new_ones_carry_title_and_date() {
    let scope = scope();
    let item = |path: &str, days| Item {
        url: url(path).into(),
        title: Some("T".to_owned()),
        published: Some(scope.now - TimeDelta::days(days)),
        ..Item::default()
    };
    let items = vec![
        item("/1", 1),
        item("/2", 40),
        item("https://x.example/3", 1),
    ];
    let found = fed(&scope, items);
    assert_eq!(urls(&found), ["https://a.example/1"]);
    let first = (found[0].via, found[0].title.as_deref(), found[0].published);
    let yesterday = scope.now - TimeDelta::days(1);
    assert_eq!(first, (Via::Feed, Some("T"), Some(yesterday)));
    let with_one_date = vec![item("/1", 10_000), item("/2", 10_000), item("/3", 20_000)];
    let found = fed(&scope, with_one_date);
    assert_eq!(urls(&found), ["https://a.example/1", "https://a.example/2"]);
    let dead = vec![item("/1", 400), item("/2", 401)];
    assert!(fed(&scope, dead).is_empty());
}

#[test]
fn what_a_site_lists_may_have_the_form_of_a_trap_and_what_it_links_may_not() {
    const TRAP: &str = "https://a.example/?q=node/12";
    let scope = scope();
    let of_links = |kind, path: &str, text: &str| {
        let page = PageLinks {
            links: vec![Link {
                text: text.to_owned(),
                ..link(TRAP, false)
            }],
            ..PageLinks::default()
        };
        linked(&scope, &due(kind, path, 1), &page, false).len()
    };
    let headline = "Council postpones the vote on the bridge";
    assert_eq!(of_links(UrlKind::Home, "/", headline), 1);
    assert_eq!(of_links(UrlKind::Home, "/", "Bridges"), 0);
    assert_eq!(of_links(UrlKind::Page, "/politics/", headline), 0);
    let item = Item {
        url: TRAP.to_owned(),
        ..Item::default()
    };
    assert_eq!(fed(&scope, vec![item]).len(), 1);
    for (path, wanted) in [
        (TRAP, 1),
        ("/print/le-pont-est-ouvert", 1),
        ("/register/la-nueva-estación/", 1),
        ("/news.php?page=57", 1),
        ("/logout/le-pont-est-ouvert", 0),
        ("/news.php?do=vote&id=57", 0),
    ] {
        for news in [true, false] {
            let entry = Entry {
                news,
                ..entry(path, None)
            };
            assert_eq!(listed(&scope, vec![entry], vec![]).len(), wanted, "{path}");
        }
    }
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
        let from = made::due(UrlKind::Page, via, "/news/%D9%85-1");
        let is_followed = of_redirect(&scope, &from, &url(target)).is_some();
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
        let from = made::due(UrlKind::Page, Via::Feed, "/news/the-bridge-1");
        let new = of_redirect(&scope, &from, &url(target)).unwrap();
        assert_eq!(new.via, via, "{target}");
    }
}

#[test]
fn an_item_whose_link_is_a_trackers_is_at_its_own_address() {
    let away = "<link>https://click.example/t/1</link>";
    let of_rss = |item: &str| {
        format!("<rss><channel><title>A</title><item><title>T</title>{item}</item></channel></rss>")
    };
    let found = |scope: &Scope, text: &str| {
        let feed = feeds::parse(text.as_bytes(), None, &url("/rss")).unwrap();
        fed(scope, feed.items)
    };
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
        let found = found(&scope(), &text);
        assert_eq!(urls(&found), ["https://a.example/1"], "{text}");
    }
    // One that is of no use is noted as the link that it is.
    let scope = scope();
    let text = of_rss(&format!("{away}<guid>https://other.example/1</guid>"));
    assert!(found(&scope, &text).is_empty());
    assert_eq!(scope.skipped.take()[0].url, "https://click.example/t/1");
}

#[test]
fn a_redirect_stays_what_it_was_and_goes_neither_abroad_nor_in_a_circle() {
    let scope = scope();
    let to = |due: &Due, target: &str| of_redirect(&scope, due, &url(target));
    let home = due(UrlKind::Home, "http://a.example/", 0);
    let new = to(&home, "https://www.a.example/").unwrap();
    let new = (new.kind, new.via, new.depth);
    assert_eq!(new, (UrlKind::Home, Via::Redirect, 1));
    assert_eq!(to(&home, "https://login.example/"), None);
    let page = due(UrlKind::Page, "/1", 8);
    assert_eq!(to(&page, "/2"), None, "a chain ends");
    let page = due(UrlKind::Page, "/1", 1);
    assert_eq!(to(&page, "/1?utm_source=x"), None, "the same page");
    let fed = made::due(UrlKind::Page, Via::Feed, "/1");
    assert_eq!(to(&fed, "/2").unwrap().via, Via::Feed);
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
            ..due(kind, "/sitemap.xml", depth)
        };
        let new = of_redirect(&scope(), &from, &url("/sitemap_index.xml")).unwrap();
        let found = (new.kind, new.via, new.depth);
        assert_eq!(found, (kind, wanted, depth + 1), "{via:?} {depth}");
    }
}

#[test]
fn sections_of_the_front_page_bring_their_feed_and_keywords_do_not() {
    let feeds = "/politik/feed/ /politik/comments/feed/ /a /b /c";
    let page = PageLinks {
        feeds: feeds.split(' ').map(url).collect(),
        ..PageLinks::default()
    };
    let found = |kind, via| {
        let section = made::due(kind, via, "/politik/");
        linked(&scope(), &section, &page, false).len()
    };
    assert_eq!(found(UrlKind::Page, Via::FrontPage), 3);
    assert_eq!(found(UrlKind::Page, Via::Section), 0);
    let of_home = found(UrlKind::Home, Via::Seed);
    assert_eq!(of_home, 4, "all but that of comments");
}

#[test]
fn channels_are_guessed_unless_the_front_page_names_one_of_its_domain() {
    let missing = MissingChannels {
        feeds: true,
        sitemaps: true,
    };
    let scope = Scope { missing, ..scope() };
    let guesses = [
        "https://a.example/feed",
        "https://a.example/news-sitemap.xml",
    ];
    for (named, is_guessed) in [
        (&[][..], true),
        (&["https://feeds.b.example/a"][..], true),
        (&["http://localhost:4000/feed.xml"][..], true),
        (&["https://feeds.a.example/all"][..], false),
        (&["https://b.example/a", "/all.xml"][..], false),
    ] {
        let page = PageLinks {
            feeds: named.iter().map(|reference| url(reference)).collect(),
            sitemaps: named.iter().map(|reference| url(reference)).collect(),
            ..PageLinks::default()
        };
        let found = linked(&scope, &due(UrlKind::Home, "/", 0), &page, false);
        for guess in guesses {
            assert_eq!(urls(&found).contains(&guess), is_guessed, "{named:?}");
        }
        assert_eq!(found.len(), 2 * named.len() + 2 * usize::from(is_guessed));
    }
}

#[test]
fn feeds_beyond_the_maximum_of_a_page_are_noted() {
    let page = PageLinks {
        feeds: (0..52).map(|n| url(&format!("/rss/{n}"))).collect(),
        ..PageLinks::default()
    };
    let scope = scope();
    let found = linked(&scope, &due(UrlKind::Home, "/", 0), &page, false);
    assert_eq!(found.len(), 50);
    let noted = scope.skipped.take().into_iter().map(|skipped| skipped.url);
    assert!(noted.eq([50, 51].map(|n| format!("https://a.example/rss/{n}"))));
    let article = due(UrlKind::Page, "/artikel-4711", 2);
    linked(&scope, &article, &page, false);
    let noted = scope.skipped.take();
    assert!(noted.is_empty(), "any page may have its own feed");
}

#[test]
fn a_channel_that_is_damaged_says_how_far_it_was_read() {
    let item = "<item><link>https://a.example/1</link></item>";
    let entry = "<url><loc>https://a.example/1</loc></url>";
    let rss = |rest: &str| format!("<rss version='2.0'><channel>{item}{item}{rest}");
    let damaged = |number| Some(format!("damaged: read up to entry {number}"));
    for (body, wanted) in [
        (rss("</channel></rss>"), None),
        (rss("<item><title>Cut"), damaged(2)),
        (rss("<!-- <item>"), damaged(2)),
        (format!("<urlset>{entry}{entry}{entry}<url><lo"), damaged(3)),
        (
            rss(&item.repeat(6_000)),
            Some("too large: read up to entry 5000".to_owned()),
        ),
    ] {
        let detail = parsed(UrlKind::Feed, "/feed", None, &body).detail;
        assert_eq!(detail, wanted);
    }
}

/// What a response to a URL of this kind leads to, with its outcome.
fn leads_to(kind: UrlKind, refresh: Option<&str>, body: &str) -> (Outcome, Vec<String>) {
    let header = refresh.map(|value| (header::REFRESH, value));
    let parsed = parsed(kind, "/feed/", header, body);
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
    for page in [
        "<head><link rel=alternate type=application/rss+xml href=/blog/feed/></head><h1>Feeds</h1>",
        "<link rel=feed href='https://a.example/blog/feed/'><p>S'abonner",
        "<link rel=alternate type=application/atom+xml href=/feed/comments/><LINK REL=Alternate TYPE='text/xml' HREF='../blog/feed/'>Все ленты",
    ] {
        let (outcome, links) = leads_to(UrlKind::Feed, None, page);
        assert_eq!(outcome, Outcome::Redirected, "{page}");
        assert_eq!(links, ["https://a.example/blog/feed/"], "{page}");
        let (outcome, _) = leads_to(UrlKind::Sitemap, None, page);
        assert_eq!(outcome, Outcome::Malformed, "{page}");
    }
    let feed = "<rss><channel><item><link>https://a.example/eins</link></item></channel></rss>";
    let (outcome, links) = leads_to(UrlKind::Feed, Some("0; url=/other"), feed);
    assert_eq!(outcome, Outcome::Fetched, "{links:?}");
    assert_eq!(links, ["https://a.example/eins"]);
}

#[test]
fn a_front_page_that_only_leads_to_another_domain_redirects_there() {
    let there = "https://b.example/";
    let marked = format!("<META HTTP-EQUIV=Refresh CONTENT='5;URL={there}'>");
    let noscript = format!("<script>go()</script><noscript>{marked}</noscript>");
    let with_link = format!("{marked}<p><a href='{there}'>Our new site</a>");
    let header = Some("0; url=https://b.example/");
    for (refresh, body) in [
        (None, &marked),
        (None, &noscript),
        (None, &with_link),
        (header, &"<h1>We have moved</h1>".to_owned()),
    ] {
        let value = refresh.map(|value| (header::REFRESH, value));
        let parsed = parsed(UrlKind::Home, "/", value, body);
        assert_eq!(parsed.outcome, Outcome::Redirected, "{body}");
        assert_eq!(parsed.detail.unwrap(), format!("not followed, to {there}"));
        let (outcome, _) = leads_to(UrlKind::Page, refresh, body);
        assert_eq!(outcome, Outcome::Fetched, "an article: {body}");
    }
    let news = format!("{marked}<p><a href='/news/eins'>Eins</a>");
    let inside = "<meta http-equiv=refresh content='0; url=https://www.a.example/start'>";
    for body in [news.as_str(), inside, "<p>We have moved"] {
        let (outcome, _) = leads_to(UrlKind::Home, None, body);
        assert_eq!(outcome, Outcome::Fetched, "{body}");
    }
}

#[test]
fn a_header_refreshes_a_page_like_its_markup() {
    let page = "<html><body></body></html>";
    let marked = "<html><head><meta http-equiv=refresh content='0;url=/here/'></head></html>";
    for (header, body, wanted) in [
        ("0; url=/ar/", page, Some("https://a.example/ar/")),
        ("5;URL=\"/ar/\"", page, Some("https://a.example/ar/")),
        ("0; url=/ar/", marked, Some("https://a.example/here/")),
        ("0, /münchen", page, Some("https://a.example/m%C3%BCnchen")),
        ("60", page, None),
        ("0; url=/feed/", page, None),
        ("0; url=https://b.example/", page, None),
    ] {
        let (outcome, links) = leads_to(UrlKind::Page, Some(header), body);
        assert_eq!(outcome, Outcome::Fetched);
        assert_eq!(links.first().map(String::as_str), wanted, "{header:?}");
    }
}
