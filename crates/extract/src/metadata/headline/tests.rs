use super::*;
use crate::cases::rows;

/// Checks what is left of each title of a table without the name of its site.
#[track_caller]
fn assert_bare(outlet: &Outlet, cases: &str) {
    for [title, bare] in rows(cases) {
        assert_eq!(site_name::without(title, outlet), bare);
    }
}

/// Checks the headline of each page of a table: its head, its body, and the headline.
#[track_caller]
fn assert_titles(cases: &str) {
    for [head, body, wanted] in rows(cases) {
        assert_eq!(title(head, body), wanted, "{head} {body}");
    }
}

#[test]
fn the_site_name_is_removed_at_either_end() {
    assert_bare(
        &Outlet::new(Some("Das Morgenblatt"), None),
        "Neue Brücke - Das Morgenblatt => Neue Brücke
        Das Morgenblatt | Neue Brücke => Neue Brücke
        Das Morgenblatt: Neue Brücke => Neue Brücke
        Neue Brücke ⋆ Das Morgenblatt => Neue Brücke
        Neue Brücke › Das Morgenblatt => Neue Brücke
        Das Morgenblatt ★ Neue Brücke => Neue Brücke
        Das Morgenblatt > Neue Brücke => Neue Brücke
        Neue Brücke／Das Morgenblatt => Neue Brücke
        [Das Morgenblatt] Neue Brücke => Neue Brücke
        Neue Brücke (Das Morgenblatt) => Neue Brücke
        Neue Brücke wird gebaut @ Das Morgenblatt => Neue Brücke wird gebaut
        Neue Brücke ★ jetzt => Neue Brücke ★ jetzt
        Neue Brücke (Morgen) => Neue Brücke (Morgen)
        A → B @ C => A → B @ C
        Neue Brücke @ Das Morgenblatt => Neue Brücke @ Das Morgenblatt
        Morgen: Neue Brücke => Morgen: Neue Brücke
        Neue Brücke - jetzt => Neue Brücke - jetzt",
    );
    for title in [
        "Neue Brücke wird gebaut | Morgenblatt",
        "Das Blog » Archiv » Neue Brücke wird gebaut",
    ] {
        let guess = site_name::guess(title, |_| false);
        assert_eq!(guess, "Neue Brücke wird gebaut");
    }
}

#[test]
fn the_host_gives_the_name_of_a_site_without_one() {
    let url = url::Url::parse("https://www.elbkurier.co.test/a1").unwrap();
    let outlet = Outlet::new(None, Some(&url));
    assert!(outlet.is_called("Elbkurier") && !outlet.is_called("co"));
    let url = url::Url::parse("https://www.elbkurier.test/a1").unwrap();
    let outlet = Outlet::new(None, Some(&url));
    assert_bare(
        &outlet,
        "Elbkurier - Neue Brücke => Neue Brücke
        Neue Brücke | elbkurier.test => Neue Brücke
        Kurier - Neue Brücke => Kurier - Neue Brücke",
    );
}

#[test]
fn what_the_page_shows_of_a_title_after_the_name_of_a_site_is_the_headline() {
    for (site, headline) in [
        (
            "NEWS.BOTE.TEST ::",
            "Учёные нашли старый мост под новой дорогой",
        ),
        ("Τα Νέα -", "Τι αποκαλύπτει η παλιά γέφυρα της πόλης"),
        ("早報 -", "老橋重新通車 市長呼籲民眾注意安全"),
    ] {
        let whole = format!("{site} {headline}");
        let shown = |block: &str| title(&format!("<title>{whole}</title>"), block);
        assert_eq!(shown(&format!("<div>{headline}</div>")), headline);
        let lines = format!("<td><b>{headline}</b><br>05.03.2024</td>");
        assert_eq!(shown(&format!("<table>{lines}</table>")), headline);
        assert_eq!(shown("<div>2012</div>"), whole);
    }
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
    assert!(!follows("gewinnt", "Sport: Der TSV gewinnt"));
}

#[test]
fn a_kicker_separated_by_layout_is_separated_in_the_title() {
    assert_titles(
        "<title>Nach dem Regen: Der Deich hält - Bote</title><meta property=og:site_name content=Bote> => \
         <h1><span>Nach dem Regen</span> <span>Der Deich hält</span></h1> => Nach dem Regen: Der Deich hält",
    );
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
    assert_titles(
        "<title>Eastham: Bakery opens its doors again - Beacon</title> => <h1><span>Eastham</span><span>Bakery opens its doors again</span></h1> => Eastham: Bakery opens its doors again
        <title>Marché. La halle rouvre ses portes | Écho</title> => <h1><em>Marché</em><strong>La halle rouvre ses portes</strong></h1> => Marché. La halle rouvre ses portes
        <title>La panaderia torna a obrir | Far</title> => <h1>Badia<b>La panaderia torna a obrir</b></h1> => La panaderia torna a obrir
        <title></title> => <h1>Eastham<i>Bakery opens again</i></h1> => Eastham Bakery opens again",
    );
}

#[test]
fn a_title_that_is_cut_is_completed_by_the_heading() {
    let linked = |title: &str| {
        format!(
            "<script type=application/ld+json>{{\"@type\":\"Article\",\"headline\":\"{title}\"}}</script>"
        )
    };
    let shared = |title: &str| format!("<meta property=og:title content='{title}'>");
    for [begun, whole] in rows(
        "Bakery on the corner opens its do => Bakery on the corner opens its doors
        Piekarnia na rogu znów => Piekarnia na rogu znów otwarta
        街角のパン屋が長い改装 => 街角のパン屋が長い改装を終えて再開",
    ) {
        for cut in ["", "...", "…"].map(|end| format!("{begun}{end}")) {
            for head in [
                linked(&cut) + &shared(&cut) + &format!("<title>{whole} | Bote</title>"),
                linked(&cut) + &shared(&cut),
                shared(&cut),
                linked(&cut),
            ] {
                assert_eq!(title(&head, &format!("<h1>{whole}</h1>")), whole, "{head}");
            }
        }
    }
    let own = "Bakery opens its doors";
    for more in [
        ": neighbours bring flowers",
        "<span>Video of the day</span>",
    ] {
        let head = linked(own) + &shared(own);
        assert_eq!(title(&head, &format!("<h1>{own}{more}</h1>")), own);
    }
    let head = linked(own) + &shared(own);
    let body = format!("<h1>{own} after a year</h1><h2>{own}</h2>");
    assert_eq!(title(&head, &body), own);
}

#[test]
fn a_heading_in_capitals_is_written_as_in_a_title() {
    assert_titles(
        "<title>Neue Brücke wird gebaut | Bote</title> => <h1>NEUE BRÜCKE WIRD GEBAUT</h1> => Neue Brücke wird gebaut
        <title>NEUE BRÜCKE WIRD GEBAUT</title> => <h1>NEUE BRÜCKE WIRD GEBAUT</h1> => NEUE BRÜCKE WIRD GEBAUT",
    );
}

#[test]
fn titles_agree_when_most_words_are_the_same() {
    let title = "Neue Brücke wird gebaut";
    assert!(agree(title, "Neue Brücke wird bald gebaut"));
    assert!(!agree("Morgenblatt", title));
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
    let own = "Der Rat stritt bis Mitternacht über die Brücke";
    let to_know = "Brücke: Das müssen Sie jetzt wissen";
    let shared = format!("<meta property=og:title content='{to_know}'>{LINKED}");
    let head = format!("<title>{to_know} - Bote</title>{shared}");
    assert_eq!(title(&head, &format!("<h1>{to_know}</h1>")), own);
    // on another topic it belongs to something else
    let rain = "Wetter: Regen";
    let head = format!("<title>{rain}</title><meta property=og:title content='{rain}'>{LINKED}");
    assert_eq!(title(&head, "<h1>Wetter: Regen</h1>"), rain);
    // that of og:title needs a heading
    let other = "Das müssen Sie zum Streit über die Brücke jetzt wissen";
    let head = format!("<title>{own}</title><meta property=og:title content='{other}'>{LINKED}");
    let h1 = format!("<h1>{own}</h1>");
    let shown = format!("{h1}<h2><i>Stadtrat</i> {other}</h2>");
    assert_eq!(title(&head, &shown), other);
    assert_eq!(title(&head, &h1), own);
}

#[test]
fn a_shared_wording_is_for_search_engines_if_the_heading_differs() {
    let shared = "Der Rat stritt bis Mitternacht über die Brücke";
    let head = format!(
        "<title>{shared} - Bote</title><meta property=og:title content='{shared}'>{LINKED}"
    );
    let own = "Warum der Rat die neue Brücke noch immer nicht will";
    assert_eq!(title(&head, &format!("<h1>{own}</h1>")), own);
    let other = "<h1>Wetter: am Sonntag kommt der Regen</h1>";
    assert_eq!(title(&head, other), shared);
}

#[test]
fn permalink_marks_are_not_part_of_a_heading() {
    assert_titles(
        "=> <h1>Neue Brücke <a href=#x>¶</a></h1> => Neue Brücke
        => <h1>Neue Brücke <a href=#x>#</a></h1> => Neue Brücke",
    );
}

#[test]
fn a_heading_that_is_a_part_of_the_title_is_the_headline() {
    assert_titles(
        "<title>Der Bote » Lokales » Neue Brücke</title> => <h1>Der Bote</h1><h2>Neue Brücke</h2><h2>Mehr</h2> => Neue Brücke
        <title>Neue Brücke wird gebaut：Der Bote</title> => <h1>Neue Brücke wird gebaut</h1> => Neue Brücke wird gebaut",
    );
}

#[test]
fn a_lone_heading_on_the_same_topic_is_the_headline() {
    assert_titles(
        "<title>Brückenbau: Kosten, Zeit, Umleitung</title> => <h1>Was man über die Brücken wissen muss</h1> => Was man über die Brücken wissen muss
        <title>Brückenbau: Kosten, Zeit, Umleitung</title> => <h1>Bitte melden Sie sich an</h1> => Brückenbau: Kosten, Zeit, Umleitung",
    );
}

#[test]
fn the_site_name_is_removed_whatever_precedes_it() {
    assert_bare(
        &Outlet::new(Some("Der Bote - Blatt für alle"), None),
        "Neue Brücke：Der Bote - Blatt für alle => Neue Brücke
        Neue Brücke | Der Bote - Blatt für alle => Neue Brücke",
    );
}

#[test]
fn a_slogan_of_the_site_yields_to_the_only_heading_right_above_the_text() {
    for [slogan, headline, text] in rows(
        "News from the old town => Library gets a last reprieve => The council decided on Friday to close the bridge.
        Talbacher Bote – Nachrichten aus dem Tal => Bäckerei geöffnet => Die Nachbarn kamen am Freitag.
        您身边的报纸 => 江湾百年老桥完成修缮重新通车 => 市议会周五决定将旧桥开放。",
    ) {
        let head = format!("<title>{slogan}</title><meta property=og:title content='{slogan}'>");
        let shown = |body: &str| title_above(&head, body, text);
        let heading = format!("<h1>{headline}</h1>");
        assert_eq!(shown(&format!("{heading}<p>3 May 2024")), headline);
        assert_eq!(shown(&format!("<h1>Log in</h1>{heading}")), slogan);
        assert_eq!(shown("<h1><a href=/>Old Town</a></h1>"), slogan);
        assert_eq!(shown(&(heading + &"<p>Home".repeat(20))), slogan);
    }
}

#[test]
fn without_a_higher_heading_a_third_level_one_that_opens_the_title_is_the_headline() {
    let head = "<title>Neue Brücke wird gebaut < Stadt < Das Morgenblatt</title>\
                <meta property=og:title content='Neue Brücke wird gebaut - Das Morgenblatt'>";
    let other = "<p>Der Rat hat entschieden.<h3>Weitere Berichte aus der Stadt</h3>";
    let own = "Neue Brücke wird gebaut";
    assert_eq!(title(head, &format!("<h3>{own}</h3>{other}")), own);
    let other = "<h3>Weitere Berichte aus der Stadt</h3><p>Der Rat hat entschieden.";
    assert_eq!(
        title(head, other),
        "Neue Brücke wird gebaut - Das Morgenblatt"
    );
}

#[test]
fn what_precedes_the_known_name_of_the_site_keeps_its_own_dashes() {
    let outlet = Outlet::new(Some("Easton Gazette"), None);
    for [title, headline] in rows(
        "Easton 2 - 1 Weston - Easton Gazette => Easton 2 - 1 Weston
        The pier - a history - Easton Gazette => The pier - a history
        Markt | Bauarbeiten | Easton Gazette => Markt | Bauarbeiten
        The old bridge closes - Local - Easton Gazette => The old bridge closes",
    ) {
        let document = html::parse(&format!("<title>{title}</title>"));
        let title = title_of(&document, None, &outlet, "");
        assert_eq!(title.as_deref(), Some(headline));
    }
}

#[test]
fn names_of_sites_without_blanks_are_cut_off() {
    assert_bare(
        &Outlet::default(),
        "人行桥从周五起关闭两年_示例新闻网 => 人行桥从周五起关闭两年
        人行桥从周五起关闭两年-示例网 => 人行桥从周五起关闭两年
        人行桥从周五起关闭两年--示例官网 => 人行桥从周五起关闭两年
        人行桥从周五起关闭两年-社会-示例日报 => 人行桥从周五起关闭两年
        人行桥从周五起关闭两年_社会_示例网 => 人行桥从周五起关闭两年
        人行桥从周五起关闭两年｜示例新報【公式】 => 人行桥从周五起关闭两年
        “人行桥从周五起关闭”_示例网 => “人行桥从周五起关闭”",
    );
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
        assert_eq!(site_name::without(title, &Outlet::default()), title);
    }
}

#[test]
fn a_label_below_a_stated_title_is_cut_off() {
    let own = "The old bridge closes for two years";
    let head = format!("<title>{own}</title><meta property=og:title content='{own}'>");
    let heading = |rest: &str| title(&head, &format!("<h1>{own} {rest}</h1>"));
    assert_eq!(heading("<span>Traffic</span>"), own);
    assert_eq!(heading("Traffic"), format!("{own} Traffic"));
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
    assert!(of("Die Fähre fällt aus"));
    assert!(of("老桥重新通车"));
    assert!(!of("Traffic"));
    // between a kicker and a subtitle
    for headline in [
        "The old bridge closes",
        "Die Fähre fällt aus",
        "Le vieux pont ferme",
    ] {
        let head = format!("<title>{headline} | Example</title>");
        let heading =
            format!("<h1><i>Harbour:</i> <b>{headline}</b> <small>{subtitle}</small></h1>");
        assert_eq!(title(&head, &heading), headline);
    }
    // a kicker
    let head = "<title>FC Talbach | Live | Bote</title>";
    let heading = "<h1><span>FC Talbach</span> Muster bleibt noch bis zum Sommer</h1>";
    let whole = "FC Talbach Muster bleibt noch bis zum Sommer";
    assert_eq!(title(head, heading), whole);
}

#[test]
fn a_lesser_heading_that_agrees_with_the_title_precedes_a_channel() {
    let head = "<title>City council votes to close the old bridge for two years – Example</title>";
    let channel = "All on bridges and council";
    let of = |lesser| title(head, &format!("<h1>{channel}</h1><h2>{lesser}</h2><p>x"));
    let own = "City council votes to close the bridge for two years";
    assert_eq!(of(own), own);
    assert_eq!(of("The weather"), channel);
}

#[test]
fn the_path_after_a_headline_is_cut_off() {
    assert_bare(
        &Outlet::default(),
        "다리 통행 재개 < 사회 < 기사본문 => 다리 통행 재개
        The bridge is open < Local < Articles => The bridge is open
        Die Brücke ist offen < Lokales => Die Brücke ist offen
        Why 3<5 matters => Why 3<5 matters",
    );
}

#[test]
fn what_the_page_shows_as_a_whole_beside_the_name_of_its_site_keeps_its_dashes() {
    for whole in [
        "“Who reads in the barn?” – a talk with Ann Ferris",
        "„Wer liest in der Scheune?“ – Gespräch mit Uwe Wirt",
        "« Qui lit dans la grange ? » - entretien avec Jean Petit",
    ] {
        let head = format!(
            "<meta property=og:site_name content='Der Bote'><title>{whole} – Der Bote</title>"
        );
        assert_eq!(title(&head, &format!("<div>{whole}</div>")), whole);
    }
}

#[test]
fn the_section_above_a_headline_in_a_path_is_cut_off() {
    for (path, headline) in [
        ("Der Bote > Lokales > ", "Die alte Brücke ist wieder offen"),
        ("The Ledger > Local > ", "The old bridge is open again"),
        ("강변신문 > 사회 > ", "다리 통행 이 년 만에 다시 시작"),
    ] {
        let head = format!("<title>{path}{headline}</title>");
        assert_eq!(title(&head, &format!("<div>{headline}</div>")), headline);
    }
}
