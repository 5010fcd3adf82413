use super::*;
use chrono::TimeZone;

fn now() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 21, 6, 0, 0).unwrap()
}

fn url(text: &str) -> Url {
    Url::parse("https://a.example/")
        .unwrap()
        .join(text)
        .unwrap()
}

#[test]
fn the_lists_that_are_searched_are_sorted() {
    assert!(ASSETS.is_sorted());
}

#[test]
fn ordinary_addresses_pass() {
    for text in [
        "/",
        "/politik/",
        "/politik/inland/2026/11/20/haushalt-steht-4711.html",
        "/2026-11-20/haushalt",
        "/news/123456",
        "/artikel?id=2019",
        "/article/2019/05/12/old-but-an-article",
        "/nachrichten?page=2",
        "/politik/seite/3/",
        "/kalender/2026/11/20",
        "/kalender/2026/11",
        "/?p=123456",
        "/feed.xml",
        "/a/b/a/c",
        "/sport/fussball/sport",
        "/2026/11/11/11",
        "/rss?format=xml&lang=de",
        "/calendar.php?year=2026&month=11",
        "/artikel/7002/titel/print",
        "/artikel/7002/titel?view=print",
    ] {
        assert_eq!(suspicion(&url(text), now()), None, "{text}");
    }
}

#[test]
fn traps_and_assets_are_told_by_their_looks() {
    for (text, reason) in [
        ("/bild.JPG", "not a page"),
        ("/a.pdf", "not a page"),
        ("/app.woff2", "not a page"),
        ("/a/b/a/b/a/b", "path repeats itself"),
        (
            "/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17",
            "path too deep",
        ),
        ("/suche?q=berlin", "search, account or print"),
        ("/?q=berlin", "search or action"),
        ("/a?replytocom=7", "search or action"),
        ("/konto/login", "search, account or print"),
        ("/druck/40012", "search, account or print"),
        ("/nachrichten?page=6", "far down a listing"),
        ("/politik/seite/40/", "far down a listing"),
        ("/liste?offset=500", "far down a listing"),
        ("/kalender/2027/01", "calendar"),
        ("/kalender/2019/5/12", "calendar"),
        ("/termine/12.05.2019", "calendar"),
        ("/kalender/2031-02-03.html", "calendar"),
        ("/kalender?monat=2027-03", "calendar"),
        ("/kalender?date=1999-01-01", "calendar"),
        ("/calendar.php?year=2027&month=3", "calendar"),
        ("/liste?ort=1&ort=2", "parameter repeated"),
        (
            "/a?a=1&b=1&c=1&d=1&e=1&f=1&g=1&h=1&i=1",
            "too many parameters",
        ),
    ] {
        assert_eq!(suspicion(&url(text), now()), Some(reason), "{text}");
    }
}

#[test]
fn a_section_is_told_from_an_article_by_its_address() {
    for text in [
        "/",
        "/politik",
        "/politik/inland/",
        "/sport/fussball/bundesliga/",
        "/thema/klima-wandel",
    ] {
        assert!(looks_like_section(&url(text)), "{text}");
    }
    for text in [
        "/politik/haushalt-steht-nach-langem-streit",
        "/news/123456",
        "/politik/a-4711.html",
        "/2026/11/20/x",
        "/artikel?id=1",
        "/a/b/c/d",
    ] {
        assert!(!looks_like_section(&url(text)), "{text}");
    }
}
