use super::*;

#[test]
fn the_site_name_is_removed_at_either_end() {
    let outlet = Outlet::new(Some("Das Morgenblatt"), None);
    let bare = |title| site_name::without(title, &outlet);
    assert_eq!(bare("Neue Brücke - Das Morgenblatt"), "Neue Brücke");
    assert_eq!(bare("Das Morgenblatt | Neue Brücke"), "Neue Brücke");
    assert_eq!(bare("Das Morgenblatt: Neue Brücke"), "Neue Brücke");
    assert_eq!(bare("Morgen: Neue Brücke"), "Morgen: Neue Brücke");
    assert_eq!(
        bare("Das Morgenblatt: Impressum"),
        "Das Morgenblatt: Impressum"
    );
    assert_eq!(bare("Neue Brücke - jetzt"), "Neue Brücke - jetzt");
    assert_eq!(
        site_name::guess("Neue Brücke wird gebaut | Morgenblatt"),
        "Neue Brücke wird gebaut"
    );
}

#[test]
fn the_host_gives_the_name_of_a_site_without_one() {
    let url = url::Url::parse("https://www.elbkurier.co.test/a1").unwrap();
    let outlet = Outlet::new(None, Some(&url));
    assert!(outlet.is_called("Elbkurier") && !outlet.is_called("co"));
    let url = url::Url::parse("https://www.elbkurier.test/a1").unwrap();
    let outlet = Outlet::new(None, Some(&url));
    let bare = |title| site_name::without(title, &outlet);
    assert_eq!(bare("Elbkurier - Neue Brücke"), "Neue Brücke");
    assert_eq!(bare("Neue Brücke | elbkurier.test"), "Neue Brücke");
    assert_eq!(bare("Kurier - Neue Brücke"), "Kurier - Neue Brücke");
}

#[test]
fn of_several_parts_the_longest_is_the_headline() {
    assert_eq!(
        site_name::guess("Das Blog » Archiv » Neue Brücke wird gebaut"),
        "Neue Brücke wird gebaut"
    );
    assert!(site_name::opens("brücke", "Brücke - Die Neue Zeitung"));
}

#[test]
fn a_kicker_is_distinguished_from_the_headline() {
    let follows = |title: &str, heading: &str| {
        let candidate = |text: &str| TitleCandidate::new(text.to_owned(), FieldSource::Title);
        follows_kicker(&candidate(title), &candidate(heading))
    };
    assert!(follows(
        "Der TSV gewinnt das Derby",
        "Sport: Der TSV gewinnt das Derby"
    ));
    assert!(follows(
        "Der TSV gewinnt das Derby",
        "Mitteilung des Bezirks für Sport und Jugend: Der TSV gewinnt das Derby"
    ));
    assert!(!follows("gewinnt", "Sport: Der TSV gewinnt"));
}

#[test]
fn a_kicker_separated_by_layout_is_separated_in_the_title() {
    let head = "<title>Nach dem Regen: Der Deich hält - Bote</title><meta property=og:site_name content=Bote>";
    let body = "<h1><span>Nach dem Regen</span> <span>Der Deich hält</span></h1>";
    assert_eq!(title(head, body), "Nach dem Regen: Der Deich hält");
}

#[test]
fn kickers_badges_and_counters_in_a_heading_are_not_in_the_title_of_the_page() {
    let headline = "Der alte Deich hält dem Hochwasser stand";
    let head = format!("<title>{headline} | Bote</title>");
    let shown = |heading: &str| title(&head, &format!("<h1>{heading}</h1>"));
    for heading in [
        "<span>Nach dem Regen</span> <span>HEADLINE</span>",
        "<span>Umstritten:</span><span>HEADLINE</span>",
        "<span>Plus</span>HEADLINE",
        "HEADLINE<span>12</span>",
    ] {
        let heading = heading.replace("HEADLINE", headline);
        assert_eq!(shown(&heading), headline, "{heading}");
    }
    // without an element around it, it is a part of the heading
    let head = "<title>Zaubernuss im Winter | Wann sie blüht</title>";
    let own = "So pflegt man die Zaubernuss im Winter";
    assert_eq!(title(head, &format!("<h1>{own}</h1>")), own);
}

#[test]
fn a_kicker_is_not_glued_to_the_headline() {
    for (title_of_page, heading, wanted) in [
        (
            "Eastham: Bakery opens its doors again - Beacon",
            "<span>Eastham</span><span>Bakery opens its doors again</span>",
            "Eastham: Bakery opens its doors again",
        ),
        (
            "Marché. La halle rouvre ses portes | Écho",
            "<em>Marché</em><strong>La halle rouvre ses portes</strong>",
            "Marché. La halle rouvre ses portes",
        ),
        (
            "La panaderia torna a obrir | Far",
            "Badia<b>La panaderia torna a obrir</b>",
            "La panaderia torna a obrir",
        ),
        (
            "",
            "Eastham<i>Bakery opens again</i>",
            "Eastham Bakery opens again",
        ),
        (
            "EastHam opens its doors",
            "East<i>Ham</i> opens its doors",
            "EastHam opens its doors",
        ),
    ] {
        let head = format!("<title>{title_of_page}</title>");
        assert_eq!(title(&head, &format!("<h1>{heading}</h1>")), wanted);
    }
}

#[test]
fn a_title_that_is_cut_is_completed_by_the_heading() {
    for (cut, whole) in [
        (
            "Bakery on the corner opens its do...",
            "Bakery on the corner opens its doors",
        ),
        (
            "Piekarnia na rogu znów otw…",
            "Piekarnia na rogu znów otwarta",
        ),
        (
            "街角のパン屋が長い改装…",
            "街角のパン屋が長い改装を終えて再開",
        ),
    ] {
        let linked = format!(
            "<script type=application/ld+json>{{\"@type\":\"Article\",\"headline\":\"{cut}\"}}</script>"
        );
        let shared = format!("<meta property=og:title content='{cut}'>");
        for head in [
            format!("{linked}{shared}<title>{whole} | Bote</title>"),
            shared,
            linked,
        ] {
            assert_eq!(title(&head, &format!("<h1>{whole}</h1>")), whole, "{head}");
        }
    }
}

#[test]
fn a_heading_in_capitals_is_written_as_in_a_title() {
    let shown = |title_of_page: &str| {
        let head = format!("<title>{title_of_page}</title>");
        title(&head, "<h1>NEUE BRÜCKE WIRD GEBAUT</h1>")
    };
    assert_eq!(
        shown("Neue Brücke wird gebaut | Bote"),
        "Neue Brücke wird gebaut"
    );
    assert_eq!(shown("NEUE BRÜCKE WIRD GEBAUT"), "NEUE BRÜCKE WIRD GEBAUT");
}

#[test]
fn titles_agree_when_most_words_are_the_same() {
    assert!(agree(
        "Neue Brücke wird gebaut",
        "Neue Brücke wird bald gebaut"
    ));
    assert!(!agree("Morgenblatt", "Neue Brücke wird gebaut"));
}

fn title(head: &str, body: &str) -> String {
    title_above(head, body, "")
}

/// The title of a page with a main text.
fn title_above(head: &str, body: &str, text: &str) -> String {
    let document = html::parse(&format!(
        "<head>{head}</head><body>{body}<p>{text}</p></body>"
    ));
    let data = json_ld::LinkedData::parse(&document.head.json_ld);
    let entities = data.entities();
    let outlet = Outlet::new(document.head.meta("og:site_name"), None);
    let article = json_ld::article(&entities, &[]);
    title_of(&document, article, &outlet, text).unwrap_or_default()
}

fn title_of(
    document: &TextDocument,
    article: Option<&Entity>,
    outlet: &Outlet,
    text: &str,
) -> Option<String> {
    let page = Page {
        article,
        text,
        ..Page::bare(document, outlet)
    };
    of(&page, RuleSet::default()).map(|title| title.value)
}

const LINKED: &str = r#"<script type="application/ld+json">{"@type":"NewsArticle","headline":"Der Rat stritt bis Mitternacht über die Brücke"}</script>"#;

#[test]
fn a_wording_only_in_json_ld_is_the_headline() {
    let head = format!(
        "<title>Brücke: Das müssen Sie jetzt wissen - Bote</title>
        <meta property=og:title content='Brücke: Das müssen Sie jetzt wissen'>{LINKED}"
    );
    let body = "<h1>Brücke: Das müssen Sie jetzt wissen</h1>";
    assert_eq!(
        title(&head, body),
        "Der Rat stritt bis Mitternacht über die Brücke"
    );
    // on another topic it belongs to something else
    let body = "<h1>Wetter: Regen</h1>";
    let head = format!(
        "<title>Wetter: Regen</title><meta property=og:title content='Wetter: Regen'>{LINKED}"
    );
    assert_eq!(title(&head, body), "Wetter: Regen");
}

#[test]
fn a_label_before_the_heading_is_no_distinct_wording() {
    let head = |headline: &str| {
        format!(
            "<title>{headline}</title><meta property=og:title content='{headline}'><script type='application/ld+json'>\
             {{\"@type\":\"NewsArticle\",\"headline\":\"{headline}\"}}</script>"
        )
    };
    let body = "<h1>In Defense of the Rake</h1>";
    assert_eq!(
        title(&head("Opinion | In Defense of the Rake"), body),
        "In Defense of the Rake"
    );
}

#[test]
fn without_an_h1_a_heading_that_a_title_states_is_the_headline() {
    let head = "<title>Brücke gesperrt: Diese Umwege gibt es jetzt - Bote</title>\
        <meta property=og:title content='Der Rat sperrt die alte Brücke'>\
        <script type='application/ld+json'>{\"@type\":\"NewsArticle\",\"headline\":\"Brücke gesperrt: Diese Umwege gibt es jetzt\"}</script>";
    let body = "<h2>Der Rat sperrt die alte Brücke</h2><p>Text</p><h2>Mehr aus der Stadt</h2>";
    assert_eq!(title(head, body), "Der Rat sperrt die alte Brücke");
}

#[test]
fn a_shared_wording_is_for_search_engines_if_the_heading_differs() {
    let head = format!(
        "<title>Der Rat stritt bis Mitternacht über die Brücke - Bote</title>
        <meta property=og:title content='Der Rat stritt bis Mitternacht über die Brücke'>{LINKED}"
    );
    let own = "Warum der Rat die neue Brücke noch immer nicht will";
    assert_eq!(title(&head, &format!("<h1>{own}</h1>")), own);
    let other = "<h1>Wetter: am Sonntag kommt der Regen</h1>";
    assert_eq!(
        title(&head, other),
        "Der Rat stritt bis Mitternacht über die Brücke"
    );
}

#[test]
fn a_sentence_is_no_headline_if_the_others_agree_on_one() {
    let head = r#"<title>Neue Brücke wird gebaut</title><meta property=og:title content="Neue Brücke wird gebaut">
        <script type="application/ld+json">{"@type":"NewsArticle","headline":"Alles über die Brücken, die in diesem Jahr entstehen."}</script>"#;
    assert_eq!(
        title(head, "<h1>Neue Brücke wird gebaut</h1>"),
        "Neue Brücke wird gebaut"
    );
}

#[test]
fn permalink_marks_are_not_part_of_a_heading() {
    for mark in ["¶", "#"] {
        let html = format!("<h1>Neue Brücke <a href=#x>{mark}</a></h1>");
        assert_eq!(title("", &html), "Neue Brücke");
    }
}

#[test]
fn an_open_graph_wording_counts_if_it_is_shown() {
    let head = format!(
        "<title>Der Rat stritt bis Mitternacht über die Brücke</title>
        <meta property=og:title content='Brücke spaltet den Rat bis tief in die Nacht'>{LINKED}"
    );
    let h1 = "<h1>Der Rat stritt bis Mitternacht über die Brücke</h1>";
    assert_eq!(
        title(&head, h1),
        "Der Rat stritt bis Mitternacht über die Brücke"
    );
    let both = format!("{h1}<h2>Stadtrat Brücke spaltet den Rat bis tief in die Nacht</h2>");
    assert_eq!(
        title(&head, &both),
        "Brücke spaltet den Rat bis tief in die Nacht"
    );
}

#[test]
fn a_heading_that_is_a_part_of_the_title_is_the_headline() {
    let head = "<title>Der Bote » Lokales » Neue Brücke</title>";
    assert_eq!(
        title(head, "<h1>Der Bote</h1><h2>Neue Brücke</h2><h2>Mehr</h2>"),
        "Neue Brücke"
    );
    let head = "<title>Neue Brücke wird gebaut：Der Bote</title>";
    assert_eq!(
        title(head, "<h1>Neue Brücke wird gebaut</h1>"),
        "Neue Brücke wird gebaut"
    );
}

#[test]
fn a_lone_heading_on_the_same_topic_is_the_headline() {
    let head = "<title>Brückenbau: Kosten, Zeit, Umleitung</title>";
    assert_eq!(
        title(head, "<h1>Was man über die Brücken wissen muss</h1>"),
        "Was man über die Brücken wissen muss"
    );
    assert_eq!(
        title(head, "<h1>Bitte melden Sie sich an</h1>"),
        "Brückenbau: Kosten, Zeit, Umleitung"
    );
}

#[test]
fn the_site_name_is_removed_whatever_precedes_it() {
    let outlet = Outlet::new(Some("Der Bote - Blatt für alle"), None);
    assert_eq!(
        site_name::without("Neue Brücke：Der Bote - Blatt für alle", &outlet),
        "Neue Brücke"
    );
    assert_eq!(
        site_name::without("Neue Brücke | Der Bote - Blatt für alle", &outlet),
        "Neue Brücke"
    );
}

const TEXT: &str =
    "The council decided on Friday to close the old bridge across the river for two years.";

#[test]
fn a_title_that_is_only_the_site_or_a_placeholder_yields_to_the_heading_above_the_text() {
    let headline = "Library gets a last reprieve";
    for page in [
        "Westhill Post",
        "Untitled Document",
        "Einzelansicht",
        "news_detail.html",
        "Westhill Post - Print version",
        "",
    ] {
        let head = format!("<title>{page}</title>");
        let shown = |body: &str| title_above(&head, body, TEXT);
        assert_eq!(shown(&format!("<h1>{headline}</h1>")), headline, "{page}");
        let with_date = format!("<h1>{headline}</h1><h3>16 May 2008</h3>");
        assert_eq!(shown(&with_date), headline, "{page}");
    }
    let bold = format!("<p><b>{headline}</b><p>By Ann Bell");
    assert_eq!(
        title_above("<title>Untitled Document</title>", &bold, TEXT),
        headline
    );
    assert_eq!(
        title_above("<title>Bridges</title>", &bold, TEXT),
        "Bridges"
    );
    // several, one on the same topic, and one far from the text
    let bridges = "<title>Bridges of the valley</title>";
    let two = format!("<h1>Sign in to read on</h1><h1>{headline}</h1>");
    assert_eq!(title_above(bridges, &two, TEXT), "Bridges of the valley");
    assert_eq!(
        title_above(bridges, "<h1>All the old bridges we know</h1>", TEXT),
        "All the old bridges we know"
    );
    let far = format!("<h1>{headline}</h1>{}", "<p>Home".repeat(20));
    assert_eq!(title_above(bridges, &far, TEXT), "Bridges of the valley");
}

#[test]
fn lines_of_a_headline_and_a_byline_are_no_paragraph() {
    let url = url::Url::parse("https://www.westhillpost.test/a1").unwrap();
    let headline = "Man, 34, charged over warehouse fire";
    let body = format!("<p><b>{headline}</b><br>By ANN BELL<br>Staff writer<br>March 7, 2005");
    let html = format!("<title>Westhill Post Online</title>{body}<p>{TEXT}<p>{TEXT}");
    let document = html::parse(&html);
    let lines = body_text(&document);
    let read = crate::metadata::read(&document, Some(&url), &lines);
    assert_eq!(read.title.as_deref(), Some(headline));
    let published = read.date_published.map(|date| date.at.to_rfc3339());
    assert_eq!(published.as_deref(), Some("2005-03-07T00:00:00+00:00"));
    // a heading that equals the title is no site
    let html = format!(
        "<title>Westhill Post Online</title><h1>Westhill Post Online</h1><h2>What is new</h2><p>{TEXT}"
    );
    let document = html::parse(&html);
    let read = crate::metadata::read(&document, Some(&url), TEXT);
    assert_eq!(read.title.as_deref(), Some("Westhill Post Online"));
}

/// The text of all blocks.
fn body_text(document: &TextDocument) -> String {
    let blocks = document.blocks.iter();
    let texts: Vec<&str> = blocks.map(|block| document.text_of(block)).collect();
    texts.join("\n")
}

#[test]
fn a_title_that_begins_with_the_site_ends_with_what_is_shown_above_the_text() {
    let headline = "Library gets a last reprieve";
    let shown =
        |title: &str, body: &str| title_above(&format!("<title>{title}</title>"), body, TEXT);
    for (title, body) in [
        (
            "Westhill Post | Library gets a last reprieve",
            "<h1>Westhill Post</h1><h2>Library gets a last reprieve</h2>",
        ),
        (
            "Post: Library gets a last reprieve",
            "<h1><a href=/>Post</a></h1><h2>16 May 2008</h2><h3>Library gets a last reprieve</h3>",
        ),
        (
            "Post - Library gets a last reprieve",
            "<p>16 May 2008<br>Library gets a last reprieve<br>By Ann Bell",
        ),
        (
            "Post: Library gets a last reprieve",
            "<p><b>Library gets a last reprieve</b>",
        ),
    ] {
        assert_eq!(shown(title, body), headline, "{body}");
    }
    // a heading and its subheading
    let title = "Bridges: what happens now";
    assert_ne!(
        shown(title, "<h1>Bridges</h1><h2>what happens now</h2>"),
        "what happens now"
    );
}

#[test]
fn without_a_higher_heading_a_third_level_one_that_opens_the_title_is_the_headline() {
    let head = "<title>Neue Brücke wird gebaut < Stadt < Das Morgenblatt</title>\
                <meta property=og:title content='Neue Brücke wird gebaut - Das Morgenblatt'>";
    let body = "<h3>Neue Brücke wird gebaut</h3><p>Der Rat hat entschieden.<h3>Weitere Berichte aus der Stadt</h3>";
    assert_eq!(title(head, body), "Neue Brücke wird gebaut");
    let other = "<h3>Weitere Berichte aus der Stadt</h3><p>Der Rat hat entschieden.";
    assert_eq!(
        title(head, other),
        "Neue Brücke wird gebaut - Das Morgenblatt"
    );
}

#[test]
fn what_precedes_the_known_name_of_the_site_keeps_its_own_dashes() {
    let outlet = Outlet::new(Some("Easton Gazette"), None);
    for headline in [
        "Easton 2 - 1 Weston",
        "The pier - a history",
        "Markt | Bauarbeiten",
    ] {
        let mark = if headline.contains('|') { '|' } else { '-' };
        let document = html::parse(&format!("<title>{headline} {mark} Easton Gazette</title>"));
        assert_eq!(
            title_of(&document, None, &outlet, "").as_deref(),
            Some(headline)
        );
    }
    let document = html::parse("<title>The old bridge closes - Local - Easton Gazette</title>");
    let title = title_of(&document, None, &outlet, "");
    assert_eq!(title.as_deref(), Some("The old bridge closes"));
}

#[test]
fn names_of_sites_without_blanks_are_cut_off() {
    let bare = |title: &str| site_name::without(title, &Outlet::default());
    for title in [
        "人行桥从周五起关闭两年_示例新闻网",
        "人行桥从周五起关闭两年-示例网",
        "人行桥从周五起关闭两年--示例官网",
        "人行桥从周五起关闭两年-社会-示例日报",
        "人行桥从周五起关闭两年_社会_示例网",
    ] {
        assert_eq!(bare(title), "人行桥从周五起关闭两年");
    }
    assert_eq!(bare("“人行桥从周五起关闭”_示例网"), "“人行桥从周五起关闭”");
    for title in [
        "新闻动态--示例官网",
        "人行桥从周五起关闭两年——嫌犯落网",
        "警方通报三起案件最新进展：嫌犯落网",
        "人行桥从周五起关闭两年-居民要求渡轮",
        "人行桥从周五起关闭两年-社会",
        "人行桥从周五起关闭两年-渡轮预约在线",
        "歩行者橋は金曜から二年間閉鎖-居間のテレビ",
        "人行桥从周五起关闭两年-居民要求市政府在五月前提供新的渡轮上网",
    ] {
        assert_eq!(bare(title), title);
    }
}

#[test]
fn a_repeated_title_is_taken_once() {
    let head = "<title>The old bridge closes The old bridge closes | Example</title>";
    let body = "<h1>The old bridge closes <span>The old bridge closes</span></h1>";
    assert_eq!(title(head, body), "The old bridge closes");
    assert_eq!(site_name::undoubled("Bora Bora"), "Bora Bora");
}

#[test]
fn a_label_below_a_stated_title_is_cut_off() {
    let head = "<title>The old bridge closes for two years</title><meta property=og:title content='The old bridge closes for two years'>";
    let heading = |rest: &str| {
        title(
            head,
            &format!("<h1>The old bridge closes for two years {rest}</h1>"),
        )
    };
    assert_eq!(
        heading("<span>Traffic</span>"),
        "The old bridge closes for two years"
    );
    assert_eq!(
        heading("Traffic"),
        "The old bridge closes for two years Traffic"
    );
}

#[test]
fn a_subtitle_in_the_heading_is_cut_off() {
    let subtitle = "Shopkeepers on the northern bank fear for their trade, and they ask the government for help and for a ferry";
    let of = |headline: &str| {
        let head = format!("<title>{headline} | Example</title>");
        let heading = format!("<h1>{headline} <small>{subtitle}</small></h1><p>x");
        title(&head, &heading) == headline
    };
    assert!(of("The old bridge closes for two years"));
    assert!(of("Die alte Brücke ist zwei Jahre gesperrt"));
    assert!(!of("Traffic"));
}

#[test]
fn a_line_that_is_called_a_headline_is_one_where_the_title_is_the_name_of_the_site() {
    let site = "The Harbour Courier";
    let shown = |line: &str, title: &str| {
        let head = format!("<meta property=og:site_name content='{site}'><title>{title}</title>");
        title_above(&head, &format!("{line}<p>By Jane Doe</p>"), TEXT)
    };
    for (class, headline) in [
        ("news-title", "Ferry to the island returns"),
        ("titel", "Fähre zur Insel fährt wieder"),
        ("tit", "江湾百年老桥完成修缮重新通车"),
    ] {
        let line = format!("<div class={class}>{headline}</div>");
        assert_eq!(shown(&line, site), headline);
    }
    let headline = "Ferry to the island returns";
    let line = |class: &str| format!("<div class={class}>{headline}</div>");
    assert_ne!(shown(&line("note"), site), headline);
    assert_eq!(shown(&line("title"), "Bridges"), "Bridges");
}

#[test]
fn the_name_of_a_list_is_no_title() {
    let paragraph = "The council decided on Friday to close the old bridge for two years, and the shopkeepers fear for their trade.";
    let of_head = |open_graph: &str| {
        let page = format!(
            "<head><title>Council report - The city against the bridge - Example</title><meta property=og:title content='{open_graph}'></head>\
             <body><h1>City and bridge</h1><h1>Shopkeepers fear for their trade</h1><p>{paragraph}"
        );
        let outlet = Outlet::new(Some("Example"), None);
        title_of(&html::parse(&page), None, &outlet, paragraph)
    };
    assert_eq!(
        of_head("Reports").as_deref(),
        Some("Shopkeepers fear for their trade")
    );
    assert_eq!(of_head("Council").as_deref(), Some("Council"));
}

#[test]
fn a_lesser_heading_that_agrees_with_the_title_precedes_a_channel() {
    let head = "<title>City council votes to close the old bridge for two years – Example</title>";
    let body = |lesser: &str| format!("<h1>All on bridges and council</h1><h2>{lesser}</h2><p>x");
    assert_eq!(
        title(
            head,
            &body("City council votes to close the bridge for two years")
        ),
        "City council votes to close the bridge for two years"
    );
    assert_eq!(
        title(head, &body("The weather")),
        "All on bridges and council"
    );
}

#[test]
fn the_name_of_a_series_in_brackets_is_no_headline() {
    let head = "<title>[Letters from the lake] The ferry sails again - Example</title>";
    let body = "<h3>Letters from the lake</h3><h3>The ferry sails again</h3><p>x";
    assert_eq!(title(head, body), "The ferry sails again");
}

#[test]
fn the_path_after_a_headline_is_cut_off() {
    let bare = |title| site_name::without(title, &Outlet::default());
    assert_eq!(bare("다리 통행 재개 < 사회 < 기사본문"), "다리 통행 재개");
    assert_eq!(
        bare("The bridge is open < Local < Articles"),
        "The bridge is open"
    );
    assert_eq!(
        bare("Die Brücke ist offen < Lokales"),
        "Die Brücke ist offen"
    );
    assert_eq!(bare("Why 3<5 matters"), "Why 3<5 matters");
}
