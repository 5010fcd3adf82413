use super::{DatePrecision, FieldSource};
use crate::cases::rows;
use crate::metadata::Metadata;

fn read(html: &str) -> Metadata {
    crate::extract(&crate::Input::new(html, None), &crate::Options::default()).metadata
}

/// The day of publication; empty if unknown.
fn day(html: &str) -> String {
    let date = read(html).date_published;
    date.map_or_else(String::new, |date| date.at.format("%F").to_string())
}

const FERRY: &str = "<p>The ferry between the island and the mainland is back in service after nine days, in which the mail came by helicopter.</p>";

#[test]
fn midnight_in_data_means_the_day() {
    let linked = |date: &str| {
        format!(
            r#"<script type=application/ld+json>{{"@type":"Article","datePublished":"{date}"}}</script><p>x"#
        )
    };
    for html in [
        linked("2024-05-03T00:00:00+02:00"),
        linked("2024-05-03T00:00"),
        "<meta property=article:published_time content=2024-05-03T00:00:00Z><p>x".to_owned(),
        "<h1>Neue Brücke</h1><time datetime='2024-05-03 00:00:00'>3.5.</time>".to_owned(),
    ] {
        let published = read(&html).date_published.unwrap();
        assert_eq!(published.precision, DatePrecision::Day, "{html}");
    }
    for offset in ["+02:00", "-08:00", "+13:00", "Z", ""] {
        let midnight = read(&linked(&format!("2024-05-03T00:00:00{offset}")));
        let published = midnight.date_published.unwrap();
        assert_eq!(
            published.at.to_rfc3339(),
            "2024-05-03T00:00:00+00:00",
            "{offset}"
        );
        assert_eq!(published.offset_minutes, None, "{offset}");
    }
    let exact = read(&linked("2024-05-03T00:00:01+02:00"));
    assert_eq!(
        exact.date_published.unwrap().precision,
        DatePrecision::Second
    );
    let shown = read("<h1>Neue Brücke</h1><p>3. Mai 2024, 00:00 Uhr</p>");
    assert_eq!(
        shown.date_published.unwrap().precision,
        DatePrecision::Minute
    );
}

#[test]
fn a_time_without_an_offset_is_in_the_zone_of_the_site() {
    let read = |html: &str| {
        let input = crate::Input {
            time_zone: Some(chrono_tz::Europe::Berlin),
            ..crate::Input::new(html, None)
        };
        crate::extract(&input, &crate::Options::default()).metadata
    };
    // the hour occurs twice, and does not occur
    for [stated, at, minutes] in rows(
        "7. Juli 2024, 18:30 Uhr => 2024-07-07T16:30:00+00:00 => Some(120)
        7. Januar 2024, 18:30 Uhr => 2024-01-07T17:30:00+00:00 => Some(60)
        27. Oktober 2024, 02:30 Uhr => 2024-10-27T00:30:00+00:00 => Some(120)
        31. März 2024, 02:30 Uhr => 2024-03-31T02:30:00+00:00 => None
        7. Juli 2024 => 2024-07-07T00:00:00+00:00 => None",
    ) {
        let published = read(&format!("<h1>Neue Brücke</h1><p>{stated}</p>"));
        let published = published.date_published.unwrap();
        assert_eq!(published.at.to_rfc3339(), at, "{stated}");
        let offset = published.offset_minutes;
        assert_eq!(format!("{offset:?}"), minutes, "{stated}");
    }
    let stated = read(
        "<meta property=article:published_time content=2024-07-07T18:30:00Z>\
         <meta property=article:modified_time content=2024-07-07T22:30:00><p>x",
    );
    let published = stated.date_published.unwrap();
    assert_eq!(published.at.to_rfc3339(), "2024-07-07T18:30:00+00:00");
    let modified = stated.date_modified.unwrap();
    assert_eq!(modified.to_rfc3339(), "2024-07-07T20:30:00+00:00");
}

#[test]
fn a_change_before_the_publication_is_ignored() {
    let changed = |published: &str, change: &str| {
        let html = format!(
            "<meta property=article:published_time content={published}>\
             <meta property=article:modified_time content={change}><p>x"
        );
        read(&html).date_modified.map(|at| at.to_rfc3339())
    };
    for (published, change) in [
        ("2024-05-03T10:00:00Z", "2024-05-02T10:00:00Z"),
        ("2024-05-03T10:00:00Z", "2024-05-03"),
        ("2024-05-03T10:00:00Z", "2024-05-03T00:00:00Z"),
    ] {
        assert_eq!(changed(published, change), None, "{change}");
    }
    for (published, change) in [
        ("2024-05-03T10:00:00Z", "2024-05-03T09:00:00Z"),
        ("2024-05-03T10:00:00Z", "2024-05-04"),
        ("2024-05-03", "2024-05-03"),
        ("2024-05-04T01:00:00+02:00", "2024-05-03T23:30:00Z"),
    ] {
        assert!(changed(published, change).is_some(), "{change}");
    }
}

#[test]
fn of_several_changes_the_first_after_the_publication_counts() {
    let html = r#"<script type=application/ld+json>
        {"@type":"Article","datePublished":"2024-05-03T10:00:00Z","dateModified":"2023-01-01"}</script>
        <meta property=article:modified_time content=2024-05-04T10:00:00Z><p>x"#;
    let read = read(html);
    assert_eq!(read.decisions["date_modified"].source, FieldSource::Meta);
}

#[test]
fn a_change_that_the_text_reports_far_from_the_headline_is_not_that_of_the_page() {
    let text = "<p>Der Rat tagte lange.".repeat(30);
    let html = format!("<h1>Neue Brücke gebaut</h1>{text}<p>Updated: November 11, 2011");
    assert_eq!(read(&html).date_modified, None);
}

#[test]
fn the_date_of_a_change_has_its_source() {
    for [html, source] in rows(
        "<meta property=article:modified_time content=2024-05-04T10:00:00Z> => Meta
        <p>x <time itemprop=dateModified datetime=2024-05-04>4.5.</time> => Microdata
        <h1>Neue Brücke gebaut</h1><p>Aktualisiert am 4. Mai 2024</p> => Text",
    ) {
        let read = read(html);
        assert!(read.date_modified.is_some(), "{html}");
        let decided = read.decisions["date_modified"].source;
        assert_eq!(format!("{decided:?}"), source);
    }
}

/// Publication and change; empty if unknown.
fn dates(html: &str) -> [String; 2] {
    let read = read(html);
    let published = read.date_published.map(|date| date.at);
    [published, read.date_modified]
        .map(|at| at.map_or_else(String::new, |at| at.format("%d %H:%M").to_string()))
}

#[test]
fn a_time_behind_the_label_of_a_change_is_exact() {
    let html = "<h1>Neue Brücke gebaut</h1><p>Posted 9 June 2022</p>\
        <p>Updated <time datetime=2022-06-10T15:21Z>10 June 2022</time></p>";
    assert_eq!(dates(html), ["09 00:00", "10 15:21"]);
    let teaser = "<h1>Neue Brücke gebaut</h1><p>Posted 9 June 2022</p><ul><li>Update: Der Rat tagte \
        lange und stritt um alte Brücken <time datetime=2022-06-10T15:21Z>10.6.</time></ul>";
    assert_eq!(dates(teaser), ["09 00:00", ""]);
    let marked = "<h1>Neue Brücke gebaut</h1><p><time itemprop=dateModified datetime=2022-06-10T15:21Z>\
        9.6.2022 11:03 | 10.6.2022 15:21</time></p>";
    assert_eq!(dates(marked), ["09 11:03", "10 15:21"]);
}

#[test]
fn the_dates_of_the_page_in_linked_data_are_those_of_the_article() {
    let page = r#"{"@type":"WebPage","datePublished":"2022-06-09T11:03Z","dateModified":"2022-06-10T15:21Z"}"#;
    let article = r#"{"@type":"NewsArticle","headline":"x"}"#;
    for entities in [page.to_owned(), format!("[{article},{page}]")] {
        let html = format!("<script type=application/ld+json>{entities}</script><p>x");
        assert_eq!(dates(&html), ["09 11:03", "10 15:21"], "{entities}");
    }
}

#[test]
fn dates_of_comments_events_and_other_articles_are_not_those_of_the_page() {
    let text = "<p>Der Rat tagte lange und stritt.".repeat(30);
    for other in [
        "<div class=comment>Uwe 12. Mai 2024 um 08:11</div>",
        "<div class=related><p>12. Mai 2024 <a href=/x>Alte Brücke</a></div>",
        "<aside><p>Konzert: 12. Mai 2024</aside>",
        "<p class=event>Konzert: 12. Mai 2024</p>",
        "<footer><p>Gegründet am 12. Mai 1999</footer>",
        "<figure><figcaption>Aufnahme vom 12. Mai 2024</figcaption></figure>",
    ] {
        let html = format!("<h1>Neue Brücke gebaut</h1>{text}{other}");
        assert_eq!(dates(&html), ["", ""], "{other}");
    }
    for page in [
        format!("<h1>Neue Brücke gebaut</h1>{text}<p>12. Mai 2024</p>"),
        format!("<body class=comments><h1>Neue Brücke gebaut</h1>{text}<p>12. Mai 2024</p>"),
        format!("<article class=event><h1>Neue Brücke gebaut</h1>{text}<p>12. Mai 2024</p>"),
        format!("<article><h1>Neue Brücke gebaut</h1>{text}<footer>12. Mai 2024</footer>"),
        format!("<h1>Neue Brücke gebaut</h1>{text}<footer>12. Mai 2024 00:00</footer>"),
    ] {
        assert_eq!(dates(&page)[0], "12 00:00", "{page}");
    }
}

#[test]
fn dates_of_comments_asides_and_teasers_are_not_that_of_an_undated_article() {
    let text = "<p>The council closed the bridge for two years after a long night of heated talks in the crowded town hall.".repeat(4);
    let day = |rest: &str| day(&format!("<h1>The bridge is closed</h1>{text}{rest}"));
    let words = "word ".repeat(20);
    let items = |date: &str| format!("<div class=x><b>Ann</b> {date}<p>{words}</div>").repeat(3);
    assert_ne!(day("<p>17 May 2020"), "");
    for other in [
        "<aside><p>17 May 2020</aside>",
        "<div class=comments><p>Ann, 17 May 2020<p>Well.</div>",
        &items("17 May 2020"),
        &items("<time datetime=2020-05-17>yesterday</time>"),
    ] {
        assert_eq!(day(other), "", "{other}");
    }
}

#[test]
fn the_date_in_a_meta_element_of_a_comment_or_another_article_is_not_that_of_the_page() {
    let text = FERRY.repeat(3);
    let meta = "<meta itemprop=datePublished content=2026-03-05T08:00>";
    let day = |above: &str, below: &str| {
        day(&format!(
            "<body>{above}<h1>Ferry back in service</h1><p>22 May 2026</p>{text}{below}<footer>Imprint</footer>"
        ))
    };
    for below in [
        format!("<section id=comments><div>{meta}<b>Jan</b><p>Piękna robota!</div></section>"),
        format!("<ol class=kommentare><li>{meta}<p>Na endlich.</ol>"),
        format!("<div itemscope><a href=/x>Un prix pour le pain de seigle</a>{meta}</div>"),
    ] {
        assert_eq!(day("", &below), "2026-05-22", "{below}");
    }
    assert_eq!(day(meta, ""), "2026-03-05");
    assert_eq!(day("", meta), "2026-03-05");
}

#[test]
fn a_date_without_quotation_marks_in_linked_data_is_read() {
    let linked = r#"{"@type":"Article","datePublished": 2024-05-03T06:18:10-03:00,
        "headline":"New bridge"}"#;
    let html = format!("<script type=application/ld+json>{linked}</script><p>x");
    let at = read(&html).date_published.unwrap().at.to_rfc3339();
    assert_eq!(at, "2024-05-03T09:18:10+00:00");
}

#[test]
fn what_a_page_states_of_its_date_is_found_by_every_name_and_in_every_attribute() {
    let body = "<h1>Neue Brücke</h1><p>x";
    for html in [
        "<meta property='og:regDate' content=20240503081500>",
        "<meta name='OG:DatePublished' content=2024-05-03>",
        "<meta property='og.article.published_time' content=2024-05-03>",
        "<h1>Brücke</h1><span class=post-date title='Friday, 3 May 2024'>gestern</span>",
        "<h1>Brücke</h1><a class='meta date' href=/x title='3rd May 2024'>ago</a>",
    ] {
        let day = day(&format!("{html}{body}"));
        assert_eq!(day, "2024-05-03", "{html}");
    }
}

#[test]
fn a_date_in_an_attribute_may_be_in_words_or_seconds_if_the_text_is_a_time_before_now() {
    let published = |element: &str| {
        let html = format!("<h1>Neue Brücke gebaut</h1><p>{element}</p><p>Der Rat tagte.");
        let [published, _] = dates(&html);
        published
    };
    for element in [
        "<span class=ago title='9 June 2022 11:03'>3 hours ago</span>",
        "<b title='9. Juni 2022 11:03'>vor 3 Stunden</b> · Lokales",
        "<i title='9 de junio de 2022 11:03'>hace 3 horas</i>",
        "<span aria-label='2022年6月9日 11:03'>3小时前</span>",
        "<time title='9 juin 2022 11:03'>il y a 3 heures</time>",
        "<span data-timestamp=1654772580>3 часа назад</span>",
        "<span class=post-date data-timestamp=1654772580000></span>",
        "<time data-ts=1654772580>hace 3 horas</time>",
    ] {
        assert_eq!(published(element), "09 11:03", "{element}");
    }
    for element in [
        "<a title='Konzert am 9. Juni 2022' href=/x>Alte Brücken</a>",
        "<b aria-label='9 June 2022'>9</b>",
        "<i data-time=1654772580>Play</i>",
    ] {
        assert_eq!(published(element), "", "{element}");
    }
}

#[test]
fn the_day_of_a_change_is_not_the_day_of_publication() {
    let found = read("<meta itemprop=dateUpdate datetime=2024-05-03><h1>Neue Brücke</h1><p>x");
    assert!(found.date_published.is_none());
    assert!(found.date_modified.is_some());
}

#[test]
fn the_dates_of_a_page_decide_the_order_of_its_other_dates() {
    let day = |head: &str, lines: &str| {
        let html = format!("<html lang=en>{head}<h1>Ferry back in service</h1><p>{lines}</p>");
        let url = url::Url::parse("https://example.com/ferry").unwrap();
        let input = crate::Input::new(&html, Some(&url));
        let read = crate::extract(&input, &crate::Options::default()).metadata;
        read.date_published.unwrap().at.format("%F").to_string()
    };
    let published = "<meta property=article:published_time content='03/04/2024 10:30'>";
    assert_eq!(day(published, "x"), "2024-03-04");
    for [head, lines] in rows(
        "<meta property=article:modified_time content='18/04/2024 10:30'> => x
        <meta property=og:updated_time content='Thu, 04/04/2024 - 10:30'> => Last checked on 22/04/2024
         => Last checked on Friday 05/04/2024
         => <time datetime='28/03/2024'>last week</time>",
    ) {
        assert_eq!(
            day(&format!("{published}{head}"), lines),
            "2024-04-03",
            "{head}{lines}"
        );
    }
    // dates that contradict each other tell nothing
    assert_eq!(
        day(published, "From 18/04/2024 to 04/22/2024"),
        "2024-03-04"
    );
}

#[test]
fn the_date_of_a_card_is_that_of_another_article() {
    let text = FERRY.repeat(3);
    let day = |above: &str, below: &str| {
        day(&format!(
            "<main>{above}<h1>Ferry back in service</h1>{text}</main>{below}"
        ))
    };
    let own = "<p>22 May 2026</p>";
    for below in [
        "<section><a href=/x><h3>A lamp that learns</h3><time datetime=2026-03-05>5 Mar</time></a></section>",
        "<ul class=more><li><a href=/x>Die Brücke im Norden wird wieder gesperrt</a><div>5. März 2026</div></li></ul>",
        "<div class=grid><article><h4><a href=/x>Un faro en venta</a></h4><p>Nadie llama.</p><span class=fecha>5 de marzo de 2026</span></article></div>",
        "<div><div><h2><a href=/x>島の灯台が売りに出る</a></h2><p>公開日：2026年3月5日</p></div></div>",
        "<section id=comments><ol><li><b>Joan</b><p>Posted on March 5, 2026 at 9:15 am</p><p>Nine days!</p></ol></section>",
        "<div class=kommentare><p>Uwe schrieb am 5. März 2026 um 9:15</p><p>Na endlich.</p></div>",
        "<details class=CommentBox><p>Publié le 5 mars 2026</p><p>Enfin.</p></details>",
    ] {
        assert_eq!(day(own, below), "2026-05-22", "{below}");
        assert_eq!(day("", below), "", "{below}");
    }
    for below in [
        "<p>Published 5 March 2026</p>",
        "<div><p><a href=/by/ada>Ada Crane</a></p><p>Posted on 5 March 2026</p></div>",
        "<div class=meta><time datetime=2026-03-05>5.3.</time> <a href=/isle>Isle</a></div>",
        "<div><h4><a href=/ferry>Ferry back in service</a></h4><time datetime=2026-03-05>5.3.</time></div>",
    ] {
        assert_eq!(day("", below), "2026-03-05", "{below}");
    }
}

#[test]
fn the_time_after_that_of_a_change_is_the_publication() {
    for line in [
        "<p><time datetime=2022-06-10T15:21Z>Aggiornato 10 giugno</time> <time datetime=2022-06-09T11:03Z>9 giugno</time>",
        "<p>Updated <time datetime=2022-06-10T15:21Z>10 June</time> <time class=published datetime=2022-06-09T11:03Z>9 June</time>",
        "<div>更新 <time datetime=2022-06-10T15:21Z>6月10日</time>・<time datetime=2022-06-09T11:03Z>6月9日</time></div>",
    ] {
        let html = format!("<h1>Neue Brücke gebaut</h1>{line}");
        assert_eq!(dates(&html), ["09 11:03", "10 15:21"], "{line}");
    }
}

#[test]
fn a_date_in_a_sentence_of_the_text_is_not_that_of_the_page() {
    for [text, told] in rows(
        "<p>The ferry between the island and the mainland is back in service after nine long days, in which the mail came by helicopter.</p> => <p>The old pier burned down on 5 May 1998.</p>
        <p>Nach neun Tagen fährt die Fähre zwischen der Insel und dem Festland wieder, nachdem die Post so lange mit dem Hubschrauber gekommen war.</p> => <p>Der alte Steg brannte am 5. Mai 1998 ab.</p>
        <p>島と本土を結ぶ連絡船が九日ぶりに運航を再開し、その間ヘリコプターで運ばれていた郵便物も再び船で届くようになったと町の担当者が話した。</p> => <div>桟橋は1998年5月5日に焼けた。</div>",
    ) {
        let (one, two) = (text.repeat(2), text.repeat(3));
        let page = |meta: &str, told: &str| {
            day(&format!(
                "<main><h1>Ferry back in service</h1>{meta}{one}{told}{two}</main>"
            ))
        };
        assert_eq!(page("", told), "", "{told}");
        assert_eq!(page("<p>7. 6. 2024</p>", told), "2024-06-07", "{told}");
        assert_eq!(page("", "<p>Stand: 5.5.2024.</p>"), "2024-05-05", "{told}");
    }
}

#[test]
fn todays_date_above_the_headline_is_not_that_of_the_article() {
    let text =
        "<p>The ferry between Wick and Nordhaven sails again after two years of repairs.".repeat(3);
    let today = "<time datetime=2026-11-28>Saturday, 28 November 2026</time>";
    for above in [
        format!("<div>{today}</div>"),
        format!("<div class=ticker><a href=/x>{today} Storm over Wick</a></div>"),
        format!("<span>{today}, 7 °C</span>"),
    ] {
        let day = |below: &str| {
            day(&format!(
                "<body>{above}<main><h1>Ferry back in service</h1>{below}{text}</main>"
            ))
        };
        assert_eq!(day("<p>4 March 2025</p>"), "2025-03-04", "{above}");
        assert_eq!(day("<p>By Jane Doe</p>"), "2026-11-28", "{above}");
    }
}

#[test]
fn the_date_of_an_event_is_not_that_of_an_undated_article() {
    let text =
        "<p>The ferry between Wick and Nordhaven sails again after two years of repairs.".repeat(3);
    for event in [
        "<div>When: Saturday 5 December 2026, 7 pm<br>Where: Old Customs House</div>",
        "<div>Termin: Samstag, 5. Dezember 2026, 19 Uhr</div>",
        "<div>Quand : samedi 5 décembre 2026, 19 h</div>",
        "<div>Сегодня: среда, 3 декабря 2025</div>",
        "<div>Hoy es miércoles, 3 de diciembre de 2025</div>",
    ] {
        let html = format!("<main><h1>Ferry back in service</h1>{event}{text}</main>");
        assert_eq!(dates(&html)[0], "", "{event}");
    }
}

#[test]
fn a_time_in_the_text_yields_to_the_date_that_the_page_shows_above() {
    let text = "<p>Die Fähre zwischen der Insel und dem Festland fährt nach neun Tagen wieder, in denen die Post mit dem Hubschrauber kam.</p>";
    for sentence in [
        "<p>Begonnen hatte alles am <time datetime=2024-03-01>1. März</time>, als der Kapitän krank wurde.</p>",
        "<p>It all began on <time datetime='2024-03-01T08:00'>1 March</time>, when the captain fell ill.</p>",
        "<div>Tout a commencé le <time datetime=2024-03-01>1er mars</time>, quand le capitaine est tombé malade.</div>",
        "<div class=lue><span>Lue myös</span><a href=/x>Kirjasto kiinni</a><time datetime=2024-02-11>11.2.</time></div>",
        "<div class=incut><a href=/x>Награда за хлеб</a> <time datetime=2024-01-17T10:00>17 января</time></div>",
    ] {
        let html =
            format!("<main><h1>Fähre fährt wieder</h1><p>7. Juni 2024</p>{text}{sentence}{text}");
        assert_eq!(dates(&html)[0], "07 00:00", "{sentence}");
    }
}

#[test]
fn the_day_of_a_change_in_a_footer_is_that_of_the_site() {
    let text = FERRY.repeat(3);
    for footer in [
        "<footer><p>Stand: 30.11.2026</p></footer>",
        "<div id=site-footer><p>Last updated 30 November 2026</p></div>",
        "<div class=colophon><p>Dernière mise à jour : 30/11/2026</p></div>",
    ] {
        let html = format!("<body><div><h1>Ferry back in service</h1>{text}</div>{footer}");
        assert_eq!(dates(&html)[0], "", "{footer}");
    }
    for layout in ["<body class=footer-columns4>", "<body><div id=no-footer>"] {
        let html =
            format!("{layout}<h1>Ferry back in service</h1><p>Last updated 3 May 2024</p>{text}");
        assert_eq!(dates(&html)[0], "03 00:00", "{layout}");
    }
}

#[test]
fn the_date_of_another_subject_in_linked_data_is_not_that_of_the_page() {
    for other in [
        r#"{"@type":"Book","name":"Deep water","datePublished":"2011-05-03"}"#,
        r#"{"@type":"Product","name":"Pump","review":{"@type":"Review","itemReviewed":{"@type":"Movie","datePublished":"2011-05-03"}}}"#,
        r#"{"@type":"PodcastEpisode","name":"Deep water","datePublished":"2011-05-03"}"#,
        r#"[{"@type":"NewsArticle","headline":"Ferry back in service"},{"@type":"NewsArticle","headline":"Storm over Wick","datePublished":"2011-05-03"}]"#,
    ] {
        let html = format!(
            "<script type=application/ld+json>{other}</script><h1>Ferry back in service</h1><p>7 June 2024</p><p>The ferry sails again."
        );
        assert_eq!(dates(&html)[0], "07 00:00", "{other}");
    }
}

#[test]
fn a_date_that_is_a_part_of_the_title_is_that_of_the_page() {
    for title in [
        "Neue Brücke gebaut | Europa | DW | 03.05.2024",
        "Nouveau pont - 3 mai 2024 - La Une",
        "New bridge – The Herald – May 3, 2024",
    ] {
        let html = format!("<title>{title}</title><h1>Neue Brücke gebaut</h1><p>12. Mai 2024</p>");
        assert_eq!(dates(&html)[0], "03 00:00", "{title}");
    }
    let told =
        "<title>Brücke vom 3. Mai 2024 | Bote</title><h1>Neue Brücke</h1><p>12. Mai 2024</p>";
    assert_ne!(read(told).decisions["date_published"].rule, "date-title");
}

#[test]
fn a_change_is_not_before_the_publication() {
    for [stated, line, published] in rows(
        "name=date content=2024-05-12T11:52 => Stand: 03.05.2024 18:00 Uhr => 03 18:00
        name=DC.date content=2024-05-12 => Updated 3 May 2024 => 03 00:00
        name=created content=2024-05-12 => Mis à jour le 3 mai 2024 => 03 00:00
        name=date content=2024-05-12T11:52 => Stand: 14.05.2024 18:00 Uhr => 12 11:52",
    ) {
        let html = format!("<meta {stated}><h1>Neue Brücke gebaut</h1><p>{line}</p>");
        assert_eq!(dates(&html)[0], published, "{stated} {line}");
    }
    let text = "<p>Der Rat tagte lange und stritt.".repeat(30);
    let far = "<p>Stand: 12.05.2024 11:05 Uhr</p><p>Sendung | 12.05.2024 | 18:05 Uhr</p>";
    let html = format!("<h1>Neue Brücke gebaut</h1>{text}{far}");
    assert_eq!(dates(&html)[0], "12 11:05");
}

#[test]
fn a_line_with_the_date_of_the_page_may_have_a_byline_and_a_section() {
    for [line, at] in rows(
        "Written by Ann Ferris in Harbours on 1 June 2022 at 08:34 PM. 51 Comments => 01 20:34
        Eine Meldung von Uwe Wirt aus der Redaktion Lokales vom 1. Juni 2022 (12 Kommentare) => 01 00:00
        <a href=/x>OSS×クラウド最新TOPICS</a> 2022年6月1日 09:43 => 01 09:43
        Bild: Ausschnitt einer Karte der Brücke bei St. Moritz vom 1. Juni 2022 (links) und die Pläne der Stadt (rechts) =>",
    ) {
        let html = format!("<h1>Neue Brücke gebaut</h1><p>{line}</p><p>Der Rat tagte.");
        assert_eq!(dates(&html)[0], at, "{line}");
    }
}

#[test]
fn the_time_named_updated_is_a_change_beside_one_named_published() {
    let of = |line: &str| {
        dates(&format!(
            "<h1>Neue Brücke gebaut</h1>{line}<p>Der Rat tagte."
        ))
    };
    for line in [
        "<p>Posted on <time class=updated datetime=2022-06-10T15:21Z>10 June</time><time class='entry-date published' datetime=2022-06-09T11:03Z>9 June</time>",
        "<p><time class='entry-date published' datetime=2022-06-09T11:03Z>9 juin</time><time class=updated datetime=2022-06-10T15:21Z>10 juin</time>",
        "<div><abbr class=date-modified title=2022-06-10T15:21Z>10.6.</abbr> <abbr class=date-published title=2022-06-09T11:03Z>9.6.</abbr></div>",
    ] {
        assert_eq!(of(line), ["09 11:03", "10 15:21"], "{line}");
    }
    for line in [
        "<p><time class=updated datetime=2022-06-09T11:03Z>9 June</time>",
        "<p><time class='published updated' datetime=2022-06-09T11:03Z>9 juin</time>",
    ] {
        assert_eq!(of(line), ["09 11:03", ""], "{line}");
    }
}

#[test]
fn a_day_in_the_copyright_line_is_that_of_the_site() {
    let text = FERRY.repeat(3);
    for line in [
        "Licence no. 17 of 14 July 2011. © 2005-2024 Ledger",
        "Datenschutz (gültig ab 25. Mai 2018) © Bote",
        "© Le Phare · Mentions légales, version du 25 mai 2018",
    ] {
        let page = |above: &str| {
            day(&format!(
                "<main><h1>Ferry back in service</h1>{above}{text}</main><div>{line}</div>"
            ))
        };
        assert_eq!(page(""), "", "{line}");
        let own = page("<p>7 June 2024 © Jane Roe</p>");
        assert_eq!(own, "2024-06-07", "{line}");
    }
}

#[test]
fn a_date_beside_the_name_of_the_site_above_the_headline_is_todays() {
    let text = FERRY.repeat(3);
    let page = |above: &str| {
        day(&format!(
            "<title>Ferry back in service | The Ledger</title><body>{above}<main><h1>Ferry back in service</h1>{text}</main>"
        ))
    };
    let name = "<a href=/>The Ledger</a>";
    for above in [
        format!("<div>{name} <span>Tuesday, 1 December 2026</span></div>"),
        format!("<header><p>{name}</p><time datetime=2026-12-01>mardi 1 décembre</time></header>"),
        format!("<div><div>{name}</div><ul><li>Dienstag, 1. Dezember 2026</li></ul></div>"),
    ] {
        assert_eq!(page(&above), "", "{above}");
    }
    for above in [
        format!("<div>{name}</div><p>1 December 2026</p>"),
        "<div><a href=/>Home</a> <span>1 December 2026</span></div>".to_owned(),
        format!(
            "<div><div class=breadcrumb>{name} › News</div><time datetime=2026-12-01>1 December</time></div>"
        ),
        format!("<div><nav>{name} <a href=/n>News</a></nav><span>1 December 2026</span></div>"),
        format!("<div>{name} <time datetime=2026-12-01T10:20:00Z>1 December</time></div>"),
    ] {
        assert_eq!(page(&above), "2026-12-01", "{above}");
    }
}

#[test]
fn a_date_right_after_a_name_or_in_a_line_of_its_own_is_that_of_the_page() {
    for line in [
        "<p><span>Ann Ferris</span><span>May 20, 2024</span></p>",
        "<p><b>Dewi Lestari</b><i>Mei 20, 2024</i></p>",
        "<p>Đăng vào <a href=/x>20 Tháng Năm, 2024</a> bởi <a href=/y>Nguyễn Thu Hà</a></p>",
    ] {
        let html = format!("<h1>Ferry back in service</h1>{line}{FERRY}");
        assert_eq!(day(&html), "2024-05-20", "{line}");
    }
    let headline = "Ferry between the old harbour and the island is back in service today";
    let line = "<i>By Ann Ferris</i><br>Monday, May 20, 2024";
    let html = format!("<table><td><b>{headline}</b><br>{line}{FERRY}</table>");
    assert_eq!(day(&html), "2024-05-20");
}

#[test]
fn a_last_change_is_known_by_its_words() {
    for words in [
        "Última modificación:",
        "ostatnia modyfikacja",
        "Utolsó módosítás:",
        "Последнее изменение:",
        "Viimeksi muutettu",
        "Τελευταία τροποποίηση:",
        "última modificação",
        "最后修改：",
    ] {
        let lines = format!("<p>01.02.2024</p><p>{words} 06.02.2024</p>");
        let html = format!("<h1>Ferry back in service</h1>{lines}{FERRY}");
        assert_eq!(dates(&html), ["01 00:00", "06 00:00"], "{words}");
    }
}
