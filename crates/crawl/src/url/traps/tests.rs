use chrono::TimeZone;

use super::*;
use crate::tests::made::url;

fn now() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 21, 6, 0, 0).unwrap()
}

#[test]
fn traps_and_assets_are_recognised_by_their_urls() {
    for (reason, texts) in [
        ("not a page", "/bild.JPG /a.pdf /app.woff2"),
        ("path repeats itself", "/a/b/a/b/a/b"),
        (
            "path too deep",
            "/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17",
        ),
        (
            "search, account or print",
            "/suche?q=berlin /konto/login /druck/40012",
        ),
        (
            "search or action",
            "/?q=berlin /archiv?query=4711 /tag/die-neue-alte-bruecke?q=a /a?replytocom=7 \
             /politik/rat-sperrt-die-alte-bruecke?action=print",
        ),
        (
            "far down a listing",
            "/nachrichten?page=6 /politik/seite/40/ /liste?offset=500",
        ),
        (
            "calendar",
            "/kalender/2027/01 /calendar.php?year=2027&month=3",
        ),
        ("parameter repeated", "/liste?ort=1&ort=2"),
        (
            "too many parameters",
            "/a?a=1&b=1&c=1&d=1&e=1&f=1&g=1&h=1&i=1",
        ),
    ] {
        for text in texts.split_ascii_whitespace() {
            assert_eq!(suspicion(&url(text), now()), Some(reason), "{text}");
        }
    }
}

#[test]
fn a_section_is_told_from_an_article_by_its_address() {
    for text in "\
        / /politik /politik/inland/ /sport/fussball/bundesliga/ /thema/klima-wandel"
        .split_ascii_whitespace()
    {
        assert!(looks_like_section(&url(text)), "{text}");
    }
    for text in "\
        /politik/haushalt-steht-nach-langem-streit /news/123456 /politik/a-4711.html \
        /2026/11/20/x /artikel?id=1 /a/b/c/d"
        .split_ascii_whitespace()
    {
        assert!(!looks_like_section(&url(text)), "{text}");
    }
}

/// URLs that are followed: of channels and lists, and of articles in various forms: dates before, after and inside the slug,
/// ids, scores, extensions, queries.
const FOLLOWED: &str = "\
    / /politik/ /politik/inland/2026/11/20/haushalt-steht-4711.html /2026-11-20/haushalt \
    /news/123456 /artikel?id=2019 /index.php?action=article&id=12 \
    /news.php?action=view&newsid=471 /noticias.php?lang=es&action=ver&id=123 \
    /article/2019/05/12/old-but-an-article /nachrichten?page=2 /politik/seite/3/ \
    /kalender/2026/11/20 /kalender/2026/11 /?p=123456 /feed.xml /a/b/a/c /sport/fussball/sport \
    /2026/11/11/11 /rss?format=xml&lang=de /calendar.php?year=2026&month=11 \
    /haber/eski-koprunun-yeni-sahibi-belli?q=50% \
    /politik/rat-sperrt-die-alte-bruecke?suchbegriff=rat /news/40012/bridge?query=bridge \
    /artikel/7002/titel/print /artikel/7002/titel?view=print \
    /news/beef-recall-expands-to-three-states-2019-05-23/ /news/beef-recall-2019-05-23 \
    /world/europe/ministers-agree-on-new-budget-rules-2024-02-10/ \
    /business/energy/oil-rises-after-supply-cut-2023-06-04/ \
    /article/us-health-vaccines-idUSKBN1ZT2K5 /politik/haushalt-beschlossen-23-05-2019.html \
    /politik/haushalt-beschlossen-23.05.2019 /artikel/der_rat_tagt_heute_2019_05_23 \
    /lokales/brand-in-der-altstadt_2019-05-23.html \
    /lokales/feuerwehr-rettet-katze-vom-dach/2019/05/23/ \
    /story/a-long-way-home-for-the-storks/2018-11 /magazine/best-of-film-12-2018 \
    /tech/smartphones-im-vergleich-11-2019.html /wirtschaft/bilanz-der-messe-2019-5.php \
    /2019/05/23/beef-recall /2019/05/23/beef-recall/ /2019/05/beef-recall.html \
    /2019/may/23/beef-recall /20190523/beef-recall /2019-05-23/beef-recall \
    /news/2019/05/23/p2g/00m/0na/012000c /news/2019-05-23-beef-recall \
    /news/2019-05-23-beef-recall.html /news/article/20190523_4711.html \
    /news/23-05-2019/beef-recall /politics/2019/05/23/senate-vote-23 \
    /opinion/beef-recall-may-23-2019-comment /news/world-us-canada-50529301 \
    /news/articles/c4nn5mey1n5o /news/123456 /a-1268517.html \
    /politik/deutschland/haushalt-steht-a-0f1c2d3e-4b5a-6978-8796-a5b4c3d2e1f0 \
    /politik/haushalt-steht-nach-streit-1.4460514 /politik/haushalt-steht-nach-streit,RlxyzAb \
    /politik/inland/haushalt-steht-100.html /nachrichten/haushalt-id55555.html /article4711.html \
    /artikel/4711 /artikel/4711/haushalt-steht /artikel/haushalt-steht/4711/ /artikel?id=4711 \
    /artikel.php?id=4711 /story.aspx?storyid=4711&date=2019-05-23 \
    /article.do?articleId=20190523001&year=2019&month=05&day=23 \
    /index.php?option=com_content&view=article&id=4711:haushalt /?p=4711 /node/4711 \
    /content/4711-haushalt-steht /haushalt-steht/ /haushalt-steht.htm /haushalt-steht.shtml \
    /haushalt-steht.amp /story/haushalt-steht.jsp?rubrik=politik /a/haushalt-steht/7001.html \
    /2019/143/haushalt-steht /2019-21/haushalt-steht /ausgabe/2019/21/haushalt-steht \
    /en/news/haushalt-2019 /sport/bayern-schlaegt-dortmund-3-2 \
    /sport/live/haushalt-in-zahlen-2019-2020 \
    /%E8%AD%B0%E4%BC%9A%E3%81%AF%E6%96%B0%E3%81%97%E3%81%84-2019-05-23 \
    /news/a/b/c/d/haushalt-steht /mercado/2019/05/el-presupuesto-esta-listo.shtml \
    /news/what-we-know-about-the-vote-on-2027-03-04 /sport/bayern-dortmund-2-1-4711.html \
    /news/g-7-4512 /news/das-gilt-ab-9-2145.html /artikel/teil-3-8812 /sport/4711-1-2 \
    /artikel?date=3-8812 /news/multi-page-reading-piece-90001.html?page=6 \
    /news/multi-page-reading-piece-90001.html?page=99 /artikel/4711/haushalt-steht?seite=7 \
    /2026/11/20/der-lange-weg-zum-haushalt/page/8/ /magazin/der-lange-weg-zum-haushalt/seite/12 \
    /magazin/haushalt-4711?page=6";

/// URLs of calendars, archives, searches, views and other traps, beside those whose reason is stated above.
const TRAPS: &str = "\
    /kalender/2019/5/12 /kalender/2031-02-03.html /kalender/2031-02-03.php \
    /kalender/tag/2031/02/03/ /kalender-2031-02-03 /kalender/2099/01 /kalender/1901-01 \
    /termine/12.05.2019 /termine/berlin/12-05-2019 /veranstaltungen-in-der-stadt-2019-05-12 \
    /veranstaltungen/am/2027-03-04 /events/2027/03/04 /events-in-berlin-2027-03-04 \
    /event-2027-03-04 /calendar/month/2027-03/ /calendar/week/2018_05_07 /whats-on/2027/3/4 \
    /archiv/2019/05/12 /archive/2019-05-12 /archive/2019/05/ /nachrichten/archiv-2019-05.html \
    /2019/05/12 /2019/05 /2019-05-12 /12-05-2019 /tv-programm/2019-05-12 \
    /tv-programm-heute-abend-2019-05-12 /kino/programm-2027-03-04 /sport/live/2019-05-12 \
    /wetter-in-berlin-und-brandenburg/2019/05/12 /kalender?monat=2027-03 \
    /kalender?date=1999-01-01 /index.php?action=print&id=123 /kalender?date=1999-01-01&id=7 \
    /calendar.php?y=2027&m=3&d=4 /search/berlin /?s=1&q=berlin \
    /news/multi-page-reading-piece-90001.html?page=100 \
    /magazin/der-lange-weg-zum-haushalt/seite/100 /tag/der-krieg-in-der-ukraine?page=6 \
    /thema/der-krieg-in-der-ukraine-4711/seite/6 /autor/anna-maria-von-der-heide?page=6 \
    /sport/fussball/bundesliga/tabelle?page=6 /news/2026?page=6 /news/2026/page/6 \
    /forum/der-lange-weg-zum-haushalt?page=6";

#[test]
fn channels_lists_and_articles_are_followed_whatever_the_form_of_their_address() {
    for text in FOLLOWED.split_ascii_whitespace() {
        assert_eq!(suspicion(&url(text), now()), None, "{text}");
    }
}

#[test]
fn traps_are_not_followed_whatever_the_form_of_their_address() {
    for text in TRAPS.split_ascii_whitespace() {
        assert!(suspicion(&url(text), now()).is_some(), "{text}");
    }
}

#[test]
fn what_is_announced_as_an_article_is_judged_by_more_than_its_form() {
    let of = |text: &str, announced| suspicion_of(&url(text), announced, now());
    for text in "\
        /sport/final-2017-11-08.html /DE/2012/001.html \
        /meldungen/29-10-2011 /spiegel/print/d-4711.html \
        /noticias/2031/05/12 /news?date=2011-05-12"
        .split_ascii_whitespace()
    {
        assert!(of(text, Announced::No).is_some(), "{text}");
        assert_eq!(of(text, Announced::Headline), None, "{text}");
        assert_eq!(of(text, Announced::Listed), None, "{text}");
    }
    for text in "\
        /bild.jpg /login/2011/05 \
        /suche?q=haushalt /a/b/a/b/a/b/a \
        /liste?seite=90 /?p=4711&replytocom=7 \
        /konto.php?id=4711&redirect=https://a.example/ \
        /politik/haushalt-4711?action=print \
        /?q=haushalt&year=2026"
        .split_ascii_whitespace()
    {
        assert!(of(text, Announced::Headline).is_some(), "{text}");
    }
    for text in "\
        /?q=node/1201 /story.php?start=1234 \
        /view.php?id=1200&keyword=town \
        /view.php?id=1200&redirect=0 \
        /search/1200-rat-sperrt-die-bruecke"
        .split_ascii_whitespace()
    {
        assert!(of(text, Announced::No).is_some(), "{text}");
        assert_eq!(of(text, Announced::Headline), None, "{text}");
    }
}

#[test]
fn what_a_site_lists_as_an_article_is_requested_whatever_selects_it() {
    for text in "\
        /?q=node/1201 /index.php?q=news/rat-sperrt-die-alte-bruecke /news.php?page=1200 \
        /liste/seite/1200 /show.php?start=4000 /artikel.php?kat%5B%5D=1&kat%5B%5D=2&id=4711 \
        /index.php?id=12&tx_news_pi1%5Bnews%5D=77&tx_news_pi1%5Bday%5D=29&tx_news_pi1%5Bmonth%5D=11&tx_news_pi1%5Byear%5D=2026&tx_news_pi1%5Bcontroller%5D=News&tx_news_pi1%5Baction%5D=detail&cHash=ab1cd&L=1 \
        /story.php?share=700 /story.aspx?keyword=add-nothing \
        /out?redirect=https://a.example/politik/haushalt-4711 \
        /search/rat-sperrt-die-alte-bruecke /news/login/haushalt /register/haushalt \
        /news/eine-woche-mit-node.js /news/how-it-got-into-an-old.map"
        .split_ascii_whitespace()
    {
        assert!(suspicion(&url(text), now()).is_some(), "{text}");
        let listed = suspicion_of(&url(text), Announced::Listed, now());
        assert_eq!(listed, None, "{text}");
    }
}

#[test]
fn what_changes_something_is_never_requested_and_files_are_not_however_listed() {
    for text in "\
        /konto/login /logout/politik/haushalt-4711 /abmelden /warenkorb/haushalt/4711 \
        /artikel/delete/4711 /shop/add-to-cart/4711 /shop/?add-to-cart=4711 \
        /artikel?id=4711&delete=1 /artikel?id=4711&action=delete_post \
        /ucp.php?mode=logout&sid=4711 /artikel-4711?Action=Logout /brief?unsubscribe=4711 \
        /brief-4711?do=confirm /suche?q=haushalt /bild-der-woche.jpg /jahresbericht-2025.pdf \
        /a/b/a/b/a/b/a"
        .split_ascii_whitespace()
    {
        for announced in [Announced::No, Announced::Headline, Announced::Listed] {
            let reason = suspicion_of(&url(text), announced, now());
            assert!(reason.is_some(), "{text} {announced:?}");
        }
    }
}

#[test]
fn headlines_are_told_from_the_days_of_a_calendar() {
    for text in [
        "Council postpones the vote on the bridge",
        "Stadtrat vertagt Abstimmung über die Brücke",
        "El pleno aplaza la votación",
        "Совет отложил голосование по мосту снова",
        "市议会推迟对旧桥的表决三次",
        "สภาเมืองเลื่อนการลงมติ",
        "시의회 다리 표결 다시 내년으로 연기",
    ] {
        assert!(is_headline(text), "{text}");
    }
    for text in [
        "",
        "8",
        "Sonntag, 8. November 2026",
        "Termine am 8. November 2026",
        "Events on Nov 8, 2026",
        "2026年11月8日",
        "Weiterlesen",
        "Nächster Monat",
    ] {
        assert!(!is_headline(text), "{text}");
    }
}
