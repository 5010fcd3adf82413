use chrono::TimeZone;

use super::*;
use crate::feeds::markup::MAX_EVENT;
use crate::tests::made::gzip;

const NEWS: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
  <url>
    <loc>https://a.example/eins?a=1&amp;b=2</loc>
    <lastmod>2026-11-20T10:00:00+01:00</lastmod>
    <image:image><image:loc>https://a.example/bild.jpg</image:loc><image:title>Bild</image:title></image:image>
    <news:news>
      <news:publication><news:name>A</news:name><news:language>de</news:language></news:publication>
      <news:publication_date>2026-11-20T08:30+01:00</news:publication_date>
      <news:title><![CDATA[Brücke & Tunnel]]> im
        Bau &#8211; fertig</news:title>
    </news:news>
  </url>
  <url><loc> https://a.example/zwei </loc><lastmod>2026-11-19</lastmod></url>
  <url><lastmod>2026-11-19</lastmod></url>
</urlset>"#;

fn gz(text: &str) -> Vec<u8> {
    gzip(text.as_bytes())
}

/// The addresses of the entries of a sitemap, of pages first.
fn urls(text: &str) -> Vec<String> {
    let sitemap = parse(text.as_bytes()).unwrap();
    let entries = sitemap.pages.into_iter().chain(sitemap.sitemaps);
    entries.map(|entry| entry.url).collect()
}

#[test]
fn a_news_sitemap_gives_addresses_titles_and_dates() {
    let sitemap = parse(NEWS.as_bytes()).unwrap();
    assert!(!sitemap.truncated && sitemap.sitemaps.is_empty());
    let [one, two] = &sitemap.pages[..] else {
        panic!("{sitemap:?}")
    };
    assert_eq!(one.url, "https://a.example/eins?a=1&b=2");
    assert_eq!(
        one.title.as_deref(),
        Some("Brücke & Tunnel im Bau – fertig")
    );
    assert_eq!(
        one.published,
        Some(Utc.with_ymd_and_hms(2026, 11, 20, 7, 30, 0).unwrap())
    );
    assert_eq!(
        one.modified,
        Some(Utc.with_ymd_and_hms(2026, 11, 20, 9, 0, 0).unwrap())
    );
    assert!(one.news && !two.news);
    assert_eq!(two.url, "https://a.example/zwei");
    assert_eq!(
        two.modified,
        Some(Utc.with_ymd_and_hms(2026, 11, 19, 23, 59, 59).unwrap()),
        "a change of that day, whenever it was"
    );
}

#[test]
fn a_gzipped_one_reads_the_same_and_two_members_as_one() {
    assert_eq!(parse(&gz(NEWS)), parse(NEWS.as_bytes()));
    let (head, tail) = NEWS.split_at(300);
    assert_eq!(
        parse(&[gz(head), gz(tail)].concat()),
        parse(NEWS.as_bytes())
    );
}

#[test]
fn a_line_that_is_too_long_for_an_address_is_not_held() {
    let address = |length: usize| format!("https://a.example/{}", "x".repeat(length - 18));
    let list = [
        address(5 << 20),
        "https://a.example/eins".to_owned(),
        address(MAX_FIELD),
        address(MAX_FIELD + 1),
        "https://a.example/zwei".to_owned(),
        address(MAX_FIELD),
    ]
    .join("\n");
    let sitemap = parse(&gz(&list)).unwrap();
    let lengths: Vec<usize> = sitemap.pages.iter().map(|page| page.url.len()).collect();
    assert_eq!(lengths, [22, MAX_FIELD, 22, MAX_FIELD]);
    assert!(!sitemap.truncated);
    let mut held = Vec::new();
    let mut input = address(5 << 20);
    input += "\nhttps://a.example/eins";
    assert!(read_line(&mut input.as_bytes(), &mut held).unwrap());
    assert!(held.is_empty() && held.capacity() < 2 * MAX_FIELD);
}

#[test]
fn of_a_text_or_tag_that_would_fill_the_memory_the_rest_is_left_out() {
    let entry = "<url><loc>https://a.example/eins</loc></url>";
    for (begin, end, wanted) in [
        ("<url><loc>", "</loc></url>", (2, false)),
        ("<url><loc><![CDATA[", "]]]></loc></url>", (2, false)),
        ("<!--", "--->", (2, false)),
        ("<url x='", "' y='z'/>", (2, false)),
        ("<!--", "", (1, true)),
    ] {
        let long = "ж".repeat(MAX_EVENT);
        let list = format!("<urlset>{entry}{begin}{long}{end}{entry}</urlset>");
        let sitemap = parse(&gz(&list)).unwrap();
        let read = (sitemap.pages.len(), sitemap.truncated);
        assert_eq!(read, wanted, "{begin}");
    }
    let many = entry.repeat(MAX_EVENT / entry.len() + 10);
    let sitemap = parse(format!("<urlset>{many}</urlset>").as_bytes()).unwrap();
    assert!(!sitemap.truncated && sitemap.pages.len() > MAX_EVENT / entry.len());
}

#[test]
fn sitemaps_in_other_encodings_are_read_whole() {
    let latin = |text: &str| text.chars().map(|c| c as u8).collect::<Vec<u8>>();
    let news = |declaration: &str| {
        format!(
            "<?xml version=\"1.0\"{declaration}?><urlset><url><loc>https://a.example/1</loc><news><title>Grüße aus Köln</title></news></url>\
             <url><loc>https://a.example/2</loc></url></urlset>"
        )
    };
    let declared = latin(&news(" encoding=\"ISO-8859-1\""));
    let wide: Vec<u8> = std::iter::once(0xfeff)
        .chain(news(" encoding=\"UTF-16\"").encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    let unmarked: Vec<u8> = news("").encode_utf16().flat_map(u16::to_be_bytes).collect();
    for bytes in [
        &declared,
        &gzip(&declared),
        &wide,
        &unmarked,
        &gzip(&wide[2..]),
    ] {
        let sitemap = parse(bytes).unwrap();
        assert_eq!(sitemap.pages.len(), 2, "{sitemap:?}");
        assert_eq!(sitemap.pages[0].title.as_deref(), Some("Grüße aus Köln"));
    }
    let plain = "<urlset><url><loc>/1</loc></url><url><loc>/2</loc></url></urlset>";
    let plain: Vec<u8> = plain.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(parse(&plain).unwrap().pages.len(), 2);
    let mut cut = news("")
        .replace("Grüße aus Köln", "Grüße aus Köl…")
        .into_bytes();
    let at = cut.iter().position(|byte| *byte == 0xe2).unwrap();
    cut.drain(at + 1..at + 3);
    let cut = parse(&cut).unwrap();
    assert_eq!(cut.pages.len(), 2, "a character cut in half");
    // Beyond the bound on decoding, the first parse counts.
    let many = "<url><loc>https://a.example/</loc></url>".repeat(10);
    let comment = format!("<!--{}-->", " ".repeat(1 << 16));
    let comments = comment.repeat(usize::try_from(MAX_DECODED >> 16).unwrap());
    let large = format!("<urlset>{comments}{many}").into_bytes();
    let large = [large, b"\xff</urlset>".to_vec()].concat();
    assert_eq!(parse(&large).unwrap().pages.len(), 10);
}

#[test]
fn zeros_after_the_end_or_a_missing_checksum_damage_nothing() {
    let whole = parse(NEWS.as_bytes());
    let padded = [gz(NEWS), vec![0; 700]].concat();
    assert_eq!(parse(&padded), whole);
    let compressed = gz(NEWS);
    assert_eq!(parse(&compressed[..compressed.len() - 8]), whole);
}

#[test]
fn other_things_are_no_sitemap() {
    for text in [
        "",
        "<html><body>404</body></html>",
        "Not found",
        "{\"a\": 1}",
        "<rss><channel/></rss>",
        "\u{1f}\u{8b}",
    ] {
        assert_eq!(parse(text.as_bytes()), None, "{text}");
    }
}

#[test]
fn bombs_stop_at_the_bounds() {
    let blanks = " ".repeat(MAX_SITEMAP_BYTES);
    let zeros = gz(&format!("<urlset><url><loc>{blanks}</loc></url></urlset>"));
    for bomb in [gzip(&zeros), zeros] {
        assert!(parse(&bomb).is_none_or(|sitemap| sitemap.truncated));
    }
    let many = "<url><loc>https://a.example/</loc></url>".repeat(MAX_ENTRIES + 1);
    let sitemap = parse(format!("<urlset>{many}</urlset>").as_bytes()).unwrap();
    assert!(sitemap.truncated && sitemap.pages.len() == MAX_ENTRIES);
    let deep = format!("<urlset>{}", "<a>".repeat(100_000));
    assert!(parse(deep.as_bytes()).unwrap().truncated);
    let entities = "<!DOCTYPE u [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><urlset><url><loc>https://a.example/&b;</loc></url></urlset>";
    assert_eq!(urls(entities), ["https://a.example/&b;"]);
}

#[test]
fn what_is_compressed_twice_is_a_sitemap_too() {
    let plain = "<urlset><url><loc>https://a.example/</loc></url></urlset>";
    let twice = gzip(&gz(plain));
    assert_eq!(parse(&twice), parse(plain.as_bytes()));
    assert_eq!(parse(&gzip(&twice)), None);
}

#[test]
fn an_entry_may_be_its_address_itself() {
    let index = "<sitemapindex><sitemap>\nhttps://a.example/map.jss?c=2&amp;l=en\n</sitemap><sitemap>none</sitemap></sitemapindex>";
    assert_eq!(urls(index), ["https://a.example/map.jss?c=2&l=en"]);
    let list = "<urlset><url>www.a.example/1</url><url><![CDATA[ https://a.example/2 ]]></url><url>\n<loc>https://a.example/3</loc>\n</url></urlset>";
    let wanted = "//www.a.example/1 https://a.example/2 https://a.example/3";
    assert_eq!(urls(list).join(" "), wanted);
    for fields in [
        "<lastmod>2026-11-20</lastmod>",
        "<priority>0.5</priority>\n<changefreq>daily</changefreq>",
        "<n:news><n:title>Neue Brücke</n:title></n:news>",
    ] {
        let list =
            format!("<urlset xmlns:n='x'><url>\nhttps://a.example/1\n{fields}</url></urlset>");
        assert_eq!(urls(&list), ["https://a.example/1"], "{fields}");
    }
}

#[test]
fn a_gzipped_feed_in_the_place_of_a_sitemap_is_decompressed() {
    let feed = b"<rss><channel><title>Paper</title></channel></rss>";
    assert_eq!(*decompressed(feed), feed[..]);
    let compressed = gzip(feed);
    assert_eq!(*decompressed(&compressed), feed[..]);
    let half = decompressed(&compressed[..compressed.len() - 12]);
    assert!(feed.starts_with(&half), "the bytes before the damage");
}

/// Two entries, the first of which has this content.
fn two(content: &str) -> String {
    format!(
        "<?xml version='1.0'?><urlset><url>{content}</url><url><loc>https://a.example/2</loc></url></urlset>"
    )
}

#[test]
fn a_sitemap_with_damage_is_read_to_its_end() {
    let one = "https://a.example/1";
    for (content, url) in [
        (
            "<loc>https://a.example/?a=1&b=2</loc>",
            "https://a.example/?a=1&b=2",
        ),
        (
            "<loc>https://a.example/?a=1&copy;=2&lang=x&amp;c=3</loc>",
            "https://a.example/?a=1©=2&lang=x&c=3",
        ),
        (
            "<loc>{}</loc><news><title>Kunst & Handwerk < 50 &nbsp;x &raquo</title></news>",
            one,
        ),
        (
            "<loc>{}</loc><image><caption>Caf&eacute; &unbekannt; <b</caption></image>",
            one,
        ),
        (
            "<loc>{}</loc><news><title>\u{c}Явка \u{1b}\0</title></news>",
            one,
        ),
        ("<loc>{}<lastmod>2026-11-20</lastmod>", one),
        ("<loc>{}</lok><lastmod>2026-11-20</lastmod></p>", one),
        (
            "<loc>{}</loc><news><title>A<publication_date>2026-11-20</publication_date>",
            one,
        ),
    ] {
        let text = two(&content.replace("{}", url));
        assert_eq!(urls(&text), [url, "https://a.example/2"], "{content}");
        let sitemap = parse(text.as_bytes()).unwrap();
        assert!(!sitemap.truncated, "{content}");
    }
    let unclosed = two("<loc>https://a.example/1</loc>").replacen("</url>", "", 1);
    assert_eq!(urls(&unclosed).len(), 2);
}

#[test]
fn what_stands_around_a_sitemap_is_passed_over() {
    let index = "<sitemapindex><sitemap><loc>https://a.example/1.xml</loc></sitemap><sitemap><loc>https://a.example/2.xml</loc></sitemap></sitemapindex>";
    for document in [two("<loc>https://a.example/1</loc>").as_str(), index] {
        for (before, after) in [
            (
                "<br />\n<b>Warning</b>: Undefined key \"lang\" in <b>/srv/a.php</b><br />\n",
                "",
            ),
            ("", "<br />\n<b>Avertissement</b> : ligne <b>7</b>"),
            ("\nHinweis: veraltet in /srv/b.php\n", "\0\0"),
            ("<script>var a = {};</script>", "<!-- 0,3 s"),
            ("\u{200b}", "</html>"),
        ] {
            let body = format!("{before}{document}{after}");
            for bytes in [body.as_bytes().to_vec(), gz(&body)] {
                let sitemap = parse(&bytes).unwrap();
                assert_eq!((sitemap.len(), sitemap.truncated), (2, false), "{body}");
            }
        }
    }
}

#[test]
fn each_address_of_an_element_is_an_entry() {
    let index = "<sitemapindex><sitemap><lastmod>2026-11-20</lastmod><loc>/1.xml</loc><loc>/2.xml</loc><loc>/3.xml</loc></sitemap></sitemapindex>";
    let sitemap = parse(index.as_bytes()).unwrap();
    assert_eq!(urls(index), ["/1.xml", "/2.xml", "/3.xml"]);
    assert!(sitemap.sitemaps[0].modified.is_some());
}

#[test]
fn a_list_of_which_at_least_half_are_addresses_is_a_sitemap() {
    let list = "\u{feff}https://a.example/1\r\n# Seiten\n\nwww.a.example/2\nhttps://a.example/3";
    assert_eq!(
        urls(list),
        [
            "https://a.example/1",
            "//www.a.example/2",
            "https://a.example/3"
        ]
    );
    let lines = [
        "a.example:81/1",
        "A.example/2?b",
        "sport.a.example/3",
        "../4.html",
        "/5",
        "no address.html/6",
    ];
    let pages = |lines: &[&str]| parse(lines.join("\n").as_bytes()).map(|found| found.len());
    assert_eq!(pages(&lines[..5]), Some(3));
    assert_eq!(pages(&lines[1..]), None);
    let text = "See these:\nhttps://a.example/1\nand more.";
    assert_eq!(parse(text.as_bytes()), None);
}

#[test]
fn a_date_that_means_not_set_is_none() {
    for date in [
        "0001-01-01T00:00:00Z",
        "1970-01-01",
        "-0001-11-30T00:00:00+00:00",
        "0000-00-00",
        "1900",
    ] {
        let news = format!(
            "<loc>https://a.example/1</loc><lastmod>{date}</lastmod><news><publication_date>{date}</publication_date></news>"
        );
        let page = parse(two(&news).as_bytes()).unwrap().pages.remove(0);
        assert_eq!((page.modified, page.published), (None, None), "{date}");
    }
}

#[test]
fn bytes_that_are_nearly_a_sitemap_parse_within_its_bounds() {
    let index =
        "<sitemapindex><sitemap><loc>https://a.example/s.xml.gz</loc></sitemap></sitemapindex>";
    let lines = "https://a.example/1\nhttps://a.example/2\n";
    let words = [
        "<url>",
        "</url>",
        "<!DOCTYPE a [",
        "<!ENTITY a '&a;&a;'>",
        "&a;",
        "<![CDATA[",
    ];
    testsite::try_mutated(&[NEWS, index, lines], &words, 1_500, |body| {
        let Some(sitemap) = parse(body) else { return };
        assert!(sitemap.len() <= MAX_ENTRIES);
        let mut entries = sitemap.pages.iter().chain(&sitemap.sitemaps);
        let is_title = |title: &str| {
            !title.is_empty() && title.len() <= MAX_FIELD && !title.contains(char::is_control)
        };
        assert!(
            entries.all(|entry| {
                !entry.url.is_empty() && entry.title.as_deref().is_none_or(is_title)
            })
        );
    });
}
