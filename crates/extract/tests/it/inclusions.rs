//! Optional parts of the text, on pages written for them.

use extract::{Extractor, Filter, Inclusion, Input, Label, Options, extract};

/// An extractor that keeps only long blocks.
static METHOD: Extractor = Extractor {
    name: "long",
    summary: "blocks of more than twenty words",
    source: "this test",
    steps: &[Filter::new("long", |_, labels| {
        for run in labels.runs.iter_mut().filter(|run| run.words > 20) {
            run.label = Label::Content;
        }
    })],
};

const LONG: &str = "Der Rat der Stadt hat am Abend lange beraten und dann mit großer Mehrheit beschlossen, dass die alte \
    Brücke über den Fluss bis zum Frühjahr gesperrt bleibt, weil die Pfeiler nicht mehr sicher sind.";

/// A page with a standfirst, captions, a table and comments, none of which [`METHOD`] keeps.
fn page() -> String {
    format!(
        r#"<title>Brücke bleibt gesperrt - Auetaler Bote</title>
<meta name=description content="Autos müssen weiter über Auental fahren.">
<nav><ul><li><a href=/>Start</a><li><a href=/sport>Sport vom Tage in der Übersicht</a></ul></nav>
<main><article>
<h1>Brücke bleibt gesperrt</h1>
<div class="article__intro"><a href=/auental>Auental</a> Keine Autos bis Mai.</div>
<div>Autos müssen weiter über Auental fahren</div>
<div class="byline"><a href=/ada>Von Ada Aue</a> 3. Mai</div>
<figure><img src=b.jpg><figcaption>Die Brücke am Morgen</figcaption></figure>
<div class=text>
<p>{LONG}</p><p>{LONG}</p>
<div class="media"><span>Zoom</span><div class="media__caption-text">Ein Pfeiler</div></div>
<table><tr><th>Jahr<th>Räder<tr><td>2024<td>12<tr><td>2025<td>14</table>
<p>{LONG}</p><p>{LONG}</p>
</div></article>
<aside><figure><figcaption>Werbung: Neues Rad</figcaption></figure><table><tr><td>Wetter<td>14 Grad<tr><td>Morgen<td>15 Grad</table></aside>
<section class="comments-list"><h2>Kommentare</h2><form><p>Ihr Kommentar</form>
<div class=comment><p>Endlich wird sie neu gebaut!</p><a href=/reply>Antworten</a></div></section>
</main><p class="comment-count">2 Kommentare</p><footer><p>Impressum</footer>"#
    )
}

/// The paragraphs of the text, with the long ones replaced by `…`.
fn text(html: &str, with: &[Inclusion]) -> Vec<String> {
    let options = Options {
        inclusions: with.iter().copied().collect(),
        ..Options::of(&METHOD)
    };
    let text = extract(&Input::new(html, None), &options).text;
    let paragraphs = text.split("\n\n").filter(|text| !text.is_empty());
    let short = |text: &str| text.replace(LONG, "…");
    paragraphs.map(short).collect()
}

#[test]
fn without_inclusions_the_text_is_that_of_the_extractor() {
    assert_eq!(text(&page(), &[]), ["…", "…", "…", "…"]);
}

#[test]
fn the_lead_is_found_by_class_or_description() {
    let found = text(&page(), &[Inclusion::Lead]).join("/");
    let lead = "Auental Keine Autos bis Mai./Autos müssen weiter über Auental fahren";
    assert_eq!(found, format!("{lead}/…/…/…/…"));
}

#[test]
fn a_sentence_under_the_headline_is_a_lead_and_a_byline_is_not() {
    let page = format!(
        "<title>Brücke gesperrt</title><p>Der Bote bringt jeden Morgen alles, was man im Auetal nur immer wissen muss und kann.</p>\
         <h1>Brücke gesperrt</h1><p>Von Ada Aue, Bodo Bach und allen anderen, die heute in der Redaktion am Markt waren</p>\
         <p>Seit Montag fährt kein Auto mehr, und das bleibt wohl bis zum Frühjahr so.</p><ul><li>Teilen</ul><p>{LONG}</p><p>{LONG}</p>"
    );
    let found = text(&page, &[Inclusion::Lead]);
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found[0].starts_with("Seit Montag"));
}

#[test]
fn captions_are_those_beside_and_inside_the_text() {
    let found = text(&page(), &[Inclusion::Captions]).join("/");
    assert_eq!(found, "Die Brücke am Morgen/…/…/Ein Pfeiler/…/…");
}

#[test]
fn tables_are_those_amid_the_text_with_all_their_cells() {
    let found = text(&page(), &[Inclusion::Tables]).join("/");
    assert_eq!(found, "…/…/Jahr/Räder/2024/12/2025/14/…/…");
}

#[test]
fn comments_are_the_section_below_without_its_controls() {
    let found = text(&page(), &[Inclusion::Comments]).join("/");
    assert_eq!(found, "…/…/…/…/Kommentare/Endlich wird sie neu gebaut!");
}

#[test]
fn inclusions_are_additive_and_keep_page_order() {
    let all = Inclusion::ALL.map(|(_, border)| border);
    let whole = text(&page(), &all);
    assert_eq!(whole.len(), 4 + 2 + 2 + 6 + 2);
    for some in [&all[..1], &all[1..3], &all[2..]] {
        let part = text(&page(), some);
        let mut rest = whole.iter();
        assert!(
            part.iter()
                .all(|paragraph| rest.any(|other| other == paragraph))
        );
    }
}

#[test]
fn a_page_without_content_stays_without() {
    let all = Inclusion::ALL.map(|(_, border)| border);
    for page in [
        "",
        "<p>kurz",
        "<figure><figcaption>x</figure>",
        "<div class=comments>ja</div>",
    ] {
        assert!(text(page, &all).is_empty(), "{page}");
    }
}

#[test]
fn explain_names_the_step_that_added_a_block() {
    let options = Options {
        inclusions: [Inclusion::Captions].into_iter().collect(),
        ..Options::of(&METHOD)
    };
    let page = extract::explain(&Input::new(&page(), None), &options);
    let caption = page.blocks.iter().find(|block| block.text == "Ein Pfeiler");
    assert_eq!(
        caption.expect("the caption").decided_by,
        Some("with-captions")
    );
    assert_eq!(page.steps.last(), Some(&"with-captions"));
}
