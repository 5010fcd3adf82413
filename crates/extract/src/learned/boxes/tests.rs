use super::*;
use crate::cases::rows;
use crate::learned::features::lexicon_hits;
use html::parse;

const REPORT: &str = "<p>The council decided on Friday to close the old bridge for two years, and the shopkeepers on the northern \
                      bank fear for their trade.</p>";

/// The beginnings of the blocks that are kept if all blocks of a page are content at first.
fn kept(html: &str, mode: Mode) -> Vec<String> {
    let document = parse(html);
    let mut labels = Labels::all_content(&document);
    labels.mode = mode;
    let texts = document.blocks.iter().map(|block| document.text_of(block));
    labels.lexicon_hits = texts.map(lexicon_hits).collect();
    leave_out(&document, &mut labels);
    let blocks = labels.content_blocks();
    blocks
        .map(|block| {
            document
                .text_of(&document.blocks[block])
                .chars()
                .take(12)
                .collect()
        })
        .collect()
}

#[test]
fn a_box_around_a_form_is_dropped() {
    let form = "<div><h4>Our newsletter</h4><p>Every morning.</p><form><p>Your address</p><input><p>We never pass it on.</p></form></div>";
    let page = format!("<h1>The old bridge is closed</h1>{REPORT}{form}{REPORT}");
    assert_eq!(
        kept(&page, Mode::Balanced),
        ["The old brid", "The council ", "The council "]
    );
    assert_eq!(kept(&page, Mode::Recall).len(), 7);
    // a form without text
    let form = form.replace(
        "<form><p>Your address</p><input><p>We never pass it on.</p>",
        "<form class=newsletter-form><input>",
    );
    let page = format!("<h1>The old bridge is closed</h1>{REPORT}{form}{REPORT}");
    assert_eq!(kept(&page, Mode::Balanced).len(), 3);
    let page = page.replace("newsletter-form", "cart");
    assert_eq!(kept(&page, Mode::Balanced).len(), 5);
    // a sentence in a box that is named as that of a form
    let pitch = "<h3>The Morning Briefing</h3><p>Start your day with what matters in the valley, every weekday morning at six.</p>";
    let box_of = |class: &str| {
        let form = format!("<div class={class}>{pitch}<form><input type=email></form></div>");
        kept(
            &format!("<h1>The old bridge is closed</h1>{REPORT}{form}{REPORT}"),
            Mode::Balanced,
        )
    };
    assert_eq!(box_of("newsletter-box").len(), 3);
    assert_eq!(box_of("c7").len(), 3);
    let article = format!("<article>{REPORT}{REPORT}<form><input type=email></form></article>");
    let page = format!("<h1>The old bridge is closed</h1>{article}{REPORT}");
    assert_eq!(kept(&page, Mode::Balanced).len(), 4);
    // text beside the form
    let page = format!(
        "<h1>The old bridge is closed</h1><div>{REPORT}{REPORT}<form><p>Your address</p></form></div>{REPORT}"
    );
    assert_eq!(kept(&page, Mode::Balanced).len(), 4);
    // old pages are entirely in a form
    let page = format!("<form><h1>The old bridge is closed</h1>{REPORT}</form>");
    assert_eq!(kept(&page, Mode::Balanced).len(), 2);
}

#[test]
fn a_box_around_a_link_that_subscribes_or_donates_is_dropped() {
    for [title, sentence, button] in rows(
        "The morning letter => Get our five best stories every day before breakfast, and nothing else. => Sign me up
        Poranny list => Codziennie przed śniadaniem pięć tekstów. => Zapisz się
        朝のたより => 毎朝、朝食の前に五本の記事をお届けします。 => 登録する
        Notre journal => Chaque don, même petit, nous aide. => Je donne",
    ) {
        let lines = format!("<p>{sentence}</p><p><a href=/nl>{button}</a></p>");
        let page = |inside: &str| {
            let page = format!("<h1>The old bridge is closed</h1>{REPORT}{inside}{REPORT}");
            kept(&page, Mode::Balanced).len()
        };
        let boxed = format!("<div><p><b>{title}</b></p>{lines}</div>");
        assert_eq!(page(&boxed), 3, "{button}");
        assert_eq!(page(&lines), 5, "{button}");
        let other = boxed.replace(button, "The plan");
        assert_eq!(page(&other), 6, "{button}");
    }
}

#[test]
fn a_box_in_place_of_embedded_content_is_dropped_as_a_whole() {
    let page = |inside: &str| {
        let page = format!("<h1>The old bridge is closed</h1><div>{REPORT}{inside}{REPORT}</div>");
        kept(&page, Mode::Balanced).len()
    };
    for asks in [
        "<div class=c4><h4>Allow social media content?</h4><p>This article contains content provided by a network, which may \
         set cookies and the like.</p><p>To view this content, click 'Accept'.</p></div>",
        "<figure><p>Externer Inhalt</p><p>Hier steht ein Film, den Sie mit einem Klick anzeigen und ebenso wieder ausblenden \
         können.</p><p>Daten können an Drittplattformen übermittelt werden.</p></figure>",
        "<aside><h3>Vidéo</h3><p>Pour afficher ce contenu, acceptez les cookies de ce réseau.</p><p>J’accepte</p></aside>",
    ] {
        assert_eq!(page(asks), 3, "{asks}");
    }
    for [told, count] in rows(
        "<p>»Externe Inhalte« heißt das Feld, das die Stadt nun auf jede Seite setzt.</p> => 4
        <div><p>The cookies are gone.</p><p>The baker sells bread.</p></div> => 5
        <blockquote><p>View this post on Instagram</p><p>What a day!</p></blockquote> => 5",
    ) {
        assert_eq!(page(told).to_string(), count, "{told}");
    }
}

#[test]
fn a_list_of_other_articles_is_dropped_with_its_label() {
    let page = |list: &str| {
        let page = format!("<h1>The old bridge is closed</h1>{REPORT}{list}{REPORT}");
        kept(&page, Mode::Balanced).len()
    };
    let summary = "From May on an electric ferry will cross the river at the old bridge.";
    let card = format!("<div><h4><a href=/x> Ferry in May </a></h4><p>{summary}</div>");
    let item = format!("<li><a href=/x>Die Fähre kommt</a><br>{summary}");
    let row = format!("<tr><td><a href=/x>Паром пойдёт</a> 05/04<div>{summary}</div>");
    for list in [
        format!("<section><h3>More on this story</h3>{card}{card}</section>"),
        format!("<h2>Weiterführende Artikel zum Thema</h2><ul>{item}{item}</ul>"),
        format!("<div>Другие новости города</div><table>{row}{row}</table>"),
    ] {
        assert_eq!(page(&list), 3, "{list}");
    }
    // chapters
    let long = "word ".repeat(80);
    for [chapter, count] in rows(
        "<section><h3>Recommended dose by age</h3>CARDCARD</section> => 8
        <section><h3>See also</h3><p>LONG<p><a href=/x>A link</a></section> => 6
        <section><h3>See also</h3><p>SUMMARY<p>It is short.</section> => 6
        <div><p>Read more<p><a href=/x>A ferry</a>REPORTREPORT</div> => 7
        <div><h3>Read more</h3><p>SUMMARY<p>It is <a href=/x>short</a>.</div> => 6",
    ) {
        let chapter = chapter.replace("CARD", &card).replace("LONG", &long);
        let chapter = chapter
            .replace("SUMMARY", summary)
            .replace("REPORT", REPORT);
        assert_eq!(page(&chapter).to_string(), count, "{chapter}");
    }
}

#[test]
fn an_article_below_that_of_the_page_is_dropped_whatever_its_element() {
    let own = "The old bridge is closed";
    let text = REPORT.repeat(2);
    // those with more than three blocks have chapters, or a standfirst
    for [inside, count] in rows(
        "<h1>OWN</h1><article>TEXT</article><article><h1>Der Teig geht nicht</h1>REPORT</article> => 3
        <article><h1>OWN</h1>TEXT</article><div><h1>Der Teig geht nicht</h1><p>11.05.2026</p>REPORT</div> => 3
        <div><h2>OWN</h2>TEXT</div><div><section><p>Lokales</p><h2>La pâte ne lève pas</h2><p>By Jane Doe</p>REPORT</section></div> => 3
        <h1>OWN</h1>TEXT<section><h1>What is next</h1>REPORT</section> => 5
        <h1>OWN</h1>TEXT<h1>What is next</h1><p>3 May 2024</p>REPORT => 6
        <h1>OWN</h1>REPORT<section><p>By Jane Doe</p><h1>What is next</h1>TEXT</section> => 6",
    ) {
        let inside = inside.replace("OWN", own).replace("TEXT", &text);
        let inside = inside.replace("REPORT", REPORT);
        let page = format!("<title>{own} - Example</title><main>{inside}</main>");
        assert_eq!(kept(&page, Mode::Balanced).len().to_string(), count, "{page}");
    }
}

#[test]
fn an_article_below_a_line_that_leads_to_it_is_dropped() {
    let own = "The old bridge is closed";
    for (label, heading) in [
        ("Next article", "h2"),
        ("Siguiente noticia", "h3"),
        ("下一篇", "h1"),
    ] {
        let next = |label: &str| {
            let article =
                format!("<div><{heading}>A school on the water</{heading}>{REPORT}</div>");
            let page = format!(
                "<title>{own}</title><h1>{own}</h1>{REPORT}{REPORT}<p>{label}</p>{article}"
            );
            kept(&page, Mode::Balanced).len()
        };
        assert_eq!(next(label), 4, "{label}");
        assert_eq!(next("* * *"), 6, "{label}");
        assert_eq!(next("Read also:"), 6, "{label}");
    }
}

#[test]
fn the_first_of_several_articles_is_kept() {
    let article = |n| format!("<article><h1>Headline number {n}</h1>{REPORT}{REPORT}</article>");
    let page = format!("{}<div>{}{}</div>", article(1), article(2), article(3));
    assert_eq!(
        kept(&page, Mode::Balanced),
        ["Headline num", "The council ", "The council "]
    );
    // the page is about the second
    let page = format!(
        "<title>Headline number 2 - Example</title>{}{}{}",
        article(1),
        article(2),
        article(3)
    );
    assert_eq!(kept(&page, Mode::Balanced).len(), 6);
    // entries below a common headline
    let page = format!("<h1>All of the day</h1>{}{}", article(1), article(2));
    assert_eq!(kept(&page, Mode::Balanced).len(), 7);
    // the headlines are lesser headings
    let dated = "</h2><time datetime=2024-05-03>3 May 2024</time>";
    let lesser = page
        .replace("<h1>H", "<h2>H")
        .replace("</h1><p", &format!("{dated}<p"));
    let titled = |n| format!("<title>Headline number {n} - Example</title>{lesser}");
    let all = kept(&titled(3), Mode::Balanced).len();
    assert_eq!(kept(&titled(1), Mode::Balanced).len(), all - 4);
    let undated = titled(1).replace(dated, "</h2>");
    assert_eq!(kept(&undated, Mode::Balanced).len(), all - 2);
    // nested articles
    let page = format!(
        "<article><h1>Headline number 1</h1>{REPORT}{REPORT}{}</article>",
        article(2)
    );
    assert_eq!(kept(&page, Mode::Balanced).len(), 6);
}
