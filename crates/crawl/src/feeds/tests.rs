mod titles;

use super::*;
use chrono::TimeZone;

fn feed(body: &str) -> Feed {
    let url = Url::parse("https://a.example/news/feed").unwrap();
    parse(body.as_bytes(), None, &url).unwrap()
}

fn rss(items: &str) -> Feed {
    feed(&format!(
        "<rss version='2.0'><channel>{items}</channel></rss>"
    ))
}

fn atom(entries: &str) -> Feed {
    feed(&format!(
        "<feed xmlns='http://www.w3.org/2005/Atom'>{entries}</feed>"
    ))
}

fn urls(feed: Feed) -> Vec<String> {
    feed.items.into_iter().map(|item| item.url).collect()
}

/// The title of the first item.
fn title_of(mut feed: Feed) -> String {
    feed.items.remove(0).title.unwrap_or_default()
}

#[test]
fn rss_atom_and_json_feeds_read_alike() {
    let rss = r#"
<?xml version="1.0"?><rss version="2.0"><channel><title>A</title><link>https://a.example/</link>
<item><title>Eins &amp; zwei</title><link>https://a.example/1</link><pubDate>Fri, 20 Nov 2026 10:00:00 +0100</pubDate></item>
<item><guid isPermaLink="true">https://a.example/2</guid></item></channel></rss>"#;
    let rdf = r#"<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel rdf:about="https://a.example/"><title>A</title></channel>
<item rdf:about="https://a.example/1"><title>Eins &#38; zwei</title><link>https://a.example/1</link><dc:date>2026-11-20T10:00:00+01:00</dc:date></item>
<item rdf:about="https://a.example/2"/></rdf:RDF>"#;
    let atom = r#"<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title><entry><title>Eins &amp; zwei</title>
<link rel="self" href="https://a.example/api/1"/><link rel="alternate" href="/1"/><published>2026-11-20T09:00:00Z</published></entry>
<entry><title> </title><link href="https://a.example/2"/></entry></feed>"#;
    let json = r#"{"version":"https://jsonfeed.org/version/1.1","title":"A","items":[
{"id":"1","url":"https://a.example/1","title":"Eins & zwei","content_text":"x","date_published":"2026-11-20T09:00:00Z"},
{"id":"2","url":"https://a.example/2","content_text":"y"}]}"#;
    let published = Utc.with_ymd_and_hms(2026, 11, 20, 9, 0, 0).single();
    let wanted = [
        ("https://a.example/1", Some("Eins & zwei"), published),
        ("https://a.example/2", None, None),
    ];
    for text in [rss, rdf, atom, json] {
        let items = feed(text).items;
        let read = items.iter().map(|item| {
            let title = item.title.as_deref();
            (item.url.as_str(), title, item.published)
        });
        assert_eq!(read.collect::<Vec<_>>(), wanted, "{text}");
        assert!(looks_like_one(text.trim().as_bytes()));
    }
}

#[test]
fn a_page_is_no_feed() {
    let page =
        "<!DOCTYPE html><html><body><p>how to write an &lt;rss&gt; <rss> feed</p></body></html>";
    assert!(!looks_like_one(page.as_bytes()));
    let url = Url::parse("https://a.example/").unwrap();
    for body in [page, "", "{}", "{\"version\": 1}", "News", "<urlset/>", "<"] {
        assert_eq!(parse(body.as_bytes(), None, &url), None, "{body}");
    }
}

#[test]
fn relative_addresses_follow_xml_base() {
    let atom = r#"<feed xmlns="http://www.w3.org/2005/Atom" xml:base="/blog/">
<entry xml:base="2026/"><link href="eins"/></entry><entry><link href="zwei"/></entry><entry><link href="/drei"/></entry></feed>"#;
    let wanted =
        ["blog/2026/eins", "blog/zwei", "drei"].map(|path| format!("https://a.example/{path}"));
    assert_eq!(urls(feed(atom)), wanted);
}

#[test]
fn without_xml_base_relative_addresses_follow_the_link_of_the_channel() {
    let item = "<item><link>новости/1</link></item>";
    let channel = |link: &str| format!("<rss><channel>{link}{item}</channel></rss>");
    let json = |home: &str| {
        format!(
            r#"{{"version": "https://jsonfeed.org/version/1.1", "home_page_url": "{home}", "items": [{{"id": "1", "url": "новости/1"}}]}}"#
        )
    };
    let rdf = format!(
        "<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'><channel><title>A</title><link>//www.a.example</link></channel>{item}</r:RDF>"
    );
    for (text, wanted) in [
        (
            channel("<link>https://www.a.example/</link>"),
            "https://www.a.example/",
        ),
        (rdf, "https://www.a.example/"),
        (
            channel("<link>/fr/</link><image><link>/x/</link></image>"),
            "https://a.example/fr/",
        ),
        (
            json("https://www.a.example/index.php"),
            "https://www.a.example/",
        ),
        // that of a template
        (
            channel("<link>http://localhost:4000/</link>"),
            "https://a.example/news/",
        ),
        (json("https://b.example/"), "https://a.example/news/"),
    ] {
        let wanted = Url::parse(wanted).unwrap().join("новости/1").unwrap();
        assert_eq!(urls(feed(&text)), [wanted.to_string()], "{text}");
    }
}

#[test]
fn enclosures_comments_and_names_are_no_pages() {
    let rss = r#"<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel>
<item><enclosure url="https://a.example/a.mp3"/><guid isPermaLink="false">a-1</guid><comments>https://a.example/1#c</comments></item>
<item><guid>tag:a.example,2026:2</guid><media:content url="https://a.example/b.jpg"><media:title>T</media:title></media:content></item>
<item><link>https://a.example/3</link><media:title>Bild</media:title><title>Drei</title><source url="x"><title>S</title></source></item></channel></rss>"#;
    assert_eq!(urls(feed(rss)), ["https://a.example/3"]);
    assert_eq!(title_of(feed(rss)), "Drei");
    let entry = r#"<entry><id>urn:1</id><link rel="enclosure" href="/a.mp3"/><link rel="replies" href="/r"/></entry>"#;
    assert!(atom(entry).items.is_empty());
    let json = r#"{"version":"https://jsonfeed.org/version/1","items":[{"id":"7","external_url":"https://b.example/"}]}"#;
    assert!(feed(json).items.is_empty());
}

#[test]
fn the_character_set_may_stand_in_the_declaration() {
    let mut body = b"<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><rss version=\"2.0\"><channel><item><title>Gr\xfc\xdfe</title><link>/1</link></item></channel></rss>".to_vec();
    let url = Url::parse("https://a.example/").unwrap();
    let read = parse(&body, Some("application/rss+xml"), &url).unwrap();
    assert_eq!(read.items[0].title.as_deref(), Some("Grüße"));
    body.splice(0..0, *b"\n  ");
    let read = parse(&body, None, &url);
    assert!(read.is_some(), "blanks before the declaration");
}

#[test]
fn a_feed_of_any_format_names_its_next_page() {
    let next = "https://a.example/news/feed?page=2";
    let link = format!("rel='next' href='{next}'/>");
    let json = format!(
        r#"{{"version": "https://jsonfeed.org/version/1.1", "next_url": "{next}", "items": [{{"url": "/1"}}]}}"#
    );
    for feed in [
        rss(&format!(
            "<atom:link xmlns:atom='http://www.w3.org/2005/Atom' {link}<item><link>/1</link></item>"
        )),
        atom(&format!("<link {link}<entry><link href='/1'/></entry>")),
        feed(&json),
    ] {
        assert_eq!(feed.next.as_ref().map(Url::as_str), Some(next), "{feed:?}");
    }
}

#[test]
fn of_a_feed_with_too_many_items_the_newest_stay() {
    let most = i64::try_from(MAX_ITEMS).unwrap();
    let now = Utc::now();
    let listed = |count: i64, of_item: fn(i64, String) -> String| {
        let day = |n| (now - chrono::TimeDelta::days(n)).format("%F").to_string();
        let items = (1..=count).rev().map(|n| of_item(n, day(n)));
        items.collect::<Vec<_>>().join(",")
    };
    let of_rss =
        |n: i64, day: String| format!("<item><link>/{n}</link><pubDate>{day}</pubDate></item>");
    let of_atom =
        |n: i64, day: String| format!("<entry><link href='/{n}'/><updated>{day}</updated></entry>");
    let of_json = |n: i64, day: String| format!(r#"{{"url": "/{n}", "date_published": "{day}"}}"#);
    let json = listed(2 * most, of_json);
    for feed in [
        rss(&listed(2 * most + 7, of_rss)),
        atom(&listed(most + 1, of_atom)),
        feed(&format!(
            r#"{{"version": "https://jsonfeed.org/version/1", "items": [{json}]}}"#
        )),
    ] {
        assert!(feed.truncated && feed.items.len() == MAX_ITEMS);
        assert_eq!(feed.items[0].url, "https://a.example/1");
    }
    let undated = rss(&"<item><link>/1</link></item>".repeat(MAX_ITEMS));
    assert!(!undated.truncated);
    let undated = (1..=2 * most).map(|n| format!("<item><link>/{n}</link></item>"));
    let undated = rss(&undated.collect::<String>());
    assert_eq!(undated.items[4_999].url, "https://a.example/5000");
}

#[test]
fn entities_that_grow_are_not_resolved() {
    let laughs = (1..30).map(|n| format!("<!ENTITY l{n} \"&l{};&l{};\">", n - 1, n - 1));
    let laughs = laughs.collect::<Vec<_>>().concat();
    let feed = feed(&format!(
        "<!DOCTYPE rss [<!ENTITY l0 \"ha\">{laughs}<!ENTITY file SYSTEM \"file:///etc/passwd\">]><rss version='2.0'><channel>\
         <item><title>It says &l29; and &file;</title><link>https://a.example/1</link></item></channel></rss>"
    ));
    assert_eq!(title_of(feed), "It says &l29; and &file;");
}

const FEED: &str = "<?xml version='1.0'?><rss version='2.0'><channel><title>A</title><item><title>Eins</title>\
    <link>https://a.example/1</link></item></channel></rss>";

#[test]
fn what_stands_around_a_feed_is_passed_over() {
    let json = r#"{"version":"https://jsonfeed.org/version/1.1","items":[{"url":"https://a.example/1","title":"Eins"}]}"#;
    let atom = "<feed xmlns='http://www.w3.org/2005/Atom'><entry><title>Eins</title><link href='https://a.example/1'/></entry></feed>";
    for feed in [FEED, atom, json] {
        for before in [
            "",
            "\n \n",
            "\0\0",
            "\u{200b}\u{feff}",
            "<br />\n<b>Warnung</b>: Feld <i>\"sprache\"</i> fehlt in <b>/srv/a.php</b> in Zeile <b>7</b><br />\n",
            "\nNotice: undefined offset 3 & more in /srv/b.php on line 41\n",
            "<!-- aus dem Zwischenspeicher -->\n",
            "<script type='text/javascript'>if (1 < 2) { f({}); }</script>\n",
            "<?php echo 1; ?>Предупреждение <hr>",
        ] {
            for after in [
                "",
                "\0",
                "<br>Warning <b>x</b> & co",
                "\n<!-- 0.2 s",
                "</rss></body></html>",
            ] {
                let read = self::feed(&format!("{before}{feed}{after}"));
                assert_eq!(read.items.len(), 1, "{before}{feed}{after}");
                assert!(!read.truncated, "{before}{feed}{after}");
                assert_eq!(title_of(read), "Eins");
            }
        }
    }
    let long = format!("{}{FEED}", "<p>Error</p>".repeat(10_000));
    let url = Url::parse("https://a.example/feed").unwrap();
    assert_eq!(parse(long.as_bytes(), None, &url), None, "too much of it");
}

#[test]
fn characters_that_should_be_escaped_are_text() {
    for (title, text) in [
        ("A & B", "A & B"),
        ("Fisch &amp Brot &foo; R&D;", "Fisch & Brot &foo; R&D;"),
        ("Участие < 50 %", "Участие < 50 %"),
        ("3 <4 <> 5 <- <!x <?", "3 <4 <> 5 <- <!x <?"),
        ("Umsatz <Vorjahr", "Umsatz <Vorjahr"),
        ("Form\u{c}feed \u{1b}[1m", "Formfeed [1m"),
        ("<![CDATA[1 < 2 & ]] > 3]]>", "1 < 2 & ]] > 3"),
        ("<![cdata[Brot & Käse < 3]]>", "Brot & Käse < 3"),
        ("<![CData[Хлеб]]> <![cdata[& сыр]]>", "Хлеб & сыр"),
        ("Pain <![Cdata[]]>&amp; fromage", "Pain & fromage"),
    ] {
        for query in ["", "?a=1&b=2&c;=3", "?x=1&copy=2"] {
            let link = format!("https://a.example/1{query}");
            let item = format!("<item><title>{title}</title><link>{link}</link></item>");
            let feed = rss(&item);
            assert!(!feed.truncated, "{item}");
            assert_eq!(feed.items[0].url, link, "{item}");
            assert_eq!(title_of(feed), text, "{item}");
        }
    }
}

#[test]
fn an_end_tag_that_is_missing_costs_no_item() {
    let item = |number: u8| {
        format!("<item><title>{number}</title><link>https://a.example/{number}</link></item>")
    };
    for broken in [
        "<item><title>2<link>https://a.example/2</link></item>",
        "<item><link>https://a.example/2<title>2</title></item>",
        "<item><title>2</title><link>https://a.example/2</link>",
        "<item><title>2</titel><link>https://a.example/2</link></item>",
        "<item><title>2</title<link>https://a.example/2</link></item>",
        "<item></p><title>2</title></b><link>https://a.example/2</link></item>",
        "<item><title>2</title><link>https://a.example/2</link><description><p>Text<br><ul><li>x</description></item>",
    ] {
        let feed = rss(&format!("{}{broken}{}", item(1), item(3)));
        let titles: Vec<_> = feed.items.iter().flat_map(|item| &item.title).collect();
        assert_eq!(titles, ["1", "2", "3"], "{broken}");
        assert_eq!(feed.items[1].url, "https://a.example/2", "{broken}");
        assert!(!feed.truncated, "{broken}");
    }
}

#[test]
fn a_picture_written_into_an_item_costs_no_item() {
    let data = format!("data:image/png;base64,{}", "QUJD".repeat(400_000));
    for picture in [
        format!("<description><![CDATA[<p>Слово <img src='{data}'> mot]]></description>"),
        format!("<description>&lt;img src=&quot;{data}&quot;&gt; слово</description>"),
        format!("<content><div><img src=\"{data}\" alt='mot'/></div></content>"),
        format!("<!-- {data} -->"),
    ] {
        let feed = rss(&format!(
            "<item><link>/1</link>{picture}</item><item><link>/2</link></item>"
        ));
        assert!(!feed.truncated, "{}", &picture[..20]);
        assert_eq!(urls(feed), ["https://a.example/1", "https://a.example/2"]);
    }
}

#[test]
fn elements_are_known_by_their_namespaces() {
    for feed in [
        "<rss version='2.0' xmlns:x='http://www.w3.org/2005/Atom'><channel><item><x:title>Eins</x:title><x:link href='https://a.example/1'/><x:updated>2026-11-20</x:updated></item></channel></rss>",
        "<rss version='2.0' xmlns:d='http://purl.org/dc/elements/1.1/' xmlns:t='http://purl.org/dc/terms/'><channel><item><d:title>Eins</d:title><link>https://a.example/1</link><t:created>2026-11-20</t:created></item></channel></rss>",
        "<rss version='2.0' xmlns:m='http://search.yahoo.com/mrss/'><channel><item><link>https://a.example/1</link><m:title>Eins</m:title><dc:date>2026-11-20</dc:date></item></channel></rss>",
        "<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:s='http://purl.org/rss/1.0/' xmlns:t='http://purl.org/dc/terms/'><s:item><s:title>Eins</s:title><s:link>https://a.example/1</s:link><t:issued>2026-11-20</t:issued></s:item></r:RDF>",
        "<RSS xmlns='http://odd.example/'><channel><item><title>Eins</title><link>https://a.example/1</link><t:modified xmlns:t='http://purl.org/dc/terms/'>2026-11-20</t:modified></item></channel></RSS>",
        "<feed xmlns='http://purl.org/atom/ns#'><entry><title>Eins</title><link href='https://a.example/1'/><issued>2026-11-20</issued></entry></feed>",
        // A prefix that elsewhere means something else.
        "<rss version='2.0' xmlns:atom='http://odd.example/'><channel><item><title>Eins</title><atom:title>Zwei</atom:title><atom:link href='/2'/><link>https://a.example/1</link><pubDate>2026-11-20</pubDate></item></channel></rss>",
    ] {
        let read = self::feed(feed);
        let day = read.items[0].published.unwrap().format("%F");
        assert_eq!(day.to_string(), "2026-11-20", "{feed}");
        assert_eq!(urls(read), ["https://a.example/1"], "{feed}");
        assert_eq!(title_of(self::feed(feed)), "Eins", "{feed}");
    }
}

#[test]
fn of_several_links_the_page_in_the_language_of_the_feed_counts() {
    let atom = |links: &str| {
        urls(feed(&format!(
            "<feed xmlns='http://www.w3.org/2005/Atom' xml:lang='de-AT'><entry><id>tag:a,1</id>{links}</entry></feed>"
        )))
    };
    for links in [
        "<link rel='alternate' type='application/activity+json' href='/1.json'/><link rel='alternate' type='text/html' href='/1'/>",
        "<link rel='alternate' type='application/pdf' href='/1.pdf'/><link href='/1'/>",
        "<link rel='enclosure' type='image/png'>/1.png</link><link href='/1' type='application/xhtml+xml'/>",
        "<link rel='HTTP://www.iana.org/assignments/relation/Alternate' href='/1'/><link rel='via' href='/2'/>",
        "<link hreflang='fr' href='/fr/1'/><link hreflang='DE' href='/1'/>",
        "<link hreflang='cs' href='/cs/1'/><link href='/1'/>",
        "<link>/1</link><link rel='related' href='/2'/>",
    ] {
        assert_eq!(atom(links), ["https://a.example/1"], "{links}");
    }
    let translations = "<link hreflang='fr' href='/fr/1'/><link hreflang='en' href='/en/1'/>";
    let either = ["https://a.example/fr/1", "https://a.example/en/1"];
    assert_eq!(atom(translations), either, "either may be meant");
    let other = "<link type='application/pdf' href='/1.pdf'/>";
    assert_eq!(atom(other), ["https://a.example/1.pdf"]);
}

#[test]
fn an_entry_without_a_link_to_its_page_is_at_the_address_that_it_has() {
    let atom = |entry| urls(atom(&format!("<entry><id>tag:a,1</id>{entry}</entry>")));
    for entry in [
        "<link rel='self' href='https://a.example/1'/>",
        "<link rel='related' type='text/html' href='/1'/><summary>Mehr</summary>",
        "<link rel='canonical' href='/1'/>",
        "<content type='text/html' src='/1'/>",
        "<link rel='self' href='/api/1'/><link rel='canonical' href='/1'/>",
        "<link rel='self' type='application/atom+xml' href='/api/1'/><link rel='related' href='/1'/>",
        "<link rel='self' href='/api/1'/><id>https://a.example/1</id>",
        "<content src='/api/1'/><link href='/1'/>",
    ] {
        assert_eq!(atom(entry), ["https://a.example/1"], "{entry}");
    }
    for entry in [
        "<content type='image/png' src='/1.png'/>",
        "<link rel='self' type='application/json' href='/1'/>",
        "<link rel='edit' href='/1'/>",
    ] {
        assert_eq!(atom(entry), [""; 0], "{entry}");
    }
}

#[test]
fn an_item_without_a_link_is_found_by_what_else_names_its_page() {
    let rss = |item| urls(rss(&format!("<item><title>A</title>{item}</item>")));
    for item in [
        "<guid isPermaLink='false'>https://a.example/1</guid>",
        "<guid>https://a.example/1</guid><link/>",
        "<link>https://a.example/</link><guid isPermaLink='true'>https://a.example/1</guid>",
        "<link>/</link><guid>https://a.example/1</guid>",
        "<link>https://a.example/1</link><guid>https://a.example/?p=80001</guid>",
        "<link/><atom:link rel='alternate' href='https://a.example/1'/>",
        "<link>https://b.example/~r/a/1</link><feedburner:origLink>https://a.example/1</feedburner:origLink>",
        "<link>a.example/1</link>",
        "<link>//a.example/1</link>",
        "<link>\n  <![CDATA[\n /1 ]]>\n</link>",
        "<guid isPermaLink='true'><![CDATA[ /1 ]]></guid>",
        "<description><![CDATA[<p>Mehr <a href='https://a.example/1'>lesen</a></p>]]></description>",
        "<content:encoded>Ещё &lt;a href=\"/1\"&gt;дальше&lt;/a&gt;</content:encoded>",
    ] {
        assert_eq!(rss(item), ["https://a.example/1"], "{item}");
    }
    let bare = rss("<link>www.b.example:81/1</link>");
    assert_eq!(bare, ["https://www.b.example:81/1"]);
    let front = rss("<link>https://a.example/</link>");
    assert_eq!(front, ["https://a.example/"]);
    assert!(rss("<guid>urn:uuid:7</guid><description>Nur Text</description>").is_empty());
}

#[test]
fn the_language_of_a_feed_decides_what_its_months_mean() {
    for (language, expected) in [
        ("<language>hr</language>", "2026-10-15"),
        ("<language>pl-PL</language>", "2026-11-15"),
        ("<dc:language>cs</dc:language>", "2026-11-15"),
        ("<language>HR-hr</language>", "2026-10-15"),
    ] {
        let item = "<item><link>/1</link><pubDate>15. listopad 2026</pubDate></item>";
        let published = rss(&[language, item].concat()).items[0].published;
        let day = published.unwrap().format("%F").to_string();
        assert_eq!(day, expected, "{language}");
    }
}

#[test]
fn the_date_of_the_format_itself_comes_before_others() {
    let rss = |dates: &str| rss(&format!("<item><link>/1</link>{dates}</item>"));
    let atom = |dates: &str| atom(&format!("<entry><link href='/1'/>{dates}</entry>"));
    for (feed, wanted) in [
        (
            rss("<dc:date>2019-02-03</dc:date><pubDate>Fri, 20 Nov 2026 10:00:00 GMT</pubDate>"),
            "2026-11-20",
        ),
        (
            rss(
                "<dcterms:issued>1998-03-04</dcterms:issued><pubDate>пятница, 20 ноября 2026 г. 10:05</pubDate>",
            ),
            "2026-11-20",
        ),
        (
            rss("<pubDate>2026-11-20</pubDate><dc:date>2019-02-03</dc:date>"),
            "2026-11-20",
        ),
        (
            atom(
                "<x:created xmlns:x='http://purl.org/dc/terms/'>2019-02-03</x:created><published>2026-11-20T10:00:00Z</published>",
            ),
            "2026-11-20",
        ),
        (
            rss("<pubDate>bientôt</pubDate><dc:date>2026-11-20</dc:date>"),
            "2026-11-20",
        ),
        (rss("<dc:date>2019-02-03</dc:date>"), "2019-02-03"),
    ] {
        let published = feed.items[0].published.unwrap();
        assert_eq!(published.format("%F").to_string(), wanted, "{feed:?}");
    }
}

#[test]
fn bytes_that_are_nearly_a_feed_parse_within_its_bounds() {
    let seeds = [
        "<?xml version='1.0' encoding='iso-8859-1'?><rss version='2.0' xmlns:a='http://www.w3.org/2005/Atom' xml:base='/x/'><channel>\
         <a:link rel='self' href='https://h.example/'/><item><title><![CDATA[One &]]> two &#38;</title><link>/1</link>\
         <pubDate>Fri, 20 Nov 2026 10:00:00 +0100</pubDate><guid isPermaLink='false'>x</guid></item></channel></rss>",
        "<feed xmlns='http://www.w3.org/2005/Atom'><entry><title type='html'>T</title><link rel='alternate' href='https://a.example/1'/>\
         <updated>2026-11-20T10:00:00Z</updated></entry></feed>",
        r#"{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","url":"/1","title":"T","date_published":"2026-11-20T10:00:00Z"}]}"#,
    ];
    let words = [
        "<item>",
        "</item>",
        "<link>",
        "xml:base='//[::1]:0/'",
        "<!ENTITY a '&a;&a;'>",
        "&a;",
        "<![CDATA[",
        "[[[[[[[[",
    ];
    let url = Url::parse("https://a.example/feed").unwrap();
    testsite::try_mutated(&seeds, &words, 1_500, |body| {
        let feeds = [None, Some("text/xml; charset=utf-16")].map(|kind| parse(body, kind, &url));
        for feed in feeds.into_iter().flatten() {
            assert!(feed.items.len() <= MAX_ITEMS);
            for item in feed.items {
                let is_title = |title: &str| {
                    !title.is_empty()
                        && title.len() <= MAX_FIELD
                        && !title.contains(char::is_control)
                };
                assert!(item.title.as_deref().is_none_or(is_title), "{item:?}");
                let url = Url::parse(&item.url);
                let is_web =
                    url.is_ok_and(|url| url.has_host() && url.scheme().starts_with("http"));
                assert!(is_web, "{item:?}");
            }
        }
    });
}
