use super::*;
use crate::{Extraction, Input, Options, extract};

const APPEAL: &str = "Guter Journalismus kostet Geld. Mit einer Spende helfen Sie uns, weiter unabhängig und ohne Schranke zu berichten.";
const AUTHOR: &str = "Ada Beispiel schreibt seit zehn Jahren über Kommunalpolitik, Verkehr und das Leben an der Elbe. Sie lebt mit ihrer Familie im Alten Land.";

/// A distinct paragraph for each article and position in it.
fn paragraph(article: usize, place: usize) -> String {
    let word = |n: usize| {
        [
            "Brücke", "Hafen", "Schule", "Deich", "Markt", "Turm", "Werft",
        ][n % 7]
    };
    let letters = |n: usize| ["ab", "el", "in", "or", "us", "at", "em", "is", "on", "ur"][n % 10];
    let name = format!(
        "{}{}{}",
        letters(article),
        letters(article / 10),
        letters(place)
    );
    format!(
        "Der Rat hat am Abend lange über {name} und die {} beraten, und {name} soll nun bis zum Herbst mit der {} fertig werden, sagte die Sprecherin von {name}.",
        word(article),
        word(place + article / 7),
    )
}

fn body(article: usize) -> Vec<String> {
    (0..5)
        .map(|place| format!("<p>{}</p>", paragraph(article, place)))
        .collect()
}

fn page(title: &str, paragraphs: &[String]) -> String {
    format!(
        "<title>{title}</title><body><article><h1>{title}</h1>{}</article>",
        paragraphs.concat()
    )
}

fn read(number: usize, html: &str, host: &HostKnowledge) -> Extraction {
    let url = format!("https://news.example/{number}").parse().unwrap();
    let input = Input {
        host: Some(host),
        ..Input::new(html, Some(&url))
    };
    extract(&input, &Options::default())
}

/// The knowledge from `pages` articles, each with additional paragraphs after its own.
fn host(pages: usize, with: impl Fn(usize) -> Vec<String>) -> HostKnowledge {
    let nothing = HostKnowledge::default();
    let signature = |n: usize| {
        let html = page(
            &format!("Bericht über {}", paragraph(n, 9)),
            &[body(n), with(n)].concat(),
        );
        read(n, &html, &nothing).signature.unwrap()
    };
    (100..100 + pages).map(signature).collect()
}

fn appeal(_: usize) -> Vec<String> {
    vec![format!("<p>{APPEAL}</p>")]
}

#[test]
fn text_below_every_article_is_left_out_once_ten_are_known() {
    let html = page("Neues vom Hafen", &[body(1), appeal(1)].concat());
    assert!(
        read(1, &html, &host(5, appeal)).text.contains(APPEAL),
        "five pages are too few"
    );
    let known = host(20, appeal);
    let read = read(1, &html, &known);
    assert!(!read.text.contains(APPEAL));
    assert_eq!(read.signature.unwrap().dropped(), 1);
    for place in 0..5 {
        assert!(read.text.contains(&paragraph(1, place)), "{place}");
    }
    let input = Input {
        host: Some(&known),
        ..Input::new(&html, None)
    };
    let explained = crate::explain(&input, &Options::default());
    let appeal = explained.blocks.iter().find(|block| block.text == APPEAL);
    assert_eq!(appeal.unwrap().decided_by, Some("host knowledge"));
}

#[test]
fn an_author_biography_is_left_out_even_with_few_articles() {
    let known = host(40, |n| {
        if n % 8 == 0 {
            vec![format!("<p>{AUTHOR}</p>")]
        } else {
            Vec::new()
        }
    });
    let html = page(
        "Neues vom Hafen",
        &[body(1), vec![format!("<p>{AUTHOR}</p>")]].concat(),
    );
    assert!(!read(1, &html, &known).text.contains(AUTHOR));
}

#[test]
fn versions_of_one_article_do_not_make_its_text_repeat() {
    // ten versions of one report under different titles and URLs, among thirty other articles
    let known = host(40, |n| if n % 4 == 0 { body(1) } else { Vec::new() });
    let html = page("Neues vom Hafen", &body(1));
    assert_eq!(read(1, &html, &known).signature.unwrap().dropped(), 0);
    // the same title or the same URL means the same article
    let same = (100..120).map(|n| read(n, &html, &HostKnowledge::default()).signature.unwrap());
    assert_eq!(
        read(1, &html, &same.collect()).signature.unwrap().dropped(),
        0
    );
}

#[test]
fn a_paragraph_shared_by_reports_on_one_topic_is_kept_between_their_own() {
    let background = format!("<p>{AUTHOR}</p>");
    let between = |n: usize| {
        let mut body = body(n);
        body.insert(3, background.clone());
        body
    };
    let known = host(40, |n| if n % 8 == 0 { between(n) } else { Vec::new() });
    let html = page("Neues vom Hafen", &between(1));
    assert!(read(1, &html, &known).text.contains(AUTHOR));
}

#[test]
fn a_heading_is_kept_with_the_text_below_it() {
    let heading = || "<h2>Wie es weitergeht</h2>".to_owned();
    let known = host(30, |n| {
        vec![heading(), format!("<p>{}</p>", paragraph(n, 7))]
    });
    let last = format!("<p>{}</p>", paragraph(1, 7));
    let html = page(
        "Neues vom Hafen",
        &[body(1), vec![heading(), last]].concat(),
    );
    assert!(read(1, &html, &known).text.contains("Wie es weitergeht"));
}

#[test]
fn text_of_the_own_description_is_kept_however_often_others_quote_it() {
    let lead = paragraph(1, 8);
    let known = host(30, |_| vec![format!("<p>{lead}</p>")]);
    let html = page(
        "Neues vom Hafen",
        &[vec![format!("<p>{lead}</p>")], body(1)].concat(),
    );
    let own = format!("<meta name=description content=\"{lead}\">{html}");
    assert!(!read(1, &html, &known).text.contains(&lead));
    assert!(read(1, &own, &known).text.contains(&lead));
}

#[test]
fn an_article_is_never_dropped_entirely() {
    let known = host(30, appeal);
    let read = read(1, &page("Spenden", &appeal(1)), &known);
    assert_eq!(read.signature.unwrap().dropped(), 0);
}

#[test]
fn a_page_counts_once_however_often_and_in_whatever_order_it_is_read() {
    let once: Vec<PageSignature> = host(30, appeal).pages.into_values().collect();
    let again = once.iter().rev().chain(&once).cloned();
    let known: HostKnowledge = again.collect();
    assert_eq!(known.len(), once.len());
    assert_eq!(known.pages.into_values().collect::<Vec<_>>(), once);
}

#[test]
fn pages_read_before_it_was_known_what_repeats_are_outdated_until_they_are_read_again() {
    let mut known = host(30, appeal);
    let outdated = |known: &HostKnowledge| {
        let pages = known.pages.values();
        pages.filter(|page| known.is_outdated(page)).count()
    };
    assert_eq!(outdated(&known), known.len());
    for n in 100..130 {
        let html = page(
            &format!("Bericht über {}", paragraph(n, 9)),
            &[body(n), appeal(n)].concat(),
        );
        let signature = read(n, &html, &known).signature.unwrap();
        let others = known
            .pages
            .into_values()
            .filter(|other| other.slot() != signature.slot());
        known = others.chain([signature.clone()]).collect();
    }
    assert_eq!(outdated(&known), 0);
}

#[test]
fn signatures_round_trip_through_bytes() {
    for signature in host(12, appeal).pages.values() {
        let bytes = signature.to_bytes();
        let read = PageSignature::from_bytes(&bytes).unwrap();
        assert_eq!(read.to_bytes(), bytes);
        assert_eq!(
            (read.address, read.title),
            (signature.address, signature.title)
        );
        assert_eq!(PageSignature::from_bytes(&bytes[..bytes.len() - 1]), None);
    }
    assert_eq!(PageSignature::from_bytes(&[]), None);
    assert_eq!(PageSignature::from_bytes(&[0; 8 + 6 * 1000]), None);
}
